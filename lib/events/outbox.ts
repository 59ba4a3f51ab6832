/** The outbox: messages are stored with the change that causes them, sent at once, retried, and finally marked as failed. */
import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { type Clock, wait } from '../clock.ts'
import type { Log } from '../log.ts'
import { Semaphore } from '../semaphore.ts'
import type { Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'
import { type DeliveryTally, workOff } from './backlog.ts'
import type { RowChoice } from './chosen-rows.ts'
import { OutboxRows, type OutboxSpec, type OutboxText } from './outbox-rows.ts'

/** Seconds after each failed attempt: two quick retries in this process, the rest with the scheduled jobs. */
const QUICK = [1, 5]
const LATER = [60, 300, 1800, 7200, 21_600, 43_200]
const TIMEOUT = 10
/** Milliseconds that running attempts get when the process stops. */
const LAST_MOMENT = 2000
const KEPT_FAILED = 30 * 24 * 3600
/** How many rows an admin's click sends immediately, and for how many milliseconds it begins attempts. */
const A_CLICK = 50
const A_CLICK_LASTS = 10_000
/** Concurrent attempts per receiver: a slow one delays only itself. */
const AT_ONCE = 8

/** Makes an attempt the last one; the row is kept as failed. */
export class GivenUp extends Error {}

/** The receiver refuses the message: the row is logged and removed. */
export class Refused extends GivenUp {}

export interface OutboxChannel extends OutboxSpec {
  /** One attempt; a rejection means failure. `signal` aborts when it takes too long. */
  attempt(row: Row, signal: AbortSignal): Promise<unknown>
  /** Facts for the log about a failed row. Never contents or secrets. */
  facts?(row: Row): object
}

export interface Queued {
  statement: Statement
  /** Call after the statement is committed, without waiting for it. */
  send(): Promise<void>
}

/** The outcome of a retry, or the error that it failed with. `sending`: another attempt is under way. */
export type Retried = 'sent' | 'sending' | Error

/** `queued`: left to the next jobs. `sending`: other attempts were under way. */
export interface RetryTally extends DeliveryTally {
  queued: number
  sending: number
}

type Claim = () => Promise<Row | undefined>

export class Outbox {
  readonly rows: OutboxRows
  readonly #channel: OutboxChannel
  readonly #clock: Clock
  readonly #log: Log
  readonly #semaphores = new Map<string, Semaphore>()
  readonly #sending = new Set<Promise<void>>()
  readonly #ended = new AbortController()
  #isStopping = false
  #stop: () => void = () => undefined
  readonly #stopped = new Promise<'stopped'>((resolve) => {
    this.#stop = () => resolve('stopped')
  })

  constructor(channel: OutboxChannel, { store, clock, log }: { store: Store; clock: Clock; log: Log }) {
    this.#channel = channel
    setMaxListeners(0, this.#ended.signal)
    this.#clock = clock
    this.#log = log
    this.rows = new OutboxRows(channel, store, clock)
  }

  queue(values: Record<string, OutboxText>): Queued {
    const key = randomUUID()
    return {
      statement: this.rows.insert(key, values),
      send: () => this.#track(this.#quickly(this.#receiver(values), () => this.rows.claimNew(key))),
    }
  }

  /** Waits for messages being sent, for processes that end before they could send them later. */
  async flush(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  /** Ends running attempts; failures are left to the scheduled jobs of the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#stop()
    const timer = setTimeout(() => this.#ended.abort(), LAST_MOMENT)
    await this.flush()
    clearTimeout(timer)
  }

  /** Tries the due rows. */
  run(): Promise<DeliveryTally> {
    const running = this.#run()
    void this.#track(running.then(() => undefined))
    return running
  }

  async #run(): Promise<DeliveryTally> {
    const tally = await workOff({
      rows: this.rows,
      send: async (key, receiver = '') => {
        const tried = await this.#once(receiver, () => this.rows.claimDue(key))
        if (!tried) return 'taken'
        return tried.failure ? (tried.failure instanceof Refused ? 'refused' : 'failed') : 'sent'
      },
      isStopping: () => this.#isStopping,
    })
    await this.rows.forget(KEPT_FAILED)
    return tally
  }

  /** Tries a row now. */
  retry(id: number): Promise<Retried> {
    return this.#retry(id, () => this.rows.claimById(id))
  }

  async #retry(id: number, claim: Claim): Promise<Retried> {
    const row = await this.rows.find(id)
    const tried = row && (await this.#once(this.#receiver(row), claim))
    if (tried) return tried.failure ?? 'sent'
    return (await this.rows.find(id)) ? 'sending' : 'sent'
  }

  /** Retries the rows of a choice: some now, in order within each stream, the rest with the next jobs. */
  async retryMany(choice: RowChoice): Promise<RetryTally> {
    const { chosen } = this.rows
    const first = await chosen.oldest(choice, A_CLICK)
    const others = await chosen.sending(
      choice,
      first.map(({ id }) => id),
    )
    const until = performance.now() + A_CLICK_LASTS
    const outcomes = (await Promise.all(byStream(first).map((ids) => this.#inOrder(ids, until)))).flat()
    const late = outcomes.filter(({ outcome }) => outcome === 'late').map(({ id }) => id)
    const number = (is: (outcome: Retried | 'late') => boolean) => outcomes.filter(({ outcome }) => is(outcome)).length
    return {
      sent: number((outcome) => outcome === 'sent'),
      failed: number((outcome) => outcome instanceof Error),
      queued:
        (late.length === 0 ? 0 : await chosen.makeDue({ ids: late })) +
        (first.length < A_CLICK ? 0 : await chosen.makeDue(choice, first.at(-1)?.['id'])),
      sending: others + number((outcome) => outcome === 'sending'),
    }
  }

  /** A receiver that hangs must not make anybody wait for all attempts, so none begins after a moment. */
  async #inOrder(ids: readonly number[], until: number): Promise<{ id: number; outcome: Retried | 'late' }[]> {
    const outcomes: { id: number; outcome: Retried | 'late' }[] = []
    for (const id of ids) {
      let isLate = false
      const outcome = await this.#retry(id, async () => {
        isLate = performance.now() >= until
        return isLate ? undefined : this.rows.claimById(id)
      })
      outcomes.push({ id, outcome: isLate && outcome === 'sending' ? 'late' : outcome })
    }
    return outcomes
  }

  /** One attempt, for a row whose quick retries are over or were missed; undefined if it can't be claimed. */
  async #once(receiver: string, claim: Claim): Promise<{ failure: Error | undefined } | undefined> {
    return this.#semaphoreOf(receiver).take(async () => {
      const row = await claim()
      if (!row) return undefined
      row['attempts'] = Math.max(row['attempts'], QUICK.length)
      const failure = await this.#attempt(row)
      if (failure) await this.#later(row, failure)
      this.#nextOf(row)
      return { failure }
    })
  }

  /** The first attempt and the quick retries, under one lease. */
  async #quickly(receiver: string, claim: Claim): Promise<void> {
    const semaphore = this.#semaphoreOf(receiver)
    let row: Row | undefined
    let failure: Error | undefined
    for (const pause of [...QUICK, undefined]) {
      failure = await semaphore.take(async () => {
        if (this.#isStopping) return failure
        row ??= await claim()
        return row && this.#attempt(row)
      })
      if (!row || !failure || failure instanceof GivenUp) break
      if (pause === undefined || (await Promise.race([wait(this.#clock, pause * 1000), this.#stopped])) === 'stopped') break
    }
    if (!row) return
    if (failure) await this.#later(row, failure)
    this.#nextOf(row)
  }

  /** After a row, try the next of its stream: the process that wrote it may have found it blocked and moved on. */
  #nextOf(row: Row): void {
    const { stream } = row
    if (stream === undefined || stream === null || this.#isStopping) return
    void this.#track(this.#quickly(this.#receiver(row), () => this.rows.claimNext(stream)))
  }

  async #attempt(row: Row): Promise<Error | undefined> {
    row['attempts']++
    try {
      await inTime(this.#clock, this.#ended.signal, (signal) => this.#channel.attempt(row, signal))
    } catch (error) {
      return error as Error
    }
    await this.rows.done(row)
    return undefined
  }

  /** A failed row that an admin retries is kept, whatever the receiver answers. */
  async #later(row: Row, failure: Error): Promise<void> {
    const error = failure.message.slice(0, 500)
    const facts = { queue: this.rows.table, ...this.#channel.facts?.(row), attempts: row['attempts'], error }
    if (failure instanceof Refused && row['state'] === 'pending') {
      await this.rows.done(row)
      return this.#log.warn('the receiver refused a delivery, which was removed', facts)
    }
    const pause = failure instanceof GivenUp ? undefined : LATER[Math.max(0, row['attempts'] - QUICK.length - 1)]
    await this.rows.putOff(row, error, pause)
    this.#log.warn(pause === undefined ? 'giving up on a delivery' : 'a delivery failed and will be retried', facts)
  }

  #receiver(values: Row): string {
    const { receiver } = this.#channel
    return receiver === undefined ? '' : values[receiver]
  }

  #semaphoreOf(receiver: string): Semaphore {
    let semaphore = this.#semaphores.get(receiver)
    if (!semaphore) {
      semaphore = new Semaphore(AT_ONCE)
      this.#semaphores.set(receiver, semaphore)
    }
    return semaphore
  }

  async #track(sending: Promise<void>): Promise<void> {
    const quiet = sending.catch((error: Error) => this.#log.error('a delivery could not be sent', { error: error.message }))
    this.#sending.add(quiet)
    await quiet
    this.#sending.delete(quiet)
  }
}

/** The ids of each stream; a row without one is alone. */
function byStream(rows: readonly Row[]): number[][] {
  const streams = new Map<unknown, number[]>()
  for (const { id, stream } of rows) streams.set(stream ?? id, [...(streams.get(stream ?? id) ?? []), id])
  return [...streams.values()]
}

async function inTime(clock: Clock, stopping: AbortSignal, work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const [ended, late] = [new AbortController(), new AbortController()]
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => {
      late.abort()
      reject(new Error('the process was stopped'))
    }
    stopping.addEventListener('abort', stop, { once: true, signal: ended.signal })
  })
  const expired = wait(clock, TIMEOUT * 1000, ended.signal).then(
    () => {
      late.abort()
      throw new Error(`no answer within ${TIMEOUT} s`)
    },
    () => undefined,
  )
  try {
    await Promise.race([work(late.signal), expired, stopped])
  } finally {
    ended.abort()
  }
}
