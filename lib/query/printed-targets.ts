/** Relation targets already rendered as JSON. They are counted as they are inserted, so that no text exceeds the answer limit.
 * Tested by test/query/printer.test.ts.
 */
import { AnswerLevel, type DocumentSize } from './answer-limit.ts'
import type { Printed } from './printer.ts'

export interface PrintedTarget extends DocumentSize {
  text: string
}

export class PrintedTargets implements Printed {
  readonly #targets: ReadonlyMap<string, ReadonlyMap<number, PrintedTarget>>
  readonly #level: AnswerLevel
  /** The totals inserted so far. */
  documents = 0
  characters = 0

  constructor(targets: ReadonlyMap<string, ReadonlyMap<number, PrintedTarget>>, level: AnswerLevel) {
    this.#targets = targets
    this.#level = level
  }

  take(to: string, id: number): string | undefined {
    const target = this.#targets.get(to)?.get(id)
    if (!target) return undefined
    this.#level.fill(target)
    this.documents += target.documents
    this.characters += target.characters
    return target.text
  }
}

export const NO_TARGETS = new PrintedTargets(new Map(), new AnswerLevel(undefined, 'depth'))
