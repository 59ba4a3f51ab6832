/** Links to passwords and to the set-up say what they are, whoever is signed in in the browser that opens them. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { Browser as Guest, makeUser, PASSWORD } from '../harness/people.ts'

describe('admin-components: links that are opened while somebody is signed in', function () {
  this.timeout(60_000)
  const sent: string[] = []
  let site: Site

  before(async () => {
    const email = { name: 'test', send: async ({ text }: { text: string }) => void sent.push(text) }
    site = await serve({ collections: [], email, auth: { members: { roles: ['reader'] }, roles: ['admin', 'editor', 'reader'] } })
    await makeUser(site.cms, 'ada@example.org', { role: 'admin', name: 'Ada Admin' })
    await makeUser(site.cms, 'mem@example.org', { role: 'reader', name: 'Mem Ber' })
  })
  after(() => site?.stop())

  async function token(purpose: 'invite' | 'reset' | 'over', email: string): Promise<string> {
    if (purpose === 'over') return 'x'.repeat(43)
    const before = sent.length
    const guest = new Guest(site.listener)
    if (purpose === 'reset') await guest.post('/users/forgot-password', { email })
    else {
      await guest.post('/users/login', { email: 'ada@example.org', password: PASSWORD })
      await guest.post('/users', { email, name: 'Kim', role: 'editor' })
    }
    for (let n = 0; n < 200 && sent.length === before; n++) await new Promise((resolve) => setTimeout(resolve, 20))
    return /token=([\w-]+)/.exec(sent.at(-1)!)![1]!
  }

  /** Who is in, which link is opened, what the page says, what is pressed and what is there then. */
  const CASES: readonly (readonly [
    who: string,
    link: 'invite' | 'reset' | 'over',
    of: string,
    says: string,
    press: string,
    then: string,
  ])[] = [
    ['ada@example.org', 'invite', 'kim1@example.org', 'This link is for kim1@example.org', 'Stay signed in', 'Hello, Ada Admin'],
    ['ada@example.org', 'over', '', 'This link no longer works', 'Stay signed in', 'Hello, Ada Admin'],
    ['ada@example.org', 'reset', 'ada@example.org', 'Set a new password', '', 'Hello, Ada Admin'],
    ['mem@example.org', 'over', '', 'This link no longer works', 'Stay signed in', 'You are signed in as a member of the site'],
    ['mem@example.org', 'invite', 'kim2@example.org', 'This link is for kim2@example.org', 'Go on as kim2@example.org', 'Hello, Kim'],
    ['ada@example.org', 'invite', 'kim3@example.org', 'This link is for kim3@example.org', 'Go on as kim3@example.org', 'Hello, Kim'],
    ['ada@example.org', 'reset', 'kim3@example.org', 'This link is for kim3@example.org', 'Go on as kim3@example.org', 'Hello, Kim'],
  ]

  for (const [who, link, of, says, press, then] of CASES)
    it(`${who} opens a link (${link}) of ${of || 'somebody'}: ${press || 'goes on at once'}`, async () => {
      const seat = await Seat.at(site, { as: who })
      await seat.open(`reset-password?token=${await token(link, of)}`)
      await seat.page.getByRole('heading', { name: says }).waitFor()
      if (who === 'ada@example.org' && press !== '') await seat.sees('You are signed in as Ada Admin.')
      if (press !== '') await seat.press(press)
      if (press !== 'Stay signed in') {
        await seat.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
        await seat.press('Set password')
      }
      await seat.sees(then)
      expect(new URL(seat.page.url()).search).to.equal('')
      // The answers to a link that is over, and to a member of the site who asks for the admin.
      seat.quiet(link === 'over' ? /400/ : /^$/, who === 'mem@example.org' ? /403/ : /^$/)
      await seat.leave()
    })

  for (const who of ['ada@example.org', undefined])
    it(`a link to the set-up, opened after it by ${who ?? 'a visitor'}`, async () => {
      const seat = await Seat.at(site, who === undefined ? {} : { as: who })
      await seat.open('setup?setupCode=open-sesame')
      await seat.sees('The site is set up already.')
      await seat.sees(who === undefined ? 'Sign in' : 'Hello, Ada Admin')
      expect(new URL(seat.page.url()).search).to.equal('')
      seat.quiet()
      await seat.leave()
    })
})
