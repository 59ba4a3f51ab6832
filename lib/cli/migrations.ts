/** `migrate`, `migrate:undo`, `migrate:create`, `migrate:status`. */
import path from 'node:path'
import pc from 'picocolors'

import { ValidationError } from '../errors.ts'
import type { Handle } from '../local/handle.ts'
import { afterwards } from '../migrations/afterwards.ts'
import type { Parked, SchemaChange } from '../migrations/changes.ts'
import { mayWait } from '../migrations/clashes.ts'
import { migrationFiles, readMigrations } from '../migrations/files.ts'
import { parkedNamed } from '../migrations/kept.ts'
import type { LostOption } from '../migrations/lost-options.ts'
import { isTriedAgain, type Migrator } from '../migrations/migrator.ts'
import { changedAfter } from '../migrations/refusals.ts'
import { checkRestored, type Restored } from '../migrations/restore.ts'
import { asData, counted, isNamed, type PlanStep, parkedPathOf } from '../migrations/steps.ts'
import type { CliCommand, Session } from './command.ts'

interface Opened {
  cms: Handle
  migrator: Migrator
  folder: string
}

async function opened<T>(session: Session, work: (opened: Opened) => Promise<T>): Promise<T> {
  const { open, folder } = await session.project()
  const cms = await open({ migrate: false, log: { info: () => undefined, warn: session.say, error: session.fail } })
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

function warn(session: Session, lost: readonly LostOption[]): void {
  for (const { words } of lost) session.say(`  ${pc.yellow('warning')} ${words}`)
}

export const migrate: CliCommand = {
  usage: 'migrate',
  description: 'Migrate the database to the schema: apply the files in migrations/, or the computed plan if there are none',
  options: [
    ['--dry-run', 'print the plan without applying it'],
    ['--json', 'with --dry-run: print the plan as JSON, each step with its risk, the documents it affects and how to undo it'],
    [
      '--drop <name...>',
      "drop parked data that the schema no longer uses: the full name of a 'table', 'table.column' or 'table.column.field'",
    ],
    ['--restore <name...>', "restore the old values of a 'table.column' or 'table.column.field' that was converted or replaced"],
  ],
  run: (session, options) =>
    opened(session, async ({ cms, migrator, folder }) => {
      if (options['json'] && !options['dryRun']) throw new ValidationError('--json prints a plan: use it together with --dry-run')
      const wanted = cms.engine.tables()
      const files = await readMigrations(folder, cms.engine.store.dialect.name)
      if (!options['dryRun']) {
        for (const file of files)
          if (await migrator.applyFile(file, cms.engine.settings.clock.now().toISOString(), wanted)) session.say(`Applied ${file.name}`)
      }
      let drops: SchemaChange[] = []
      const lost = await migrator.lostOptions(wanted)
      const steps = await migrator.planned(wanted, (parked) => (drops = dropsOf(options['drop'] ?? [], parked)))
      const changes = steps.map(({ change }) => change)
      const restores: string[] = options['restore'] ?? []
      checkRestored(restores, afterwards(await migrator.applied(), wanted, changes))
      if (options['json'] && options['dryRun'])
        return session.say(JSON.stringify({ steps: steps.map(asData), ...(lost.length > 0 && { warnings: lost }) }, null, 2))
      print(session, steps)
      warn(session, lost)
      if (options['dryRun']) return changes.length === 0 ? restoreAll(session, migrator, restores, true) : undefined
      if (files.length > 0 && changes.filter((change) => !isTriedAgain(change)).length > drops.length)
        return session.fail(
          'The files in migrations/ do not cover every change in the schema. Write the missing migration with:\n  npx galley migrate:create <name>',
        )
      const isMade = changes.length > 0 && (await migrator.apply(wanted, cms.engine.model, drops)).length > 0
      if (changes.length === 0) await migrator.note(wanted)
      await migrator.acceptCode(cms.engine.model)
      const rest = await migrator.plan(wanted)
      const left = rest.filter((change) => !mayWait(change))
      if (left.length > 0) return fail(session, left)
      // Another process may have applied the plan first.
      session.say(isMade || rest.length > 0 ? `Done: ${number(changes)}.` : 'The database matches the schema.')
      await restoreAll(session, migrator, restores, false)
    }),
}

async function restoreAll(session: Session, migrator: Migrator, names: readonly string[], isDry: boolean): Promise<void> {
  for (const name of names) {
    const { values, left } = await migrator.restore(name, isDry)
    const [back, rest] = [sum(values), sum(left)]
    session.say(`${isDry ? 'Would restore' : 'Restored'} ${back} ${back === 1 ? 'value' : 'values'} of '${name}'${inPlaces(values)}.`)
    if (rest > 0)
      session.say(
        `  ${rest} can't be converted to the current type and stay parked${inPlaces(left)}; change the type back to restore them.`,
      )
  }
}

const sum = ({ live, drafts, versions }: Restored['values']): number => live + drafts + versions

/** ` (1 in pending drafts, 2 in versions)`; live values need no mention. */
function inPlaces({ drafts, versions }: Restored['values']): string {
  const places = [...(drafts > 0 ? [`${drafts} in pending drafts`] : []), ...(versions > 0 ? [`${versions} in versions`] : [])]
  return places.length > 0 ? ` (${places.join(', ')})` : ''
}

/** Shells treat `$`, `[` and `*` specially. */
const inShell = (name: string): string => (/^[\w.-]+$/.test(name) ? name : `'${name}'`)

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
  options: [['--dry-run', 'print what would be done without doing it']],
  run: (session, options) =>
    opened(session, async ({ migrator }) => {
      const isDry = options['dryRun'] === true
      const changes = await migrator.undo(true)
      print(session, await migrator.steps(changes))
      if (isDry) return
      await migrator.undo(false, changes)
      session.say(`Undid ${number(changes)}. Now go back to the previous schema: the current one needs these changes again.`)
    }),
}

