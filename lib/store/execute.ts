/** Runs statements inside a transaction, one by one. Tested by test/store/store.test.ts. */
import type { Connection, Dialect, ReturnedRows, Row } from './contract.ts'
import { Ref, type Statement, sqlOf, statementsOf, type Writing } from './write-set.ts'

/** Runs one statement; throws if it concerns another number of rows than expected. */
export async function runOn(connection: Connection, dialect: Dialect, statement: Statement): Promise<Row[]> {
  const { values, expect } = statement
  const rows = await connection.all(dialect.native(sqlOf(statement)), values)
  if (expect && rows.length !== expect.rows) throw expect.otherwise()
  return rows
}

export async function execute(set: Writing, connection: Connection, dialect: Dialect): Promise<ReturnedRows> {
  const written: ReturnedRows = {}
  for (const statement of statementsOf(set)) {
    // biome-ignore lint/style/noNonNullAssertion: a reference always follows the statement that it refers to
    const values = statement.values.map((value) => (value instanceof Ref ? written[value.of]![value.column] : value))
    const rows = await runOn(connection, dialect, { ...statement, values })
    if (statement.as) written[statement.as] = rows[0] ?? {}
  }
  return written
}
