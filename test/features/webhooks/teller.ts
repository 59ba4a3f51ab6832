/** A process of its own for `killed.test.ts`: counts documents up, several at once, until it has done enough or is killed. */
import type { Clock } from '../../../lib/clock.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { adapterFor } from '../../store/writer.ts'

export const DOCUMENTS = 64
const WORKERS = 8

export const openAt = (where: string, url: string, clock?: Clock) =>
  createCms({
    secret: 'a-secret-that-is-only-for-the-tests',
    db: adapterFor(where),
    collections: [{ slug: 'counters', fields: [{ name: 'n', type: 'number' }] }],
    webhooks: [{ url, secret: 'shared', events: ['update'] }],
    jobsTimer: false,
    ...(clock && { clock }),
    log: { info: () => undefined, warn: () => undefined, error: (line, facts) => console.error(line, facts) },
  })

async function main([where, url, changes]: string[]): Promise<void> {
  const cms: Handle = await openAt(where!, url!)
  process.send!('ready')
  let left = Number(changes)
  const worker = async (first: number) => {
    for (let id = first; left > 0; id = id + WORKERS > DOCUMENTS ? first : id + WORKERS) {
      left--
      const { n } = (await cms.findById('counters', id)) as any
      await cms.update('counters', id, { n: n + 1 })
      process.send!({ id, n: n + 1 })
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, index) => worker(index + 1)))
  await cms.flushWebhooks()
  process.disconnect()
  await cms.stop()
}

if (process.argv[1]?.endsWith('teller.ts')) await main(process.argv.slice(2))
