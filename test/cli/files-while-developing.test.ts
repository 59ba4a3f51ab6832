/** Migration files of a project that is developed: a start makes what is safe by itself, and the files are for every other database. */
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { drawn } from '../harness/depth.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { galley, project } from '../harness/project.ts'

const DATABASES: Record<string, () => string> = {
  sqlite: () => "sqlite({ filename: new URL('./cms.db', import.meta.url).pathname })",
  postgres: () => `postgres({ url: '${postgresUrl()}', schema: 't${Math.random().toString(36).slice(2)}' })`,
}

const config = (db: string, fields: object[]) => `import { postgres } from 'galley/postgres'
import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-that-is-only-for-the-tests',
  db: ${db},
  collections: [{ slug: 'posts', fields: ${JSON.stringify(fields)} }],
  commands: [
    { name: 'add', description: 'Add', run: async ({ cms, args }) => void (await cms.create('posts', JSON.parse(args[0]))) },
    { name: 'show', description: 'Show', run: async ({ cms, log }) => log(JSON.stringify((await cms.find('posts')).docs)) },
  ],
}
`

const nameOf = (db: string): string | undefined => /schema: '(\w+)'/.exec(db)?.[1]

/** Another database, in which nothing was made. */
async function emptied(db: string, folder: string): Promise<void> {
  rmSync(path.join(folder, 'cms.db'), { force: true })
  const schema = nameOf(db)
  if (schema === undefined) return
  const client = new pg.Client(postgresUrl())
  await client.connect()
  await client.query(`drop schema "${schema}" cascade`)
  await client.end()
}

for (const [kind, place] of drawn(Object.entries(DATABASES), 'files while developing'))
  describe(`cli: migration files while developing, with ${kind} @long`, function () {
    this.timeout(120_000)
    let folder: string
    let db: string
    const schema = (...names: (string | object)[]) => {
      const fields = names.map((name) => (typeof name === 'string' ? { name } : name))
      writeFileSync(path.join(folder, 'cms.config.js'), config(db, fields))
    }
    const run = (...args: string[]): string => {
      const { status, output } = galley(folder, ...args)
      expect(status, output).to.equal(0)
      return output
    }
    const files = (ending: string) => readdirSync(path.join(folder, 'migrations')).filter((name) => name.endsWith(ending))
    const matches = () => {
      expect(run('migrate:status')).to.include('The database matches the schema')
      expect(run('migrate')).to.include('The database matches the schema')
    }
    const docs = () => JSON.parse(run('show').trim().split('\n').at(-1)!)

    before(() => {
      db = place()
      folder = project(config(db, [{ name: 'a' }]))
    })

    it('begins with all that development has made', () => {
      run('add', '{"a":"A"}')
      expect(run('migrate:create', 'init')).to.match(/create the table 'posts'/)
      expect(run('migrate')).to.match(/Recorded \d+_init as applied: the database has its changes already/)
      matches()
    })

    it('records what development has made, and runs what was written by hand', () => {
      for (const names of [
        ['a', 'b'],
        ['a', 'b', 'c'],
      ]) {
        schema(...names)
        run('add', '{"a":"A"}')
        run('migrate:create', `add-${names.at(-1)}`)
      }
      const last = files('.sql').at(-1)!
      const byHand = last.replace('_add-c', '_by-hand')
      const at = (name: string) => path.join(folder, 'migrations', name)
      writeFileSync(at(byHand), `update ${kind === 'sqlite' ? 'posts' : `"${nameOf(db)}".posts`} set b = 'B';\n`)
      copyFileSync(at(last.replace(/sql$/, 'json')), at(byHand.replace(/sql$/, 'json')))
      const said = run('migrate')
      expect(said).to.match(/Recorded \d+_add-b as applied.*\n.*Recorded \d+_add-c as applied.*\n.*Applied \d+_by-hand/)
      matches()
      expect(docs().map((doc: any) => doc.b)).to.deep.equal(['B', 'B', 'B'])
    })

    it('moves values with a file as ever', () => {
      schema('a', 'b', { name: 'd', renamedFrom: 'c' })
      run('migrate:create', 'rename-c')
      expect(run('migrate')).to.match(/Applied \d+_rename-c/)
      matches()
    })

    it('leads another database to the same', async () => {
      await emptied(db, folder)
      expect(run('migrate')).to.match(/Applied \d+_init\n.*Applied \d+_add-b\n/)
      run('add', '{"a":"A","d":"D"}')
      expect(docs()[0]).to.include({ a: 'A', d: 'D' })
      matches()
    })

    it('is the same file with other line ends', () => {
      for (const name of files('.sql')) {
        const file = path.join(folder, 'migrations', name)
        writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
      }
      matches()
    })
  })
