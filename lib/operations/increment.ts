/** Atomic increments: one statement, so no update is lost. For a rule in code, which sees the sum, it is tried again if the number has changed. Hooks don't run; webhooks, the audit log and listeners receive an `update`. */

import { messages } from '../../schema/messages.ts'
import { type Entity, everyField, type Field, isGroup, wholeOf } from '../../schema/model.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { because } from '../../schema/reasons.ts'
import { isReserved } from '../access/fields.ts'
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { badQuery, badRequest, ForbiddenError, notFound, ValidationError } from '../errors.ts'
import type { Happening } from '../events/events.ts'
import { wrongNumber } from '../outside-values.ts'
import { columnName, REV } from '../store/columns.ts'
import { increased, staysWithin } from '../store/conditions.ts'
import type { Row } from '../store/contract.ts'
import { decode } from '../store/decode.ts'
import { metaOf } from '../store/document.ts'
import { Rows } from '../store/records.ts'
import { missingIn, PENDING, type Snapshot } from '../store/snapshots.ts'
import type { ShortTransaction } from '../store/storable.ts'
import type { Limits } from './contract.ts'
import { isLive, mayPublish } from './publishing.ts'
import { stillAdmitted, withoutStatus } from './write.ts'

/** Returns whether the number was changed; false if a limit would be exceeded. */
export async function increment(
  engine: Engine,
  caller: Caller,
  entity: Entity,
  id: number,
  path: string,
  by: number,
  limits: Limits = {},
): Promise<boolean> {
  const field = numberAt(engine, entity.slug, path, caller)
  const reason = engine.features.unsettable(entity, path)
  if (reason !== undefined) throw new ValidationError(reason, path)
  if (typeof by !== 'number' || wrongNumber(by) !== undefined) throw badRequest('must be the number to add', 'by')
  for (const name of ['min', 'max'] as const)
    if (limits[name] !== undefined && typeof limits[name] !== 'number') throw badQuery('must be a number', name)
  if (field.integer && !Number.isInteger(by)) throw new ValidationError([{ ...because('not-whole'), field: path }])
  for (let tries = 1; ; tries++) {
    const counted = await count(engine, caller, entity, id, field, by, limits)
    if (counted !== 'outdated') return counted
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, LONGEST_PAUSE)))
  }
}

async function count(
  engine: Engine,
  caller: Caller,
  entity: Entity,
  id: number,
  field: Field,
  by: number,
  limits: Limits,
): Promise<boolean | 'outdated'> {
  const { path } = field
  const rows = new Rows(entity.slug, engine.store)
  const column = columnName(field)
  // A rule in code sees the sum, so the number must still be the one that the sum was made of.
  const isShown = engine.access.documents.looksAtData(entity, 'update', caller)
  const base = isShown ? Number((await rows.first({ id }, { columns: [column] }))?.[column] ?? 0) : undefined
  const operation = await engine.reach({ entity, caller, id, ...(base !== undefined && { input: valueAt(path, base + by) }) })
  if (isLive(operation)) await mayPublish(operation)
  const denied = await engine.access.fields.unwritable(entity, 'update', caller, { id, data: { ...operation.existing.doc } })
  if (denied.has(field)) throw new ForbiddenError(`You may not change the field '${path}'`)
  const now = engine.settings.clock.now().toISOString()
  const { min = field.min, max = field.max } = limits
  const least = Math.max(min ?? -MOST, -MOST)
  const most = Math.min(max ?? MOST, MOST)
  const change = { [column]: increased(by), [REV]: increased(), updated_at: now }
  const counted = await engine.store.atomically(async (transaction) => {
    const [row] = await transaction.run(rows.update({ id, [column]: staysWithin(by, least, most, base) }, change, '*'))
    if (!row) {
      const [kept] = await transaction.run(rows.select({ id }, { columns: [column] }))
      if (!kept) throw notFound()
      if (base !== undefined && Number(kept[column] ?? 0) !== base) return 'outdated'
      const sum = Number(kept[column] ?? 0) + by
      if (sum >= (min ?? -Infinity) && sum <= (max ?? Infinity)) refuseBeyond(sum, field)
      return undefined
    }
    await countAside(row, field, by, entity, engine, transaction)
    for (const statement of stillAdmitted(operation, withoutStatus(operation.filter), id)) await transaction.run(statement)
    const happening = happeningOf(engine, wholeOf(engine.entity(entity.slug)), row, now)
    const queued = engine.features.outgoing(happening)
    const after = Number(row[column])
    const changes = [{ field: path, before: after - by, after }]
    const { writes, afterwards } = engine.features.noted(caller, { action: 'update', target: entity.slug, doc: id, changes })
    for (const statement of [...queued.map((one) => one.statement), ...writes]) await transaction.run(statement)
    return { happening, effects: [...queued.map((one) => () => void one.send()), ...afterwards] }
  })
  if (!counted) return false
  if (counted === 'outdated') return counted
  engine.queue.changed(`${entity.slug} ${id}`)
  await engine.store.settled(async () => {
    for (const effect of counted.effects) await effect()
    await engine.events.tell(counted.happening)
  })
  return true
}

