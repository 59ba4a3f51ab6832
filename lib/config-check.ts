/** Turns the given configuration into settings: runs plugins, validates with Ajv, fills in defaults, freezes the result. */

import type { Ajv2020, ErrorObject, Options } from 'ajv/dist/2020.js'
import { derivedFromText } from '../schema/derived.ts'
import type { JsonSchema } from '../schema/document.ts'
import { fieldTypeTable } from '../schema/field-types.ts'
import { lazyValidator, type Validator } from '../schema/lazy-validator.ts'
import type { SchemaEntry } from '../schema/load.ts'
import { messages } from '../schema/messages.ts'
import { didYouMean } from '../schema/nearest.ts'
import { isPlainObject, kindOf } from '../schema/plain-object.ts'
import { article, oneOf } from '../schema/sentences.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { configSchemaWith } from './config-schema.ts'
import { configError } from './errors.ts'
import type { Feature } from './feature.ts'
import { consoleLog } from './log.ts'
import type { LocalizationConfig } from './options.ts'
import { OUR_COMMANDS } from './our-commands.ts'
import type { Settings } from './settings.ts'
import { takenTwice } from './taken-twice.ts'

/** A validated configuration, with the features that it brings. */
interface Checked extends Settings {
  features: readonly Feature[]
}

/** Validates the options of the core and of features. Only the schemas of given options are compiled; the others supply their default. */
function validatorFor(settings: object, schema: JsonSchema): Validator {
  const options = Object.entries<JsonSchema>(schema['properties'])
  const properties = Object.fromEntries(options.map(([name, one]) => [name, Object.hasOwn(settings, name) ? one : defaultOf(one)]))
  return validatorForText(JSON.stringify({ ...schema, properties }))
}

const MOST_VALIDATORS = 100

const validatorForText = derivedFromText((schema) => lazyValidator(JSON.parse(schema), OPTIONS, addKind), MOST_VALIDATORS)

/** A schema that contains only the default of another, with nested defaults filled in. */
function defaultOf(schema: JsonSchema): JsonSchema {
  return schema['default'] === undefined ? {} : { default: filled(schema, schema['default']) }
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

const OPTIONS: Options = {
  useDefaults: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  unicodeRegExp: true,
}

function addKind(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: 'kind',
    validate: (kind: string, value: unknown) =>
      kind === 'function' ? typeof value === 'function' : typeof value === 'object' && value !== null,
    errors: false,
  })
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

export function refuse(problems: readonly string[], more = ''): void {
  if (problems.length === 0) return
  throw configError(`The configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}${more && `\n${more}`}`)
}

export async function inspectConfig(given: Config, features: readonly Feature[]): Promise<Inspected> {
  if (!isPlainObject(given as unknown))
    throw configError(
      `The configuration must be an object with 'secret' and 'db', not ${kindOf(given)}${(given as unknown) instanceof Promise ? '; write await in front of it' : ''}`,
    )
  let config = given
  for (const plugin of given?.plugins ?? []) {
    if (typeof plugin === 'function') config = (await plugin(config)) ?? config
  }
  const settings = copy(config) as Checked
  const all = [...features, ...(config.features ?? [])]
  const schema = configSchemaWith(all)
  switchOn(settings, schema)
  const problems = helpful(validatorFor(settings ?? {}, schema)(settings)).map(sentence)
  problems.push(...together(settings, all, problems.length > 0))
  settings.schema =
    settings.schema === undefined ? [] : Array.isArray(settings.schema) ? settings.schema : [settings.schema as unknown as SchemaEntry]
  if (settings.localization?.locales) settings.localization = withDefault(settings.localization)
  settings.log ??= consoleLog()
  settings.clock ??= systemClock
  settings.production ??= process.env['NODE_ENV'] === 'production'
  return { settings: Object.freeze(settings), problems }
}

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
const KEPT = new Set(['access', 'db', 'email', 'storage', 'privateStorage', 'log', 'clock', 'features', 'schema', 'providers'])

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
function together(settings: Settings, features: readonly Feature[], isMisshapen: boolean): string[] {
  const checks = [
    emptyGuards,
    wrongDatabase,
    wrongLocale,
    wrongFieldTypes,
    wrongCommands,
    ...features.map(({ check }) => check ?? (() => [])),
  ]
  return checks.flatMap((check) => {
    try {
      return check(settings)
    } catch (error) {
      if (isMisshapen) return []
      throw error
    }
  })
}

function wrongDatabase({ db }: Settings): string[] {
  if (db === undefined) return []
  if (typeof db?.open !== 'function')
    return [`db: must be sqlite({ filename }) from 'galley/sqlite' or postgres({ url }) from 'galley/postgres', not ${kindOf(db)}`]
  return db.problem === undefined ? [] : [`db: ${db.problem}`]
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

/** For an `anyOf`, the errors of the closest branch are the most helpful. */
function helpful(errors: ErrorObject[]): ErrorObject[] {
  const branches = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath)
  const precise = errors.filter((error) => error.keyword === 'additionalProperties')
  return errors.filter((error) => {
    // `contains` itself says what is missing.
    if (/\/contains\//.test(error.schemaPath)) return false
    const branch = branches.find((path) => error.schemaPath.startsWith(`${path}/`))
    if (branch) return precise.includes(error)
    return error.keyword !== 'anyOf' || !precise.some((one) => one.schemaPath.startsWith(`${error.schemaPath}/`))
  })
}

const NEEDED: Record<string, string> = {
  secret: ': at least 32 characters that nobody can guess, such as those of: openssl rand -base64 48',
  db: ", such as sqlite({ filename: 'cms.db' }) from 'galley/sqlite'",
}

function sentence(error: ErrorObject): string {
  const path = error.instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  const at = path === '' ? '' : `${path}: `
  if (error.keyword === 'additionalProperties') {
    const name = error.params['additionalProperty']
    return `${at}unknown option '${name}'. ${didYouMean(name, Object.keys(error.parentSchema?.['properties'] ?? {}))}`.trim()
  }
  if (error.keyword === 'required') {
    const name = error.params['missingProperty']
    return `${at}needs '${name}'${at === '' ? (NEEDED[name] ?? '') : ''}`
  }
  if (path === 'secret' && error.keyword === 'minLength')
    return 'secret: must be at least 32 characters; generate one with: openssl rand -base64 48'
  if (error.keyword === 'kind') return `${at}must be ${error.schema === 'function' ? 'a function' : 'an object'}`
  if (error.keyword === 'enum')
    return `${at}${oneOf(error.params['allowedValues'])}. ${didYouMean(String(error.data), error.params['allowedValues'])}`.replace(
      /\. $/,
      '',
    )
  if (error.keyword === 'contains') return `${at}must include 'admin'`
  if (error.keyword === 'uniqueItems') return `${at}${JSON.stringify((error.data as unknown[])[error.params['i']])} is listed twice`
  if (error.keyword === 'minItems') return `${at}must not be empty`
  if (error.keyword === 'type') return `${at}must be ${[error.params['type']].flat().map(article).join(' or ')}`
  const { description } = error.parentSchema ?? {}
  if (error.keyword === 'pattern' || error.keyword === 'not')
    return `${at}${description === undefined ? messages.noPattern : messages.mustBe(description)}`
  return `${at}${error.message}`
}
