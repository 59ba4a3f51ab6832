/** The engine, one per CMS, and the operation: one file, because each refers to the other. `wired-engine.ts` assembles the engine. */
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
import type { OperationRequest } from './operations/contract.ts'
import type { DocumentQueue } from './operations/document-queue.ts'
import type { Intent } from './operations/intent.ts'
import { OperationState } from './operations/state.ts'
import type { UnknownFields } from './operations/unknown-fields.ts'
import type { Plans } from './query/plan.ts'
import type { Reader } from './query/reader.ts'
import type { UnindexedLists } from './query/unindexed-lists.ts'
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
  /** What `galley doctor --queries` prints. */
  readonly unindexedLists: UnindexedLists
  /** The intents of operations, by name. */
  readonly intents: Readonly<Record<string, Intent>>
  /** Changes of one document take turns. */
  readonly queue: DocumentQueue
  /** Only in development. */
  readonly unknownFields: UnknownFields | undefined
  /** Slugs reserved by changes in progress. */
  readonly slugs: Set<string>
  readonly events: Events
  /** The work that a shutdown waits for. */
  readonly underWay: UnderWay
  readonly jobs: Jobs
  readonly http: HttpFront
  /** The counters behind the metrics endpoint. */
  readonly numbers: Numbers | undefined
  /** The observers. */
  readonly telemetry: Telemetry
  /** The slugs renamed before this process started, in order. */
  readonly renames: readonly { from: string; to: string }[]
  /** Runs an operation through its stages. */
  run(request: OperationRequest): Promise<Operation>
  /** Finds a document that the caller may change, without changing it. */
  reach(request: Omit<OperationRequest, 'name'>): Promise<Operation>
  /** A handle of the Local API for this caller. */
  handle(caller: Caller): Cms
  entity(slug: string): Entity
  validators(entity: Entity): Validators
  /** Asks the open database which indexes it can't have; the tables leave these out. */
  meetObstacles(): Promise<void>
  /** All tables of the CMS: those of its content types and those of its features. */
  tables(): TableSpec[]
  /** A table as last applied to the database, perhaps by a process with another schema. */
  appliedTable(name: string): Promise<TableSpec | undefined>
  /** The documents that the values of a table's columns point to, including fields that only another process knows. */
  pointersIn(table: string, values: Readonly<Record<string, unknown>>): Promise<Pointer[]>
}

/** One operation in progress: its state so far, and the engine it works with. */
export class Operation extends OperationState {
  readonly engine: Engine

  constructor(engine: Engine, request: OperationRequest) {
    super(request)
    this.engine = engine
  }

  /** Its purpose, if it is not a plain save. */
  get intent(): Intent | undefined {
    const { intentName } = this
    return intentName === undefined ? undefined : this.engine.intents[intentName]
  }

  /** Whether it works on drafts, versions or scheduled changes. */
  get isEditorial(): boolean {
    return this.request.editorial ?? this.intent?.editorial ?? false
  }
}
