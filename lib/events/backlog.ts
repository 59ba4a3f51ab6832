/** Works off what is due: to each receiver as fast as it takes it, of each stream in order, and no longer than a run may last. */
import type { OutboxRows } from './outbox-rows.ts'

const A_BATCH = 50
/** Milliseconds. The next run, a minute after this one began, takes the rest. */
const A_RUN = 30_000

export interface Tally {
  sent: number
  failed: number
}

/** What became of a row: sent, refused, failed, or in the hands of another process. */
export type Outcome = 'sent' | 'refused' | 'failed' | 'taken'

export interface Backlog {
  rows: OutboxRows
  /** Claims a row and tries it once. */
  send(key: string, receiver: string | undefined): Promise<Outcome>
  isStopping(): boolean
}

export async function workOff(backlog: Backlog): Promise<Tally> {
  const until = performance.now() + A_RUN
  const isOver = () => backlog.isStopping() || performance.now() >= until
  const tally = { sent: 0, failed: 0 }
  const receivers = await backlog.rows.receivers()
  await Promise.all(receivers.map((receiver) => toOne(receiver, backlog, isOver, tally)))
  return tally
}

/** A receiver that is out of order gets one batch a run: half of them may fail, since one document can be what it chokes on. */
async function toOne(receiver: string | undefined, backlog: Backlog, isOver: () => boolean, tally: Tally): Promise<void> {
  for (;;) {
    const streams = await backlog.rows.due(A_BATCH, receiver)
    const outcomes = (await Promise.all(streams.map((keys) => inOrder(keys, receiver, backlog, isOver)))).flat()
    const count = (which: Outcome) => outcomes.filter((one) => one === which).length
    tally.sent += count('sent')
    tally.failed += count('failed') + count('refused')
    const taken = count('sent') + count('refused')
    if (taken === 0 || taken < count('failed') || isOver()) return
  }
}

async function inOrder(keys: readonly string[], receiver: string | undefined, { send }: Backlog, isOver: () => boolean) {
  const outcomes: Outcome[] = []
  for (const key of keys) {
    if (isOver()) break
    const outcome = await send(key, receiver)
    outcomes.push(outcome)
    // Another process has this one, or the one before it, and goes on with the stream.
    if (outcome === 'taken') break
  }
  return outcomes
}
