/** Entries as CSV for spreadsheets, streamed row by row. */
import { Readable } from 'node:stream'
import { Pace } from '../../pace.ts'
import type { Row } from '../../store/contract.ts'

const COLUMNS: Record<string, (row: Row) => unknown> = {
  at: (row) => row['at'],
  action: (row) => row['action'],
  target: (row) => row['target'],
  doc: (row) => row['doc'],
  title: (row) => row['title'],
  actor: (row) => row['actor_email'] ?? row['actor_key'] ?? row['actor_id'],
  via: (row) => row['via'],
  ip: (row) => row['ip'],
  changes: (row) => row['changes'],
  detail: (row) => row['detail'],
}

export function csvOf(rows: AsyncIterable<Row>): Readable {
  async function* lines() {
    yield line(Object.keys(COLUMNS))
    const pace = new Pace()
    for await (const row of rows) {
      await pace.rest()
      yield line(Object.values(COLUMNS).map((value) => value(row)))
    }
  }
  return Readable.from(lines())
}

const line = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

/** Turns cells that a spreadsheet would evaluate as a formula into text. */
function cell(value: unknown): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