const MOST = Number.MAX_SAFE_INTEGER

/** The longest wait, in milliseconds, before a number that others change is counted again. */
const LONGEST_PAUSE = 50

/** `seo.count` → `{ seo: { count: value } }` */
const valueAt = (path: string, value: number): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

/** A sum that can't be stored exactly is an error, unlike one that exceeds a limit. */
function refuseBeyond(sum: number, field: Field, whose = ''): void {
  if (Math.abs(sum) > MOST)
    throw new ValidationError([{ ...because('not-exact', undefined, `${whose}${messages.inexactNumber}`), field: field.path }])
}

/** Increments a pending draft too, so that publishing it doesn't undo the count. A draft without the field takes the live value. */
async function countAside(row: Row, field: Field, by: number, entity: Entity, { store }: Engine, { run }: ShortTransaction): Promise<void> {
  const text = row[PENDING] ?? null
  if (text === null) return
  const snapshot: Snapshot = typeof text === 'string' ? JSON.parse(text) : text
  const name = columnName(field)
  if (missingIn(wholeOf(entity), snapshot).has(name)) return
  const waiting = Number(snapshot[name] ?? 0)
  refuseBeyond(waiting + by, field, 'in the pending draft it ')
  const changed = JSON.stringify({ ...snapshot, [name]: waiting + by })
  await run(new Rows(entity.slug, store).update({ id: row['id'] }, { [PENDING]: changed }))
}

/** The document is built only when somebody reads it. */
function happeningOf({ events }: Engine, entity: Entity, row: Row, timestamp: string): Happening {
  const meta = metaOf(row)
  return {
    event: 'update',
    collection: entity.slug,
    id: meta.id,
    get doc() {
      return events.payload(entity, { meta, doc: decode(entity, row) })
    },
    timestamp,
  }
}

function numberAt(engine: Engine, slug: string, path: string, { actor }: Caller): Field {
  const isKnown = (field: Field) => actor.kind === 'system' || !isReserved(field, 'update')
  const { fields } = engine.entity(slug)
  const isNumber = (field: Field) =>
    isKnown(field) && field.type.name === 'number' && field.path.split('.').length <= 1 + groupsAbove(fields, field.path)
  const numbers = [...everyField(fields)].filter(isNumber)
  const field = numbers.find((one) => one.path === path)
  if (field) return field
  if (typeof path !== 'string') throw badRequest('must be the name of a number field', 'field')
  const suggestion = didYouMean(
    path,
    numbers.map((one) => one.path),
  )
  throw badRequest(`'${path}' of '${slug}' is not a number field, or it is inside rows. ${suggestion}`.replace(/\. $/, ''), 'field')
}

/** The number of groups on a path; numbers inside rows can't be incremented. */
function groupsAbove(fields: readonly Field[], path: string): number {
  const [first, ...rest] = path.split('.')
  const group = fields.filter(isGroup).find(({ name }) => name === first)
  return group && rest.length > 0 ? 1 + groupsAbove(group.fields, rest.join('.')) : 0
}
