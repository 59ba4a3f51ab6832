/** Limits the size of one response. Relation targets are counted as they are filled in, before anything large is built from them.
 * Tested by test/query/large-answers.test.ts.
 */
import { GalleyError } from '../errors.ts'

export interface AnswerLimits {
  /** Documents filled in for relations, each counted as often as it appears in the response. */
  documents: number
  /** Characters of JSON. */
  characters: number
}

/** The size of a document: itself and everything filled in below it. */
export interface DocumentSize {
  documents: number
  characters: number
}

export class AnswerTooLarge extends GalleyError {
  constructor(message: string, field: 'depth' | 'limit') {
    super('BAD_QUERY', [{ field, message: `${message}. Lower \`depth\` or \`limit\`, or select fewer fields with \`select\`` }])
  }
}

/**
 * Counts the documents of one level of a response. Each target appears in it at least once, so the response can't be smaller
 * than any of its levels.
 */
export class AnswerLevel {
  readonly #limits: AnswerLimits | undefined
  readonly #field: 'depth' | 'limit'
  documents = 0
  characters = 0

  /** No limits for the system. */
  constructor(limits: AnswerLimits | undefined, field: 'depth' | 'limit') {
    this.#limits = limits
    this.#field = field
  }

  /** Call before a target is filled in. */
  fill({ documents, characters }: DocumentSize): void {
    this.documents += documents
    if (this.#limits && this.documents > this.#limits.documents) throw tooMany(this.#limits, this.#field)
    this.write(characters)
  }

  write(characters: number): void {
    this.characters += characters
    if (this.#limits && this.characters > this.#limits.characters)
      throw new AnswerTooLarge(`the response would be longer than ${grouped(this.#limits.characters)} characters`, this.#field)
  }

  /** Call before this many different targets are read. */
  expect(targets: number): void {
    if (this.#limits && targets > this.#limits.documents) throw tooMany(this.#limits, this.#field)
  }
}

const tooMany = ({ documents }: AnswerLimits, field: 'depth' | 'limit') =>
  new AnswerTooLarge(`the answer would contain more than ${grouped(documents)} related documents`, field)

const grouped = (count: number) => count.toLocaleString('en-US')
