/** `npm run bench:operations`: what the audit log costs whoever creates and changes documents: processor time a request, with and without it, in turns. */
import { rmSync } from 'node:fs'
import { withPostgres } from '../harness/postgres-server.ts'
import { temporaryFile } from '../harness/start.ts'
import { type Case, launch, measure, quartile } from './client.ts'
import { body, fill } from './content.ts'

const DOCS = 1000
const ROUNDS = 12
const SECONDS = 0.4
const WARM = 2

const CASES: Record<string, Case> = {
  create: {
    says: 'create',
    method: 'POST',
    path: () => '/posts?depth=0',
    body: (n) => ({ title: `New ${n}`, slug: `new-${n}-${process.hrtime.bigint()}`, author: 1, body: body(n) }),
  },
  change: {
    says: 'change one field',
    method: 'PATCH',
    path: (n) => `/posts/${1 + ((n * 7919) % DOCS)}?depth=0`,
    body: (n) => ({ views: n }),
  },
}

async function compare(database: string, where: string): Promise<void> {
  const [plain, audited] = [await launch('galley', 'express', where), await launch('audited', 'express', where)]
  for (const what of Object.values(CASES)) {
    const times: [number[], number[]] = [[], []]
    for (const running of [plain, audited]) await measure(running, what, WARM)
    for (let round = 0; round < ROUNDS; round++) {
      times[0].push(await measure(plain, what, SECONDS))
      times[1].push(await measure(audited, what, SECONDS))
    }
    const [without, with_] = times.map(quartile) as [number, number]
    console.log(
      `| ${what.says} | ${database} | ${without.toFixed(0)} | ${with_.toFixed(0)} | ${Math.round((with_ / without - 1) * 100)} % |`,
    )
  }
  for (const { child, agent } of [plain, audited]) {
    agent.destroy()
    child.disconnect()
  }
}

await withPostgres(async (url) => {
  console.log('| case | database | without | with | more |\n|---|---|---|---|---|')
  const file = temporaryFile('.db')
  for (const [database, where] of [
    ['sqlite', file],
    ['postgres', url],
  ] as const) {
    await fill(where, DOCS)
    await compare(database, where)
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
})
process.exit(0)
