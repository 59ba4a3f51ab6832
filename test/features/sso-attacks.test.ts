/** Providers that answer wrongly, on purpose or not, sign nobody in; the host's own user acts. */
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import { github, oidc } from '../../adapters/oidc.ts'
import { hostUser } from '../../adapters/passport.ts'
import type { Config } from '../../lib/config.ts'
import { BadProvider, type Order } from '../harness/bad-provider.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Host, type Started, start, startCms } from '../harness/start.ts'
import { Tab } from '../harness/tab.ts'

async function served(host: Host, given: Partial<Config>, test: (started: Started & { origin: string }) => Promise<void>): Promise<void> {
  const started = await start(host, DATABASES[0]!, given)
  const server: Server = createServer(started.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await test({ ...started, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await end(started.cms)
  }
}

describe('features/sso under attack', () => {
  const FORGED: Order[] = ['nonce', 'no nonce', 'issuer', 'audience', 'signature', 'alg none', 'alg HS256', 'expired', 'no token']
  const WRONG: Order[] = ['other subject', 'redirect', 'error', 'html', 'huge']
  for (const [title, orders] of [
    ['believes nothing that is not signed, meant for it, fresh and about who signed in', [...FORGED, ...WRONG]],
    ['waits no longer than it says for an answer that never comes @long', ['slow']],
  ] as const)
    it(title, async () => {
      const bad = await new BadProvider().open()
      const provider = oidc({
        id: 'bad',
        name: 'Bad',
        issuer: bad.issuer,
        clientId: 'galley',
        clientSecret: 'provider-canary',
        linkByEmail: true,
      })
      await served(HOSTS[0]!, { auth: { providers: [provider] } }, async ({ cms, logged, origin }) => {
        const boss = await makeUser(cms, 'boss@example.org', { role: 'admin' })
        const land = async (order: Order) => {
          bad.order = order
          const tab = new Tab()
          const page = await tab.follow(
            `${origin}/api/cms/auth/bad/login`,
            (url) => url.origin === origin && url.pathname.startsWith('/admin'),
          )
          const { user } = (await (await tab.visit(`${origin}/api/cms/users/me`)).json()) as any
          return { page: page.pathname + page.search, user: user?.id ?? null }
        }
        for (const order of orders) expect(await land(order), order).to.deep.equal({ page: '/admin/login?sso=failed', user: null })
        expect(await land('right')).to.deep.equal({ page: '/admin', user: boss.id })
        expect(logged.filter((one) => one.level === 'error')).to.deep.equal([])
        expect(JSON.stringify(logged)).to.not.include('provider-canary')
      })
      await bad.close()
    })

  it('takes who it is from GitHub’s API, and its primary verified address alone', async () => {
    let emails: object[] = []
    const requests: string[] = []
    const fake = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
      const url = new URL(request.url!, 'http://x')
      const json = (value: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
      if (url.pathname === '/login/oauth/authorize') {
        const back = new URL(url.searchParams.get('redirect_uri')!)
        back.searchParams.set('code', 'c')
        back.searchParams.set('state', url.searchParams.get('state')!)
        return response.writeHead(302, { location: back.href }).end()
      }
      if (url.pathname === '/login/oauth/access_token') return json({ access_token: 'token-canary' })
      return json(url.pathname === '/user' ? { id: 42, login: 'octo', name: 'Octo' } : emails)
    })
    await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
    const provider = github({ clientId: 'id', clientSecret: 'provider-canary', linkByEmail: true, url, apiUrl: url })
    await served(HOSTS[1]!, { auth: { providers: [provider] } }, async ({ cms, logged, origin }) => {
      const kim = await makeUser(cms, 'kim@example.org')
      const land = async () =>
        (await new Tab().follow(`${origin}/api/cms/auth/github/login`, (at) => at.pathname.startsWith('/admin'))).search
      emails = [{ email: 'kim@example.org', verified: true, primary: false }]
      expect(await land()).to.equal('?sso=no-account')
      emails = [{ email: 'kim@example.org', verified: false, primary: true }]
      expect(await land()).to.equal('?sso=link-first')
      emails = [{ email: '\u212Aim@example.org', verified: true, primary: true }]
      expect(await land(), 'a Kelvin sign is no k').to.equal('?sso=no-account')
      emails = [{ email: 'KIM@example.org', verified: true, primary: true }]
      expect(await land()).to.equal('')
      const rows = await cms.engine.store.read('select "user", subject from "$identities"')
      expect(rows).to.deep.equal([{ user: kim.id, subject: '42' }])
      expect(JSON.stringify(logged)).to.not.match(/canary/)
    })
    expect(requests.some((line) => line === 'GET /user Bearer token-canary')).to.equal(true)
    fake.closeAllConnections()
    await new Promise((resolve) => fake.close(resolve))
  })

  it('lets the host’s own user act, on Express and on Koa', async () => {
    const feature = hostUser(({ name, boss }) => (boss === undefined ? null : { id: 1, role: boss ? 'admin' : 'editor', name }))
    const known: { user?: unknown } = {}
    const require = createRequire(import.meta.url)
    const middleware = { Express: expressCms, Koa: koaCms }
    for (const name of ['Express', 'Koa'] as const) {
      const cms = await startCms(DATABASES[0]!, { features: [feature], collections: [{ slug: 'notes', fields: [{ name: 'text' }] }] })
      const app = name === 'Express' ? require('express')() : new (require('koa').default ?? require('koa'))()
      const put = (on: object, next: () => unknown) => {
        Object.assign(on, known)
        return next()
      }
      if (name === 'Express') app.use((request: any, _response: unknown, next: () => unknown) => put(request, next))
      else app.use((ctx: any, next: () => unknown) => put(ctx.state, next))
      app.use(middleware[name](cms))
      const server = createServer(name === 'Express' ? app : app.callback())
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/cms/notes`
      const status = async (headers: Record<string, string> = {}, method = 'GET') => (await fetch(address, { method, headers })).status
      delete known.user
      expect(await status(), name).to.equal(401)
      known.user = { name: 'Passport user', boss: false }
      expect(await status()).to.equal(200)
      expect(await status({}, 'POST')).to.equal(201)
      expect(await status({ origin: 'https://evil.example' }, 'POST')).to.equal(403)
      known.user = { name: 'nobody here' }
      expect(await status()).to.equal(401)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await end(cms)
    }
  })
})
