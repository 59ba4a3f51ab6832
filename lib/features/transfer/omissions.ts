/** What an import leaves out: counts by kind, and optionally each item. */

export interface Omission {
  /** For example `picture`. */
  kind: string
  /** For example `pictures`. */
  many: string
  /** Identifies the item. */
  what: string
}

export const omission = (kind: string, what: string, many = `${kind}s`): Omission => ({ kind, many, what })

export type Omit = (omission: Omission) => void

export class Omissions {
  readonly #counts = new Map<string, { count: number; many: string }>()
  readonly #each: (line: string) => void

  constructor(each: (line: string) => void) {
    this.#each = each
  }

  add(where: string, list: readonly Omission[]): void {
    for (const { kind, many, what } of list) {
      const known = this.#counts.get(kind)
      this.#counts.set(kind, { many, count: (known?.count ?? 0) + 1 })
      this.#each(`${where}: left out: ${kind} ${what.slice(0, 200)}`)
    }
  }

  /** For example `12 pictures, 1 table`; undefined if nothing was left out. */
  get summary(): string | undefined {
    if (this.#counts.size === 0) return undefined
    return [...this.#counts].map(([kind, { count, many }]) => `${count} ${count === 1 ? kind : many}`).join(', ')
  }
}
