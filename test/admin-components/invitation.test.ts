/** The page of an invited person says that the invitation waits, until it is accepted, and sends it again. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { Browser as Guest, makeUser, PASSWORD } from '../harness/people.ts'

describe('admin-components: an invitation', function () {
  this.timeout(60_000)
  const sent: string[] = []
  let site: Site
  let seat: Seat

  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [],
      email: {
        name: 'test',
        async send({ text }) {
          sent.push(text)
        },
      },
    }))
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

  it('is marked in the list of people, as a table and as cards, and found by a filter @long', async () => {
    await seat.open('c/users/new')
    await seat.fill('Email', 'ivy@example.org')
    await seat.page.getByLabel('Role').selectOption('editor')
    await seat.press('Create Person')
    await seat.sees('Invited, not yet accepted')
    await seat.open('c/users')
    const marked = seat.page.locator('tbody tr, .cards li').filter({ has: seat.page.locator('.badge', { hasText: 'Invited' }) })
    await marked.filter({ hasText: 'ivy@example.org' }).waitFor()
    expect(await marked.count()).to.equal(1)
    await seat.open('c/users?view=cards')
    await marked.filter({ hasText: 'ivy@example.org' }).waitFor()
    await seat.open('c/users')
    await seat.press('Filter')
    await seat.press('Add a condition')
    await seat.chooseField(seat.page.getByLabel('Field'), 'Invited')
    await seat.page.getByLabel('Value').selectOption('true')
    await seat.sees('1 person')
    await seat.sees(/Only where\s+Invited is Yes/)
    await marked.filter({ hasText: 'ivy@example.org' }).waitFor()
    await seat.open('c/users?view=table')
  })

  it('is not on the page of somebody with a password, which says whose it is and how the password is kept', async () => {
    const { id } = await makeUser(site.cms, 'lin@example.org', { role: 'editor', name: 'Lin Berg' })
    await seat.open(`c/users/${id}`)
    await seat.page.getByRole('heading', { name: 'Lin Berg' }).waitFor()
    await seat.sees('Fill this in only to set a new password.')
  })

  for (const token of ['', 'x'.repeat(43)])
    it(`whose link is over leads to a new one: ${token === '' ? 'without its token' : 'with a token that no longer counts'}`, async () => {
      const guest = await Seat.at(site)
      await guest.open(`reset-password?token=${token}`)
      await guest.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
      await guest.sees('It has expired, or was used already.')
      await guest.press('Send a new link')
      await guest.page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
      expect(new URL(guest.page.url()).search).to.equal('')
      const before = sent.length
      await guest.fill('Email', 'nok@example.org')
      await guest.press('Send a link')
      await guest.sees('Check your inbox')
      for (let n = 0; n < 200 && sent.length === before; n++) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(sent.at(-1)).to.include('token=')
      guest.quiet(/400/)
      await guest.leave()
    })
})
