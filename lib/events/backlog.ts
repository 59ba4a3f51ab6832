/** Processes due rows: to each receiver as fast as it accepts them, in order within each stream, up to a time limit per run. */
import type { OutboxRows } from './outbox-rows.ts'

const A_BATCH = 50
/** Milliseconds. The next run, a minute after this one started, continues. */
const A_RUN = 30_000

export interface DeliveryTally {
  sent: number
  failed: number
}

/** The outcome of a row; `taken` means that another process is handling it. */
export type DeliveryOutcome = 'sent' | 'refused' | 'failed' | 'taken'

export interface Backlog {
  rows: OutboxRows
  /** Claims a row and tries it once. */
  send(key: string, receiver: string | undefined): Promise<DeliveryOutcome>
  isStopping(): boolean
}

export async function workOff(backlog: Backlog): Promise<DeliveryTally> {
  const until = performance.now() + A_RUN
  const isOver = () => backlog.isStopping() || performance.now() >= until
  const tally = { sent: 0, failed: 0 }
  const receivers = await backlog.rows.receivers()
  await Promise.all(receivers.map((receiver) => toOne(receiver, backlog, isOver, tally)))
  return tally
}

/** Stops for a failing receiver after one batch. Up to half of a batch may fail, since a single document may be what it can't handle. */
async function toOne(receiver: string | undefined, backlog: Backlog, isOver: () => boolean, tally: DeliveryTally): Promise<void> {
  for (;;) {
    const streams = await backlog.rows.due(A_BATCH, receiver)
    const outcomes = (await Promise.all(streams.map((keys) => inOrder(keys, receiver, backlog, isOver)))).flat()
    const count = (which: DeliveryOutcome) => outcomes.filter((one) => one === which).length
    tally.sent += count('sent')
    tally.failed += count('failed') + count('refused')
    const taken = count('sent') + count('refused')
    if (taken === 0 || taken < count('failed') || isOver()) return
  }
}

async function inOrder(keys: readonly string[], receiver: string | undefined, { send }: Backlog, isOver: () => boolean) {
  const outcomes: DeliveryOutcome[] = []
  for (const key of keys) {
    if (isOver()) break
    const outcome = await send(key, receiver)
    outcomes.push(outcome)
    // Another process is handling this row, or the one before it, and continues with the stream.
    if (outcome === 'taken') break
  }
  return outcomes
}
