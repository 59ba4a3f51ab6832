/** A plan that somebody looks at while another process applies it: it is made again, and nothing fails. */
import { spawn } from 'node:child_process'
import { expect } from 'chai'

import type { SchemaChange } from '../../lib/migrations/changes.ts'
import { GALLEY, project } from '../harness/project.ts'
import { DATABASES, DURABLE } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const rows = (...fields: object[]) => ({ name: 'rows', type: 'array', fields })

for (const database of DATABASES) {
  describe(`migrations: at once with ${database.name}`, function () {
    this.timeout(120_000)
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    /** Another process does this right before the first statement of these words. */
    const rightBefore = (words: string, work: () => Promise<unknown>) => {
      let isDone = false
      const { store } = site.cms.engine
      for (const name of ['read', 'readLong'] as const) {
        const ask = store[name].bind(store)
        store[name] = async (sql: string, ...more: any[]) => {
          if (!isDone && sql.includes(words)) {
            isDone = true
            await work()
          }
          return ask(sql, ...(more as [any]))
        }
      }
    }
    const migrates = () => site.migrator.apply(site.cms.engine.tables(), site.cms.engine.model)

    it('counts a renamed field and one in rows', async () => {
      await site.migrate(posts([{ name: 'a' }, rows({ name: 'x' })]))
      await site.cms.create('posts', { a: 'A', rows: [{ x: '1' }] })
      await site.open(posts([{ name: 'b', renamedFrom: 'a' }, rows({ name: 'y', renamedFrom: 'x', type: 'number' })]))
      rightBefore('count(*)', migrates)
      expect(await site.migrator.planned(site.cms.engine.tables())).to.deep.equal([])
      expect(await site.migrate(posts([{ name: 'b' }, rows({ name: 'y', type: 'number' })]))).to.deep.equal([])
    })

    it('lists what is parked while it is dropped, and drops it once', async () => {
      await site.migrate(posts([{ name: 'a' }, { name: 'b' }]))
      await site.migrate(posts([{ name: 'a' }]))
      const drop: SchemaChange = { do: 'drop', table: 'posts', column: 'b' }
      const drops = () => site.migrator.apply(site.cms.engine.tables(), site.cms.engine.model, [drop])
      rightBefore('count(*)', drops)
      expect(await site.migrator.parked()).to.deep.equal([])
      expect(await drops()).to.deep.equal([])
    })

    it('looks for clashes in a field that is renamed', async () => {
      await site.migrate(posts([{ name: 'a' }]))
      await site.cms.create('posts', { a: 'A' })
      await site.open(posts([{ name: 'a', unique: true }]))
      const { store } = site.cms.engine
      const rename = [store.dialect.table('posts'), store.dialect.quote('a'), store.dialect.quote('c')]
      rightBefore('having count(*)', () =>
        store.exclusively((connection) => connection.all(`alter table ${rename[0]} rename column ${rename[1]} to ${rename[2]}`)),
      )
      expect((await site.plan()).map((change) => change.do)).to.include('addColumn')
    })

    it('takes back only the plan that was shown', async () => {
      await site.migrate(posts([{ name: 'a' }]))
      await site.migrate(posts([{ name: 'b', renamedFrom: 'a' }]))
      await site.migrate(posts([{ name: 'c', renamedFrom: 'b' }]))
      const shown = await site.migrator.undo(true)
      await site.migrator.undo(false, shown)
      const error = await site.migrator.undo(false, shown).catch((refused) => refused)
      expect(error.message).to.include('Another process has migrated the database')
      expect(
        (await site.plan()).map((change) => change.do),
        'only the last one',
      ).to.deep.equal(['renameColumn'])
    })
  })
}

describe('cli: migrate in several processes', function () {
  this.timeout(120_000)
  for (const [name, place] of Object.entries(DURABLE))
    it(`all end well, with ${name} @long`, async () => {
      const [url, schema] = name === 'SQLite' ? [place(), ''] : place().split(/[?&]galley=/)
      const db = name === 'SQLite' ? `sqlite({ filename: '${url}' })` : `postgres({ url: '${url}', schema: '${schema}' })`
      const folder = project(`import { sqlite } from 'galley/sqlite'
import { postgres } from 'galley/postgres'
const field = process.env.RENAMED ? { name: 'b', renamedFrom: 'a' } : { name: 'a' }
export default {
  secret: 'a-secret-that-is-only-for-the-tests',
  db: ${db},
  collections: [{ slug: 'posts', fields: [field] }],
}
`)
      const migrate = (env: object) =>
        new Promise<{ status: number | null; output: string }>((resolve) => {
          const child = spawn(process.execPath, [GALLEY, 'migrate'], { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } })
          let output = ''
          for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
          child.on('close', (status) => resolve({ status, output }))
        })
      expect(await migrate({})).to.deep.include({ status: 0 })
      const ended = await Promise.all([1, 2, 3].map(() => migrate({ RENAMED: '1' })))
      const last = ended.map(({ output }) => output.trim().split('\n').at(-1)).sort()
      const fits = 'The database matches the schema.'
      expect(last, ended.map(({ output }) => output).join('\n')).to.deep.equal(['Done: 1 change.', fits, fits])
      expect(ended.map(({ status }) => status)).to.deep.equal([0, 0, 0])
    })
})
