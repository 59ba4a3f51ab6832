/** Runs the statements of a write set one by one, inside a transaction. */
import type { Connection, Dialect, Written } from './contract.ts'
import { Ref, statementsOf, type Writing } from './write-set.ts'

export async function execute(set: Writing, connection: Connection, dialect: Dialect): Promise<Written> {
  const written: Written = {}
  for (const statement of statementsOf(set)) {
    const values = statement.values.map((value) => (value instanceof Ref ? written[value.of]![value.column] : value))
    const rows = await connection.all(dialect.native(statement.sql), values)
    if (statement.expect && rows.length !== statement.expect.rows) throw statement.expect.otherwise()
    if (statement.as) written[statement.as] = rows[0] ?? {}
  }
  return written
}
