/** Reads of callers have a time limit: what is refused, what never is, and that nothing else notices. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { StatementTimeout } from '../../lib/store/contract.ts'
import { outsideFrames } from '../../lib/store/transaction.ts'
import { itPlaced, longUnlessDrawn } from '../harness/depth.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { fillPosts, posts, SLOW, SLOW_QUERY } from '../harness/slow-posts.ts'
import { configWith, DATABASES, type Database, driversFor, end, HOSTS, type Started, start, startCms } from '../harness/start.ts'

const COUNT = 20_000
const editor = { id: 7, role: 'editor' }
const limits = { queries: { timeout: { visitors: 5, users: 60_000 } } }
const person = { onRequest: ({ headers }: any) => (headers['x-user'] ? { user: editor } : undefined) }

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error) => error.code as string,
  )
const bySql = ({ line }: { line: string }) => line.includes('TOO_SLOW')

describe('query/too slow', () => {
  for (const database of driversFor('query/too-slow')) {
    for (const host of HOSTS) {
      describe(`on ${host.name} with ${database.name}${longUnlessDrawn(database, DATABASES, host.name)}`, () => {
        let started: Started
        let cms: Handle
        before(async () => {
          started = await start(host, database, { collections: posts, ...limits, ...person })
          cms = started.cms
          await fillPosts(cms, COUNT)
        })
        after(() => end(cms))
        const get = (path: string) => started.agent.get(`/api/cms${path}`)

        it('refuses the slow query of a visitor, and says so in the log once, with the plan and without values', async () => {
          for (let n = 0; n < 3; n++) {
            const answer = await get(`/posts?${SLOW_QUERY}`)
            expect(answer.status, answer.text).to.equal(429)
            expect(answer.body.errors[0]).to.include({ code: 'TOO_SLOW' })
            expect(answer.body.errors[0].message).to.include('index')
            expect(Number(answer.headers['retry-after'])).to.equal(1)
          }
          await until(() => started.logged.some(bySql))
          const [line, ...more] = started.logged.filter(bySql)
          expect(more).to.deep.equal([])
          expect(line!.line).to.match(/SCAN|Scan/)
          expect(line!.line).to.not.match(/zz/i)
        })

        it('refuses HEAD, a count, a page by hand and the Local API of a visitor alike', async () => {
          const head = await started.agent.head(`/api/cms/posts?${SLOW_QUERY}`)
          expect([head.status, head.headers['retry-after']]).to.deep.equal([429, '1'])
          const visitor = cms.as(null)
          expect(await codeOf(visitor.find('posts', { where: SLOW }))).to.equal('TOO_SLOW')
          expect(await codeOf(visitor.count('posts', { where: SLOW }))).to.equal('TOO_SLOW')
          expect(await codeOf(visitor.find('posts', { sort: 'body', depth: 1 }))).to.equal('TOO_SLOW')
        })

        it('answers what an index answers at once, also with what is related', async () => {
          const one = await get('/posts/77?depth=1')
          expect([one.status, one.body.after.id], one.text).to.deep.equal([200, 8])
          const page = await get('/posts?depth=1')
          expect([page.status, page.body.totalDocs, page.body.docs.length], page.text).to.deep.equal([200, COUNT, 10])
          const few = await get('/posts?where[code][equals]=c7&count=false&depth=0')
          expect([few.status, few.body.docs.length], few.text).to.deep.equal([200, 10])
        })

        it('gives people of the admin more time, and the system all of it', async () => {
          const answer = await get(`/posts?${SLOW_QUERY}`).set('x-user', 'yes')
          expect([answer.status, answer.body.totalDocs], answer.text).to.deep.equal([200, 0])
          expect((await cms.as(editor).find('posts', { where: SLOW })).docs).to.deep.equal([])
          expect(await cms.count('posts', { where: { body: { like: 'ab' } } })).to.equal(COUNT)
        })

        it('limits nothing inside a transaction', async () => {
          const found = await cms.transaction(async (inside) => {
            await inside.update('posts', 5, { title: 'inside' })
            return inside.as(null).find('posts', { where: SLOW })
          })
          expect(found.docs).to.deep.equal([])
        })

        it('lets changes through while queries of visitors wait and are refused', async () => {
          const visitor = cms.as(null)
          const slow = Array.from({ length: 40 }, () => codeOf(visitor.find('posts', { where: SLOW })))
          const changed = await Promise.all(Array.from({ length: 5 }, (_, n) => visitor.update('posts', 20 + n, { title: `new ${n}` })))
          expect(changed.map(({ title }: any) => title)).to.deep.equal(['new 0', 'new 1', 'new 2', 'new 3', 'new 4'])
          expect(new Set(await Promise.all(slow))).to.deep.equal(new Set(['TOO_SLOW']))
        })
      })
    }

    describe(`with ${database.name}`, () => {
      let cms: Handle
      const opened = async (given: object, count = COUNT) => {
        cms = await createCms(configWith(database, { collections: posts, ...given }))
        await fillPosts(cms, count)
      }
      afterEach(() => end(cms))
      const onEither = itPlaced(database, DATABASES)

      it('stops the statement of one caller and never that of another', async () => {
        await opened({ queries: { timeout: { visitors: 8, users: 60_000 } } })
        const visitor = cms.as(null)
        let isOver = false
        const refused: string[] = []
        const loop = async (work: (n: number) => Promise<void>) => {
          for (let n = 1; !isOver; n++) {
            await work(n)
            // `better-sqlite3` answers cheap reads inside the event loop, which the timer needs as well.
            await new Promise(setImmediate)
          }
        }
        const loops = [
          ...Array.from({ length: 4 }, () => loop(async () => void refused.push(await codeOf(visitor.find('posts', { where: SLOW }))))),
          ...Array.from({ length: 3 }, (_, caller) =>
            loop(async (n) => {
              const { docs } = await cms
                .as({ ...editor, id: caller + 1 })
                .find('posts', { where: { title: { equals: `T${n}` } }, depth: 0, count: false })
              expect(docs.map(({ id }: any) => id)).to.deep.equal([n])
            }),
          ),
          loop(async (n) => void expect((await visitor.findById('posts', 1 + (n % COUNT)))!.id).to.equal(1 + (n % COUNT))),
          loop(async (n) => void expect((await cms.update('posts', 1 + (n % 100), { code: 'changed' })).id).to.equal(1 + (n % 100))),
        ]
        setTimeout(() => (isOver = true), 2000)
        await Promise.all(loops)
        expect(new Set(refused)).to.deep.equal(new Set(['TOO_SLOW']))
      })

      onEither('learns which shapes are short, and that one of them was not', async () => {
        await opened({ queries: { timeout: { visitors: 60_000, users: 60_000 } } })
        const visitor = cms.as(null)
        const costs: string[] = []
        const connections = (cms.engine.store as any).connections
        const limited = connections.limited
        connections.limited = (query: object, values: unknown[], cost: string, limit: number) => {
          costs.push(cost)
          return limited(query, values, cost, limit)
        }
        const first = (code: string) => visitor.find('posts', { where: { title: { like: code } }, count: false, depth: 0, limit: 1 })
        for (let n = 0; n < 30 && costs.at(-1) !== 'quick'; n++) await first('T')
        expect(costs[0]).to.equal('slow')
        expect(costs.at(-1)).to.equal('quick')
        costs.length = 0
        await cms.engine.store.exclusively((connection) =>
          connection.all(`insert into ${cms.engine.store.dialect.table('posts')} (created_at, updated_at, title) ${many(cms)}`),
        )
        expect((await first('nowhere')).docs).to.deep.equal([])
        expect(costs).to.deep.equal(['quick', 'slow'])
      })

      onEither('gives all queries of a request one limit together, and each call that no request made its own', async () => {
        const begun: { limit: number }[] = []
        const started = await start(HOSTS[1]!, database, {
          collections: posts,
          ...person,
          queries: { timeout: { visitors: 5, users: 60_000 } },
          endpoints: [{ path: '/ten', method: 'get', handler: ({ cms: mine }) => tenTimes(mine) }],
        })
        cms = started.cms
        await fillPosts(cms, COUNT)
        const connections = (cms.engine.store as any).connections
        const { limited } = connections
        connections.limited = (query: object, values: unknown[], cost: string, limit: number) => {
          begun.push({ limit })
          return limited(query, values, cost, limit)
        }
        const asPerson = await started.agent.get('/api/cms/ten').set('x-user', 'yes')
        expect(asPerson.body, asPerson.text).to.deep.equal(Array(10).fill('answered'))
        const [first, ...more] = begun.splice(0).map(({ limit }) => limit)
        expect(first).to.be.above(more.at(-1)!)
        const asVisitor = await started.agent.get('/api/cms/ten')
        expect(asVisitor.body, asVisitor.text).to.deep.equal(Array(10).fill('TOO_SLOW'))
        expect(begun.splice(0).length, 'the first ones took all the time').to.be.below(4)
        expect((await started.agent.get('/api/cms/posts/3')).status).to.equal(200)
        const visitor = cms.as(null)
        expect(await tenTimes(visitor)).to.deep.equal(Array(10).fill('TOO_SLOW'))
        expect(begun).to.have.length(10)
      })

      it('leaves out of search and counts what takes too long, and refuses a search that found nothing by then', async () => {
        const [one] = posts
        const collections = ['first', 'second', 'third'].map((slug) => ({
          ...one,
          slug,
          useAsTitle: 'title',
          fields: [{ name: 'title' }],
          admin: { badge: { where: { title: { like: 'x' } } } },
        }))
        const started = await start(HOSTS[0]!, database, { collections, ...person } as object)
        cms = started.cms
        for (const slug of ['first', 'second', 'third']) await cms.create(slug, { title: 'x' })
        const get = (path: string) => started.agent.get(`/api/cms/admin${path}`).set('x-user', 'yes')
        const connections = (cms.engine.store as any).connections
        const { limited } = connections
        let slow = /"second"/
        connections.limited = (query: { sql: string }, ...more: unknown[]) =>
          slow.test(query.sql) ? Promise.reject(new StatementTimeout(10_000)) : limited(query, ...more)
        const found = await get('/search?q=x')
        expect([found.status, found.body.hits.map(({ collection }: any) => collection)]).to.deep.equal([200, ['first', 'third']])
        const counted = await get('/counts')
        expect([counted.status, counted.body.badges]).to.deep.equal([200, { first: 1, third: 1 }])
        slow = /./
        const refused = await get('/search?q=x')
        expect([refused.status, refused.body.errors?.[0].code]).to.deep.equal([429, 'TOO_SLOW'])
        expect((await get('/counts')).body.badges).to.deep.equal({})
      })

      it('ends waiting and running queries when it stops', async () => {
        await opened({ queries: { timeout: { visitors: 60_000, users: 60_000 } } }, COUNT)
        const visitor = cms.as(null)
        const answers = Array.from({ length: 12 }, () => codeOf(visitor.find('posts', { where: SLOW })))
        await until(() => cms.engine.store.waiting >= 8)
        const stopped = cms
        const schema = /^"(.*?)"\."/.exec(cms.engine.store.dialect.table('x'))?.[1]
        const began = Date.now()
        // What began before a stop has time to end; here it has next to none.
        await stopped.stop({ within: 0.02 })
        expect(Date.now() - began).to.be.below(20_000)
        const codes = await Promise.all(answers)
        expect(codes.some((code) => code === undefined || code === 'STOPPING')).to.equal(true)
        expect(codes).not.to.include('TOO_SLOW')
        expect(stopped.engine.store.waiting).to.equal(0)
        await stopped.start()
        if (schema) expect((await stopped.as(null).findById('posts', 3))!.id).to.equal(3)
      })

      it('outlives clients that go away', async () => {
        const began = await start(HOSTS[1]!, database, { collections: posts, queries: { timeout: { visitors: 200 } } })
        cms = began.cms
        await fillPosts(cms, COUNT)
        const server = createServer(began.listener).listen(0, '127.0.0.1')
        await new Promise((resolve) => server.once('listening', resolve))
        const { port } = server.address() as AddressInfo
        const sockets = Array.from({ length: 30 }, () =>
          net.connect(port, '127.0.0.1').end(`GET /api/cms/posts?${SLOW_QUERY} HTTP/1.1\r\nhost: x\r\n\r\n`),
        )
        await until(() => cms.engine.store.waiting > 0)
        for (const socket of sockets) socket.destroy()
        await until(() => cms.engine.store.waiting === 0)
        expect((await cms.as(editor).find('posts', { where: { code: { equals: 'c3' } }, page: 2, limit: 2 })).docs).to.have.length(2)
        server.close()
      })
    })
  }

  it('is refused by a replica without being taken for one that is away', async () => {
    const schema = `t${randomBytes(6).toString('hex')}`
    const closed = 'postgres://postgres@127.0.0.1:1/postgres'
    for (const replicas of [[postgresUrl()], [closed]]) {
      const on: Database = { name: '', fresh: () => postgres({ url: postgresUrl(), schema, replicas }) }
      const logged: Started['logged'] = []
      const cms = await createCms(configWith(on, { collections: posts, ...limits }, logged))
      if (replicas[0] !== closed) await fillPosts(cms, COUNT)
      for (let n = 0; n < 3; n++) expect(await codeOf(cms.as(null).find('posts', { where: SLOW }))).to.equal('TOO_SLOW')
      expect(logged.filter(({ line }) => line.includes('replica')).length).to.equal(replicas[0] === closed ? 1 : 0)
      if (replicas[0] === closed) await end(cms)
      else await cms.stop()
    }
  })

  it('asks cheap reads to come back later when no connection is free, and never fails', async () => {
    const on: Database = {
      name: '',
      fresh: () => postgres({ url: postgresUrl(), schema: `t${randomBytes(6).toString('hex')}`, pool: { max: 1 } }),
    }
    const cms = await createCms(configWith(on, { collections: posts, queries: { timeout: { visitors: 100 } } }))
    const { id } = await cms.create('posts', { title: 'one' })
    const visitor = cms.as(null)
    let reads: Promise<any>[] = []
    await cms.transaction(async () => {
      reads = outsideFrames(() => Array.from({ length: 2500 }, () => visitor.findById('posts', id).catch((error) => error)))
      const late = await Promise.race(reads.slice(1))
      expect([late.code, late.status, late.retryAfter]).to.deep.equal(['TOO_SLOW', 429, 2])
    })
    const answers = await Promise.all(reads)
    expect(answers[0].title, 'the one that waited for the connection').to.equal('one')
    // The last of them may have been answered after the transaction.
    const codes = new Set(answers.slice(1).map(({ code, title }) => code ?? title))
    codes.delete('one')
    expect([...codes]).to.deep.equal(['TOO_SLOW'])
    expect((await visitor.findById('posts', id)).title).to.equal('one')
    await end(cms)
  })

  it('compiles nothing, which would take longer than the statement', async () => {
    const cms = await startCms(DATABASES[1]!, { collections: posts })
    const { connections } = cms.engine.store as any
    for (const cost of ['quick', 'slow']) {
      const { rows } = await connections.limited({ sql: "select current_setting('jit') as j" }, [], cost, 1000)
      expect(rows).to.deep.equal([{ j: 'off' }])
    }
    await end(cms)
  })

  it('leaves no limit behind on the connection', async () => {
    const url = postgresUrl()
    const on: Database = { name: '', fresh: () => postgres({ url, schema: `t${randomBytes(6).toString('hex')}`, pool: { max: 1 } }) }
    const cms = await createCms(configWith(on, { collections: posts, ...limits }))
    await fillPosts(cms, COUNT)
    const leavesNothing = async () => {
      const [row] = await cms.engine.store.read(
        "select current_setting('statement_timeout') as t, current_setting('max_parallel_workers_per_gather') as w, current_setting('jit') as j",
      )
      expect(row).to.deep.equal({ t: '0', w: '2', j: 'on' })
    }
    for (let n = 0; n < 6; n++) {
      expect(await codeOf(cms.as(null).find('posts', { where: SLOW }))).to.equal('TOO_SLOW')
      await leavesNothing()
    }
    for (let n = 0; n < 12; n++) {
      // As a pooler does that hands out another session: the prepared statements are gone.
      if (n % 4 === 3) await cms.engine.store.exclusively((connection) => connection.all('deallocate all'))
      expect((await cms.as(editor).find('posts', { where: { title: { equals: `T${n + 1}` } }, count: false })).docs).to.have.length(1)
      await leavesNothing()
    }
    await end(cms)
  })
})

const tenTimes = async (mine: Pick<Handle, 'find'>) => {
  const codes: string[] = []
  for (let n = 0; n < 10; n++) codes.push(await codeOf(mine.find('posts', { where: SLOW })))
  return codes
}

const many = ({ engine: { store } }: Handle) =>
  store.dialect.name === 'sqlite'
    ? `with recursive s(n) as (select 1 union all select n + 1 from s where n < 200000) select '2026', '2026', 'T' || n from s`
    : `select '2026', '2026', 'T' || n from generate_series(1, 200000) n`

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 500; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(holds()).to.equal(true)
}
