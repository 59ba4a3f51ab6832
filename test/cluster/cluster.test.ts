/** Three servers behind a proxy, a primary and its replica, while one after another is killed and started again: nothing acknowledged is lost, reads go on. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { freePort, PostgresProcess } from '../harness/postgres-process.ts'
import { Sink } from '../harness/sink.ts'
import { Balancer } from './balancer.ts'
import { configAt, type Place } from './server.ts'

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url))
const HOSTS = ['express', 'express', 'koa'] as const
const WRITERS = 6
const SCHEDULED = 30

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('a cluster', function () {
  this.timeout(180_000)
  let primary: PostgresProcess
  let replica: PostgresProcess
  let sink: Sink
  let place: Place
  let proxy: Balancer
  let origin: string
  let ports: number[]
  const servers: (ChildProcess | undefined)[] = []
  let headers: Record<string, string>

  async function startServer(index: number): Promise<void> {
    const args = [HOSTS[index]!, String(ports[index]), JSON.stringify(place)]
    const child = fork(SERVER, args, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    servers[index] = child
    await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error(`server ${index} did not start`)))])
  }

  const isRunning = (index: number) => servers[index]?.exitCode === null && servers[index].signalCode === null

  async function endServer(index: number, signal: NodeJS.Signals): Promise<void> {
    const gone = once(servers[index]!, 'exit')
    servers[index]!.kill(signal)
    await gone
  }

  const ask = (method: string, path: string, body?: unknown, at = origin) =>
    fetch(`${at}/api/cms${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined)

  before(async () => {
    primary = await PostgresProcess.make(['wal_level=replica', 'max_wal_senders=10', 'hot_standby=on'])
    replica = await primary.follower()
    await primary.start()
    await replica.start()
    sink = await new Sink().start()
    place = { primary: primary.url, replica: replica.url, sink: sink.origin }
    const cms = await createCms(configAt(place))
    await makeUser(cms, 'boss@example.org', { role: 'admin' })
    await makeUser(cms, 'ed@example.org', { role: 'editor' })
    const { token } = await cms.auth.login({ email: 'boss@example.org', password: PASSWORD })
    headers = { authorization: `Bearer ${token}` }
    await cms.stop()
    ports = await Promise.all(HOSTS.map(() => freePort()))
    await Promise.all(HOSTS.map((_, index) => startServer(index)))
    proxy = new Balancer(ports)
    origin = await proxy.start()
  })

  after(async () => {
    for (const server of servers) server?.kill('SIGKILL')
    proxy?.stop()
    await sink?.stop()
    for (const one of [replica, primary]) one?.remove()
  })

  it('loses nothing, does nothing twice, and goes on being read @long', async () => {
    const acknowledged = new Map<number, string>()
    const refused: string[] = []
    let [reads, isOver] = [0, false]
    const failed: number[] = []

    const writer = async (name: number) => {
      for (let n = 0; !isOver; n++) {
        const text = `${name}-${n}`
        const answer = await ask('POST', '/lines', { text, status: 'published' })
        if (answer?.status === 201) acknowledged.set(((await answer.json()) as any).id, text)
        else {
          refused.push(`${answer?.status}`)
          await pause(50)
        }
      }
    }
    const reader = async () => {
      while (!isOver) {
        const answer = await fetch(`${origin}/api/cms/lines?limit=5&sort=-id`).catch(() => undefined)
        reads++
        if (answer?.status !== 200) failed.push(answer?.status ?? 0)
        await answer?.arrayBuffer()
        await pause(10)
      }
    }
    const load = Promise.all([...Array.from({ length: WRITERS }, (_, name) => writer(name)), reader(), reader()])

    const planned: number[] = []
    for (let n = 0; n < SCHEDULED; n++) {
      const { id } = (await (await ask('POST', '/lines', { text: `planned ${n}`, status: 'draft' }))!.json()) as any
      const at = new Date(Date.now() + 1000 + n * 400).toISOString()
      expect((await ask('POST', `/lines/${id}/schedule`, { action: 'publish', at }))!.status).to.equal(201)
      planned.push(id)
    }

    await pause(1500)
    await endServer(0, 'SIGKILL')
    await pause(1500)
    await startServer(0)
    await endServer(2, 'SIGTERM')
    await pause(500)
    await startServer(2)
    await replica.stop('SIGQUIT')
    await pause(1500)
    await replica.start()
    await pause(1000)
    const before = failed.length
    await primary.stop('SIGINT')
    await pause(1500)
    await primary.start()
    await pause(4000)
    const whilePrimaryWasAway = failed.length - before
    isOver = true
    await load
    for (const [index] of HOSTS.entries()) await endServer(index, 'SIGTERM')

    // What a killed server had begun to send is taken over after five minutes: they are over now.
    const cms: Handle = await createCms(configAt(place, { now: () => new Date(Date.now() + 600_000) }))
    for (let n = 0; n < 100; n++) {
      await cms.runJobs()
      await cms.flushWebhooks()
      if ((await cms.engine.features.queues['webhook']!.outbox()!.rows.chosen.counts()).pending === 0) break
    }
    const { docs } = (await cms.find('lines', { limit: 0, sort: 'id', draft: true })) as any
    const ticks = ((await cms.find('ticks', { limit: 0, sort: 'at' })) as any).docs.map((tick: any) => Date.parse(tick.at))
    const audit = await cms.audit.verify()
    await cms.stop()

    const texts = new Map<number, string>(docs.map((doc: any) => [doc.id, doc.text]))
    for (const [id, text] of acknowledged) expect(texts.get(id), `line ${id}`).to.equal(text)
    expect(acknowledged.size).to.be.above(100)
    for (const id of planned) expect(docs.find((doc: any) => doc.id === id).status, `planned ${id}`).to.equal('published')

    const byDelivery = new Map(sink.got.map((got) => [got.headers['x-svc-delivery'], got]))
    const delivered = (event: string) => [...byDelivery.values()].filter(({ body }) => body.event === event).map(({ body }) => body.id)
    expect(
      delivered('create').sort((a, b) => a - b),
      'every line is told of once',
    ).to.deep.equal(docs.map((doc: any) => doc.id))
    expect(
      delivered('publish').sort((a, b) => a - b),
      'and published once',
    ).to.deep.equal(docs.map((doc: any) => doc.id))

    for (let n = 1; n < ticks.length - 1; n++) expect(ticks[n] - ticks[n - 1], 'no job runs twice').to.be.at.least(1900)
    expect(ticks.length).to.be.above(4)
    expect(audit).to.deep.include({ invalid: [], gaps: 0, truncated: false })
    expect(reads).to.be.above(300)
    expect(whilePrimaryWasAway, `reads go on while the primary is away: ${failed}`).to.be.at.most(2)
    expect(failed.length, `${failed} of ${reads} reads`).to.be.at.most(Math.ceil(reads / 100))
    console.log(`      ${acknowledged.size} acknowledged, ${refused.length} refused, ${reads} reads, ${failed.length} failed`)
  })

  it('hears of changed roles and ended keys everywhere within two seconds', async () => {
    await Promise.all(HOSTS.map((_, index) => (isRunning(index) ? undefined : startServer(index))))
    const every = (path: string, authorization: string) =>
      Promise.all(
        ports.map((port) => fetch(`http://127.0.0.1:${port}/api/cms${path}`, { headers: { authorization } }).then(({ status }) => status)),
      )
    const at = `http://127.0.0.1:${ports[0]}`
    const login = await ask('POST', '/users/login', { email: 'ed@example.org', password: PASSWORD }, at)
    const ed = `Bearer ${/svc-session=([^;]+)/.exec(login!.headers.get('set-cookie')!)![1]}`
    const { key, id } = (await (await ask(
      'POST',
      '/api-keys',
      { name: 'app', permissions: { collections: { ticks: ['read'] } } },
      at,
    ))!.json()) as any
    const { roles } = (await (await ask('GET', '/admin/roles', undefined, at))!.json()) as any
    const editor = roles.find((role: any) => role.key === 'editor')
    await pause(500)
    expect(await every('/ticks', ed)).to.deep.equal([200, 200, 200])
    expect(await every('/ticks', `Bearer ${key}`)).to.deep.equal([200, 200, 200])
    const changed = await ask('PATCH', `/admin/roles/${editor.id}`, { permissions: { ...editor.permissions, collections: {} } }, at)
    expect(changed!.status).to.equal(200)
    expect((await ask('DELETE', `/api-keys/${id}`, undefined, at))!.status).to.equal(200)
    await pause(2000)
    expect(await every('/ticks', ed)).to.deep.equal([403, 403, 403])
    expect(await every('/ticks', `Bearer ${key}`)).to.deep.equal([401, 401, 401])
  })
})
