/** What the values of a form are compared with: the document as it was stored last, and as it was opened. */
import type { Field } from '../desk/schema.ts'
import { LostAnswers } from './lost-answers.ts'
import { mergeChanges, type Sides } from './merge-changes.ts'
import { differing, type Values } from './values.ts'

export class Baseline {
  doc: Values = {}
  etag: string | undefined
  /** As it was opened, or last saved by hand, with what others saved since: what an undo of all changes goes back to. */
  opened: Values = {}
  readonly lostAnswers = new LostAnswers()
  readonly #fields: readonly Field[]

  constructor(fields: readonly Field[]) {
    this.#fields = fields
  }

  begin(doc: Values, etag: string | undefined): void {
    Object.assign(this, { doc, etag, opened: doc })
  }

  /** Top-level fields that say something else than what is stored. */
  changes(values: Values): Values {
    return differing(this.#fields, values, this.doc)
  }

  /** What leads back to the document as it was opened. */
  wayBack(values: Values): Values {
    return differing(this.#fields, this.opened, values)
  }

  sides(mine: Values, theirs: Values): Sides {
    return { before: this.lostAnswers.before(this.doc, theirs), mine, theirs }
  }

  /** Somebody else saved. */
  become(theirs: Values, etag: string | undefined): void {
    Object.assign(this, { doc: theirs, etag, opened: this.openedWith(theirs) })
  }

  /** As it was opened, with what others saved since. */
  openedWith(theirs: Values): Values {
    return mergeChanges(this.#fields, this.sides(this.opened, theirs), () => false).values
  }
}
