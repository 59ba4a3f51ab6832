/** One writer and several readers on a SQLite file. Tested by test/store/closed-files.test.ts. */

import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import knex, { type Knex } from 'knex'
import { configError } from '../../lib/errors.ts'
import { scratchFile, scratchFolder } from '../../lib/scratch.ts'
import type { Connections } from '../../lib/store/contract.ts'
import { Sets } from './batch.ts'
import { isThreaded, type SqliteClient } from './clients.ts'
import { type AsynchronousDatabase, asynchronous, type Driver, type SynchronousDatabase, synchronous } from './drivers.ts'
import { knexClientOf } from './knex-clients.ts'
import type { SqliteOptions } from './options.ts'
import { patiently } from './patience.ts'
import { connectionsOf, SqliteReaders } from './readers.ts'
import { inThread, inTransaction } from './transaction.ts'
import { refuseTruncated } from './truncated.ts'
import { WriteQueue } from './write-queue.ts'

/** In a database smaller than this many bytes, no statement takes long. */
const SMALL = 2 ** 21
/** How many bounded statements the driver gets at once; the rest can still be dropped. */
const BOUNDED = 16
/** Errors are thrown, so Knex must not log them as well. */
const SILENT = { warn() {}, error() {}, deprecate() {}, debug() {} }

export async function openSqlite(options: SqliteOptions & { client: SqliteClient }, opening: { readonly?: boolean }): Promise<Connections> {
  const memory = options.filename === ':memory:'
  const folder = memory ? await scratchFolder() : undefined
  const filename = folder ? await scratchFile(folder, 'memory.db') : options.filename
  if (!folder && !opening.readonly) makeFolder(path.dirname(path.resolve(filename)))
  const { client } = options
  const threaded = isThreaded(client) ? client : undefined
  refuseTruncated(filename)
  const pool = openKnex(client, filename)
  const opened = new Set<Driver>()
  const release = (driver: Driver): Promise<void> => {
    opened.delete(driver)
    driver.finalize()
    return pool.client.releaseConnection(driver.raw)
  }
  const closeAll = async () => {
    for (const driver of opened) await release(driver)
    await pool.destroy()
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
  const connect = async (pragmas: string[]): Promise<Driver> => {
    const raw = await acquire(pool, filename)
    const driver = threaded ? synchronous(raw as SynchronousDatabase) : asynchronous(raw as AsynchronousDatabase)
    opened.add(driver)
    try {
      for (const pragma of pragmas) await patiently(() => driver.all(`pragma ${pragma}`))
      return driver
    } catch (error) {
      await release(driver)
      throw unusable(filename, error as Error)
    }
  }
  const writing = [
    `synchronous = ${options.synchronous ?? 'FULL'}`,
    'foreign_keys = ON',
    'wal_autocheckpoint = 4000',
    'temp_store = MEMORY',
    'cache_size = -16000',
  ]
  const openAll = async () => {
    const writer = await connect(['journal_mode = WAL', ...writing])
    return { writer, readers: await SqliteReaders.open(client, filename, connect) }
  }
  const { writer, readers } = await openAll().catch(async (error) => {
    await closeAll()
    throw error
  })
  const queue = new WriteQueue(writer)
  const sets = new Sets(queue)
  return {
    capacity: readers.capacity,
    bounded: BOUNDED,
    isAway: !threaded,
    read: (sql, values, options) => readers.read(sql, values, options),
    limited: (query, values, cost, limit, disconnected) => readers.limited(query, values, cost, limit, disconnected),
    explain: (query, parameters) => readers.explain(query, parameters),
    stamp: () => readers.stamp(),
    write: (work) => queue.add(work),
    single: (sql, values) => queue.alone({ sql, values }),
    together: (statements) => sets.run(statements),
    hold: (work) => queue.add(work, true),
    alter(work, { takesLong }) {
      const forget = sets.forget()
      if (threaded && (takesLong || statSync(filename).size > SMALL)) {
        const thread = { client: threaded, filename, pragmas: writing, cost: 'quick' } as const
        return queue.alongside(async (connection) => {
          await forget(connection)
          return inThread(thread, (other) => inTransaction(other, 'begin immediate', work))
        })
      }
      return queue.add(async (connection) => {
        await forget(connection)
        return work(connection)
      }, true)
    },
    async snapshot(work) {
      if (threaded) return readers.inThread(threaded, (other) => inTransaction(other, 'begin', work))
      const driver = await readers.untilClosed(() => connect(['query_only = ON']))
      // A stop waits until the work below returns the connection.
      opened.delete(driver)
      try {
        return await inTransaction(driver, 'begin', work)
      } finally {
        await release(driver)
      }
    },
    async close() {
      await queue.end()
      await readers.close()
      await closeAll()
    },
  }
}

function openKnex(client: SqliteClient, filename: string): Knex {
  return knex({
    client: knexClientOf(client),
    connection: { filename },
    useNullAsDefault: true,
    log: SILENT,
    pool: { min: 0, max: connectionsOf(client) + 2 },
  })
}

async function acquire(pool: Knex, filename: string): Promise<unknown> {
  try {
    return await pool.client.acquireConnection()
  } catch (error) {
    throw unusable(filename, error as Error)
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw configError(
      `The database folder ${folder} can't be created (${(error as { code?: string }).code}): choose another 'filename', or allow this user to write there`,
    )
  }
}

function unusable(filename: string, error: Error): Error {
  const message = `${(error as { code?: string }).code} ${error.message}`
  if (/NOTADB|not a database/.test(message)) return configError(`${filename} is not a SQLite database: choose another 'filename'`)
  if (/CANTOPEN|unable to open|Cannot open database|READONLY|readonly database|EACCES|EROFS/.test(message))
    return configError(
      `The database file ${filename} can't be opened for writing: allow this user to write to it and to its folder, or choose another 'filename'`,
    )
  return error
}
