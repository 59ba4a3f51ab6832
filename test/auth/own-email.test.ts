/** Changing one's own email address tells when an address is taken; a limit keeps people from going through a list of addresses that way. */
import { expect } from 'chai'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

const MOST = 3
const TAKEN = { field: 'email', message: 'must be unique', reason: 'unique', code: 'UNIQUE' }

describe('auth/own email', () => {
  everywhere((host, database) => {
    const clock = new MovedClock()
    let started: Started
    const people: Record<string, { id: number; browser: Browser }> = {}
    const change = (who: string, body: object, id = people[who]!.id) =>
      people[who]!.browser.patch(`/users/${id}`, { currentPassword: PASSWORD, ...body })

    before(async () => {
      started = await start(host, database, {
        clock,
        auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] }, maxLoginAttempts: MOST, lockWindow: 60 },
        collections: [{ slug: 'users', access: { update: 'signedIn' }, fields: [{ name: 'city', maxLength: 10 }] }],
      } as object)
      for (const [name, role] of Object.entries({ taken: 'editor', mia: 'reader', max: 'reader', ed: 'editor', boss: 'admin' })) {
        const { id, email } = await makeUser(started.cms, `${name}@x.org`, { role })
        people[name] = { id, browser: await new Browser(started.listener).login(email) }
      }
    })
    after(() => end(started?.cms))
    beforeEach(() => clock.forward(3600))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    for (const who of ['mia', 'ed'])
      it(`${who} is told that an address is taken, a few times`, async () => {
        for (let attempt = 0; attempt < MOST; attempt++) {
          const { status, body } = await change(who, { email: ' Taken@x.org' })
          expect([status, body.errors]).to.deep.equal([400, [TAKEN]])
        }
        for (const email of ['taken@x.org', 'free@x.org']) {
          const { status, body, headers } = await change(who, { email, city: 'x'.repeat(11) })
          expect([status, body.errors[0].code], JSON.stringify(body)).to.deep.equal([429, 'TOO_MANY'])
          expect(Number(headers['retry-after'])).to.be.within(1, 60)
        }
        const acting: any = started.cms.as({ id: people[who]!.id, role: who === 'mia' ? 'reader' : 'editor', email: `${who}@x.org` })
        expect((await acting.update('users', people[who]!.id, { email: 'taken@x.org' }).catch((error: any) => error)).code).to.equal(
          'TOO_MANY',
        )
        // The rest of an account can be changed all the while, and the address as it is sent along.
        const saved = await change(who, { email: `${who}@x.org`, city: 'Bangkok' })
        expect([saved.status, saved.body.city], saved.text).to.deep.equal([200, 'Bangkok'])
        clock.forward(61)
        expect((await change(who, { email: 'taken@x.org' })).status).to.equal(400)
      })

    it('addresses that were free count as well, and each person by themselves', async () => {
      for (let attempt = 1; attempt <= MOST; attempt++) expect((await change('max', { email: `max${attempt}@x.org` })).status).to.equal(200)
      expect((await change('max', { email: 'max@x.org' })).status).to.equal(429)
      expect((await change('mia', { email: 'taken@x.org' })).status).to.equal(400)
      expect((await change('max', { city: 'Rome' })).body.email).to.equal(`max${MOST}@x.org`)
    })

    it('admins, and people who change the addresses of others, see those anyway', async () => {
      for (let attempt = 0; attempt < MOST + 2; attempt++) {
        expect((await change('boss', { email: 'taken@x.org' })).status).to.equal(400)
        expect((await change('ed', { email: 'taken@x.org' }, people['mia']!.id)).status).to.equal(400)
      }
    })
  })
})
