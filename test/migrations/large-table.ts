/** A table of many rows that two processes have open: one of the schema from before, which goes on writing, and one that migrates. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SchemaChange } from '../../lib/migrations/changes.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { asData } from '../../lib/migrations/steps.ts'
import { DURABLE } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { Evolving } from './evolving.ts'

const MIGRATING = fileURLToPath(new URL('migrating.ts', import.meta.url))
/** From how many rows on a table counts as large here. */
const MANY = 10
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

export class LargeTable {
  readonly old: Evolving
  readonly site: Evolving
  readonly #where: string
  readonly #children: ChildProcess[] = []
  #wanted: object[] = []

  constructor(database: string) {
    this.#where = DURABLE[database]!()
    const opening = { name: 'Postgres', fresh: () => adapterFor(this.#where) }
    this.old = new Evolving(opening)
    this.site = new Evolving(opening)
  }

  /** Opens the database with both schemas; `rows` are the values of each row. */
  async open(before: object[], wanted: object[], table: string, rows: readonly Record<string, string | null>[]): Promise<void> {
    this.#wanted = wanted
    await this.old.migrate(before)
    await this.fill(table, rows)
    await this.site.open(wanted)
  }

  async fill(table: string, rows: readonly Record<string, string | null>[]): Promise<void> {
    const { store } = this.old.cms.engine
    const columns = Object.keys(rows[0]!).map(store.dialect.quote).join(', ')
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)
    const values = rows.map((row) => `(${Object.values(row).map(text).join(', ')})`).join(', ')
    await store.exclusively((connection) => connection.all(`insert into ${store.dialect.table(table)} (${columns}) values ${values}`))
  }

  migrator(many = MANY): Migrator {
    return new Migrator(this.site.cms.engine.store, SILENT, { many })
  }

  apply(many = MANY): Promise<SchemaChange[]> {
    return this.migrator(many).apply(this.site.cms.engine.tables(), this.site.cms.engine.model)
  }

  async plan(): Promise<any[]> {
    return (await this.migrator().planned(this.site.cms.engine.tables())).map(asData)
  }

  /** What there is of conversions that were begun. */
  async begun(): Promise<string[]> {
    const { store } = this.site.cms.engine
    const names = (await store.read(store.dialect.catalogue)).map((row) => `${row['table']}.${row['column']}`)
    return names.filter((name) => /\$convert/.test(name))
  }

  /** How many rows of a table the first conversion has gone through. */
  async progress(table = 'posts'): Promise<number> {
    const { store } = this.site.cms.engine
    if ((await this.begun()).length === 0) return 0
    const [row] = await store.read(`select count("$converted$1") as "n" from ${store.dialect.table(table)}`)
    return Number(row!['n'])
  }

  async underWay(): Promise<void> {
    while ((await this.progress()) === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  /** A process that is killed as soon as this is so. */
  async killedMigration(isTime: () => Promise<boolean> = async () => (await this.progress()) > 0): Promise<void> {
    const folder = mkdtempSync(path.join(tmpdir(), 'galley-migrating-'))
    const config = path.join(folder, 'config.json')
    writeFileSync(config, JSON.stringify({ collections: this.#wanted }))
    const child = spawn(process.execPath, ['--import', 'tsx', MIGRATING, this.#where, config, '0', String(MANY)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#children.push(child)
    await once(child.stdout!, 'data')
    while (!(await isTime())) await new Promise((resolve) => setTimeout(resolve, 1))
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }

  async end(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL')
    await this.site.end()
    await this.old.end()
  }
}
