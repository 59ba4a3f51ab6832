/** Reads a document's history: a page of versions, one version with its content, and the differences between two. */

import { type Entity, wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import { authorsOf } from '../../auth/authorship.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badQuery, notFound } from '../../errors.ts'
import { type Address, needs } from '../../local/address.ts'
import { idOf, viewOf } from '../../local/call.ts'
import { pages } from '../../local/handle.ts'
import type { Compared, FindVersionOptions, List, Version } from '../../local/types.ts'
import { differences } from '../../operations/differences.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { Pace } from '../../pace.ts'
import { decoded } from '../../query/decoded.ts'
import { among, highest } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import type { Doc } from '../../store/document.ts'
import { type Snapshot, snapshotOf, unfolded } from '../../store/snapshots.ts'
import { checkFor, readableIds, statusOf, versionIn } from './readable.ts'
import { versionsTable } from './table.ts'

const DEFAULT_LIMIT = 10

/** Callers who may change a document may see its history. */
export function reached(engine: Engine, caller: Caller, { entity, id }: Address): Promise<Operation> {
  needs(entity, 'versions')
  return engine.reach({ editorial: true, entity, caller, ...(id !== undefined && { id }) })
}

export async function findVersions(
  engine: Engine,
  caller: Caller,
  at: Address,
  { limit = DEFAULT_LIMIT, page = 1 }: { limit?: number; page?: number } = {},
): Promise<List<Version>> {
  const operation = await reached(engine, caller, at)
  if (!Number.isSafeInteger(limit) || limit < 0) throw badQuery('must be a whole number from 0 on; 0 means all', 'limit')
  if (!Number.isSafeInteger(page) || page < 1) throw badQuery('must be a whole number from 1 on', 'page')
  const most = limit === 0 ? Number.MAX_SAFE_INTEGER : limit
  const { rows, total } = operation.original ? await pageOf(operation, most, limit === 0 ? 1 : page) : { rows: [], total: 0 }
  return {
    docs: await versionsOf(operation, rows),
    ...pages({ docs: [], totalDocs: total, limit, page, hasNextPage: page * most < total }),
  }
}

export async function findVersion(
  engine: Engine,
  caller: Caller,
  at: Address,
  version: unknown,
  { compare, ...options }: FindVersionOptions = {},
): Promise<Compared> {
  const operation = await reached(engine, caller, at)
  const { original } = operation
  const view = { ...viewOf(engine, options, caller.actor), depth: 0 }
  const entity = engine.features.form(at.entity, view, 'read')
  const id = idOf(version)
  if (!original) throw notFound()
  const row = await readableVersion(operation, id)
  const pace = new Pace()
  const shown = async (doc: Doc, updatedAt: string) => {
    await pace.rest()
    const one = await engine.reader.show(entity, { meta: { ...original.meta, updatedAt }, doc }, caller, view)
    await pace.rest()
    return one
  }
  await pace.rest()
  const before = await snapshotBefore(operation)
  await pace.rest()
  const content = async (one: Row) => unfolded(entity, await versionIn(one, entity), ({ name }) => before[name])
  const data = await shown(await content(row), row['created_at'])
  const head = versionFrom(row, entity, await authorsOf(engine, caller, [row]))
  if (compare === undefined) return { ...head, data }
  const other =
    compare === 'live'
      ? await shown(await unfolded(entity, await liveSnapshot(operation)), original.meta.updatedAt)
      : await shown(await content(await readableVersion(operation, otherVersion(compare))), row['created_at'])
  return {
    ...head,
    data,
    changes: differences(entity.fields, other, data).map(({ path, before, after }) => ({ field: path, before, after })),
  }
}

/** The content of the row itself, even if a pending draft covers it. */
async function liveSnapshot({ entity, existing }: Operation): Promise<Snapshot> {
  const whole = wholeOf(entity)
  return snapshotOf(whole, await decoded(whole, existing.row))
}

function otherVersion(given: unknown): number {
  const id = typeof given === 'string' && /^[1-9]\d{0,15}$/.test(given) ? Number(given) : given
  if (!Number.isSafeInteger(id) || (id as number) < 1) throw badQuery("must be the id of a version, or 'live'", 'compare')
  return id as number
}

/** A version, if the caller could have read the document as it was then. */
export async function readableVersion(operation: Operation, id: number): Promise<Row & { latest: boolean }> {
  const row = await versionRow(operation, id)
  const check = await checkFor(operation)
  if (!check) return row
  if (!(await check(row))) throw noSuchVersion()
  const { value: newest } = await readableIds(operation, check).next()
  return { ...row, latest: newest === id }
}

const noSuchVersion = () => notFound("This version doesn't exist")

async function versionRow({ engine: { store }, entity, existing }: Operation, id: number): Promise<Row & { latest: boolean }> {
  const rows = versionsTable.in(store)
  const of = { entity: entity.slug, document: existing.meta.id }
  const [row, newest] = await Promise.all([
    rows.first({ ...of, id }, { fromReplica: true }),
    rows.totals(of, { columns: { id: highest('id') }, fromReplica: true }),
  ])
  if (!row) throw noSuchVersion()
  return { ...row, latest: Number(newest['id']) === row['id'] }
}

/** Versions that the caller can't read are neither listed nor counted. */
async function pageOf(operation: Operation, limit: number, page: number) {
  const table = versionsTable.in(operation.engine.store)
  const offset = (page - 1) * limit
  const listed = { columns: ['id', 'status', 'author', 'author_key', 'created_at'], sort: ['-id'], fromReplica: true } as const
  const withLatest = (rows: Row[]) => rows.map((row, index) => ({ ...row, latest: offset + index === 0 }))
  const check = await checkFor(operation)
  if (check) {
    const ids: number[] = []
    for await (const id of readableIds(operation, check)) ids.push(id)
    const wanted = ids.slice(offset, offset + limit)
    return { rows: withLatest(await table.find({ id: among('id', wanted) }, listed)), total: ids.length }
  }
  const of = { entity: operation.entity.slug, document: operation.existing.meta.id }
  const rows = await table.find(of, { ...listed, limit, offset })
  return { rows: withLatest(rows), total: await table.count(of, { fromReplica: true }) }
}

async function versionsOf({ engine, caller, entity }: Operation, rows: readonly Row[]): Promise<Version[]> {
  const authorOf = await authorsOf(engine, caller, rows)
  return rows.map((row) => versionFrom(row, entity, authorOf))
}

const versionFrom = (row: Row, entity: Entity, authorOf: (row: Row) => Version['author']): Version => ({
  id: row['id'],
  status: statusOf(row, entity),
  latest: row['latest'],
  author: authorOf(row),
  createdAt: row['created_at'],
})
