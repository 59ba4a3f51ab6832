/** What unfolds has one drawn mark, which points along the text in either direction, and down once it is open. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: what unfolds', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    site = await serve({ auth: { rbac: true }, collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())

  it('has a mark at the start of its line', async () => {
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('system/roles')
    const summary = seat.page.locator('summary').first()
    await summary.waitFor()
    const mark = () =>
      summary.evaluate((one: any) => {
        const { rotate } = globalThis.getComputedStyle(one, '::before')
        return [globalThis.getComputedStyle(one).listStyleType, rotate]
      })
    expect(await mark()).to.deep.equal(['none', '-45deg'])
    await seat.page.evaluate(`document.documentElement.dir = 'rtl'; document.querySelector('cms-admin').dir = 'rtl'`)
    expect(await mark(), 'from right to left').to.deep.equal(['none', '45deg'])
    await summary.click()
    expect(await mark(), 'open, from right to left').to.deep.equal(['none', '-45deg'])
    await seat.leave()
  })
})
