/** Processes that are killed while they change documents and tell of it, and a receiver that fails now and then: nothing is lost, each document's story comes in order. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { drawn, inDepth } from '../../harness/depth.ts'
import { type Got, Sink } from '../../harness/sink.ts'
import { DURABLE, end } from '../../harness/start.ts'
import { DOCUMENTS, openAt } from './teller.ts'

const TELLER = fileURLToPath(new URL('teller.ts', import.meta.url))
const CHANGES = inDepth(750, 5000)
const KILLS = inDepth(2, 10)
const TEN_MINUTES = 600_000

describe('webhooks: processes that are killed @long', () => {
  let sink: Sink
  before(async () => (sink = await new Sink().start()))
  after(() => sink.stop())

  for (const [name, make] of drawn(Object.entries(DURABLE), 'webhooks')) {
    it(`${CHANGES} changes, a receiver that fails 5 % of the time and ${KILLS} kills with ${name}`, async function () {
      this.timeout(300_000)
      const failed = new Set<string>()
      sink.forget(({ headers }) => {
        const delivery = headers['x-svc-delivery'] as string
        if (failed.has(delivery) || Math.random() > 0.05) return 200
        failed.add(delivery)
        return 503
      })
      const where = make()
      const filled = await openAt(where, sink.origin)
      for (let n = 0; n < DOCUMENTS; n++) await filled.create('counters', { n: 0 })
      await filled.stop()

      const acknowledged = new Map<number, number>()
      let changes = 0
      const write = async (kill: boolean) => {
        const child = fork(TELLER, [where, sink.origin, String(kill ? 1_000_000 : CHANGES - changes)], { execArgv: ['--import', 'tsx'] })
        const enough = changes + Math.floor((CHANGES / (KILLS + 1)) * (0.5 + Math.random()))
        child.on('message', (message: 'ready' | { id: number; n: number }) => {
          if (message === 'ready') return
          changes++
          acknowledged.set(message.id, message.n)
          if (kill && changes >= enough) child.kill('SIGKILL')
        })
        await once(child, 'exit')
      }
      for (let n = 0; n < KILLS; n++) await write(true)
      while (changes < CHANGES) await write(false)

      const cms = await openAt(where, sink.origin, { now: () => new Date(Date.now() + TEN_MINUTES) })
      for (let n = 0; n < 200; n++) {
        await cms.runJobs()
        await cms.flushWebhooks()
        const [left] = await cms.engine.store.read(
          `select count(*) as n from ${cms.engine.store.dialect.table('webhook-deliveries')}`,
          [],
          true,
        )
        if (Number(left!['n']) === 0) break
      }
      const { docs } = (await cms.find('counters', { limit: 0 })) as { docs: { id: number; n: number }[] }
      await end(cms)

      const delivered = new Map<number, number[]>()
      const bytes = new Map<string, string>()
      for (const { raw, body, headers } of sink.got as Got[]) {
        const delivery = headers['x-svc-delivery'] as string
        if (bytes.has(delivery)) expect(raw, 'the same bytes for the same delivery').to.equal(bytes.get(delivery))
        else delivered.set(body.id, [...(delivered.get(body.id) ?? []), body.doc.n])
        bytes.set(delivery, raw)
      }
      for (const { id, n } of docs) {
        expect(n, 'what was acknowledged is there').to.be.at.least(acknowledged.get(id) ?? 0)
        expect(delivered.get(id) ?? [], `the story of ${id}`).to.deep.equal(Array.from({ length: n }, (_, index) => index + 1))
      }
      expect(failed.size).to.be.above(CHANGES / 50)
    })
  }
})
