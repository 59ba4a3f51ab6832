/** The composition root: a configuration → a started CMS. The only place that wires the parts together. */
import path from 'node:path'
import { build } from '../schema/build.ts'
import { type Entity, type Model, wholeOf } from '../schema/model.ts'
import { SchemaError } from '../schema/problems.ts'
import { type Validators, validators } from '../schema/validators.ts'
import { RULES, words } from '../schema/words.ts'
import { Access, type Verb } from './access/access.ts'
import { coreRules } from './access/rules.ts'
import { Caller, system } from './actor.ts'
import type { Config } from './config.ts'
import { checkConfig, type Settings } from './config-check.ts'
import { configError, GalleyError } from './errors.ts'
import { Events } from './events/events.ts'
import type { Feature, NamedFilter } from './feature.ts'
import { features as builtIn } from './features.ts'
import { HttpApi } from './http/handle.ts'
import { Cms } from './local/handle.ts'
import { Jobs } from './local/jobs.ts'
import type { Registered, Types } from './local/types.ts'
import { UnderWay } from './local/under-way.ts'
import type { Log } from './log.ts'
import { Migrator } from './migrations/migrator.ts'
import { appliedTo } from './migrations/model-table.ts'
import { pointersOf } from './migrations/references.ts'
import type { SlugChange } from './migrations/slugs.ts'
import { nodeProblem } from './node-version.ts'
import { checkEntities } from './operations/check-entities.ts'
import { coreSteps } from './operations/core.ts'
import { DocumentQueue } from './operations/document-queue.ts'
import { runAfterRead } from './operations/hooks.ts'
import type { Engine } from './operations/operation.ts'
import { Ways } from './operations/stages.ts'
import { all, and, type Filter, isFilter, none } from './query/filter.ts'
import type { Overlay } from './query/overlay.ts'
import { Plans } from './query/plan.ts'
import { Reader } from './query/reader.ts'
import type { Order } from './query/sort.ts'
import type { View } from './query/view.ts'
import type { Where } from './query/where.ts'
import type { Connection } from './store/contract.ts'
import { Documents } from './store/documents.ts'
import { Store } from './store/store.ts'
import { type TableSpec, tablesOf } from './store/tables.ts'
import { Numbers } from './telemetry/numbers.ts'
import { Telemetry } from './telemetry/telemetry.ts'
import { openTelemetry } from './telemetry/traces.ts'

export interface Inside {
  /** Built-in features; tests leave them out to show that the core needs none. */
  features?: readonly Feature[]
  /** The folder that relative paths start from. */
  from?: string
  /** `false`: the database is opened, its tables are left alone, and no feature starts. */
  migrate?: boolean
}

/** Checks a configuration, opens its database and gives the Local API. */
export async function createCms<T extends Types = Registered>(config: Config, inside: Inside = {}): Promise<Cms<T>> {
  if (nodeProblem !== undefined) throw configError(nodeProblem)
  const core = inside.features ?? builtIn
  const settings = await checkConfig(config, core)
  const features = [...core, ...settings.features]
  const model = await modelOf(settings, features, inside.from)
  const engine = assemble(settings, model, features)
  const started = new Started(engine, features, inside.migrate ?? true)
  const cms = new Cms<T>(engine, new Caller(system), started)
  engine.handle = (caller) => new Cms(engine, caller, started)
  const additions = (entity: Entity) => ({
    columns: columnsFrom(features, entity),
    indexes: features.flatMap((feature) => feature.indexes?.(entity) ?? []),
  })
  featureTables.set(engine, () => [
    ...tablesOf(model, additions, settings.localization?.defaultLocale),
    ...features.flatMap((feature) => feature.tables?.(settings, model) ?? []),
  ])
  const slugChanged = async (change: SlugChange, connection: Connection) => {
    for (const feature of features) await feature.slugChanged?.(engine, change, connection)
  }
  migrators.set(engine, new Migrator(engine.store, settings.log, { slugChanged }))
  apis.set(engine, new HttpApi(cms as unknown as Cms, features))
  await started.start()
  return cms
}

