/** `migrate`, `migrate:undo`, `migrate:create`, `migrate:status`. */
import path from 'node:path'
import pc from 'picocolors'

import { badRequest } from '../errors.ts'
import type { Handle } from '../local/handle.ts'
import { afterwards } from '../migrations/afterwards.ts'
import type { MigrationFile, Parked, SchemaChange } from '../migrations/changes.ts'
import { mayWait } from '../migrations/clashes.ts'
import {
  type Ahead,
  codeAfter,
  codeKnownTo,
  codeLostBy,
  missingCode as codeMissing,
  codeOfModel,
  describeMissing,
  type MissingCode,
  partsWithSlug,
} from '../migrations/code-memory.ts'
import { changesTo, madeFiles } from '../migrations/covered.ts'
import { migrationFiles, readMigrations } from '../migrations/files.ts'
import { parkedNamed } from '../migrations/kept.ts'
import { isTriedAgain, type Migrator } from '../migrations/migrator.ts'
import { NOTHING, outlined } from '../migrations/model-table.ts'
import { changedAfter, codeIsMissing, commandRestoring, tableIsTaken } from '../migrations/refusals.ts'
import { checkRestored, type Restored, restoringMoves } from '../migrations/restore.ts'
import { asData, counted, isNamed, type PlanStep, parkedPathOf } from '../migrations/steps.ts'
import { takenTables } from '../migrations/taken-tables.ts'
import type { CliCommand, MissingDatabase, Session } from './command.ts'
import { inShell } from './in-shell.ts'
import { pathFromStart } from './working-folder.ts'

interface Opened {
  cms: Handle
  migrator: Migrator
  folder: string
}

async function opened<T>(session: Session, ifMissing: MissingDatabase | undefined, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { open, folder } = await session.project()
  const log = { info: () => undefined, warn: session.say, error: session.fail }
  const cms = await open({ migrate: false, log, ...(ifMissing && { ifMissing }) })
  try {
    return await work({
      cms,
      migrator: cms.engine.migrator,
      folder: path.join(folder, 'migrations'),
    })
  } finally {
    await cms.stop()
  }
}

const COLORS = { safe: pc.green, slow: pc.yellow, careful: pc.yellow, losing: pc.red }

function print(session: Session, steps: readonly PlanStep[]): void {
  for (const { risk, words, affected } of steps)
    session.say(`  ${COLORS[risk](risk.padEnd(7))} ${words}${affected ? pc.dim(` (${counted(affected)})`) : ''}`)
}

/** Says what would stop the plan: the application has tables of the same names. */
async function tellTaken(session: Session, cms: Handle, steps: readonly PlanStep[]): Promise<void> {
  const changes = steps.map(({ change }) => change)
  for (const table of await takenTables(changes, cms.engine.store)) session.fail(tableIsTaken(table).message)
}

function warn(session: Session, warnings: readonly { words: string }[]): void {
  for (const { words } of warnings) session.say(`  ${pc.yellow('warning')} ${words}`)
}

