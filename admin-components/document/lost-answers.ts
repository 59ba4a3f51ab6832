/** Saves that got no response. Their values may still have been stored, and must not look like another person's change.
 * Tested by test/admin-components/cut-answers.test.ts.
 */
import { hasNoAnswer } from './obstacle.ts'
import { isStoredAs, type Values } from './values.ts'

export class LostAnswers {
  #sent: Values[] = []

  failed(error: unknown, sent: Values): void {
    if (hasNoAnswer(error)) this.#sent.push(sent)
  }

  /** A later save got a response. */
  end(): void {
    this.#sent = []
  }

  /** The document as it was read, plus what these saves stored. */
  before(doc: Values, stored: Values): Values {
    const ours = this.#sent.flatMap(Object.entries).filter(([name, sent]) => isStoredAs(sent, stored[name]))
    return { ...doc, ...Object.fromEntries(ours.map(([name]) => [name, stored[name]])) }
  }
}
