/** The rows of an outbox that a person chooses by number, state or receiver: listed, counted, deleted, and made due with the next jobs.
 * A row that is being sent at the moment is left alone, and counted. Tested by test/features/webhooks/many.test.ts.
 */
import {
  among,
  anyOf,
  atMost,
  both,
  bytes,
  type ColumnTest,
  count,
  either,
  greaterThan,
  highest,
  inside,
  isNot,
  noneOf,
  type RowFilter,
} from '../store/conditions.ts'
import type { Row } from '../store/contract.ts'
import type { Rows } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { BODY, changeInBatches } from './row-batches.ts'

export type State = 'pending' | 'failed'

/** Every part narrows down the choice. */
export interface RowChoice {
  ids?: readonly number[]
  state?: State
  receiver?: string
}

/** The moments that tell whether a row is due, as they are now. */
export interface Moments {
  now: string
  /** No row waits longer. */
  latest: string
}

export class ChosenRows {
  /** The column that contains the receiver, if there are several. */
  readonly receiver: string | undefined
  readonly #rows: Rows<string>
  readonly #table: { rows: Rows<string>; store: Store }
  /** Every column but the message. */
  readonly #facts: readonly string[]
  readonly #moments: () => Moments

  constructor(
    table: { rows: Rows<string>; store: Store },
    moments: () => Moments,
    { facts, receiver }: { facts: readonly string[]; receiver: string | undefined },
  ) {
    this.#rows = table.rows
    this.#table = table
    this.#moments = moments
    this.#facts = facts
    this.receiver = receiver
  }

  /**
   * Without message bodies. `bytes` is their size, which databases know without reading them; `length` would count the characters of
   * every body. The ids are found first, so that rows of other pages are not touched.
   */
  page(choice: RowChoice, limit: number, page: number): Promise<Row[]> {
    const ids = this.#rows.select(this.#in(choice), { columns: ['id'], sort: ['-id'], limit, offset: (page - 1) * limit })
    const columns = { ...Object.fromEntries(this.#facts.map((name) => [name, name])), bytes: bytes(BODY) }
    return this.#rows.find({ id: inside(ids) }, { columns, sort: ['-id'] })
  }

  async counts(choice: RowChoice = {}): Promise<Record<State, number>> {
    return countsIn(await this.#rows.find(this.#in(choice), { columns: { state: 'state', n: count() }, groupBy: ['state'] }))
  }

  /** How many rows each receiver has. */
  async byReceiver(): Promise<({ receiver: string } & Record<State, number>)[]> {
    const { receiver } = this
    if (receiver === undefined) return []
    const rows = await this.#rows.find(
      {},
      { columns: { receiver, state: 'state', n: count() }, groupBy: [receiver, 'state'], sort: [receiver] },
    )
    const names = [...new Set(rows.map((row): string => row['receiver']))]
    return names.map((name) => ({ receiver: name, ...countsIn(rows.filter((row) => row['receiver'] === name)) }))
  }

  /** The oldest that are not being sent: their ids, receivers and streams. */
  oldest(choice: RowChoice, limit: number): Promise<Row[]> {
    return this.#rows.find([this.#in(choice), isFree(this.#moments())], { columns: this.#facts, sort: ['id'], limit })
  }

  /** How many are being sent, not counting these rows. */
  sending(choice: RowChoice, but: readonly number[] = []): Promise<number> {
    return this.#rows.count([this.#in(choice), isSent(this.#moments()), { id: noneOf('id', but) }])
  }

  /** Deletes those that are there now and not being sent; returns how many. */
  async remove(choice: RowChoice): Promise<number> {
    const where = [this.#in(choice), isFree(this.#moments())]
    const { n, last } = await this.#rows.totals(where, { columns: { n: count(), last: highest('id') } })
    if (Number(n) === 0) return 0
    return changeInBatches(this.#table, [...where, { id: atMost(last) }], (some) => this.#rows.delete(some, ['id']), Number(n))
  }

  /** Makes those that are not being sent due with the next jobs; returns how many are. `after`: only later rows than this one. */
  async makeDue(choice: RowChoice, after = 0): Promise<number> {
    const moments = this.#moments()
    const where = [this.#in(choice), isFree(moments), { id: greaterThan(after) }]
    const change = { state: 'pending', next_at: moments.now, lease: '' }
    const due = await this.#rows.count([where, { state: 'pending', next_at: isDue(moments) }])
    const others = [where, anyOf({ state: 'failed' }, { next_at: isLater(moments) })]
    const most = await this.#rows.count(others)
    return due + (await changeInBatches(this.#table, others, (some) => this.#rows.update(some, change, ['id']), most))
  }

  #in({ ids, state, receiver }: RowChoice): RowFilter<string> {
    return {
      ...(ids && { id: among('id', ids) }),
      ...(state && { state }),
      ...(receiver !== undefined && { [this.receiver ?? '']: receiver }),
    }
  }
}

/** Due since then, or so far in the future that a clock was ahead. */
export const isDue = ({ now, latest }: Moments): ColumnTest => either(atMost(now), greaterThan(latest))

const isLater = ({ now, latest }: Moments): ColumnTest => both(greaterThan(now), atMost(latest))

/** No process is sending it, or one that has died. A row that waits for its first attempt is in the hands of the process that wrote it. */
export const isFree = (moments: Moments) => anyOf({ lease: '' }, { next_at: isDue(moments) })

const isSent = (moments: Moments): RowFilter<string> => ({ lease: either(null, isNot('')), next_at: isLater(moments) })

function countsIn(rows: readonly Row[]): Record<State, number> {
  const of = (state: State) => Number(rows.find((row) => row['state'] === state)?.['n'] ?? 0)
  return { failed: of('failed'), pending: of('pending') }
}
