/** The rows of an outbox: inserted, claimed by one process, then completed, postponed or failed; listed and deleted by admins. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import { type ColumnSpec, IDENTITY, index, type TableSpec } from '../store/tables.ts'
import { Ref, type Statement } from '../store/write-set.ts'

/** If a process dies in the middle of a row, another may claim it after this many seconds. */
const ABANDONED = 300
/** Seconds after which a due row counts as overdue. Jobs should run every minute. */
const OVERDUE = 3600
/** Seconds. No row waits longer: one due later than that was postponed while a clock was ahead, so it is due. */
const LONGEST_WAIT = 24 * 3600

/** Limits of one statement on failed rows: a number of rows and their total size, but at least one row. Large rows are slow to change. */
const A_BATCH = 200
const MOST_BYTES = 2_000_000

/** A text, or its parts if some are known only once their row is written. */
export type Text = string | readonly (string | Ref)[]

export interface Shelf {
  table: string
  /** Its own columns, including `body`; their values are text. */
  columns: readonly (string | ColumnSpec)[]
  /** Rows with the same `stream` are sent one after another, in the order in which they were written. */
  streams?: boolean | Pick<ColumnSpec, 'slugs'>
  /** The column that contains the receiver, if there are several. */
  receiver?: string
}

export type State = 'pending' | 'failed'

/** The column with the message, which may be as long as a document. */
const BODY = 'body'

const text = (name: string): ColumnSpec => ({ name, kind: 'text' })
const specOf = (column: string | ColumnSpec): ColumnSpec => (typeof column === 'string' ? text(column) : column)

export function outboxTable({ table, columns, streams }: Shelf): TableSpec {
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
      ...(streams ? [{ ...text('stream'), ...(typeof streams === 'object' && streams) }] : []),
      ...columns.map(specOf),
    ],
    indexes: [
      index(table, ['key'], 'one delivery', true),
      index(table, ['state', 'next_at'], 'what is due'),
      ...(streams ? [index(table, ['stream', 'id'], 'what goes before')] : []),
    ],
  }
}

export class OutboxRows {
  readonly table: string
  readonly #shelf: Shelf
  readonly #store: Store
  readonly #clock: Clock

  constructor(shelf: Shelf, store: Store, clock: Clock) {
    this.#shelf = shelf
    this.#store = store
    this.#clock = clock
    this.table = shelf.table
  }

  insert(key: string, values: Record<string, Text>): Statement {
    const row: Record<string, unknown> = {
      key,
      state: 'pending',
      attempts: 0,
      created_at: this.#at(0),
      updated_at: this.#at(0),
      next_at: this.#at(ABANDONED),
      ...values,
    }
    const { quote: q } = this.#store.dialect
    const names = Object.keys(row)
    const parts = Object.values(row).map((value) => (Array.isArray(value) ? joined(value) : { sql: '?', values: [value] }))
    return {
      sql: `insert into ${this.#name} (${names.map(q).join(', ')}) values (${parts.map(({ sql }) => sql).join(', ')})`,
      values: parts.flatMap(({ values }) => values),
      plain: true,
    }
  }

  /** Claims a new row for this process, unless an earlier row of its stream is pending. */
  async claimNew(key: string): Promise<Row | undefined> {
    return this.#claim(`r.${this.q('key')} = ? and r.${this.q('lease')} is null`, [key])
  }

