/** When jobs last ran in any process: detects a dead cron and a clock that jumped. */

import type { Engine } from '../../engine.ts'
import type { ShortTransaction } from '../../store/storable.ts'
import { roundsTable } from './table.ts'

const ALL = 'jobs'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A shorter break is normal: a cron may run once a day. */
const BREAK = 2 * DAY
/** A clock may be set back by this much without having been wrong. */
const SET_BACK = 5 * MINUTE
/** Jobs are meant to run every minute. */
const OVERDUE = HOUR

export interface ClockReading {
  last: Date
  /** Set when the clock jumps ahead by more than two days, until a day has passed without another jump. */
  doubtedSince: Date | undefined
}

/**
 * The time that retention may rely on. A jump ahead by more than two days is either a break or a wrong clock. Then only what was due before
 * the jump is deleted, until jobs have run for a whole day of the new time. A clock that is set back is trusted at once.
 */
export function dueRound(before: ClockReading | undefined, now: Date): { reading: ClockReading; time: Date | undefined } {
  const passed = before ? now.getTime() - before.last.getTime() : 0
  if (!before || passed < -SET_BACK) return { reading: { last: now, doubtedSince: undefined }, time: now }
  const { doubtedSince } = before
  if (passed > BREAK) return { reading: { last: now, doubtedSince: now }, time: doubtedSince ? undefined : before.last }
  const last = passed < 0 ? before.last : now
  if (!doubtedSince) return { reading: { last, doubtedSince }, time: now }
  const isOver = now.getTime() - doubtedSince.getTime() >= DAY
  return { reading: { last, doubtedSince: isOver ? undefined : doubtedSince }, time: isOver ? now : undefined }
}

export async function noteRound(engine: Engine): Promise<Date | undefined> {
  const { store, settings } = engine
  return store.atomically(async (connection) => {
    const { reading, time } = dueRound(await read(engine, connection), settings.clock.now())
    await write(engine, connection, reading)
    return time
  })
}

/** A database without any rounds counts from its first start. */
export async function beginRounds(engine: Engine): Promise<void> {
  await engine.store.atomically(async (connection) => {
    if (!(await read(engine, connection))) await write(engine, connection, { last: engine.settings.clock.now(), doubtedSince: undefined })
  })
}

/** The time since which no jobs have run, if that is too long ago. */
export async function overdue(engine: Engine): Promise<string | undefined> {
  const reading = await engine.store.atomically((connection) => read(engine, connection))
  if (!reading || engine.settings.clock.now().getTime() - reading.last.getTime() <= OVERDUE) return undefined
  return reading.last.toISOString()
}

async function read({ store }: Engine, { run }: ShortTransaction): Promise<ClockReading | undefined> {
  const [row] = await run(roundsTable.in(store).select({ name: ALL }))
  return row && { last: new Date(row['last']), doubtedSince: row['doubted_since'] ? new Date(row['doubted_since']) : undefined }
}

async function write({ store }: Engine, { run }: ShortTransaction, { last, doubtedSince }: ClockReading): Promise<void> {
  const row = { name: ALL, last: last.toISOString(), doubted_since: doubtedSince?.toISOString() ?? null }
  await run(roundsTable.in(store).insert(row, { onConflict: { unique: ['name'], change: ['last', 'doubted_since'] } }))
}
