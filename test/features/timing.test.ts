/** How long a sign-in takes says nothing about the account, and many at once leave reads alone. */
import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { COST } from '../../lib/auth/passwords.ts'
import { createCms } from '../../lib/cms.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import { inDepth } from '../harness/depth.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { SECRET, temporaryFile } from '../harness/start.ts'

const SAMPLES = inDepth(100, 200)
/** A machine that does something else now and then spoils a round, but not all of them; what the account costs is in every round. */
const ROUNDS = 3
const collections: CollectionConfig[] = [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] }]
const auth = { maxLoginAttempts: 100_000 }

describe('features/sessions: time @long', function () {
  this.timeout(180_000)
  const filename = temporaryFile('.db')
  const children: ChildProcess[] = []
  const log = { info: () => undefined, warn: () => undefined, error: console.error }

  async function served(cost: number): Promise<string> {
    const child = fork(
      new URL('../harness/served.ts', import.meta.url).pathname,
      [filename, String(cost), JSON.stringify({ collections, auth })],
      {
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    children.push(child)
    const port = await new Promise((resolve) => child.once('message', resolve))
    return `http://127.0.0.1:${port}/api/cms`
  }
  const login = (origin: string, email: string, password: string) =>
    fetch(`${origin}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })

  /** The kinds take turns, so that what disturbs one disturbs all. */
  async function medianTimes(origin: string, kinds: readonly string[]): Promise<Map<string, number>> {
    const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]))
    for (let sample = -10; sample < SAMPLES; sample++) {
      for (const [kind, list] of times) {
        const begun = performance.now()
        const answer = await login(origin, `${kind}@x.org`, kind === 'inactive' ? PASSWORD : 'not the password')
        await answer.arrayBuffer()
        if (sample >= 0) list.push(performance.now() - begun)
        expect(answer.status).to.equal(401)
      }
    }
    return new Map([...times].map(([kind, list]) => [kind, list.sort((a, b) => a - b)[SAMPLES / 2]!]))
  }

  before(async () => {
    const cheap = COST.N
    COST.N = 16384
    const cms = await createCms({ secret: SECRET, db: sqlite({ filename }), collections, auth, log })
    await makeUser(cms, 'wrong@x.org')
    const inactive = await makeUser(cms, 'inactive@x.org')
    await cms.update('users', inactive.id, { active: false })
    await cms.create('users', { email: 'outside@x.org' })
    for (let n = 0; n < 100; n++) await cms.create('posts', { title: `Post ${n}` })
    await cms.stop()
    COST.N = cheap
  })

  afterEach(() => {
    for (const child of children.splice(0)) child.disconnect()
  })

  after(() => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(filename + suffix, { force: true })
  })

  it('is the same for unknown, wrong, inactive and password-less accounts, within 5 %', async () => {
    const origin = await served(16384)
    const measured: string[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const medians = await medianTimes(origin, ['unknown', 'wrong', 'inactive', 'outside'])
      const times = [...medians.values()]
      if (Math.max(...times) / Math.min(...times) < 1.05) return
      measured.push([...medians].map(([kind, median]) => `${kind} ${median.toFixed(1)} ms`).join(', '))
    }
    expect.fail(`no round within 5 %: ${measured.join('; ')}`)
  })

  it('leaves 99 of 100 reads under 200 ms while fifty people sign in', async () => {
    const origin = await served(131072)
    const reads: number[] = []
    let busy = true
    const reading = (async () => {
      while (busy) {
        const begun = performance.now()
        await (await fetch(`${origin}/posts?limit=10`)).arrayBuffer()
        reads.push(performance.now() - begun)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    })()
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => (await login(origin, `nobody${n}@x.org`, 'whatever it is')).status),
    )
    busy = false
    await reading
    expect(new Set(statuses)).to.deep.equal(new Set([401]))
    expect(reads.length).to.be.greaterThan(100)
    expect(reads.sort((a, b) => a - b)[Math.floor(reads.length * 0.99)]!).to.be.lessThan(200)
  })
})
