/** A process of its own for `long-work.test.ts`: fills a database, does each kind of long work, and tells the longest turn of its event loop meanwhile. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Caller, system } from '../../lib/actor.ts'
import { copyDatabase } from '../../lib/backup/copy.ts'
import { makeBackup, openBackup } from '../../lib/backup/make.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { record } from '../../lib/events/journal.ts'
import { csvOf } from '../../lib/features/audit/csv.ts'
import { entries } from '../../lib/features/audit/find.ts'
import { verifyChain } from '../../lib/features/audit/verify.ts'
import { checkFiles } from '../../lib/features/media/commands.ts'
import { exportCommand } from '../../lib/features/transfer/export.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { Store } from '../../lib/store/store.ts'
import { sessionWith } from '../harness/cli-session.ts'
import { LoopDelays } from '../harness/turns.ts'
import { adapterFor } from './writer.ts'

const [where, folder, rows, audited] = process.argv.slice(2) as [string, string, string, string]
const quiet = { info() {}, warn() {}, error: (line: string, facts?: object) => console.error(line, facts) }
const posts = (more: object[], number: object = { type: 'number' }) => ({
  slug: 'posts',
  versions: true,
  fields: [{ name: 'title' }, { name: 'number', ...number }, { name: 'tag', type: 'relationship', to: 'tags' }, { name: 'seo' }, ...more],
})
const config = (collection: object): Config =>
  ({
    secret: 'a-secret-that-is-only-for-the-tests',
    db: adapterFor(where),
    log: quiet,
    audit: true,
    upload: { dir: path.join(folder, 'files') },
    collections: [collection, { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] }],
  }) as Config

async function fill(cms: Handle): Promise<void> {
  await cms.create('tags', { name: 'one' })
  const { store } = cms.engine
  const { table, quote: q, native } = store.dialect
  const columns = ['created_at', 'updated_at', 'title', 'number', 'tag', 'seo'].map(q).join(', ')
  const at = new Date().toISOString()
  for (let done = 0; done < Number(rows); done += 1000) {
    const values = Array.from({ length: 1000 }, (_, n) => [at, at, `Post ${done + n}`, n, 1, randomBytes(500).toString('hex')])
    const places = values.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')
    await store.atomically((connection) =>
      connection.all(native(`insert into ${table('posts')} (${columns}) values ${places}`), values.flat()),
    )
  }
  for (let done = 0; done < Number(audited); done += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        record(cms.engine, new Caller(system), { action: 'test.done', target: 'posts', doc: done + n, title: 'x' }),
      ),
    )
}

const backup = path.join(folder, 'backup.db.gz')
const fileAdapter = (filename: string) => cms.engine.settings.db.inFile!(filename)

const WORK: Record<string, (cms: Handle) => Promise<unknown>> = {
  async 'a backup and its check'({ engine }) {
    rmSync(backup, { force: true })
    await makeBackup(engine, { file: backup, adapter: fileAdapter })
  },
  'the check of a restore': ({ engine: { settings } }) => openBackup(backup, { settings, adapter: fileAdapter }, async () => undefined),
  async 'a copy into another database'({ engine }) {
    const to = new Store(fileAdapter(path.join(folder, `${randomBytes(4).toString('hex')}.db`)), quiet)
    await to.open()
    await copyDatabase(engine.store, to)
    await to.close()
  },
  'the check of the audit log': ({ engine }) => verifyChain(engine),
  async 'the audit log as CSV'({ engine }) {
    for await (const _ of csvOf(await entries(engine, new Caller(system), {}, Number.POSITIVE_INFINITY)));
  },
  'where a document is used': (one) => one.references('tags', 1),
  'an export': () =>
    exportCommand.run(
      sessionWith(() => createCms(config(posts([])), { migrate: false }), undefined, { fail: console.error }),
      {},
      'posts',
      path.join(folder, 'posts.jsonl'),
    ),
  'the check of files': (one) => checkFiles(one),
}

/** Once each: a migration that is done can't be done again. */
const MIGRATIONS: Record<string, object> = {
  'a migration that adds fields and an index': posts([{ name: 'late' }, { name: 'other', type: 'number', index: true }]),
  'a migration that converts values': posts([], { type: 'text', index: true }),
}

const delays = new LoopDelays()
const longest: Record<string, number> = {}
const measure = async (name: string, work: () => Promise<unknown>) => {
  await setTimeout(20)
  delays.takeLongest()
  await work()
  await setTimeout(5)
  longest[name] = Math.min(longest[name] ?? Number.POSITIVE_INFINITY, delays.takeLongest())
}

const cms = await createCms(config(posts([])))
await fill(cms)
for (const [name, work] of Object.entries(WORK))
  for (let time = 0; time < 3 && (longest[name] ?? 100) > 50; time++) await measure(name, () => work(cms))
await cms.stop()
for (const [name, collection] of Object.entries(MIGRATIONS)) {
  const next = await createCms(config(collection), { migrate: false })
  await measure(name, () => new Migrator(next.engine.store, quiet).apply(next.engine.tables()))
  await next.stop()
}
process.send!(longest)
process.disconnect()
