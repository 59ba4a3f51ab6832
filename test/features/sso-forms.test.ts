/** Providers that answer with a form that another site posts: SAML with passport-saml and an identity provider that signs, and who would forge one. */
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { passportProvider } from '../../adapters/passport.ts'
import type { AuthProvider } from '../../lib/auth/provider.ts'
import { MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { processorTime } from '../harness/processor-time.ts'
import { SAML_AUDIENCE, SamlIdp } from '../harness/saml-idp.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'
import { Tab } from '../harness/tab.ts'

const require = createRequire(import.meta.url)
const { Strategy: SamlStrategy } = require('@node-saml/passport-saml')
const OAuth2Strategy = require('passport-oauth2')

describe('features/sso with a posted form', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let idp: SamlIdp
    let server: Server
    let origin: string
    let started: Started
    let wasAsked = 0

    const saml = (id: string) =>
      passportProvider(
        new SamlStrategy(
          {
            callbackUrl: `${origin}/api/cms/auth/${id}/callback`,
            entryPoint: `${idp.url}/sso`,
            issuer: SAML_AUDIENCE,
            idpCert: idp.certificate,
            identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
            validateInResponseTo: 'always',
          },
          (profile: object, done: (error: null, user: object) => void) => {
            wasAsked++
            done(null, profile)
          },
          (_profile: object, done: (error: Error) => void) => done(new Error('nobody signs out here')),
        ),
        {
          id,
          name: `The ${id} one`,
          kind: 'post',
          identify: ({ issuer, nameID, email }) => ({ issuer, subject: nameID, email, emailVerified: true, name: nameID }),
        },
      )

    /** As Apple does it: OAuth whose answer is a form. */
    const apple = () => {
      const strategy = new OAuth2Strategy(
        { authorizationURL: `${idp.url}/auth`, tokenURL: `${idp.url}/token`, clientID: 'x', clientSecret: 'y' },
        () => undefined,
      )
      strategy.authorizationParams = () => ({ response_mode: 'form_post' })
      return passportProvider(strategy, { id: 'apple', name: 'Apple', kind: 'post' })
    }

    const plain: AuthProvider = {
      id: 'plain',
      name: 'Plain',
      begin: async ({ callbackURL, state }) => ({ url: `${callbackURL}?state=${state}`, kept: {} }),
      finish: async () => ({ issuer: 'plain', subject: 'x', emailVerified: false }),
    }

    before(async () => {
      let listener: (request: any, response: any) => void = () => undefined
      server = createServer((request, response) => listener(request, response))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      idp = await new SamlIdp().open()
      started = await start(host, database, {
        clock,
        auth: { providers: [saml('saml'), saml('second'), apple(), plain], allowSignUp: { domains: ['staff.example'] } },
      })
      listener = started.listener
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
    })
    after(async () => {
      await end(started?.cms)
      await idp?.close()
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    })
    beforeEach(() => {
      wasAsked = 0
      idp.person = { nameID: 'somchai', email: 'somchai@staff.example' }
    })

    const at = (path: string) => `${origin}/api/cms${path}`
    const me = async (tab: Tab): Promise<any> => ((await (await tab.visit(at('/users/me'))).json()) as any).user
    const begun = async (id = 'saml') => {
      const tab = new Tab()
      const answer = await tab.visit(at(`/auth/${id}/login?redirect=/admin/c/posts`))
      return { tab, sentTo: new URL(answer.headers.get('location')!), cookie: answer.headers.getSetCookie()[0]! }
    }
    /** A browser posts the form from the provider's page: without cookies that are only for the site itself. */
    const post = async (tab: Tab, action: string, form: Record<string, string>) => {
      const jar = tab.jar(origin)
      const own = [...jar].filter(([name]) => name !== 'svc-sso')
      for (const [name] of own) jar.delete(name)
      const answer = await tab.visit(action, { form, headers: { origin: idp.url, 'sec-fetch-site': 'cross-site' } })
      for (const [name, value] of own) if (!jar.has(name)) jar.set(name, value)
      return answer
    }
    const place = (answer: Response) => answer.headers.get('location')!.replace(origin, '')

    it('signs in and up with a signed assertion', async () => {
      const { tab, sentTo, cookie } = await begun()
      expect(cookie)
        .to.match(/SameSite=None/i)
        .and.match(/Secure/)
        .and.match(/HttpOnly/)
      const { action, fields } = idp.answer(sentTo)
      const answer = await post(tab, action, fields)
      expect([answer.status, place(answer)]).to.deep.equal([303, '/admin/c/posts'])
      expect(answer.headers.getSetCookie().join()).to.match(/svc-session=[^;]+.*SameSite=Lax/)
      const user = await me(tab)
      expect(user).to.include({ email: 'somchai@staff.example', name: 'somchai', role: 'editor' })
      const again = await begun()
      const next = idp.answer(again.sentTo)
      await post(again.tab, next.action, next.fields)
      expect((await me(again.tab)).id).to.equal(user.id)
    })

    it('links the account of who asked, in the session that asked', async () => {
      const [a, b] = [await makeUser(started.cms, 'aa@example.org'), await makeUser(started.cms, 'bb@example.org')]
      const tab = new Tab()
      let headers = {}
      const as = async (email: string) => {
        const answer = await tab.visit(at('/users/login'), { method: 'POST', body: { email, password: PASSWORD }, headers })
        headers = { 'x-csrf-token': ((await answer.json()) as any).csrfToken }
      }
      const answered = async () => {
        const { url } = (await (await tab.visit(at('/auth/saml/link'), { method: 'POST', headers })).json()) as any
        const { action, fields } = idp.answer(new URL(url))
        return post(tab, action, fields)
      }
      idp.person = { nameID: 'linked', email: 'x@elsewhere.example' }
      await as(a.email)
      const reply = await answered()
      expect([reply.status, place(reply)]).to.deep.equal([303, '/api/cms/auth/saml/callback'])
      expect(reply.headers.getSetCookie().join()).to.match(/svc-sso=[^;]+.*SameSite=Lax/)
      const kept = new Map(tab.jar(origin))
      expect(place(await tab.visit(at('/auth/saml/callback')))).to.equal('/admin/account?sso=linked')
      tab.jar(origin).set('svc-sso', kept.get('svc-sso')!)
      expect(place(await tab.visit(at('/auth/saml/callback'))), 'a second time').to.equal('/admin/account?sso=expired')
      expect(await (await tab.visit(at('/auth/identities'))).json()).to.have.length(1)

      idp.person = { nameID: 'swapped', email: 'y@elsewhere.example' }
      await answered()
      await as(b.email)
      expect(place(await tab.visit(at('/auth/saml/callback')))).to.equal('/admin/account?sso=expired')
      expect(await (await tab.visit(at('/auth/identities'))).json()).to.deep.equal([])

      await answered()
      const sealed = tab.jar(origin).get('svc-sso')!
      const posted = await post(tab, at('/auth/saml/callback'), { SAMLResponse: 'x', RelayState: 'undefined' })
      expect(posted.status, 'what is sent round is no question').to.equal(405)
      const elsewhere = new Tab()
      elsewhere.jar(origin).set('svc-sso', sealed)
      expect(place(await elsewhere.visit(at('/auth/saml/callback')))).to.equal('/admin/account?sso=expired')
    })

    it('believes no forged, foreign, used or late answer', async () => {
      const nobody = async (tab: Tab, answer: Response, reason: string, why: string) => {
        expect([answer.status, place(answer)], why).to.deep.equal([303, `/admin/login?sso=${reason}`])
        expect(await me(tab), why).to.equal(null)
      }
      const elsewhere = new Tab()
      const attacker = await begun()
      const own = idp.answer(attacker.sentTo)
      await nobody(elsewhere, await post(elsewhere, own.action, own.fields), 'expired', 'a browser that asked nothing')

      const victim = await begun()
      await nobody(victim.tab, await post(victim.tab, own.action, own.fields), 'failed', 'with the cookie of another question')
      expect(wasAsked).to.equal(0)
      for (const [why, change] of [
        ['a forged RelayState', (fields: any) => ({ ...fields, RelayState: 'x'.repeat(43) })],
        ['no RelayState', ({ SAMLResponse }: any) => ({ SAMLResponse })],
        ['a state of another name', ({ SAMLResponse, RelayState }: any) => ({ SAMLResponse, RelayState: 'x', State: RelayState })],
        ['no assertion', ({ RelayState }: any) => ({ RelayState })],
        ['another person', (fields: any) => ({ ...fields, SAMLResponse: replaced(fields.SAMLResponse, 'somchai', 'the-boss') })],
      ] as const) {
        const { tab, sentTo } = await begun()
        const { action, fields } = idp.answer(sentTo)
        await nobody(tab, await post(tab, action, change(fields)), 'failed', why)
      }
      const forged = await begun()
      const wrong = idp.answer(forged.sentTo, { forged: true })
      await nobody(forged.tab, await post(forged.tab, wrong.action, wrong.fields), 'failed', "somebody else's key")

      const stolen = await begun()
      const thief = await begun()
      const { SAMLResponse } = idp.answer(stolen.sentTo).fields
      const first = idp.answer(stolen.sentTo)
      expect(place(await post(stolen.tab, first.action, first.fields))).to.equal('/admin/c/posts')
      const RelayState = thief.sentTo.searchParams.get('RelayState')!
      await nobody(
        thief.tab,
        await post(thief.tab, first.action, { SAMLResponse, RelayState }),
        'failed',
        'an assertion to another question',
      )

      const twice = await begun()
      const good = idp.answer(twice.sentTo)
      const cookie = twice.tab.jar(origin).get('svc-sso')!
      expect(place(await post(twice.tab, good.action, good.fields))).to.equal('/admin/c/posts')
      const replay = new Tab()
      replay.jar(origin).set('svc-sso', cookie)
      await nobody(replay, await post(replay, good.action, good.fields), 'expired', 'a cookie that was used')

      const other = await begun()
      const mixed = idp.answer(other.sentTo)
      await nobody(
        other.tab,
        await post(other.tab, mixed.action.replace('/saml/', '/second/'), mixed.fields),
        'expired',
        'another provider',
      )

      const late = await begun()
      const slow = idp.answer(late.sentTo)
      clock.forward(601)
      await nobody(late.tab, await post(late.tab, slow.action, slow.fields), 'expired', 'after ten minutes')
    })

    it('takes a form of bounded size and plain fields, and only as a form', async () => {
      for (const [why, body, type] of [
        ['too large', `SAMLResponse=${'A'.repeat(300 * 1024)}`, 'application/x-www-form-urlencoded'],
        ['JSON', '{}', 'application/json'],
        ['twice', 'RelayState=a&RelayState=b', 'application/x-www-form-urlencoded'],
        ['a key that could reach a prototype', '__proto__=a', 'application/x-www-form-urlencoded'],
      ] as const) {
        const { tab } = await begun()
        const cookie = `svc-sso=${tab.jar(origin).get('svc-sso')}`
        const answer = await fetch(at('/auth/saml/callback'), {
          method: 'POST',
          redirect: 'manual',
          body,
          headers: { cookie, 'content-type': type },
        })
        expect([answer.status, place(answer)], why).to.deep.equal([303, '/admin/login?sso=failed'])
      }
      expect(wasAsked).to.equal(0)
    })

    it('spends no time on XML that only costs time', async () => {
      for (const [why, xml] of [
        ['open tags', '<a>'.repeat(50_000)],
        ['flat tags', `<a>${'<b/>'.repeat(40_000)}</a>`],
        ['nothing but brackets', '<'.repeat(150_000)],
      ] as const) {
        const { tab, sentTo } = await begun()
        const { action, fields } = idp.answer(sentTo)
        const spent = processorTime()
        const answer = await post(tab, action, { ...fields, SAMLResponse: Buffer.from(xml).toString('base64') })
        expect(place(answer), why).to.equal('/admin/login?sso=failed')
        expect(spent(), why).to.be.lessThan(2000)
      }
      expect(started.logged.at(-1)!.line).to.match(/150000 tags/)
    })

    it('takes the way back of its kind alone', async () => {
      const { tab, sentTo } = await begun()
      const { SAMLResponse, RelayState } = idp.answer(sentTo).fields
      const query = new URLSearchParams({ SAMLResponse, RelayState })
      const got = await tab.visit(`${at('/auth/saml/callback')}?${query}`)
      expect([got.status, got.headers.get('allow')]).to.deep.equal([405, 'POST, OPTIONS'])
      const { tab: other, sentTo: question } = await begun('plain')
      const posted = await other.visit(question.href, { form: { state: question.searchParams.get('state')! } })
      expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS'])
      expect((await begun('plain')).cookie).to.match(/SameSite=Lax/i)
    })

    it('knows the state of a form in OAuth, and that somebody turned back', async () => {
      const { tab, sentTo } = await begun('apple')
      expect(sentTo.searchParams.get('response_mode')).to.equal('form_post')
      const state = sentTo.searchParams.get('state')!
      const back = await post(tab, at('/auth/apple/callback'), { state, error: 'user_cancelled_authorize' })
      expect(place(back)).to.equal('/admin/login?sso=cancelled')
      const forged = await begun('apple')
      expect(place(await post(forged.tab, at('/auth/apple/callback'), { state, code: 'x' }))).to.equal('/admin/login?sso=failed')
    })
  })
})

const replaced = (base64: string, from: string, to: string) =>
  Buffer.from(Buffer.from(base64, 'base64').toString().replaceAll(from, to)).toString('base64')
