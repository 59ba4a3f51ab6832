/** Turns the given configuration into settings: runs plugins, validates with Ajv, fills in defaults, freezes the result. */

import type { JsonSchema } from '../schema/document.ts'
import { fieldTypeTable } from '../schema/field-types.ts'
import type { SchemaEntry } from '../schema/load.ts'
import { isPlainObject, kindOf } from '../schema/plain-object.ts'
import { printProblem, type SchemaError } from '../schema/problems.ts'
import { missingMethods, wrongAdapter } from './checked-adapter.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { A_DATABASE, configSchemaWith } from './config-schema.ts'
import { configError, GalleyError } from './errors.ts'
import type { Feature } from './feature.ts'
import { consoleLog, LOG_METHODS } from './log.ts'
import { type OptionProblem, optionProblems, sentenceOf } from './option-problems.ts'
import type { LocalizationConfig } from './options.ts'
import { OUR_COMMANDS } from './our-commands.ts'
import { wrongSecret } from './public-secrets.ts'
import type { Settings } from './settings.ts'
import { takenTwice } from './taken-twice.ts'
import { isFeature, wrongFeatures } from './wrong-features.ts'

/** A validated configuration, with the features that it brings. */
interface Checked extends Settings {
  features: readonly Feature[]
}

/** Fills in the defaults of the core and of features. Only the schemas of given options are compiled; the others supply their default. */
function problemsOf(settings: object, schema: JsonSchema): OptionProblem[] {
  const options = Object.entries<JsonSchema>(schema['properties'])
  const properties = Object.fromEntries(options.map(([name, one]) => [name, Object.hasOwn(settings, name) ? one : defaultOf(one)]))
  return optionProblems(settings, { ...schema, properties })
}

/** A schema that contains only the default of another, with nested defaults filled in, and what it must be. */
function defaultOf(schema: JsonSchema): JsonSchema {
  const { description } = schema
  return { ...(description && { description }), ...(schema['default'] !== undefined && { default: filled(schema, schema['default']) }) }
}

function filled({ properties = {} }: JsonSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const result: Record<string, unknown> = { ...value }
  for (const [name, inner] of Object.entries<JsonSchema>(properties)) {
    const given = result[name] ?? inner['default']
    if (given !== undefined) result[name] = filled(inner, given)
  }
  return result
}

/** The problems of a configuration, and its settings, which are complete if there are none. */
export interface Inspected {
  settings: Checked
  problems: string[]
}

export async function checkConfig(given: Config, features: readonly Feature[]): Promise<Checked> {
  const { settings, problems } = await inspectConfig(given, features)
  refuse(problems)
  return settings
}

/** The message is for people, with the problems of the schema below; `errors` lists each problem. */
export function refuse(problems: readonly string[], schema?: SchemaError): void {
  if (problems.length === 0 && !schema) return
  const found = problems.length === 0 ? [] : [`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`]
  throw new GalleyError(
    'CONFIG',
    [...problems, ...(schema?.problems.map(printProblem) ?? [])].map((message) => ({ message })),
    { message: [...found, ...(schema ? [schema.message] : [])].join('\n') },
  )
}

export async function inspectConfig(given: Config, features: readonly Feature[]): Promise<Inspected> {
  if (!isPlainObject(given as unknown))
    throw configError(
      `The configuration must be an object with 'secret' and 'db', not ${kindOf(given)}${(given as unknown) instanceof Promise ? '; write await in front of it' : ''}`,
    )
  let config = given
  for (const [index, plugin] of (Array.isArray(given.plugins) ? given.plugins : []).entries()) {
    if (typeof plugin !== 'function') continue
    config = await plugin(config)
    if (!isPlainObject(config as unknown))
      throw configError(`plugins[${index}] must return the configuration, an object, not ${kindOf(config)}`)
  }
  const settings = copy(config) as Checked
  const all = [...features, ...givenFeatures(config)]
  const schema = configSchemaWith(all)
  switchOn(settings, schema)
  const problems = problemsOf(settings ?? {}, schema).map((problem) => sentenceOf(problem))
  settings.production ??= process.env['NODE_ENV'] === 'production'
  problems.push(...together(settings, config, all, problems.length > 0))
  settings.schema =
    settings.schema === undefined ? [] : Array.isArray(settings.schema) ? settings.schema : [settings.schema as unknown as SchemaEntry]
  if (settings.localization?.locales) settings.localization = withDefault(settings.localization)
  settings.log ??= consoleLog()
  settings.clock ??= systemClock
  return { settings: Object.freeze(settings), problems }
}

/** Those that are features; the others are problems. */
export const givenFeatures = ({ features = [] }: Pick<Config, 'features'>): Feature[] =>
  Array.isArray(features) ? features.filter(isFeature) : []