const columnsFrom = (features: readonly Feature[], entity: Entity) => features.flatMap((feature) => feature.columns?.(entity) ?? [])

const apis = new WeakMap<Engine, HttpApi>()

/** The HTTP side of a CMS, for the adapters. */
export const httpOf = (cms: Cms): HttpApi => apis.get(cms.engine)!

/** The model of a configuration, without opening its database. */
export async function modelFor(config: Config, inside: Inside = {}): Promise<Model> {
  const core = inside.features ?? builtIn
  const settings = await checkConfig(config, core)
  const features = [...core, ...settings.features]
  const model = await modelOf(settings, features, inside.from)
  assemble(settings, model, features)
  return model
}

/** Every table that a CMS wants: those of its content types and those of its features. */
export function wantedTables(cms: Cms): TableSpec[] {
  return featureTables.get(cms.engine)!()
}

const featureTables = new WeakMap<Engine, () => TableSpec[]>()

/** What brings the database of a CMS to those tables. */
export const migratorOf = ({ engine }: Cms): Migrator => migrators.get(engine)!

const migrators = new WeakMap<Engine, Migrator>()

async function modelOf(settings: Settings, features: readonly Feature[], from: string | undefined): Promise<Model> {
  try {
    return await build({
      schema: settings.schema,
      collections: settings.collections,
      globals: settings.globals,
      fieldTypes: settings.fieldTypes,
      rules: [...new Set([...RULES, ...features.flatMap((feature) => Object.keys(feature.rules ?? {}))])],
      builtIn: features.flatMap((feature) => feature.collections?.(settings) ?? []),
      ...(settings.localization && { localization: settings.localization }),
      mixin: (document) => features.flatMap((feature) => feature.mixin?.(document, settings) ?? []),
      from: path.resolve(from ?? process.cwd()),
    })
  } catch (error) {
    if (error instanceof SchemaError) throw new GalleyError('CONFIG', error.message, { cause: error })
    throw error
  }
}

