/** How far a document is translated: for each locale, which of its localized fields are still empty. */
import { type Field, wholeOf } from '../../../schema/model.ts'
import { deniedPaths, type IsDenied } from '../../access/mentions.ts'
import type { Caller } from '../../actor.ts'
import { badRequest } from '../../errors.ts'
import type { Address } from '../../local/address.ts'
import type { Translation } from '../../local/types.ts'
import type { Engine, Operation } from '../../operations/operation.ts'
import { reach } from '../../operations/run.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { type Doc, valueAt } from '../../store/documents.ts'
import { unfolded } from '../../store/snapshots.ts'

/** Of the content as whoever edits it sees it: the pending draft, where there is one, without fields that the caller may not read. */
export async function translations(engine: Engine, caller: Caller, { entity, id }: Address): Promise<Record<string, Translation>> {
  const { localization } = engine.settings
  if (!localization) throw badRequest('There is one language here; the configuration would say localization: { locales }')
  const operation = await reach(engine, { editorial: true, entity, caller, ...(id !== undefined && { id }) })
  const whole = wholeOf(entity)
  const doc = operation.original ? unfolded(whole, snapshotBefore(operation)) : {}
  const isDenied = await unreadable(operation)
  const fields = whole === entity ? [] : [...localizedIn(whole.fields)].filter((field) => !isDenied(field.path))
  return Object.fromEntries(localization.locales.map((locale) => [locale, translationIn(locale, doc, fields)]))
}

async function unreadable({ engine, entity, caller, original }: Operation): Promise<IsDenied> {
  await engine.access.prepare([entity], caller)
  const about = { ...(original && { id: original.meta!.id }), data: { ...original?.doc } }
  return deniedPaths(await engine.access.unreadable(engine.access.mask(entity, caller), caller, about))
}

function translationIn(locale: string, doc: Doc, fields: readonly Field[]): Translation {
  const used = fields.filter((field) => field.fields!.some((one) => isFilled(valueAt(doc, one))))
  const missing = used.filter((field) => !isFilled(valueAt(doc, field.fields!.find((one) => one.name === locale)!)))
  return { filled: used.length - missing.length, of: used.length, missing: missing.map((field) => field.path) }
}

/** The groups of locales that localized fields are, in the whole of a document. */
function* localizedIn(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    if (field.type.name !== 'group' || field.hidden) continue
    if (field.fields!.every((one) => one.stored !== undefined)) yield field
    else yield* localizedIn(field.fields!)
  }
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
