/** The outbox: what must leave the house is a row first, written with the change it tells of. Sent at once, tried again, given up at last. */
import { randomUUID } from 'node:crypto'
import { type Clock, wait } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import { type ColumnSpec, IDENTITY, index, type TableSpec } from '../store/tables.ts'
import type { Statement } from '../store/write-set.ts'

/** Seconds after each failed attempt: two quick ones in this process, the rest with the scheduled jobs. */
const QUICK = [1, 5]
const LATER = [60, 300, 1800, 7200, 21_600, 43_200]
const TIMEOUT = 10
/** A process that stopped in the middle is taken over after this. */
const ABANDONED = 300
const KEPT_FAILED = 30 * 24 * 3600
const A_RUN = 50

/** Makes an attempt the last one. */
export class GivenUp extends Error {}

export interface Lane {
  table: string
  /** Columns of its own; their values are text. */
  columns: readonly string[]
  /** One attempt; a rejection is a failure. */
  attempt(row: Row): Promise<unknown>
}

export interface Queued {
  statement: Statement
  /** Once that is committed. Nobody needs to wait for it. */
  send(): Promise<void>
}

export interface Tally {
  sent: number
  failed: number
}

export function outboxTable(table: string, columns: readonly string[]): TableSpec {
  const text = (name: string): ColumnSpec => ({ name, kind: 'text' })
  return {
    name: table,
    columns: [
      IDENTITY,
      text('key'),
      text('state'),
      { name: 'attempts', kind: 'number' },
      text('error'),
      text('created_at'),
      text('updated_at'),
      text('next_at'),
      text('lease'),
      ...columns.map(text),
    ],
    indexes: [index(table, ['key'], 'one delivery', true), index(table, ['state', 'next_at'], 'what is due')],
  }
}

export class Outbox {
  readonly #lane: Lane
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Log
  readonly #sending = new Set<Promise<void>>()
  #stop: () => void = () => undefined
  readonly #stopped = new Promise<'stopped'>((resolve) => {
    this.#stop = () => resolve('stopped')
  })

  constructor(lane: Lane, { store, clock, log }: { store: Store; clock: Clock; log: Log }) {
    this.#lane = lane
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  queue(values: Record<string, string>): Queued {
    const key = randomUUID()
    const now = this.#at(0)
    const row: Record<string, unknown> = {
      key,
      state: 'pending',
      attempts: 0,
      created_at: now,
      updated_at: now,
      next_at: this.#at(ABANDONED),
      ...values,
    }
    const { table, quote: q } = this.#store.dialect
    const names = Object.keys(row)
    return {
      statement: {
        sql: `insert into ${table(this.#lane.table)} (${names.map(q).join(', ')}) values (${names.map(() => '?').join(', ')})`,
        values: Object.values(row),
      },
      send: () => this.#track(this.#quickly(key)),
    }
  }

  /** Waits for what is on its way, where no process lives on to send it later. */
  async flush(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending)
  }

  /** Ends the attempts under way; what failed is left to the scheduled jobs of whoever runs next. */
  async stop(): Promise<void> {
    this.#stop()
    await this.flush()
  }

  /** Tries what is due, oldest first. */
  async run(): Promise<Tally> {
    const tally = { sent: 0, failed: 0 }
    const { table, quote: q } = this.#store.dialect
    const due = await this.#read(
      `select ${q('key')} from ${table(this.#lane.table)} where ${q('state')} = 'pending' and ${q('next_at')} <= ? order by ${q('id')} limit ${A_RUN}`,
      [this.#at(0)],
    )
    for (const { key } of due) {
      const row = await this.#claim(key, true)
      if (!row) continue
      row['attempts'] = Math.max(row['attempts'], QUICK.length)
      const failure = await this.#attempt(row)
      tally[failure ? 'failed' : 'sent']++
      if (failure) await this.#later(row, failure)
    }
    await this.#write(`delete from ${table(this.#lane.table)} where ${q('state')} = 'failed' and ${q('updated_at')} < ?`, [
      this.#at(-KEPT_FAILED),
    ])
    return tally
  }

  /** The first attempt and the quick ones, under one lease. */
  async #quickly(key: string): Promise<void> {
    const row = await this.#claim(key, false)
    if (!row) return
    for (const pause of [...QUICK, undefined]) {
      const failure = await this.#attempt(row)
      if (!failure) return
      if (pause === undefined || failure instanceof GivenUp) return this.#later(row, failure)
      if ((await Promise.race([wait(this.#clock, pause * 1000), this.#stopped])) === 'stopped') return this.#later(row, failure)
    }
  }

  /** Takes the row for this process; another one may, once the lease has run out. */
  async #claim(key: string, isDue: boolean): Promise<Row | undefined> {
    const { table, quote: q } = this.#store.dialect
    const [row] = await this.#write(
      `update ${table(this.#lane.table)} set ${q('lease')} = ?, ${q('next_at')} = ? where ${q('key')} = ? and ${q('state')} = 'pending'${isDue ? ` and ${q('next_at')} <= ?` : ` and ${q('lease')} is null`} returning *`,
      [randomUUID(), this.#at(ABANDONED), key, ...(isDue ? [this.#at(0)] : [])],
    )
    return row
  }

  async #attempt(row: Row): Promise<Error | undefined> {
    const { table, quote: q } = this.#store.dialect
    row['attempts']++
    try {
      await inTime(this.#lane.attempt(row))
    } catch (error) {
      return error as Error
    }
    await this.#write(`delete from ${table(this.#lane.table)} where ${q('key')} = ? and ${q('lease')} = ?`, [row['key'], row['lease']])
    return undefined
  }

  async #later(row: Row, failure: Error): Promise<void> {
    const { table, quote: q } = this.#store.dialect
    const pause = failure instanceof GivenUp ? undefined : LATER[Math.max(0, row['attempts'] - QUICK.length - 1)]
    const message = failure.message.slice(0, 500)
    await this.#write(
      `update ${table(this.#lane.table)} set ${q('state')} = ?, ${q('attempts')} = ?, ${q('error')} = ?, ${q('updated_at')} = ?, ${q('next_at')} = ?, ${q('lease')} = '' where ${q('key')} = ? and ${q('lease')} = ?`,
      [pause === undefined ? 'failed' : 'pending', row['attempts'], message, this.#at(0), this.#at(pause ?? 0), row['key'], row['lease']],
    )
    this.#log.warn(pause === undefined ? 'a delivery is given up' : 'a delivery failed and will be tried again', {
      queue: this.#lane.table,
      attempts: row['attempts'],
      error: message,
    })
  }

  async #track(sending: Promise<void>): Promise<void> {
    const quiet = sending.catch((error: Error) => this.#log.error('a delivery could not be sent', { error: error.message }))
    this.#sending.add(quiet)
    await quiet
    this.#sending.delete(quiet)
  }

  #read(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#store.read(this.#store.dialect.native(sql), values, true)
  }

  #write(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#store.atomically((connection) => connection.all(this.#store.dialect.native(sql), values))
  }

  #at(seconds: number): string {
    return new Date(this.#clock.now().getTime() + seconds * 1000).toISOString()
  }
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT} s`)), TIMEOUT * 1000)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
