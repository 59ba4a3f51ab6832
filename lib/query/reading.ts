/** The state of one read, including everything filled in: its limits, and a cache of the targets read so far. Tested by test/query/model.test.ts. */
import type { Caller } from '../actor.ts'
import { clientGone } from '../errors.ts'
import type { Row } from '../store/contract.ts'
import type { Doc } from '../store/document.ts'
import type { CallerLimit } from '../store/query-scheduler.ts'
import { AnswerLevel, type AnswerLimits } from './answer-limit.ts'
import type { AnswerTargets } from './answer-targets.ts'
import type { Printer } from './printer.ts'
import { isLimited } from './time-limits.ts'
import type { View } from './view.ts'

/** A document as its reader sees it, with ids in place of relation targets. */
export interface Bare {
  object: Doc
  characters: number
}

export class AnswerReading {
  /** The time limit of its statements; undefined for the system, and for the answer to a change. */
  readonly time: CallerLimit | undefined
  readonly #limits: AnswerLimits | undefined
  readonly #depth: number
  readonly #levels: AnswerLevel[] = []
  readonly #bare = new Map<string, Map<number, Bare>>()
  readonly #rows = new Map<Printer, Map<number, Row>>()
  /** If the caller wants to know whether a list has changed. */
  readonly targets: AnswerTargets | undefined

  constructor(caller: Caller, view: View, limits: AnswerLimits, time: CallerLimit | undefined, targets?: AnswerTargets) {
    this.time = time
    this.targets = targets
    this.#limits = isLimited(caller) ? limits : undefined
    this.#depth = view.depth
  }

  /** The limit on the characters of target rows before any is shown. It is higher because hidden values count as well. */
  get mostRead(): number {
    return (this.#limits?.characters ?? Number.POSITIVE_INFINITY) * 2
  }

  /** The size of the documents at this depth. */
  level({ depth }: View): AnswerLevel {
    this.#levels[depth] ??= new AnswerLevel(this.#limits, this.#depth > 0 ? 'depth' : 'limit')
    return this.#levels[depth]
  }

  /** Targets as objects: each is read, checked and passed to hooks only once, however often and at whichever depth it is filled in. */
  bare(slug: string): Map<number, Bare> {
    return kept(this.#bare, slug)
  }

  /** The rows of targets that share a printer. */
  rows(printer: Printer): Map<number, Row> {
    return kept(this.#rows, printer)
  }

  /** Stops work for a client that has closed its connection. */
  refuseWithoutClient(): void {
    if (this.time?.disconnected?.()?.aborted) throw clientGone()
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
