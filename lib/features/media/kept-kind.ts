/** Another file in the place of one is shown at once wherever the old one was, so it must be of a kind that the fields there take.
 * Tested by test/features/media/kept-kind.test.ts.
 */
import { type Entity, everyField, type Field, isRelation, isRichText, wholeOf } from '../../../schema/model.ts'
import { because } from '../../../schema/reasons.ts'
import type { Caller } from '../../actor.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import { relationsIn } from '../../operations/targets.ts'
import { Pace } from '../../pace.ts'
import { byId } from '../../query/filter.ts'
import { pointersTo } from '../../query/pointers-to.ts'
import { storedAt, withoutLocales } from '../../store/columns.ts'
import { PENDING, unfolded } from '../../store/snapshots.ts'
import { admits } from './accepted.ts'
import { MEDIA } from './collection.ts'

/** Types that the fields take, and the paths of those that the caller may know. */
interface Refusal {
  types: Set<string>
  fields: string[]
}

/** Refuses a file that a field which holds the document would refuse, unless it would have refused the present one, too. */
export async function keepKind({ engine, caller, existing, pace = new Pace() }: Operation, found: string): Promise<void> {
  const before: unknown = existing.doc['mimeType']
  if (typeof before !== 'string' || found === before) return
  const { types, fields } = await refusalOf(engine, caller, existing.meta.id, pace, ({ to, mimeTypes }) => {
    return to === MEDIA && mimeTypes !== undefined && admits(mimeTypes, before) && !admits(mimeTypes, found)
  })
  if (types.size > 0) throw badRequest(because('file-in-use', { found, types: [...types], ...(fields.length > 0 && { fields }) }), 'file')
}

type Test = (field: Field) => boolean

async function refusalOf(engine: Engine, caller: Caller, id: number, pace: Pace, refuses: Test): Promise<Refusal> {
  const refusal: Refusal = { types: new Set(), fields: [] }
  for (const entity of engine.model.entities.values()) {
    if (entity.internal) continue
    const holding = await holdersOf(engine, entity, id, pace, refuses)
    for (const type of [...holding.values()].flatMap(({ mimeTypes = [] }) => mimeTypes)) refusal.types.add(type)
    refusal.fields.push(...(await knownPaths(engine, caller, entity, [...holding.keys()])))
  }
  return refusal
}

/** The fields that hold the file and refuse the new one, by the path of the column or text that they are in. */
async function holdersOf(engine: Engine, entity: Entity, id: number, pace: Pace, refuses: Test): Promise<Map<string, Field>> {
  const fields = [...everyField(wholeOf(entity).fields)]
  const relations = new Map(fields.filter((field) => isRelation(field) && refuses(field)).map((field) => [storedAt(field), field]))
  const texts = new Set(fields.filter((field) => isRichText(field) && hasInBlocks(field, refuses)).map(storedAt))
  const holding = new Map<string, Field>()
  if (relations.size + texts.size === 0) return holding
  for await (const { id: row, path } of pointersTo(engine, entity, engine.entity(MEDIA), [id], { pace, fromReplica: false })) {
    const field =
      relations.get(path) ?? (texts.has(path) && !holding.has(path) ? await heldInText(engine, entity, row, id, refuses) : undefined)
    if (field) holding.set(withoutLocales(path), field)
    if (holding.size === relations.size + texts.size) break
  }
  return holding
}

const hasInBlocks = (field: Field, refuses: Test): boolean =>
  (field.richText?.blocks ?? []).some(({ fields }) => [...everyField(fields)].some((one) => refuses(one) || hasInBlocks(one, refuses)))

/** A text points to a file also where nothing is asked of its kind. */
async function heldInText(engine: Engine, entity: Entity, row: number, id: number, refuses: Test): Promise<Field | undefined> {
  const whole = wholeOf(entity)
  const stored = await engine.reader.stored(whole, byId(row), true)
  if (!stored) return undefined
  const draft = stored.row[PENDING] ?? undefined
  const pending = draft === undefined ? undefined : await unfolded(whole, typeof draft === 'string' ? JSON.parse(draft) : draft)
  for (const doc of [stored.doc, pending])
    for (const held of relationsIn(whole.fields, doc)) if (held.id === id && refuses(held.field)) return held.field
  return undefined
}

/** `posts.cover`; without fields that the caller may not read. */
async function knownPaths(engine: Engine, caller: Caller, entity: Entity, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  await engine.access.paths.prepare([entity], caller)
  if ((await engine.access.documents.filter(entity, 'read', caller)).is === 'none') return []
  const { denied, ask } = engine.access.fields.mask(entity, caller)
  const hidden = [...everyField(entity.fields)].filter((field) => field.hidden)
  const kept = [...denied, ...ask, ...hidden].map((field) => withoutLocales(storedAt(field)))
  const isKnown = (path: string) => !kept.some((one) => path === one || path.startsWith(`${one}.`))
  return paths.filter(isKnown).map((path) => `${entity.slug}.${path}`)
}
