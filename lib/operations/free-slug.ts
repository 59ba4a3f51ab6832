/** Finds the next free slug in few queries, even if many documents share a title, and reserves it against concurrent changes here.
 * Tested by test/operations/at-once.test.ts.
 */

import type { Field } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { and, byId, type Filter, not, shapeOf } from '../query/filter.ts'
import { matching } from '../query/matching.ts'
import { columnName } from '../store/columns.ts'
import { uniqueScopeOf } from './unique.ts'

/** The lowest suffixes are all checked in one query. */
const LOWEST = 16
/** The maximum number of suffixes per query. */
const AT_ONCE = 64
const HIGHEST = 2 ** 40

export async function freeSlug(operation: Operation, field: Field, base: string): Promise<string> {
  const candidates = new Candidates(operation, field, base)
  for (;;) {
    const slug = candidates.named(await firstFree(candidates))
    if (candidates.reserve(slug)) return slug
  }
}

/** Call once the change has been written or abandoned, or was only a preview. */
export function releaseSlugs({ engine, reserved }: Operation): void {
  for (const slug of reserved.splice(0)) engine.slugs.delete(slug)
}

/** One of the lowest suffixes, or else one that follows a taken one, found by narrowing the range step by step. */
async function firstFree(candidates: Candidates): Promise<number> {
  const lowest = await candidates.free(Array.from({ length: LOWEST }, (_, index) => index + 1))
  if (lowest !== undefined) return lowest
  const doubled = []
  for (let n = LOWEST * 2; n <= HIGHEST; n *= 2) doubled.push(n)
  let high = (await candidates.free(doubled)) ?? HIGHEST * 2
  for (let low = high / 2; high - low > 1; ) {
    const step = Math.ceil((high - low) / AT_ONCE)
    const between = []
    for (let n = low + step; n < high; n += step) between.push(n)
    high = (await candidates.free(between)) ?? high
    low = Math.max(low, ...between.filter((n) => n < high))
  }
  return high
}

class Candidates {
  readonly #operation: Operation
  readonly #field: Field
  readonly #base: string
  readonly #place: string

  constructor(operation: Operation, field: Field, base: string) {
    this.#operation = operation
    this.#field = field
    this.#base = base
    const values: unknown[] = []
    const scope = shapeOf(this.#scope, values)
    this.#place = `${operation.entity.slug} ${columnName(field)} ${scope} ${JSON.stringify(values)} `
  }

  named(n: number): string {
    return n === 1 ? this.#base : `${this.#base}-${n}`
  }

  /** The first of these numbers that no document and no change in progress uses. */
  async free(numbers: readonly number[]): Promise<number | undefined> {
    const { engine, entity, original } = this.#operation
    const { store } = engine
    const { dialect } = store
    const { kind } = this.#field.type
    const name = columnName(this.#field)
    const among: Filter = {
      is: 'test',
      path: [{ is: 'column', name, kind }],
      kind,
      test: 'in',
      value: dialect.list(
        kind,
        numbers.map((n) => this.named(n)),
      ),
    }
    const filter = and(among, this.#scope, original?.meta ? not(byId(original.meta.id)) : { is: 'all' })
    const taken = new Set((await store.rows(matching(dialect, entity, name, filter))).map((row) => row[name]))
    return numbers.find((n) => !taken.has(this.named(n)) && !engine.slugs.has(this.#place + this.named(n)))
  }

  /** Holds the slug until it is released. */
  reserve(slug: string): boolean {
    const { engine, reserved } = this.#operation
    const place = this.#place + slug
    if (engine.slugs.has(place)) return false
    engine.slugs.add(place)
    reserved.push(place)
    return true
  }

  get #scope() {
    const { engine, entity, doc } = this.#operation
    return uniqueScopeOf(entity, this.#field, doc, engine.store.dialect)
  }
}
