/** Indexes of large tables on Postgres: others go on writing while one is made, and an interrupted one is found and made again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import { DURABLE, temporaryFile } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { Evolving, posts } from './evolving.ts'

const MIGRATING = fileURLToPath(new URL('migrating.ts', import.meta.url))
const PLAIN = posts([{ name: 'name' }, { name: 'code' }])
const INDEXED = posts([{ name: 'name', index: true }, { name: 'code' }])
const tagged = (index: boolean) =>
  posts([{ name: 'name' }, { name: 'code' }, { name: 'tags', type: 'select', hasMany: true, options: ['red'], index }])
const UNIQUE = posts([{ name: 'name' }, { name: 'code', unique: true }])

describe('migrations: indexes of large tables @long', function () {
  this.timeout(180_000)
  let where: string
  let site: Evolving
  let children: ChildProcess[]
  beforeEach(async () => {
    children = []
    where = DURABLE['Postgres']!()
    site = new Evolving({ name: 'Postgres', fresh: () => adapterFor(where) })
    await site.migrate(PLAIN)
    for (const code of ['a', 'b']) await site.cms.create('posts', { name: 'x', code })
  })
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL')
    await site.end()
  })

  const lines: string[] = []
  const migrator = () => {
    lines.length = 0
    const say = (line: string) => void lines.push(line)
    return new Migrator(site.cms.engine.store, { info: say, warn: say, error: say }, { large: 0 })
  }
  const migrate = async () => (await migrator().apply(site.cms.engine.tables(), site.cms.engine.model)).map(describeChange)
  const read = (sql: string) => site.cms.engine.store.read(sql)
  const indexes = async () => {
    const { dialect } = site.cms.engine.store
    return (await read(dialect.concurrent!.indexes)).filter((row) => /^posts\$\$\+?(name|code)/.test(row['index']))
  }
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const isBegun = async () => (await indexes()).some((row) => row['isBeingMade'])

  /** A transaction that has written to the table, as an import does that runs for long: an index can't be finished before it ends. */
  async function writing() {
    let end!: () => void
    const until = new Promise<void>((resolve) => (end = resolve))
    let isThere!: () => void
    const begun = new Promise<void>((resolve) => (isThere = resolve))
    const { store } = site.cms.engine
    const done = store.exclusively(async (connection) => {
      await connection.all(`insert into ${store.dialect.table('posts')} (name, code) values ('held', 'held')`)
      isThere()
      await until
    })
    await begun
    return async () => {
      end()
      await done
    }
  }

  function indexer(collections: object[]): ChildProcess & { made: Promise<string> } {
    const config = temporaryFile('.json')
    writeFileSync(config, JSON.stringify({ collections }))
    const child = spawn(process.execPath, ['--import', 'tsx', MIGRATING, where, config, '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let output = ''
    child.stdout!.on('data', (chunk) => (output += chunk))
    return Object.assign(child, { made: once(child, 'close').then(() => output.split('\n').at(-1)!) })
  }

  /** The process is gone, and with it its work. */
  async function killed(child: ChildProcess) {
    child.kill('SIGKILL')
    await read(
      `select pg_terminate_backend(pid) from pg_stat_progress_create_index where relid = '${site.cms.engine.store.dialect.table('posts')}'::regclass`,
    )
    await until(async () => !(await isBegun()))
  }

  it('are made while others write, as the plan says', async () => {
    await site.open(INDEXED)
    const [step] = await migrator().planned(site.cms.engine.tables())
    expect(step!.words).to.equal("index 'posts' by name, created_at, id (requested by the schema) while others keep writing")
    const end = await writing()
    const migrated = migrate()
    await until(isBegun)
    const { id } = (await site.cms.create('posts', { name: 'meanwhile', code: 'c' })) as { id: number }
    await site.cms.update('posts', id, { name: 'changed' })
    expect(await isBegun()).to.equal(true)
    await end()
    expect(await migrated).to.deep.equal([step!.words])
    expect(lines).to.deep.equal([step!.words])
    expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([true])
    expect(await site.plan()).to.deep.equal([])
    expect((await migrator().undo(false)).map((change) => change.do)).to.deep.equal(['dropIndex'])
    expect(await indexes()).to.deep.equal([])
  })

  it('are made of values inside a column too', async () => {
    await site.migrate(tagged(false))
    await site.open(tagged(true))
    const end = await writing()
    const migrated = migrate()
    await until(async () => (await read('select 1 from pg_stat_progress_create_index')).length > 0)
    await site.cms.create('posts', { name: 'meanwhile', tags: ['red'] })
    await end()
    expect(await migrated).to.deep.equal(["index 'posts' by tags (values inside it, requested by the schema) while others keep writing"])
    expect((await site.cms.find('posts', { where: { tags: { equals: 'red' } } })).docs.map(({ name }) => name)).to.deep.equal(['meanwhile'])
    expect(await site.plan()).to.deep.equal([])
  })

  for (const [kind, schema] of Object.entries({ 'an index': INDEXED, 'a unique index': UNIQUE }))
    it(`find what a kill left of ${kind}, and make it again`, async () => {
      await site.open(schema)
      const end = await writing()
      const child = indexer(schema)
      await until(isBegun)
      await killed(child)
      await end()
      expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([false])
      const [step] = await site.migrator.planned(site.cms.engine.tables())
      expect(step!.words).to.include('again, while others keep writing: an earlier attempt was not finished')
      expect(await site.migrator.apply(site.cms.engine.tables())).to.have.length(1)
      expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([true])
      expect(await site.plan()).to.deep.equal([])
      expect(
        (await migrator().undo(true)).map((change) => change.do),
        'one plan for both attempts',
      ).to.deep.equal(['dropIndex'])
    })

  it('are noted by the next process where the database finished them after a kill', async () => {
    await site.open(UNIQUE)
    const end = await writing()
    const child = indexer(UNIQUE)
    await until(isBegun)
    child.kill('SIGKILL')
    const migrated = site.migrator.apply(site.cms.engine.tables())
    await end()
    expect(await migrated).to.have.length(1)
    expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([true])
  })

  it('leave nothing behind where a schema takes them back that was killed in between', async () => {
    await site.open(UNIQUE)
    const end = await writing()
    const child = indexer(UNIQUE)
    await until(isBegun)
    await killed(child)
    await end()
    await site.open(PLAIN)
    expect((await site.plan()).map((change) => change.do)).to.deep.equal(['dropIndex'])
    await migrate()
    expect(await indexes()).to.deep.equal([])
    await site.cms.create('posts', { code: 'a' })
  })

  it('are made again where one is broken that was finished', async () => {
    await site.open(UNIQUE)
    await migrate()
    await site.cms.engine.store.exclusively((connection) =>
      connection.all(
        `update pg_index set indisvalid = false where indexrelid = '${site.cms.engine.store.dialect.table('posts$$code')}'::regclass`,
      ),
    )
    expect((await site.plan()).map((change) => change.do)).to.deep.equal(['addIndex'])
    await site.migrator.apply(site.cms.engine.tables())
    expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([true])
  })

  it('are made once by processes that migrate together', async () => {
    await site.open(UNIQUE)
    const end = await writing()
    const made = [indexer(UNIQUE), indexer(UNIQUE)].map((child) => child.made)
    await until(isBegun)
    await end()
    expect((await Promise.all(made)).sort()).to.deep.equal(['0', '1'])
    expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([true])
  })

  it('are refused for values that clash, before anything changes or while one is made', async () => {
    await site.cms.create('posts', { code: 'a' })
    const more = posts([{ name: 'name' }, { name: 'code', unique: true }, { name: 'more' }])
    await site.open(more)
    const clash = (rest: string) =>
      `'code' of 'posts' must be unique, but several documents have the same value: 'a' (documents 1, 3). Change these values, or remove 'unique' from the field, then try again. ${rest}`
    const refused = async () =>
      (
        await migrate().then(
          () => undefined,
          (error) => error,
        )
      ).message
    expect(await refused()).to.equal(clash('Nothing was changed'))
    expect(await site.plan()).to.have.length(2)

    const code = (value: string | null) =>
      site.cms.engine.store.atomically((connection) =>
        connection.all(`update ${site.cms.engine.store.dialect.table('posts')} set code = $1 where id = 3`, [value]),
      )
    await code(null)
    await site.open(UNIQUE)
    const end = await writing()
    const migrated = refused()
    await until(isBegun)
    await code('a')
    await end()
    expect(await migrated).to.equal(clash('Everything else in the plan is done'))
    expect(await indexes(), 'nothing refuses values that nobody declared unique').to.deep.equal([])
    expect((await site.plan()).map((change) => change.do)).to.deep.equal(['addIndex'])
  })

  it('stay in the transaction of a rename where they keep values unique, and come later otherwise', async () => {
    await site.migrate(
      posts([
        { name: 'name', index: true },
        { name: 'code', unique: true },
      ]),
    )
    await site.open(
      posts([
        { name: 'title', index: true, renamedFrom: 'name' },
        { name: 'sku', unique: true, renamedFrom: 'code' },
      ]),
    )
    const concurrent = (await migrator().planned(site.cms.engine.tables()))
      .filter(({ words }) => words.includes('while others'))
      .map(({ words }) => words)
    expect(concurrent).to.deep.equal(["index 'posts' by title, created_at, id (requested by the schema) while others keep writing"])
    await migrate()
    expect(await site.plan()).to.deep.equal([])
  })

  it('are written into files, and made after the transaction of the file', async () => {
    await site.open(UNIQUE)
    const folder = temporaryFile('-migrations')
    await migrationFiles(
      folder,
      'unique',
      site.cms.engine.tables(),
      new Date(),
      await site.migrator.applied(),
      site.cms.engine.store.dialect,
    )
    const sql = readFileSync(path.join(folder, readdirSync(folder).find((name) => name.endsWith('.sql'))!), 'utf8')
    expect(sql).to.include('while others keep writing').and.to.include('create unique index concurrently if not exists "posts$$code"')
    const [file] = await readMigrations(folder, 'postgres')
    const end = await writing()
    const applied = site.migrator.applyFile(file!, '2026-01-01')
    await until(isBegun)
    await site.cms.update('posts', 1, { name: 'meanwhile' })
    await end()
    expect(await applied).to.equal(true)
    expect(await site.plan()).to.deep.equal([])
    expect((await indexes()).map((row) => row['isWhole'])).to.deep.equal([true])
  })
})
