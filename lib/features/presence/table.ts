/** One row per user and document. It expires when the user is no longer heard of, so leaving needs no request. */
import type { Engine } from '../../engine.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'

const TABLE = '$presence'
/** Seconds; the admin polls every fifteen. */
const HOLDS = 45

export const presenceTable: TableSpec = {
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'entity', kind: 'text', slugs: { words: [0], owner: true } },
    { name: 'document', kind: 'id' },
    { name: 'account', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'since', kind: 'text' },
    { name: 'seen_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['entity', 'document', 'account'], 'one row for each person at each document', true),
    index(TABLE, ['seen_at'], 'those who left without a word'),
  ],
}

interface Place {
  entity: string
  /** `0` for a global. */
  document: number
  account: string
}

export interface Present {
  account: string
  /** Empty if the account has none. */
  name: string
  since: string
}

/** Announces a user, and returns the others. */
export async function stay({ store, settings }: Engine, { entity, document, account, name }: Place & { name: string }): Promise<Present[]> {
  const { table, quote: q, native } = store.dialect
  const now = settings.clock.now()
  const [at, gone] = [now.toISOString(), new Date(now.getTime() - HOLDS * 1000).toISOString()]
  const columns = ['entity', 'document', 'account', 'name', 'since', 'seen_at'].map(q).join(', ')
  const others = `select ${q('account')}, ${q('name')}, ${q('since')} from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ? and ${q('account')} <> ? order by ${q('since')}`
  return store.atomically(async (connection) => {
    await connection.all(native(`delete from ${table(TABLE)} where ${q('seen_at')} < ?`), [gone])
    await connection.all(
      native(
        `insert into ${table(TABLE)} (${columns}) values (?, ?, ?, ?, ?, ?) on conflict (${q('entity')}, ${q('document')}, ${q('account')}) do update set ${q('seen_at')} = excluded.${q('seen_at')}, ${q('name')} = excluded.${q('name')}`,
      ),
      [entity, document, account, name, at, at],
    )
    const rows = await connection.all(native(others), [entity, document, account])
    return rows.map((row) => ({ account: row['account'], name: row['name'], since: row['since'] }))
  })
}

export async function leave({ store }: Engine, { entity, document, account }: Place): Promise<void> {
  const { table, quote: q } = store.dialect
  const sql = `delete from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ? and ${q('account')} = ?`
  await store.commit({ writes: [{ sql, values: [entity, document, account] }] })
}
