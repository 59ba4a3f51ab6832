/** The table of the migration files that a database has applied. Tested by test/cli/migrations.test.ts. */
import type { Ask, Connection, Dialect } from '../store/contract.ts'
import { insertInto } from '../store/whole-tables.ts'
import type { Applied, MigrationFile } from './changes.ts'
import { forgetCode } from './code-memory.ts'
import { madeFiles } from './covered.ts'

/** Their hashes by name. */
export async function recordedFiles(ask: Ask, { table, quote }: Dialect): Promise<Map<string, string>> {
  const rows = await ask(`select ${quote('name')} as "name", ${quote('hash')} as "hash" from ${table('$migrations')}`, [])
  return new Map(rows.map((row) => [row['name'], row['hash']]))
}

export async function recordFiles(files: readonly MigrationFile[], at: string, connection: Connection, dialect: Dialect): Promise<void> {
  const rows = files.map(({ name, hash }) => ({ name, hash, at }))
  await insertInto('$migrations', rows, connection, dialect)
  await forgetCode(
    files.flatMap(({ withoutCode }) => withoutCode),
    connection,
    dialect,
  )
}

/** Records those whose changes development has made already, so that they are not made twice. Returns them. */
export async function recordMade(
  files: readonly MigrationFile[],
  at: string,
  applied: Applied,
  connection: Connection,
  dialect: Dialect,
): Promise<readonly MigrationFile[]> {
  const recorded = await recordedFiles((sql, values) => connection.all(sql, values), dialect)
  const first = files.findLastIndex(({ name }) => recorded.has(name)) + 1
  const made = madeFiles(applied, files.slice(first), files[first - 1])
  await recordFiles(made, at, connection, dialect)
  return made
}