  /** Claims the next row of a stream, which was waiting for the one before it. */
  async claimNext(stream: string): Promise<Row | undefined> {
    const q = this.q
    const [next] = await this.#read(
      `select ${q('key')}, ${q('lease')} from ${this.#name} where ${q('stream')} = ? and ${q('state')} = 'pending' and ${q('attempts')} = 0 order by ${q('id')} limit 1`,
      [stream],
    )
    return next && next['lease'] === null ? this.claimNew(next['key']) : undefined
  }

  /** Claims a due row, unless an earlier row of its stream is also due or is being sent. */
  claimDue(key: string): Promise<Row | undefined> {
    const q = this.q
    const before = `select 1 from ${this.#name} as d where d.${q('stream')} = r.${q('stream')} and d.${q('id')} < r.${q('id')} and d.${q('state')} = 'pending' and (${this.#isDue('d')} or d.${q('lease')} <> '')`
    const inTurn = this.#shelf.streams ? ` and not exists (${before})` : ''
    return this.#claim(`r.${q('key')} = ? and ${this.#isDue('r')}${inTurn}`, [
      key,
      ...this.#dueTimes(),
      ...(this.#shelf.streams ? this.#dueTimes() : []),
    ])
  }

  /** Claims a row at an admin's request, in any state unless it is being sent. */
  async claimById(id: number): Promise<Row | undefined> {
    const q = this.q
    const free = `(${q('state')} = 'failed' or ${q('lease')} = '' or ${q('next_at')} <= ?)`
    return this.#take(`${q('id')} = ? and ${free}`, [id, this.#at(0)])
  }

  /** The receivers with due rows. */
  async receivers(): Promise<(string | undefined)[]> {
    const { receiver } = this.#shelf
    if (receiver === undefined) return [undefined]
    const q = this.q
    const rows = await this.#read(
      `select distinct ${q(receiver)} from ${this.#name} as r where ${q('state')} = 'pending' and ${this.#isDue('r')}`,
      this.#dueTimes(),
    )
    return rows.map((row) => row[receiver])
  }

  /** The due rows of one receiver, oldest first: the keys of each stream. */
  async due(most: number, to: string | undefined): Promise<string[][]> {
    const q = this.q
    const { receiver, streams } = this.#shelf
    const rows = await this.#read(
      `select ${q('key')}${streams ? `, ${q('stream')}` : ''} from ${this.#name} as r where ${q('state')} = 'pending' and ${this.#isDue('r')}${receiver === undefined ? '' : ` and ${q(receiver)} = ?`} order by ${q('id')} limit ${most}`,
      [...this.#dueTimes(), ...(receiver === undefined ? [] : [to])],
    )
    const byStream = new Map<unknown, string[]>()
    for (const { key, stream } of rows) {
      const of = stream ?? Symbol(key)
      byStream.set(of, [...(byStream.get(of) ?? []), key])
    }
    return [...byStream.values()]
  }

  async done({ key, lease }: Row): Promise<void> {
    await this.#write(`delete from ${this.#name} where ${this.q('key')} = ? and ${this.q('lease')} = ?`, [key, lease])
  }

  /** `pause` in seconds; without it, the row is marked as failed. */
  async putOff({ key, lease, attempts }: Row, error: string, pause: number | undefined): Promise<void> {
    const q = this.q
    const set = ['state', 'attempts', 'error', 'updated_at', 'next_at'].map((name) => `${q(name)} = ?`).join(', ')
    await this.#write(`update ${this.#name} set ${set}, ${q('lease')} = '' where ${q('key')} = ? and ${q('lease')} = ?`, [
      pause === undefined ? 'failed' : 'pending',
      attempts,
      error,
      this.#at(0),
      this.#at(pause ?? 0),
      key,
      lease,
    ])
  }

  /** Deletes failed rows older than this. */
  async forget(seconds: number): Promise<void> {
    await this.#changeFailed(`delete from ${this.#name}`, { before: this.#at(-seconds) })
  }

  /** Makes failed rows due with the next jobs: as many as there are now, since some may fail again during the run. */
  async revive(): Promise<void> {
    const q = this.q
    const { failed } = await this.counts()
    await this.#changeFailed(`update ${this.#name} set ${q('state')} = 'pending', ${q('next_at')} = ?, ${q('lease')} = ''`, {
      values: [this.#at(0)],
      most: failed,
    })
  }

  async failed(most: number): Promise<number[]> {
    const rows = await this.#read(
      `select ${this.q('id')} from ${this.#name} where ${this.q('state')} = 'failed' order by ${this.q('id')} limit ${most}`,
    )
    return rows.map((row) => row['id'])
  }

  /**
   * Without message bodies: `bodies` reads those. `bytes` is their size, which databases know without reading them; `length` would
   * count the characters of every body. The ids are found first, so that rows of other pages are not touched.
   */
  page(state: State, limit: number, page: number): Promise<Row[]> {
    const q = this.q
    const ids = `select ${q('id')} from ${this.#name} where ${q('state')} = ? order by ${q('id')} desc limit ? offset ?`
    const sql = `select ${this.#facts}, octet_length(${q(BODY)}) as ${q('bytes')} from ${this.#name} where ${q('id')} in (${ids}) order by ${q('id')} desc`
    return this.#read(sql, [state, limit, (page - 1) * limit])
  }

  async counts(): Promise<Record<State, number>> {
    const q = this.q
    const rows = await this.#read(`select ${q('state')}, count(*) as ${q('n')} from ${this.#name} group by ${q('state')}`)
    const of = (state: State) => Number(rows.find((row) => row['state'] === state)?.['n'] ?? 0)
    return { failed: of('failed'), pending: of('pending') }
  }

  /** Counts rows that should have been sent long ago: the jobs don't run, or don't keep up. */
  async overdue(): Promise<{ overdue: number; since: string | null }> {
    const q = this.q
    const [row] = await this.#read(
      `select count(*) as ${q('n')}, min(${q('next_at')}) as ${q('since')} from ${this.#name} where ${q('state')} = 'pending' and ${q('next_at')} < ?`,
      [this.#at(-OVERDUE)],
    )
    return { overdue: Number(row!['n']), since: row!['since'] ?? null }
  }

  /** Failed rows, counted by some of their columns, with the last error of each group. */
  async failedBy(columns: readonly string[]): Promise<Row[]> {
    const q = this.q
    const names = columns.map(q).join(', ')
    const groups = await this.#read(
      `select ${names}, count(*) as ${q('failed')}, max(${q('id')}) as ${q('last')} from ${this.#name} where ${q('state')} = 'failed' group by ${names} order by ${names}`,
    )
    return Promise.all(
      groups.map(async ({ last, ...row }) => ({
        ...row,
        failed: Number(row['failed']),
        error: (await this.find(last))?.['error'] ?? null,
      })),
    )
  }

  async remove(id: number): Promise<boolean> {
    return (await this.#write(`delete from ${this.#name} where ${this.q('id')} = ? returning ${this.q('id')}`, [id])).length > 0
  }

  removeFailed(): Promise<number> {
    return this.#changeFailed(`delete from ${this.#name}`)
  }

  /** The messages of several rows, by id. */
  async bodies(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map()
    const q = this.q
    const among = ids.map(() => '?').join(', ')
    const rows = await this.#read(`select ${q('id')}, ${q(BODY)} from ${this.#name} where ${q('id')} in (${among})`, ids)
    return new Map(rows.map((row) => [row['id'], row[BODY]]))
  }

  /** Without its message. */
  async find(id: number): Promise<Row | undefined> {
    return (await this.#read(`select ${this.#facts} from ${this.#name} where ${this.q('id')} = ?`, [id]))[0]
  }

  /** Works in many short statements, so that others can write in between; oldest first. `before`: the time of failure. */
  async #changeFailed(
    change: string,
    { values = [], before, most = Number.POSITIVE_INFINITY }: { values?: readonly unknown[]; before?: string; most?: number } = {},
  ): Promise<number> {
    const q = this.q
    const { within, list } = this.#store.dialect
    let changed = 0
    for (let left = most; left > 0; ) {
      const ids = await this.#oldestFailed(before)
      if (ids.length === 0) break
      const sql = `${change} where ${within(q('id'), 'id')} and ${q('state')} = 'failed' returning ${q('id')}`
      changed += (await this.#write(sql, [...values, list('id', ids)])).length
      left -= ids.length
    }
    return changed
  }

  /** A failed row's `next_at` is the time of its failure, so the index of due rows finds these. */
  async #oldestFailed(before: string | undefined): Promise<number[]> {
    const q = this.q
    const rows = await this.#read(
      `select ${q('id')}, octet_length(${q(BODY)}) as ${q('bytes')} from ${this.#name} where ${q('state')} = 'failed'${before === undefined ? '' : ` and ${q('next_at')} < ?`} order by ${q('next_at')} limit ${A_BATCH}`,
      before === undefined ? [] : [before],
    )
    let bytes = 0
    const end = rows.findIndex((row) => {
      bytes += row['bytes']
      return bytes > MOST_BYTES
    })
    return rows.slice(0, end < 0 ? rows.length : Math.max(1, end)).map((row) => row['id'])
  }

  #claim(condition: string, values: readonly unknown[]): Promise<Row | undefined> {
    const q = this.q
    const before = `select 1 from ${this.#name} as b where b.${q('stream')} = r.${q('stream')} and b.${q('id')} < r.${q('id')} and b.${q('state')} = 'pending' and b.${q('attempts')} = 0`
    const inTurn = this.#shelf.streams ? ` and (r.${q('attempts')} > 0 or not exists (${before}))` : ''
    return this.#take(`${condition} and r.${q('state')} = 'pending'${inTurn}`, values)
  }

  /** Leases a row to this process; another may claim it when the lease has expired. */
  async #take(condition: string, values: readonly unknown[]): Promise<Row | undefined> {
    const q = this.q
    const sql = `update ${this.#name} as r set ${q('lease')} = ?, ${q('next_at')} = ? where ${condition} returning *`
    return (await this.#write(sql, [randomUUID(), this.#at(ABANDONED), ...values]))[0]
  }

  #isDue(row: string): string {
    const at = `${row}.${this.q('next_at')}`
    return `(${at} <= ? or ${at} > ?)`
  }

  #dueTimes(): string[] {
    return [this.#at(0), this.#at(LONGEST_WAIT)]
  }

  get #facts(): string {
    const columns = outboxTable(this.#shelf).columns.map(({ name }) => name)
    return columns
      .filter((name) => name !== BODY)
      .map(this.q)
      .join(', ')
  }

  get #name(): string {
    return this.#store.dialect.table(this.#shelf.table)
  }

  private get q() {
    return this.#store.dialect.quote
  }

  #read(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#store.read(this.#store.dialect.native(sql), values, true)
  }

  #write(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#store.atomically((connection) => connection.all(this.#store.dialect.native(sql), values))
  }

  #at(seconds: number): string {
    return new Date(this.#clock.now().getTime() + seconds * 1000).toISOString()
  }
}

/** Ids are numbers; SQLite drivers may bind large ones as doubles. */
function joined(parts: readonly (string | Ref)[]): { sql: string; values: readonly unknown[] } {
  const sql = parts.map((part) => (part instanceof Ref ? 'cast(cast(? as bigint) as text)' : 'cast(? as text)')).join(' || ')
  return { sql, values: parts }
}
