/** Positions are numbers with gaps between them; when a gap is used up, all are spread out again. Tested by test/features/trash-and-order.test.ts. */

import type { Entity } from '../../../schema/model.ts'
import type { Engine } from '../../engine.ts'
import { greaterThan, highest, isNot, lessThan, lowest } from '../../store/conditions.ts'
import { onlyRow } from '../../store/only-row.ts'
import { Rows } from '../../store/records.ts'
import type { ShortTransaction } from '../../store/storable.ts'

export const POSITION = '$position'

/** The gap between consecutive documents. */
const STEP = 1024
/** Smaller gaps are not split further. */
const LEAST = 1e-6

export async function lastPosition({ store }: Engine, { slug }: Entity): Promise<number> {
  const row = await new Rows(slug, store).totals({}, { columns: { last: highest(POSITION) } })
  return Number(row['last'] ?? 0) + STEP
}

/** The position before or after a document, computed without the moved one; undefined if that document doesn't exist. */
export function positionBeside(
  engine: Engine,
  { slug }: Entity,
  side: 'before' | 'after',
  beside: number,
  moved: number,
): Promise<number | undefined> {
  const rows = new Rows(slug, engine.store)
  return engine.store.atomically(async (transaction) => {
    const found = await between(rows, side, beside, moved, transaction)
    if (found === undefined || found.room >= LEAST) return found?.position
    // Documents from before the collection was orderable all have position 0; the newest come first, as in lists.
    await transaction.run(rows.renumber(POSITION, STEP))
    // It may have been deleted in the meantime.
    return (await between(rows, side, beside, moved, transaction))?.position
  })
}

async function between(rows: Rows<string>, side: 'before' | 'after', beside: number, moved: number, { run }: ShortTransaction) {
  const [there] = await run(rows.select({ id: beside }, { columns: [POSITION] }))
  if (!there) return undefined
  const at = there[POSITION] as number
  const [twin] = await run(rows.select([{ [POSITION]: at, id: isNot(beside) }, { id: isNot(moved) }], { columns: ['id'], limit: 1 }))
  if (twin) return { position: 0, room: 0 }
  const [edge, beyond] = side === 'before' ? [highest, lessThan] : [lowest, greaterThan]
  const next = onlyRow(await run(rows.select({ [POSITION]: beyond(at), id: isNot(moved) }, { columns: { at: edge(POSITION) } })))
  const far = next['at'] ?? at + (side === 'before' ? -2 * STEP : 2 * STEP)
  return { position: (at + far) / 2, room: Math.abs(at - far) / 2 }
}
