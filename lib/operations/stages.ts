/** The eight stages, and the way of each operation through them: core's steps first, then those of the features, in list order. */
import type { Entity } from '../../schema/model.ts'
import type { Operation, OperationName } from './operation.ts'

export const STAGES = {
  admit: 'May this actor, and with which filter?',
  receive: 'What came in, made storable?',
  load: 'Which document is it about?',
  shape: 'What will it become?',
  check: 'Is it well formed and allowed?',
  write: 'Store it, and all that must be true with it: what these steps put together goes out in one transaction.',
  settle: 'Who must hear of it? (after the commit)',
  present: 'What does this reader get?',
} as const

export type Stage = keyof typeof STAGES

/** Decided again when the document has changed meanwhile. */
export const DECIDING: readonly Stage[] = ['load', 'shape', 'check']

/** A named step of one stage. Steps run in list order, without `next()`. */
export interface Step {
  name: string
  stage: Stage
  /** One sentence for `docs/lifecycle.md`. */
  sentence: string
  on: readonly OperationName[]
  /** Entities that it says something about. @default all */
  for?(entity: Entity): boolean
  run(operation: Operation): void | Promise<void>
}

/** Why an operation is taken, where one serves several purposes: a discard is an update. */
export interface Intent {
  of: OperationName
  /** One sentence for `docs/lifecycle.md`. */
  sentence: string
  /** Stages that have nothing to do then. */
  without: readonly Stage[]
  /** What the record calls it. @default by what happened */
  noted?: string
  /** It is work on drafts or versions. */
  editorial?: boolean
  /** It takes back what was saved: history has nothing to note. */
  undoes?: boolean
  /** What it saves was stored before: it may point to what its caller can't read. */
  bringsBack?: boolean
  /** Its document was out of sight until now: what fell due meanwhile did not happen, and does not happen late. */
  returns?: boolean
  /** It is one of many small saves: consecutive ones of one author are one entry of the history. */
  folds?: boolean
}

export type Way = Readonly<Record<Stage, readonly Step[]>> & {
  /** The steps of a read, which nothing interrupts. */
  readonly straight: readonly Step[]
}

/** The ways of every entity and operation, composed once; an empty stage costs nothing. */
export class Ways {
  readonly steps: readonly Step[]
  readonly intents: Readonly<Record<string, Intent>>
  readonly #ways = new Map<Entity, Record<string, Way>>()

  constructor(steps: readonly Step[], intents: Readonly<Record<string, Intent>> = {}) {
    this.steps = steps
    this.intents = intents
  }

  of(entity: Entity, name: OperationName, intent?: string): Way {
    let ways = this.#ways.get(entity)
    if (!ways) this.#ways.set(entity, (ways = {}))
    return (ways[intent ?? name] ??= this.#compose(entity, name, intent))
  }

  #compose(entity: Entity, name: OperationName, intent: string | undefined): Way {
    const without = intent === undefined ? [] : this.intents[intent]!.without
    const mine = this.steps.filter((step) => step.on.includes(name) && !without.includes(step.stage) && (step.for?.(entity) ?? true))
    const stages = Object.fromEntries(Object.keys(STAGES).map((stage) => [stage, mine.filter((step) => step.stage === stage)]))
    return Object.freeze({ ...stages, straight: Object.values(stages).flat() }) as unknown as Way
  }
}

export const CHANGES: readonly OperationName[] = ['create', 'update', 'delete']
export const SAVES: readonly OperationName[] = ['create', 'update']
export const READS: readonly OperationName[] = ['list', 'read']