function assemble(settings: Settings, model: Model, features: readonly Feature[]): Engine {
  const { log } = settings
  const store = new Store(settings.db, log)
  const numbers = settings.metrics ? new Numbers() : undefined
  const telemetry = new Telemetry([numbers, openTelemetry()].filter((one) => one !== undefined))
  store.asked = () => telemetry.query()
  const { dialect } = store
  const entity = (slug: string): Entity => model.entities.get(slug)!
  const forming = features.flatMap((feature) => feature.form?.bind(feature) ?? [])
  const form: Engine['form'] = (of, view, purpose) =>
    of.forms ? forming.reduce((one, make) => make(one, view, purpose, settings), of) : of
  const seen = (slug: string, view: View) => form(entity(slug), view, 'read')
  const rules = Object.assign({}, coreRules, ...features.map((feature) => feature.rules))
  checkEntities(model, rules, (of) => features.flatMap((feature) => feature.checkEntity?.(of) ?? []))
  for (const line of withoutEffect(model, features)) log.warn(line)
  const restrictions = features.flatMap((feature) => feature.restrict?.bind(feature) ?? [])
  const restrict = (of: Entity, caller: Caller, view: View): Filter =>
    restrictions.length === 0 ? all : and(...restrictions.map((one) => filterOf(one(of, caller, view), of)))
  const overlays = features.flatMap((feature) => feature.overlay?.bind(feature) ?? [])
  const overlay = (of: Entity, caller: Caller, view: View): Overlay | undefined => {
    for (const one of overlays) {
      const found = one(of, caller, view)
      if (found) return found
    }
    return undefined
  }
  const hiding = features.flatMap((feature) => feature.hidesSaves?.bind(feature) ?? [])
  const hidesSaves = (of: Entity, caller: Caller): boolean => hiding.some((one) => one(of, caller))
  const choosing = features.flatMap((feature) => feature.choices?.bind(feature) ?? [])
  const lenient = features.flatMap((feature) => feature.mayLack?.bind(feature) ?? [])
  const admitting = features.flatMap((feature) => feature.admits?.bind(feature) ?? [])
  const admits = (of: Entity, verb: Verb, caller: Caller) => admitting.some((one) => one(of, verb, caller))
  const limiting = features.flatMap((feature) => feature.limit?.bind(feature) ?? [])
  const limit = (of: Entity, verb: Verb, caller: Caller): Filter | Promise<Filter> => {
    const limits = limiting.map((one) => one(engine, of, verb, caller)).filter((one) => one !== undefined)
    if (limits.length === 0) return all
    const known = (list: (Where | false | undefined)[]) => and(...list.map((one) => filterOf(one, of)))
    return limits.some((one) => one instanceof Promise) ? Promise.all(limits).then(known) : known(limits as (Where | false)[])
  }
  const ofFields = features.flatMap((feature) => feature.limitFields?.bind(feature) ?? [])
  const limitFields = (of: Entity, caller: Caller) => {
    const limits = ofFields.map((one) => one(engine, of, caller)).filter((one) => one !== undefined)
    if (limits.length === 0) return undefined
    return Promise.all(limits).then((all) => {
      const list = all.filter((one) => one !== undefined)
      const exempt = list[0]?.exempt
      return {
        hidden: list.flatMap((one) => one.hidden),
        readOnly: list.flatMap((one) => one.readOnly),
        ...(exempt !== undefined && list.every((one) => one.exempt === exempt) && { exempt }),
      }
    })
  }
  const filterOf = (given: Where | Filter | false | undefined, of: Entity): Filter =>
    given === undefined ? all : given === false ? none : isFilter(given) ? given : access.ruleFilter(given, of)
  const filters: Record<string, NamedFilter> = Object.assign(Object.create(null), ...features.map((feature) => feature.filters))
  const namedFilter = (name: string, of: Entity, caller: Caller) => {
    const known = filters[name]
    return known?.for(of) && known.isOpen(caller) ? known.filter : undefined
  }
  const access = new Access({ entity, seen, rules, dialect, log, restrict, namedFilter, admits, limit, limitFields })
  const documents = new Documents(dialect)
  const plans = new Plans(dialect)
  const compiled = new Map<Entity, Validators>()
  const orders = new Map<Entity, readonly Order[]>()
  const engine: Engine = {
    settings,
    model,
    store,
    documents,
    plans,
    access,
    telemetry,
    numbers,
    entity,
    form,
    restrict,
    hidesSaves,
    appliedTable: async (name) => (await appliedTo(store)).tables.find((table) => table.name === name),
    pointersIn: async (name, values) => pointersOf(await appliedTo(store), name, values),
    overlay,
    order(of) {
      let found = orders.get(of)
      if (!found) orders.set(of, (found = features.flatMap((feature) => feature.order?.(of) ?? [])))
      return found
    },
    mayLack: (of, doc) => lenient.some((one) => one(of, doc)),
    ways: new Ways(
      [...coreSteps, ...features.flatMap((feature) => feature.steps ?? [])],
      Object.assign({}, ...features.map((feature) => feature.intents)),
    ),
    renames: [],
    queue: new DocumentQueue(),
    slugs: new Set(),
    events: new Events(settings.events ?? [], log),
    options: Object.assign({}, ...features.map((feature) => feature.options)),
    local: Object.assign({}, ...features.map((feature) => feature.local)),
    creations: Object.assign({}, ...features.map((feature) => feature.create)),
    choices: (field) => choosing.flatMap((one) => one(field) ?? []),
    async attention() {
      const cms = engine.handle(new Caller(system))
      return (await Promise.all(features.map((feature) => feature.attention?.(cms) ?? []))).flat()
    },
    noted(caller, note) {
      const kept = features.flatMap((feature) => feature.keeps?.(engine, caller, note) ?? [])
      return { writes: kept.flatMap((one) => one.writes), afterwards: kept.flatMap((one) => one.afterwards) }
    },
    async opens(view, caller) {
      for (const feature of features) if (await feature.opens?.(engine, view, caller)) return true
      return false
    },
    outgoing: (happening) => features.flatMap((feature) => feature.outgoing?.(happening, engine) ?? []),
    queues: Object.assign({}, ...features.map((feature) => feature.queues)),
    underWay: new UnderWay(),
    jobs: new Jobs(features.flatMap((feature) => feature.jobs ?? [])),
    retentionTime: async () => {
      const judge = features.find((feature) => feature.retentionTime)
      return judge ? judge.retentionTime!(engine) : settings.clock.now()
    },
    reader: new Reader({
      store,
      dialect,
      documents,
      plans,
      access,
      entity: seen,
      own: (of) => columnsFrom(features, of).map((column) => column.name),
      overlay,
      hidesSaves,
      afterRead: (of, doc, caller) => runAfterRead(engine, of, doc, caller),
      timeLimits: settings.queries.timeout,
      answerLimits: settings.queries.answer,
    }),
    validators(of) {
      // The forms of single locales differ in where values stand, not in what they may be.
      const shared = of === wholeOf(of) ? of : entity(of.slug)
      let found = compiled.get(shared)
      if (!found) compiled.set(shared, (found = validators(shared)))
      return found
    },
    handle: () => {
      throw new Error('the CMS is being put together')
    },
  }
  return engine
}

