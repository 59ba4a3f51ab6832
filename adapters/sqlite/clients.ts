/** The drivers for SQLite: their order, how each opens a file, and what to do if none is there. Tested by test/store/clients.test.ts. */
import { createRequire, isBuiltin } from 'node:module'
import { configError } from '../../lib/errors.ts'
import type { SynchronousDatabase } from './drivers.ts'
import { openLibsql, stoppableLibsql } from './libsql.ts'
import { type NodeSqlite, openNodeSqlite } from './node-sqlite.ts'
import { type Stoppable, stoppableByCheck } from './stoppable.ts'

const require = createRequire(import.meta.url)

/** In the order in which galley looks for one that works. */
export const CLIENTS = ['sqlite3', 'better-sqlite3', 'node:sqlite', '@photostructure/sqlite', 'libsql'] as const

export type SqliteClient = (typeof CLIENTS)[number]

/** The driver that galley recommends, because it needs neither a compiler nor a new Node. */
const PREBUILT: SqliteClient = '@photostructure/sqlite'

/** Whether the statements of a driver run on the event loop, so that long ones need a thread. */
export const isThreaded = (client: SqliteClient): client is ThreadedClient => client !== 'sqlite3'

export type ThreadedClient = Exclude<SqliteClient, 'sqlite3'>

interface Opening {
  open(filename: string): SynchronousDatabase
  /** In a thread, if the driver can interrupt its statements. Those of others need a time check in their text. */
  openStoppable?(filename: string): Stoppable
}

const OPENING: Record<ThreadedClient, Opening> = {
  'better-sqlite3': { open: (filename) => new (require('better-sqlite3'))(filename) },
  'node:sqlite': { open: (filename) => openNodeSqlite(requireQuietly('node:sqlite'), filename) },
  '@photostructure/sqlite': { open: (filename) => openNodeSqlite(require('@photostructure/sqlite'), filename) },
  libsql: {
    open: (filename) => openLibsql(require('libsql'), filename),
    openStoppable: (filename) => stoppableLibsql(require('libsql/promise'), filename),
  },
}

/** Opens a connection of a driver whose statements run on the event loop. */
export function openThreaded(client: ThreadedClient, filename: string): SynchronousDatabase {
  try {
    return OPENING[client].open(filename)
  } catch (error) {
    throw explained(client, error as Error)
  }
}

/** Opens such a connection inside a thread, where a statement can be stopped. */
export function openStoppable(client: ThreadedClient, filename: string): Stoppable {
  return OPENING[client].openStoppable?.(filename) ?? stoppableByCheck(openThreaded(client, filename))
}

/** Whether the text of a statement needs the time check, because nothing else stops it. */
export const needsTimeCheck = (client: SqliteClient): boolean => isThreaded(client) && !OPENING[client].openStoppable

/** The package `sqlite3`. */
export function loadSqlite3(): unknown {
  try {
    return require('sqlite3')
  } catch (error) {
    throw explained('sqlite3', error as Error)
  }
}

/** The package that a project with these packages still needs for SQLite; none if it has a driver, or Node brings one. */
export const packageToAdd = (packages: ReadonlySet<string>): string | undefined =>
  isBuiltin('node:sqlite') || CLIENTS.some((client) => packages.has(client)) ? undefined : PREBUILT

/** The first driver that works: one may be installed without its binary, if the package manager skips install scripts. */
export function findClient(): { client: SqliteClient } | { problem: Error } {
  let problem: Error | undefined
  for (const client of CLIENTS) {
    try {
      if (isThreaded(client)) OPENING[client].open(':memory:').close()
      else require(client)
      return { client }
    } catch (error) {
      if (!isMissing(client, error as Error)) problem ??= explained(client, error as Error)
    }
  }
  return { problem: problem ?? configError(`No database driver for SQLite is installed. ${ADD_ONE}`) }
}

const ADD_ONE = `Add one:\n  npm install ${PREBUILT}`

const isMissing = (client: SqliteClient, { message }: Error) =>
  message.includes(`Cannot find module '${client}'`) ||
  message.includes(`Cannot find package '${client}'`) ||
  /No such built-in/.test(message)

const NOT_BUILT =
  /Could not locate the bindings file|was compiled against|NODE_MODULE_VERSION|No native build was found|did not self-register/

/** Package managers that skip install scripts leave a driver without its binary: tells the user what to run. */
function explained(client: SqliteClient, error: Error): Error {
  if (isMissing(client, error))
    return configError(
      client === 'node:sqlite'
        ? `Node ${process.versions.node} has no 'node:sqlite'. Use Node 22.13 or newer, or another 'client'. ${ADD_ONE}`
        : `The database driver '${client}' is not installed. Add it:\n  npm install ${client}`,
    )
  if (NOT_BUILT.test(error.message))
    return configError(
      `The database driver '${client}' is installed but not built. Allow its install script and rebuild it:\n  npm install-scripts approve ${client} && npm rebuild ${client}\n  (pnpm: pnpm approve-builds)\nOr add one that needs no compiler:\n  npm install ${PREBUILT}`,
    )
  return error
}

/** Without the warning of Node 22 that the module is experimental, which each thread would print. */
function requireQuietly(name: 'node:sqlite'): NodeSqlite {
  const { emitWarning } = process
  process.emitWarning = (warning: string | Error, ...more: never[]) => {
    if (!/SQLite is an experimental feature/.test(String(warning))) emitWarning.call(process, warning, ...more)
  }
  try {
    return require(name)
  } finally {
    process.emitWarning = emitWarning
  }
}
