/** The drivers of SQLite: which one is used, and that all of them store, refuse and fail alike. */

import { writeFileSync } from 'node:fs'
import Module from 'node:module'
import { expect } from 'chai'
import { findClient, type SqliteClient } from '../../adapters/sqlite/clients.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import type { Connections } from '../../lib/store/contract.ts'
import { PREBUILT, temporaryFile } from '../harness/start.ts'

const SILENT = { info() {}, warn() {}, error() {} }
const ALL: readonly SqliteClient[] = ['sqlite3', 'better-sqlite3', ...PREBUILT]

describe('store/clients: which one', () => {
  const loader = Module as unknown as { _load(name: string, ...more: unknown[]): unknown }
  const load = loader._load
  let problems: Record<string, string> = {}
  before(() => {
    loader._load = function (name, ...more) {
      const problem = problems[name]
      if (problem !== undefined) throw new Error(problem)
      return load.call(this, name, ...more)
    }
  })
  after(() => {
    loader._load = load
  })

  /** What a process finds that has no other packages. */
  function found(lacking: Record<string, string>): string {
    problems = lacking
    const answer = findClient()
    return 'client' in answer ? answer.client : answer.problem.message
  }
  const missing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `Cannot find module '${name}'`]))
  const UNBUILT = 'Could not locate the bindings file. Tried:'
  /** As before 22.13. */
  const OLD_NODE = { 'node:sqlite': 'No such built-in module: node:sqlite' }

  it('takes the first that is installed and works', () => {
    expect(found(OLD_NODE)).to.equal('sqlite3')
    expect(found({ ...missing('sqlite3'), ...OLD_NODE })).to.equal('better-sqlite3')
    expect(found({ ...missing('sqlite3', 'better-sqlite3'), ...OLD_NODE })).to.equal('@photostructure/sqlite')
    expect(found({ ...missing('sqlite3', 'better-sqlite3', '@photostructure/sqlite'), ...OLD_NODE })).to.equal('libsql')
    if (PREBUILT.includes('node:sqlite')) expect(found(missing('sqlite3', 'better-sqlite3'))).to.equal('node:sqlite')
  })

  it('skips one that is installed without its binary', () => {
    expect(found({ ...OLD_NODE, sqlite3: UNBUILT, 'better-sqlite3': UNBUILT })).to.equal('@photostructure/sqlite')
    expect(found({ ...OLD_NODE, sqlite3: 'Module did not self-register' })).to.not.equal('sqlite3')
  })

  it('says what to install if there is none, and what to build if one lacks its binary', () => {
    const none = { ...missing('sqlite3', 'better-sqlite3', '@photostructure/sqlite', 'libsql'), ...OLD_NODE }
    expect(found(none)).to.equal('No database driver for SQLite is installed. Add one:\n  npm install @photostructure/sqlite')
    expect(found({ ...none, 'better-sqlite3': UNBUILT }))
      .to.include("The database driver 'better-sqlite3' is installed but not built. Allow its install script and rebuild it:")
      .and.include('npm rebuild better-sqlite3')
      .and.include('Or add one that needs no compiler:\n  npm install @photostructure/sqlite')
  })

  it('says what a named driver lacks', async () => {
    problems = { ...missing(...ALL, '@photostructure/sqlite'), ...OLD_NODE }
    for (const client of [...ALL, 'node:sqlite' as const]) {
      const error = await sqlite({ filename: ':memory:', client })
        .open({ log: SILENT })
        .then(
          () => expect.fail('it opened'),
          (thrown: Error & { code?: string }) => thrown,
        )
      expect(error.code).to.equal('CONFIG')
      expect(error.message).to.include(
        client === 'node:sqlite'
          ? `Node ${process.versions.node} has no 'node:sqlite'. Use Node 22.13 or newer, or another 'client'`
          : `The database driver '${client}' is not installed. Add it:\n  npm install ${client}`,
      )
    }
  })
})