export const migrate: CliCommand = {
  usage: 'migrate',
  description: 'Migrate the database to the schema: apply the files in migrations/, or the computed plan if there are none',
  options: [
    ['--dry-run', 'print the plan without applying it'],
    [
      '--drop <name...>',
      "drop parked data that the schema no longer uses: the full name of a 'table', 'table.column' or 'table.column.field'",
    ],
    ['--without-code <collection...>', 'confirm that these content types go without code that their content had before'],
    ['--restore <name...>', "restore the old values of a 'table.column' or 'table.column.field' that was converted or replaced"],
  ],
  reports: true,
  run: (session, options) =>
    opened(session, options['dryRun'] === true ? 'pretend' : undefined, async ({ cms, migrator, folder }) => {
      const isDry = options['dryRun'] === true
      const both = options['restore']?.filter((name: string) => options['drop']?.includes(name)) ?? []
      if (both.length > 0) throw badRequest(`${both.join(', ')}: --drop and --restore contradict each other. Nothing was changed`)
      const wanted = cms.engine.tables()
      const files = await readMigrations(folder, cms.engine.store.dialect.name)
      const applied: string[] = []
      const restores: string[] = options['restore'] ?? []
      const withoutCode: string[] = options['withoutCode'] ?? []
      const restored = await restoredMoves(cms, restores, files)
      const { missing, left: unconfirmed } = await missingCode(cms, { files, restored }, withoutCode)
      const command = restores.length > 0 ? commandRestoring(restores.map(inShell)) : undefined
      for (const one of missing) session.say(`  ${COLORS.losing('losing ')} go without the code of ${describeMissing(one)}`)
      if (unconfirmed.length > 0 && !isDry) {
        session.fail(codeIsMissing(unconfirmed, 'Nothing was changed. ', command).message)
        return { applied, steps: [], missingCode: missing }
      }
      migrator.batched.onBatch = (rows) => {
        session.progress(rows, 'converted rows')
        session.signal.throwIfAborted()
      }
      const now = cms.engine.settings.clock.now().toISOString()
      for (const { name } of isDry ? [] : await migrator.recordMade(files, now))
        session.say(`Recorded ${name} as applied: the database has its changes already`)
      for (const file of isDry ? [] : files) {
        const isFresh = await interruptibly(session, () => migrator.applyFile(file, now, wanted))
        if (isFresh) applied.push(file.name)
        if (isFresh) session.say(`Applied ${file.name}`)
        if (session.signal.aborted) return { applied }
      }
      let drops: SchemaChange[] = []
      const warnings = await migrator.warnings(wanted, cms.engine.model)
      const steps = await migrator.planned(wanted, (parked) => (drops = dropsOf(options['drop'] ?? [], parked)))
      const changes = steps.map(({ change }) => change)
      checkRestored(restores, afterwards(await migrator.applied(), wanted, changes))
      print(session, steps)
      warn(session, warnings)
      const report = {
        ...(applied.length > 0 && { applied }),
        steps: steps.map(asData),
        ...(missing.length > 0 && { missingCode: missing }),
        ...(warnings.length > 0 && { warnings }),
      }
      if (isDry) {
        await tellTaken(session, cms, steps)
        if (unconfirmed.length > 0) session.fail(codeIsMissing(unconfirmed, '', command).message)
        await tellUncovered(session, cms, files)
        if (changes.length === 0 && restores.length === 0 && missing.length === 0) session.say('The database matches the schema.')
        return changes.length === 0 ? { ...report, ...(await restoreAll(session, cms, restores, true)) } : report
      }
      if (files.length > 0 && changes.filter((change) => !isTriedAgain(change)).length > drops.length) {
        session.fail(NOT_COVERED)
        return report
      }
      const made = changes.length > 0 ? await interruptibly(session, () => migrator.apply(wanted, cms.engine.model, drops)) : []
      if (!made || session.signal.aborted) return report
      if (changes.length === 0) await migrator.note(wanted)
      await migrator.acceptCode(cms.engine.model)
      const rest = await migrator.plan(wanted)
      const left = rest.filter((change) => !mayWait(change))
      if (left.length > 0) {
        fail(session, left)
        return report
      }
      // Another process may have applied the plan first.
      session.say(made.length > 0 || rest.length > 0 ? `Done: ${number(changes)}.` : 'The database matches the schema.')
      return { ...report, ...(await restoreAll(session, cms, restores, false, withoutCode)) }
    }),
}

const NOT_COVERED =
  'The files in migrations/ do not cover every change in the schema. Write the missing migration with:\n  npx galley migrate:create <name>'

/** Says what would stop the files: one was edited, or they lack a change. */
async function tellUncovered(session: Session, { engine }: Handle, files: readonly MigrationFile[]): Promise<void> {
  const recorded = await engine.migrator.appliedFiles()
  const edited = files.filter(({ name, hash }) => ![undefined, hash].includes(recorded.get(name)))
  for (const { name } of edited) session.fail(changedAfter(name))
  const first = files.findLastIndex(({ name }) => recorded.has(name)) + 1
  const applied = await engine.migrator.applied()
  const waiting = files.slice(first)
  const last = waiting.slice(madeFiles(applied, waiting, files[first - 1]).length).at(-1)
  const after = last ? { ...last.after, tables: outlined(last.after.tables, applied.tables) } : applied
  const isCovered = files.length === 0 || changesTo(engine.tables(), after)?.every(isTriedAgain)
  if (!isCovered) session.fail(NOT_COVERED)
}

/** How the values move that are to be restored. What can be restored is only known once nothing is pending; until then, it is everything. */
async function restoredMoves({ engine }: Handle, names: readonly string[], files: readonly MigrationFile[]): Promise<Ahead['restored']> {
  const { migrator } = engine
  const applied = await migrator.appliedFiles()
  const isPending = files.some(({ name }) => !applied.has(name)) || (await migrator.plan(engine.tables())).length > 0
  if (isPending) return (after) => restoringMoves(names, after)
  const moves: SchemaChange[] = []
  for (const name of names) moves.push(...(await migrator.restore(name, true)).moves)
  return () => moves
}

/** The code that is gone, and what of it neither a name nor a file that is still to be applied confirms. */
async function missingCode(
  { engine }: Handle,
  { files = [], restored, known = [] }: Pick<Ahead, 'files' | 'restored'> & { known?: readonly string[] },
  named: readonly string[] = [],
): Promise<{ missing: MissingCode[]; left: MissingCode[] }> {
  const { migrator, model } = engine
  const applied = await migrator.appliedFiles()
  const ahead = { wanted: engine.tables(), files: files.filter(({ name }) => !applied.has(name)), ...(restored && { restored }) }
  const missing = codeMissing([...(await migrator.codeAfter(ahead)), ...known], model)
  refuseIdle(named, missing)
  const left = codeMissing([...(await migrator.codeAfter({ ...ahead, withoutConfirmed: true })), ...known], model)
  return { missing, left: left.filter(({ collection }) => !named.includes(collection)) }
}

