/** Starts a CMS for a test: on a fresh database of each kind, inside each host. */
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import request, { type Agent } from 'supertest'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsFetch } from '../../adapters/fetch.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import { cmsHandler } from '../../adapters/node.ts'
import { postgres } from '../../adapters/postgres/index.ts'
import type { SqliteClient } from '../../adapters/sqlite/clients.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Cms } from '../../lib/local/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { isSecret, wasLogged } from './canaries.ts'
import { drawn, inDepth, longUnlessDrawn } from './depth.ts'
import { listening } from './listening.ts'
import { postgresUrl } from './postgres-server.ts'
import { webServer } from './web-server.ts'

const require = createRequire(import.meta.url)

export const SECRET = 'a-secret-that-is-only-for-the-tests'
isSecret(SECRET)

export interface Database {
  name: string
  /** The driver, if it is SQLite. */
  client?: SqliteClient
  /** A database with nothing in it. */
  fresh(): DatabaseAdapter
}

const onSqlite = (client: SqliteClient): Database => ({
  name: `SQLite (${client})`,
  client,
  fresh: () => sqlite({ filename: ':memory:', client }),
})

/** SQLITE_CLIENT=libsql: the driver on which the suites of SQLite run. */
const CHOSEN = process.env['SQLITE_CLIENT'] as SqliteClient | undefined

export const DATABASES: readonly Database[] = [
  { ...onSqlite(CHOSEN ?? 'sqlite3'), name: 'SQLite' },
  { name: 'Postgres', fresh: () => postgres({ url: postgresUrl(), schema: `t${randomBytes(6).toString('hex')}` }) },
]

export const BETTER_SQLITE = onSqlite('better-sqlite3')

/** Drivers that no compiler is needed for; `node:sqlite` and its twin are one here. */
export const PREBUILT: readonly SqliteClient[] = [
  Number.parseInt(process.versions.node, 10) >= 22 ? 'node:sqlite' : '@photostructure/sqlite',
  'libsql',
]

/** Drivers that run statements on the event loop, and long ones in threads. */
const THREADED: readonly Database[] = CHOSEN ? [] : [BETTER_SQLITE, ...PREBUILT.map(onSqlite)]

/** Each driver of each database. */
export const EVERY_DRIVER: readonly Database[] = [...DATABASES, ...THREADED]

/** Each database once, and one of the drivers that run statements on the event loop, left to the long tests; there every driver. */
export const driversFor = (suite: string): readonly Database[] => [...DATABASES, ...(CHOSEN ? [] : drawn(THREADED, suite).map(longOn))]

const longOn = (database: Database): Database => ({ ...database, name: `${database.name} @long` })

/** The same database for each call, so that it outlives a CMS. */
export function lasting({ client, fresh }: Database): () => DatabaseAdapter {
  const filename = temporaryFile('.db')
  if (client) return () => sqlite({ filename, client })
  const db = fresh()
  return () => db
}

export const temporaryFile = (ending: string): string => path.join(tmpdir(), `galley-test-${randomBytes(6).toString('hex')}${ending}`)

/** A place for a database that outlives a process, of each kind: what another process opens. */
export const DURABLE: Record<string, () => string> = {
  SQLite: () => temporaryFile('.db'),
  Postgres: () => {
    const url = new URL(postgresUrl())
    url.searchParams.set('galley', `t${randomBytes(6).toString('hex')}`)
    return url.href
  },
}

export interface Started {
  cms: Handle
  agent: Agent
  listener: any
  /** Lines of the log, by level. */
  logged: { level: string; line: string }[]
}

export interface Host {
  name: string
  start(config: Config): Promise<{ cms: Handle; listener: any }>
}

export const HOSTS: readonly Host[] = [
  { name: 'Express', start: (config) => onExpress(config, 'express') },
  { name: 'Koa', start: (config) => onKoa(config, 'koa') },
]

export const OTHER_HOSTS: readonly Host[] = [
  { name: 'Express 4', start: (config) => onExpress(config, 'express4') },
  { name: 'Koa 2', start: (config) => onKoa(config, 'koa2') },
  { name: 'plain Node', start: onNode },
  { name: 'a web host', start: onFetch },
]

