/** The write stage: stores the change in one transaction. The write set is plain data; no user code runs between its statements.
 * Tested by test/operations/run.test.ts.
 */

import { childrenOf, type Entity, everyField, type Field, hasRows, wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { ForbiddenError } from '../errors.ts'
import { all, and, byId, columnsIn, type Filter, or } from '../query/filter.ts'
import { matching } from '../query/matching.ts'
import { leaves } from '../store/columns.ts'
import { type Doc, type Meta, rowOf } from '../store/document.ts'
import { shapeStamp } from '../store/layout-stamp.ts'
import { Ref, type Statement } from '../store/write-set.ts'
import { metaAfter } from './change-events.ts'
import type { RowChange } from './contract.ts'
import { admittedAside } from './draft-access.ts'
import { limitSize } from './limit-size.ts'
import { heldMoreBefore, referencesBeyond } from './references-beyond.ts'
import { formOf } from './snapshot.ts'
import type { Step } from './stages.ts'
import type { Saved } from './state.ts'
import { asUniqueClash } from './unique.ts'
import { type UnknownColumn, unknownColumns } from './unknown-columns.ts'

export const writeSteps: readonly Step[] = [
  {
    name: 'insert',
    stage: 'write',
    sentence: 'Adds the row of a new document and its references.',
    on: ['create', 'update'],
    run: insert,
  },
  {
    name: 'update',
    stage: 'write',
    sentence: 'Updates the columns that were given, if the row still has the revision that was read.',
    on: ['update'],
    run: update,
  },
  {
    name: 'remove',
    stage: 'write',
    sentence: 'Removes the row and its references, unless a feature keeps it.',
    on: ['delete'],
    run: remove,
  },
]

async function insert(operation: Operation): Promise<void> {
  const { engine, writes } = operation
  if (operation.name === 'update' && operation.original) return
  const entity = operation.besides ? wholeOf(operation.entity) : operation.entity
  const doc = await formOf(operation, entity)
  // biome-ignore lint/style/noNonNullAssertion: a global is only saved in a scope
  const scope = entity.kind === 'global' ? operation.scope! : undefined
  const id = new Ref('document', 'id')
  const inserted = engine.documents.insert(entity, doc, operation.now, operation.row?.own ?? {}, scope)
  limitSize(operation, [], inserted.values)
  operation.written = inserted.row
  writes.writes.push(inserted, ...engine.documents.references(entity, id, doc, 'all'))
  if (entity.kind === 'collection') writes.writes.push(...stillAdmitted(operation, operation.filter, id))
}

async function update(operation: Operation): Promise<void> {
  const { engine, original, writes } = operation
  if (!original) return
  const meta = original.meta
  operation.row ??= { fields: operation.changed, own: {}, dated: true }
  const row = operation.row
  const { entity, doc, fields } = await written(operation, row)
  const unknown = row.aside || fields.length === 0 ? [] : await unknownColumns(operation)
  const brought = Object.fromEntries(unknown.map(({ name, value }) => [name, value]))
  const own = { ...brought, ...row.own, ...(row.dated && { updated_at: operation.now }) }
  const columns = fields.flatMap(leaves).map((column) => column.name)
  const updated = engine.documents.update(entity, meta, doc, fields, own)
  limitSize(operation, [...columns, ...Object.keys(own)], updated.values)
  if (!row.aside) operation.written = { ...original.row, ...updated.row }
  writes.writes.push(updated, ...(await referred(operation, entity, doc, fields)))
  writes.writes.push(...(await referredBeyond(operation, entity, doc, fields, unknown)))
  if (row.aside) writes.seals.push(...(await admittedAside(operation, withoutStatus(operation.filter))))
  const mentioned = columnsIn(operation.filter)
  if (mentioned.has('') || [...mentioned].some((name) => columns.includes(name)))
    writes.writes.push(...stillAdmitted(operation, withoutStatus(operation.filter), meta.id))
}

/** A row removed in one locale is removed in all, along with its references in the others. */
async function referred(operation: Operation, entity: Entity, doc: Doc, fields: readonly Field[]): Promise<Statement[]> {
  const { documents } = operation.engine
  const {
    meta: { id },
    row,
  } = operation.existing
  if (!entity.forms || !fields.some(isSharedByLocales)) return documents.references(entity, id, doc, fields, row)
  const whole = wholeOf(entity)
  const names = new Set(fields.map(({ name }) => name))
  return documents.references(
    whole,
    id,
    await formOf(operation, whole),
    whole.fields.filter(({ name }) => names.has(name)),
    row,
  )
}

/** Rows that all locales share, with localized fields inside. */
function isSharedByLocales(field: Field): boolean {
  const inside = [...everyField(childrenOf(field))]
  return inside.some(({ locales }) => locales !== undefined) && [field, ...inside].some((one) => hasRows(one) && !one.locales)
}

/** With a pending draft, the live row is not what the change was based on. */
async function referredBeyond(operation: Operation, entity: Entity, doc: Doc, fields: readonly Field[], unknown: readonly UnknownColumn[]) {
  const { aside, meta } = operation.existing
  const isOlder = meta.shape !== shapeStamp(wholeOf(entity))
  const lists = unknown.filter(({ kind }) => kind === 'json').map(({ name, value }) => [name, JSON.parse(String(value))])
  const heldMore = aside ? () => isOlder : heldMoreBefore(operation)
  return referencesBeyond(operation, { columns: fields.flatMap(leaves), doc, heldMore, unknown: Object.fromEntries(lists) }, '')
}

/** The fields that the change writes, or the whole document if it must be rewritten. */
async function written(operation: Operation, { fields, whole }: RowChange) {
  const { entity, doc } = operation
  const isOlder = fields.length > 0 && operation.existing.meta.shape !== shapeStamp(entity)
  if (!whole && !isOlder) return { entity, doc, fields }
  const all = wholeOf(entity)
  return { entity: all, doc: await formOf(operation, all), fields: all.fields }
}

function remove({ engine, entity, existing, writes, row }: Operation): void {
  if (row) return void writes.writes.push(engine.documents.update(entity, existing.meta, {}, [], row.own))
  writes.writes.push(engine.documents.remove(entity, existing.meta), ...engine.documents.references(entity, existing.meta.id, {}, 'none'))
}

/** Applies the access filter again to the stored row, so that a change can't move a document into or out of another user's reach. */
export function stillAdmitted({ engine, entity }: Pick<Operation, 'engine' | 'entity'>, filter: Filter, id: number | Ref): Statement[] {
  if (filter.is === 'all') return []
  const admitted = matching(engine.store.dialect, entity, 'id', and(byId(id), filter))
  return [{ ...admitted, expect: { rows: 1, otherwise: () => new ForbiddenError() } }]
}

/** Publishing may move a document out of reach of callers who may edit only drafts, so the status is not checked. */
export function withoutStatus(filter: Filter): Filter {
  if (filter.is === 'and') return and(...filter.of.map(withoutStatus))
  if (filter.is === 'or') return or(...filter.of.map(withoutStatus))
  const inner = filter.is === 'not' ? filter.of : filter
  return inner.is === 'test' && inner.path[0].is === 'column' && inner.path[0].name === 'status' ? all : filter
}

/** Ends the stage: commits the write set, including what features added, in one transaction. */
export async function flush(operation: Operation): Promise<void> {
  const { engine, original, writes } = operation
  try {
    const { document } = await engine.store.commit(writes)
    if (operation.name === 'delete') operation.saved = original
    else operation.saved = savedAs(operation, metaAfter(operation, Number(document?.['id'])))
  } catch (error) {
    throw asUniqueClash(error, operation)
  }
}

function savedAs({ doc, written }: Operation, meta: Meta): Saved {
  return { meta, doc, ...(written && { row: { ...written, ...rowOf(meta) } }) }
}
