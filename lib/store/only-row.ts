/** The row of a query that always has one, such as a count or an insert that returns what it wrote. Tested by test/store/records.test.ts. */
import type { Row } from './contract.ts'

export function onlyRow(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The database returned no row for a query that always has one')
  return row
}
