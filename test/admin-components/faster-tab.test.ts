/** What can be done once, set-up and the use of a link, was done in another tab while this one was open: it says so and leads on. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { Browser as Guest, PASSWORD } from '../harness/people.ts'

describe('admin-components: a tab that was faster', function () {
  this.timeout(60_000)
  const sent: string[] = []
  let site: Site
  let seat: Seat

  before(async () => {
    const email = { name: 'test', send: async ({ text }: { text: string }) => void sent.push(text) }
    site = await serve({ collections: [], email })
    seat = await Seat.at(site)
  })
  after(() => site?.stop())

  it('made the first account', async () => {
    await seat.open()
    await seat.page.getByRole('heading', { name: 'Create the first account' }).waitFor()
    const other = await new Guest(site.origin).post('/users/first-register', { email: 'nok@example.org', password: PASSWORD })
    expect(other.status).to.equal(201)
    await seat.fill('Email', 'nok@example.org')
    await seat.fill('Password', PASSWORD)
    await seat.press('Create account')
    await seat.page.getByRole('alert').getByText('The first account exists already.').waitFor()
    await seat.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await seat.fill('Password', PASSWORD)
    await seat.press('Sign in')
    await seat.page.locator('main#main').waitFor()
    seat.quiet(/403/)
  })

  it('used the link', async () => {
    await new Guest(site.origin).post('/users/forgot-password', { email: 'nok@example.org' })
    for (let n = 0; n < 200 && sent.length === 0; n++) await new Promise((resolve) => setTimeout(resolve, 20))
    const token = /token=([\w-]+)/.exec(sent[0]!)![1]!
    const guest = await Seat.at(site)
    await guest.open(`reset-password?token=${token}`)
    await guest.page.getByLabel('Password').fill('typed too late')
    expect((await new Guest(site.origin).post('/users/reset-password', { token, password: PASSWORD })).status).to.equal(200)
    await guest.press('Set password')
    await guest.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await guest.page.getByRole('button', { name: 'Send a new link' }).waitFor()
    expect(await guest.page.getByRole('alert').count(), 'what else is wrong').to.equal(0)
    guest.quiet(/400/)
  })

  it('signed in too often with a wrong password: it says how long to wait', async () => {
    for (let n = 0; n < 5; n++) await new Guest(site.origin).post('/users/login', { email: 'nok@example.org', password: 'wrong' })
    const guest = await Seat.at(site)
    await guest.open()
    await guest.fill('Email', 'nok@example.org')
    await guest.fill('Password', PASSWORD)
    await guest.press('Sign in')
    await guest.sees('Too many attempts. Try again in 15 minutes.')
    guest.quiet(/429/)
  })
})
