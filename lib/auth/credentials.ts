/** Stores password hashes in a separate table, so that no document, hook or event ever contains one. */
import { Attached } from '../attached.ts'
import type { Engine, Operation } from '../engine.ts'
import { index, type TableSpec } from '../store/tables.ts'
import type { Ref, Statement } from '../store/write-set.ts'

const TABLE = '$credentials'

export const credentialsTable: TableSpec = {
  name: TABLE,
  columns: [
    { name: 'user', kind: 'id' },
    { name: 'hash', kind: 'text' },
    { name: 'changed_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['user'], 'one password a user', true)],
}

/** The hash of a new password in an operation. Only features of that operation see it. */
const brought = new Attached<Operation, string>()

export const bringPassword = (operation: Operation, hash: string): void => brought.set(operation, hash)
export const broughtPassword = (operation: Operation): string | undefined => brought.get(operation)

export function writeHash({ store, settings }: Engine, user: number | Ref, hash: string): Statement {
  const { table, quote: q } = store.dialect
  return {
    sql: `insert into ${table(TABLE)} (${q('user')}, ${q('hash')}, ${q('changed_at')}) values (?, ?, ?) on conflict (${q('user')}) do update set ${q('hash')} = excluded.${q('hash')}, ${q('changed_at')} = excluded.${q('changed_at')}`,
    values: [user, hash, settings.clock.now().toISOString()],
  }
}

export function removeHash({ store }: Engine, user: number): Statement {
  const { table, quote: q } = store.dialect
  return { sql: `delete from ${table(TABLE)} where ${q('user')} = ?`, values: [user] }
}

export async function hashOf({ store }: Engine, user: number): Promise<string | undefined> {
  const { table, quote: q, native } = store.dialect
  const [row] = await store.read(native(`select ${q('hash')} from ${table(TABLE)} where ${q('user')} = ?`), [user], true)
  return row?.['hash']
}
