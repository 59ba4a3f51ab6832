/** Published passport strategies as sign-in providers: OAuth 2 with and without a state of its own and PKCE, and a password that a strategy checks. */
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { type PassportOptions, passportProvider } from '../../adapters/passport.ts'
import type { AuthProvider } from '../../lib/auth/provider.ts'
import { CLIENT, OidcServer } from '../harness/oidc-server.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, end, everywhere, HOSTS, type Started, start } from '../harness/start.ts'
import { Tab } from '../harness/tab.ts'

const require = createRequire(import.meta.url)
const OAuth2Strategy = require('passport-oauth2')
const LocalStrategy = require('passport-local')

const FLAVOURS: Record<string, object> = {
  plain: {},
  stated: { state: true },
  proven: { state: true, pkce: true },
}

describe('features/sso with passport', () => {
  everywhere((host, database) => {
    const clock = new MovedClock()
    let outside: OidcServer
    let server: Server
    let origin: string
    let started: Started
    const verified: { path: string; protocol: string; hasSession: boolean; canLogin: boolean }[] = []
    const passwords: string[] = []
    let directory: 'up' | 'down' = 'up'

    /** Asks the provider who the token is of, as strategies do whose provider has no profile of a known shape. */
    const verify = (request: any, token: string, _refresh: string, _profile: object, done: (error: unknown, user?: object) => void) => {
      verified.push({
        path: request.originalUrl.split('?')[0],
        protocol: request.protocol,
        hasSession: typeof request.session.save === 'function',
        canLogin: typeof request.login === 'function',
      })
      fetch(`${outside.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
        .then((answer) => answer.json() as any)
        .then(({ sub, email, email_verified, name }) =>
          done(null, { id: sub, provider: 'outside.example', displayName: name, emails: [{ value: email, verified: email_verified }] }),
        )
        .catch(done)
    }

    function oauth(id: string, more: Partial<PassportOptions> = {}): AuthProvider {
      const strategy = new OAuth2Strategy(
        {
          authorizationURL: `${outside.issuer}/auth`,
          tokenURL: `${outside.issuer}/token`,
          clientID: CLIENT.id,
          clientSecret: CLIENT.secret,
          scope: ['openid', 'email', 'profile'],
          passReqToCallback: true,
          ...FLAVOURS[id],
        },
        verify,
      )
      return passportProvider(strategy, { id, name: `The ${id} one`, ...more })
    }

    const local = () =>
      passportProvider(
        new LocalStrategy((username: string, password: string, done: (error: unknown, user?: object | false, info?: object) => void) => {
          passwords.push(password)
          if (directory === 'down') return done(new Error('the directory is away'))
          if (password !== 'open sesame') return done(null, false, { message: `no, ${username}` })
          done(null, { id: username.toLowerCase(), displayName: 'Lee', emails: [{ value: `${username}@staff.example`, verified: true }] })
        }),
        { id: 'directory', name: 'Directory', kind: 'credentials' },
      )

    before(async () => {
      let listener: (request: any, response: any) => void = () => undefined
      server = createServer((request, response) => listener(request, response))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      outside = await new OidcServer().open(
        Object.keys(FLAVOURS).map((id) => `${origin}/api/cms/auth/${id}/callback`),
        { pkce: false },
      )
      started = await start(host, database, {
        clock,
        audit: true,
        auth: {
          providers: [oauth('plain'), oauth('stated'), oauth('proven'), local()],
          allowSignUp: { domains: ['staff.example'] },
        },
      })
      listener = started.listener
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
    })
    after(async () => {
      await end(started?.cms)
      await outside?.close()
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    })
    afterEach(() => {
      clock.forward(1000)
      directory = 'up'
    })

    const at = (path: string) => `${origin}/api/cms${path}`
    const isAdminPage = (url: URL) => url.origin === origin && url.pathname.startsWith('/admin')
    const isCallback = (url: URL) => url.origin === origin && url.pathname.endsWith('/callback')
    const me = async (tab: Tab): Promise<any> => ((await (await tab.visit(at('/users/me'))).json()) as any).user
    const come = (subject: string) => {
      outside.subject = subject
      outside.accounts.set(subject, { email: `${subject}@staff.example`, email_verified: true, name: subject })
    }
    const begun = async (id: string) => {
      const tab = new Tab()
      return { tab, back: await tab.follow(at(`/auth/${id}/login`), isCallback) }
    }
    const land = async (tab: Tab, url: URL) => new URL((await tab.visit(url.href)).headers.get('location')!, origin).search

    for (const flavour of Object.keys(FLAVOURS)) {
      describe(`passport-oauth2, ${JSON.stringify(FLAVOURS[flavour])}`, () => {
        it('signs in, up and links', async () => {
          come(`${flavour}-new`)
          const tab = new Tab()
          expect((await tab.follow(at(`/auth/${flavour}/login?redirect=/admin/c/posts`), isAdminPage)).pathname).to.equal('/admin/c/posts')
          expect(await me(tab)).to.include({ email: `${flavour}-new@staff.example`, name: `${flavour}-new`, role: 'editor' })
          expect(verified.at(-1)).to.deep.equal({
            path: `/api/cms/auth/${flavour}/callback`,
            protocol: 'http',
            hasSession: true,
            canLogin: true,
          })
          const again = new Tab()
          await again.follow(at(`/auth/${flavour}/login`), isAdminPage)
          expect((await me(again)).id).to.equal((await me(tab)).id)

          const made = await makeUser(started.cms, `${flavour}@example.org`)
          const linking = new Tab()
          const body = { email: made.email, password: PASSWORD }
          const { csrfToken } = (await (await linking.visit(at('/users/login'), { method: 'POST', body })).json()) as any
          come(`${flavour}-linked`)
          const headers = { 'x-csrf-token': csrfToken }
          const { url } = (await (await linking.visit(at(`/auth/${flavour}/link`), { method: 'POST', headers })).json()) as any
          expect((await linking.follow(url, isAdminPage)).search).to.equal('?sso=linked')
          const linked = new Tab()
          await linked.follow(at(`/auth/${flavour}/login`), isAdminPage)
          expect((await me(linked)).id).to.equal(made.id)
        })

        it('asks with PKCE and a state where it should, and is answered for its own question alone', async () => {
          come(`${flavour}-one`)
          const redirect = new URL((await new Tab().visit(at(`/auth/${flavour}/login`))).headers.get('location')!)
          expect(redirect.searchParams.get('state')).to.have.length.greaterThan(16)
          expect(redirect.searchParams.has('code_challenge')).to.equal(flavour === 'proven')

          const [one, other] = [await begun(flavour), await begun(flavour)]
          const victims = new Map(one.tab.jar(origin))
          expect(await land(one.tab, other.back), "another question's answer").to.equal('?sso=failed')
          for (const [name, value] of victims) one.tab.jar(origin).set(name, value)
          expect(await land(one.tab, one.back), 'a cookie that was used').to.equal('?sso=expired')
          expect(await land(new Tab(), other.back), 'a browser that asked nothing').to.equal('?sso=expired')

          for (const change of [
            (url: URL) => url.searchParams.set('state', 'x'),
            (url: URL) => url.searchParams.delete('state'),
            (url: URL) => url.searchParams.append('state', url.searchParams.get('state')!),
            (url: URL) => url.searchParams.set('code', 'another'),
            (url: URL) => url.searchParams.delete('code'),
          ]) {
            const { tab, back } = await begun(flavour)
            change(back)
            expect(await land(tab, back), String(change)).to.equal('?sso=failed')
            expect(await me(tab)).to.equal(null)
          }
          const { tab, back } = await begun(flavour)
          const otherProvider = flavour === 'plain' ? 'stated' : 'plain'
          expect(await land(tab, new URL(back.href.replace(`/${flavour}/`, `/${otherProvider}/`)))).to.equal('?sso=expired')
          outside.subject = undefined
          const refused = await new Tab().follow(at(`/auth/${flavour}/login`), isAdminPage)
          expect(refused.search).to.equal('?sso=cancelled')
          expect(started.logged.filter((entry) => entry.level === 'error')).to.deep.equal([])
        })
      })
    }

    it('runs many sign-ins with one strategy at a time', async () => {
      come('crowd')
      const tabs = Array.from({ length: 8 }, () => new Tab())
      for (const some of [tabs.slice(0, 1), tabs]) await Promise.all(some.map((tab) => tab.follow(at('/auth/proven/login'), isAdminPage)))
      const people = await Promise.all(tabs.map(me))
      for (const person of people) expect(person?.name).to.equal('crowd')
    })

    describe('passport-local', () => {
      const enter = (username: unknown, password: unknown, browser = new Browser(started.listener), path = 'login') =>
        browser.post(`/auth/directory/${path}`, { username, password })

      it('signs in and up, and links', async () => {
        const answer = await enter('lee', 'open sesame')
        expect(answer.status).to.equal(200)
        expect(answer.body.user).to.include({ email: 'lee@staff.example', name: 'Lee', role: 'editor' })
        expect(answer.body.csrfToken).to.be.a('string')
        expect(answer.headers['set-cookie']!.toString()).to.match(/svc-session=.+HttpOnly/)
        expect((await enter('LEE', 'open sesame')).body.user.id).to.equal(answer.body.user.id)

        const made = await makeUser(started.cms, 'dana@example.org')
        const dana = await new Browser(started.listener).login(made.email)
        const wrong = await enter('dana', 'wrong', dana, 'link')
        expect([wrong.status, wrong.body.errors[0].message]).to.deep.equal([400, 'Invalid username or password'])
        expect((await enter('lee', 'open sesame', dana, 'link')).body.url).to.equal('/admin/account?sso=taken')
        expect((await enter('dana', 'open sesame', dana, 'link')).body.url).to.equal('/admin/account?sso=linked')
        expect((await enter('dana', 'open sesame')).body.user.id).to.equal(made.id)
        expect((await enter('dana', 'open sesame', new Browser(started.listener), 'link')).status).to.equal(401)
      })

      it('answers every wrong password alike, and says why a right one is not enough', async () => {
        passwords.length = 0
        for (const [username, password] of [
          ['lee', 'wrong'],
          ['nobody', 'wrong'],
          ['lee', 'x'.repeat(2000)],
        ] as const) {
          const answer = await enter(username, password)
          expect(answer.status, username).to.equal(401)
          expect(answer.body).to.deep.equal({ errors: [{ message: 'Invalid username or password', code: 'UNAUTHENTICATED' }] })
          clock.forward(1000)
        }
        expect(passwords).to.deep.equal(['wrong', 'wrong'])
        for (const [username, password] of [
          [undefined, 'x'],
          ['lee', ''],
          [{ $ne: null }, 'open sesame'],
          ['lee', ['open sesame']],
          ['l'.repeat(300), 'open sesame'],
        ])
          expect((await enter(username, password)).status, JSON.stringify(username)).to.equal(400)
        await makeUser(started.cms, 'known@staff.example')
        expect((await enter('known', 'open sesame')).body.errors[0]).to.include({ code: 'FORBIDDEN', reason: 'link-first' })
        const { docs } = await started.cms.audit.find({ action: 'login.failed' })
        expect(docs[0]).to.deep.include({ detail: { provider: 'directory', username: 'lee' } })
      })

      it('is under the login limits, counted before the strategy is asked', async () => {
        passwords.length = 0
        const burst = await Promise.all(Array.from({ length: 12 }, (_, n) => enter(n % 2 ? 'victim' : 'VICTIM', 'wrong')))
        expect(burst.filter(({ status }) => status === 401)).to.have.length(5)
        expect(burst.filter(({ status }) => status === 429)).to.have.length(7)
        expect(passwords).to.have.length(5)
        const locked = await enter('victim', 'open sesame')
        expect(locked.status).to.equal(429)
        expect(Number(locked.headers['retry-after'])).to.be.greaterThan(0)
        clock.forward(1000)
        expect((await enter('victim', 'open sesame')).status).to.equal(200)
      })

      it('does not take a directory that is away for a wrong password', async () => {
        directory = 'down'
        expect((await enter('lee', 'open sesame')).status).to.equal(500)
        expect(started.logged.at(-1)!.line).to.include('the directory is away')
        started.logged.length = 0
      })

      it('is refused to foreign pages, and takes the method of its kind alone', async () => {
        const otherBrowser = new Browser(started.listener)
        otherBrowser.headers = { origin: 'https://evil.example' }
        expect((await enter('lee', 'open sesame', otherBrowser)).status).to.equal(403)
        const form = await new Tab().visit(at('/auth/directory/login'), { form: { username: 'lee', password: 'open sesame' } })
        expect(form.status).to.equal(415)
        for (const [method, path, status, allow] of [
          ['GET', '/auth/directory/login', 405, 'POST, OPTIONS'],
          ['POST', '/auth/plain/login', 405, 'GET, HEAD, OPTIONS'],
          ['GET', '/auth/directory/callback', 404, null],
          ['POST', '/auth/directory/callback', 405, 'GET, HEAD, OPTIONS'],
          ['POST', '/auth/plain/callback', 405, 'GET, HEAD, OPTIONS'],
          ['POST', '/auth/nobody/login', 404, null],
        ] as const) {
          const answer = await new Tab().visit(at(path), { method, ...(method === 'POST' && { body: {} }) })
          expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).to.deep.equal([status, allow])
        }
        const { providers } = (await new Browser(started.listener).get('/users/init')).body
        expect(providers.at(-1)).to.deep.equal({ id: 'directory', name: 'Directory', icon: null, kind: 'credentials' })
        const admin = await new Browser(started.listener).login('boss@example.org')
        expect((await admin.get('/admin/sso')).body.providers.at(-1)).to.include({ kind: 'credentials', callbackURL: null })
      })
    })
  })

  it('says what is wrong with a strategy, in the log', async () => {
    const client = { headers: {}, ip: undefined }
    const redirect = { callbackURL: 'http://127.0.0.1:1/callback', state: 's'.repeat(43), client }
    const begin = (strategy: any, more: object = {}) => {
      const provider = passportProvider(strategy, { id: 'odd', name: 'Odd', ...more })
      if (provider.kind === 'credentials') throw new Error('never')
      return provider.begin(redirect).then(
        () => 'begun',
        (error) => error.message,
      )
    }
    expect(await begin(new LocalStrategy(() => undefined))).to.match(/Missing credentials.*kind: 'credentials'/)
    const strategy = (authenticate: (this: any, request: any) => void) =>
      Object.assign(new LocalStrategy(() => undefined), { authenticate })
    const stateless = strategy(function () {
      this.redirect('https://elsewhere.example/?openid.mode=checkid_setup')
    })
    expect(await begin(stateless)).to.match(/uses no state parameter/)
    const keeps = strategy(function (request) {
      request.session['oauth:token'] = 'secret'
      this.redirect('https://elsewhere.example/?oauth_token=token')
    })
    expect(await begin(keeps)).to.equal('begun')
    const page = strategy((request) => request.res.send('<form>'))
    expect(await begin(page)).to.match(/answered with a page/)
    const silent = strategy(function () {
      this.pass()
    })
    expect(await begin(silent)).to.match(/called pass\(\)/)
    const odd = passportProvider(
      new LocalStrategy((_name: string, _password: string, done: (error: null, user: object) => void) => done(null, { login: 'x' })),
      { id: 'odd', name: 'Odd', kind: 'credentials' },
    )
    if (odd.kind !== 'credentials') throw new Error('never')
    const message = await odd.verify({ credentials: { username: 'x', password: 'x' }, loginURL: 'http://127.0.0.1:1/login', client }).then(
      () => '',
      (error) => error.message,
    )
    expect(message).to.match(/has no 'id'.*'identify'/)
  })

  it('refuses at the start a provider that could not work', async () => {
    const start_ = (provider: object) =>
      start(HOSTS[0]!, DATABASES[0]!, { auth: { providers: [provider as AuthProvider] } }).then(
        () => '',
        (error) => error.message,
      )
    expect(await start_({ id: 'a', name: 'A', kind: 'form' })).to.match(/kind: must be one of: redirect, post, credentials/)
    expect(await start_({ id: 'a', name: 'A', begin() {} })).to.match(/finish: must be a function/)
    expect(await start_({ id: 'a', name: 'A', kind: 'credentials', begin() {}, finish() {} })).to.match(/verify: must be a function/)
  })
})
