/** What was changed and saved in other languages of a document since it was opened, so that an undo of all changes reaches there as well. */
import type { Field } from '../desk/schema.ts'
import { mergeChanges } from './merge-changes.ts'
import type { StoredDocument } from './stored-document.ts'
import { differing, type Values } from './values.ts'

export interface Left {
  stored: StoredDocument
  opened: Values
  /** As it was when the form turned to another language. */
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

  /** A language that was left and is here again: as it was opened, with what others changed meanwhile. */
  openedAgain(locale: string | undefined, doc: Values): Values {
    const again = this.#left.find(({ stored }) => stored.locale === locale)
    if (!again) return doc
    this.#left = this.#left.filter((one) => one !== again)
    return this.#without(again, doc)
  }

  /** Saved at once, since no form shows them. What others saved stays. */
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
