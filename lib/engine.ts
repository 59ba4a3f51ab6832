/** What operations work with, one of each for as long as the CMS is there, and the operation itself: each is a part of the other. `wired-engine.ts` puts the engine together. */
import type { Entity, Model } from '../schema/model.ts'
import type { Validators } from '../schema/validators.ts'
import type { Access } from './access/access.ts'
import type { Caller } from './actor.ts'
import type { Events } from './events/events.ts'
import type { FeatureAnswers } from './feature-answers.ts'
import type { HttpFront } from './http/front.ts'
import type { Cms } from './local/cms.ts'
import type { Jobs } from './local/jobs.ts'
import type { UnderWay } from './local/under-way.ts'
import type { Migrator } from './migrations/migrator.ts'
import type { Asking } from './operations/contract.ts'
import type { DocumentQueue } from './operations/document-queue.ts'
import type { Intent } from './operations/intent.ts'
import { OperationState } from './operations/state.ts'
import type { Plans } from './query/plan.ts'
import type { Reader } from './query/reader.ts'
import type { Settings } from './settings.ts'
import type { Documents, Pointer } from './store/documents.ts'
import type { Store } from './store/store.ts'
import type { TableSpec } from './store/tables.ts'
import type { Numbers } from './telemetry/numbers.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

export interface Engine {
  readonly settings: Settings
  readonly model: Model
  readonly features: FeatureAnswers
  readonly store: Store
  readonly migrator: Migrator
  readonly documents: Documents
  readonly plans: Plans
  readonly access: Access
  readonly reader: Reader
  /** Other reasons for which an operation is taken, by name. */
  readonly intents: Readonly<Record<string, Intent>>
  /** Changes of one document take turns. */
  readonly queue: DocumentQueue
  /** Slugs that changes are about to write. */
  readonly slugs: Set<string>
  readonly events: Events
  /** What a stop waits for. */
  readonly underWay: UnderWay
  readonly jobs: Jobs
  readonly http: HttpFront
  /** What is measured, for whoever fetches numbers. */
  readonly numbers: Numbers | undefined
  /** Whoever looks on. */
  readonly telemetry: Telemetry
  /** The slugs that were changed before this process started, in their order. */
  readonly renames: readonly { from: string; to: string }[]
  /** Runs an operation through its stages. */
  run(asking: Asking): Promise<Operation>
  /** Finds the document that the caller may change, without changing it. */
  reach(asking: Omit<Asking, 'name'>): Promise<Operation>
  /** A handle of the Local API under this caller. */
  handle(caller: Caller): Cms
  entity(slug: string): Entity
  validators(entity: Entity): Validators
  /** Every table that the CMS wants: those of its content types and those of its features. */
  tables(): TableSpec[]
  /** A table as it was applied last, perhaps by a process with another schema. */
  appliedTable(name: string): Promise<TableSpec | undefined>
  /** What the values of a table's columns point to, also in fields that only another process knows. */
  pointersIn(table: string, values: Readonly<Record<string, unknown>>): Promise<Pointer[]>
}

/** One operation on its way: what has become of it so far, and the engine it works with. */
export class Operation extends OperationState {
  readonly engine: Engine

  constructor(engine: Engine, asking: Asking) {
    super(asking)
    this.engine = engine
  }

  /** Why it is taken, where that is no plain save. */
  get intent(): Intent | undefined {
    const { intentName } = this
    return intentName === undefined ? undefined : this.engine.intents[intentName]
  }

  /** Whether it is work on drafts, versions or what is planned. */
  get isEditorial(): boolean {
    return this.asking.editorial ?? this.intent?.editorial ?? false
  }
}
