/** Clients that close their connection leave nothing behind: no query that waits, none that runs on where it can be stopped, no connection and no transaction. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn } from '../harness/depth.ts'
import { fillPosts, posts } from '../harness/slow-posts.ts'
import { EVERY_DRIVER, end, HOSTS, start } from '../harness/start.ts'

const COUNT = 20_000
/** Matches nothing, and looks at every body two hundred times: it takes seconds. */
const VERY_SLOW = encodeURIComponent(JSON.stringify({ or: Array.from({ length: 200 }, (_, n) => ({ body: { like: `zz${n}` } })) }))
const GET = `GET /api/cms/posts?where=${VERY_SLOW} HTTP/1.1\r\nhost: x\r\n\r\n`
/** Postgres runs a statement to its limit, whoever waits for it. */
const limitWith = (database: string) => (database === 'Postgres' ? 6000 : 600_000)

interface Watched {
  running: number
  ended: ('answered' | 'stopped')[]
}

/** How many statements with a limit run, and how the others ended. */
function watchLimited({ engine: { store } }: Handle): Watched {
  const watched: Watched = { running: 0, ended: [] }
  const connections = (store as any).connections
  const limited = connections.limited
  connections.limited = (...given: unknown[]) => {
    watched.running++
    const end = (how: Watched['ended'][number]) => {
      watched.running--
      watched.ended.push(how)
    }
    const answer: Promise<unknown> = limited(...given)
    answer.then(
      () => end('answered'),
      () => end('stopped'),
    )
    return answer
  }
  return watched
}

for (const host of HOSTS)
  for (const database of drawn(EVERY_DRIVER, `${host.name} is left`))
    describe(`query/clients that are gone on ${host.name} with ${database.name}`, () => {
      let cms: Handle
      let server: Server
      let watched: Watched
      let logged: { line: string }[]
      const connected = new Set<net.Socket>()
      const { error } = console
      before(async () => {
        // Koa reports broken bodies there.
        console.error = () => undefined
        const started = await start(host, database, {
          collections: posts,
          queries: { timeout: { visitors: limitWith(database.name), users: 600_000 } },
        })
        cms = started.cms
        logged = started.logged
        await fillPosts(cms, COUNT)
        watched = watchLimited(cms)
        server = createServer(started.listener).listen(0, '127.0.0.1')
        server.on('connection', (socket) => connected.add(socket))
        await once(server, 'listening')
      })
      after(async () => {
        await new Promise((resolve) => server.close(resolve))
        await end(cms)
        console.error = error
      })

      const client = (text: string) => {
        const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
        socket.on('error', () => undefined).write(text)
        return socket
      }

      it('drops what waits and stops what runs, and answers the next one @long', async () => {
        const running = client(GET)
        await until(() => watched.running === 1)
        const waiting = Array.from({ length: 20 }, () => client(GET))
        await until(() => cms.engine.store.waiting === 20)
        for (const socket of waiting) socket.destroy()
        await until(() => cms.engine.store.waiting === 0)
        expect(watched.running, 'the one that nobody has left').to.equal(1)
        running.destroy()
        await until(() => watched.running === 0)
        expect(watched.ended).to.deep.equal(['stopped'])
        const { totalDocs } = await cms.as(null).find('posts', { where: { title: { equals: 'T7' } }, sort: 'code' })
        expect(totalDocs).to.equal(1)
        expect(logged.filter(({ line }) => line.includes('TOO_SLOW') && database.name !== 'Postgres')).to.deep.equal([])
      })

      it('answers requests that were sent ahead in order, and begins none of those whose client has left @long', async () => {
        const connections = (cms.engine.store as any).connections
        const { read } = connections
        let reads = 0
        connections.read = (...given: unknown[]) => {
          reads++
          return read(...given)
        }
        const PAGE = 'GET /api/cms/posts?limit=100 HTTP/1.1\r\nhost: x\r\n\r\n'
        const BY_ID = [3, 1, 2].map((id) => `GET /api/cms/posts/${id}?select=title HTTP/1.1\r\nhost: x\r\n\r\n`).join('')
        try {
          const polite = client(BY_ID)
          let text = ''
          polite.on('data', (chunk) => (text += chunk))
          await until(() => text.split('HTTP/1.1 200').length === 4)
          expect([...text.matchAll(/"title":"T(\d)"/g)].map(([, n]) => n)).to.deep.equal(['3', '1', '2'])
          polite.destroy()
          reads = 0
          const hasty = Array.from({ length: 10 }, () => client(PAGE.repeat(300)))
          await Promise.all(hasty.map((socket) => once(socket, 'data')))
          for (const socket of hasty) socket.destroy()
          await until(() => [...connected].every((socket) => socket.destroyed))
          const begun = reads
          await until(() => cms.engine.store.waiting === 0)
          await cms.as(null).find('posts', { limit: 1 })
          await new Promise((resolve) => setTimeout(resolve, 200))
          expect(begun, 'of 3,000').to.be.below(1500)
          expect(reads - begun, 'after the server has heard that they left').to.be.at.most(hasty.length + 1)
        } finally {
          connections.read = read
        }
      })

      it('keeps no connection and no transaction of those who leave in the middle of a change', async () => {
        const body = JSON.stringify({ title: 'from one who left', body: 'x'.repeat(10_000) })
        const head = `POST /api/cms/posts HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`
        for (let round = 0; round < 3; round++) {
          const sockets = Array.from({ length: 12 }, (_, n) => client(head + body.slice(0, n % 2 ? body.length : 5000)))
          await Promise.all(sockets.map((socket) => once(socket, 'connect')))
          await new Promise((resolve) => setTimeout(resolve, 5 * round))
          for (const socket of sockets) socket.destroy()
        }
        const saved = await Promise.all(
          Array.from({ length: 12 }, (_, n) => cms.transaction((inside) => inside.update('posts', n + 1, { title: 'after' }))),
        )
        expect(saved.map(({ title }: any) => title)).to.deep.equal(Array(12).fill('after'))
        for (const { body: kept } of (await cms.find('posts', { where: { title: { equals: 'from one who left' } }, limit: 0 })).docs)
          expect(kept).to.have.length(10_000)
      })
    })

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 3000; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(holds()).to.equal(true)
}
