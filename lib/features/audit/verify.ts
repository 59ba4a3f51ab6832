/** Walks the chain from its anchor to its head: finds entries that were edited, inserted, moved, deleted or cut off. */

import type { Engine } from '../../engine.ts'
import type { AuditVerified } from '../../local/types.ts'
import { Pace } from '../../pace.ts'
import { atMost, greaterThan, highest, isRepeated } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { type Chain, chainOf, type End, linkOf, partsOf, signedPlaceOf } from './chain.ts'
import { isMarked } from './entry.ts'
import { endsTable, entriesTable } from './table.ts'

const A_PAGE = 500

export interface Head {
  seq: number
  signature: string
}

/** `known` is a head that was recorded elsewhere: it must still be part of the chain. */
export async function verifyChain(engine: Engine, known?: Head): Promise<AuditVerified & { head: Head }> {
  const chain = chainOf(engine)
  await chain.seal()
  const { secret, clock } = engine.settings
  // Read first, because entries signed during the check raise it further.
  const { highestSeq } = chain
  const [anchor, head] = [await chain.end('anchor'), await chain.end('head')]
  const invalid = new Set<number>()
  let [checked, gaps, expected] = [0, 0, anchor.seq + 1]
  let before: string | undefined = anchor.signature
  let isHead = head.seq === anchor.seq
  let isKnown = known === undefined || (known.seq === anchor.seq && known.signature === anchor.signature) || known.seq < anchor.seq
  const pace = new Pace()
  for await (const row of chained(engine, anchor.seq)) {
    await pace.rest()
    checked++
    const seq = Number(row['seq'])
    if (seq > expected) {
      gaps += seq - expected
      before = undefined
    }
    const [place, link] = partsOf(row)
    const isPlaced = seq >= expected && place === signedPlaceOf(secret, row) && isMarked(secret, row)
    const isLinked: boolean = before === undefined || link === linkOf(secret, before, place)
    if (!isPlaced || !isLinked) invalid.add(row['id'])
    before = isPlaced ? link : undefined
    expected = Math.max(expected, seq + 1)
    isHead ||= seq === head.seq && link === head.signature
    isKnown ||= known?.seq === seq && known.signature === link
  }
  for (const id of await strangers(engine, anchor.seq)) invalid.add(id)
  const isWhole = checked === 0 && head.seq === 0 && anchor.seq === 0
  const areEndsSound = (head.isSealed || isWhole) && (anchor.isSealed || anchor.seq === 0)
  const truncated = !areEndsSound || expected <= head.seq || head.seq < highestSeq || !isHead || !isKnown
  const found = { checked, invalid: [...invalid].sort((a, b) => a - b), gaps, truncated, at: clock.now().toISOString() }
  if (!isIntact(found) && (await hasMoved(chain, anchor, head))) return verifyChain(engine, known)
  await remember(engine, found)
  return { ...found, head }
}

/** Whether retention deleted entries while they were being read, or the first ones were signed. */
async function hasMoved(chain: Chain, anchor: End, head: End): Promise<boolean> {
  if ((await chain.end('anchor')).seq > anchor.seq) return true
  return head.seq === 0 && !head.isSealed && (await chain.end('head')).isSealed
}

export const isIntact = ({ invalid, gaps, truncated }: AuditVerified): boolean => invalid.length === 0 && gaps === 0 && !truncated

async function* chained({ store }: Engine, after: number): AsyncGenerator<Row> {
  const entries = entriesTable.in(store)
  for (let last = after; ; ) {
    const rows = await entries.find({ seq: greaterThan(last) }, { sort: ['seq', 'id'], limit: A_PAGE })
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < A_PAGE) return
    last = Number(end['seq'])
  }
}

/** Entries without our mark, entries before the anchor, and copies of others. */
async function strangers({ store, settings }: Engine, anchor: number): Promise<number[]> {
  const entries = entriesTable.in(store)
  const unsigned = await entries.findLong({ seq: null })
  const early = await entries.findLong({ seq: atMost(anchor) }, { columns: ['id'] })
  const copies = await entries.findLong({}, { columns: { id: highest('id') }, groupBy: ['key'], having: isRepeated })
  return [...unsigned.filter((row) => !isMarked(settings.secret, row)), ...early, ...copies].map((row) => row['id'])
}

/** For the status page. */
async function remember({ store }: Engine, found: AuditVerified): Promise<void> {
  const end = { name: 'verified', at: found.at, detail: JSON.stringify(found) }
  await store.change(endsTable.in(store).insert(end, { onConflict: { unique: ['name'], change: ['at', 'detail'] } }))
}

export async function lastVerified({ store }: Engine): Promise<AuditVerified | undefined> {
  const row = await endsTable.in(store).first({ name: 'verified' }, { columns: ['detail'], fromReplica: true })
  return row && JSON.parse(row['detail'])
}
