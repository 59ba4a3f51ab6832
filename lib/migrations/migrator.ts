/** Migrates a database to the tables that the schema wants: compares them with what was last applied, plans, and applies under a lock. */
import type { Model } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Ask, Connection, Dialect } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import type { TableSpec } from '../store/tables.ts'
import { type Affected, Counter } from './affected.ts'
import { afterwards } from './afterwards.ts'
import { BatchedConversions, MANY, usingPrepared } from './batched-conversions.ts'
import { type Applied, isDropped, isSamePlan, type MigrationFile, type Parked, riskOf, type SchemaChange } from './changes.ts'
import { clashesBefore, mayWait, withoutIndexes } from './clashes.ts'
import {
  type Ahead,
  codeAfter,
  codeKnownTo,
  codeToRemember,
  describeMissing,
  isWorthAsking,
  type MissingCode,
  missingCode,
  moveCode,
  rememberCode,
  type SchemaInUse,
} from './code-memory.ts'
import { ConcurrentIndexes, LARGE, laterIn, withBegun } from './concurrent-indexes.ts'
import { asPlanned } from './conversions.ts'
import { changesTo } from './covered.ts'
import { OWN_TABLES, ownTables } from './ddl.ts'
import { makeIndex } from './index-making.ts'
import { describeParked } from './kept.ts'
import { carry, carryTogether, isConcurrent, type Making, makeAll, type SlugChanged } from './making.ts'
import {
  appliedTo,
  forgetModel,
  lastPlan,
  outlined,
  present,
  readModel,
  rememberPlan,
  saveModel,
  unfinishedIn,
  withMentions,
  withUnfinished,
} from './model-table.ts'
import { changesBetween } from './plan.ts'
import { recordedFiles, recordFiles, recordMade } from './recorded-files.ts'
import { changedAfter, changedMeanwhile, codeIsMissing, inUseByOthers, pendingMigration, planOf, refuseLoss } from './refusals.ts'
import { ownerOf, type Restored, restoreParked } from './restore.ts'
import { forgetSlug, isSlug, placesIn } from './slugs.ts'
import { type PlanStep, stepsOf } from './steps.ts'
import { leavingNothing, nothingToUndo, inUse as tablesInUse, takingBack } from './undo.ts'
import { type Warning, warningsAbout } from './warnings.ts'
import { slugInWords } from './words.ts'
import { markUnwritten } from './written-since.ts'

/** How often a migration tries to lock tables that others use, and the milliseconds between tries. */
const TRIES = 30
const PAUSE = 500
const LONGEST_PAUSE = 5000

export interface MigratorOptions {
  /** Called when a slug changes, in the transaction of the change. @default none */
  slugChanged?: SlugChanged
  /** How often to retry while others hold a table. */
  tries?: number
  /** The table size in bytes from which indexes are created concurrently, if the database can. */
  large?: number
  /** The number of rows from which the values of a table are converted in batches. */
  many?: number
}

export class Migrator {
  readonly #store: Store
  readonly #log: Log
  readonly #slugChanged: SlugChanged
  readonly #tries: number
  readonly #concurrent: ConcurrentIndexes
  readonly batched: BatchedConversions

  constructor(
    store: Store,
    log: Log,
    { slugChanged = async () => undefined, tries = TRIES, large = LARGE, many = MANY }: MigratorOptions = {},
  ) {
    this.#store = store
    this.#log = log
    this.#slugChanged = slugChanged
    this.#tries = tries
    const applied = (connection: Connection) => this.#appliedIn(connection)
    const locked = <T>(work: (connection: Connection) => Promise<T>) => this.#locked(work)
    this.#concurrent = new ConcurrentIndexes(store, log, { locked, applied, large })
    this.batched = new BatchedConversions(store, { locked, applied, many })
  }

