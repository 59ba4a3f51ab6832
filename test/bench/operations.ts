/** `npm run bench:operations`: what the audit log costs whoever creates and changes documents, with and without it in turns: how long one client waits, and the processor time of sixteen. */
import { rmSync } from 'node:fs'
import { withPostgres } from '../harness/postgres-server.ts'
import { temporaryFile } from '../harness/start.ts'
import { type Case, launch, measure, quartile, type Running, wait } from './client.ts'
import { body, fill } from './content.ts'

const DOCS = 1000
const ROUNDS = 12
const ALONE = 2000
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

async function compare(database: string, [without, with_]: readonly [string, string]): Promise<void> {
  const servers = [await launch('galley', 'express', without), await launch('audited', 'express', with_)] as const
  for (const what of Object.values(CASES)) {
    for (const server of servers) await measure(server, what, WARM)
    report(`${what.says}: one client waits`, database, await inTurns(servers, ALONE, (server) => wait(server, what)))
    report(`${what.says}: processor time`, database, await inTurns(servers, ROUNDS, (server) => measure(server, what, SECONDS)))
  }
  for (const { child, agent } of servers) {
    agent.destroy()
    child.disconnect()
  }
}

type Times = [without: number[], with_: number[]]

async function inTurns(servers: readonly Running[], rounds: number, take: (server: Running) => Promise<number>): Promise<Times> {
  const times: Times = [[], []]
  for (let round = 0; round < rounds; round++) {
    const first = round % 2
    for (const turn of [first, 1 - first]) times[turn as 0 | 1].push(await take(servers[turn]!))
  }
  return times
}

function report(what: string, database: string, times: Times): void {
  const [without, with_] = times.map(quartile) as Times[0]
  console.log(`| ${what} | ${database} | ${without!.toFixed(0)} | ${with_!.toFixed(0)} | ${Math.round((with_! / without! - 1) * 100)} % |`)
}

await withPostgres(async (url) => {
  console.log('| µs | database | without | with | more |\n|---|---|---|---|---|')
  const files = [temporaryFile('.db'), temporaryFile('.db')] as const
  for (const file of files) await fill(file, DOCS)
  await compare('sqlite', files)
  await fill(url, DOCS)
  await compare('postgres', [url, url])
  for (const file of files) for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
})
process.exit(0)
