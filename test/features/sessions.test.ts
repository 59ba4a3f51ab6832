/** Signing in, what a session is good for, and everything that must end it. */
import { expect } from 'chai'
import { Browser, type Made, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const ORIGIN = 'https://site.example'

describe('features/sessions', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let admin: Made
    let ed: Made
    const browser = () => new Browser(started.listener)

    before(async () => {
      started = await start(host, database, {
        clock,
        cors: ['https://reader.example'],
        auth: { trustedOrigins: [ORIGIN], tokenExpiration: 3600 },
        collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
      })
      admin = await makeUser(started.cms, 'admin@example.org', { role: 'admin', name: 'Ada' })
      ed = await makeUser(started.cms, 'ed@example.org')
    })
    after(() => end(started?.cms))
    afterEach(() => {
      expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      clock.forward(1000)
    })

    it('signs in with the email in any form, and answers user, end and CSRF token', async () => {
      const one = browser()
      const answer = await one.post('/users/login', { email: '  ED@Example.org ', password: PASSWORD })
      expect(answer.status).to.equal(200)
      expect(answer.body.user).to.include({ id: ed.id, email: 'ed@example.org', role: 'editor', active: true, name: null })
      expect(answer.body.user).to.not.have.any.keys('password', 'hash')
      expect(answer.body.exp).to.equal(new Date(clock.now().getTime() + 3600_000).toISOString())
      const cookies = answer.headers['set-cookie'] as unknown as string[]
      expect(cookies[0]).to.match(/^svc-session=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(cookies[1]).to.match(/^svc-csrf=[\w-]{43}; Max-Age=3600; Path=\/; SameSite=Lax$/)
      expect(one.cookies.get('svc-csrf')).to.equal(answer.body.csrfToken)
      const me = await one.get('/users/me')
      expect(me.body).to.deep.equal({ user: answer.body.user, csrfToken: answer.body.csrfToken })
      expect(me.headers['cache-control']).to.equal('no-store')
    })

    it('says the same to unknown, wrong and inactive', async () => {
      const gone = await makeUser(started.cms, 'gone@example.org')
      await started.cms.update('users', gone.id, { active: false })
      for (const given of [
        { email: 'nobody@example.org', password: PASSWORD },
        { email: ed.email, password: 'wrong password' },
        { email: gone.email, password: PASSWORD },
        { email: ed.email, password: 'x'.repeat(2000) },
      ]) {
        const answer = await browser().post('/users/login', given)
        expect(answer.status).to.equal(401)
        expect(answer.body.errors).to.deep.equal([
          { message: 'Invalid email or password', reason: 'wrong-credentials', code: 'UNAUTHENTICATED' },
        ])
        expect(answer.headers['set-cookie']).to.equal(undefined)
      }
    })

    it('refuses what is missing or no text', async () => {
      for (const [body, field, message] of [
        [{ password: PASSWORD }, 'email', 'is required'],
        [{ email: ed.email }, 'password', 'is required'],
        [{ email: '', password: PASSWORD }, 'email', 'is required'],
        [{ email: ['ed@example.org'], password: PASSWORD }, 'email', 'must be a string'],
        [{ email: ed.email, password: 12345678 }, 'password', 'must be a string'],
        [{ email: { equals: ed.email }, password: PASSWORD }, 'email', 'must be a string'],
        [{ email: 'x'.repeat(900_000), password: PASSWORD }, 'email', 'must be at most 254 characters'],
      ] as const) {
        const answer = await browser().post('/users/login', body)
        expect(answer.status, JSON.stringify(body)).to.equal(400)
        expect(answer.body.errors[0]).to.include({ field, message })
      }
    })

    it('is nobody without a session, with a dead one, and after its end', async () => {
      expect((await browser().get('/users/me')).body).to.deep.equal({ user: null })
      const dead = browser()
      dead.cookies.set('svc-session', 'A'.repeat(43))
      expect((await dead.get('/users/me')).body).to.deep.equal({ user: null })
      expect((await dead.get('/notes')).status).to.equal(401)
      const one = await browser().login(ed.email)
      clock.forward(3599)
      expect((await one.get('/notes')).status).to.equal(200)
      clock.forward(2)
      expect((await one.get('/notes')).status).to.equal(401)
      expect((await one.get('/users/me')).body).to.deep.equal({ user: null })
    })

    it('ends sessions by both locks when somebody is deactivated: the rows are gone, and rows that were left would open nothing', async () => {
      const { cms } = started
      const left = await makeUser(cms, 'left@example.org')
      const one = await browser().login(left.email)
      await cms.update('users', left.id, { active: false })
      await cms.update('users', left.id, { active: true })
      expect((await one.get('/notes')).status, 'a session that had ended').to.equal(401)

      const other = await browser().login(left.email)
      const { store } = cms.engine
      const { table, quote: q, native, bind } = store.dialect
      const setActive = (isActive: boolean) =>
        store.atomically((connection) =>
          connection.all(native(`update ${table('users')} set ${q('active')} = ? where ${q('id')} = ?`), [
            bind('boolean', isActive),
            left.id,
          ]),
        )
      await setActive(false)
      expect((await other.get('/notes')).status, 'a session of an inactive user').to.equal(401)
      await setActive(true)
      expect((await other.get('/notes')).status).to.equal(200)
    })

    it('lets a dead cookie sign in again, without a CSRF token', async () => {
      const one = browser()
      one.cookies.set('svc-session', 'B'.repeat(43))
      expect((await one.post('/users/login', { email: ed.email, password: PASSWORD })).status).to.equal(200)
    })

    it('takes the token as a bearer, without a CSRF token', async () => {
      const one = await browser().login(ed.email)
      const bearer = browser()
      bearer.headers = { authorization: `Bearer ${one.token}` }
      expect((await bearer.post('/notes', { text: 'by bearer' })).status).to.equal(201)
      bearer.headers = { authorization: `bearer   ${one.token}` }
      expect((await bearer.get('/users/me')).body.user.id).to.equal(ed.id)
      bearer.headers = { authorization: `Bearer ${one.token}x` }
      expect((await bearer.get('/users/me')).body).to.deep.equal({ user: null })
      bearer.headers = { authorization: 'Basic c3RhZ2luZzpzZWNyZXQ=' }
      bearer.cookies.set('svc-session', one.token!)
      expect((await bearer.get('/users/me')).body.user.id).to.equal(ed.id)
      bearer.csrfToken = undefined
      expect((await bearer.post('/notes', { text: 'x' })).status).to.equal(403)
    })

    it('asks a cookie session for its CSRF token on every change', async () => {
      const one = await browser().login(ed.email)
      const other = await browser().login(admin.email)
      const { csrfToken } = one
      expect((await one.post('/notes', { text: 'mine' })).status).to.equal(201)
      for (const token of [undefined, '', 'x', other.csrfToken, `${csrfToken}x`, csrfToken!.toUpperCase()]) {
        one.csrfToken = token
        for (const [method, path] of [
          ['post', '/notes'],
          ['patch', '/notes/1'],
          ['delete', '/notes/1'],
          ['post', '/users/login'],
          ['post', '/users/logout'],
          ['put', '/nowhere'],
        ] as const) {
          const answer = await one.send(method, path, method === 'delete' ? undefined : {})
          expect(answer.status, `${method} ${path} ${token}`).to.equal(403)
          expect(answer.body.errors[0]).to.include({ code: 'CSRF' })
          expect(answer.body.errors[0].message).to.match(/^CSRF check failed/)
        }
      }
      one.csrfToken = csrfToken
      expect((await one.get('/users/me')).body.user.id).to.equal(ed.id)
    })

    it('takes changes from its own origin and trusted ones alone', async () => {
      const one = await browser().login(ed.email)
      const status = async (headers: Record<string, string>) => {
        one.headers = headers
        return (await one.post('/notes', { text: 'x' })).status
      }
      expect(await status({ origin: ORIGIN })).to.equal(201)
      expect(await status({ origin: 'http://cms.test', host: 'cms.test' })).to.equal(201)
      for (const origin of ['https://evil.example', 'https://reader.example', 'null', `${ORIGIN}.evil.example`, 'https://site.example:444'])
        expect(await status({ origin }), origin).to.equal(403)
      expect(await status({ 'sec-fetch-site': 'cross-site' })).to.equal(403)
      expect(await status({ 'sec-fetch-site': 'same-origin' })).to.equal(201)
      expect(await status({ origin: 'https://evil.example', authorization: 'Basic eDp5' })).to.equal(403)
      const visitor = browser()
      visitor.headers = { origin: 'https://reader.example' }
      expect((await visitor.post('/notes', {})).status).to.equal(401)
    })

    it('gives a trusted page on another site cookies that are kept apart for it', async () => {
      const one = browser()
      one.headers = { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }
      const answer = await one.post('/users/login', { email: ed.email, password: PASSWORD })
      for (const line of answer.headers['set-cookie'] as unknown as string[]) expect(line).to.match(/Secure; Partitioned; SameSite=None/)
      expect(answer.headers['access-control-allow-credentials']).to.equal('true')
    })

    it('ends all sessions of a user at logout', async () => {
      const here = await browser().login(ed.email)
      const there = await browser().login(ed.email)
      const other = await browser().login(admin.email)
      const kept = there.token
      const answer = await here.post('/users/logout')
      expect(answer.status).to.equal(200)
      expect(here.cookies.size).to.equal(0)
      there.cookies.set('svc-session', kept!)
      expect((await there.get('/users/me')).body).to.deep.equal({ user: null })
      expect((await other.get('/users/me')).body.user.id).to.equal(admin.id)
      expect((await browser().post('/users/logout')).status).to.equal(200)
    })

    it('ends them with a new password, when deactivated, and when deleted', async () => {
      const boss = await browser().login(admin.email)
      for (const [what, change] of [
        ['password', (id: number) => boss.patch(`/users/${id}`, { password: 'another password' })],
        ['active', (id: number) => boss.patch(`/users/${id}`, { active: false })],
        ['delete', (id: number) => boss.delete(`/users/${id}`)],
      ] as const) {
        const made = await makeUser(started.cms, `${what}@example.org`)
        const one = await browser().login(made.email)
        expect((await change(made.id)).status).to.equal(200)
        expect((await one.get('/users/me')).body, what).to.deep.equal({ user: null })
        const again = await browser().post('/users/login', made.email ? { email: made.email, password: PASSWORD } : {})
        expect(again.status, what).to.equal(401)
      }
    })

    it('hands fresh cookies to the browser that changes its own password', async () => {
      const made = await makeUser(started.cms, 'fresh@example.org')
      const [here, there] = [await browser().login(made.email), await browser().login(made.email)]
      const before = here.token
      const answer = await here.patch(`/users/${made.id}`, { password: 'a brand new one', currentPassword: PASSWORD })
      expect(answer.status).to.equal(200)
      expect(answer.text).to.not.include('brand new')
      expect(here.token).to.not.equal(before)
      here.csrfToken = (await here.get('/users/me')).body.csrfToken
      expect((await here.post('/notes', { text: 'still here' })).status).to.equal(201)
      expect((await there.get('/users/me')).body).to.deep.equal({ user: null })
    })

    it('uses the role as it is now, not as it was at sign-in', async () => {
      const made = await makeUser(started.cms, 'rise@example.org')
      const one = await browser().login(made.email)
      expect((await one.post('/users', { email: 'x@example.org', password: PASSWORD })).status).to.equal(403)
      await started.cms.update('users', made.id, { role: 'admin' })
      expect((await one.post('/users', { email: 'x@example.org', password: PASSWORD })).status).to.equal(201)
      await started.cms.update('users', made.id, { role: 'editor' })
      expect((await one.post('/users', { email: 'y@example.org', password: PASSWORD })).status).to.equal(403)
    })

    it('locks an email and address after five failures, for a window, also for the right password', async () => {
      const made = await makeUser(started.cms, 'lock@example.org')
      const wrong = () => browser().post('/users/login', { email: made.email, password: 'wrong password' })
      for (let n = 0; n < 4; n++) expect((await wrong()).status).to.equal(401)
      await browser().login(made.email)
      for (let n = 0; n < 5; n++) {
        expect((await wrong()).status).to.equal(401)
        clock.forward(10)
      }
      for (const password of ['wrong password', PASSWORD]) {
        const answer = await browser().post('/users/login', { email: 'LOCK@example.org', password })
        expect(answer.status).to.equal(429)
        expect(answer.headers['retry-after']).to.equal('850')
        expect(answer.body.errors[0].code).to.equal('TOO_MANY')
      }
      await browser().login(ed.email)
      clock.forward(849)
      expect((await wrong()).status).to.equal(429)
      clock.forward(2)
      await browser().login(made.email)
    })

    it('signs in from code, under the same limits', async () => {
      const { auth } = started.cms
      const { user, token, csrfToken } = await auth.login({ email: 'ED@example.org', password: PASSWORD, ip: '10.0.0.1' })
      expect(user).to.include({ id: ed.id })
      const one = browser()
      one.cookies.set('svc-session', token)
      one.csrfToken = csrfToken
      expect((await one.post('/notes', { text: 'with a token from code' })).status).to.equal(201)
      expect(await auth.user(token)).to.include({ email: ed.email })
      await auth.logout(ed.id)
      expect(await auth.user(token)).to.equal(null)
      const refused = async () =>
        auth.login({ email: ed.email, password: 'wrong', ip: '10.0.0.1' }).then(
          () => 'in',
          (error) => error.code,
        )
      for (let n = 0; n < 5; n++) expect(await refused()).to.equal('UNAUTHENTICATED')
      expect(await refused()).to.equal('TOO_MANY')
    })

    it('limits one address that tries many accounts, and many addresses that try one', async () => {
      const tryIn = (email: string, ip: string, password = 'wrong') =>
        started.cms.auth.login({ email, password, ip }).then(
          () => 'in',
          (error) => error.code,
        )
      for (let n = 0; n < 100; n++) expect(await tryIn(`account${n}@example.org`, '10.0.0.7')).to.equal('UNAUTHENTICATED')
      expect(await tryIn('account100@example.org', '10.0.0.7')).to.equal('TOO_MANY')
      expect(await tryIn(ed.email, '10.0.0.7', PASSWORD)).to.equal('TOO_MANY')
      expect(await tryIn(ed.email, '10.0.0.8', PASSWORD)).to.equal('in')
      for (let n = 0; n < 50; n++) expect(await tryIn(ed.email, `10.0.1.${n}`)).to.equal('UNAUTHENTICATED')
      expect(await tryIn(ed.email, '10.0.2.1', PASSWORD)).to.equal('TOO_MANY')
      expect(await tryIn(admin.email, '10.0.2.1', PASSWORD)).to.equal('in')
    })

    it('keeps no token and no password where a thief of the database could use it', async () => {
      const one = await browser().login(ed.email)
      const { table } = started.cms.engine.store.dialect
      const rows = await Promise.all(
        ['$sessions', '$credentials', '$attempts', 'users'].map((name) => started.cms.engine.store.read(`select * from ${table(name)}`)),
      )
      const text = JSON.stringify(rows)
      for (const canary of [one.token!, one.csrfToken!, PASSWORD]) expect(text).to.not.include(canary)
      expect(text).to.include('scrypt$1024$8$1$')
      expect(JSON.stringify(started.logged)).to.not.include(one.token!)
    })
  })

  pairwise((host, database) => {
    it('tells onRequest who came with the session, and lets it replace them without losing the CSRF check', async () => {
      const calls: unknown[] = []
      const { cms, listener } = await start(host, database, {
        collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
        endpoints: [{ path: '/me-too', method: 'get', handler: ({ user, context }) => ({ user, context }) }],
        onRequest: ({ user, headers }) => {
          calls.push(user?.id ?? null)
          if (headers['x-as'] === 'nobody') return { user: null }
          return headers['x-as'] ? { user: { id: 99, role: 'admin', email: 'other@x.org' }, context: { tenant: 'a' } } : undefined
        },
      })
      const made = await makeUser(cms, 'ed@x.org')
      const one = await new Browser(listener).login('ed@x.org')
      expect((await one.get('/me-too')).body).to.deep.include({ context: {} })
      expect(calls.at(-1)).to.equal(made.id)
      one.headers = { 'x-as': 'other' }
      expect((await one.get('/me-too')).body).to.deep.equal({
        user: { id: 'host:99', role: 'admin', email: 'other@x.org' },
        context: { tenant: 'a' },
      })
      expect((await one.get('/users/me')).body.user).to.deep.equal({ id: 'host:99', role: 'admin', name: null, email: 'other@x.org' })
      expect((await one.post('/notes', {})).status).to.equal(201)
      one.headers = { 'x-as': 'other', 'x-csrf-token': 'wrong' }
      expect((await one.post('/notes', {})).status).to.equal(403)
      one.headers = { 'x-as': 'nobody' }
      expect((await one.get('/notes')).status).to.equal(401)
      await end(cms)
    })
  })
})
