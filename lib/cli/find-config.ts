/** Finds `cms.config.ts`, `.js` or `.json`, and opens the CMS it describes. Tested by test/cli/init.test.ts. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { jsonFrom } from '../../schema/json-file.ts'
import { importModule } from '../../schema/load.ts'
import { isPlainObject, kindOf } from '../../schema/plain-object.ts'
import { printProblem, problemAt } from '../../schema/problems.ts'
import { firstLineOf, whereThrown } from '../../schema/where-thrown.ts'
import { createCms, modelFor } from '../cms.ts'
import type { Config } from '../config.ts'
import { configError, GalleyError } from '../errors.ts'
import { whileLoading } from '../loading-config.ts'
import type { DatabaseAdapter } from '../store/contract.ts'
import type { MissingDatabase, Project } from './command.ts'
import { pathFromStart } from './working-folder.ts'

/** Where the configuration is found, the likeliest first. */
export const CONFIG_NAMES = ['', 'src/'].flatMap((folder) =>
  ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map((ending) => `${folder}cms.config.${ending}`),
)

export class NoConfiguration extends GalleyError {
  constructor(message: string) {
    super('CONFIG', message)
  }
}

/** The file of the configuration: the one that was named, or the first of the usual ones. */
export function configFile(given: string | undefined): string {
  if (given === undefined) {
    const found = CONFIG_NAMES.map((name) => path.resolve(name)).find((name) => existsSync(name))
    if (found !== undefined) return found
    throw new NoConfiguration(
      'No configuration found: looked for cms.config.ts, .mts, .js, .mjs, .cjs and .json, here and in src. Choose a file with --config, or create one with: npx galley init',
    )
  }
  if (given === '') throw new NoConfiguration('--config needs the name of a file, such as cms.config.js')
  const file = path.resolve(given)
  if (!existsSync(file)) throw new NoConfiguration(`The configuration file ${pathFromStart(file)} does not exist`)
  if (!statSync(file).isFile()) {
    const inside = CONFIG_NAMES.map((name) => path.join(given, name)).find((name) => existsSync(name))
    throw new NoConfiguration(
      `--config must name a file, and ${pathFromStart(file)} is a folder${inside ? `. Did you mean ${pathFromStart(inside)}?` : ''}`,
    )
  }
  return file
}

export async function findConfig(given: string | undefined): Promise<Project> {
  const file = configFile(given)
  const folder = process.cwd()
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
    open: ({ log, ifMissing, ...inside } = {}) =>
      createCms(
        { ...config, ...(log && { log }), ...(ifMissing && { db: unlessMissing(config.db, ifMissing) }) },
        { from: folder, ...inside },
      ),
  }
}

/** A database that isn't there yet: opening its file would create it. Whatever else is wrong with it, the start says. */
function unlessMissing(db: DatabaseAdapter | undefined, then: MissingDatabase): DatabaseAdapter | undefined {
  if (db?.file === undefined || existsSync(db.file)) return db
  if (then === 'pretend') return db.inFile?.(':memory:') ?? db
  throw configError(
    `The database file ${db.file} doesn't exist. If your data is elsewhere, correct 'filename', or start in its project; to create it, run:\n  npx galley migrate`,
  )
}

async function fromModule(file: string, folder: string): Promise<Config> {
  try {
    return (await whileLoading(path.basename(file), () => importModule(file))) as Config
  } catch (error) {
    if (error instanceof GalleyError) throw error
    const { source, position } = whereThrown(error, file, folder)
    throw configError(printProblem(problemAt(firstLineOf(error), source, position)))
  }
}

/** In JSON, the database is `{ "sqlite": { … } }` or `{ "postgres": { … } }`, and `$NAME` refers to an environment variable. */
async function fromJson(file: string, folder: string): Promise<Config> {
  const content = jsonFrom(readFileSync(file, 'utf8'), pathFromStart(file), configError)
  if (!isPlainObject(content))
    throw configError(`${path.basename(file)} must hold an object with 'secret' and 'db', not ${kindOf(content)}`)
  const { $schema: _, ...written } = content
  const problems: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: the start checks what the file holds
  const given: any = fromEnvironment(written, '', problems)
  if (problems.length > 0) throw await unsetVariables(given, problems, file, folder)
  const { sqlite, postgres } = given.db ?? {}
  if (sqlite) {
    const adapter = await import('../../adapters/sqlite/index.ts')
    return { ...given, db: adapter.sqlite(sqlite) }
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
