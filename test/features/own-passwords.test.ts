/** A new password or email of one's own needs the current password: callers × what changes × what they enter, and every door to a user's account. */
import { expect } from 'chai'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, onePairAtLength, type Started, start } from '../harness/start.ts'
import { ROWS } from '../http/matrix.rows.ts'

const NEXT = 'a brand new password'
const ENTERED = { right: PASSWORD, wrong: 'not the password', long: 'x'.repeat(2000), missing: undefined, empty: '', null: null }
const WRONG = { field: 'currentPassword', message: 'is wrong', reason: 'wrong-password', code: 'VALIDATION' }
const MISSING = { field: 'currentPassword', message: 'is required', reason: 'required', code: 'REQUIRED' }

/** What each route that may change a user does with `password`, sent by the session of that user. */
const DOORS: Record<string, { path?: string; asks: boolean }> = {
  'POST /:collection': { path: '/users', asks: false },
  'PATCH /:collection/:id': { path: '/users/:id', asks: true },
  'POST /:collection/:id/autosave': { path: '/users/:id/autosave', asks: false },
  'POST /:collection/:id/discard-draft': { path: '/users/:id/discard-draft', asks: false },
  'POST /:collection/:id/unpublish': { path: '/users/:id/unpublish', asks: false },
  'POST /:collection/:id/versions/:version/restore': { path: '/users/:id/versions/:version/restore', asks: false },
  'POST /:collection/:id/schedule': { path: '/users/:id/schedule', asks: false },
  'POST /:collection/:id/recover': { path: '/users/:id/recover', asks: false },
  'POST /:collection/:id/move': { path: '/users/:id/move', asks: false },
  'POST /:collection/:id/preview': { path: '/users/:id/preview', asks: false },
  'POST /:collection/preview': { path: '/users/preview', asks: false },
  'POST /:collection/:id/presence': { path: '/users/:id/presence', asks: false },
  'POST /users/first-register': { asks: false },
  'POST /users/forgot-password': { asks: false },
  'POST /users/reset-password': { asks: false },
  'POST /users/:id/password-link': { path: '/users/:id/password-link', asks: false },
  'POST /users/signup': { asks: false },
  'POST /users/verify-email': { asks: false },
}

