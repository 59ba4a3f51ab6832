/** Reads a document's history: a page of versions, one version with its content, and the differences between two. */

import type { Entity } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import { authorsOf } from '../../auth/authorship.ts'
import type { Engine, Operation } from '../../engine.ts'
import { badQuery, notFound } from '../../errors.ts'
import { type Address, needs } from '../../local/address.ts'
import { idOf, refuseWrongContext } from '../../local/call.ts'
import { truth } from '../../local/flag.ts'
import { pages } from '../../local/handle.ts'
import type { Compared, FindVersionOptions, List, Version } from '../../local/types.ts'
import { differences } from '../../operations/differences.ts'
import { among, highest } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { checkFor, readableIds, statusOf } from './readable.ts'
import { ShownContents, withChanged } from './shown-contents.ts'
import { versionsTable } from './table.ts'

const DEFAULT_LIMIT = 10
/** More than a document has versions. */
const ALL = 1_000_000

/** Callers who may change a document may see its history. */
export function reached(engine: Engine, caller: Caller, { entity, id }: Address): Promise<Operation> {
  needs(entity, 'versions')
  return engine.reach({ editorial: true, entity, caller, ...(id !== undefined && { id }) })
}

export async function findVersions(
  engine: Engine,
  caller: Caller,
  at: Address,
  { limit = DEFAULT_LIMIT, page = 1, changed = false }: { limit?: number; page?: number; changed?: unknown } = {},
): Promise<List<Version>> {
  const operation = await reached(engine, caller, at)
  if (!Number.isSafeInteger(limit) || limit < 0) throw badQuery('must be a whole number from 0 on; 0 means all', 'limit')
  if (!Number.isSafeInteger(page) || page < 1) throw badQuery('must be a whole number from 1 on', 'page')
  const listsChanged = truth('changed')(changed)
  const most = limit === 0 ? ALL : limit
  const { rows, before, total } = operation.original ? await pageOf(operation, most, limit === 0 ? 1 : page) : NO_HISTORY
  const docs = await versionsOf(operation, rows)
  return {
    docs:
      listsChanged && operation.original
        ? await withChanged(operation, docs, before, await ShownContents.of(operation, at, everyLocale(engine)))
        : docs,
    ...pages({ docs: [], totalDocs: total, limit, page, hasNextPage: page * most < total }),
  }
}

export async function findVersion(
  engine: Engine,
  asking: Caller,
  at: Address,
  version: unknown,
  { compare, context, ...options }: Omit<FindVersionOptions, 'compare'> & { compare?: unknown } = {},
): Promise<Compared> {
  refuseWrongContext(context)
  const caller = context ? asking.again(context) : asking
  const operation = await reached(engine, caller, at)
  const id = idOf(version)
  if (!operation.original) throw notFound()
  const row = await readableVersion(operation, id)
  const contents = await ShownContents.of(operation, at, options)
  const data = await contents.in(row)
  const head = versionFrom(row, contents.entity, await authorsOf(engine, caller, [row]))
  if (compare === undefined) return { ...head, data }
  const other =
    compare === 'live'
      ? await contents.live()
      : await contents.in(await readableVersion(operation, otherVersion(compare)), row['created_at'])
  const changes = differences(contents.entity.fields, other, data).map(({ path, before, after }) => ({ field: path, before, after }))
  return { ...head, data, changes }
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

const everyLocale = ({ settings }: Engine) => (settings.localization ? { locale: 'all' } : {})

const NO_HISTORY = { rows: [], before: undefined, total: 0 }

/** Versions that the caller can't read are neither listed nor counted. `before`: the id of the newest one that is older than the page. */
async function pageOf(operation: Operation, limit: number, page: number) {
  const table = versionsTable.in(operation.engine.store)
  const offset = (page - 1) * limit
  const listed = {
    columns: ['id', 'status', 'action', 'author', 'author_key', 'created_at', 'planned'],
    sort: ['-id'],
    fromReplica: true,
  } as const
  const paged = (found: Row[], total: number) => ({
    rows: found.slice(0, limit).map((row, index) => ({ ...row, latest: offset + index === 0 })),
    before: found[limit]?.['id'] as number | undefined,
    total,
  })
  const check = await checkFor(operation)
  if (check) {
    const ids: number[] = []
    for await (const id of readableIds(operation, check)) ids.push(id)
    const wanted = ids.slice(offset, offset + limit + 1)
    return paged(await table.find({ id: among('id', wanted) }, listed), ids.length)
  }
  const of = { entity: operation.entity.slug, document: operation.existing.meta.id }
  return paged(await table.find(of, { ...listed, limit: limit + 1, offset }), await table.count(of, { fromReplica: true }))
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
  ...(row['action'] && { action: row['action'] }),
  ...(row['planned'] && { planned: true }),
})
