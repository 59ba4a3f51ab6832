/** `npm run bench:callers`: what the same reads cost for different callers and with fewer fields, as processor time a request beside an anonymous one. */
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCms } from 'galley'
import { withPostgres } from '../harness/postgres-server.ts'
import { temporaryFile } from '../harness/start.ts'
import { type Case, launch, measure, quartile, type Running } from './client.ts'
import { config, fill } from './content.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '12' }, only: { type: 'string', default: 'sqlite,postgres' } },
})
const DOCS = 1000
const SECONDS = 0.3
const WARM = 2
const ADMIN = { email: 'admin@bench.example', password: 'correct horse battery staple' }

const BY_ID = { says: 'one by id', method: 'GET', path: (n: number) => `/posts/${1 + ((n * 4) % DOCS)}?depth=0` }
const LIST = { says: 'the first ten', method: 'GET', path: () => '/posts?depth=0' }

interface Pair {
  beside: Case
  what: Case
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
    { beside: BY_ID, what: { ...BY_ID, says: 'one by id, with an API key', headers: withKey } },
    { beside: LIST, what: { ...LIST, says: 'the first ten, with an API key', headers: withKey } },
    { beside: LIST, what: { ...LIST, says: 'the first ten, not modified (304)', headers: { 'if-none-match': etag } } },
    { beside: LIST, what: { ...LIST, says: 'the first ten, three fields', path: () => '/posts?depth=0&select=title,slug,publishedAt' } },
  ]
}

async function compare(name: string, where: string): Promise<void> {
  await fill(where, DOCS)
  const cms = await createCms(config(where))
  await cms.create('users', { ...ADMIN, role: 'admin' } as object)
  await cms.stop()
  const server = await launch('keyed', 'express', where)
  for (const { beside, what } of await pairsFor(server)) {
    const times: [number[], number[]] = [[], []]
    for (const one of [beside, what]) await measure(server, one, WARM)
    for (let round = 0; round < Number(values.rounds); round++) {
      times[0].push(await measure(server, beside, SECONDS))
      times[1].push(await measure(server, what, SECONDS))
    }
    const [plain, other] = times.map(quartile) as [number, number]
    console.log(`| ${what.says} | ${name} | ${plain.toFixed(0)} | ${other.toFixed(0)} | ${(other / plain).toFixed(2)} |`)
  }
  server.agent.destroy()
  server.child.disconnect()
}

const file = temporaryFile('.db')
console.log('| case | database | anonymous, µs | µs | ratio |\n|---|---|---|---|---|')
if (values.only.includes('sqlite')) await compare('sqlite', file)
if (values.only.includes('postgres')) await withPostgres((url) => compare('postgres', url))
for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
process.exit(0)
