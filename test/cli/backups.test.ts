/** `backup`, `restore` and `copy` as people type them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { drawn, longUnlessDrawn } from '../harness/depth.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { galley, project, type Ran } from '../harness/project.ts'
import { temporaryFile } from '../harness/start.ts'

const configWith = (db: string) => `import { defineConfig } from 'galley'
import { sqlite } from 'galley/sqlite'
import { postgres } from 'galley/postgres'
export default defineConfig({
  secret: 'a-secret-that-is-only-for-the-tests',
  db: ${db},
  auth: { rbac: true },
  collections: [{ slug: 'notes', fields: [{ name: 'text' }] }, { slug: 'tags', fields: [{ name: 'text' }] }],
  commands: [
    { name: 'add-tag', description: 'Add a tag', run: async ({ cms }) => void (await cms.create('tags', { text: 'one' })) },
    { name: 'add', description: 'Add a note', run: async ({ cms, args }) => void (await cms.create('notes', { text: args[0] })) },
    { name: 'list', description: 'List the notes', run: async ({ cms, log }) => log(JSON.stringify((await cms.find('notes', { sort: 'id' })).docs.map(({ id, text }) => [id, text]))) },
  ],
})
`
const KINDS = ['SQLite', 'Postgres']
const NOTES = '[[1,"One"],[2,"สอง"]]'

describe('cli: backups', () => {
  let folder: string
  let written: Ran
  const use = (db: string) => writeFileSync(path.join(folder, 'cms.config.js'), configWith(db))
  const postgres = () => `postgres({ url: '${postgresUrl()}', schema: 't${Math.random().toString(36).slice(2)}' })`

  before(() => {
    folder = project(configWith("sqlite({ filename: 'first.db' })"))
    expect(galley(folder, 'migrate').status).to.equal(0)
    for (const text of ['One', 'สอง']) galley(folder, 'add', text)
    expect(galley(folder, 'add-tag').status).to.equal(0)
    written = galley(folder, 'backup', 'site.db.gz')
  })

  it('write a file, once', () => {
    expect(written.status, written.output).to.equal(0)
    const [, notes, tags, others, all] = /(\d+) notes\n +(\d+) tags\n +(\d+) records of the system\nWrote (\d+) rows to site\.db\.gz/
      .exec(written.output)!
      .map(Number)
    expect([notes, tags]).to.deep.equal([2, 1])
    expect(all).to.equal(notes! + tags! + others!)
    expect(written.output).to.not.include('$')
    expect(galley(folder, 'backup', 'site.db.gz'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include('already exists')
  }).timeout(60_000)

  for (const kind of KINDS)
    it(`bring it back into an empty database of ${kind}${longUnlessDrawn(kind, KINDS, 'restore')}`, () => {
      use(kind === 'SQLite' ? "sqlite({ filename: 'second.db' })" : postgres())
      const { status, output } = galley(folder, 'restore', 'site.db.gz')
      expect(status, output).to.equal(0)
      expect(output)
        .to.include('notes')
        .and.to.match(/Copied \d+ rows/)
      expect(galley(folder, 'migrate').output).to.include('The database matches the schema')
      expect(galley(folder, 'list').output).to.include(NOTES)
      const again = galley(folder, 'restore', 'site.db.gz')
      expect(again).to.deep.include({ status: 1 }).and.property('output').to.include('not empty')
    }).timeout(60_000)

  it('refuse a damaged file before they touch anything @long', () => {
    const bytes = readFileSync(path.join(folder, 'site.db.gz'))
    writeFileSync(path.join(folder, 'cut.db.gz'), bytes.subarray(0, bytes.length / 2))
    const untouched = temporaryFile('.db')
    use(`sqlite({ filename: '${untouched}' })`)
    for (const file of ['cut.db.gz', 'package.json', 'nothing.db.gz'])
      expect(galley(folder, 'restore', file))
        .to.deep.include({ status: 1 })
        .and.property('output')
        .to.include("The backup can't be used")
    expect(galley(folder, 'migrate:status').output).to.include("create the table 'notes'")
  })

  it('copy one database into another @long', () => {
    const db = postgres()
    use(db)
    expect(galley(folder, 'copy', '--from', 'first.db')).to.deep.include({ status: 0 })
    expect(galley(folder, 'list').output).to.include(NOTES)
    const schema = /schema: '(\w+)'/.exec(db)![1]
    use("sqlite({ filename: 'third.db' })")
    expect(galley(folder, 'copy', '--from', `${postgresUrl()}?schema=${schema}`)).to.deep.include({ status: 0 })
    expect(galley(folder, 'list').output).to.include(NOTES)
    expect(galley(folder, 'add', 'Three').status).to.equal(0)
    expect(galley(folder, 'list').output).to.include('[3,"Three"]')
    expect(galley(folder, 'copy')).to.deep.include({ status: 1 }).and.property('output').to.include('--from')
    expect(galley(folder, 'copy', '--from', 'none.db'))
      .to.deep.include({ status: 1 })
      .and.property('output')
      .to.include('does not exist')
    expect(existsSync(path.join(folder, 'none.db'))).to.equal(false)
  }).timeout(60_000)

  for (const other of drawn(['postgres', 'sqlite'], 'files'))
    it(`take the files of migrations/ as applied that the tables have behind them, from ${other === 'postgres' ? 'SQLite to Postgres' : 'Postgres to SQLite'} @long`, () => {
      const at = project()
      const address = postgres()
      const write = (db: string, collection: string) =>
        writeFileSync(path.join(at, 'cms.config.js'), configWith(db).replace(/\{ slug: 'notes', fields: \[.*?\] \}/s, collection))
      const [source, target] = other === 'postgres' ? ["sqlite({ filename: 'a.db' })", address] : [address, "sqlite({ filename: 'b.db' })"]
      const steps = [
        "{ slug: 'notes', fields: [{ name: 'text' }] }",
        "{ slug: 'memos', renamedFrom: 'notes', fields: [{ name: 'text' }] }",
        "{ slug: 'memos', renamedFrom: 'notes', fields: [{ name: 'text', index: true }, { name: 'more' }] }",
      ]
      // Each kind of database has files of its own; the source has not had the last step yet.
      for (const [index, step] of steps.entries()) {
        if (index < 2) {
          write(source, step)
          expect(galley(at, 'migrate:create', `step ${index}`).status).to.equal(0)
          const { status, output } = galley(at, 'migrate')
          expect(status, output).to.equal(0)
        }
        write(target, step)
        expect(galley(at, 'migrate:create', `other ${index}`).status).to.equal(0)
      }
      const schema = /schema: '(\w+)'/.exec(address)![1]
      const from = other === 'postgres' ? 'a.db' : `${postgresUrl()}?schema=${schema}`
      const copied = galley(at, 'copy', '--from', from)
      expect(copied.status, copied.output).to.equal(0)
      expect(copied.output)
        .to.match(/already include the migration \S*_other-0/)
        .and.to.match(/already include the migration \S*_other-1/)
        .and.to.not.include('_other-2')
      const migrated = galley(at, 'migrate')
      expect(migrated.status, migrated.output).to.equal(0)
      expect(migrated.output)
        .to.match(/Applied \d+_other-2/)
        .and.to.include('The database matches the schema')
      expect(galley(at, 'migrate:status').status).to.equal(0)
    }).timeout(120_000)
})
