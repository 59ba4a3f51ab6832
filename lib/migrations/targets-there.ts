/** Looks up which documents exist: a value can only become a relation to an existing one. Tested by test/migrations/types.test.ts. */
import type { Ask, Dialect, Row } from '../store/contract.ts'

/** Whether a collection has a document with this id. */
export type Exists = (collection: string, id: number) => boolean

/** The number of ids per query. */
const BATCH = 500

export class TargetsThere {
  readonly #ask: Ask
  readonly #dialect: Dialect
  readonly #catalogue: readonly Row[]
  readonly #nameOf: (collection: string) => string
  #there = new Map<string, Set<number>>()
  #requested = new Map<string, Set<number>>()
  #isLooking = false

  /** `nameOf`: the current table name of a collection. */
  constructor(ask: Ask, dialect: Dialect, catalogue: readonly Row[], nameOf = (collection: string) => collection) {
    this.#ask = ask
    this.#dialect = dialect
    this.#catalogue = catalogue
    this.#nameOf = nameOf
  }

  readonly exists: Exists = (collection, id) => {
    if (!this.#isLooking) return this.#there.get(collection)?.has(id) === true
    const requested = this.#requested.get(collection) ?? new Set()
    this.#requested.set(collection, requested.add(id))
    return true
  }

  /** Looks up every document that `work` asks for. `work` runs once just to collect them, so discard its results. */
  async lookUp(work: () => void): Promise<void> {
    this.#there = new Map()
    this.#requested = new Map()
    this.#isLooking = true
    work()
    this.#isLooking = false
    for (const [collection, ids] of this.#requested) this.#there.set(collection, await this.#among(this.#nameOf(collection), [...ids]))
  }

  async #among(name: string, ids: readonly number[]): Promise<Set<number>> {
    const { native, table, quote: q, bare } = this.#dialect
    const there = new Set<number>()
    if (!this.#catalogue.some((row) => row['table'] === bare(name))) return there
    for (let from = 0; from < ids.length; from += BATCH) {
      const some = ids.slice(from, from + BATCH)
      const sql = native(`select ${q('id')} as "id" from ${table(name)} where ${q('id')} in (${some.map(() => '?').join(', ')})`)
      for (const row of await this.#ask(sql, some)) there.add(Number(row['id']))
    }
    return there
  }
}
