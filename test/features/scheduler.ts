/** A process of its own for `schedule.test.ts`: runs what is due and says what it published; `die` kills it in the middle of the first job. */
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import { adapterFor } from '../store/writer.ts'

export const scheduledCollections: CollectionConfig[] = [
  { slug: 'posts', drafts: true, versions: true, schedule: true, fields: [{ name: 'title', required: true }] },
]

async function main([where, how]: string[]): Promise<void> {
  const published: unknown[] = []
  const cms = await createCms({
    secret: 'a-secret-that-is-only-for-the-tests',
    db: adapterFor(where!),
    collections: scheduledCollections.map((one) => ({
      ...one,
      hooks: { beforeChange: () => void (how === 'die' && process.kill(process.pid, 'SIGKILL')) },
    })),
    features: [{ name: 'ear', hear: ({ event, id }) => void (event === 'publish' && published.push(id)) }],
    jobsTimer: false,
    log: { info: () => undefined, warn: (line) => console.error(line), error: (line, facts) => console.error(line, facts) },
  })
  process.send!('ready')
  process.once('message', async () => {
    const { scheduled } = (await cms.runJobs()) as any
    process.send!({ scheduled, published })
    await cms.stop()
    process.disconnect()
  })
}

if (process.argv[1]?.endsWith('scheduler.ts')) await main(process.argv.slice(2))
