/** The documents that a form's values are compared with: as last stored, and as opened. Tested by test/admin-components/merge-changes.test.ts. */
import type { Field } from '../app/schema.ts'
import { LostAnswers } from './lost-answers.ts'
import { mergeChanges, type Sides } from './merge-changes.ts'
import { differing, type Values } from './values.ts'

export class Baseline {
  doc: Values = {}
  etag: string | undefined
  /** The document as opened or last saved manually, plus what others saved since: the target of an undo of all changes. */
  opened: Values = {}
  readonly lostAnswers = new LostAnswers()
  readonly #fields: readonly Field[]

  constructor(fields: readonly Field[]) {
    this.#fields = fields
  }

  begin(doc: Values, etag: string | undefined): void {
    Object.assign(this, { doc, etag, opened: doc })
  }

  /** Top-level fields that differ from the stored document. */
  changes(values: Values): Values {
    return differing(this.#fields, values, this.doc)
  }

  /** The changes that revert to the document as opened. */
  wayBack(values: Values): Values {
    return differing(this.#fields, this.opened, values)
  }

  sides(mine: Values, theirs: Values): Sides {
    return { before: this.lostAnswers.before(this.doc, theirs), mine, theirs }
  }

  /** Somebody else has saved. */
  become(theirs: Values, etag: string | undefined): void {
    Object.assign(this, { doc: theirs, etag, opened: this.openedWith(theirs) })
  }

  /** The document as opened, plus what others saved since. */
  openedWith(theirs: Values): Values {
    return mergeChanges(this.#fields, this.sides(this.opened, theirs), () => false).values
  }
}
