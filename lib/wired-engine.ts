/** Assembles the engine: creates every part and connects it to the others. Tested by test/feature-set.test.ts. */

import { type Entity, type Model, wholeOf } from '../schema/model.ts'
import { type Validators, validators } from '../schema/validators.ts'
import { Access } from './access/access.ts'
import { coreRules } from './access/rules.ts'
import type { Caller } from './actor.ts'
import type { Engine, Operation } from './engine.ts'
import { Events } from './events/events.ts'
import type { Feature } from './feature.ts'
import { FeatureSet } from './feature-set.ts'
import type { HttpFront } from './http/front.ts'
import type { Cms } from './local/cms.ts'
import { Jobs } from './local/jobs.ts'
import { UnderWay } from './local/under-way.ts'
import { Migrator } from './migrations/migrator.ts'
import { appliedTo } from './migrations/model-table.ts'
import { pointersOf } from './migrations/references.ts'
import type { OperationRequest } from './operations/contract.ts'
import { coreSteps } from './operations/core.ts'
import { DocumentQueue } from './operations/document-queue.ts'
import { runAfterRead } from './operations/hooks.ts'
import type { Intent } from './operations/intent.ts'
import { reach, run } from './operations/run.ts'
import { Pipelines } from './operations/stages.ts'
import { UnknownFields } from './operations/unknown-fields.ts'
import { Plans } from './query/plan.ts'
import { Reader } from './query/reader.ts'
import { UnindexedLists } from './query/unindexed-lists.ts'
import type { View } from './query/view.ts'
import type { Settings } from './settings.ts'
import { Documents, type Pointer } from './store/documents.ts'
import { indexesOf } from './store/entity-indexes.ts'
import type { IndexSpec } from './store/index-spec.ts'
import { onlyRow } from './store/only-row.ts'
import { Store } from './store/store.ts'
import { type TableSpec, tablesOf } from './store/tables.ts'
import { Numbers } from './telemetry/numbers.ts'
import { Telemetry } from './telemetry/telemetry.ts'
import { openTelemetry } from './telemetry/traces.ts'

/** The layer in front of the engine: handles of the Local API, and HTTP. */
interface Front {
  handle(caller: Caller): Cms
  http: HttpFront
}

export class WiredEngine implements Engine {
  readonly settings: Settings
  readonly model: Model
  readonly features: FeatureSet
  readonly store: Store
  readonly migrator: Migrator
  readonly documents: Documents
  readonly plans: Plans
  readonly access: Access
  readonly reader: Reader
  readonly unindexedLists: UnindexedLists
  readonly intents: Readonly<Record<string, Intent>>
  readonly #ways: Pipelines
  readonly queue = new DocumentQueue()
  readonly unknownFields: UnknownFields | undefined
  readonly slugs = new Set<string>()
  readonly events: Events
  readonly underWay = new UnderWay()
  readonly jobs: Jobs
  readonly numbers: Numbers | undefined
  readonly telemetry: Telemetry
  renames: readonly { from: string; to: string }[] = []
  /** Why this database can't have indexes of parts of texts, if it can't. */
  #partsObstacle: string | undefined
  readonly #validators = new Map<Entity, Validators>()
  #front: Front | undefined

