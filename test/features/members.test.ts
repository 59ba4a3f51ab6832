/** Members of the site: signing up, confirming, and everything that they may not do. */
import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { smtp } from '../../adapters/smtp.ts'
import type { Config } from '../../lib/config.ts'
import { linkIn, Mailbox } from '../harness/mailbox.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, end, HOSTS, pairwise, type Started, start } from '../harness/start.ts'

const adapter = ({ port }: Mailbox) => smtp({ url: `smtp://127.0.0.1:${port}`, from: 'site@example.org' })
const collections: Config['collections'] = [
  { slug: 'notes', fields: [{ name: 'text' }] },
  { slug: 'letters', access: { read: 'signedIn', create: 'signedIn' }, fields: [{ name: 'text' }] },
]

describe('features/members', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let mailbox: Mailbox
    let started: Started
    const browser = () => new Browser(started.listener)

    before(async () => {
      mailbox = await new Mailbox().open()
      started = await start(host, database, {
        clock,
        collections,
        email: adapter(mailbox),
        auth: {
          roles: ['admin', 'editor', 'reader', 'subscriber'],
          members: { roles: ['reader', 'subscriber'], signup: { role: 'reader' } },
        },
      })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
    })
    after(async () => {
      await end(started?.cms)
      await mailbox?.close()
    })
    afterEach(() => {
      expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      expect(mailbox.letters).to.deep.equal([])
      clock.forward(1000)
    })

    async function opened(): Promise<string> {
      const { body } = await browser().get('/users/signup')
      clock.forward(3)
      return body.token
    }
    const signUp = async (email: unknown, more: object = {}) =>
      browser().post('/users/signup', { email, password: PASSWORD, token: await opened(), ...more })

    it('signs up, confirms, and is signed in as a member', async () => {
      expect((await browser().get('/users/signup')).body).to.deep.include({ challenge: null, verifyEmail: true })
      const answer = await signUp(' Mia@Example.org ', { name: 'Mia', role: 'admin', active: false })
      expect(answer.status, answer.text).to.equal(202)
      expect(answer.body).to.deep.equal({ verify: true })
      expect(answer.headers['set-cookie']).to.equal(undefined)
      const letter = await mailbox.next()
      expect(letter.to).to.equal('mia@example.org')
      const { url, token } = linkIn(letter)
      expect(url).to.match(/\/api\/cms\/users\/verify-email\/page\?token=/)
      expect((await browser().post('/users/login', { email: 'mia@example.org', password: PASSWORD })).status).to.equal(401)
      const one = browser()
      const confirmed = await one.post('/users/verify-email', { token })
      expect(confirmed.status, confirmed.text).to.equal(200)
      expect(confirmed.body.user).to.include({ email: 'mia@example.org', name: 'Mia', role: 'reader', active: true })
      expect((await one.get('/letters')).status).to.equal(200)
      for (const wrong of [token, 'x', undefined, 7, '']) {
        const again = await browser().post('/users/verify-email', { token: wrong })
        expect(again.status).to.equal(400)
        expect(again.body.errors[0].field).to.equal('token')
      }
      await browser().login('mia@example.org')
    })

    it('answers a taken address alike, and leaves its account alone', async () => {
      const before = await started.cms.find('users', { where: { email: { equals: 'boss@example.org' } } })
      const answer = await signUp('BOSS@example.org', { password: 'an attempt at it' })
      expect(answer.status).to.equal(202)
      expect(answer.body).to.deep.equal({ verify: true })
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(await started.cms.find('users', { where: { email: { equals: 'boss@example.org' } } })).to.deep.equal(before)
      await browser().login('boss@example.org')
    })

    it('takes the newest password of an address that signs up again, and ends the older link', async () => {
      await signUp('twice@example.org', { password: 'the first password' })
      const first = linkIn(await mailbox.next())
      await signUp('twice@example.org', { password: 'the second password' })
      const second = linkIn(await mailbox.next())
      expect((await browser().post('/users/verify-email', { token: first.token })).status).to.equal(400)
      expect((await browser().post('/users/verify-email', { token: second.token })).status).to.equal(200)
      expect((await browser().post('/users/login', { email: 'twice@example.org', password: 'the first password' })).status).to.equal(401)
      await browser().login('twice@example.org', 'the second password')
    })

    it('refuses what no person would send', async () => {
      const fresh = (await browser().get('/users/signup')).body.token
      const given = (token: unknown, more: object = {}) =>
        browser().post('/users/signup', { email: 'bot@example.org', password: PASSWORD, token, ...more })
      for (const [send, field] of [
        [() => given(fresh), 'token'],
        [() => given(undefined), 'token'],
        [() => given('x.y.z'), 'token'],
        [() => given(`${fresh.slice(0, -1)}!`), 'token'],
        [() => signUp('bot@example.org', { website: 'https://spam.example' }), 'website'],
        [() => signUp('no address'), 'email'],
        [() => signUp(undefined), 'email'],
        [() => signUp(['bot@example.org']), 'email'],
        [() => signUp('bot@example.org', { password: 'short' }), 'password'],
        [() => signUp('bot@example.org', { password: 'x'.repeat(2000) }), 'password'],
        [() => signUp('bot@example.org', { name: { first: 'x' } }), 'name'],
        [() => signUp('bot@example.org', { name: 'x'.repeat(201) }), 'name'],
        [() => signUp(`${'x'.repeat(250)}@example.org`), 'email'],
      ] as const) {
        const answer = await send()
        expect(answer.status, answer.text).to.equal(400)
        expect(answer.body.errors[0].field).to.equal(field)
      }
      clock.forward(24 * 3600)
      expect((await given(fresh)).body.errors[0].field).to.equal('token')
    })

    it('limits sign-ups of one address of the network', async () => {
      for (let n = 0; n < 10; n++) expect((await signUp('not an address')).status).to.equal(400)
      const answer = await signUp('late@example.org')
      expect(answer.status).to.equal(429)
      expect(Number(answer.headers['retry-after'])).to.be.greaterThan(0)
    })

    it('lets one of many confirm, and of many sign-ups of an address one become a user', async () => {
      await signUp('race@example.org')
      const { token } = linkIn(await mailbox.next())
      const answers = await Promise.all(Array.from({ length: 15 }, () => browser().post('/users/verify-email', { token })))
      expect(answers.filter((one) => one.status === 200)).to.have.length(1)
      expect(await started.cms.count('users', { where: { email: { equals: 'race@example.org' } } })).to.equal(1)
    })

    it('keeps members out of everything but themselves', async () => {
      const made = await makeUser(started.cms, 'member@example.org', { role: 'subscriber' })
      const other = await makeUser(started.cms, 'other@example.org', { role: 'reader' })
      const one = await browser().login(made.email)
      expect((await one.get('/users')).body.docs.map((doc: any) => doc.id)).to.deep.equal([made.id])
      expect((await one.get(`/users/${made.id}`)).status).to.equal(200)
      expect((await one.get(`/users/${other.id}`)).status).to.equal(404)
      expect((await one.get('/users?where[email][like]=boss')).body.totalDocs).to.equal(0)
      expect((await one.patch(`/users/${made.id}`, { name: 'Me', role: 'admin', active: false })).body).to.include({
        name: 'Me',
        role: 'subscriber',
        active: true,
      })
      for (const answer of [
        await one.get('/notes'),
        await one.post('/notes', { text: 'x' }),
        await one.post('/users', { email: 'z@example.org', password: PASSWORD }),
        await one.delete(`/users/${made.id}`),
        await one.get('/admin/email'),
        await one.post('/admin/email/test'),
        await one.post(`/users/${other.id}/password-link`),
      ])
        expect(answer.status, `${answer.request.method} ${answer.request.url}`).to.equal(403)
      expect((await one.patch(`/users/${other.id}`, { name: 'x' })).status).to.equal(404)
      expect((await one.post('/letters', { text: 'hello' })).status).to.equal(201)
    })

    it('gives members links that lead outside the admin', async () => {
      await makeUser(started.cms, 'forgets@example.org', { role: 'reader' })
      await browser().post('/users/forgot-password', { email: 'forgets@example.org' })
      const { url, token } = linkIn(await mailbox.next())
      expect(url).to.match(/\/api\/cms\/users\/reset-password\/page\?token=/)
      for (const name of ['verify-email', 'reset-password']) {
        const page = await browser().get(`/users/${name}/page?token=${token}`)
        expect(page.status).to.equal(200)
        expect(page.headers['content-type']).to.equal('text/html; charset=utf-8')
        expect(page.headers['content-security-policy']).to.match(/^default-src 'none'.*frame-ancestors 'none'$/)
        expect(page.text)
          .to.match(/<link rel="icon" type="image\/svg\+xml" href="data:/)
          .and.not.include(token)
      }
      expect((await browser().post('/users/reset-password', { token, password: PASSWORD })).body.user.role).to.equal('reader')
      await mailbox.next()
    })
  })

  pairwise((host, database) => {
    it('without confirmation signs in at once, and says that an address is taken', async () => {
      const clock = new MovedClock()
      const { cms, listener } = await start(host, database, {
        clock,
        auth: { roles: ['admin', 'reader'], members: { roles: ['reader'], signup: { role: 'reader', verifyEmail: false } } },
      })
      const sign = async () => {
        const { token } = (await new Browser(listener).get('/users/signup')).body
        clock.forward(2)
        return new Browser(listener).post('/users/signup', { email: 'a@example.org', password: PASSWORD, token })
      }
      expect((await sign()).status).to.equal(403)
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      const answer = await sign()
      expect(answer.status, answer.text).to.equal(201)
      expect(answer.body.user).to.include({ role: 'reader' })
      expect(answer.body.csrfToken).to.be.a('string')
      const twice = await sign()
      expect(twice.status).to.equal(400)
      expect(twice.body.errors[0]).to.include({ field: 'email', message: 'must be unique' })
      const racing = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const { token } = (await new Browser(listener).get('/users/signup')).body
          clock.forward(2)
          return new Browser(listener).post('/users/signup', { email: 'race@example.org', password: PASSWORD, token })
        }),
      )
      expect(racing.filter((one) => one.status === 201)).to.have.length(1)
      await end(cms)
    })
  })

  it('asks the challenge’s server on every sign-up; its outage refuses', async () => {
    const requests: string[] = []
    let mode: 'good' | 'bad' | 'broken' | 'redirect' | 'huge' = 'good'
    const provider: Server = createServer((request, response) => {
      let body = ''
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', () => {
          requests.push(body)
          if (mode === 'redirect') return response.writeHead(302, { location: '/other' }).end()
          if (mode === 'broken') return response.writeHead(500).end('<html>')
          response.end(mode === 'huge' ? 'x'.repeat(100_000) : JSON.stringify({ success: mode === 'good' }))
        })
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(provider.address() as { port: number }).port}/siteverify`
    const clock = new MovedClock()
    const { cms, listener, logged } = await start(HOSTS[0]!, DATABASES[0]!, {
      clock,
      auth: {
        roles: ['admin', 'reader'],
        members: {
          roles: ['reader'],
          signup: { role: 'reader', verifyEmail: false, challenge: { siteKey: 'site', secretKey: 'key-canary', url } },
        },
      },
    })
    await makeUser(cms, 'boss@example.org', { role: 'admin' })
    let n = 0
    const sign = async (challenge?: unknown) => {
      const form = (await new Browser(listener).get('/users/signup')).body
      expect(form.challenge).to.equal('site')
      clock.forward(2)
      return new Browser(listener).post('/users/signup', { email: `a${n++}@example.org`, password: PASSWORD, token: form.token, challenge })
    }
    expect((await sign('solved')).status).to.equal(201)
    expect(Object.fromEntries(new URLSearchParams(requests[0]))).to.include({ secret: 'key-canary', response: 'solved' })
    for (const given of [undefined, '', 5]) expect((await sign(given)).body.errors[0].field).to.equal('challenge')
    for (const how of ['bad', 'broken', 'redirect', 'huge'] as const) {
      mode = how
      const answer = await sign('solved')
      expect(answer.status, how).to.equal(400)
      expect(answer.body.errors[0].field).to.equal('challenge')
      clock.forward(1000)
    }
    await new Promise((resolve) => provider.close(resolve))
    expect((await sign('solved')).status).to.equal(400)
    expect(JSON.stringify(logged)).to.not.include('key-canary')
    await end(cms)
  })

  it('stops the start where sign-up could not work', async () => {
    const members = (more: object) => ({ roles: ['admin', 'reader'], members: { roles: ['reader'], ...more } })
    for (const [auth, message] of [
      [members({ signup: { role: 'reader' } }), /needs 'email'/],
      [members({ signup: { role: 'admin', verifyEmail: false } }), /must be one of: reader/],
      [{ ...members({ signup: { role: 'reader', verifyEmail: false } }), password: false }, /needs passwords/],
      [{ roles: ['admin'], members: { roles: ['reader'] } }, /must also be in auth.roles/],
      [{ roles: ['admin'], members: { roles: ['admin'] } }, /can't be a member/],
    ] as const) {
      const failed = await start(HOSTS[0]!, DATABASES[0]!, { auth: auth as Config['auth'] & {} }).then(
        () => undefined,
        (error) => error,
      )
      expect(failed?.message).to.match(message)
    }
  })
})
