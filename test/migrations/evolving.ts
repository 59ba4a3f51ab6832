/** A database whose schema changes again and again: opened without touching tables, then migrated as `galley migrate` does. */
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { SchemaChange } from '../../lib/migrations/changes.ts'
import type { Migrator } from '../../lib/migrations/migrator.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { type Database, end, SECRET, temporaryFile } from '../harness/start.ts'

export class Evolving {
  readonly #db: DatabaseAdapter
  #cms: Handle | undefined

  constructor(database: Database) {
    this.#db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
  }

  get cms(): Handle {
    return this.#cms!
  }

  get migrator(): Migrator {
    return this.cms.engine.migrator
  }

  /** The tables are left alone. */
  async open(collections: object[], more: Partial<Config> = {}, migrate = false): Promise<Handle> {
    await this.#cms?.stop()
    this.#cms = undefined
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const config = { secret: SECRET, db: this.#db, collections, log, ...more } as Config
    this.#cms = await createCms(config, { migrate })
    return this.#cms
  }

  /** Opens with these collections, brings the database to them, and gives the plan in words. */
  async migrate(collections: object[], more: Partial<Config> = {}, extra: readonly SchemaChange[] = []): Promise<string[]> {
    const cms = await this.open(collections, more)
    const changes = await this.migrator.apply(cms.engine.tables(), cms.engine.model, extra)
    const left = await this.migrator.plan(cms.engine.tables())
    if (left.length > 0) throw new Error(`still to do: ${left.map(describeChange).join('; ')}`)
    return changes.map(describeChange)
  }

  plan(): Promise<SchemaChange[]> {
    return this.migrator.plan(this.cms.engine.tables())
  }

  /** A row as it is stored, whose JSON is parsed. */
  async raw(table: string, id: number): Promise<Record<string, any>> {
    const { store } = this.cms.engine
    const [row] = await store.read(`select * from ${store.dialect.table(table)} where id = ${id}`)
    return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, /^[[{]/.test(String(value)) ? JSON.parse(value) : value]))
  }

  async end(): Promise<void> {
    await end(this.#cms)
  }
}

/** One collection with these fields. */
export const posts = (fields: object[], more: object = {}): object[] => [{ slug: 'posts', fields, ...more }]
