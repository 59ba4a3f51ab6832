/** What the same reads cost for different callers and with fewer fields, as processor time a request beside an anonymous one. */
import { createCms } from 'galley'
import { type Case, launch, leave, measure, quartile, type Running, warmUp } from './client.ts'
import { config } from './content.ts'
import type { Report } from './report.ts'
import { settings } from './settings.ts'

const ADMIN = { email: 'admin@bench.example', password: 'correct horse battery staple' }

const BY_ID = { says: 'one by id', method: 'GET', path: (n: number) => `/posts/${1 + ((n * 4) % settings.docs)}?depth=0` }
const LIST = { says: 'the first ten', method: 'GET', path: () => '/posts?depth=0' }

interface Pair {
  beside: Case
  what: Case
  /** It should cost this many times as much at most. */
  most?: number
}

/** Each case, and what it is compared with. */
async function pairsFor(server: Running): Promise<Pair[]> {
  const address = `http://127.0.0.1:${server.port}/api/cms`
  const sent = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const cookies = (await sent('/users/login', ADMIN)).headers.getSetCookie().join()
  const [, token] = /svc-session=([^;]+)/.exec(cookies)!
  const session = { authorization: `Bearer ${token}` }
  const made = await sent('/api-keys', { name: `bench ${Date.now()}`, permissions: { collections: { posts: ['read'] } } }, session)
  const { key } = (await made.json()) as { key: string }
  const listed = await fetch(`${address}/posts?depth=0`)
  const etag = listed.headers.get('etag')!
  const withKey = { authorization: `Bearer ${key}` }
  return [
    { beside: BY_ID, what: { ...BY_ID, says: 'one by id, with a session', headers: session } },
    { beside: BY_ID, what: { ...BY_ID, says: 'one by id, with an API key', headers: withKey }, most: 1.6 },
    { beside: LIST, what: { ...LIST, says: 'the first ten, with an API key', headers: withKey }, most: 1.6 },
    { beside: LIST, what: { ...LIST, says: 'the first ten, not modified (304)', headers: { 'if-none-match': etag } }, most: 0.33 },
    { beside: LIST, what: { ...LIST, says: 'the first ten, three fields', path: () => '/posts?depth=0&select=title,slug,publishedAt' } },
  ]
}

export async function callers(report: Report, places: Record<string, string>): Promise<void> {
  report.paragraph('The same reads for other callers and with fewer fields, beside an anonymous one, on Express:')
  report.head('Case', 'Database', '#Anonymous', '#', '#Ratio')
  for (const [name, where] of Object.entries(places)) await compare(report, name, where)
}

async function compare(report: Report, name: string, where: string): Promise<void> {
  const cms = await createCms(config(where))
  await cms.create('users', { ...ADMIN, role: 'admin' } as object)
  await cms.stop()
  const server = await launch('keyed', 'express', where)
  for (const { beside, what, most } of await pairsFor(server)) {
    const times: [number[], number[]] = [[], []]
    for (const one of [beside, what]) await warmUp(server, one, settings)
    for (let round = 0; round < settings.rounds; round++) {
      times[0].push(await measure(server, beside, settings.seconds))
      times[1].push(await measure(server, what, settings.seconds))
    }
    const [plain, other] = times.map(quartile) as [number, number]
    const ratio = other / plain
    report.row(what.says, name, plain.toFixed(0), other.toFixed(0), ratio.toFixed(2))
    if (most !== undefined)
      report.goal({
        says: `${what.says}, of an anonymous read`,
        database: name,
        wanted: `≤ ${most}`,
        found: ratio.toFixed(2),
        isMet: ratio <= most,
      })
  }
  leave(server)
}
