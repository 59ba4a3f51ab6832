/** Who was invited and has not accepted yet: what the filter finds through everything that happens to an invitation, and who may ask. */
import { expect } from 'chai'
import { linkIn } from '../harness/mailbox.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/password-links: where[invited]', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    const letters: { to: string; text: string }[] = []
    let started: Started
    let admin: Browser

    before(async () => {
      started = await start(host, database, {
        clock,
        email: { name: 'test', send: async ({ to, text }: any) => void letters.push({ to, text }) },
        auth: {
          roles: ['admin', 'editor'],
          inviteExpiration: 3600,
          providers: [
            {
              id: 'directory',
              name: 'Directory',
              kind: 'credentials',
              linkByEmail: true,
              verify: async ({ credentials: { username } }) => ({
                issuer: 'directory',
                subject: username,
                email: username,
                emailVerified: true,
              }),
            },
          ],
        },
      })
      const boss = await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      await makeUser(started.cms, 'editor@example.org', { role: 'editor' })
      admin = await new Browser(started.listener).login(boss.email)
    })
    after(() => end(started?.cms))

    async function invite(email: string): Promise<number> {
      const made = await admin.post('/users', { email, role: 'editor' })
      expect(made.status, made.text).to.equal(201)
      return made.body.id
    }
    async function letterTo(email: string): Promise<string> {
      for (let n = 0; n < 200; n++) {
        const index = letters.findLastIndex(({ to }) => to === email)
        if (index >= 0) return linkIn(letters.splice(index, 1)[0] as any).token
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`no letter came to ${email}`)
    }
    const found = async (is: boolean): Promise<string[]> => {
      const answer = await admin.get(`/users?limit=100&where[invited][equals]=${is}`)
      expect(answer.status, answer.text).to.equal(200)
      return answer.body.docs.map((doc: any) => doc.email.split('@')[0]).sort()
    }
    const waits = async (id: number): Promise<string | undefined> =>
      (await admin.get(`/users/${id}/password-link`)).body.invitation?.expiresAt

    it('finds those who have not accepted, also once their link is over or has been swept away', async () => {
      const ids: Record<string, number> = {}
      for (const name of ['accepts', 'linked', 'moved', 'off', 'set', 'late', 'gone']) ids[name] = await invite(`${name}@example.org`)
      expect(await found(true)).to.deep.equal(['accepts', 'gone', 'late', 'linked', 'moved', 'off', 'set'])
      expect(await found(false)).to.deep.equal(['boss', 'editor'])

      const accepted = { token: await letterTo('accepts@example.org'), password: PASSWORD }
      expect((await new Browser(started.listener).post('/users/reset-password', accepted)).status).to.equal(200)
      const signIn = { username: 'linked@example.org', password: 'of the directory' }
      expect((await new Browser(started.listener).post('/auth/directory/login', signIn)).status).to.equal(200)
      await admin.patch(`/users/${ids['moved']}`, { email: 'moves@example.org' })
      await admin.patch(`/users/${ids['off']}`, { active: false })
      await admin.patch(`/users/${ids['set']}`, { password: PASSWORD })
      await admin.delete(`/users/${ids['gone']}`)
      await admin.patch(`/users/${ids['late']}`, { name: 'Late' })
      expect(await found(true)).to.deep.equal(['late', 'moves'])
      expect(await found(false)).to.deep.equal(['accepts', 'boss', 'editor', 'linked', 'off', 'set'])
      expect(await waits(ids['moved']!), 'no link leads to the new address').to.equal(clock.now().toISOString())
      for (const name of ['accepts', 'linked', 'off', 'set']) expect(await waits(ids[name]!), name).to.equal(undefined)

      const until = await waits(ids['late']!)
      expect(until).to.equal(new Date(clock.now().getTime() + 3_600_000).toISOString())
      clock.forward(3601)
      await invite('next@example.org')
      expect(await found(true)).to.deep.equal(['late', 'moves', 'next'])
      expect(await waits(ids['late']!)).to.equal(until)
      expect((await admin.post(`/users/${ids['late']}/password-link`)).body).to.deep.equal({ sent: 'invite' })
      expect(await waits(ids['late']!)).to.equal(new Date(clock.now().getTime() + 3_600_000).toISOString())
    })

    it('is for admins and the site’s own code, and never part of a document', async () => {
      const { cms, listener } = started
      expect(await cms.count('users', { where: { invited: { equals: true } } })).to.equal(3)
      const editor = await new Browser(listener).login('editor@example.org')
      for (const who of [editor, new Browser(listener)]) {
        const { status, text } = await who.get('/users?where[invited][equals]=true')
        expect([400, 401]).to.include(status)
        expect(text).to.not.include('next@')
      }
      expect((await editor.get('/users?where[invited][equals]=true')).body.errors[0].message).to.include("unknown field 'invited'")
      expect((await admin.get('/users?limit=100')).text).to.not.match(/invited/i)
    })
  })
})
