/** A label that is a text of the admin, so that every language that the admin speaks has it. Tested by test/admin-components/built-in-labels.test.ts. */
import type { Key } from '../texts/texts.ts'

export class OwnText {
  readonly key: Key

  constructor(key: Key) {
    this.key = key
  }
}
