/** The steps of the stages, and the pipeline of each operation: the core's steps first, then those of the features, in list order.
 * Tested by test/http/matrix.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import type { OperationName } from './contract.ts'
import { type Intent, STAGES, type Stage } from './intent.ts'

/** A named step of one stage. Steps run in list order, without `next()`. */
export interface Step {
  name: string
  stage: Stage
  /** One sentence for `docs/lifecycle.md`. */
  sentence: string
  on: readonly OperationName[]
  /** A check that has no effect outside of its operation: it may run before a relation target turns out to be missing. */
  toleratesMissing?: true
  /** The entities that it applies to. @default all */
  for?(entity: Entity): boolean
  run(operation: Operation): void | Promise<void>
}

export type Pipeline = Readonly<Record<Stage, readonly Step[]>> & {
  /** All the steps in order, for a read, which runs without interruption. */
  readonly straight: readonly Step[]
}

/** The step pipelines per entity and operation, composed once; an empty stage costs nothing. */
export class Pipelines {
  readonly steps: readonly Step[]
  readonly #intents: Readonly<Record<string, Intent>>
  readonly #ways = new Map<Entity, Record<string, Pipeline>>()

  constructor(steps: readonly Step[], intents: Readonly<Record<string, Intent>> = {}) {
    this.steps = steps
    this.#intents = intents
  }

  of(entity: Entity, name: OperationName, intent?: string): Pipeline {
    let ways = this.#ways.get(entity)
    if (!ways) {
      ways = {}
      this.#ways.set(entity, ways)
    }
    const pipeline = ways[intent ?? name] ?? this.#compose(entity, name, intent)
    ways[intent ?? name] = pipeline
    return pipeline
  }

  #compose(entity: Entity, name: OperationName, intent: string | undefined): Pipeline {
    // biome-ignore lint/style/noNonNullAssertion: only names of intents are passed
    const without = intent === undefined ? [] : this.#intents[intent]!.without
    const mine = this.steps.filter((step) => step.on.includes(name) && !without.includes(step.stage) && (step.for?.(entity) ?? true))
    const stages = Object.fromEntries(Object.keys(STAGES).map((stage) => [stage, mine.filter((step) => step.stage === stage)]))
    return Object.freeze({ ...stages, straight: Object.values(stages).flat() }) as unknown as Pipeline
  }
}
