/** Knex clients, whose pools hold the connections of each driver. Tested by test/store/clients.test.ts. */
import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import { isThreaded, loadSqlite3, openThreaded, type SqliteClient, type ThreadedClient } from './clients.ts'

/** The part of Knex's clients for SQLite that is used here. */
type ClientClass = new (config: Knex.Config) => { connectionSettings: { filename: string } }

const require = createRequire(import.meta.url)
const dialect = (name: string): ClientClass => require(`knex/lib/dialects/${name}/index.js`)

export function knexClientOf(client: SqliteClient): typeof Knex.Client {
  return (isThreaded(client) ? threadedClient(client) : sqlite3Client()) as unknown as typeof Knex.Client
}

/** Knex would hide why a driver can't be loaded, so that happens before. */
function sqlite3Client(): ClientClass {
  const driver = loadSqlite3()
  return class extends dialect('sqlite3') {
    _driver() {
      return driver
    }
  }
}

function threadedClient(client: ThreadedClient): ClientClass {
  return class extends dialect('better-sqlite3') {
    _driver() {
      return openThreaded
    }

    async acquireRawConnection() {
      return openThreaded(client, this.connectionSettings.filename)
    }
  }
}
