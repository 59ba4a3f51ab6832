/** Remembers what was changed and saved in other languages since the document was opened, so that an undo can revert it there too.
 * Tested by test/admin-components/undo-languages.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { mergeChanges } from './merge-changes.ts'
import type { StoredDocument } from './stored-document.ts'
import { differing, type Values } from './values.ts'

export interface Left {
  stored: StoredDocument
  opened: Values
  /** The values at the time the form switched to another language. */
  last: Values
}

export class EarlierLanguages {
  readonly #fields: readonly Field[]
  #left: readonly Left[]

  constructor(fields: readonly Field[], left: readonly Left[]) {
    this.#fields = fields
    this.#left = left.filter(({ opened, last }) => Object.keys(differing(fields, opened, last)).length > 0)
  }

  get left(): readonly Left[] {
    return this.#left
  }

  forget(): void {
    this.#left = []
  }

  /** For a language that is opened again: its values as first opened, plus what others have changed since. */
  openedAgain(locale: string | undefined, doc: Values): Values {
    const again = this.#left.find(({ stored }) => stored.locale === locale)
    if (!again) return doc
    this.#left = this.#left.filter((one) => one !== again)
    return this.#without(again, doc)
  }

  /** Saves the undo right away, since no form shows these languages. What others saved stays. */
  async undo(): Promise<void> {
    for (const one of this.#left.toReversed()) {
      const { body, etag } = await one.stored.read()
      const changes = differing(this.#fields, this.#without(one, body), body)
      if (Object.keys(changes).length > 0) await one.stored.autosave(changes, etag)
      this.#left = this.#left.filter((other) => other !== one)
    }
  }

  #without({ opened, last }: Left, doc: Values): Values {
    return mergeChanges(this.#fields, { before: last, mine: opened, theirs: doc }, () => false).values
  }
}
