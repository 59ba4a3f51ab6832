/** The progress of imports: one row per file, changed in the transaction of the document that it counts. Any machine can resume from it. */

import { createHash } from 'node:crypto'
import type { Engine } from '../../engine.ts'
import { badRequest } from '../../errors.ts'
import type { Extras } from '../../operations/contract.ts'
import { anyOf, atLeast, greaterThan, hasNoRow, hasRow, isNot, ofOuter, oneOf } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { index } from '../../store/index-spec.ts'
import { onlyRow } from '../../store/only-row.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'

const IMPORTS = '$imports'
const FAILURES = '$import-failures'
const FILES = '$import-files'

const imports = ownTable({
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
})

const failures = ownTable({
  name: FAILURES,
  columns: [IDENTITY, { name: 'import', kind: 'id' }, { name: 'position', kind: 'id' }],
  indexes: [index(FAILURES, ['import', 'position'], 'each record that failed, once', true)],
})

const files = ownTable({
  name: FILES,
  columns: [IDENTITY, { name: 'import', kind: 'id' }, { name: 'address', kind: 'text' }, { name: 'media', kind: 'id' }],
  indexes: [index(FILES, ['import'], 'the files that an import has uploaded')],
})

export const ledgerTables = [imports, failures, files]

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

export interface ImportProgress {
  /** The number of records read. */
  position: number
  created: number
  updated: number
}

const hashOf = ({ file: _, collection: __, ...what }: ImportIdentity) => createHash('sha256').update(JSON.stringify(what)).digest('hex')

/** The same URL is the same file; a file in a folder may have changed. */
const isRemote = ({ address }: Row): boolean => /^https?:/i.test(address)

export class Ledger {
  readonly #engine: Engine
  readonly #row: number
  readonly #process: string
  /** Counts of all runs together. */
  readonly total: ImportProgress
  readonly finishedAt: string | undefined
  /** Positions of records that earlier runs failed to import. */
  readonly failed: ReadonlySet<number>
  /** Files that earlier runs uploaded, by their address; those of URLs also if another import of the collection did. */
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
  static async claim(engine: Engine, identity: ImportIdentity, process: string, begin: ImportProgress): Promise<Ledger> {
    const { store, settings } = engine
    const { collection, file } = identity
    const row = { key: hashOf(identity), collection, file, process, ...begin, changed_at: settings.clock.now().toISOString() }
    const onConflict = { unique: ['collection', 'key'], change: ['process'] } as const
    return store.atomically(async ({ run }) => {
      const claimed = onlyRow(await run(imports.in(store).insert(row, { onConflict, returning: '*' })))
      const mine = { import: claimed['id'] }
      const others = await run(imports.in(store).select({ collection }, { columns: ['id'] }))
      const isThere = hasRow('media', { id: ofOuter('media') })
      const failed = await run(failures.in(store).select(mine))
      const uploaded = await run(files.in(store).select([{ import: oneOf(...others.map(({ id }) => id)) }, isThere], { sort: ['id'] }))
      return new Ledger(
        engine,
        process,
        claimed,
        failed,
        uploaded.filter((one) => one['import'] === claimed['id'] || isRemote(one)),
      )
    })
  }

  /** The interrupted import of a file with the same name and other contents. */
  static async interrupted({ store }: Engine, identity: ImportIdentity): Promise<ImportProgress | undefined> {
    const { collection, file } = identity
    const interrupted = { collection, file, finished_at: null, position: greaterThan(0), key: isNot(hashOf(identity)) }
    const row = await imports.in(store).first(interrupted, { sort: ['-id'] })
    return row && { position: row['position'], created: row['created'], updated: row['updated'] }
  }

  /** Forgets the progress of this import, but not its files, and all of interrupted ones of the same name. */
  static async startOver({ store }: Engine, identity: ImportIdentity): Promise<void> {
    const { collection, file } = identity
    const isMeant = anyOf({ key: hashOf(identity) }, { file, finished_at: null })
    await store.atomically(async ({ run }) => {
      for (const { id, key } of await run(imports.in(store).select([{ collection }, isMeant], { columns: ['id', 'key'] }))) {
        await run(failures.in(store).delete({ import: id }))
        if (key === hashOf(identity)) {
          await run(imports.in(store).update({ id }, { position: 0, created: 0, updated: 0, finished_at: null }))
          continue
        }
        await run(files.in(store).delete({ import: id }))
        await run(imports.in(store).delete({ id }))
      }
    })
  }

  /** Joins every write of this import: it succeeds only while no other process has taken over. */
  get mine(): Extras {
    return { guards: [this.#change({})] }
  }

  /** A record is done: to be written with its document. `failedBefore`: an earlier run failed to import it. */
  done(progress: ImportProgress, position: number, failedBefore: boolean): Extras {
    const { store } = this.#engine
    return {
      guards: [this.#change(progress)],
      writes: failedBefore ? [failures.in(store).delete({ import: this.#row, position })] : [],
    }
  }

  /** A record is done that needed no write. */
  async passed(progress: ImportProgress, position: number, failedBefore: boolean): Promise<void> {
    await this.#engine.store.commit(this.done(progress, position, failedBefore))
  }

  /** Whether a record was written although saving it ended with an error: then only something after the commit failed. */
  async has(position: number, failedBefore: boolean): Promise<boolean> {
    const { store } = this.#engine
    const isDone = failedBefore ? hasNoRow(FAILURES, { import: ofOuter('id'), position }) : { position: atLeast(position) }
    return (await imports.in(store).first([{ id: this.#row }, isDone], { columns: ['id'] })) !== undefined
  }

  /** A record failed; a later run of the same import retries it. */
  async failedAt(progress: ImportProgress, position: number): Promise<void> {
    const { store } = this.#engine
    const onConflict = { unique: ['import', 'position'], change: [] } as const
    const failure = failures.in(store).insert({ import: this.#row, position }, { onConflict })
    await store.commit({ guards: [this.#change(progress)], writes: [failure] })
  }

  /** A file of this import is being uploaded: to be written with its document. */
  uploading(address: string): Extras {
    const file = { import: this.#row, address, media: new Ref('document', 'id') }
    return { guards: [this.#change({})], writes: [files.in(this.#engine.store).insert(file)] }
  }

  async finish(progress: ImportProgress): Promise<void> {
    const now = this.#engine.settings.clock.now().toISOString()
    await this.#engine.store.change(this.#change({ ...progress, finished_at: now }))
  }

  #change(change: Partial<ImportProgress> & { finished_at?: string }): Statement {
    const { store, settings } = this.#engine
    const mine = { id: this.#row, process: this.#process }
    const changed = { changed_at: settings.clock.now().toISOString(), ...change }
    return { ...imports.in(store).update(mine, changed, ['id']), expect: { rows: 1, otherwise: () => new TakenOver() } }
  }
}

/** Another process imports the same file and started later. */
export class TakenOver extends Error {
  constructor() {
    super('Another import of the same file has begun and goes on from here; this one stops')
  }
}

export const interruptedElsewhere = (file: string, { position }: ImportProgress) =>
  badRequest(
    `The import of '${file}' was interrupted after ${position} records, and the file has changed since. Bring back the file as it was to go on, or use --restart to import this one from its beginning`,
  )