  constructor(settings: Settings, model: Model, features: readonly Feature[]) {
    const { log } = settings
    this.settings = settings
    this.unknownFields = settings.production ? undefined : new UnknownFields(log)
    this.model = model
    this.features = new FeatureSet(features, this)
    this.numbers = settings.metrics ? new Numbers() : undefined
    this.telemetry = new Telemetry([this.numbers, openTelemetry()].filter((one) => one !== undefined))
    this.store = new Store(settings.db, log)
    this.store.onAccess = () => this.telemetry.query()
    this.migrator = new Migrator(this.store, log, { slugChanged: (change, connection) => this.features.slugChanged(change, connection) })
    const { dialect } = this.store
    this.documents = new Documents(dialect)
    this.plans = new Plans(dialect, { indexes: (entity) => this.indexes(entity), tally: (entity) => this.features.tally(entity) })
    const formFor = (slug: string, view: View) => this.features.form(this.entity(slug), view, 'read')
    this.access = new Access({
      entity: (slug) => this.entity(slug),
      formFor,
      rules: { ...coreRules, ...this.features.rules },
      dialect,
      log,
      features: this.features,
    })
    this.unindexedLists = new UnindexedLists({
      store: this.store,
      log,
      clock: settings.clock,
      isLogging: !settings.production,
      entity: (slug) => model.entities.get(slug),
      indexes: (entity) => this.indexes(entity),
    })
    this.reader = new Reader({
      store: this.store,
      dialect,
      documents: this.documents,
      plans: this.plans,
      access: this.access,
      entity: formFor,
      isCollection: (slug) => this.model.collections.get(slug)?.internal === false,
      features: this.features,
      afterRead: (of, doc, caller) => runAfterRead(this, of, doc, caller),
      timeLimits: settings.queries.timeout,
      answerLimits: settings.queries.answer,
      unindexed: settings.queries.unindexed,
      unindexedLists: this.unindexedLists,
    })
    this.intents = this.features.intents
    this.#ways = new Pipelines([...coreSteps, ...this.features.steps], this.intents)
    this.events = new Events(settings.events ?? [], log)
    this.jobs = new Jobs(this.features.jobs, settings, () => this.features.retentionTime())
  }

  /** Attaches the layer in front of the engine, once. */
  open(front: Front): void {
    this.#front = front
  }

  get #opened(): Front {
    if (!this.#front) throw new Error('The engine was used before it was opened')
    return this.#front
  }

  run(request: OperationRequest): Promise<Operation> {
    return run(this, this.#ways, request)
  }

  reach(request: Omit<OperationRequest, 'name'>): Promise<Operation> {
    return reach(this, this.#ways, request)
  }

  handle(caller: Caller): Cms {
    return this.#opened.handle(caller)
  }

  get http(): HttpFront {
    return this.#opened.http
  }

  entity(slug: string): Entity {
    // biome-ignore lint/style/noNonNullAssertion: only slugs of the model are passed
    return this.model.entities.get(slug)!
  }

  validators(entity: Entity): Validators {
    // The forms of single locales differ in where values are, not in which values are valid.
    const shared = entity === wholeOf(entity) ? entity : this.entity(entity.slug)
    let found = this.#validators.get(shared)
    if (!found) {
      found = validators(shared)
      this.#validators.set(shared, found)
    }
    return found
  }

  indexes(entity: Entity): IndexSpec[] {
    const { features } = this
    const indexes = indexesOf(wholeOf(entity), features.indexes(entity), features.leading(entity))
    return this.#partsObstacle === undefined ? indexes : indexes.filter(({ parts }) => !parts)
  }

  async meetObstacles(): Promise<void> {
    const { obstacle } = this.store.dialect.parts
    this.#partsObstacle = undefined
    const wanted = [...this.model.entities.values()].flatMap((entity) => this.indexes(entity).filter(({ parts }) => parts))
    if (wanted.length === 0 || obstacle === undefined) return
    this.#partsObstacle = onlyRow(await this.store.read(obstacle))['obstacle'] ?? undefined
    if (this.#partsObstacle === undefined) return
    const names = wanted.map(({ name }) => `'${name}'`).join(', ')
    this.settings.log.warn(`Left out, so that \`like\` reads every document: the indexes ${names}. The reason: ${this.#partsObstacle}`)
  }

  tables(): TableSpec[] {
    const { features, model, settings } = this
    const additions = (entity: Entity) => ({
      columns: features.columns(entity),
      indexes: this.indexes(entity),
      tally: features.tally(entity),
    })
    return [...tablesOf(model, additions, settings.localization?.defaultLocale), ...features.tables(settings, model)]
  }

  async appliedTable(name: string): Promise<TableSpec | undefined> {
    return (await appliedTo(this.store)).tables.find((table) => table.name === name)
  }

  async pointersIn(table: string, values: Readonly<Record<string, unknown>>): Promise<Pointer[]> {
    return pointersOf(await appliedTo(this.store), table, values)
  }
}