describe('features/own passwords', () => {
  onePairAtLength('own passwords')((host, database) => {
    let started: Started
    const clock = new MovedClock()
    const hooked: unknown[] = []
    let made = 0

    before(async () => {
      started = await start(host, database, {
        clock,
        audit: true,
        apiKeys: true,
        auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
        collections: [
          {
            slug: 'users',
            versions: true,
            hooks: { beforeValidate: ({ data }: any) => void hooked.push(data), afterChange: (facts: object) => void hooked.push(facts) },
          },
        ],
        endpoints: [
          {
            method: 'post',
            path: '/mine',
            handler: async ({ cms, user, json }: any) => ({ id: (await cms.update('users', user.id, await json())).id }),
          },
        ],
      })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
    })
    after(() => end(started?.cms))

    const person = async (more: object = {}) => makeUser(started.cms, `p${++made}@example.org`, { active: true, ...more })
    const browser = () => new Browser(started.listener)
    const isPassword = async (email: string, password: string) => (await browser().post('/users/login', { email, password })).status === 200

    for (const role of ['admin', 'editor', 'reader'])
      for (const [kind, currentPassword] of Object.entries(ENTERED))
        for (const by of ['cookie', 'bearer'])
          it(`${role}, ${by}: their own, the current one ${kind}`, async () => {
            const { id, email } = await person({ role })
            const one = await browser().login(email)
            if (by === 'bearer') {
              one.headers = { authorization: `Bearer ${one.token}` }
              one.cookies.clear()
            }
            const answer = await one.patch(`/users/${id}`, { name: 'N', password: NEXT, currentPassword })
            const isRight = kind === 'right'
            expect(answer.status, answer.text).to.equal(isRight ? 200 : 400)
            expect(answer.text).to.not.include(NEXT).and.not.include('not the password')
            if (!isRight) expect(answer.body.errors).to.deep.equal([currentPassword ? WRONG : MISSING])
            else expect(answer.body).to.not.have.any.keys('password', 'currentPassword')
            expect(await isPassword(email, isRight ? NEXT : PASSWORD)).to.equal(true)
          })

    for (const role of ['admin', 'editor', 'reader'])
      for (const [kind, currentPassword] of Object.entries(ENTERED))
        it(`${role}: their own email, the current password ${kind}`, async () => {
          const { id, email } = await person({ role })
          const one = await browser().login(email)
          const next = `next-${email}`
          const answer = await one.patch(`/users/${id}`, { name: 'N', email: next, currentPassword })
          const isRight = kind === 'right'
          expect(answer.status, answer.text).to.equal(isRight ? 200 : 400)
          if (!isRight) expect(answer.body.errors).to.deep.equal([currentPassword ? WRONG : MISSING])
          expect((await one.get('/users/me')).body.user).to.include(isRight ? { email: next, name: 'N' } : { email })
          expect(await isPassword(isRight ? next : email, PASSWORD)).to.equal(true)
        })

    it('nothing else about oneself needs it, and it is refused nowhere else', async () => {
      const { id, email } = await person()
      const one = await browser().login(email)
      for (const body of [
        { name: 'A' },
        { password: '' },
        { password: null },
        { name: 'C', email: ` ${email.toUpperCase()}` },
        { name: 'B', currentPassword: 'whatever' },
      ])
        expect((await one.patch(`/users/${id}`, body)).status, JSON.stringify(body)).to.equal(200)
      expect((await one.patch(`/users/${id}`, { password: 'short', currentPassword: PASSWORD })).body.errors[0].field).to.equal('password')
      expect(await isPassword(email, PASSWORD)).to.equal(true)
    })

    it('admins set the password and email of others without it', async () => {
      const { id, email } = await person()
      const boss = await browser().login('boss@example.org')
      expect((await boss.patch(`/users/${id}`, { password: NEXT, email: `next-${email}` })).status).to.equal(200)
      expect(await isPassword(`next-${email}`, NEXT)).to.equal(true)
    })

    it('people who have none yet choose one without it, once', async () => {
      const { id, email } = await person()
      const one = await browser().login(email)
      const { store } = started.cms.engine
      const { table, quote: q, native } = store.dialect
      await store.atomically((connection) => connection.all(native(`delete from ${table('$credentials')} where ${q('user')} = ?`), [id]))
      expect((await one.patch(`/users/${id}`, { email: `${email}.uk` })).status).to.equal(200)
      expect((await one.patch(`/users/${id}`, { email, password: NEXT })).status).to.equal(200)
      one.csrfToken = (await one.get('/users/me')).body.csrfToken
      expect((await one.patch(`/users/${id}`, { password: 'yet another one' })).body.errors).to.deep.equal([MISSING])
      expect(await isPassword(email, NEXT)).to.equal(true)
    })

    it('your own code needs it for the session of a request, and not where there is none', async () => {
      const { id, email } = await person()
      const one = await browser().login(email)
      expect((await one.post('/mine', { password: NEXT })).body.errors).to.deep.equal([MISSING])
      expect((await one.post('/mine', { email: `next-${email}` })).body.errors).to.deep.equal([MISSING])
      expect((await one.post('/mine', { password: NEXT, currentPassword: PASSWORD })).status).to.equal(200)
      await started.cms.update('users', id, { password: 'set by the system' })
      expect(await isPassword(email, 'set by the system')).to.equal(true)
      const { user } = await started.cms.auth.login({ email, password: 'set by the system' })
      await started.cms.as(user).update('users', id, { password: 'set by a job', email: `next-${email}` })
      expect(await isPassword(`next-${email}`, 'set by a job')).to.equal(true)
    })

    it('no hook, version, audit entry or log line has it, and the audit log has the failures', async () => {
      const { id, email } = await person()
      const one = await browser().login(email)
      await one.patch(`/users/${id}`, { password: NEXT, currentPassword: 'canary, which is wrong' })
      hooked.length = 0
      await one.patch(`/users/${id}`, { name: 'M', password: NEXT, currentPassword: PASSWORD })
      const { store } = started.cms.engine
      const rows = await Promise.all(['users', '$versions'].map((name) => store.read(`select * from ${store.dialect.table(name)}`)))
      const { docs } = await started.cms.audit.find({ target: 'users', doc: id })
      const facts = hooked.map((one: any) => [one, one.data, one.doc, one.originalDoc, one.previousDoc])
      const visible = JSON.stringify([rows, docs, facts, started.logged], (key, value) =>
        ['req', 'cms'].includes(key) ? undefined : value,
      )
      for (const secret of [NEXT, PASSWORD, 'canary', 'currentPassword']) expect(visible).to.not.include(secret)
      const actions = docs.map(({ action, actor }) => [action, actor?.email])
      expect(actions).to.deep.include(['password.failed', email])
    })

    it('wrong ones count as failures to sign in, and too many refuse the right one', async () => {
      const { id, email } = await person()
      const one = await browser().login(email)
      const sent = (currentPassword: string) => one.patch(`/users/${id}`, { password: NEXT, currentPassword })
      for (let n = 0; n < 3; n++) expect((await sent('not the password')).status).to.equal(400)
      for (let n = 0; n < 2; n++) await browser().post('/users/login', { email, password: 'not the password' })
      const locked = await sent(PASSWORD)
      expect(locked.status).to.equal(429)
      expect(locked.headers['retry-after']).to.match(/^\d+$/)
      expect(locked.body.errors[0].code).to.equal('TOO_MANY')
      expect((await browser().post('/users/login', { email, password: PASSWORD })).status).to.equal(429)
      clock.forward(3600)
      expect((await sent(PASSWORD)).status).to.equal(200)
    })

    it('every route that may change a user is a known door, and none lets a password or email in', async () => {
      const isDoor = ({ method, route }: { method: string; route: string }) =>
        method !== 'GET' && method !== 'DELETE' && /^\/(:collection|users)(\/|$)/.test(route) && !/\/(login|logout)$/.test(route)
      const routes = ROWS.map(({ route }) => ({ method: route.split(/\s+/)[0]!, route: route.split(/\s+/)[1]! }))
      const doors = new Set(routes.filter(isDoor).map(({ method, route }) => `${method} ${route}`))
      expect([...doors].sort()).to.deep.equal(Object.keys(DOORS).sort())
      for (const role of ['admin', 'editor']) {
        const { id, email } = await person({ role })
        const one = await browser().login(email)
        const { docs } = await started.cms.findVersions('users', id)
        for (const [route, { path, asks }] of Object.entries(DOORS)) {
          const [method = '', known = ''] = route.split(' ')
          const address = (path ?? known).replace(':id', String(id)).replace(':version', String(docs[0]!.id))
          for (const stolen of [
            { email, password: NEXT },
            { email: `stolen-${email}`, password: PASSWORD },
          ]) {
            const body = { ...stolen, doc: stolen, data: stolen, at: '2099-01-01T00:00:00Z', action: 'publish' }
            const answer = await one.send(method.toLowerCase() as 'post', address, body)
            if (asks) expect(answer.body.errors, route).to.deep.equal([MISSING])
            const { docs: people } = await started.cms.find('users', { where: { id: { equals: id } }, limit: 1 })
            expect(people[0]?.email, `${route}: ${answer.status} ${answer.text}`).to.equal(email)
            expect(await isPassword(email, NEXT), `${route}: ${answer.status} ${answer.text}`).to.equal(false)
          }
          clock.forward(3600)
        }
      }
    })
  })
})
