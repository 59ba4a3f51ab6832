/** Next to a preview and on narrow screens, what is next to the form is one tab away, and the state of the document is next to its title. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: the parts of a form', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    ;({ site, seat } = await serveTo(
      'nok@example.org',
      {
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
          {
            slug: 'pages',
            useAsTitle: 'title',
            preview: ({ id }: { id: number }) => `/preview/${id}`,
            fields: [{ name: 'title' }, { name: 'code', required: true }, { name: 'author', admin: { position: 'sidebar' } }],
            admin: {
              layout: [
                {
                  tabs: [
                    { label: 'Content', fields: ['title'] },
                    { label: 'Details', fields: ['code'] },
                    { label: 'Search engines', fields: [] },
                    { label: 'Everything else', fields: [] },
                  ],
                },
              ],
            },
          },
          { slug: 'notes', useAsTitle: 'title', admin: { ownerField: 'createdBy' }, fields: [{ name: 'title' }] },
        ],
      } as object,
      { width: 1440 },
    ))
    await site.cms.create('posts', { title: 'Live', author: 'Ada', status: 'published' } as object)
    await site.cms.update('posts', 1, { title: 'Changed', status: 'draft' } as object)
    await site.cms.create('pages', { title: 'A page', code: 'x' } as object)
  })
  after(() => site?.stop())

  const tab = (name: string) => seat.page.getByRole('tab', { name })
  const title = () => seat.page.getByLabel('Title', { exact: true })
  const author = () => seat.page.getByLabel('Author')
  const inHead = () => seat.page.locator('.head-state[aria-label="Changes pending"]')

  it('are both in sight where there is room, without tabs', async () => {
    await seat.open('c/posts/1')
    await title().waitFor()
    expect([await author().isVisible(), await tab('About').isVisible(), await inHead().isVisible()]).to.deep.equal([true, false, false])
  })

  for (const place of ['beside a preview', 'at 1024 pixels', 'on a phone'])
    it(`are one tab away ${place}`, async () => {
      await seat.page.setViewportSize({ width: { 'beside a preview': 1440, 'at 1024 pixels': 1024 }[place] ?? 390, height: 860 })
      await seat.open('c/posts/1')
      await title().waitFor()
      if (place === 'beside a preview') await seat.press('Preview')
      await tab('About').waitFor()
      expect(await inHead().isVisible()).to.equal(true)
      expect([await title().isVisible(), await author().isVisible()]).to.deep.equal([true, false])
      await tab('About').click()
      await author().waitFor()
      const { y, height } = (await author().boundingBox())!
      expect(y + height, 'without scrolling').to.be.lessThan(860)
      expect(await title().isVisible()).to.equal(false)
      await tab('Content').click()
      await title().waitFor()
      expect(await seat.page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    })

  for (const place of ['beside a preview', 'on a phone'])
    it(`are in one row with the tabs of the schema ${place}${place === 'on a phone' ? '' : ' @long'}`, async () => {
      await seat.page.setViewportSize({ width: place === 'on a phone' ? 390 : 1440, height: 860 })
      await seat.open('c/pages/1')
      await title().waitFor()
      if (place === 'beside a preview') await seat.press('Preview')
      await tab('About').waitFor()
      const tabs = seat.page.getByRole('tab').filter({ visible: true })
      const [row, last] = [await seat.page.locator('.parts').boundingBox(), await tab('About').boundingBox()]
      expect(last!.x + last!.width, 'in sight without scrolling').to.be.at.most(row!.x + row!.width + 1)
      expect((await tabs.allInnerTexts()).map((text) => text.trim())).to.deep.equal([
        'Content',
        'Details',
        'Search engines',
        'Everything else',
        'About',
      ])
      await tab('Details').filter({ visible: true }).click()
      const code = seat.page.getByLabel('Code')
      await code.fill('')
      expect([await title().isVisible(), await author().isVisible()]).to.deep.equal([false, false])
      await tab('About').click()
      await author().waitFor()
      expect(await code.isVisible()).to.equal(false)
      expect(await seat.page.locator('[role=tab][aria-selected=true]').filter({ visible: true }).count()).to.equal(1)
      await tab('Content').filter({ visible: true }).click()
      await seat.press('Save')
      await seat.page.locator('.problems').getByRole('link', { name: /Code/ }).click()
      await seat.page.locator('[data-path="code"] input:focus').waitFor()
      await seat.page.locator('[data-path="code"] input').fill(place)
      await seat.press('Save')
      await seat.sees('Saved')
    })

  it('lead to what is wrong, wherever it is', async () => {
    await seat.page.setViewportSize({ width: 390, height: 860 })
    await seat.open('c/posts/new')
    await title().fill('No author')
    await seat.press('Publish')
    await tab('About !').waitFor()
    await seat.page
      .locator('.problems')
      .getByRole('link', { name: /Author/ })
      .click()
    await author().waitFor()
    await seat.page.locator('[data-path="author"] input:focus').waitFor()
    seat.quiet(/400|404/)
  })

  it('are one where a new document has nothing next to it: who has created it is not known yet', async () => {
    await seat.page.setViewportSize({ width: 390, height: 860 })
    await seat.open('c/notes/new')
    await title().fill('A note')
    expect(await seat.page.getByRole('tab').count()).to.equal(0)
    expect(await seat.page.locator('aside .aside').count()).to.equal(0)
    await seat.press('Create Note')
    await tab('About').click()
    await seat.page.locator('aside').getByText('Created by').waitFor()
    seat.quiet()
  })
})
