/** `npm run bench:operations`: what the audit log costs a create, alone and with sixteen writers. Both in turns, in one run. */
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Cms } from '../../lib/local/handle.ts'
import { withPostgres } from '../harness/postgres-server.ts'
import { DURABLE, end } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { body } from './content.ts'

const ROUNDS = 14
const A_ROUND = 320

const fields = [{ name: 'title', required: true }, { name: 'summary' }, { name: 'body', type: 'richText' }]

const opened = (where: string, more: Partial<Config>): Promise<Cms> =>
  createCms({
    secret: 'a-secret-that-is-only-for-the-bench',
    db: adapterFor(where),
    collections: [{ slug: 'posts', versions: true, useAsTitle: 'title', fields }],
    jobsTimer: false,
    log: { info: () => undefined, warn: () => undefined, error: console.error },
    ...more,
  } as Config)

interface Took {
  /** Milliseconds of the clock and of the processor, an operation. */
  clock: number
  processor: number
}

async function round(cms: Cms, writers: number): Promise<Took> {
  let n = 0
  const begun = performance.now()
  const before = process.cpuUsage()
  const write = async () => {
    while (n < A_ROUND) await cms.create('posts', { title: `Post ${++n}`, summary: `About ${n}`, body: body(n) })
  }
  await Promise.all(Array.from({ length: writers }, write))
  const { user, system } = process.cpuUsage(before)
  return { clock: (performance.now() - begun) / A_ROUND, processor: (user + system) / 1000 / A_ROUND }
}

const quiet = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 4)]!

/** The quiet quarter of rounds taken in turns: creates a second with and without, and what of a create's processor time it takes. */
async function compare(name: string, where: () => string, more: Partial<Config>, writers: number): Promise<void> {
  const both = [await opened(where(), {}), await opened(where(), more)] as const
  const took: [Took[], Took[]] = [[], []]
  for (let n = -2; n < ROUNDS; n++)
    for (const index of n % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
      const one = await round(both[index], writers)
      if (n >= 0) took[index].push(one)
    }
  const [without, with_] = took.map((rounds) => ({
    clock: quiet(rounds.map((one) => one.clock)),
    processor: quiet(rounds.map((one) => one.processor)),
  }))
  const rate = ({ clock }: Took) => String(Math.round(1000 / clock)).padStart(5)
  const percent = (part: number) => `${Math.round(part * 100)} %`.padStart(6)
  console.log(
    `| ${name.padEnd(40)} | ${rate(without!)} | ${rate(with_!)} | ${percent(without!.clock / with_!.clock)} | ${percent(with_!.processor / without!.processor - 1)} |`,
  )
  for (const cms of both) {
    await cms.flushWebhooks()
    await end(cms)
  }
}

await withPostgres(async () => {
  console.log('| what, on which database, by how many writers | without | with | rate | processor |\n|---|---|---|---|---|')
  for (const [database, where] of Object.entries(DURABLE)) {
    for (const writers of [1, 16]) {
      await compare(`${database}, audit, ${writers} writers`, where, { audit: true }, writers)
      await compare(
        `${database}, a webhook that is away, ${writers} writers`,
        where,
        { webhooks: [{ url: 'http://127.0.0.1:9' }] },
        writers,
      )
    }
  }
})
