/** Filters that look into texts, lists, rows and blocks, with their indexes: how many are answered a second, beside the client on the same machine. */
import { type Case, launch, leave, measure, most, quartile, warmUp } from './client.ts'
import { nameOf, SHARED, TAGS } from './content.ts'
import type { Report } from './report.ts'
import { settings } from './settings.ts'

const GOAL = 2000

/** Numbers of products, another one each time. */
const any = (n: number) => 1 + ((n * 7919) % settings.docs)
const list = (says: string, filter: (n: number) => string): Case => ({
  says,
  method: 'GET',
  path: (n) => `/products?depth=0&select=name&${encodeURI(filter(n))}`,
})
const CASES: Case[] = [
  list('`like` with a word', (n) => `where[name][like]=${nameOf(any(n)).split(' ')[1]!.toUpperCase()}`),
  list('`like` with parts of two words', (n) => `where[name][like]=${nameOf(any(n)).slice(4, 12)}`),
  list('`like`, nothing found', () => 'where[name][like]=zzz'),
  list('one of several values', (n) => `where[tags][equals]=${TAGS[n % TAGS.length]}`),
  list('in rows, one found', (n) => `where[variants.code][equals]=K${any(n)}-2`),
  list(`in blocks, ${SHARED} found`, (n) => `where[sections.caption][equals]=Caption ${n % Math.ceil(settings.docs / SHARED)}`),
]

export async function filters(report: Report, places: Record<string, string>): Promise<void> {
  const each = Math.round((2 * settings.docs) / TAGS.length)
  report.paragraph(
    `Filters that look into ${settings.docs.toLocaleString('en')} products, with indexes, on Koa. The first ten are listed with their total; a tag finds about ${each}:`,
  )
  report.head('Filter', 'Database', '#µs', '#A second', '#99 %, ms')
  for (const [name, where] of Object.entries(places)) {
    const server = await launch('galley', 'koa', where)
    for (const what of CASES) {
      const times: number[] = []
      const rates: number[] = []
      const waits: number[] = []
      await warmUp(server, what, settings)
      for (let round = 0; round < settings.rounds; round++) {
        const before = waits.length
        times.push(await measure(server, what, settings.seconds, waits))
        rates.push((waits.length - before) / settings.seconds)
      }
      const rate = Math.round(most(rates, 0.75))
      report.row(what.says, name, quartile(times).toFixed(0), rate, most(waits, 0.99).toFixed(1))
      report.goal({ says: what.says, database: name, wanted: `≥ ${GOAL} a second`, found: `${rate}`, isMet: rate >= GOAL })
    }
    leave(server)
  }
}
