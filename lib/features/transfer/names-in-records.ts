/** The names that the records of a file have, for options that name others: those are probably misspelt. Tested by test/cli/mistakes.test.ts. */
import { didYouMean } from '../../../schema/nearest.ts'

/** A longer list of values wouldn't help. */
const MOST_VALUES = 8

export class NamesInRecords {
  readonly #names = new Set<string>()
  readonly #values: Map<string, Set<string>>

  /** `only`: the fields whose values matter. */
  constructor(only: Readonly<Record<string, string>>) {
    this.#values = new Map(Object.keys(only).map((name) => [name, new Set()]))
  }

  note(values: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(values)) this.#names.add(name)
    for (const [name, known] of this.#values)
      if (known.size <= MOST_VALUES && values[name] !== undefined) known.add(String(values[name]).slice(0, 50))
  }

  /** Sentences about names and values that no record has. */
  hints(map: Readonly<Record<string, string>>, only: Readonly<Record<string, string>>): string[] {
    if (this.#names.size === 0) return []
    return [
      ...Object.keys(map).flatMap((name) => (this.#names.has(name) ? [] : [this.#missing('--map', name)])),
      ...Object.entries(only).flatMap(([name, value]) => {
        const values = [...(this.#values.get(name) ?? [])]
        if (values.length === 0) return [this.#missing('--only', name)]
        if (values.includes(value.slice(0, 50)) || values.length > MOST_VALUES) return []
        return [`--only: no record has ${name}=${value}; there are ${values.map((one) => `'${one}'`).join(', ')}`]
      }),
    ]
  }

  #missing(flag: string, name: string): string {
    return `${flag}: no record has '${name}'. ${didYouMean(name, [...this.#names])}`.trim()
  }
}
