/** Visitors who repeat a slow filter leave most of the site to everybody else, and threads that read keep no process alive. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { StatementTimeout } from '../../lib/store/contract.ts'
import type { Answers, Load } from '../bench/load.ts'
import { fillPosts, posts, SLOW_QUERY } from '../harness/slow-posts.ts'
import { driversFor, end, HOSTS, start } from '../harness/start.ts'

/** Before there were limits it was one or two hundredths; on a quiet machine it is more than half. */
const LEFT = 0.2
const COUNT = 60_000

const answersTo = (child: ChildProcess, load: Load): Promise<Answers> =>
  new Promise((resolve) => {
    child.once('message', (answers) => resolve(answers as Answers))
    child.send(load)
  })

/** Lets statements with this text in their values take all the time they have. */
function holdStatementsOf({ engine: { store } }: Handle, text: string): () => void {
  const connections = (store as any).connections
  const { limited } = connections
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  connections.limited = async (query: object, values: readonly unknown[], cost: string, limit: number, disconnected: AbortSignal) => {
    if (!JSON.stringify(values).includes(text)) return limited(query, values, cost, limit, disconnected)
    await released
    throw new StatementTimeout(limit)
  }
  return release
}

describe('query/neighbour @long', function () {
  // The machine may have been busy in one of the two measurements.
  this.retries(3)
  for (const database of driversFor('query/neighbour')) {
    it(`leaves reads by id a fair part of their throughput with ${database.name}`, async () => {
      const { cms, listener } = await start(HOSTS[1]!, database, { collections: posts })
      await fillPosts(cms, COUNT)
      const server = createServer(listener).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo
      const client = () => fork(new URL('../bench/load.ts', import.meta.url).pathname, [], { execArgv: ['--import', 'tsx'] })
      const [readers, strangers] = [client(), client()]
      try {
        const byId = { port, connections: 4, seconds: 1.5, path: '/api/cms/posts/#?depth=0', numbers: COUNT }
        // More than a pool of Postgres has connections.
        const slow = { ...byId, connections: 16, path: `/api/cms/posts?${SLOW_QUERY}` }
        await answersTo(readers, { ...byId, seconds: 0.5 })
        const alone = (await answersTo(readers, byId))['200']!
        const [beside] = await Promise.all([answersTo(readers, byId), answersTo(strangers, slow)])
        expect((beside['200'] ?? 0) / alone, `${beside['200']} beside, ${alone} alone`).to.be.above(LEFT)
      } finally {
        for (const child of [readers, strangers]) child.disconnect()
        server.close()
        await end(cms)
      }
    })
  }

  for (const database of driversFor('query/neighbour')) {
    it(`answers the palette of a person at once while visitors take all the turns they can get with ${database.name}`, async () => {
      const collections = Array.from({ length: 6 }, (_, n) => ({ ...posts[0], slug: n === 0 ? 'posts' : `posts${n}`, useAsTitle: 'title' }))
      const onRequest = ({ headers }: any) => (headers['x-user'] ? { user: { id: 7, role: 'editor' } } : undefined)
      const { cms, agent } = await start(HOSTS[0]!, database, { collections, onRequest } as object)
      await fillPosts(cms, 1000)
      for (const { slug } of collections.slice(1)) await cms.create(slug, { title: 'T1' })
      const release = holdStatementsOf(cms, 'zZ')
      const strangers = Array.from({ length: 20 }, () => agent.get(`/api/cms/posts?${SLOW_QUERY}`).then(({ status }) => status))
      for (let tries = 0; cms.engine.store.waiting < 10 && tries < 500; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
      try {
        const found = await agent.get('/api/cms/admin/search?q=T1').set('x-user', 'yes')
        expect([found.status, found.body.hits.length], found.text).to.deep.equal([200, 10])
        const counted = await agent.get('/api/cms/admin/counts').set('x-user', 'yes')
        expect(counted.body.counts, counted.text).to.include({ posts: 1000, posts5: 1 })
        const choices = { collection: 'posts', field: 'after', where: { title: { like: 'T1' } } }
        const chosen = await agent.post('/api/cms/admin/choices').set('x-user', 'yes').send(choices)
        expect(chosen.body.docs, chosen.text).to.have.length(24)
      } finally {
        release()
        expect(new Set(await Promise.all(strangers))).to.deep.equal(new Set([429]))
        await end(cms)
      }
    })
  }

  it('lets a process end after stop() when its threads have read', async () => {
    const program = `
      import { createCms } from './lib/cms.ts'
      import { sqlite } from './adapters/sqlite/index.ts'
      const cms = await createCms({
        secret: 'a-secret-that-is-only-for-the-tests',
        db: sqlite({ filename: ':memory:', client: 'better-sqlite3' }),
        collections: [{ slug: 'posts', access: { read: () => true }, fields: [{ name: 'title' }] }],
        log: { info() {}, warn() {}, error() {} },
      })
      await cms.create('posts', { title: 'x' })
      console.log((await cms.as(null).find('posts', { where: { title: { like: 'x' } } })).totalDocs)
      await cms.stop()`
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      cwd: new URL('../..', import.meta.url),
      timeout: 25_000,
    })
    expect(stdout.trim()).to.equal('1')
  })
})
