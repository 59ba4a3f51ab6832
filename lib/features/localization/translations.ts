/** A document's translation progress: for each locale, which of its localized fields are still empty. */
import type { FieldSet } from '../../../schema/field-set.ts'
import { type Field, fieldsOfRow, hasRows, isGroup, isPerLocale, wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import type { Address } from '../../local/address.ts'
import type { Translation } from '../../local/types.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { Pace, stopsBehind } from '../../pace.ts'
import type { Doc } from '../../store/document.ts'
import { unfolded } from '../../store/snapshots.ts'

/** Why a call that needs languages is refused without `localization`. */
export const ONE_LANGUAGE = "There is one language here; to have several, configure localization: { locales: ['en', …] }"

/** Uses the content that editors see: the pending draft, if there is one, without the fields that the caller may not read. */
export async function translations(engine: Engine, caller: Caller, { entity, id }: Address): Promise<Record<string, Translation>> {
  const { localization } = engine.settings
  if (!localization) throw badRequest(ONE_LANGUAGE)
  const operation = await engine.reach({ editorial: true, entity, caller, ...(id !== undefined && { id }) })
  const whole = wholeOf(entity)
  const doc = operation.original ? await unfolded(whole, await snapshotBefore(operation)) : {}
  const denied = await unreadable(operation)
  const pace = new Pace()
  const words: Words[] = []
  let checked = 0
  if (whole !== entity)
    for (const word of wordsIn(whole.fields, doc, '', denied)) {
      if (Object.values(word.values).some(isFilled)) words.push(word)
      if (stopsBehind(checked++)) await pace.rest()
    }
  return Object.fromEntries(localization.locales.map((locale) => [locale, translationIn(locale, words)]))
}

async function unreadable({ engine, entity, caller, original }: Operation): Promise<FieldSet> {
  await engine.access.paths.prepare([entity], caller)
  const about = { ...(original && { id: original.meta.id }), data: { ...original?.doc } }
  return engine.access.fields.unreadable(engine.access.fields.mask(entity, caller), caller, about)
}

function translationIn(locale: string, words: readonly Words[]): Translation {
  const missing = words.filter(({ values }) => !isFilled(values[locale]))
  return { filled: words.length - missing.length, of: words.length, missing: missing.map(({ path }) => path) }
}

/** The values of one localized field at one place in a document, by locale. */
interface Words {
  path: string
  values: Doc
}

function* wordsIn(fields: readonly Field[], doc: Doc, within: string, denied: FieldSet): Generator<Words> {
  for (const field of fields) {
    if (field.hidden || denied.has(field)) continue
    const [path, value] = [within + field.name, doc[field.name]]
    if (isPerLocale(field)) yield { path, values: value ?? {} }
    else if (isGroup(field)) yield* wordsIn(field.fields, value ?? {}, `${path}.`, denied)
    else if (hasRows(field))
      for (const [index, row] of (value ?? []).entries()) yield* wordsIn(fieldsOfRow(field, row), row, `${path}.${index}.`, denied)
  }
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