export const migrateCreate: CliCommand = {
  usage: 'migrate:create <name>',
  description: 'Write the plan to a file in migrations/, for you to review, edit and commit',
  run: (session, _options, name) =>
    opened(session, async ({ cms, migrator, folder }) => {
      const wanted = cms.engine.tables()
      const written = await migrationFiles(
        folder,
        name,
        wanted,
        cms.engine.settings.clock.now(),
        await migrator.applied(),
        cms.engine.store.dialect,
      )
      if (!written) return session.say('Nothing to write: the database matches the schema.')
      print(session, await migrator.steps(written.changes))
      session.say(`Wrote ${path.relative(process.cwd(), written.file)}`)
    }),
}

export const migrateStatus: CliCommand = {
  usage: 'migrate:status',
  description: 'Show which migrations are applied and which are pending; exits with 1 if any are pending or an applied file was edited',
  run: (session) =>
    opened(session, async ({ cms, migrator, folder }) => {
      const applied = await migrator.appliedFiles()
      const [edited, waiting]: [string[], string[]] = [[], []]
      for (const { name, hash } of await readMigrations(folder, cms.engine.store.dialect.name)) {
        const known = applied.get(name)
        if (known === undefined) waiting.push(name)
        else if (known !== hash) edited.push(name)
        const state = known === undefined ? pc.yellow('pending') : known === hash ? pc.green('applied') : pc.red('edited ')
        session.say(`  ${state} ${name}`)
      }
      const steps = await migrator.planned(cms.engine.tables())
      print(session, steps)
      warn(session, await migrator.lostOptions(cms.engine.tables()))
      for (const { owner, words, affected } of await migrator.parked()) {
        const back = owner ? `; to restore it, run: npx galley migrate --restore ${inShell(parkedPathOf(owner))}` : ''
        session.say(`  ${pc.dim('parked ')} ${words}${affected ? pc.dim(` (${counted(affected)}${back})`) : ''}`)
      }
      const changes = steps.map(({ change }) => change)
      for (const name of edited) session.fail(changedAfter(name))
      if (changes.length > 0) fail(session, changes)
      else if (waiting.length > 0)
        session.fail(`${waiting.join(', ')} ${waiting.length === 1 ? 'is' : 'are'} not applied yet. Run:\n  npx galley migrate`)
      else if (edited.length === 0) session.say('The database matches the schema.')
    }),
}
