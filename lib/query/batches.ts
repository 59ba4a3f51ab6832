/** Reads rows by many ids in batches, so that a batch can be counted before more large rows are in memory. Tested by test/http/stalls.test.ts. */
import type { Row } from '../store/contract.ts'

const FIRST = 100
const LARGEST = 2_000
/** The target size of a batch in characters, based on the average row of the batch before. */
const CHARACTERS = 4_000_000

export async function* batches(ids: readonly number[], read: (ids: readonly number[]) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let size = FIRST
  for (let at = 0; at < ids.length; ) {
    const batch = ids.slice(at, at + size)
    const rows = await read(batch)
    at += batch.length
    if (at < ids.length) size = Math.max(FIRST, Math.min(LARGEST, Math.floor(CHARACTERS / averageOf(rows))))
    yield rows
  }
}

const averageOf = (rows: readonly Row[]) => Math.max(1, rows.reduce((sum, row) => sum + charactersIn(row), 0) / Math.max(1, rows.length))

export function charactersIn(row: Row): number {
  let characters = 0
  for (const name in row) if (typeof row[name] === 'string') characters += row[name].length
  return characters
}
