/** How long a sign-in takes says nothing about the account, and many at once leave reads alone. */
import { type ChildProcess, fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite.ts'
import { COST } from '../../lib/auth/passwords.ts'
import { createCms } from '../../lib/cms.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { SECRET, temporaryFile } from '../harness/start.ts'

const SAMPLES = 200
const collections = [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] }]
const auth = { maxLoginAttempts: 100_000 }

describe('features/sessions: time', function () {
  this.timeout(180_000)
  const filename = temporaryFile('.db')
  const log = { info: () => undefined, warn: () => undefined, error: console.error }

  async function served(cost: number): Promise<{ child: ChildProcess; origin: string }> {
    const child = fork(
      new URL('../harness/served.ts', import.meta.url).pathname,
      [filename, String(cost), JSON.stringify({ collections, auth })],
      {
        execArgv: ['--import', 'tsx'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    const port = await new Promise((resolve) => child.once('message', resolve))
    return { child, origin: `http://127.0.0.1:${port}/api/cms` }
  }
  const login = (origin: string, email: string, password: string) =>
    fetch(`${origin}/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })

  after(() => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(filename + suffix, { force: true })
  })

  it('is the same for unknown, wrong, inactive and password-less accounts, within 5 %', async () => {
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

    const { child, origin } = await served(16384)
    const times = new Map<string, number[]>(['unknown', 'wrong', 'inactive', 'outside'].map((kind) => [kind, []]))
    for (let sample = -10; sample < SAMPLES; sample++) {
      for (const [kind, list] of times) {
        const begun = performance.now()
        const answer = await login(origin, `${kind}@x.org`, kind === 'inactive' ? PASSWORD : 'not the password')
        await answer.arrayBuffer()
        if (sample >= 0) list.push(performance.now() - begun)
        expect(answer.status).to.equal(401)
      }
    }
    child.disconnect()
    const medians = [...times.values()].map((list) => list.sort((a, b) => a - b)[SAMPLES / 2]!)
    expect(
      Math.max(...medians) / Math.min(...medians),
      [...times.keys()].map((kind, index) => `${kind} ${medians[index]!.toFixed(1)} ms`).join(', '),
    ).to.be.lessThan(1.05)
  })

  it('leaves 99 of 100 reads under 200 ms while fifty people sign in', async () => {
    const { child, origin } = await served(131072)
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
    child.disconnect()
    expect(new Set(statuses)).to.deep.equal(new Set([401]))
    expect(reads.length).to.be.greaterThan(100)
    expect(reads.sort((a, b) => a - b)[Math.floor(reads.length * 0.99)]!).to.be.lessThan(200)
  })
})
