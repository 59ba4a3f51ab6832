/** Seeing the admin as another role lasts until one goes back, also over a reload, and its bar takes its own room. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: seen as another role', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    site = await serve({
      auth: { roles: ['admin', 'editor'], rbac: true },
      collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] }],
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    for (let index = 0; index < 25; index++) await site.cms.create('posts', { title: `Post ${index}` })
  })
  after(() => site?.stop())

  const box = async (locator: Locator) => (await locator.boundingBox())!

  for (const isPhone of [false, true])
    it(`lasts over a reload, and covers nothing${isPhone ? ' on a phone @long' : ''}`, async () => {
      const seat = await Seat.at(site, { as: 'nok@example.org', isPhone })
      const { page } = seat
      const bar = page.locator('.seen-as')
      await seat.open('system/roles')
      await page.getByRole('tab', { name: 'Editor' }).click()
      await seat.press('See the admin as this role')
      await bar.waitFor()
      await seat.open('c/posts')
      await bar.waitFor()
      expect(await page.locator('.side').textContent(), 'the menu of the role').not.to.include('Roles')
      await page.locator('tbody tr').nth(24).waitFor()
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const [shown, main, last] = [await box(bar), await box(page.locator('main')), await box(page.locator('[data-new], .pager').last())]
      expect(last.y + last.height, 'what is last on the page').to.be.at.most(shown.y)
      expect(Math.abs(shown.x + shown.width / 2 - main.x - main.width / 2), 'in the middle of the page').to.be.at.most(1)
      await seat.press('Back to your view')
      await bar.waitFor({ state: 'detached' })
      await page.reload()
      await page.locator('main h1').waitFor()
      expect(await bar.count()).to.equal(0)
      await seat.leave()
    })

  it('ends with the session of the person', async () => {
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.page.addInitScript(`sessionStorage.setItem('galley:seen-as', '{"user":99,"role":"editor","name":"Editor"}')`)
    await seat.open('system/roles')
    await seat.page.getByRole('tab', { name: 'Editor' }).waitFor()
    expect(await seat.page.locator('.seen-as').count()).to.equal(0)
    await seat.leave()
  })
})
