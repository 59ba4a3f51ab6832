/** Collects the problems of a change across its steps, so that one answer lists them all. Each field keeps only its first refusal. */
import { GalleyError, MOST_REFUSALS, type Refusal } from '../errors.ts'

export class Refusals {
  readonly #found: Refusal[] = []
  readonly #fields = new Set<string>()
  /** The paths above refused fields: `items` and `items.0` for `items.0.url`. */
  readonly #above = new Set<string>()
  #more = 0

  get isEmpty(): boolean {
    return this.#found.length === 0
  }

  /** The list is full: further problems are only counted. */
  get isFull(): boolean {
    return this.#found.length >= MOST_REFUSALS
  }

  get room(): number {
    return MOST_REFUSALS - this.#found.length
  }

  /** Adds problems that are reported only as a count. */
  count(more: number): void {
    this.#more += more
  }

  add(refusal: Refusal & { field: string }): void {
    if (this.isFull) return this.count(1)
    const { field } = refusal
    if (this.#fields.has(field)) return
    this.#fields.add(field)
    this.#found.push(refusal)
    for (let dot = field.lastIndexOf('.'); dot > 0; dot = field.lastIndexOf('.', dot - 1)) {
      const above = field.slice(0, dot)
      if (this.#above.has(above)) break
      this.#above.add(above)
    }
  }

  /** Whether the field or something inside it was refused. */
  concern(field: string): boolean {
    return this.#fields.has(field) || this.#above.has(field)
  }

  throwIfAny(): void {
    if (!this.isEmpty) throw new GalleyError('VALIDATION', this.#found, { more: this.#more })
  }
}
