/** Saves that got no answer: what they sent may be stored all the same, and is no change of somebody else. */
import { hasNoAnswer } from './obstacle.ts'
import { isStoredAs, type Values } from './values.ts'

export class LostAnswers {
  #sent: Values[] = []

  failed(error: unknown, sent: Values): void {
    if (hasNoAnswer(error)) this.#sent.push(sent)
  }

  /** A later save was answered. */
  end(): void {
    this.#sent = []
  }

  /** What was read, with what these saves stored. */
  before(doc: Values, stored: Values): Values {
    const ours = this.#sent.flatMap(Object.entries).filter(([name, sent]) => isStoredAs(sent, stored[name]))
    return { ...doc, ...Object.fromEntries(ours.map(([name]) => [name, stored[name]])) }
  }
}