/** A name that confirms nothing is a mistake. */
function refuseIdle(named: readonly string[], missing: readonly MissingCode[]): void {
  for (const name of named)
    if (!missing.some(({ collection }) => collection === name))
      throw badRequest(`'${name}' lacks no code that its content had before, so there is nothing to confirm. Nothing was changed`)
}

/** A plan runs in one transaction, and so does each file. Batches that were converted before are kept. */
async function interruptibly<T>(session: Session, work: () => Promise<T>): Promise<T | undefined> {
  const result = await session.interruptible('The current step was undone. Run the command again to go on', work)
  session.progress()
  return result
}

async function restoreAll(
  session: Session,
  { engine: { migrator, model } }: Handle,
  names: readonly string[],
  isDry: boolean,
  withoutCode: readonly string[] = [],
): Promise<object> {
  const restored: object[] = []
  for (const name of names) {
    const { values, left } = await migrator.restore(name, isDry, { model, withoutCode })
    restored.push({ name, values, left })
    const [back, rest] = [sum(values), sum(left)]
    session.say(`${isDry ? 'Would restore' : 'Restored'} ${back} ${back === 1 ? 'value' : 'values'} of '${name}'${inPlaces(values)}.`)
    if (rest > 0)
      session.say(
        `  ${rest} can't be converted to the current type and stay parked${inPlaces(left)}; change the type back to restore them.`,
      )
  }
  return restored.length > 0 ? { restored } : {}
}

const sum = ({ live, drafts, versions }: Restored['values']): number => live + drafts + versions

/** ` (1 in pending drafts, 2 in versions)`; live values need no mention. */
function inPlaces({ drafts, versions }: Restored['values']): string {
  const places = [...(drafts > 0 ? [`${drafts} in pending drafts`] : []), ...(versions > 0 ? [`${versions} in versions`] : [])]
  return places.length > 0 ? ` (${places.join(', ')})` : ''
}

const number = ({ length }: readonly SchemaChange[]): string => `${length} ${length === 1 ? 'change' : 'changes'}`

function fail(session: Session, changes: readonly SchemaChange[]): void {
  session.fail(`${number(changes)} ${changes.length === 1 ? 'is' : 'are'} pending. Run:\n  npx galley migrate`)
}

function dropsOf(names: readonly string[], parked: readonly Parked[]): SchemaChange[] {
  return names.flatMap((name) => {
    const own = parked.filter((one) => isNamed(one, name))
    const found = own.length > 0 ? own.slice(0, 1) : parkedNamed(name, parked)
    if (found.length === 0)
      throw new Error(`'${name}' is not parked, and only parked data can be dropped. To see what is parked, run: npx galley migrate:status`)
    return found.map(({ table, column, inside }): SchemaChange => {
      if (column !== undefined && inside !== undefined) return { do: 'dropInside', table, column, inside }
      return { do: 'drop', table, ...(column !== undefined && { column }) }
    })
  })
}

export const migrateUndo: CliCommand = {
  usage: 'migrate:undo',
  description: 'Undo the last applied plan, unless it dropped something; content written since then stays',
  options: [
    ['--dry-run', 'print what would be done without doing it'],
    ['--without-code <collection...>', 'confirm that these content types go without code that the returning values had'],
  ],
  reports: true,
  run: (session, options) =>
    opened(session, 'refuse', async ({ cms, migrator }) => {
      const { model, store } = cms.engine
      const isDry = options['dryRun'] === true
      const withoutCode: string[] = options['withoutCode'] ?? []
      const changes = await migrator.undo(true)
      const steps = await migrator.steps(changes)
      const missing = codeLostBy(changes, await codeKnownTo(store), await migrator.applied(), model)
      refuseIdle(withoutCode, missing)
      const report = { steps: steps.map(asData), ...(missing.length > 0 && { missingCode: missing }) }
      print(session, steps)
      const unconfirmed = missing.filter(({ collection }) => !withoutCode.includes(collection))
      if (unconfirmed.length > 0)
        session.fail(codeIsMissing(unconfirmed, isDry ? '' : 'Nothing was changed. ', 'npx galley migrate:undo').message)
      if (isDry || unconfirmed.length > 0) return report
      await migrator.undo(false, changes, { model, withoutCode })
      session.say(`Undid ${number(changes)}. Now go back to the previous schema: the current one needs these changes again.`)
      return report
    }),
}