async function onExpress(config: Config, version: string) {
  const app = require(version)()
  const middleware = expressCms(config)
  app.use(middleware)
  return { cms: (await middleware.cms) as Handle, listener: app }
}

async function onKoa(config: Config, version: string) {
  const Koa = require(version)
  const app = new (Koa.default ?? Koa)()
  const middleware = koaCms(config)
  app.use(middleware)
  return { cms: (await middleware.cms) as Handle, listener: app.callback() }
}

async function onNode(config: Config) {
  const handler = cmsHandler(config)
  return { cms: (await handler.cms) as Handle, listener: handler }
}

async function onFetch(config: Config) {
  const { cms, fetch } = cmsFetch(config)
  return { cms: (await cms) as Handle, listener: webServer(fetch) }
}

export function configWith(database: Database, given: Partial<Config>, logged: Started['logged'] = []): Config {
  const at = (level: string) => (message: string, facts?: object) => {
    const line = `${message} ${JSON.stringify(facts, (_key, value) => (value instanceof Error ? value.stack : value)) ?? ''}`
    logged.push({ level, line })
    wasLogged(line)
  }
  return {
    secret: SECRET,
    db: database.fresh(),
    log: { info: at('info'), warn: at('warn'), error: at('error') },
    ...given,
  }
}

export async function start(host: Host, database: Database, given: Partial<Config>): Promise<Started> {
  const logged: Started['logged'] = []
  const { cms, listener } = await host.start(configWith(database, given, logged))
  return { cms, agent: request.agent(listening(listener)), listener, logged }
}

export async function startCms(database: Database, given: Partial<Config>): Promise<Handle> {
  return createCms(configWith(database, given))
}

/** Each host and each database once. */
export const PAIRS = HOSTS.map((host, index) => [host, DATABASES[index]!] as const)

/** Runs a suite that takes long over each host and each database once: over the pair that isn't drawn, it is `@long`. */
export const onePairAtLength =
  (name: string) =>
  (suite: (host: Host, database: Database) => void): void => {
    for (const pair of PAIRS) {
      const [host, database] = pair
      describe(`on ${host.name} with ${database.name}${longUnlessDrawn(pair, PAIRS, name)}`, () => suite(host, database))
    }
  }

/** Runs a suite over one pair, and over both in `npm run test:long`. */
export const onePair =
  (name: string) =>
  (suite: (host: Host, database: Database) => void): void => {
    for (const [host, database] of drawn(PAIRS, name)) describe(`on ${host.name} with ${database.name}`, () => suite(host, database))
  }

/** Ends a CMS and removes what it kept. */
export async function end(cms: Cms | undefined): Promise<void> {
  if (!cms) return
  const { store } = (cms as Handle).engine
  if (store.dialect.name === 'postgres') {
    const schema = /^"(.*?)"/.exec(store.dialect.table('x'))![1]
    await drop(store, schema!)
  }
  await cms.stop()
}

/** A request that a closing tab sends on its way out may hold some of the tables, and Postgres then ends one of the two. */
async function drop(store: Handle['engine']['store'], schema: string, tries = 5): Promise<void> {
  try {
    await store.exclusively((connection) => connection.all(`drop schema if exists "${schema}" cascade`))
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01' || tries === 1) throw error
    await drop(store, schema, tries - 1)
  }
}

/** Runs a suite over every pair of host and database, half of them at length: for suites that are about the host as well. */
export function everywhere(suite: (host: Host, database: Database) => void): void {
  for (const [index, host] of HOSTS.entries())
    for (const database of DATABASES)
      describe(`on ${host.name} with ${database.name}${database === DATABASES[index] ? '' : ' @long'}`, () => suite(host, database))
}

/** Runs a suite over each host and each database once, and over every pair in `npm run test:long`. */
export function pairwise(suite: (host: Host, database: Database) => void): void {
  for (let n = 0; n < inDepth(1, HOSTS.length); n++)
    for (const [index, host] of HOSTS.entries()) {
      const database = DATABASES[(index + n) % DATABASES.length]!
      describe(`on ${host.name} with ${database.name}`, () => suite(host, database))
    }
}
