/** `npm run bench:writers`: creates a second by one writer and by sixteen, with the audit log and with a webhook whose receiver is away, beside those without. The Postgres of the tests does not wait for its disk. */
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { withPostgres } from '../harness/postgres-server.ts'
import { DURABLE, end } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { quartile } from './client.ts'
import { body } from './content.ts'

const ROUNDS = 10
const A_ROUND = 320
const MORE: Record<string, Partial<Config>> = {
  audit: { audit: true },
  'a webhook that is away': { webhooks: [{ url: 'http://127.0.0.1:9' }] },
}

const opened = (where: string, more: Partial<Config>): Promise<Handle> =>
  createCms({
    secret: 'a-secret-that-is-only-for-the-bench',
    db: adapterFor(where),
    collections: [
      {
        slug: 'posts',
        versions: true,
        fields: [
          { name: 'title', required: true },
          { name: 'body', type: 'richText' },
        ],
      },
    ],
    jobsTimer: false,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...more,
  })

/** Seconds. */
async function round(cms: Handle, writers: number): Promise<number> {
  let n = 0
  const begun = performance.now()
  const write = async () => {
    while (n < A_ROUND) await cms.create('posts', { title: `Post ${++n}`, body: body(n) })
  }
  await Promise.all(Array.from({ length: writers }, write))
  return (performance.now() - begun) / 1000
}

async function compare(name: string, where: () => string, more: Partial<Config>, writers: number): Promise<void> {
  const [plain, other] = [await opened(where(), {}), await opened(where(), more)]
  const times: [number[], number[]] = [[], []]
  for (const cms of [plain, other]) await round(cms, writers)
  for (let n = 0; n < ROUNDS; n++) {
    times[0].push(await round(plain, writers))
    times[1].push(await round(other, writers))
  }
  const [without, with_] = times.map(quartile) as [number, number]
  const rate = (seconds: number) => Math.round(A_ROUND / seconds)
  console.log(`| ${name} | ${writers} | ${rate(without)} | ${rate(with_)} | ${Math.round((without / with_) * 100)} % |`)
  for (const cms of [plain, other]) await end(cms)
}

await withPostgres(async () => {
  console.log('| with | writers | without it | with it | of it |\n|---|---|---|---|---|')
  for (const [database, where] of Object.entries(DURABLE))
    for (const [what, more] of Object.entries(MORE))
      for (const writers of [1, 16]) await compare(`${database}, ${what}`, where, more, writers)
})
process.exit(0)
