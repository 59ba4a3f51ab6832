/** Every case beside its floors, in turns, as processor time a request. */
import { type Case, launch, leave, measure, most, quartile, type Running, warmUp } from './client.ts'
import { body, isPublished } from './content.ts'
import type { Report } from './report.ts'
import { settings } from './settings.ts'

const { docs } = settings
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

/** The part of the spliced floor that each case should reach at least. */
const GOALS: Record<string, number> = { a: 90, b: 90, c: 90, d: 80, e: 90, h: 90, f: 75, g: 75 }

export async function floorsCompared(report: Report, places: Record<string, string>): Promise<void> {
  report.paragraph(
    `${docs.toLocaleString('en')} posts with a body of 3 KB and drafts, three of four of them published, 2 cores, processor time per request in µs. 100 % is as fast as the floor, more is faster. The last column is how long 99 of 100 requests to galley take at most, with 16 connections:`,
  )
  report.head('', 'Case', 'Host', 'Database', '#galley', '#By hand', '#Spliced', '#Of hand', '#Of spliced', '#99 %, ms')
  for (const [name, where] of Object.entries(places)) for (const host of settings.hosts) await compare(report, host, name, where)
}

async function compare(report: Report, host: string, name: string, where: string): Promise<void> {
  const running = Object.fromEntries(
    await Promise.all(CONTENDERS.map(async (contender) => [contender, await launch(contender, host, where)])),
  ) as Record<Contender, Running>
  for (const key of settings.cases) {
    const what = CASES[key]!
    const times = Object.fromEntries(CONTENDERS.map((contender) => [contender, [] as number[]])) as Record<Contender, number[]>
    const waits: number[] = []
    for (const contender of CONTENDERS) await warmUp(running[contender], what, settings)
    for (let round = 0; round < settings.rounds; round++)
      for (const contender of CONTENDERS)
        times[contender].push(await measure(running[contender], what, settings.seconds, contender === 'galley' ? waits : undefined))
    const [ours, hand, spliced] = CONTENDERS.map((contender) => quartile(times[contender])) as [number, number, number]
    const percent = (floor: number) => Math.round((floor / ours) * 100)
    const [µs, ofHand, ofSpliced] = [[ours, hand, spliced].map((time) => time.toFixed(0)), percent(hand), percent(spliced)]
    report.row(key, what.says, host, name, ...µs, `${ofHand} %`, `${ofSpliced} %`, most(waits, 0.99).toFixed(1))
    const wanted = GOALS[key]
    if (wanted !== undefined)
      report.goal({
        says: `${key} ${what.says}, of the spliced floor`,
        database: name,
        wanted: `≥ ${wanted} %`,
        found: `${ofSpliced} %`,
        isMet: ofSpliced >= wanted,
      })
  }
  for (const one of Object.values(running)) leave(one)
}
