/** Inputs that are not valid values yet, such as half-written JSON, by path. They block saving, but their text survives a closed tab.
 * Tested by test/admin-components/half-written.test.ts.
 */
import { ApiError } from '../../client/api-error.ts'
import { type Place, pathOf, placeOf } from './places.ts'
import type { Values } from './values.ts'

export interface HalfWritten {
  why: string
  /** Browsers don't reveal the text of a half-typed number or date. */
  text?: string
}

/** Keyed by place, as JSON, since somebody else may move the rows. */
export type Texts = Record<string, HalfWritten>

export class HalfWrittenInputs {
  readonly #at = new Map<string, HalfWritten>()

  get size(): number {
    return this.#at.size
  }

  has(path: string): boolean {
    return this.#at.has(path)
  }

  textAt(path: string): string | undefined {
    return this.#at.get(path)?.text
  }

  reasonAt(path: string): string | undefined {
    return this.#at.get(path)?.why
  }

  get reasons(): Map<string, string> {
    return new Map([...this.#at].map(([path, { why }]) => [path, why]))
  }

  get refusal(): ApiError {
    return new ApiError(
      400,
      [...this.reasons].map(([field, message]) => ({ field, message })),
    )
  }

  /** Without `why`, the input is a valid value again. */
  put(path: string, why: string | undefined, text?: string): void {
    if (why === undefined) this.#at.delete(path)
    else this.#at.set(path, { why, ...(text !== undefined && { text }) })
  }

  clear(): void {
    this.#at.clear()
  }

  get all(): ReadonlyMap<string, HalfWritten> {
    return new Map(this.#at)
  }

  /** How many inputs changed since `earlier`. */
  since(earlier: ReadonlyMap<string, HalfWritten>): number {
    return [...this.#at].filter(([path, half]) => earlier.get(path) !== half).length
  }

  /** Forgets these inputs, unless the user has typed in them since. */
  giveUp(earlier: ReadonlyMap<string, HalfWritten>): void {
    for (const [path, half] of earlier) if (this.#at.get(path) === half) this.#at.delete(path)
  }

  /** Moves texts with their rows; inputs of moved rows that have no text are dropped. `to`: the new index, or undefined if removed. */
  moveRows(path: string, to: (index: number) => number | undefined): void {
    const inRows = [...this.#at].filter(([at]) => at.startsWith(`${path}.`))
    for (const [at] of inRows) this.#at.delete(at)
    for (const [at, half] of inRows) {
      const [index = '', ...rest] = at.slice(path.length + 1).split('.')
      const now = to(Number(index))
      if (now === Number(index) || (now !== undefined && half.text !== undefined)) this.#at.set([path, now, ...rest].join('.'), half)
    }
  }

  /** Moves inputs along when new values are shown, in which rows may have moved or been removed. */
  follow(from: Values, to: Values): void {
    const all = [...this.#at].map(([path, half]) => [pathOf(placeOf(path, from), to), half] as const)
    this.#at.clear()
    for (const [path, half] of all) if (path !== undefined) this.#at.set(path, half)
  }

  texts(values: Values): Texts {
    const written = [...this.#at].filter(([, { text }]) => text !== undefined)
    return Object.fromEntries(written.map(([path, half]) => [JSON.stringify(placeOf(path, values)), half]))
  }

  /** Adds texts from an earlier visit. Skips those whose row was removed, and those where `isFree` says that something newer was typed. */
  take(texts: Texts, values: Values, isFree: (place: Place) => boolean): void {
    for (const [key, half] of Object.entries(texts)) {
      const place: Place = JSON.parse(key)
      const path = pathOf(place, values)
      if (path !== undefined && !this.#at.has(path) && isFree(place)) this.#at.set(path, half)
    }
  }
}
