/** Finds `cms.config.ts`, `.js` or `.json`, and opens the CMS it describes. Tested by test/cli/init.test.ts. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { JsonSyntaxError, parseJson } from '../../schema/json-text.ts'
import { importModule } from '../../schema/load.ts'
import { kindOf } from '../../schema/plain-object.ts'
import { printProblem, problemAt } from '../../schema/problems.ts'
import { firstLineOf, whereThrown } from '../../schema/where-thrown.ts'
import { createCms, modelFor } from '../cms.ts'
import type { Config } from '../config.ts'
import { configError, GalleyError } from '../errors.ts'
import type { Project } from './command.ts'

const NAMES = ['', 'src/'].flatMap((folder) => ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `${folder}cms.config.${ending}`))

export class NoConfiguration extends GalleyError {
  constructor(message: string) {
    super('CONFIG', message)
  }
}

export async function findConfig(given: string | undefined): Promise<Project> {
  const file = given === undefined ? NAMES.map((name) => path.resolve(name)).find((name) => existsSync(name)) : path.resolve(given)
  if (!file || !existsSync(file))
    throw new NoConfiguration(
      given
        ? `The configuration file ${given} does not exist`
        : `No configuration found: looked for cms.config.ts, .mts, .js, .mjs, .cjs and .json, here and in src. Choose a file with --config, or create one with: npx galley init`,
    )
  const folder = given === undefined ? process.cwd() : path.dirname(file)
  const config = file.endsWith('.json') ? await fromJson(file, folder) : await fromModule(file, folder)
  if (typeof config !== 'object' || config === null) {
    const found = config === undefined ? 'it has none' : `it is ${kindOf(config)}`
    throw configError(
      `${path.basename(file)} must export the configuration as its default export, an object with 'secret' and 'db'; ${found}`,
    )
  }
  return {
    file,
    folder,
    config,
    model: () => modelFor(config, { from: folder }),
    open: ({ log, ...inside } = {}) => createCms(log ? { ...config, log } : config, { from: folder, ...inside }),
  }
}

async function fromModule(file: string, folder: string): Promise<Config> {
  try {
    return (await importModule(file)) as Config
  } catch (error) {
    if (error instanceof GalleyError) throw error
    const { source, position } = whereThrown(error, file, folder)
    throw configError(printProblem(problemAt(firstLineOf(error), source, position)))
  }
}

/** In JSON, the database is `{ "sqlite": { … } }` or `{ "postgres": { … } }`, and `$NAME` refers to an environment variable. */
async function fromJson(file: string, folder: string): Promise<Config> {
  const { $schema: _, ...written } = parsed(readFileSync(file, 'utf8'), path.relative(folder, file))
  const problems: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: the start checks what the file holds
  const given: any = fromEnvironment(written, '', problems)
  if (problems.length > 0) throw await unsetVariables(given, problems, file, folder)
  const { sqlite, postgres } = given.db ?? {}
  if (sqlite) {
    const adapter = await import('../../adapters/sqlite/index.ts')
    const isNamed = typeof sqlite.filename === 'string'
    return { ...given, db: adapter.sqlite(isNamed ? { ...sqlite, filename: path.resolve(folder, sqlite.filename) } : sqlite) }
  }
  if (!postgres) throw configError(`${path.basename(file)}: db must be { "sqlite": { "filename": … } } or { "postgres": { "url": … } }`)
  const adapter = await import('../../adapters/postgres/index.ts')
  return { ...given, db: adapter.postgres(postgres) }
}

/** Together with everything else that is wrong, so that one start is enough. A value that is missing is named once. */
async function unsetVariables(given: Config, problems: string[], file: string, folder: string): Promise<GalleyError> {
  const unset = problems.map((problem) => problem.split(': ')[0])
  const isSaid = (message: string) =>
    unset.some((at) => message.startsWith(`${at}: `) || message.startsWith(`needs '${at}'`)) || /^(needs 'db'|db: )/.test(message)
  const others = await modelFor(given, { from: folder }).then(
    () => [],
    (error) => (error instanceof GalleyError ? error.errors.map(({ message }) => message).filter((message) => !isSaid(message)) : []),
  )
  const all = [...problems, ...others]
  return new GalleyError(
    'CONFIG',
    all.map((message) => ({ message })),
    { message: [`${path.basename(file)}:`, ...all].join('\n  ') },
  )
}

// biome-ignore lint/suspicious/noExplicitAny: the start checks what the file holds
function parsed(text: string, name: string): any {
  try {
    return parseJson(text, name).value
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw configError(printProblem(problemAt(error.message, { name, text }, error.position)))
  }
}

/** The value with those of environment variables. One that isn't set is a problem: without it, a webhook would go unsigned, for example. */
function fromEnvironment(value: unknown, at: string, problems: string[]): unknown {
  if (Array.isArray(value)) return value.map((one, index) => fromEnvironment(one, `${at}[${index}]`, problems))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, fromEnvironment(inner, at === '' ? key : `${at}.${key}`, problems)]),
    )
  const [, name] = typeof value === 'string' ? (/^\$([A-Z][A-Z0-9_]*)$/.exec(value) ?? []) : []
  if (name === undefined) return value
  const found = process.env[name]
  if (found === undefined) problems.push(`${at}: the environment variable ${name} is not set`)
  return found
}
