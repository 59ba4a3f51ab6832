/** A visitor's list that has not changed is answered with 304 without being read, and never when a full read would have answered otherwise: whoever changed it, or whatever it depends on, in this process or another one. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import request, { type Agent } from 'supertest'
import { cmsMiddleware } from '../../adapters/express.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { inDepth, longUnlessDrawn, seedOr } from '../harness/depth.ts'
import { listening } from '../harness/listening.ts'
import { DURABLE, end, PREBUILT } from '../harness/start.ts'
import { type Change, configAt, world } from './other-process.ts'

const OTHER = fileURLToPath(new URL('other-process.ts', import.meta.url))

const PLACES: Record<string, () => string> = {
  ...DURABLE,
  ...Object.fromEntries(['better-sqlite3', ...PREBUILT].map((client) => [client, () => `${client}:${DURABLE['SQLite']!()}`])),
}
const NAMES = Object.keys(PLACES)

const QUERIES = [
  '/posts?depth=0',
  '/posts',
  '/posts?depth=2',
  '/posts?depth=0&locale=th',
  '/posts?locale=th',
  '/posts?locale=th&fallback=false',
  '/posts?locale=all',
  '/posts?limit=2&count=false&depth=0',
  '/posts?limit=2&page=2&sort=title&depth=0',
  '/posts?limit=3&depth=0',
  '/posts?select=title,tag',
  '/posts?select=note',
  '/posts?where[views][equals]=3&depth=0',
  '/posts?where[views][equals]=4&depth=0',
  '/posts?where[tag.name][equals]=a',
  '/tags',
  '/shown',
  '/showing',
  '/showing?depth=0',
  '/hooked',
]

/** Answered without a read as long as nothing changes. */
const isKept = (query: string) => !/^\/(shown|hooked)|^\/showing$/.test(query)

/** What changes without a commit. */
const SWITCHES: (() => void)[] = [
  () => (world.isOpen = !world.isOpen),
  () => (world.areTagsOpen = !world.areTagsOpen),
  () => (world.isNoteOpen = !world.isNoteOpen),
  () => (world.suffix = world.suffix === '' ? '!' : ''),
  () => (world.hour = 1 - world.hour),
]

