/** SIGTERM to `galley serve` under load, with a job and a receiver that hang: nothing is cut, and the process ends with 0 within ten seconds. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { longUnlessDrawn } from '../harness/depth.ts'
import { GALLEY, project } from '../harness/project.ts'
import { Sink } from '../harness/sink.ts'
import { DURABLE } from '../harness/start.ts'
import { ask, loop, nothing } from './clients.ts'

const CLIENTS = 4

const databaseAt = (where: string): string => {
  if (!where.startsWith('postgres:')) return `sqlite({ filename: ${JSON.stringify(where)} })`
  const url = new URL(where)
  const schema = url.searchParams.get('galley')
  url.search = ''
  return `postgres({ url: ${JSON.stringify(url.href)}, schema: '${schema}' })`
}

for (const [name, where] of Object.entries(DURABLE))
  it(`shutdown: galley serve on SIGTERM, with ${name}${longUnlessDrawn(name, Object.keys(DURABLE), 'sigterm')}`, async function () {
    this.timeout(120_000)
    const sink = await new Sink().start()
    sink.forget('hang')
    const folder = project(`
      import { sqlite } from 'galley/sqlite'
      import { postgres } from 'galley/postgres'
      export default {
        secret: 'a-secret-that-is-only-for-the-tests',
        db: ${databaseAt(where())},
        cronSecret: 'a-cron-secret',
        webhooks: [{ url: '${sink.origin}' }],
        jobs: [{ name: 'hangs', run: () => new Promise(() => setInterval(() => undefined, 1000)) }],
        collections: [{ slug: 'notes', access: { read: 'anyone', create: 'anyone' }, fields: [{ name: 'text' }] }],
      }`)
    const child = spawn(process.execPath, [GALLEY, 'serve', '--port', '0', '--host', '127.0.0.1'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'development', NO_COLOR: '1' },
    })
    try {
      let output = ''
      child.stderr.on('data', (chunk) => (output += chunk))
      const port = await new Promise<number>((resolve, reject) => {
        child.once('exit', () => reject(new Error(output)))
        child.stdout.on('data', (chunk) => {
          output += chunk
          const found = /Health\s+http:\/\/127\.0\.0\.1:(\d+)/.exec(output)
          if (found) resolve(Number(found[1]))
        })
      })
      const agent = new Agent()
      const body = Buffer.from('{"text":"hello"}')
      expect((await ask(port, '/api/cms/notes', { method: 'POST', body, agent })).status, 'its webhook hangs').to.equal(201)
      const cron = await ask(port, '/api/cms/jobs/run?wait=0.1', { method: 'POST', agent, token: 'a-cron-secret' })
      expect(cron.status).to.equal(200)
      const tally = nothing()
      let isOver = false
      const clients = Array.from({ length: CLIENTS }, () => loop(port, '/api/cms/notes', tally, () => isOver))
      while (tally.answers < 5 * CLIENTS) await setTimeout(5)
      const ended = once(child, 'exit')
      const begun = performance.now()
      child.kill('SIGTERM')
      const [code] = await ended
      expect(performance.now() - begun).to.be.below(10_000)
      isOver = true
      await Promise.all(clients)
      expect(code, output).to.equal(0)
      expect(tally.cut).to.deep.equal([])
      expect(tally.wrong).to.deep.equal([])
    } finally {
      child.kill('SIGKILL')
      await sink.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
