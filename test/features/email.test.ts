/** What admins see and try of email: the adapter without its secrets, its connection, a test sent at once. */
import { expect } from 'chai'
import { consoleEmail } from '../../adapters/console-email.ts'
import { smtp } from '../../adapters/smtp.ts'
import { email } from '../../lib/features/email/index.ts'
import { Mailbox } from '../harness/mailbox.ts'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, pairwise, type Started, start } from '../harness/start.ts'

describe('features/email', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let mailbox: Mailbox
    let started: Started
    let admin: Browser

    before(async () => {
      mailbox = await new Mailbox().open()
      started = await start(host, database, {
        clock,
        email: smtp({ host: '127.0.0.1', port: mailbox.port, auth: { user: 'galley', pass: 'mail-canary' }, from: 'blog@example.org' }),
      })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      await makeUser(started.cms, 'ed@example.org')
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    after(async () => {
      await end(started?.cms)
      await mailbox?.close()
    })

    it('shows the adapter to admins alone, never its secrets', async () => {
      const answer = await admin.get('/admin/email')
      expect(answer.body).to.deep.equal({
        configured: true,
        name: 'smtp',
        from: 'blog@example.org',
        settings: [
          { key: 'host', value: '127.0.0.1' },
          { key: 'port', value: String(mailbox.port) },
          { key: 'secure', value: 'false' },
          { key: 'user', value: 'galley' },
        ],
        canVerify: true,
        prints: false,
      })
      const ed = await new Browser(started.listener).login('ed@example.org')
      for (const [who, status] of [
        [ed, 403],
        [new Browser(started.listener), 401],
      ] as const) {
        expect((await who.get('/admin/email')).status).to.equal(status)
        expect((await who.post('/admin/email/verify')).status).to.equal(status)
        expect((await who.post('/admin/email/test')).status).to.equal(status)
      }
    })

    it('checks the connection, and sends five tests in ten minutes @long', async () => {
      expect((await admin.post('/admin/email/verify')).body).to.deep.equal({ ok: true })
      for (const [body, field] of [
        [{ to: 'nobody' }, 'to'],
        [{ to: 'a@b.c, d@e.f' }, 'to'],
        [{ to: 5 }, 'to'],
        [{ locale: 'de' }, 'locale'],
      ] as const) {
        const answer = await admin.post('/admin/email/test', body)
        expect(answer.status).to.equal(400)
        expect(answer.body.errors[0].field).to.equal(field)
      }
      expect((await admin.post('/admin/email/test')).body).to.deep.equal({ ok: true })
      expect((await mailbox.next()).to).to.equal('boss@example.org')
      expect((await admin.post('/admin/email/test', { to: 'Else@example.org', locale: 'th' })).body).to.deep.equal({ ok: true })
      expect(await mailbox.next()).to.include({ to: 'else@example.org', subject: 'อีเมลทดสอบ' })
      mailbox.refuses = true
      const refused = await admin.post('/admin/email/test')
      expect(refused.body.ok).to.equal(false)
      expect(refused.body.error).to.include('out of order')
      mailbox.refuses = false
      for (let n = 0; n < 2; n++) await admin.post('/admin/email/test')
      const limited = await admin.post('/admin/email/test')
      expect(limited.status).to.equal(429)
      expect(Number(limited.headers['retry-after'])).to.be.within(1, 600)
      clock.forward(601)
      expect((await admin.post('/admin/email/test')).status).to.equal(200)
    })
  })

  it('says what is wrong: no adapter, no server, a wrong password @long', async () => {
    const mailbox = await new Mailbox().open()
    const wrong = (port: number) => smtp({ url: `smtp://galley:wrong-canary@127.0.0.1:${port}`, from: 'a@example.org' })
    for (const [email, error] of [
      [undefined, /no 'email' is configured/],
      [wrong(1), /ECONNREFUSED/],
      [wrong(mailbox.port), /Invalid login|wrong user/],
    ] as const) {
      const { cms, listener, logged } = await start(HOSTS[0]!, DATABASES[0]!, email ? { email } : {})
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      const admin = await new Browser(listener).login('boss@example.org')
      for (const path of ['/admin/email/verify', '/admin/email/test']) {
        const answer = await admin.post(path)
        expect(answer.status).to.equal(200)
        expect(answer.body.ok).to.equal(false)
        expect(answer.body.error).to.match(error)
        expect(answer.text + JSON.stringify(logged)).to.not.include('wrong-canary')
      }
      if (!email)
        expect((await admin.get('/admin/email')).body).to.deep.equal({
          configured: false,
          name: null,
          from: null,
          settings: [],
          canVerify: false,
          prints: false,
        })
      await end(cms)
    }
    await mailbox.close()
  })

  for (const production of [true, false])
    it(`warns of emails that are only printed, ${production ? 'in' : 'outside'} production`, async () => {
      const { cms } = await start(HOSTS[0]!, DATABASES[0]!, { email: consoleEmail(() => undefined) })
      const { engine } = cms
      const found = await email.attention!({ ...engine, settings: { ...engine.settings, production } })
      expect(found).to.deep.equal(production ? [{ id: 'printed-email' }] : [])
      await end(cms)
    })
})
