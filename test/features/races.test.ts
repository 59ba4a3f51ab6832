/** People in a hurry, in two processes on one database: of two things that can't both be, one is. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres/index.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { Caller, system } from '../../lib/actor.ts'
import { mailLink } from '../../lib/auth/mailed-links.ts'
import { createCms } from '../../lib/cms.ts'
import { unseal } from '../../lib/events/seal.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn, inDepth } from '../harness/depth.ts'
import { Browser, makeUser, PASSWORD } from '../harness/people.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { end, SECRET, temporaryFile } from '../harness/start.ts'

const ROUNDS = inDepth(25, 100)
const AUTH = {
  roles: ['admin', 'editor', 'reader'],
  members: { roles: ['reader'], signup: { role: 'reader', verifyEmail: false } },
  maxLoginAttempts: 5,
}

interface Place {
  name: string
  make(): { where: string; db: any; clean(): void }
}

const PLACES: readonly Place[] = [
  {
    name: 'SQLite',
    make() {
      const filename = temporaryFile('.db')
      return {
        where: filename,
        db: sqlite({ filename }),
        clean() {
          for (const suffix of ['', '-wal', '-shm']) rmSync(filename + suffix, { force: true })
        },
      }
    },
  },
  {
    name: 'Postgres',
    make() {
      const schema = `t${randomBytes(6).toString('hex')}`
      return { where: `${postgresUrl()} ${schema}`, db: postgres({ url: postgresUrl(), schema }), clean: () => undefined }
    },
  },
]

for (const place of drawn(PLACES, 'races')) {
  describe(`features: races of two processes on one ${place.name}`, function () {
    this.timeout(120_000)
    let cms: Handle
    let made: ReturnType<Place['make']>
    let children: ChildProcess[]
    let origins: string[]

    before(async () => {
      made = place.make()
      const email = { name: 'nowhere', send: async () => undefined }
      cms = await createCms({ secret: SECRET, db: made.db, auth: AUTH, email, log: { info() {}, warn() {}, error: console.error } })
      children = [0, 1].map(() =>
        fork(new URL('../harness/served.ts', import.meta.url).pathname, [made.where, '1024', JSON.stringify({ auth: AUTH })], {
          execArgv: ['--import', 'tsx'],
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        }),
      )
      origins = await Promise.all(
        children.map((child) => new Promise<string>((resolve) => child.once('message', (port) => resolve(`http://127.0.0.1:${port}`)))),
      )
    })
    after(async () => {
      for (const child of children ?? []) child.disconnect()
      await end(cms)
      made.clean()
    })

    const post = async (n: number, path: string, body: object) =>
      fetch(`${origins[n % 2]}/api/cms${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const empty = async (...tables: string[]) => {
      const { table } = cms.engine.store.dialect
      for (const name of tables) await cms.engine.store.exclusively((connection) => connection.all(`delete from ${table(name)}`))
    }
    const nobody = () => empty('users', '$sessions', '$credentials', '$attempts', '$links')
    const forgetAttempts = () => empty('$attempts')
    const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

    it('makes one first admin @long', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await nobody()
        const answers = await Promise.all(
          [0, 1, 2, 3].map((n) => post(n, '/users/first-register', { email: `r${round}n${n}@x.org`, password: PASSWORD })),
        )
        const statuses = answers.map((one) => one.status)
        expect([count(statuses, 201), count(statuses, 403)], `round ${round}: ${statuses}`).to.deep.equal([1, 3])
        expect(await cms.count('users')).to.equal(1)
      }
    })

    it('keeps one of two admins who demote each other', async () => {
      await nobody()
      const admins = [await makeUser(cms, 'a@x.org', { role: 'admin' }), await makeUser(cms, 'b@x.org', { role: 'admin' })]
      const browsers = [await new Browser(origins[0]).login('a@x.org'), await new Browser(origins[1]).login('b@x.org')]
      for (let round = 0; round < ROUNDS; round++) {
        for (const { id } of admins) await cms.update('users', id, { role: 'admin' })
        const answers = await Promise.all([0, 1].map((n) => browsers[n]!.patch(`/users/${admins[1 - n]!.id}`, { role: 'editor' })))
        const statuses = answers.map((one) => one.status)
        expect(count(statuses, 200), `round ${round}: ${statuses}`).to.equal(1)
        expect(await cms.count('users', { where: { role: { equals: 'admin' }, active: { equals: true } } })).to.equal(1)
      }
    })

    it('lets one of fifty use a link @long', async () => {
      await nobody()
      const user = await makeUser(cms, 'link@x.org')
      for (let round = 0; round < ROUNDS; round++) {
        await forgetAttempts()
        const link = await mailLink(cms.engine, 'reset', { id: user.id, email: user.email, role: 'editor' }, new Caller(system))
        const token = await tokenOf(cms, link)
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, n) => post(n, '/users/reset-password', { token, password: `password ${n}` })),
        )
        const statuses = answers.map((one) => one.status)
        expect(count(statuses, 200), `round ${round}: ${statuses}`).to.equal(1)
        expect(count(statuses, 500)).to.equal(0)
      }
    })

    it('makes one user of an address that signs up many times @long', async () => {
      await nobody()
      await makeUser(cms, 'boss@x.org', { role: 'admin' })
      const { token } = (await (await fetch(`${origins[0]}/api/cms/users/signup`)).json()) as { token: string }
      await new Promise((resolve) => setTimeout(resolve, 2100))
      for (let round = 0; round < ROUNDS; round++) {
        await forgetAttempts()
        const email = `same${round}@x.org`
        const answers = await Promise.all([0, 1, 2, 3].map((n) => post(n, '/users/signup', { email, password: PASSWORD, token })))
        const statuses = answers.map((one) => one.status)
        expect([count(statuses, 201), count(statuses, 400)], `round ${round}: ${statuses}`).to.deep.equal([1, 3])
        expect(await cms.count('users', { where: { email: { equals: email } } })).to.equal(1)
      }
    })

    it('runs scrypt five times for a burst of two hundred wrong passwords @long', async () => {
      await nobody()
      await makeUser(cms, 'burst@x.org')
      const runs = async () =>
        (await Promise.all(origins.map(async (origin) => Number(await (await fetch(`${origin}/runs`)).text())))).reduce((a, b) => a + b, 0)
      for (let round = 0; round < ROUNDS; round++) {
        await forgetAttempts()
        const before = await runs()
        const answers = await Promise.all(
          Array.from({ length: 200 }, (_, n) => post(n, '/users/login', { email: 'burst@x.org', password: `wrong ${n}` })),
        )
        const statuses = answers.map((one) => one.status)
        expect([count(statuses, 401), count(statuses, 429)], `round ${round}`).to.deep.equal([5, 195])
        expect((await runs()) - before, `round ${round}`).to.equal(5)
      }
    })
  })
}

/** Writes a link as a mail would hold it, and takes its token out of the mail. */
async function tokenOf(cms: Handle, link: Awaited<ReturnType<typeof mailLink>>): Promise<string> {
  await cms.engine.store.commit({ writes: link.writes })
  const mail = link.writes
    .at(-1)!
    .values.map(String)
    .find((value) => unseal(SECRET, value) !== undefined)!
  return /token=([\w-]{43})/.exec(unseal(SECRET, mail)!)![1]!
}
