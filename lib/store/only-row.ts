/** Rows that are always there, such as those of a count or of an insert. Tested by test/store/records.test.ts. */
import type { ReturnedRows, Row } from './contract.ts'

/** The row that a statement of a write set returned. */
export function returnedRow(rows: ReturnedRows, name: string): Row {
  const row = rows[name]
  if (!row) throw new Error(`The statement '${name}' returned no row`)
  return row
}

/** The row of a query that always has one. */
export function onlyRow(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row for a query that always has one')
  return row
}
