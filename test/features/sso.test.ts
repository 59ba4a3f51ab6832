/** Signing in with outside accounts, through a real OpenID Connect provider. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { oidc } from '../../adapters/oidc.ts'
import { CLIENT, OidcServer } from '../harness/oidc-server.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, end, HOSTS, pairwise, type Started, start } from '../harness/start.ts'
import { Tab } from '../harness/tab.ts'

describe('features/sso', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let provider: OidcServer
    let server: Server
    let origin: string
    let started: Started

    before(async () => {
      let listener: (request: any, response: any) => void = () => undefined
      server = createServer((request, response) => listener(request, response))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const callbacks = ['strict', 'linking'].map((id) => `${origin}/api/cms/auth/${id}/callback`)
      provider = await new OidcServer().open(callbacks)
      const made = (id: string, linkByEmail: boolean) =>
        oidc({ id, name: `The ${id} one`, issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, linkByEmail })
      started = await start(host, database, {
        clock,
        auth: {
          roles: ['admin', 'editor', 'author'],
          providers: [made('strict', false), made('linking', true)],
          allowSignUp: { domains: ['staff.example'], role: 'author' },
        },
      })
      listener = started.listener
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
    })
    after(async () => {
      await end(started?.cms)
      await provider?.close()
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    })
    afterEach(() => {
      expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      expect(JSON.stringify(started.logged)).to.not.include(CLIENT.secret)
    })

    const isAdminPage = (url: URL) => url.origin === origin && url.pathname.startsWith('/admin')
    const at = (path: string) => `${origin}/api/cms${path}`

    async function signIn(
      subject: string | undefined,
      account: object = {},
      id = 'strict',
      query = '',
    ): Promise<{ page: string; tab: Tab }> {
      provider.subject = subject
      if (subject) provider.accounts.set(subject, account)
      const tab = new Tab()
      const page = await tab.follow(at(`/auth/${id}/login${query}`), isAdminPage)
      return { page: page.pathname + page.search, tab }
    }
    const me = async (tab: Tab): Promise<any> => (await tab.visit(at('/users/me'))).json()

    it('makes an account for people of the listed domains, and knows them again', async () => {
      const { page, tab } = await signIn(
        's1',
        { email: 'Sam@Staff.Example', email_verified: true, name: 'Sam' },
        'strict',
        '?redirect=/admin/c/posts%3Fpage%3D2',
      )
      expect(page).to.equal('/admin/c/posts?page=2')
      const { user } = await me(tab)
      expect(user).to.include({ email: 'sam@staff.example', name: 'Sam', role: 'author', active: true })
      expect(tab.jar(origin).has('svc-sso')).to.equal(false)
      const again = await signIn('s1', { email: 'renamed@elsewhere.example', email_verified: true })
      expect(again.page).to.equal('/admin')
      expect((await me(again.tab)).user.id).to.equal(user.id)
      const [identity] = (await (await again.tab.visit(at('/auth/identities'))).json()) as any[]
      expect(identity).to.have.all.keys('id', 'provider', 'name', 'email', 'createdAt', 'lastUsedAt')
      expect(identity).to.include({ provider: 'strict', name: 'Sam', email: 'Sam@Staff.Example' })
    })

    it('says why somebody does not come in', async () => {
      const inactive = await makeUser(started.cms, 'inactive@example.org')
      await started.cms.update('users', inactive.id, { active: false })
      await makeUser(started.cms, 'known@example.org')
      for (const [reason, subject, account, id] of [
        ['cancelled', undefined, {}, 'strict'],
        ['no-account', 'n1', { email: 'x@other.example', email_verified: true }, 'strict'],
        ['no-account', 'n2', {}, 'strict'],
        ['no-account', 'n3', { email: 'x@staff.example.evil.example', email_verified: true }, 'strict'],
        ['unverified', 'n4', { email: 'x@staff.example', email_verified: false }, 'strict'],
        ['link-first', 'n5', { email: 'known@example.org', email_verified: true }, 'strict'],
        ['link-first', 'n6', { email: 'known@example.org', email_verified: false }, 'linking'],
        ['link-first', 'n7', { email: 'known@example.org' }, 'linking'],
        ['inactive', 'n8', { email: 'inactive@example.org', email_verified: true }, 'linking'],
      ] as const) {
        const { page, tab } = await signIn(subject, account, id)
        expect(page, `${subject}`).to.equal(`/admin/login?sso=${reason}`)
        expect(await me(tab)).to.deep.equal({ user: null })
      }
    })

    it('links by a verified email where the provider is trusted to', async () => {
      const made = await makeUser(started.cms, 'linked@example.org')
      const { tab } = await signIn('l1', { email: 'LINKED@example.org', email_verified: true }, 'linking')
      expect((await me(tab)).user.id).to.equal(made.id)
      await started.cms.update('users', made.id, { active: false })
      expect((await signIn('l1', {}, 'linking')).page).to.equal('/admin/login?sso=inactive')
    })

    it('takes a return once, in the browser and within the time it was begun for', async () => {
      provider.subject = 's1'
      const isCallback = (url: URL) => url.origin === origin && url.pathname.endsWith('/callback')
      const begun = async () => {
        const tab = new Tab()
        return { tab, back: await tab.follow(at('/auth/strict/login'), isCallback) }
      }
      const land = async (tab: Tab, url: URL) => new URL((await tab.visit(url.href)).headers.get('location')!, origin).search

      const once = await begun()
      const kept = new Map(once.tab.jar(origin))
      expect(await land(once.tab, once.back)).to.equal('')
      for (const [name, value] of kept) once.tab.jar(origin).set(name, value)
      expect(await land(once.tab, once.back)).to.equal('?sso=expired')

      const elsewhere = await begun()
      expect(await land(new Tab(), elsewhere.back)).to.equal('?sso=expired')

      const [one, other] = [await begun(), await begun()]
      expect(await land(one.tab, other.back)).to.equal('?sso=failed')

      const changed = await begun()
      changed.back.searchParams.set('state', 'x')
      expect(await land(changed.tab, changed.back)).to.equal('?sso=failed')

      const late = await begun()
      clock.forward(601)
      expect(await land(late.tab, late.back)).to.equal('?sso=expired')

      const forged = await begun()
      forged.tab.jar(origin).set('svc-sso', `${forged.tab.jar(origin).get('svc-sso')!.slice(0, -6)}AAAAAA`)
      expect(await land(forged.tab, forged.back)).to.equal('?sso=expired')

      const mixed = await begun()
      expect(await land(mixed.tab, new URL(mixed.back.href.replace('/strict/', '/linking/')))).to.equal('?sso=expired')
      expect(await land(new Tab(), new URL(at('/auth/strict/callback?code=x&state=y')))).to.equal('?sso=expired')
    })

    it('leads to pages of the admin alone', async () => {
      for (const redirect of [
        'https://evil.example',
        '//evil.example/admin',
        '/\\evil.example',
        '/administrator',
        '/admin/../api',
        '/x',
        'admin',
        '/admin\n',
        '',
      ])
        expect((await new Tab().visit(at(`/auth/strict/login?redirect=${encodeURIComponent(redirect)}`))).status, redirect).to.equal(400)
      expect((await new Tab().visit(at('/auth/nobody/login'))).status).to.equal(404)
      expect((await new Tab().visit(at('/auth/nobody/callback'))).status).to.equal(404)
    })

    it('links and unlinks accounts of who is signed in, and leaves the last way in', async () => {
      const made = await makeUser(started.cms, 'links@example.org')
      const tab = new Tab()
      const login = (await (
        await tab.visit(at('/users/login'), { method: 'POST', body: { email: made.email, password: PASSWORD } })
      ).json()) as any
      const headers = { 'x-csrf-token': login.csrfToken }
      const link = async (subject: string, id = 'strict') => {
        provider.subject = subject
        tab.jar(provider.issuer).clear()
        const { url } = (await (await tab.visit(at(`/auth/${id}/link`), { method: 'POST', headers })).json()) as any
        const page = await tab.follow(url, isAdminPage)
        return page.pathname + page.search
      }
      expect(await link('k1')).to.equal('/admin/account?sso=linked')
      expect(await link('k1')).to.equal('/admin/account?sso=linked')
      expect(await link('s1')).to.equal('/admin/account?sso=taken')
      expect(await link('k2', 'linking')).to.equal('/admin/account?sso=linked')
      const listed = (await (await tab.visit(at('/auth/identities'))).json()) as any[]
      expect(listed.map((one) => one.provider)).to.deep.equal(['strict', 'linking'])
      const again = await signIn('k1')
      expect((await me(again.tab)).user.id).to.equal(made.id)
      const unlink = (id: number) => tab.visit(at(`/auth/identities/${id}`), { method: 'DELETE', headers })
      expect((await tab.visit(at(`/auth/identities/${listed[0].id}`), { method: 'DELETE' })).status).to.equal(403)
      const { store } = started.cms.engine
      await store.exclusively((connection) =>
        connection.all(`delete from ${store.dialect.table('$credentials')} where ${store.dialect.quote('user')} = ${made.id}`),
      )
      const [first, second] = await Promise.all([unlink(listed[0].id), unlink(listed[1].id)])
      expect([first.status, second.status].sort()).to.deep.equal([200, 400])
      const left = (await (await tab.visit(at('/auth/identities'))).json()) as any[]
      expect(left).to.have.length(1)
      expect((await unlink(999)).status).to.equal(404)
      await started.cms.update('users', made.id, { password: 'another password' })
    })

    it('links only for who asked, in the session that asked', async () => {
      const [a, b] = [await makeUser(started.cms, 'aa@example.org'), await makeUser(started.cms, 'bb@example.org')]
      const tab = new Tab()
      const as = async (email: string) =>
        (
          (await (
            await tab.visit(at('/users/login'), { method: 'POST', body: { email, password: PASSWORD }, headers: csrf() })
          ).json()) as any
        ).csrfToken
      let token = ''
      const csrf = () => ({ 'x-csrf-token': token })
      token = await as(a.email)
      provider.subject = 'swap'
      const { url } = (await (await tab.visit(at('/auth/strict/link'), { method: 'POST', headers: csrf() })).json()) as any
      token = await as(b.email)
      const page = await tab.follow(url, isAdminPage)
      expect(page.search).to.equal('?sso=expired')
      expect(await (await tab.visit(at('/auth/identities'))).json()).to.deep.equal([])
      expect((await new Tab().visit(at('/auth/strict/link'), { method: 'POST' })).status).to.equal(401)
      expect((await new Tab().visit(at('/auth/identities'))).status).to.equal(401)
    })

    it('shows admins the providers, and the sign-in page what it needs', async () => {
      const admin = await new Browser(origin).login('boss@example.org')
      const { body } = await admin.get('/admin/sso')
      expect(body).to.deep.include({ password: 'everyone', signUp: { domains: ['staff.example'], role: 'author' }, serverURL: null })
      expect(body.providers[0]).to.deep.equal({
        id: 'strict',
        name: 'The strict one',
        icon: null,
        kind: 'redirect',
        callbackURL: `${origin}/api/cms/auth/strict/callback`,
        details: [
          { key: 'issuer', value: provider.issuer },
          { key: 'clientId', value: CLIENT.id },
          { key: 'scopes', value: 'openid email profile' },
        ],
      })
      expect((await new Browser(origin).get('/admin/sso')).status).to.equal(401)
      expect((await new Browser(origin).get('/users/init')).body.providers).to.deep.equal([
        { id: 'strict', name: 'The strict one', icon: null, kind: 'redirect' },
        { id: 'linking', name: 'The linking one', icon: null, kind: 'redirect' },
      ])
    })

    it('forgets the outside accounts of who is deleted, and never their ids', async () => {
      const { tab } = await signIn('gone', { email: 'gone@staff.example', email_verified: true })
      const { user } = await me(tab)
      await started.cms.delete('users', user.id)
      expect(await me(tab)).to.deep.equal({ user: null })
      const again = await signIn('gone', { email: 'gone@staff.example', email_verified: true })
      expect((await me(again.tab)).user.id).to.be.greaterThan(user.id)
    })
  })

  it('lets only admins sign in with a password where auth.password is false', async () => {
    const provider = oidc({ id: 'some', name: 'Some', issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y' })
    const { cms, listener } = await start(HOSTS[0]!, DATABASES[0]!, { auth: { providers: [provider], password: false } })
    await makeUser(cms, 'boss@example.org', { role: 'admin' })
    await makeUser(cms, 'ed@example.org')
    expect((await new Browser(listener).get('/users/init')).body.password).to.equal(false)
    await new Browser(listener).login('boss@example.org')
    expect((await new Browser(listener).post('/users/login', { email: 'ed@example.org', password: PASSWORD })).status).to.equal(401)
    const answer = await new Browser(listener).get('/auth/some/login')
    expect([answer.status, answer.headers['location']]).to.deep.equal([302, '/admin/login?sso=failed'])
    await end(cms)
  })

  it('warns if nobody but admins can sign in', async () => {
    const provider = oidc({ id: 'some', name: 'Some', issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y' })
    for (const [auth, more, warns] of [
      [{ password: false }, {}, true],
      [{ password: false, providers: [provider] }, {}, false],
      [{ password: false }, { onRequest: () => ({ user: null }) }, false],
      [{ password: false }, { features: [{ name: 'own' }] }, false],
      [{}, {}, false],
    ] as const) {
      const { cms, logged } = await start(HOSTS[0]!, DATABASES[0]!, { auth, ...more })
      const lines = logged.filter(({ line }) => line.includes('only admins can sign in'))
      expect(lines.map(({ level }) => level)).to.deep.equal(warns ? ['warn'] : [])
      await end(cms)
    }
  })

  it('stops the start where providers could not work', async () => {
    const some = (id: string) => oidc({ id, name: 'Some', issuer: 'http://127.0.0.1:1', clientId: 'x' })
    for (const [auth, message] of [
      [{ providers: [some('a'), some('a')] }, /taken twice/],
      [{ providers: [some('A b')] }, /must be lowercase/],
      [{ providers: [some('identities')] }, /must be lowercase/],
      [{ allowSignUp: { domains: ['x.org'] } }, /needs 'auth.providers'/],
      [{ providers: [some('a')], allowSignUp: { domains: ['x.org'], role: 'admin' } }, /can't be 'admin'/],
    ] as const) {
      const failed = await start(HOSTS[0]!, DATABASES[0]!, { auth }).then(
        () => undefined,
        (error) => error,
      )
      expect(failed?.message).to.match(message)
    }
  })
})
