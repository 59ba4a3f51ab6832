/** `backup`, `restore`, `copy`: an entire database into a file, out of one, or into another database. */
import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { type CopyProgress, copyDatabase } from '../backup/copy.ts'
import { type FileAdapter, fileAdapter, makeBackup, openBackup, opened } from '../backup/make.ts'
import { ValidationError } from '../errors.ts'
import type { Handle } from '../local/handle.ts'
import { readMigrations } from '../migrations/files.ts'
import { refuseFolder } from '../not-a-folder.ts'
import type { DatabaseAdapter } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import { writeWhole } from '../whole-file.ts'
import type { CliCommand, Project, Session } from './command.ts'

const A_LINE = 20_000

/** Doesn't create or migrate tables, because a restore needs an empty database. */
async function withCms<T>(
  session: Session,
  ifMissing: 'refuse' | undefined,
  work: (cms: Handle, found: Project) => Promise<T>,
): Promise<T> {
  const found = await session.project()
  const quiet = { info: () => undefined, warn: session.say, error: session.fail }
  const cms = await found.open({ migrate: false, log: quiet, ...(ifMissing && { ifMissing }) })
  try {
    return await work(cms, found)
  } finally {
    await cms.stop()
  }
}

async function adapterOf({ engine }: Handle): Promise<FileAdapter> {
  const known = fileAdapter(engine.settings)
  if (known) return known
  const { sqlite } = await import('../../adapters/sqlite/index.ts')
  return (filename) => sqlite({ filename })
}

/** One line per content type, one for all internal records, and occasional lines during large tables. */
async function saying<T>(session: Session, work: (onProgress: (progress: CopyProgress) => void) => Promise<T>): Promise<T> {
  const SYSTEM = 'records of the system'
  const counts = new Map<string, number>()
  let [current, before, printed] = ['', 0, 0]
  const say = (name: string) => session.say(`  ${pc.dim(String(counts.get(name)).padStart(10))} ${name}`)
  const done = await work(({ table, rows }) => {
    session.signal.throwIfAborted()
    const name = table.startsWith('$') ? SYSTEM : table
    if (name !== current && counts.has(current) && current !== SYSTEM) say(current)
    if (name !== current) [current, printed] = [name, rows]
    counts.set(name, (counts.get(name) ?? 0) + rows - before)
    before = rows
    if (rows - printed < A_LINE) return
    printed = rows
    session.say(`  ${pc.dim(`${counts.get(name)} …`.padStart(10))} ${name}`)
  })
  if (counts.has(current) && current !== SYSTEM) say(current)
  if (counts.has(SYSTEM)) say(SYSTEM)
  return done
}

export const backup: CliCommand = {
  usage: 'backup <file>',
  description: 'Write a backup of the whole database to a file, such as site.db.gz',
  reports: true,
  run: (session, _options, file) =>
    withCms(session, 'refuse', async (cms) => {
      if (existsSync(file)) throw new ValidationError(`${file} already exists; choose another file name`)
      const adapter = await adapterOf(cms)
      return session.interruptible(`${file} was not written`, async () => {
        const rows = await writeWhole(file, async (unfinished) => {
          const copied = await saying(session, (onProgress) => makeBackup(cms.engine, { file: unfinished, adapter, onProgress }))
          session.signal.throwIfAborted()
          return copied
        })
        session.say(`Wrote ${rows} rows to ${file}`)
        return { file, rows }
      })
    }),
}

export const restoreCommand: CliCommand = {
  usage: 'restore <file>',
  description: 'Restore a backup into an empty database; checks the file before it changes anything',
  reports: true,
  run: (session, _options, file) =>
    withCms(session, undefined, async (cms, found) =>
      openBackup(file, { settings: cms.engine.settings, adapter: await adapterOf(cms) }, (from) => bring(session, from, cms, found)),
    ),
}

export const copyCommand: CliCommand = {
  usage: 'copy',
  description: 'Copy another database, including its ids, into the empty database of this configuration',
  reports: true,
  options: [['--from <database>', 'a SQLite file, or postgres://…; add ?schema=name for a schema other than cms']],
  run: (session, { from }) => {
    if (!from) throw new ValidationError('Name the database to copy from: --from old.db, or --from postgres://…')
    return withCms(session, undefined, async (cms, found) =>
      opened(await sourceOf(from), cms.engine.settings, (source) => bring(session, source, cms, found)),
    )
  },
}

async function sourceOf(given: string): Promise<DatabaseAdapter> {
  if (!/^postgres(ql)?:/.test(given)) {
    if (!existsSync(given)) throw new ValidationError(`The file ${given} does not exist`)
    refuseFolder(given)
    return (await import('../../adapters/sqlite/index.ts')).sqlite({ filename: given })
  }
  const url = new URL(given)
  const schema = url.searchParams.get('schema')
  url.searchParams.delete('schema')
  return (await import('../../adapters/postgres/index.ts')).postgres({ url: url.href, ...(schema && { schema }) })
}

async function bring(session: Session, from: Store, { engine }: Handle, { folder }: Project): Promise<object | undefined> {
  const { store, settings } = engine
  const files = await readMigrations(`${folder}/migrations`, store.dialect.name)
  return session.interruptible('Nothing was copied: the database is as empty as before', async () => {
    const at = settings.clock.now().toISOString()
    const { rows, behind } = await saying(session, (onProgress) => copyDatabase(from, store, onProgress, { files, at }))
    for (const name of behind) session.say(`Its tables already include the migration ${name}, so it is marked as applied`)
    session.say(`Copied ${rows} rows. Now run: npx galley migrate`)
    return { rows, marked: behind }
  })
}
