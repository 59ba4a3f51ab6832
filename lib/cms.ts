/** The composition root: turns a configuration into a started CMS. The only place that wires the parts together. */
import path from 'node:path'
import { build } from '../schema/build.ts'
import { namedIn } from '../schema/checkable.ts'
import type { Model } from '../schema/model.ts'
import { SchemaError } from '../schema/problems.ts'
import { RULES, words } from '../schema/words.ts'
import { coreRules } from './access/rules.ts'
import { Caller, system } from './actor.ts'
import type { Config } from './config.ts'
import { givenFeatures, type Inspected, inspectConfig, refuse } from './config-check.ts'
import { configError } from './errors.ts'
import type { Feature } from './feature.ts'
import { features as builtIn } from './features.ts'
import { HttpApi } from './http/handle.ts'
import { Lifetime } from './lifetime.ts'
import { loadingConfig } from './loading-config.ts'
import { type Handle, handlesOf, memberNames } from './local/handle.ts'
import { addedBy } from './local/members.ts'
import { nodeProblem } from './node-version.ts'
import { problemsOfEntities } from './operations/check-entities.ts'
import { problemsOfFilters } from './operations/check-filters.ts'
import type { Registered, Types } from './register.ts'
import type { Settings } from './settings.ts'
import { WiredEngine } from './wired-engine.ts'

export interface InternalOptions {
  /** Built-in features; tests omit them to show that the core needs none. */
  features?: readonly Feature[]
  /** The folder that relative paths are resolved from. */
  from?: string
  /** `false`: opens the database, but doesn't touch its tables or start any feature. */
  migrate?: boolean
}

/**
 * Checks a configuration, opens its database and returns the Local API. Use it for scripts and for sharing one CMS between several places;
 * `cmsMiddleware` calls it for you.
 *
 * @example
 * const cms = await createCms(config)
 * await cms.create('posts', { title: 'Hello' })
 * await cms.stop()
 */
export function createCms<T extends Types = Registered>(config: Config, inside: InternalOptions = {}): Promise<Handle<T>> {
  return toAwait(startCms<T>(config, inside))
}

/** A promise that names the missing `await` if somebody uses it as the Local API. */
function toAwait<T>(promise: Promise<T>): Promise<T> {
  for (const name of memberNames(addedBy(builtIn)).filter((one) => !one.includes('.')))
    Object.defineProperty(promise, name, {
      get() {
        throw configError(`createCms returns a promise: write await createCms(…) before you use ${name}`)
      },
    })
  return promise
}

async function startCms<T extends Types>(config: Config, inside: InternalOptions): Promise<Handle<T>> {
  if (nodeProblem !== undefined) throw configError(nodeProblem)
  const loading = loadingConfig()
  if (loading !== undefined)
    throw configError(`${loading} starts the CMS while a command loads it. Export only the configuration, and start it in your application`)
  const engine = await engineFor(config, inside)
  const lifetime = new Lifetime(engine, inside.migrate ?? true)
  const handleFor = handlesOf(engine, lifetime)
  engine.open({ handle: handleFor, http: new HttpApi(engine, engine.features) })
  await lifetime.start()
  return handleFor(new Caller(system)) as Handle<T>
}

/** What features add to the Local API, as far as a configuration tells before its plugins run. */
export const membersFor = (config: Config): object[] => addedBy([...builtIn, ...givenFeatures(config)])

/** Returns the model of a configuration, without opening its database. */
export async function modelFor(config: Config, inside: InternalOptions = {}): Promise<Model> {
  return (await engineFor(config, inside)).model
}

async function engineFor(config: Config, inside: InternalOptions): Promise<WiredEngine> {
  const core = inside.features ?? builtIn
  const inspected = await inspectConfig(config, core)
  const { settings, problems } = inspected
  const features = [...core, ...givenFeatures({ features: settings.features })]
  const model = await buildModel(settings, features, inside.from).catch((error) => {
    refuse([...problems, ...problemsNextTo(error, inspected, features)], error instanceof SchemaError ? error : undefined)
    throw error
  })
  if (problems.length > 0) refuse([...problems, ...furtherProblems(inspected, model, features)])
  const engine = new WiredEngine(settings, model, features)
  refuse(problemsTogether(engine))
  for (const line of withoutEffect(engine.model, features)) settings.log.warn(line)
  return engine
}

/** Problems with content types and with options that name them. */
const problemsTogether = (engine: WiredEngine): string[] => [
  ...problemsOfEntities(engine.model, { ...coreRules, ...engine.features.rules }),
  ...engine.features.problemsOf(engine.model, engine.settings),
  ...problemsOfFilters(engine),
]

/** The same next to options that are wrong, without what may only follow from these: a sentence that mentions one of them. */
function furtherProblems({ settings, problems }: Inspected, model: Model, features: readonly Feature[]): string[] {
  const wrong = new Set(problems.flatMap((problem) => [/^[\w-]+/.exec(problem)?.[0] ?? '', ...namedIn(problem)]))
  try {
    return problemsTogether(new WiredEngine(settings, model, features)).filter(
      (one) => ![...(one.match(/[\w-]+/g) ?? [])].some((word) => wrong.has(word)),
    )
  } catch {
    // An option may have any shape.
    return []
  }
}

/** The same next to a schema that is wrong, as far as the rest of it tells. */
const problemsNextTo = (error: unknown, inspected: Inspected, features: readonly Feature[]): string[] => {
  const right = error instanceof SchemaError ? error.right : undefined
  return right ? furtherProblems(inspected, right.model, features).filter((one) => !right.follows(one)) : []
}

const buildModel = async (settings: Settings, features: readonly Feature[], from: string | undefined): Promise<Model> =>
  build({
    schema: settings.schema,
    collections: settings.collections,
    globals: settings.globals,
    fieldTypes: settings.fieldTypes,
    rules: [...new Set([...RULES, ...features.flatMap((feature) => Object.keys(feature.rules ?? {}))])],
    builtIn: features.flatMap((feature) => feature.collections?.(settings) ?? []),
    languages: features.flatMap((feature) => feature.languages?.(settings) ?? []),
    ...(settings.localization && { localization: settings.localization }),
    mixin: (document) => features.flatMap((feature) => feature.mixin?.(document, settings) ?? []),
    from: path.resolve(from ?? process.cwd()),
  })

/** Warns that keywords of missing features have no effect. */
function withoutEffect(model: Model, features: readonly Feature[]): string[] {
  const here = new Set(['core', ...features.map((feature) => feature.name)])
  const owned = words.filter((word) => !here.has(word.feature))
  return [...model.entities.values()].flatMap(({ slug, options }) =>
    owned
      .filter((word) => options[word.name])
      .map((word) => `'${word.name}' of '${slug}' has no effect: this version does not include the feature '${word.feature}'`),
  )
}