/** An option that may be `true` or an object becomes an object when it is `true`, so that its defaults are filled in. */
function switchOn(settings: object, schema: JsonSchema): void {
  const given = settings as Record<string, unknown>
  for (const [name, { type }] of Object.entries<JsonSchema>(schema['properties']))
    if (given?.[name] === true && Array.isArray(type) && type.includes('object')) given[name] = {}
}

const withDefault = (given: LocalizationConfig): Required<LocalizationConfig> => ({
  fallback: true,
  // biome-ignore lint/style/noNonNullAssertion: the schema of the options requires at least one locale
  defaultLocale: given.locales[0]!,
  ...given,
})

/** Copies plain objects and lists, so that defaults never modify the caller's objects; adapters and functions are kept as they are. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => inner !== undefined || GUARDS.has(key))
      .map(([key, inner]) => [key, KEPT.has(key) ? inner : copy(inner)]),
  )
}
/** Options that restrict access. A key without a value, such as from a misspelt import, must be reported: the default is open. */
const GUARDS = new Set(['access', 'scope'])
const KEPT = new Set(['access', 'hooks', 'db', 'email', 'storage', 'privateStorage', 'log', 'clock', 'features', 'schema', 'providers'])

/** Finds guards without a value; those of content types are checked with their schema. */
function emptyGuards(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = Array.isArray(value) ? `${at}[${key}]` : at === '' ? key : `${at}.${key}`
    if (GUARDS.has(key) && inner === undefined) return [`${path}: must be a function, not undefined; leave it out to use the default`]
    return KEPT.has(key) || path === 'collections' || path === 'globals' ? [] : emptyGuards(inner, path)
  })
}

/** Checks rules that involve several options. `isMisshapen`: an option may have any shape, so a check may fail. */
function together(settings: Settings, given: Config, features: readonly Feature[], isMisshapen: boolean): string[] {
  const checks: ((settings: Settings, given: Config) => string[])[] = [
    (settings) => emptyGuards(settings),
    wrongSecret,
    wrongDatabase,
    wrongLog,
    wrongClock,
    wrongRoutes,
    wrongLocale,
    wrongFieldTypes,
    wrongCommands,
    (_, { features }) => (Array.isArray(features) ? wrongFeatures(features) : []),
    ...features.map(({ check }) => check ?? (() => [])),
  ]
  return checks.flatMap((check) => {
    try {
      return check(settings, given)
    } catch (error) {
      if (isMisshapen) return []
      throw error
    }
  })
}

function wrongDatabase({ db }: Settings): string[] {
  return db === undefined ? [] : wrongAdapter('db', db, ['open'], A_DATABASE)
}

function wrongLog({ log }: Settings): string[] {
  return log === undefined ? [] : missingMethods('log', log, LOG_METHODS)
}

function wrongClock({ clock }: Settings): string[] {
  return clock === undefined ? [] : missingMethods('clock', clock, ['now'])
}

/** The parts of the CMS need different paths, and the admin answers everything below its path. */
function wrongRoutes({ routes, admin }: Settings): string[] {
  const others = Object.entries({ 'routes.api': routes?.api, 'routes.health': routes?.health, 'routes.metrics': routes?.metrics })
  const isBelow = (path: string, above: string | undefined) => above !== undefined && `${path}/`.startsWith(`${above}/`)
  return others.flatMap(([name, path], index) => {
    if (path === undefined) return []
    if (isBelow(path, admin?.path)) return [`${name}: '${path}' is in the admin, which has the path '${admin?.path}'`]
    if (name === 'routes.api' && isBelow(admin?.path, path))
      return [`admin.path: '${admin?.path}' is in the API, which has the path '${path}'`]
    if (name !== 'routes.api' && path !== routes?.api && isBelow(path, routes?.api))
      return [`${name}: '${path}' is in the API, which has the path '${routes?.api}'`]
    const [other] = others.slice(0, index).find(([, taken]) => taken === path) ?? []
    return other === undefined ? [] : [`${name}: '${path}' is also '${other}'; give each a different path`]
  })
}

function wrongLocale({ localization }: Settings): string[] {
  const { locales, defaultLocale } = localization ?? {}
  if (!locales || defaultLocale === undefined || locales.includes(defaultLocale)) return []
  return [`localization.defaultLocale: must be one of: ${locales.join(', ')}`]
}

function wrongFieldTypes({ fieldTypes = [] }: Settings): string[] {
  const names = fieldTypes.map(({ name }) => name)
  const builtIn = fieldTypeTable()
  return [
    ...takenTwice('fieldTypes', names),
    ...names.filter((name) => builtIn.has(name)).map((name) => `fieldTypes: '${name}' is a built-in type; choose another name`),
  ]
}

function wrongCommands({ commands = [] }: Settings): string[] {
  const names = commands.map(({ name }) => name)
  return [
    ...takenTwice('commands', names),
    ...names.filter((name) => OUR_COMMANDS.includes(name)).map((name) => `commands: '${name}' is a built-in command; choose another name`),
  ]
}