  /** Development applies safe changes and reports them; production refuses to start if anything is pending. */
  async atStart(wanted: readonly TableSpec[], model: Model, production: boolean): Promise<void> {
    const changes = await this.plan(wanted)
    await this.#refuseMissingCode(wanted, model, production)
    if (production && changes.length === 0) return
    if (production && changes.every(mayWait)) {
      this.#log.warn(planOf(changes, 'An index is missing, so unique values may be used twice. Run:\n  npx galley migrate'))
      return
    }
    if (production) throw pendingMigration(changes, 'The database does not match the schema. Run:\n  npx galley migrate')
    if (changes.some((change) => ['careful', 'losing'].includes(riskOf(change))))
      throw pendingMigration(changes, 'The schema changed in a way that moves values. Review the plan, then run:\n  npx galley migrate')
    const warnings = await this.warnings(wanted, model)
    const renamed = warnings.find((one) => 'former' in one)
    if (renamed) throw pendingMigration(changes, `${renamed.words}. If you didn't, run:\n  npx galley migrate`)
    for (const { words } of warnings) this.#log.warn(words)
    if (changes.length > 0) await this.apply(wanted, model)
    else {
      await this.note(wanted)
      const known = await codeKnownTo(this.#store)
      if (JSON.stringify(known) !== JSON.stringify(codeToRemember(model, known))) await this.acceptCode(model)
    }
  }

  /** The changes that would be made. */
  plan(wanted: readonly TableSpec[]): Promise<SchemaChange[]> {
    return this.#undisturbed((applied) => this.#plan(wanted, applied))
  }

  /** A plan with the number of documents that each step affects, which reads all of them. */
  planned(wanted: readonly TableSpec[], drops: (parked: readonly Parked[]) => SchemaChange[] = () => []): Promise<PlanStep[]> {
    return this.#undisturbed(async (applied) =>
      stepsOf([...(await this.#plan(wanted, applied)), ...drops(applied.parked)], await this.#counter()),
    )
  }

  /** What no step of a plan mends: names in `renamedFrom`, options that left a select, and required values that documents lack. */
  warnings(wanted: readonly TableSpec[], model: Model): Promise<Warning[]> {
    const ask: Ask = (sql, values) => this.#store.readLong(sql, values)
    return this.#undisturbed((applied) =>
      warningsAbout(wanted, model, { applied, plan: changesBetween(applied, wanted), ask, dialect: this.#dialect }),
    )
  }

  steps(changes: readonly SchemaChange[]): Promise<PlanStep[]> {
    return this.#undisturbed(async () => stepsOf(changes, await this.#counter()))
  }

  /** Parts that the schema no longer names, and how many documents hold them. Old values of a field (its `owner`) only if some exist. */
  parked(): Promise<{ parked: Parked; owner: Parked | undefined; words: string; affected: Affected | undefined }[]> {
    return this.#undisturbed(async (applied) => {
      const counter = await this.#counter()
      const list = []
      for (const parked of applied.parked) {
        const owner = ownerOf(parked, applied.parked)
        if (!owner || !(await counter.holdsNothing(parked)))
          list.push({ parked, owner, words: describeParked(parked, applied), affected: await counter.at(parked) })
      }
      return list
    })
  }

  async applied(): Promise<Applied> {
    return appliedTo(this.#store)
  }

  /** Records changes that touch no table: outlines of JSON that an older version did not store, and the current `renamedFrom` names. */
  async note(wanted: readonly TableSpec[]): Promise<void> {
    const applied = await this.applied()
    await this.batched.prepare(() => [])
    if (JSON.stringify(afterwards(applied, wanted, [])) !== JSON.stringify(applied)) await this.apply(wanted)
  }

  /** Plans again under the lock, since another process may have been first. */
  async apply(wanted: readonly TableSpec[], model?: Model, extra: readonly SchemaChange[] = []): Promise<SchemaChange[]> {
    await this.batched.prepare((applied) => changesBetween(applied, wanted))
    const { changes, made, later } = await this.#locked(async (connection) => {
      const applied = await this.#appliedIn(connection)
      const planned = changesBetween(applied, wanted)
      const { parked } = afterwards(applied, wanted, planned)
      const changes = [...planned, ...extra.filter((change) => !isDropped(change, parked))]
      const after = afterwards(applied, wanted, changes)
      const later = await this.#concurrent.among(changes, applied, (sql, values) => connection.all(sql, values))
      await this.batched.take(changes, connection)
      await this.#takeSlugs(applied, after, connection)
      const making = this.#making(connection, after.tables)
      await makeAll(changes, making)
      const left = changes.filter(mayWait).filter(({ clashes }) => clashes !== undefined)
      const made = changes.filter((change) => !left.includes(change as (typeof left)[number]))
      const tables = withBegun(withoutIndexes(after.tables, left), later, true)
      await saveModel('model', { ...after, tables }, connection, this.#dialect)
      await moveCode(applied, changes, connection, this.#dialect)
      if (model) await rememberCode(model, connection, this.#dialect)
      const fresh = made.filter((change) => !isTriedAgain(change) && change.do !== 'settle')
      if (fresh.length > 0) await rememberPlan({ changes: fresh.map(asPlanned), before: applied }, connection, this.#dialect)
      return { changes, made, later }
    })
    await this.batched.clear()
    const indexed = await this.#concurrent.make(later.map((change) => ({ change })))
    return changes.filter((change) => (isConcurrent(change) ? indexed.includes(change) : made.includes(change)))
  }

  /** Undoes the last applied plan; `isDry`: only returns the changes. `shown`: the changes that the user confirmed; refuses any others. */
  async undo(isDry: boolean, shown?: readonly SchemaChange[], inUse?: SchemaInUse): Promise<SchemaChange[]> {
    const { changes, later } = await this.#locked(async (connection) => {
      const ask: Ask = (sql, values) => connection.all(sql, values)
      const applied = await this.#appliedIn(connection)
      const last = await lastPlan(ask, this.#dialect)
      if (!last) throw nothingToUndo()
      const changes = await markUnwritten(takingBack(last.plan, applied), ask, this.#dialect)
      if (isDry) await this.#concurrent.mark(changes, applied, ask)
      if (isDry) return { changes, later: [] }
      if (shown && !isSamePlan(shown, changes)) throw changedMeanwhile()
      const later = await this.#concurrent.among(changes, applied, ask)
      await this.batched.take([], connection)
      const wanted = tablesInUse(last.plan.before)
      const making = this.#making(connection, wanted)
      await makeAll(changes, making)
      const left = changes.filter(mayWait).filter(({ clashes }) => clashes !== undefined)
      const counter = new Counter(ask, this.#dialect, await ask(this.#dialect.catalogue, []))
      const idle = await leavingNothing(changes, counter)
      await makeAll(idle, making)
      const after = afterwards(applied, wanted, [...changes, ...idle])
      const tables = withBegun(withoutIndexes(after.tables, left), later, true)
      await saveModel('model', { ...after, tables }, connection, this.#dialect)
      refuseLoss(await moveCode(applied, [...changes, ...idle], connection, this.#dialect, inUse), 'npx galley migrate:undo')
      await forgetModel(last.key, connection, this.#dialect)
      return { changes, later }
    })
    await this.#concurrent.make(later.map((change) => ({ change })))
    return changes
  }

  /** Restores the values kept of a field; `isDry`: only counts them. */
  restore(typed: string, isDry: boolean, inUse?: SchemaInUse): Promise<Restored> {
    const how = { dialect: this.#dialect, isDry, inUse }
    return this.#locked(async (connection) => restoreParked(typed, await this.#appliedIn(connection), { connection, ...how }))
  }

  /** Applies one file of `migrations/`, once. `running`: the tables of the current schema, which know more than an old file does. */
  async applyFile(file: MigrationFile, at: string, running: readonly TableSpec[] = []): Promise<boolean> {
    const carried = file.steps.filter((step) => typeof step !== 'string')
    if (!(await this.appliedFiles()).has(file.name)) await this.batched.prepare(() => carried)
    const done = await this.#locked(async (connection) => {
      const ask: Ask = (sql, values) => connection.all(sql, values)
      const known = (await recordedFiles(ask, this.#dialect)).get(file.name)
      if (known !== undefined) {
        if (known !== file.hash) throw new GalleyError('MIGRATION', changedAfter(file.name))
        return undefined
      }
      const before = await this.#appliedIn(connection)
      const later = laterIn(file, this.#dialect)
      const changes = [...carried, ...later.map(({ change }) => change)]
      const concurrent = await this.#concurrent.among(changes, before, ask)
      await this.batched.take(carried, connection)
      const mentioning = withMentions(file.after.tables, running)
      await this.#takeSlugs(before, { ...file.after, tables: mentioning }, connection)
      const making = this.#making(connection, mentioning)
      for (const step of file.steps) {
        if (typeof step !== 'string') {
          for (const sql of usingPrepared(step, this.#dialect)) await connection.all(sql)
          if (!isConcurrent(step)) await carry(step, making)
        } else if (!later.some(({ sql }) => sql === step)) await makeIndex(step, connection, this.#dialect, file.after.tables)
      }
      await carryTogether(carried, making)
      const left = changes.filter(mayWait).filter(({ clashes }) => clashes !== undefined)
      await moveCode(before, changesTo(tablesInUse(file.after), before) ?? [], connection, this.#dialect)
      await recordFiles([file], at, connection, this.#dialect)
      await rememberPlan({ changes: [], before, file: file.name }, connection, this.#dialect)
      const tables = withBegun(outlined(withoutIndexes(file.after.tables, left), before.tables), concurrent, true)
      await saveModel('model', { ...file.after, tables }, connection, this.#dialect)
      return concurrent.map((change) => later.find((one) => one.change === change) ?? { change })
    })
    await this.batched.clear()
    if (done) await this.#concurrent.make(done)
    return done !== undefined
  }

  /** Records files whose changes development has made already, and returns them. */
  recordMade(files: readonly MigrationFile[], at: string): Promise<readonly MigrationFile[]> {
    return this.#locked(async (connection) => recordMade(files, at, await this.#appliedIn(connection), connection, this.#dialect))
  }

  async appliedFiles(): Promise<Map<string, string>> {
    const { catalogue, bare } = this.#dialect
    if (!(await this.#store.read(catalogue)).some((row) => row['table'] === bare('$migrations'))) return new Map()
    return recordedFiles((sql) => this.#store.read(sql), this.#dialect)
  }

  /** The rules, hooks and other functions that were there at the last migration and are gone, by content type. */
  async missingCode(model: Model, wanted: readonly TableSpec[]): Promise<MissingCode[]> {
    return missingCode(await this.codeAfter({ wanted }), model)
  }

  /** The code that must be there once everything is applied. */
  async codeAfter(ahead: Omit<Ahead, 'applied'>): Promise<string[]> {
    return codeAfter(await codeKnownTo(this.#store), { ...ahead, applied: await this.applied() })
  }

  /** Remembers the code that is there now; what is missing was confirmed. */
  acceptCode(model: Model): Promise<void> {
    return this.#locked((connection) => rememberCode(model, connection, this.#dialect))
  }

  async #plan(wanted: readonly TableSpec[], applied: Applied): Promise<SchemaChange[]> {
    const changes = changesBetween(applied, wanted)
    const ask: Ask = (sql, values) => this.#store.read(sql, values, true)
    await this.#concurrent.mark(changes, applied, ask)
    await this.batched.mark(changes, ask)
    for (const change of changes) {
      if (change.do !== 'addIndex') continue
      const table = wanted.find(({ name }) => name === change.table)
      const clashes = await clashesBefore(change, table, { plan: changes, applied, ask, dialect: this.#dialect })
      if (clashes !== undefined) change.clashes = clashes
    }
    return changes
  }

  async #counter(): Promise<Counter> {
    return new Counter((sql, values) => this.#store.readLong(sql, values), this.#dialect, await this.#store.read(this.#dialect.catalogue))
  }

  /** Looks without the lock, and again if another process migrated in between, since tables and columns may have disappeared. */
  async #undisturbed<T>(look: (applied: Applied) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const applied = await this.applied()
      const [found] = await Promise.allSettled([look(applied)])
      const isOver = tries === this.#tries || JSON.stringify(await this.applied()) === JSON.stringify(applied)
      if (found.status === 'fulfilled' && isOver) return found.value
      if (found.status === 'rejected' && isOver) throw found.reason
    }
  }

  get #dialect(): Dialect {
    return this.#store.dialect
  }

  #making(connection: Connection, tables: readonly TableSpec[]): Making {
    return { connection, dialect: this.#dialect, log: this.#log, tables, slugChanged: this.#slugChanged }
  }

  /** Clears what an earlier collection or global left behind under slugs that are taken for the first time now. */
  async #takeSlugs(before: Applied, after: Applied, connection: Connection): Promise<void> {
    if (before.tables.length === 0) return
    const places = placesIn(after.tables, await connection.all(this.#dialect.catalogue), this.#dialect)
    const renames = (after.renames ?? []).slice(before.renames?.length ?? 0)
    for (const { name } of after.tables) {
      if (!isSlug(name) || before.tables.some((table) => table.name === name)) continue
      await forgetSlug(name, places, connection, this.#dialect)
      if (!renames.some(({ to }) => to === name)) await this.#slugChanged({ from: name, words: slugInWords(name) }, connection)
    }
  }

  /** Retries if others hold a table for long: while a change waits for a lock, no other connection can even read the table. */
  async #locked<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { shortWaits } = this.#dialect
    for (let tries = 1; ; tries++) {
      try {
        return await this.#inTransaction(work)
      } catch (error) {
        if (!shortWaits?.isOver(error)) throw error
        if (tries === this.#tries) throw inUseByOthers(error)
        this.#log.warn(`a long transaction is using a table; the migration will try again (${tries} of ${this.#tries})`)
        await new Promise((resolve) => setTimeout(resolve, Math.min(tries * PAUSE, LONGEST_PAUSE)))
      }
    }
  }

  #inTransaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#store.exclusively(async (connection) => {
      const lock = this.#dialect.lock('migrate')
      if (lock) await connection.all(lock)
      if (this.#dialect.shortWaits) await connection.all(this.#dialect.shortWaits.sql)
      await this.#makeOwnTables(connection)
      return work(connection)
    })
  }

  /** Runs nothing if the tables exist: even `if not exists` would wait for all writers, and block new ones. */
  async #makeOwnTables(connection: Connection): Promise<void> {
    const { setup, catalogue, bare } = this.#dialect
    const there = new Set((await connection.all(catalogue)).map((row) => row['table']))
    if (OWN_TABLES.every((name) => there.has(bare(name)))) return
    for (const sql of [...setup, ...ownTables(this.#dialect)]) await connection.all(sql)
  }

  async #appliedIn(connection: Connection): Promise<Applied> {
    const ask = (sql: string, values: readonly unknown[] = []) => connection.all(sql, values)
    const applied = present(await readModel('model', ask, this.#dialect), await ask(this.#dialect.catalogue), this.#dialect)
    return withUnfinished(applied, await unfinishedIn(this.#dialect, ask), this.#dialect)
  }

  /** Rules, hooks and other functions that can't be found any more must not silently become the default. */
  async #refuseMissingCode(wanted: readonly TableSpec[], model: Model, production: boolean): Promise<void> {
    const missing = await this.missingCode(model, wanted)
    const refused = missing.filter((one) => production || isWorthAsking(one, model))
    if (refused.length > 0) throw codeIsMissing(refused)
    for (const one of missing) this.#log.warn(`${describeMissing(one)}: this code is gone`)
  }
}

/** Whether it was part of the plan that began it. */
export const isTriedAgain = (change: SchemaChange): boolean => isConcurrent(change) && change.concurrently === 'again'
