/** Rate limits on guessing, stored in the database so that all processes share them. An attempt is counted before its work begins.
 * Tested by test/features/sessions.test.ts.
 */

import { because } from '../../schema/reasons.ts'
import type { Engine } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { lessThan } from '../store/conditions.ts'
import { index } from '../store/index-spec.ts'
import { onlyRow } from '../store/only-row.ts'
import { ownTable } from '../store/records.ts'
import type { ShortTransaction } from '../store/storable.ts'
import { digest } from './tokens.ts'

const TABLE = '$attempts'
/** Old rows are deleted once per this many attempts, on average. */
const SWEEP = 64

export const attemptsTable = ownTable({
  name: TABLE,
  columns: [
    { name: 'key', kind: 'text' },
    { name: 'times', kind: 'text' },
    { name: 'until', kind: 'number' },
  ],
  indexes: [index(TABLE, ['key'], 'one row a limit', true), index(TABLE, ['until'], 'sweeping')],
})

export interface Limit {
  /** The thing that is limited, such as `login:<email>:<ip>`; stored as a digest. */
  key: string
  most: number
  /** In seconds. */
  window: number
}

export interface Reservation {
  /** The attempt was successful: it doesn't count, and the first limit is reset. */
  forgive(): Promise<void>
}

/** Counts one attempt against every limit, or refuses it without counting. */
export async function reserve(engine: Engine, message: string, limits: readonly [Limit, ...Limit[]]): Promise<Reservation> {
  const now = engine.settings.clock.now().getTime()
  const counters = limits.map((limit) => ({ ...limit, digest: digest(engine.settings.secret, 'attempt', limit.key) }))
  const ordered = [...counters].sort((a, b) => (a.digest < b.digest ? -1 : 1))
  await engine.store.atomically(async (connection) => {
    for (const { digest, most, window } of ordered) {
      const times = await locked(engine, connection, digest)
      const counted = times.filter((time) => time > now - window * 1000)
      // Undefined if there were fewer attempts than the limit allows.
      const oldest = counted.at(-most)
      if (oldest !== undefined) {
        const free = oldest + window * 1000
        const retryAfter = Math.max(1, Math.ceil((free - now) / 1000))
        throw new GalleyError('TOO_MANY', [because('too-many', { what: message, minutes: Math.ceil(retryAfter / 60) })], { retryAfter })
      }
      await keep(engine, connection, digest, [...counted, now], now + window * 1000)
    }
  })
  if (Math.random() < 1 / SWEEP) void sweep(engine, now)
  return {
    forgive: () =>
      engine.store.atomically(async (connection) => {
        for (const { key, digest } of ordered) {
          const times = await locked(engine, connection, digest)
          await keep(engine, connection, digest, key === limits[0].key ? [] : withoutOne(times, now))
        }
      }),
  }
}

const withoutOne = (times: readonly number[], time: number) => times.filter((_, index) => index !== times.lastIndexOf(time))

/** Forgets what was counted, because something new is to be guessed now. */
export async function forget({ store, settings }: Engine, keys: readonly string[]): Promise<void> {
  for (const key of keys) await store.change(attemptsTable.in(store).delete({ key: digest(settings.secret, 'attempt', key) }))
}

/** Counts one attempt if the limit allows it, and returns whether it did. */
export async function isAllowed(engine: Engine, limit: Limit): Promise<boolean> {
  try {
    await reserve(engine, 'the limit is reached', [limit])
    return true
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'TOO_MANY') return false
    throw error
  }
}

/** The recorded times of a limit; its row is locked until the transaction ends. */
async function locked({ store }: Engine, { run }: ShortTransaction, key: string): Promise<number[]> {
  const onConflict = { unique: ['key'], change: ['key'] } as const
  const rows = await run(attemptsTable.in(store).insert({ key, times: '[]', until: 0 }, { onConflict, returning: ['times'] }))
  return JSON.parse(onlyRow(rows)['times'])
}

async function keep({ store }: Engine, { run }: ShortTransaction, key: string, times: readonly number[], until?: number): Promise<void> {
  await run(attemptsTable.in(store).update({ key }, { times: JSON.stringify(times), ...(until !== undefined && { until }) }))
}

async function sweep({ store, settings }: Engine, now: number): Promise<void> {
  try {
    await store.change(attemptsTable.in(store).delete({ until: lessThan(now) }))
  } catch (error) {
    settings.log.warn('old attempts could not be swept', { error: (error as Error).message })
  }
}
