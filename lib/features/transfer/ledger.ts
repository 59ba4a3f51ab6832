/** The progress of imports: one row per file, changed in the transaction of the document that it counts. Any machine can resume from it. */
import { createHash } from 'node:crypto'
import type { Engine } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import type { Joined } from '../../operations/contract.ts'
import type { Row } from '../../store/contract.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'

const IMPORTS = '$imports'
const FAILURES = '$import-failures'
const FILES = '$import-files'

export const ledgerTables: readonly TableSpec[] = [
  {
    name: IMPORTS,
    columns: [
      IDENTITY,
      { name: 'key', kind: 'text' },
      { name: 'collection', kind: 'text', slugs: 'owner' },
      { name: 'file', kind: 'text' },
      { name: 'process', kind: 'text' },
      { name: 'position', kind: 'id', filled: '0' },
      { name: 'created', kind: 'id', filled: '0' },
      { name: 'updated', kind: 'id', filled: '0' },
      { name: 'changed_at', kind: 'text' },
      { name: 'finished_at', kind: 'text' },
    ],
    indexes: [
      index(IMPORTS, ['collection', 'key'], 'one row for each file and what is taken of it', true),
      index(IMPORTS, ['collection', 'file'], 'an interrupted import of a file that has changed since'),
    ],
  },
  {
    name: FAILURES,
    columns: [IDENTITY, { name: 'import', kind: 'id' }, { name: 'position', kind: 'id' }],
    indexes: [index(FAILURES, ['import', 'position'], 'each record that failed, once', true)],
  },
  {
    name: FILES,
    columns: [IDENTITY, { name: 'import', kind: 'id' }, { name: 'address', kind: 'text' }, { name: 'media', kind: 'id' }],
    indexes: [index(FILES, ['import'], 'the files that an import has uploaded')],
  },
]

/** What identifies an import: the records themselves, and which of them are imported. */
export interface ImportIdentity {
  collection: string
  /** The name of the file, without its folder. */
  file: string
  /** A hash of its contents. */
  contents: string
  kind: string
  only: Readonly<Record<string, string>>
  locale: string | undefined
}

export interface Progress {
  /** The number of records read. */
  position: number
  created: number
  updated: number
}

const hashOf = ({ file: _, collection: __, ...what }: ImportIdentity) => createHash('sha256').update(JSON.stringify(what)).digest('hex')

export class Ledger {
  readonly #engine: Engine
  readonly #row: number
  readonly #process: string
  /** Counts of all runs together. */
  readonly total: Progress
  readonly finishedAt: string | undefined
  /** Positions of records that earlier runs failed to import. */
  readonly failed: ReadonlySet<number>
  /** Files that earlier runs uploaded, by their address. */
  readonly uploaded: ReadonlyMap<string, number>

  private constructor(engine: Engine, process: string, row: Row, failures: readonly Row[], files: readonly Row[]) {
    this.#engine = engine
    this.#process = process
    this.#row = row['id']
    this.total = { position: row['position'], created: row['created'], updated: row['updated'] }
    this.finishedAt = row['finished_at'] ?? undefined
    this.failed = new Set(failures.map((one) => one['position']))
    this.uploaded = new Map(files.map((one) => [one['address'], one['media']]))
  }

  /** From now on only this process writes to the ledger. `begin` is where a new import starts. */
  static async claim(engine: Engine, identity: ImportIdentity, process: string, begin: Progress): Promise<Ledger> {
    const { table, quote: q, native } = engine.store.dialect
    const now = engine.settings.clock.now().toISOString()
    const columns = ['key', 'collection', 'file', 'process', 'position', 'created', 'updated', 'changed_at']
    const claim = `insert into ${table(IMPORTS)} (${columns.map(q).join(', ')}) values (${columns.map(() => '?').join(', ')}) on conflict (${q('collection')}, ${q('key')}) do update set ${q('process')} = excluded.${q('process')} returning *`
    const { collection, file } = identity
    return engine.store.atomically(async (connection) => {
      const [row] = await connection.all(native(claim), [
        hashOf(identity),
        collection,
        file,
        process,
        begin.position,
        begin.created,
        begin.updated,
        now,
      ])
      const of = (name: string) => `select t.* from ${table(name)} t where t.${q('import')} = ?`
      const failures = await connection.all(native(of(FAILURES)), [row!['id']])
      const kept = `${of(FILES)} and exists (select 1 from ${table('media')} m where m.${q('id')} = t.${q('media')})`
      return new Ledger(engine, process, row!, failures, await connection.all(native(kept), [row!['id']]))
    })
  }

  /** The interrupted import of a file with the same name and other contents. */
  static async interrupted({ store }: Engine, { collection, file, ...rest }: ImportIdentity): Promise<Progress | undefined> {
    const { table, quote: q, native } = store.dialect
    const sql = `select * from ${table(IMPORTS)} where ${q('collection')} = ? and ${q('file')} = ? and ${q('finished_at')} is null and ${q('position')} > 0 and ${q('key')} <> ? order by ${q('id')} desc`
    const [row] = await store.read(native(sql), [collection, file, hashOf({ collection, file, ...rest })], true)
    return row && { position: row['position'], created: row['created'], updated: row['updated'] }
  }

