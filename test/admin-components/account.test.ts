/** One's own password: it takes the current one, says under the field what is wrong, and can be looked at before it counts. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'

const NEXT = 'a brand new password'

describe('admin-components: the account', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let nok: number

  before(async () => {
    site = await serve(newsroom)
    nok = (await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })).id
    await makeUser(site.cms, 'eve@example.org', { role: 'editor', name: 'Eve' })
    seat = await Seat.at(site, { as: 'nok@example.org', width: 1024 })
  })
  after(() => site?.stop())

  const field = (label: string) => seat.page.getByLabel(label, { exact: true })
  const signsIn = (password: string) =>
    site.cms.auth.login({ email: 'nok@example.org', password }).then(
      () => true,
      () => false,
    )

  it('takes a new password only with the current one, and shows it on demand', async () => {
    await seat.open('account')
    await field('New password').fill(NEXT)
    expect(await field('New password').getAttribute('type')).to.equal('password')
    await seat.page.getByLabel('Show the new password').check()
    await seat.page.locator('#my-password[type=text]').waitFor()
    expect(await field('Current password').getAttribute('autocomplete')).to.equal('current-password')
    await field('Current password').fill('not the password')
    await seat.press('Set password')
    await seat.page.getByRole('alert').getByText('This password is wrong').waitFor()
    await seat.page.locator('#my-currentPassword:focus').waitFor()
    expect(await signsIn(PASSWORD)).to.equal(true)
    await field('Current password').fill(PASSWORD)
    await seat.press('Set password')
    await seat.sees('Password set')
    await seat.page.locator('#my-password[type=password]').waitFor()
    expect(await field('Current password').inputValue()).to.equal('')
    expect(await signsIn(NEXT)).to.equal(true)
  })

  it('has the current password on the page of oneself, and of nobody else', async () => {
    const current = seat.page.locator('[data-path=currentPassword]')
    await seat.open(`c/users/${nok}`)
    await current.locator('input').waitFor()
    await seat.open('c/users/new')
    await seat.page.locator('[data-path=password] input').waitFor()
    expect(await current.count()).to.equal(0)
    await seat.open(`c/users/${nok + 1}`)
    await seat.page.locator('[data-path=password] input').waitFor()
    expect(await current.count()).to.equal(0)
  })

  it('sets language and theme as the menu does, at once and for the next page', async () => {
    const admin = seat.page.locator('cms-admin')
    await seat.open('account')
    await field('Theme').selectOption('dark')
    expect(await admin.getAttribute('theme')).to.equal('dark')
    await field('Language').selectOption('th')
    await seat.page.getByRole('heading', { name: 'ภาษาและธีม' }).waitFor()
    await seat.open('account')
    await seat.page.getByRole('heading', { name: 'ภาษาและธีม' }).waitFor()
    expect([await admin.getAttribute('theme'), await field('ธีม').inputValue()]).to.deep.equal(['dark', 'dark'])
    await field('ภาษา').selectOption('en')
    await seat.choose('Your account and settings', 'Same as device')
    expect([await admin.getAttribute('theme'), await field('Theme').inputValue()]).to.deep.equal([null, 'system'])
    seat.quiet(/400/)
  })
})
