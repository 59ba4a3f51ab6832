/** The end of a process under load cuts no answer: connections that are kept are closed by their next answer, idle ones at once, uploads and downloads finish. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { drainable } from '../../adapters/graceful.ts'
import { standalone } from '../../adapters/standalone.ts'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { inDepth, longUnlessDrawn } from '../harness/depth.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { configWith, DATABASES, type Database, HOSTS } from '../harness/start.ts'
import { ask, loop, nothing } from './clients.ts'

const ROUNDS = inDepth(8, 20)
const CLIENTS = 6

interface Running {
  cms: Handle
  port: number
  stop(): Promise<void>
}

type Start = (database: Database, dir: string) => Promise<Running>

const given = (dir: string) =>
  ({
    jobsTimer: false,
    upload: { dir },
    collections: [{ slug: 'notes', access: { read: 'anyone' }, fields: [{ name: 'text' }] }],
  }) as any

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const SERVERS: Record<string, Start> = {
  async 'galley serve'(database, dir) {
    const cms = await createCms(configWith(database, given(dir)))
    const running = await standalone(cms, 0, '127.0.0.1')
    return { cms, port: (running.server.address() as AddressInfo).port, stop: running.stop }
  },
}
for (const host of HOSTS)
  SERVERS[`a server of ${host.name}${longUnlessDrawn(host, HOSTS, 'shutdown')}`] = async (database, dir) => {
    const { cms, listener } = await host.start(configWith(database, given(dir)))
    const server = createServer(listener)
    const { drain } = drainable(server)
    const port = await listening(server)
    return {
      cms,
      port,
      async stop() {
        await drain()
        await cms.stop()
      },
    }
  }

for (const database of DATABASES)
  for (const [name, start] of Object.entries(SERVERS))
    describe(`shutdown of ${name} with ${database.name}${longUnlessDrawn(database, DATABASES, name)}`, () => {
      let dir: string
      before(() => {
        dir = mkdtempSync(path.join(tmpdir(), 'galley-test-shutdown-'))
      })
      after(() => rmSync(dir, { recursive: true, force: true }))

      it(`cuts nothing in ${ROUNDS} rounds under load`, async function () {
        this.timeout(300_000)
        const running = { current: await start(database, dir) }
        const { cms } = running.current
        await cms.create('notes', { text: 'x'.repeat(1000) })
        for (let round = 0; round < ROUNDS; round++) {
          if (round > 0) running.current = await start(database, dir)
          const { port, stop, cms } = running.current
          if (round > 0) await cms.create('notes', { text: 'x'.repeat(1000) })
          const tally = nothing()
          let isOver = false
          const clients = Array.from({ length: CLIENTS }, (_, n) =>
            loop(port, n % 2 ? '/api/cms/notes' : '/api/cms/notes/1', tally, () => isOver),
          )
          while (tally.answers < 3 * CLIENTS) await setTimeout(5)
          await setTimeout(round)
          await stop()
          isOver = true
          await Promise.all(clients)
          expect(tally.cut, `round ${round}`).to.deep.equal([])
          expect(tally.wrong, `round ${round}`).to.deep.equal([])
          expect(tally.answers).to.be.greaterThan(CLIENTS)
          expect(tally.closes, 'each client was told to close').to.be.at.most(CLIENTS)
        }
      })

      it('finishes slow uploads and downloads, and closes what is idle at once', async () => {
        const { cms, port, stop } = await start(database, dir)
        const { email } = await makeUser(cms, 'ed@example.org')
        const { token } = (await cms.auth.login({ email, password: PASSWORD })) as any
        const agent = new Agent({ keepAlive: true })
        const boundary = 'cut-here'
        const file = Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n`,
          ),
          Buffer.alloc(3_000_000, 0x20),
          Buffer.from(`\n%%EOF\r\n--${boundary}--\r\n`),
        ])
        const upload = (slowly: number) =>
          ask(port, '/api/cms/media', {
            method: 'POST',
            body: file,
            type: `multipart/form-data; boundary=${boundary}`,
            agent,
            slowly,
            token,
          })
        expect((await upload(0)).status).to.equal(201)
        const [media] = (await cms.find('media')).docs as any[]
        const idle = connect(port, '127.0.0.1')
        await once(idle, 'connect')
        const isClosed = once(idle, 'close').then(() => performance.now())
        idle.resume()
        await setTimeout(600)
        const slow = [upload(60), ask(port, media.url, { agent, slowly: 20 })]
        await setTimeout(200)
        const begun = performance.now()
        const stopping = stop()
        const [uploaded, downloaded] = await Promise.all(slow)
        expect(uploaded!.status).to.equal(201)
        expect(downloaded).to.include({ status: 200, bytes: media.filesize })
        await stopping
        expect(performance.now() - begun).to.be.below(10_000)
        expect((await isClosed) - begun).to.be.below(5000)
        agent.destroy()
      })
    })

for (const database of DATABASES)
  for (const host of HOSTS)
    it(`cms.stop() alone, on ${host.name} with ${database.name}: what is queued is answered, what comes later gets 503 with Retry-After`, async () => {
      let letGo: () => void = () => undefined
      const held = new Promise<void>((resolve) => (letGo = resolve))
      const config = given(tmpdir())
      let isSlow = false
      config.collections[0].hooks = { afterRead: [() => (isSlow ? held : undefined)] }
      const { cms, listener } = await host.start(configWith(database, config))
      await cms.create('notes', { text: 'x' })
      isSlow = true
      const server = createServer(listener)
      const port = await listening(server)
      const agent = new Agent({ keepAlive: true })
      try {
        const queued = Array.from({ length: 30 }, () => ask(port, '/api/cms/notes', { agent }))
        await setTimeout(300)
        const stopping = cms.stop()
        await setTimeout(50)
        const late = await ask(port, '/api/cms/notes', { agent })
        expect(late).to.include({ status: 503 })
        expect(late.headers).to.include({ 'retry-after': '1', connection: 'close' })
        letGo()
        expect((await Promise.all(queued)).map(({ status }) => status)).to.deep.equal(Array(30).fill(200))
        await stopping
        expect((await ask(port, '/api/cms/notes', { agent })).status).to.equal(503)
        expect(await cms.find('notes').catch(({ code }) => code)).to.equal('STOPPING')
      } finally {
        agent.destroy()
        server.closeAllConnections()
        server.close()
      }
    })
