/** Rows that show something else than their columns say, such as the draft behind what is live. */
import { type Entity, wholeOf } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import { Pace } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import type { Documents } from '../store/documents.ts'
import { missingIn, unfolded } from '../store/snapshots.ts'
import type { Store } from '../store/store.ts'
import { isWithin } from './beside.ts'
import type { Stored } from './objects.ts'

export interface Overlay {
  /** Columns that tell. */
  columns: readonly string[]
  /** What the row shows instead, if it does. */
  of(row: Row): Stored | undefined
}

interface Parts {
  access: Access
  documents: Documents
  store: Store
}

/**
 * Content that stands beside a row may be out of the caller's reach while the row is not: then the row shows itself.
 * A preview link opens a draft to a visitor, but no field that the row hides.
 */
export async function overlaid(
  entity: Entity,
  rows: readonly Row[],
  overlay: Overlay,
  caller: Caller,
  parts: Parts,
): Promise<(Stored | undefined)[]> {
  const pace = new Pace()
  const found: (Stored | undefined)[] = []
  for (const row of rows) {
    found.push(overlay.of(row))
    const turn = pace.rest()
    if (turn) await turn
  }
  if (!found.some((one) => one?.aside)) return found
  const whole = wholeOf(entity)
  const rule = await parts.access.filter(entity, 'read', caller)
  const isReadable = ({ meta, aside }: Stored) =>
    isWithin({ entity: whole, id: meta!.id, doc: unfolded(whole, aside!), lacks: missingIn(whole, aside!) }, rule, parts)
  return Promise.all(
    found.map(async (one, index) => {
      if (!one?.aside) return one
      if (!(await isReadable(one))) return undefined
      return caller.actor.pass ? { ...one, behind: () => parts.documents.decode(entity, rows[index]!) } : one
    }),
  )
}