  /** Forgets this import and interrupted ones of the same name. */
  static async forget({ store }: Engine, identity: ImportIdentity): Promise<void> {
    const { table, quote: q, native } = store.dialect
    const found = `select ${q('id')} from ${table(IMPORTS)} where ${q('collection')} = ? and (${q('key')} = ? or (${q('file')} = ? and ${q('finished_at')} is null))`
    await store.atomically(async (connection) => {
      const rows = await connection.all(native(found), [identity.collection, hashOf(identity), identity.file])
      for (const { id } of rows) {
        for (const name of [FAILURES, FILES]) await connection.all(native(`delete from ${table(name)} where ${q('import')} = ?`), [id])
        await connection.all(native(`delete from ${table(IMPORTS)} where ${q('id')} = ?`), [id])
      }
    })
  }

  /** Joins every write of this import: it succeeds only while no other process has taken over. */
  get mine(): Joined {
    return { guards: [this.#change([], [])] }
  }

  /** A record is done: to be written with its document. `failedBefore`: an earlier run failed to import it. */
  done(progress: Progress, position: number, failedBefore: boolean): Joined {
    const { table, quote: q } = this.#engine.store.dialect
    const sql = `delete from ${table(FAILURES)} where ${q('import')} = ? and ${q('position')} = ?`
    return { guards: [this.#counted(progress)], writes: failedBefore ? [{ sql, values: [this.#row, position] }] : [] }
  }

  /** A record is done that needed no write. */
  async passed(progress: Progress, position: number, failedBefore: boolean): Promise<void> {
    await this.#engine.store.commit(this.done(progress, position, failedBefore))
  }

  /** Whether a record was written although saving it ended with an error: then only something after the commit failed. */
  async has(position: number, failedBefore: boolean): Promise<boolean> {
    const { table, quote: q, native } = this.#engine.store.dialect
    const waits = `select 1 from ${table(FAILURES)} where ${q('import')} = i.${q('id')} and ${q('position')} = ?`
    const done = failedBefore ? `not exists (${waits})` : `i.${q('position')} >= ?`
    const sql = `select ${q('id')} from ${table(IMPORTS)} i where i.${q('id')} = ? and ${done}`
    return (await this.#engine.store.read(native(sql), [this.#row, position], true)).length > 0
  }

  /** A record failed; a later run of the same import retries it. */
  async failedAt(progress: Progress, position: number): Promise<void> {
    const { table, quote: q } = this.#engine.store.dialect
    const sql = `insert into ${table(FAILURES)} (${q('import')}, ${q('position')}) values (?, ?) on conflict (${q('import')}, ${q('position')}) do nothing`
    await this.#engine.store.commit({ guards: [this.#counted(progress)], writes: [{ sql, values: [this.#row, position] }] })
  }

  /** A file of this import is being uploaded: to be written with its document. */
  uploading(address: string): Joined {
    const { table, quote: q } = this.#engine.store.dialect
    const sql = `insert into ${table(FILES)} (${q('import')}, ${q('address')}, ${q('media')}) values (?, ?, ?)`
    return { guards: [this.#change([], [])], writes: [{ sql, values: [this.#row, address, new Ref('document', 'id')] }] }
  }

  async finish(progress: Progress): Promise<void> {
    const now = this.#engine.settings.clock.now().toISOString()
    const { position, created, updated } = progress
    await this.#engine.store.commit({
      guards: [this.#change(['position', 'created', 'updated', 'finished_at'], [position, created, updated, now])],
    })
  }

  #counted({ position, created, updated }: Progress): Statement {
    return this.#change(['position', 'created', 'updated'], [position, created, updated])
  }

  #change(columns: readonly string[], values: readonly unknown[]): Statement {
    const { table, quote: q } = this.#engine.store.dialect
    const now = this.#engine.settings.clock.now().toISOString()
    const changes = ['changed_at', ...columns].map((column) => `${q(column)} = ?`).join(', ')
    return {
      sql: `update ${table(IMPORTS)} set ${changes} where ${q('id')} = ? and ${q('process')} = ? returning ${q('id')}`,
      values: [now, ...values, this.#row, this.#process],
      expect: { rows: 1, otherwise: () => new TakenOver() },
    }
  }
}

/** Another process imports the same file and started later. */
export class TakenOver extends Error {
  constructor() {
    super('Another import of the same file has begun and goes on from here; this one stops')
  }
}

export const interruptedElsewhere = (file: string, { position }: Progress) =>
  badRequest(
    `The import of '${file}' was interrupted after ${position} records, and the file has changed since. Bring back the file as it was to go on, or use --restart to import this one from its beginning`,
  )
