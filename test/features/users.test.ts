/** The users collection: who may do what with people, how passwords are taken, the first admin, and the last one. */
import { expect } from 'chai'
import { Browser, type Made, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/users', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let ed: Browser
    let people: Record<'admin' | 'ed' | 'other', Made>
    const clock = new MovedClock()
    const hooked: unknown[] = []

    before(async () => {
      started = await start(host, database, {
        clock,
        auth: { roles: ['admin', 'editor', 'author'] },
        collections: [
          {
            slug: 'users',
            fields: [{ name: 'bio' }, { name: 'note', hidden: true }],
            access: { update: ({ user }: any) => user !== null && user.role !== 'admin' && { id: { equals: user.id } } },
            hooks: { beforeValidate: (facts: object) => void hooked.push(facts), afterChange: (facts: object) => void hooked.push(facts) },
          },
        ],
      })
      people = {
        admin: await makeUser(started.cms, 'admin@example.org', { role: 'admin' }),
        ed: await makeUser(started.cms, 'ed@example.org'),
        other: await makeUser(started.cms, 'other@example.org', { role: 'author' }),
      }
      admin = await new Browser(started.listener).login(people.admin.email)
      ed = await new Browser(started.listener).login(people.ed.email)
    })
    after(() => end(started?.cms))

    it('gives new users the role editor, and keeps emails folded and unique', async () => {
      const made = await admin.post('/users', { email: '  New@Example.ORG ', password: PASSWORD, bio: 'Hello' })
      expect(made.status, made.text).to.equal(201)
      expect(made.body).to.include({ email: 'new@example.org', role: 'editor', active: true, bio: 'Hello' })
      const twice = await admin.post('/users', { email: 'NEW@example.org', password: PASSWORD })
      expect(twice.status).to.equal(400)
      expect(twice.body.errors[0]).to.include({ field: 'email', message: 'must be unique' })
    })

    it('takes a password and gives it to nobody: no answer, filter, hook, event or log', async () => {
      hooked.length = 0
      const made = await admin.post('/users', { email: 'secret@example.org', password: 'canary-canary' })
      expect(made.status).to.equal(201)
      expect(made.text).to.not.include('password')
      await admin.patch(`/users/${made.body.id}`, { password: 'canary-again', name: 'x' })
      const all = await started.cms.find('users', { showHidden: true, limit: 0 })
      const { store } = started.cms.engine
      const rows = await store.read(`select * from ${store.dialect.table('users')}`)
      const visible = JSON.stringify([
        all,
        rows,
        hooked.map((one: any) => [one.data, one.doc, one.originalDoc, one.previousDoc]),
        started.logged,
      ])
      for (const canary of ['canary', 'scrypt', '"password"']) expect(visible).to.not.include(canary)
      for (const query of [
        'where[password][exists]=true',
        'where[password][like]=a',
        'sort=password',
        'select=password',
        'where[author.password][equals]=x',
      ]) {
        const [of, unknown] = await Promise.all([
          admin.get(`/users?${query}`),
          admin.get(`/users?${query.replaceAll('password', 'nothing')}`),
        ])
        expect(of.status, query).to.equal(400)
        expect(of.text.replaceAll('password', 'nothing')).to.equal(unknown.text)
      }
      await new Browser(started.listener).login('secret@example.org', 'canary-again')
    })

    it('refuses short, long and strange passwords, together with what else is wrong', async () => {
      for (const [password, message] of [
        ['1234567', 'must be at least 8 characters'],
        ['กขคงจฉช', 'must be at least 8 characters'],
        [12345678, 'must be a string'],
        [['a', 'b'], 'must be a string'],
        ['x'.repeat(1025), 'must be at most 1024 bytes'],
        ['ก'.repeat(400), 'must be at most 1024 bytes'],
      ] as const) {
        const answer = await admin.post('/users', { email: 'short@example.org', password })
        expect(answer.status, String(password)).to.equal(400)
        expect(answer.body.errors[0]).to.include({ field: 'password', message })
      }
      const both = await admin.post('/users', { email: 'no address', password: 'short', role: 'king' })
      expect(both.body.errors.map((one: any) => one.field)).to.have.members(['email', 'password', 'role'])
    })

    it('takes the same letters however they are composed', async () => {
      await makeUser(started.cms, 'compose@example.org', { password: 'pässwörd-é' })
      await new Browser(started.listener).login('compose@example.org', 'pässwörd-é'.normalize('NFD'))
    })

    it('lets users change themselves, but not their role or whether they are active', async () => {
      const answer = await ed.patch(`/users/${people.ed.id}`, { name: 'Ed', role: 'admin', active: false })
      expect(answer.status).to.equal(200)
      expect(answer.body).to.include({ name: 'Ed', role: 'editor', active: true })
      expect((await ed.patch(`/users/${people.other.id}`, { name: 'Mine' })).status).to.equal(403)
      expect((await ed.post('/users', { email: 'z@example.org', password: PASSWORD })).status).to.equal(403)
      expect((await ed.delete(`/users/${people.other.id}`)).status).to.equal(403)
      expect((await ed.get('/users')).status).to.equal(200)
      const visitor = new Browser(started.listener)
      for (const answer of await Promise.all([
        visitor.get('/users'),
        visitor.get(`/users/${people.ed.id}`),
        visitor.post('/users', { email: 'v@example.org', password: PASSWORD, role: 'admin' }),
        visitor.patch(`/users/${people.ed.id}`, { name: 'v' }),
        visitor.delete(`/users/${people.ed.id}`),
      ]))
        expect(answer.status).to.equal(401)
    })

    it('leaves the management of users to admins, whatever a merged rule says', async () => {
      expect((await admin.patch(`/users/${people.other.id}`, { name: 'By the admin' })).body).to.include({ name: 'By the admin' })
    })

    it('refuses to lose the last active admin, and lets one of two go', async () => {
      const id = people.admin.id
      for (const send of [
        () => admin.delete(`/users/${id}`),
        () => admin.patch(`/users/${id}`, { role: 'editor' }),
        () => admin.patch(`/users/${id}`, { active: false }),
        () => admin.patch(`/users/${id}`, { active: null }),
      ]) {
        const answer = await send()
        expect(answer.status, answer.text).to.equal(400)
        expect(answer.body.errors[0]).to.include({ field: 'role', message: 'there must be an active admin left' })
      }
      expect(await started.cms.findById('users', id)).to.include({ role: 'admin', active: true })
      expect((await admin.get('/users/me')).body.user.id).to.equal(id)
      const second = await makeUser(started.cms, 'second@example.org', { role: 'admin' })
      await started.cms.update('users', second.id, { active: false })
      expect((await admin.patch(`/users/${id}`, { role: 'editor' })).status).to.equal(400)
      await started.cms.update('users', second.id, { active: true })
      expect((await admin.patch(`/users/${second.id}`, { role: 'editor' })).status).to.equal(200)
    })

    it('answers unknown routes of users as routes, not as ids', async () => {
      expect((await admin.delete('/users/me')).status).to.equal(405)
      expect((await admin.get('/users/login')).status).to.equal(405)
      expect((await admin.get('/users/nobody')).status).to.equal(404)
    })

    it('says that users are there, and lets nobody register first any more', async () => {
      const visitor = new Browser(started.listener)
      expect((await visitor.get('/users/init')).body).to.deep.equal({
        hasUsers: true,
        passwordReset: false,
        providers: [],
        password: true,
        setupCode: false,
      })
      const answer = await visitor.post('/users/first-register', { email: 'late@example.org', password: PASSWORD })
      expect(answer.status).to.equal(403)
    })
  })

  describe('the first admin', () => {
    pairwise((host, database) => {
      const clock = new MovedClock()
      let started: Started
      afterEach(() => end(started?.cms))

      it('registers with the form, is signed in, and is the only one', async () => {
        started = await start(host, database, { clock })
        const one = new Browser(started.listener)
        expect((await one.get('/users/init')).body).to.include({ hasUsers: false, setupCode: false })
        for (const [body, field] of [
          [{ email: 'a@example.org' }, 'password'],
          [{ password: PASSWORD }, 'email'],
          [{ email: 'a@example.org', password: 'short' }, 'password'],
          [{ email: 'nothing', password: PASSWORD }, 'email'],
        ] as const) {
          const answer = await one.post('/users/first-register', body)
          expect(answer.status, answer.text).to.equal(400)
          expect(answer.body.errors[0].field).to.equal(field)
        }
        const answer = await one.post('/users/first-register', {
          email: 'First@example.org',
          password: PASSWORD,
          name: 'F',
          role: 'editor',
          active: false,
        })
        expect(answer.status, answer.text).to.equal(201)
        expect(answer.body.user).to.include({ email: 'first@example.org', role: 'admin', active: true, name: 'F' })
        expect((await one.post('/users', { email: 'b@example.org', password: PASSWORD })).status).to.equal(201)
      })

      it('needs the setup code where there is one, and only so many guesses', async () => {
        started = await start(host, database, { clock, auth: { setupCode: 'open sesame' } })
        const one = new Browser(started.listener)
        expect((await one.get('/users/init')).body).to.include({ setupCode: true })
        const register = (setupCode?: unknown) =>
          one.post('/users/first-register', { email: 'a@example.org', password: PASSWORD, setupCode })
        for (const code of [undefined, '', 'wrong', 5, 'OPEN SESAME']) {
          const answer = await register(code)
          expect(answer.status, String(code)).to.equal(400)
          expect(answer.body.errors[0].field).to.equal('setupCode')
        }
        const locked = await register('open sesame')
        expect(locked.status).to.equal(429)
        expect(Number(locked.headers['retry-after'])).to.be.within(1, 900)
        clock.forward(901)
        expect((await register('open sesame')).status).to.equal(201)
      })

      it('is one, when fifty try at once', async () => {
        started = await start(host, database, { clock })
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, n) =>
            new Browser(started.listener).post('/users/first-register', { email: `a${n}@example.org`, password: PASSWORD }),
          ),
        )
        expect(answers.filter((one) => one.status === 201)).to.have.length(1)
        expect(answers.filter((one) => one.status === 403)).to.have.length(49)
        expect(await started.cms.count('users')).to.equal(1)
      })

      it('is never lost, when two admins demote each other at once', async () => {
        started = await start(host, database, { clock })
        for (let round = 0; round < 10; round++) {
          const [a, b] = [
            await makeUser(started.cms, `a${round}@example.org`, { role: 'admin' }),
            await makeUser(started.cms, `b${round}@example.org`, { role: 'admin' }),
          ]
          for (const old of (
            await started.cms.find('users', { where: { and: [{ role: { equals: 'admin' } }, { id: { not_in: [a.id, b.id] } }] }, limit: 0 })
          ).docs)
            await started.cms.update('users', old.id, { role: 'editor' })
          const [one, two] = [await new Browser(started.listener).login(a.email), await new Browser(started.listener).login(b.email)]
          const answers = await Promise.all([
            one.patch(`/users/${b.id}`, { role: 'editor' }),
            two.patch(`/users/${a.id}`, { active: false }),
          ])
          expect(answers.filter((answer) => answer.status === 200).length, answers.map((answer) => answer.text).join()).to.equal(1)
          expect(await started.cms.count('users', { where: { role: { equals: 'admin' }, active: { equals: true } } })).to.equal(1)
        }
      })
    })
  })

  pairwise((host, database) => {
    it('a rule that lets people edit others hands out no account that may do more', async () => {
      const { cms, listener } = await start(host, database, {
        auth: { rbac: true, roles: ['admin', 'editor', 'author', 'reader', 'guest'], members: { roles: ['reader', 'guest'] } },
        collections: [{ slug: 'users', access: { read: 'anyone', update: 'anyone' } }],
      } as object)
      const roles = ['admin', 'editor', 'author', 'reader', 'guest']
      const people = Object.fromEntries(
        await Promise.all(roles.map(async (role) => [role, await makeUser(cms, `${role}@x.org`, { role })])),
      )
      const twins = Object.fromEntries(
        await Promise.all(roles.map(async (role) => [role, await makeUser(cms, `${role}2@x.org`, { role })])),
      )
      const may: Record<string, string[]> = {
        visitor: [],
        admin: roles,
        editor: ['editor', 'reader', 'guest'],
        author: ['author', 'reader', 'guest'],
        // Members see nobody but themselves.
        reader: [],
      }
      for (const [who, allowed] of Object.entries(may)) {
        const browser = new Browser(listener)
        if (who !== 'visitor') await browser.login(`${who}@x.org`)
        for (const role of roles) {
          const { id, email } = twins[role]!
          const expected = allowed.includes(role) ? 200 : who === 'visitor' ? 401 : who === 'reader' ? 404 : 403
          for (const body of [
            { password: 'another password' },
            { email: `taken-${role}@x.org` },
            { name: 'N', password: 'another password' },
          ]) {
            const answer = await browser.patch(`/users/${id}`, body)
            expect(answer.status, `${who} → ${role} ${JSON.stringify(body)} ${answer.text}`).to.equal(expected)
          }
          await cms.update('users', id, { email } as object)
          expect((await browser.patch(`/users/${id}`, { name: who, email: email.toUpperCase() })).status, 'other fields').to.equal(
            expected === 404 ? 404 : 200,
          )
          const local = await cms
            .as(who === 'visitor' ? null : { id: people[who]!.id, role: who })
            .update('users', id, { email: `local-${role}@x.org` })
            .catch((error: any) => error.status)
          if (expected === 200) await cms.update('users', id, { email } as object)
          else expect(local).to.equal(expected)
        }
      }
      for (const role of roles) {
        const browser = await new Browser(listener).login(`${role}@x.org`)
        expect(
          (await browser.patch(`/users/${people[role]!.id}`, { email: `own-${role}@x.org`, currentPassword: PASSWORD })).status,
          'one’s own',
        ).to.equal(200)
      }
      await end(cms)
    })
  })
})
