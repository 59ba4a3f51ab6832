/** The idempotency keys of the last day, each with the document created under it. */
import type { Engine } from '../../engine.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'

const TABLE = '$idempotency'
const HOURS = 24

export const idempotencyTable: TableSpec = {
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'caller', kind: 'text' },
    { name: 'key', kind: 'text' },
    { name: 'collection', kind: 'text', slugs: 'owner' },
    { name: 'request', kind: 'text' },
    { name: 'document', kind: 'id' },
    { name: 'created_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['caller', 'key'], 'a key creates one document for each caller', true),
    index(TABLE, ['created_at'], 'those that are too old'),
  ],
}

/** A request as it is stored. */
export interface Remembered {
  caller: string
  key: string
  collection: string
  /** A digest of the request's content. */
  request: string
}

/** The document that was created under a key. */
export async function find(
  engine: Engine,
  { caller, key }: Remembered,
): Promise<{ id: number; collection: string; request: string } | undefined> {
  const { table, quote: q, native } = engine.store.dialect
  const sql = `select ${['document', 'collection', 'request'].map(q).join(', ')} from ${table(TABLE)} where ${q('caller')} = ? and ${q('key')} = ? and ${q('created_at')} >= ?`
  const [row] = await engine.store.read(native(sql), [caller, key, oldest(engine)], true)
  return row && { id: row['document'], collection: row['collection'], request: row['request'] }
}

/** Statements that store the key for the document inserted in the same transaction, unless a concurrent request was faster. */
export function remember(
  engine: Engine,
  { caller, key, collection, request }: Remembered,
  inserted: string,
  otherwise: () => Error,
): Statement[] {
  const { table, quote: q } = engine.store.dialect
  const columns = ['caller', 'key', 'collection', 'request', 'document', 'created_at'].map(q).join(', ')
  return [
    {
      sql: `delete from ${table(TABLE)} where ${q('caller')} = ? and ${q('key')} = ? and ${q('created_at')} < ?`,
      values: [caller, key, oldest(engine)],
    },
    {
      sql: `insert into ${table(TABLE)} (${columns}) values (?, ?, ?, ?, ?, ?) on conflict (${q('caller')}, ${q('key')}) do nothing returning ${q('id')}`,
      values: [caller, key, collection, request, new Ref(inserted, 'id'), engine.settings.clock.now().toISOString()],
      expect: { rows: 1, otherwise },
    },
  ]
}

export async function forgetOld(engine: Engine): Promise<void> {
  const { table, quote: q } = engine.store.dialect
  await engine.store.commit({ writes: [{ sql: `delete from ${table(TABLE)} where ${q('created_at')} < ?`, values: [oldest(engine)] }] })
}

const oldest = ({ settings }: Engine): string => new Date(settings.clock.now().getTime() - HOURS * 3_600_000).toISOString()
