/** The rows of saved views: their owner, and whom they are shared with. */
import type { Engine, Operation } from '../../engine.ts'
import type { Row } from '../../store/contract.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'

const TABLE = '$views'

export const viewsTable: TableSpec = {
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'collection', kind: 'text', slugs: 'owner' },
    { name: 'name', kind: 'text' },
    { name: 'query', kind: 'text', fields: { query: 'collection' } },
    { name: 'owner', kind: 'text' },
    { name: 'shared_with', kind: 'text' },
    { name: 'created_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['owner'], 'the views of one person'), index(TABLE, ['shared_with'], 'the views for a role')],
}

/** For every role. */
export const EVERYBODY = '*'

export interface Kept {
  collection: string
  name: string
  query: string
  owner: string
  /** A role, everyone, or no one else. */
  sharedWith: string | null
}

export interface View extends Kept {
  id: number
}

const viewOf = (row: Row): View => ({
  id: row['id'],
  collection: row['collection'],
  name: row['name'],
  query: row['query'],
  owner: row['owner'],
  sharedWith: row['shared_with'] ?? null,
})

/** The user's own views, those for their role and those for everyone, by name. */
export async function viewsFor({ store }: Engine, owner: string, role: string): Promise<View[]> {
  const { table, quote: q, native } = store.dialect
  const sql = `select * from ${table(TABLE)} where ${q('owner')} = ? or ${q('shared_with')} in (?, ?) order by ${q('name')}, ${q('id')}`
  return (await store.read(native(sql), [owner, role, EVERYBODY])).map(viewOf)
}

export async function viewBy({ store }: Engine, id: number): Promise<View | undefined> {
  const { table, quote: q, native } = store.dialect
  const [row] = await store.read(native(`select * from ${table(TABLE)} where ${q('id')} = ?`), [id], true)
  return row && viewOf(row)
}

export async function keepView({ store, settings }: Engine, { collection, name, query, owner, sharedWith }: Kept): Promise<View> {
  const { table, quote: q } = store.dialect
  const columns = ['collection', 'name', 'query', 'owner', 'shared_with', 'created_at'].map(q).join(', ')
  const sql = `insert into ${table(TABLE)} (${columns}) values (?, ?, ?, ?, ?, ?) returning *`
  const values = [collection, name, query, owner, sharedWith, settings.clock.now().toISOString()]
  const { view } = await store.commit({ writes: [{ sql, values, as: 'view' }] })
  return viewOf(view!)
}

export async function removeView({ store }: Engine, id: number): Promise<void> {
  const { table, quote: q } = store.dialect
  await store.commit({ writes: [{ sql: `delete from ${table(TABLE)} where ${q('id')} = ?`, values: [id] }] })
}

/** Shared views stay for those who use them. */
export function forgottenWith({ engine, existing }: Operation): Statement {
  const { table, quote: q } = engine.store.dialect
  return {
    sql: `delete from ${table(TABLE)} where ${q('owner')} = ? and ${q('shared_with')} is null`,
    values: [String(existing.meta.id)],
  }
}
