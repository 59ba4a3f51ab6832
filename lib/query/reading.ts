/** One read of one caller, with everything that is filled in: what it may take and hold, and what it has read already. */
import type { Caller } from '../actor.ts'
import { clientGone } from '../errors.ts'
import type { Row } from '../store/contract.ts'
import type { Doc } from '../store/document.ts'
import type { CallerLimit } from '../store/lanes.ts'
import { type AnswerLimits, Level } from './answer-limit.ts'
import type { Printer } from './printer.ts'
import { isLimited } from './time-limits.ts'
import type { View } from './view.ts'

/** A document as its reader sees it, with ids in place of what it points to. */
export interface Bare {
  object: Doc
  characters: number
}

export class Reading {
  /** How long its statements may take; nothing for the system, and for the answer to a change. */
  readonly time: CallerLimit | undefined
  readonly #limits: AnswerLimits | undefined
  readonly #depth: number
  readonly #levels: Level[] = []
  readonly #bare = new Map<string, Map<number, Bare>>()
  readonly #rows = new Map<Printer, Map<number, Row>>()

  constructor(caller: Caller, view: View, limits: AnswerLimits, time: CallerLimit | undefined) {
    this.time = time
    this.#limits = isLimited(caller) ? limits : undefined
    this.#depth = view.depth
  }

  /** How many characters the rows of targets may have before any of them is shown. What is hidden in them counts as well, so they get more. */
  get mostRead(): number {
    return (this.#limits?.characters ?? Number.POSITIVE_INFINITY) * 2
  }

  /** What the documents that are seen at this depth hold. */
  level({ depth }: View): Level {
    this.#levels[depth] ??= new Level(this.#limits, this.#depth > 0 ? 'depth' : 'limit')
    return this.#levels[depth]
  }

  /** Targets as objects: each is read, checked and given to hooks once, however often and at whichever depth it is filled in. */
  bare(slug: string): Map<number, Bare> {
    return kept(this.#bare, slug)
  }

  /** The rows of targets that are printed alike. */
  rows(printer: Printer): Map<number, Row> {
    return kept(this.#rows, printer)
  }

  /** Nothing more is done for a client that has closed its connection. */
  refuseWithoutClient(): void {
    if (this.time?.gone?.()?.aborted) throw clientGone()
  }
}

function kept<Key, Value>(all: Map<Key, Map<number, Value>>, key: Key): Map<number, Value> {
  let found = all.get(key)
  if (!found) {
    found = new Map()
    all.set(key, found)
  }
  return found
}
