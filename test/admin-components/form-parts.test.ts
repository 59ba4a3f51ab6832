/** Next to a preview and on narrow screens, what is next to the form is one tab away, and the state of the document is next to its title. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: the parts of a form', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve({
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          preview: ({ id }: { id: number }) => `/preview/${id}`,
          fields: [
            { name: 'title' },
            ...Array.from({ length: 12 }, (_, n) => ({ name: `part${n}`, type: 'textarea' })),
            { name: 'author', required: true, admin: { position: 'sidebar' } },
          ],
        },
      ],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    await site.cms.create('posts', { title: 'Live', author: 'Ada', status: 'published' } as object)
    await site.cms.update('posts', 1, { title: 'Changed', status: 'draft' } as object)
    seat = await Seat.at(site, { width: 1440 })
    await seat.enter('nok@example.org')
  })
  after(() => site?.stop())

  const tab = (name: string) => seat.page.getByRole('tab', { name })
  const title = () => seat.page.getByLabel('Title', { exact: true })
  const author = () => seat.page.getByLabel('Author')
  const inHead = () => seat.page.locator('.head-state[aria-label="Changes pending"]')

  it('are both in sight where there is room, without tabs', async () => {
    await seat.open('c/posts/1')
    await title().waitFor()
    expect([await author().isVisible(), await tab('Details').isVisible(), await inHead().isVisible()]).to.deep.equal([true, false, false])
  })

  for (const place of ['beside a preview', 'at 1024 pixels', 'on a phone'])
    it(`are one tab away ${place}`, async () => {
      await seat.page.setViewportSize({ width: { 'beside a preview': 1440, 'at 1024 pixels': 1024 }[place] ?? 390, height: 860 })
      await seat.open('c/posts/1')
      await title().waitFor()
      if (place === 'beside a preview') await seat.press('Preview')
      await tab('Details').waitFor()
      expect(await inHead().isVisible()).to.equal(true)
      expect([await title().isVisible(), await author().isVisible()]).to.deep.equal([true, false])
      await tab('Details').click()
      await author().waitFor()
      const { y, height } = (await author().boundingBox())!
      expect(y + height, 'without scrolling').to.be.lessThan(860)
      expect(await title().isVisible()).to.equal(false)
      await tab('Content').click()
      await title().waitFor()
      expect(await seat.page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    })

  it('lead to what is wrong, wherever it is', async () => {
    await seat.page.setViewportSize({ width: 390, height: 860 })
    await seat.open('c/posts/new')
    await title().fill('No author')
    await seat.press('Publish')
    await tab('Details !').waitFor()
    await seat.page
      .locator('.problems')
      .getByRole('link', { name: /Author/ })
      .click()
    await author().waitFor()
    await seat.page.locator('[data-path="author"] input:focus').waitFor()
    seat.quiet(/400|404/)
  })
})