/** Words whose feature is not here are said to do nothing, rather than to be relied upon. */
function withoutEffect(model: Model, features: readonly Feature[]): string[] {
  const here = new Set(['core', ...features.map((feature) => feature.name)])
  const owned = words.filter((word) => !here.has(word.feature))
  return [...model.entities.values()].flatMap(({ slug, options }) =>
    owned
      .filter((word) => options[word.name])
      .map((word) => `'${word.name}' of '${slug}' has no effect: the feature '${word.feature}' is not part of this version`),
  )
}

/** Milliseconds that stopping may take. */
const STOPS_WITHIN = 8000
/** What is left for each step when the time is up. */
const LEAST = 100

/** Waits for one thing after another, for all of them together no longer than this. */
function deadline(within: number, log: Log): (work: unknown, name: string) => Promise<void> {
  const until = performance.now() + within
  return async (work, name) => {
    if (!(work instanceof Promise)) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), Math.max(LEAST, until - performance.now()))
    })
    if ((await Promise.race([work, late])) === 'late') {
      log.warn(`${name} did not end in time and is left behind`)
      work.catch(() => undefined)
    }
    clearTimeout(timer)
  }
}

/** Starting and stopping: the database, its tables, then the features; backwards at the end. */
class Started {
  readonly #engine: Engine
  readonly #features: readonly Feature[]
  readonly #migrate: boolean
  #running = false

  constructor(engine: Engine, features: readonly Feature[], migrate: boolean) {
    this.#engine = engine
    this.#features = features
    this.#migrate = migrate
    for (const feature of features) if (feature.hear) engine.events.listen((happening) => feature.hear!(happening, this.#cms))
  }

  async start(): Promise<void> {
    if (this.#running) return
    const { store, settings, model } = this.#engine
    await store.open()
    this.#engine.jobs.start()
    apis.get(this.#engine)!.open()
    try {
      if (this.#migrate) {
        const migrator = migratorOf(this.#cms)
        await migrator.atStart(wantedTables(this.#cms), model, settings.production)
        this.#engine.renames = (await migrator.applied()).renames ?? []
        for (const feature of this.#features) await feature.start?.(this.#cms)
      }
    } catch (error) {
      await store.close()
      throw error
    }
    this.#running = true
  }

  /** Nothing new is begun, what is under way ends or is told to, and what does not end in time is left behind. */
  async stop(within: number = STOPS_WITHIN): Promise<void> {
    if (!this.#running) return
    this.#running = false
    const { jobs, store, numbers, underWay } = this.#engine
    const left = deadline(within, this.#engine.settings.log)
    const answers = Promise.all([apis.get(this.#engine)!.drain(), underWay.ended()])
    jobs.stop()
    await left(answers, 'answers under way')
    for (const feature of [...this.#features].reverse()) await left(feature.stop?.(this.#cms), `'${feature.name}'`)
    await left(jobs.ended(), 'the jobs')
    numbers?.stop()
    await left(store.close(), 'the database')
  }

  get #cms(): Cms {
    return this.#engine.handle(new Caller(system))
  }
}
