/** The page of an invited person says that the invitation waits, until it is accepted, and sends it again. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { Browser as Guest, makeUser, PASSWORD } from '../harness/people.ts'

describe('admin-components: an invitation', function () {
  this.timeout(60_000)
  const sent: string[] = []
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve({
      collections: [],
      email: {
        name: 'test',
        async send({ text }) {
          sent.push(text)
        },
      },
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    seat = await Seat.at(site)
    await seat.enter('nok@example.org')
  })
  after(() => site?.stop())

  it('waits, is sent again, and is over once it is accepted', async () => {
    await seat.open('c/users/new')
    await seat.fill('Email', 'eve@example.org')
    expect(await seat.page.getByLabel('Role').inputValue(), 'no role but the one that is chosen').to.equal('')
    await seat.press('Create Person')
    await seat.sees('Role: Choose a role')
    expect(await site.cms.count('users')).to.equal(1)
    await seat.page.getByLabel('Role').selectOption('editor')
    await seat.press('Create Person')
    await seat.sees('Invited, not yet accepted')
    await seat.sees(/The link is valid until/)
    await seat.press('Send the invitation again')
    await seat.sees('eve@example.org')
    for (let n = 0; n < 200 && sent.length < 2; n++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sent).to.have.length(2)
    const token = /token=([\w-]+)/.exec(sent[1]!)![1]!
    const eve = new Guest(site.listener)
    expect((await eve.post('/users/reset-password', { token, password: PASSWORD })).status).to.equal(200)
    await seat.page.reload()
    await seat.page.getByLabel('Email').waitFor()
    await seat.page.waitForLoadState('networkidle')
    expect(await seat.page.getByText('Invited, not yet accepted').count()).to.equal(0)
    seat.quiet()
  })
})
