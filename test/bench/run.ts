/** `npm run bench`: every case beside its floors, in one run, as processor time a request. The machine is noisy: ratios count. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withPostgres } from '../harness/postgres-server.ts'
import { type Case, launch, measure, quartile, type Running } from './client.ts'
import { body, fill, isPublished } from './content.ts'

const { values } = parseArgs({
  options: {
    docs: { type: 'string', default: '10000' },
    hosts: { type: 'string', default: 'express,koa' },
    databases: { type: 'string', default: 'sqlite,postgres' },
    cases: { type: 'string', default: 'a,b,c,d,e,h,k,f,g' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '0.3' },
    warm: { type: 'string', default: '2' },
  },
})
const docs = Number(values.docs)
const CONTENDERS = ['galley', 'hand', 'spliced'] as const
type Contender = (typeof CONTENDERS)[number]

/** A published post, another one each time. */
const any = (n: number) => {
  const id = 1 + ((n * 7919) % docs)
  return isPublished(id) ? id : id - 1
}
const CASES: Record<string, Case> = {
  a: { says: 'one by id', method: 'GET', path: (n) => `/posts/${any(n)}?depth=0` },
  b: { says: 'one by id, with its author', method: 'GET', path: (n) => `/posts/${any(n)}?depth=1` },
  c: { says: 'the first ten by date, with the total', method: 'GET', path: () => '/posts?depth=0&sort=-publishedAt' },
  d: {
    says: 'a filter on two fields, page 50',
    method: 'GET',
    path: () => '/posts?where[status][equals]=published&where[views][gt]=1000&sort=-publishedAt&limit=10&page=50&depth=0',
  },
  e: { says: 'a hundred by date, with their authors', method: 'GET', path: () => '/posts?limit=100&depth=1&sort=-publishedAt' },
  h: {
    says: 'published, newest first',
    method: 'GET',
    path: () => '/posts?where[status][equals]=published&sort=-publishedAt&depth=0',
  },
  k: { says: 'the newest of a category', method: 'GET', path: () => '/posts?where[category][equals]=code&depth=0' },
  f: {
    says: 'create',
    method: 'POST',
    path: () => '/posts?depth=0',
    body: (n) => ({
      title: `New ${n}`,
      slug: `new-${n}-${process.hrtime.bigint().toString(36)}`,
      category: 'art',
      publishedAt: '2022-01-01T00:00:00.000Z',
      views: n,
      author: 1 + (n % 100),
      body: body(n),
    }),
  },
  g: {
    says: 'change one field',
    method: 'PATCH',
    path: (n) => `/posts/${any(n)}?depth=0`,
    body: (n) => ({ views: n }),
  },
}

async function compare(host: string, name: string, where: string): Promise<void> {
  const running = Object.fromEntries(
    await Promise.all(CONTENDERS.map(async (contender) => [contender, await launch(contender, host, where)])),
  ) as Record<Contender, Running>
  for (const key of values.cases.split(',')) {
    const what = CASES[key]!
    const times = Object.fromEntries(CONTENDERS.map((contender) => [contender, [] as number[]])) as Record<Contender, number[]>
    for (const contender of CONTENDERS) await measure(running[contender], what, Number(values.warm))
    for (let round = 0; round < Number(values.rounds); round++)
      for (const contender of CONTENDERS) times[contender].push(await measure(running[contender], what, Number(values.seconds)))
    const [ours, hand, spliced] = CONTENDERS.map((contender) => quartile(times[contender])) as [number, number, number]
    const percent = (floor: number) => `${Math.round((floor / ours) * 100)} %`.padStart(6)
    console.log(
      `| ${key} | ${what.says.padEnd(30)} | ${host.padEnd(7)} | ${name.padEnd(8)} | ${ours.toFixed(0).padStart(5)} | ${hand.toFixed(0).padStart(5)} | ${spliced.toFixed(0).padStart(5)} | ${percent(hand)} | ${percent(spliced)} |`,
    )
  }
  for (const { child, agent } of Object.values(running)) {
    agent.destroy()
    child.disconnect()
  }
}

async function all(postgresUrl?: string): Promise<void> {
  const file = path.join(tmpdir(), `galley-bench-${process.pid}.db`)
  const places = { sqlite: file, ...(postgresUrl && { postgres: postgresUrl }) } as Record<string, string>
  console.log(`${docs} documents; processor time a request in µs; 100 % is as fast as the floor, more is faster\n`)
  console.log('| | case | host | database | galley | by hand | spliced | of hand | of spliced |')
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const name of values.databases.split(',')) {
    await fill(places[name]!, docs)
    for (const host of values.hosts.split(',')) await compare(host, name, places[name]!)
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

if (values.databases.includes('postgres')) await withPostgres(all)
else await all()
process.exit(0)
