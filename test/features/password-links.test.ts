/** Forgotten passwords and invitations, through a real SMTP server. */
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { smtp } from '../../adapters/smtp.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import type { Config } from '../../lib/config.ts'
import { unsentLetters } from '../../lib/features/password-links/unsent.ts'
import type { Settings } from '../../lib/settings.ts'
import { linkIn, Mailbox } from '../harness/mailbox.ts'
import { Browser, type Made, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, type Database, end, HOSTS, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

const FROM = 'The blog <blog@example.org>'

const adapter = ({ port }: Mailbox) => smtp({ url: `smtp://galley:mail-canary@127.0.0.1:${port}`, from: FROM })

describe('features/password-links', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let mailbox: Mailbox
    let boss: Made
    let admin: Browser
    const browser = () => new Browser(started.listener)
    const errors = () => started.logged.filter((one) => one.level === 'error')

    before(async () => {
      mailbox = await new Mailbox().open()
      started = await start(host, database, {
        clock,
        email: adapter(mailbox),
        auth: { resetPasswordExpiration: 600, inviteExpiration: 3600 },
      })
      boss = await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      admin = await browser().login(boss.email)
    })
    after(async () => {
      await end(started?.cms)
      await mailbox?.close()
    })
    afterEach(() => {
      expect(errors()).to.deep.equal([])
      expect(mailbox.letters).to.deep.equal([])
      clock.forward(1000)
    })

    const requestLink = async (address: string) => {
      const answer = await browser().post('/users/forgot-password', { email: address })
      expect(answer.status).to.equal(200)
      return linkIn(await mailbox.next())
    }

    it('sends a link that works once, sets the password, ends all sessions, signs in, and tells', async () => {
      const made = await makeUser(started.cms, 'lost@example.org', { name: 'L <b>' })
      const old = await browser().login(made.email)
      const answer = await browser().post('/users/forgot-password', { email: ' LOST@example.org' })
      expect(answer.status).to.equal(200)
      const letter = await mailbox.next()
      expect(letter).to.include({ to: made.email, from: '"The blog" <blog@example.org>' })
      expect(letter.subject).to.match(/^A new password for 127\.0\.0\.1/)
      expect(letter.html).to.include('Hello L &#60;b&#62;,')
      const { url, token } = linkIn(letter)
      expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+\/admin\/reset-password\?token=[\w-]{43}$/)
      expect(letter.html).to.include(token)

      const one = browser()
      expect((await one.get(`/users/reset-password?token=${token}`)).body).to.deep.equal({ email: made.email, purpose: 'reset' })
      const short = await one.post('/users/reset-password', { token, password: 'short' })
      expect(short.status).to.equal(400)
      expect(short.body.errors[0].field).to.equal('password')
      const done = await one.post('/users/reset-password', { token, password: 'found it again' })
      expect(done.status, done.text).to.equal(200)
      expect(done.body.user.id).to.equal(made.id)
      expect((await one.get('/users/me')).body.user.id).to.equal(made.id)
      expect((await old.get('/users/me')).body).to.deep.equal({ user: null })
      expect((await mailbox.next()).subject).to.match(/^Your password at .* was changed$/)
      await browser().login(made.email, 'found it again')
      for (const again of [
        await one.get(`/users/reset-password?token=${token}`),
        await browser().post('/users/reset-password', { token, password: 'once more please' }),
      ]) {
        expect(again.status).to.equal(400)
        expect(again.body.errors[0].field).to.equal('token')
      }
      expect(JSON.stringify(started.logged)).to.not.include(token)
    })

    it('ends the wait of somebody who failed to sign in too often', async () => {
      const made = await makeUser(started.cms, 'locked@example.org')
      const fail = () => browser().post('/users/login', { email: made.email, password: 'wrong password' })
      for (let n = 0; n < 5; n++) expect((await fail()).status).to.equal(401)
      const locked = await fail()
      expect(locked.status).to.equal(429)
      expect(locked.body.errors[0]).to.deep.include({
        reason: 'too-many',
        message: 'Too many failed attempts to sign in. Try again in 15 minutes',
      })
      const { token } = await requestLink(made.email)
      expect((await fail()).status, 'a link alone ends nothing').to.equal(429)
      expect((await browser().post('/users/reset-password', { token, password: 'found it again' })).status).to.equal(200)
      await mailbox.next()
      await browser().login(made.email, 'found it again')
      for (let n = 0; n < 5; n++) expect((await fail()).status).to.equal(401)
      expect((await fail()).status, 'and failures are counted anew').to.equal(429)
    })

    it('lets one of several use a link at the same moment', async () => {
      const made = await makeUser(started.cms, 'race@example.org')
      const { token } = await requestLink(made.email)
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((n) => browser().post('/users/reset-password', { token, password: `password number ${n}` })),
      )
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400])
      await mailbox.next()
    })

    it('refuses links that are wrong, empty, expired, of someone gone or of another kind', async () => {
      const made = await makeUser(started.cms, 'late@example.org')
      const { token } = await requestLink(made.email)
      const status = async (given: unknown) =>
        (await browser().post('/users/reset-password', { token: given, password: 'long enough' })).status
      for (const given of [undefined, '', 'x', `${token}x`, token.toLowerCase(), { a: 1 }, [token], 7])
        expect(await status(given), String(given)).to.equal(400)
      expect((await browser().get('/users/reset-password')).status).to.equal(400)
      expect((await browser().get(`/users/reset-password?token=${token}&token=${token}`)).status).to.equal(400)
      await started.cms.update('users', made.id, { active: false })
      expect(await status(token)).to.equal(400)
      await started.cms.update('users', made.id, { active: true })
      expect(await status(token)).to.equal(400)
      const second = await requestLink(made.email)
      clock.forward(601)
      expect(await status(second.token)).to.equal(400)
      clock.forward(1000)
      const third = await requestLink(made.email)
      await started.cms.update('users', made.id, { email: 'moved@example.org' })
      expect(await status(third.token)).to.equal(400)
      await browser().login('moved@example.org')
    })

    it('answers the same for unknown and inactive, and sends only three a window', async () => {
      const made = await makeUser(started.cms, 'often@example.org')
      const gone = await makeUser(started.cms, 'inactive@example.org')
      await started.cms.update('users', gone.id, { active: false })
      const texts = new Set<string>()
      for (const address of ['nobody@example.org', gone.email, ...Array(5).fill(made.email)])
        texts.add(JSON.stringify((await browser().post('/users/forgot-password', { email: address })).body))
      expect(texts.size).to.equal(1)
      for (let n = 0; n < 3; n++) expect((await mailbox.next()).to).to.equal(made.email)
      await new Promise((resolve) => setTimeout(resolve, 100))
      for (const body of [{}, { email: 5 }, { email: null }])
        expect((await browser().post('/users/forgot-password', body)).status).to.equal(400)
    })

    it('slows down who guesses links', async () => {
      const tries = async () => (await browser().get('/users/reset-password?token=guess')).status
      for (let n = 0; n < 20; n++) expect(await tries()).to.equal(400)
      expect(await tries()).to.equal(429)
    })

    it('invites a user who is made without a password, and tells nobody when it is accepted', async () => {
      const made = await admin.post('/users', { email: 'guest@example.org', role: 'editor' })
      expect(made.status, made.text).to.equal(201)
      const letter = await mailbox.next()
      expect(letter.subject).to.match(/^You are invited to /)
      expect(letter.text).to.contain(`${boss.email} created an account for you at `)
      const { token } = linkIn(letter)
      expect((await browser().post('/users/login', { email: 'guest@example.org', password: PASSWORD })).status).to.equal(401)
      const one = browser()
      expect((await one.get(`/users/reset-password?token=${token}`)).body).to.deep.equal({ email: 'guest@example.org', purpose: 'invite' })
      const waiting = async () => (await admin.get(`/users/${made.body.id}/password-link`)).body
      expect(await waiting()).to.deep.equal({ invitation: { expiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString() } })
      clock.forward(3500)
      expect((await one.post('/users/reset-password', { token, password: PASSWORD })).status).to.equal(200)
      expect((await one.get('/users/me')).body.user.id).to.equal(made.body.id)
      await browser().login('guest@example.org')
      expect(await waiting()).to.deep.equal({ invitation: null })
    })

    it('writes no invitation for a user who was refused', async () => {
      expect((await admin.post('/users', { email: boss.email })).status).to.equal(400)
      expect((await admin.post('/users', { email: 'x@example.org', role: 'king' })).status).to.equal(400)
      await new Promise((resolve) => setTimeout(resolve, 50))
    })

    it('lets admins send a link: an invitation without a password, a new one with', async () => {
      const { id } = (await started.cms.create('users', { email: 'linked@example.org' })) as { id: number }
      expect((await admin.post(`/users/${id}/password-link`)).body).to.deep.equal({ sent: 'invite' })
      const first = linkIn(await mailbox.next())
      await browser().post('/users/reset-password', { token: first.token, password: PASSWORD })
      expect((await admin.post(`/users/${id}/password-link`)).body).to.deep.equal({ sent: 'reset' })
      await mailbox.next()
      const one = await browser().login('linked@example.org')
      expect((await one.post(`/users/${id}/password-link`)).status).to.equal(403)
      expect((await browser().post(`/users/${id}/password-link`)).status).to.equal(401)
      expect((await admin.post('/users/99999/password-link')).status).to.equal(404)
      expect((await admin.post('/users/me/password-link')).status).to.equal(404)
      await started.cms.update('users', id, { active: false })
      expect((await admin.post(`/users/${id}/password-link`)).status).to.equal(400)
    })

    it('lets one of fifty use a link', async () => {
      const made = await makeUser(started.cms, 'fifty@example.org')
      const { token } = await requestLink(made.email)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const one = browser()
          return one.post('/users/reset-password', { token, password: `password of ${n}` }).then((answer) => answer.status)
        }),
      )
      expect(answers.filter((status) => status === 200)).to.have.length(1)
      expect(answers.filter((status) => status === 400 || status === 429)).to.have.length(49)
      await mailbox.next()
    })

    it('says in init that links can be mailed', async () => {
      expect((await browser().get('/users/init')).body.passwordReset).to.equal(true)
    })

    it('keeps no token where a thief of the database could use it, not even on its way', async () => {
      const made = await makeUser(started.cms, 'thief@example.org')
      mailbox.refuses = true
      await browser().post('/users/forgot-password', { email: made.email })
      const { store } = started.cms.engine
      let rows: unknown[] = []
      while (rows.length === 0) rows = await store.read(`select * from ${store.dialect.table('$emails')}`)
      expect(JSON.stringify(rows))
        .to.include(made.email)
        .and.to.not.match(/token=/)
      mailbox.refuses = false
      const { token } = linkIn(await mailbox.next())
      const links = await store.read(`select * from ${store.dialect.table('$links')}`)
      expect(JSON.stringify(links)).to.not.include(token)
    })
  })

  const alone = async (given: Partial<Config>, test: (started: Started) => Promise<void>, database: Database = DATABASES[0]!) => {
    const started = await start(HOSTS[0]!, database, given)
    try {
      await test(started)
    } finally {
      await end(started.cms)
    }
  }

  it('without email a new user needs a password, and nothing can be mailed', () =>
    alone({}, async ({ cms, listener }) => {
      await makeUser(cms, 'a@example.org', { role: 'admin' })
      const admin = await new Browser(listener).login('a@example.org')
      const answer = await admin.post('/users', { email: 'b@example.org' })
      expect(answer.status).to.equal(400)
      expect(answer.body.errors).to.deep.equal([{ message: 'is required', reason: 'required', field: 'password', code: 'REQUIRED' }])
      const { id } = (await cms.create('users', { email: 'c@example.org' })) as { id: number }
      for (const path of [`/users/${id}/password-link`, '/users/forgot-password'])
        for (const method of ['get', 'post', 'patch', 'delete'] as const) {
          const { status, body } = await admin.send(method, path, method === 'get' ? undefined : { email: 'a@example.org' })
          expect([status, body.errors[0].message], `${method} ${path}`).to.deep.equal([
            404,
            'This is not enabled here; to enable it, configure email',
          ])
        }
      expect((await admin.get('/users/init')).body.passwordReset).to.equal(false)
    }))

  it('in production links lead to serverURL alone, whatever Host says, and without it nowhere', async () => {
    const mailbox = await new Mailbox().open()
    const filename = temporaryFile('.db')
    const kept: Database = { name: 'a file', fresh: () => sqlite({ filename }) }
    const email = adapter(mailbox)
    try {
      await alone({ email }, async ({ cms }) => void (await makeUser(cms, 'a@example.org')), kept)
      await alone(
        { email, production: true, serverURL: 'https://cms.example' },
        async ({ listener }) => {
          const one = new Browser(listener)
          one.headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
          await one.post('/users/forgot-password', { email: 'a@example.org' })
          expect(linkIn(await mailbox.next()).url).to.match(/^https:\/\/cms\.example\/admin\/reset-password\?token=/)
        },
        kept,
      )
      await alone(
        { email, production: true },
        async ({ listener }) => {
          const { status, body } = await new Browser(listener).post('/users/forgot-password', { email: 'a@example.org' })
          expect([status, body.errors[0].message]).to.deep.equal([404, 'This is not enabled here; to enable it, configure serverURL'])
        },
        kept,
      )
    } finally {
      await mailbox.close()
      for (const suffix of ['', '-wal', '-shm']) rmSync(filename + suffix, { force: true })
    }
  })

  it('writes Thai letters, and letters of the configuration’s own', async () => {
    const mailbox = await new Mailbox().open()
    const given: Partial<Config> = {
      email: adapter(mailbox),
      admin: { locale: 'th', brand: { name: 'บล็อก' } },
      auth: {
        emails: { passwordChanged: ({ user, locale }) => ({ subject: `own\r\nBcc: x@y.z ${locale}`, text: `for ${user['email']}` }) },
      },
    }
    await alone(given, async ({ cms, listener }) => {
      await makeUser(cms, 'a@example.org')
      await new Browser(listener).post('/users/forgot-password', { email: 'a@example.org' })
      const letter = await mailbox.next()
      expect(letter.subject).to.equal('ตั้งรหัสผ่านใหม่สำหรับ บล็อก')
      expect(letter.text).to.match(/ลิงก์นี้ใช้ได้ครั้งเดียว/)
      expect(letter.html).to.include('lang="th"')
      await new Browser(listener).post('/users/reset-password', { token: linkIn(letter).token, password: PASSWORD })
      expect(await mailbox.next()).to.include({ subject: 'own Bcc: x@y.z th', text: 'for a@example.org\n' })
    })
    await mailbox.close()
  })

  it('says in the log which part of an own letter is misspelt', async () => {
    const lines: string[] = []
    const log = {
      info() {},
      warn() {},
      error: (message: string, { error }: Record<string, unknown> = {}) => void lines.push(`${message}: ${error}`),
    }
    const resetPassword = (() => ({ subjekt: 'x', text: 'y' })) as never
    const mailbox = await new Mailbox().open()
    await alone({ email: adapter(mailbox), log, auth: { emails: { resetPassword } } }, async ({ cms, listener }) => {
      await makeUser(cms, 'a@example.org')
      await new Browser(listener).post('/users/forgot-password', { email: 'a@example.org' })
      while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      expect(lines[0]).to.include(
        "auth.emails.resetPassword must give { subject, text, html? }; it has no 'subjekt'. did you mean 'subject'?",
      )
    })
    await mailbox.close()
  })

  it('warns of texts that are never sent', async () => {
    const emails = { invite: () => ({ subject: 'x', text: 'x' }) }
    const email = { name: 'test', send: async () => undefined }
    for (const [given, lack] of [
      [{ auth: { emails } }, "'email'"],
      [{ auth: { emails }, email }, undefined],
      [{ auth: { emails: {} } }, undefined],
    ] as const) {
      const { cms, logged } = await start(HOSTS[0]!, DATABASES[0]!, given)
      const lines = logged.filter(({ line }) => line.startsWith('auth.emails'))
      expect(lines.map(({ line }) => /without (\S+),/.exec(line)?.[1])).to.deep.equal(lack === undefined ? [] : [lack])
      await end(cms)
    }
    const inProduction = { auth: { emails }, email, production: true } as unknown as Settings
    expect(unsentLetters(inProduction)[0]).to.include("without 'serverURL'")
    expect(unsentLetters({ ...inProduction, serverURL: 'https://example.org' })).to.deep.equal([])
  })
})
