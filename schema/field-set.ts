/** Sets of fields for access decisions. All copies of a field, for any form of the entity or locale, count as the field itself. */
import { childrenOf, type Field } from './model.ts'

export class FieldSet implements Iterable<Field> {
  readonly #copies = new Map<symbol, [Field, ...Field[]]>()
  #once: readonly Field[] | undefined

  constructor(fields: Iterable<Field> = []) {
    for (const field of fields) {
      const copies = this.#copies.get(field.declaration)
      if (copies) copies.push(field)
      else this.#copies.set(field.declaration, [field])
    }
  }

  /** Copies of a field count once. */
  get size(): number {
    return this.#copies.size
  }

  has(field: Field): boolean {
    return this.#copies.has(field.declaration)
  }

  /** Iterates over all copies, because each has its own path. */
  *[Symbol.iterator](): Iterator<Field> {
    for (const copies of this.#copies.values()) yield* copies
  }

  /** One copy of each field. */
  once(): readonly Field[] {
    this.#once ??= [...this.#copies.values()].map(([first]) => first)
    return this.#once
  }

  /** The fields that pass a test, with all of their copies. The test runs once per field. */
  filter(test: (field: Field) => boolean): FieldSet {
    return new FieldSet([...this.#copies.values()].filter(([first]) => test(first)).flat())
  }

  and(others: Iterable<Field>): FieldSet {
    return new FieldSet([...this, ...others])
  }
}

/** Every field at any depth, including its copies for single locales. */
export function* everyCopy(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    yield field
    yield* everyCopy(field.locales ?? [])
    yield* everyCopy(childrenOf(field))
  }
}
