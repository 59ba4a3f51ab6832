/** Changes any number of an outbox's rows in many short statements, so that others can write in between. Tested by test/http/many-deliveries.test.ts. */
import { among, bytes, type RowFilter } from '../store/conditions.ts'
import type { Rows } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'

/** The column with the message, which may be as long as a document. */
export const BODY = 'body'

/** Limits of one statement: a number of rows and their total size, but at least one row. Large rows are slow to change. */
const A_BATCH = 200
const MOST_BYTES = 2_000_000

/** A change that rows no longer meet the condition after, and that returns those it changed. */
type Change = (where: RowFilter<string>) => Statement

/** Oldest first: a failed row's `next_at` is the time of its failure. `most`: others may make more rows meet the condition in the meantime. */
export async function changeInBatches(
  { rows, store }: { rows: Rows<string>; store: Store },
  where: RowFilter<string>,
  change: Change,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  let changed = 0
  for (let left = most; left > 0; ) {
    const ids = await nextIds(rows, where, Math.min(A_BATCH, left))
    if (ids.length === 0) break
    changed += (await store.change(change([{ id: among('id', ids) }, where]))).length
    left -= ids.length
  }
  return changed
}

async function nextIds(rows: Rows<string>, where: RowFilter<string>, limit: number): Promise<number[]> {
  const found = await rows.find(where, { columns: { id: 'id', bytes: bytes(BODY) }, sort: ['next_at'], limit })
  let size = 0
  const end = found.findIndex((row) => {
    size += row['bytes']
    return size > MOST_BYTES
  })
  return found.slice(0, end < 0 ? found.length : Math.max(1, end)).map((row) => row['id'])
}