for (const client of ALL)
  describe(`store/clients: ${client}`, () => {
    let connections: Connections
    before(async () => {
      connections = await sqlite({ filename: ':memory:', client }).open({ log: SILENT })
      await connections.single('create table "t" ("id" integer primary key autoincrement, "a" text unique, "n" real not null)', [])
    })
    after(() => connections.close())

    const failure = (work: Promise<unknown>) =>
      work.then(
        () => expect.fail('it worked'),
        (error: Error & { code?: string }) => error,
      )
    const add = (a: unknown, n: unknown) => connections.single('insert into "t" ("a", "n") values (?, ?) returning "id"', [a, n])

    it('stores texts, numbers and nothing, and returns them from every connection @long', async () => {
      const long = 'ก😀'.repeat(100_000)
      expect((await add(long, 2 ** 53 - 1))[0]).to.include({ id: 1 })
      expect((await add(undefined, -0.5))[0]).to.include({ id: 2 })
      const sql = 'select "a", "n" from "t" where "id" in (?, ?) order by "id"'
      const wanted = [
        { a: long, n: 2 ** 53 - 1 },
        { a: null, n: -0.5 },
      ]
      const query = { sql }
      for (const read of [
        connections.read(sql, [1, 2]),
        connections.read(sql, [1, 2], { takesLong: true }),
        connections.limited(query, [1, 2], 'slow', 10_000).then(({ rows }) => rows),
        connections.snapshot(({ all }) => all(sql, [1, 2])),
      ])
        expect((await read).map((row) => ({ ...row }))).to.deep.equal(wanted)
    })

    it('stores every number exactly', async () => {
      const numbers = [
        0,
        1,
        -1,
        0.1,
        5e-324,
        1e-17,
        -1e-17,
        1 + Number.EPSILON,
        123456789.12345679,
        2 ** 31,
        2 ** 53,
        1e19,
        -1.7976931348623157e308,
      ]
      for (const n of numbers) {
        await add(null, n)
        expect((await connections.read('select "n" from "t" where "n" = ? order by "id" desc limit 1', [n]))[0]).to.include({ n })
      }
    })

    it('names what a constraint refused', async () => {
      await add('taken', 1)
      expect((await failure(add('taken', 2))).message).to.include('UNIQUE constraint failed: t.a')
      expect((await failure(add('free', null))).message).to.include('NOT NULL constraint failed: t.n')
      expect((await failure(connections.read('select * from "nowhere"', []))).message).to.include('no such table: nowhere')
    })

    it('has readers that write nothing', async () => {
      const write = 'delete from "t" returning "id"'
      for (const work of [connections.read(write, []), connections.snapshot(({ all }) => all(write))])
        expect((await failure(work)).message).to.match(/readonly/)
    })

    it('keeps the process alive with values that it can not store', async () => {
      // What `sqlite3` and `better-sqlite3` do with them differs, and the store never passes them on.
      if (!PREBUILT.includes(client)) return
      for (const value of [true, new Date(0), { a: 1 }, ['a']]) expect(await failure(add(value, 1))).to.be.an.instanceof(TypeError)
      expect((await failure(add('a\0b', 1))).message).to.include('NUL')
      if (client === 'libsql') expect(await failure(add(Buffer.from('a'), 1))).to.be.an.instanceof(TypeError)
    })

    it('names a file that it can not use', async () => {
      const other = temporaryFile('.db')
      writeFileSync(other, 'not a database'.repeat(500))
      const open = (filename: string) => failure(sqlite({ filename, client }).open({ log: SILENT, readonly: true }))
      expect((await open(other)).message).to.include('is not a SQLite database')
      expect((await open(`${other}-folder/a.db`)).message).to.include("can't be opened for writing")
    })

    it('stops a statement in time, and answers the next one', async () => {
      const { dialect } = sqlite({ filename: ':memory:', client })
      const numbers = (many: number, where = '') =>
        `with recursive c(x) as (select 1 union all select x + 1 from c limit ${many}) select count(*) as "n" from c ${where}`
      const endless = { sql: numbers(1e12), ...(dialect.timeCheck && { checked: numbers(1e12, `where ${dialect.timeCheck('x')}`) }) }
      const began = performance.now()
      const error = await failure(connections.limited(endless, [], 'slow', 50))
      expect(error.message).to.equal('the statement was stopped after 50 ms')
      expect(performance.now() - began).to.be.below(5000)
      const left = new AbortController()
      setTimeout(() => left.abort(new Error('gone')), 20)
      expect((await failure(connections.limited(endless, [], 'slow', 60_000, left.signal))).message).to.equal('gone')
      expect((await connections.limited({ sql: numbers(10) }, [], 'slow', 10_000)).rows[0]).to.include({ n: 10 })
    })
  })
