/** Targets of relations that are printed already. They are counted as they are put in, so that no text grows beyond what an answer may hold. */
import { type Held, Level } from './answer-limit.ts'
import type { Printed } from './printer.ts'

export interface PrintedTarget extends Held {
  text: string
}

export class PrintedTargets implements Printed {
  readonly #targets: ReadonlyMap<string, ReadonlyMap<number, PrintedTarget>>
  readonly #level: Level
  /** What has been put in so far. */
  documents = 0
  characters = 0

  constructor(targets: ReadonlyMap<string, ReadonlyMap<number, PrintedTarget>>, level: Level) {
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

export const NO_TARGETS = new PrintedTargets(new Map(), new Level(undefined, 'depth'))