export const migrateCreate: CliCommand = {
  usage: 'migrate:create <name>',
  description: 'Write the plan to a file in migrations/, for you to review, edit and commit',
  options: [['--without-code <collection...>', 'let the file confirm that these content types go without code that they had']],
  reports: true,
  run: (session, options, name) =>
    opened(session, 'pretend', async ({ cms, migrator, folder }) => {
      if (!/[a-z0-9]/i.test(name ?? ''))
        throw badRequest(`The name of a migration needs letters or digits, such as 'add-tags', not '${name}'`)
      const wanted = cms.engine.tables()
      const { dialect } = cms.engine.store
      const last = (await readMigrations(folder, dialect.name)).at(-1)
      const known = codeAfter(last?.code ?? [], { applied: last?.after ?? NOTHING, wanted })
      const { missing, left } = await missingCode(cms, { known }, options['withoutCode'])
      if (left.length > 0) throw codeIsMissing(left, `No file was written. `, `npx galley migrate:create ${name}`)
      const applied = await migrator.applied()
      const code = { code: codeOfModel(cms.engine.model), withoutCode: missing.flatMap(partsWithSlug) }
      const written = await migrationFiles(folder, name, wanted, cms.engine.settings.clock.now(), applied, dialect, code)
      if (!written) {
        session.say(await coveredIn(folder, cms))
        return { steps: [] }
      }
      const steps = await migrator.steps(written.changes)
      const file = pathFromStart(written.file)
      print(session, steps)
      session.say(`Wrote ${file}`)
      return { file, steps: steps.map(asData) }
    }),
}

/** Why no file is needed: the database may still lack those that there are. */
async function coveredIn(folder: string, { engine: { migrator, store } }: Handle): Promise<string> {
  const applied = await migrator.appliedFiles()
  const waiting = (await readMigrations(folder, store.dialect.name)).filter(({ name }) => !applied.has(name))
  if (waiting.length === 0) return 'Nothing to write: the database matches the schema.'
  const all = waiting.map(({ name }) => name).join(', ')
  return `Nothing to write: ${all} ${waiting.length === 1 ? 'covers every change in the schema, and is' : 'cover every change in the schema, and are'} not applied yet. Run:\n  npx galley migrate`
}

export const migrateStatus: CliCommand = {
  usage: 'migrate:status',
  description: 'Show which migrations are applied and which are pending; exits with 1 if any are pending or an applied file was edited',
  reports: true,
  run: (session) =>
    opened(session, 'pretend', async ({ cms, migrator, folder }) => {
      const applied = await migrator.appliedFiles()
      const files: { name: string; state: keyof typeof STATES }[] = []
      for (const { name, hash } of await readMigrations(folder, cms.engine.store.dialect.name)) {
        const known = applied.get(name)
        files.push({ name, state: known === undefined ? 'pending' : known === hash ? 'applied' : 'edited' })
      }
      for (const { name, state } of files) session.say(`  ${STATES[state](state.padEnd(7))} ${name}`)
      const [edited, waiting] = (['edited', 'pending'] as const).map((state) => files.filter((file) => file.state === state))
      const steps = await migrator.planned(cms.engine.tables())
      print(session, steps)
      const warnings = await migrator.warnings(cms.engine.tables(), cms.engine.model)
      warn(session, warnings)
      const allParked = await migrator.parked()
      for (const { owner, words, affected } of allParked) {
        const back = owner ? `; to restore it, run: npx galley migrate --restore ${inShell(parkedPathOf(owner))}` : ''
        session.say(`  ${pc.dim('parked ')} ${words}${affected ? pc.dim(` (${counted(affected)}${back})`) : ''}`)
      }
      for (const { name } of edited ?? []) session.fail(changedAfter(name))
      await tellTaken(session, cms, steps)
      const { missing, left } = await missingCode(cms, { files: await readMigrations(folder, cms.engine.store.dialect.name) })
      if (left.length > 0) session.fail(codeIsMissing(left).message)
      if (steps.length > 0)
        fail(
          session,
          steps.map(({ change }) => change),
        )
      else if (waiting && waiting.length > 0)
        session.fail(
          `${waiting.map(({ name }) => name).join(', ')} ${waiting.length === 1 ? 'is' : 'are'} not applied yet. Run:\n  npx galley migrate`,
        )
      else if (edited?.length === 0 && missing.length === 0) session.say('The database matches the schema.')
      const parked = allParked.map(({ words, affected, owner }) => ({ words, affected, ...(owner && { restore: parkedPathOf(owner) }) }))
      return {
        files,
        steps: steps.map(asData),
        parked,
        ...(missing.length > 0 && { missingCode: missing }),
        ...(warnings.length > 0 && { warnings }),
      }
    }),
}

const STATES = { pending: pc.yellow, applied: pc.green, edited: pc.red }