for (const [place, fresh] of Object.entries(PLACES))
  describe(`http/unchanged lists on ${place}${longUnlessDrawn(place, NAMES, 'unchanged-lists')}`, function () {
    this.timeout(120_000)
    let cms: Handle
    let agent: Agent
    let other: ChildProcess
    let reads = 0

    before(async () => {
      const where = fresh()
      const app = (await import('express')).default()
      const middleware = cmsMiddleware(configAt(where))
      app.use(middleware)
      cms = (await middleware.cms) as Handle
      agent = request.agent(listening(app))
      const { store } = cms.engine
      const { query } = store
      store.query = (...given) => {
        reads++
        return query.apply(store, given)
      }
      other = fork(OTHER, [where], { execArgv: ['--import', 'tsx'] })
      await once(other, 'message')
      for (const slug of ['shown', 'hooked']) await cms.create(slug, { title: 'a' })
      for (const name of ['a', 'b']) await cms.create('tags', { name, note: 'n' })
      await cms.create('showing', { one: 1 })
      for (let n = 0; n < 8; n++)
        await cms.create('posts', {
          title: `t${n}`,
          views: n,
          note: `n${n}`,
          tag: 1 + (n % 2),
          related: n > 1 ? [1, 2] : [],
          status: 'published',
        })
    })

    after(async () => {
      other?.disconnect()
      await once(other, 'exit')
      await end(cms)
    })

    async function elsewhere(change: Change): Promise<unknown> {
      other.send(change)
      const [answer] = await once(other, 'message')
      return answer
    }

    const list = (query: string, known?: string) => {
      const sent = agent.get(`/api/cms${query}`)
      return known === undefined ? sent : sent.set('if-none-match', known)
    }
    const tagOf = async (query: string) => (await list(query)).headers['etag'] as string

    /** Every transaction on a Postgres, of whichever database, may make it read again. */
    async function isUnread(query: string, known: string): Promise<boolean> {
      for (let tries = 0; tries < (isKept(query) ? 50 : 3); tries++) {
        reads = 0
        expect((await list(query, known)).status).to.equal(304)
        if (reads === 0) return true
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return false
    }

    it('are not read, in any spelling of their tag', async () => {
      for (const query of QUERIES) expect(await isUnread(query, await tagOf(query)), query).to.equal(isKept(query))
      const tag = await tagOf('/posts')
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, tag.replace(/"$/, '-gzip"'), '*'])
        expect(await isUnread('/posts', known)).to.equal(true)
      const answer = await list('/posts', `"x", W/${tag}`)
      expect(answer.headers).to.include({ etag: tag, 'cache-control': 'private, no-cache', vary: 'Authorization, Cookie, Origin' })
      expect(answer.text).to.equal('')
      for (const known of ['"x"', tag.slice(1, -1), `${tag}x`]) expect((await list('/posts', known)).status).to.equal(200)
    })

    it('are what a full read would answer, after random changes here, elsewhere and of what rules go by', async () => {
      let state = seedOr(7)
      const random = (most: number) => {
        state = (state * 48_271) % 2_147_483_647
        return state % most
      }
      const of = <T>(all: readonly T[]) => all[random(all.length)]!
      const last: Record<string, string> = {}
      const change = (): Change =>
        of<() => Change>([
          () => ({ method: 'update', given: ['posts', 1 + random(8), { views: random(5) }, of([{}, { locale: 'th' }])] }),
          () => ({ method: 'update', given: ['posts', 1 + random(8), { title: `t${random(3)}` }, of([{}, { locale: 'th' }])] }),
          () => ({ method: 'update', given: ['posts', 1 + random(8), { status: of(['draft', 'published']) }] }),
          () => ({ method: 'update', given: ['posts', 1 + random(8), { tag: of([1, 2, null]) }] }),
          () => ({ method: 'update', given: ['tags', 1 + random(2), { name: of(['a', 'b']), hour: random(2) }] }),
          () => ({ method: 'update', given: ['shown', 1, { title: of(['a', 'b']) }] }),
          () => ({ method: 'create', given: ['posts', { title: 'new', views: 3, status: 'published' }] }),
          () => ({ method: 'delete', given: ['posts', 9 + random(9)] }),
        ])()
      let unread = 0
      for (let step = 0; step < inDepth(150, 4000); step++) {
        const turn = random(12)
        const made = change()
        if (turn === 0) await (cms as any)[made.method](...made.given).catch(() => undefined)
        if (turn === 1) await elsewhere(made)
        if (turn === 2) of(SWITCHES)()
        const query = of(QUERIES)
        const tags = Object.values(last)
        const known = of([() => last[query], () => last[query], () => `W/${of(tags)}`, () => tags.join(), () => '*'])() ?? '*'
        reads = 0
        const answer = await list(query, known)
        if (reads === 0) unread++
        const full = await list(query)
        const etag = full.headers['etag'] ?? 'none'
        expect(answer.status, `step ${step}: ${query}`).to.equal(
          full.status === 200 && (known === '*' || known.includes(etag)) ? 304 : full.status,
        )
        if (answer.status === 200) expect(answer.text).to.equal(full.text)
        if (full.status !== 200) continue
        expect(answer.headers['etag']).to.equal(etag)
        last[query] = etag
      }
      // Other tests write to the same Postgres all the while.
      if (place !== 'Postgres') expect(unread).to.be.above(5)
    })

    it('are never older than a change that was committed before the request, while others write', async () => {
      Object.assign(world, { isOpen: true, areTagsOpen: true, isNoteOpen: true })
      const ids: number[] = []
      for (const title of ['here', 'elsewhere']) ids.push((await cms.create('posts', { title, views: 0, status: 'published' })).id)
      const until = Date.now() + inDepth(1500, 20_000)
      const written = [0, 0]
      let unchanged = 0
      const isOver = () => Date.now() > until && Math.min(...written) > 5 && unchanged > 20
      const write = async (process: number) => {
        for (let n = 1; !isOver(); n++) {
          const given = ['posts', ids[process]!, { views: n }]
          if (process === 0) await cms.update(...(given as [string, number, object]))
          else await elsewhere({ method: 'update', given })
          written[process] = n
          await new Promise((resolve) => setTimeout(resolve, (n * 7) % 30))
        }
      }
      const read = async (process: number) => {
        const query = `/posts?depth=0&where[id][equals]=${ids[process]}`
        let tag = ''
        let views = 0
        while (!isOver()) {
          const before = written[process]!
          const answer = await list(query, tag)
          if (answer.status === 200) {
            ;({ views } = answer.body.docs[0])
            tag = answer.headers['etag']!
          } else unchanged++
          expect(views).to.be.at.least(before)
        }
      }
      await Promise.all([write(0), write(1), ...[1, 2, 3].flatMap(() => [read(0), read(1)])])
    })
  })
