/** What doesn't move: a button that works keeps its size, a dialog its height, however much is found; and what a screen reader or a language
 * from right to left makes of what stands there. */
import { expect } from 'chai'
import { fromLeft } from '../../admin-components/texts/texts.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: steady', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      admin: { languages: [{ code: 'ar', name: 'العربية', dir: 'rtl', texts: { save: 'حفظ' } }] },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          admin: { badge: { where: { tag: { exists: false } }, label: 'Without a tag' } },
          fields: [{ name: 'title' }, { name: 'tag', type: 'relationship', to: 'tags' }],
        },
        { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
      ],
    }))
    for (let at = 0; at < 30; at++) await site.cms.create('tags', { name: `Tag ${at}` } as object)
    await site.cms.create('posts', { title: 'One', status: 'draft' } as object)
  })
  after(() => site?.stop())

  it('keeps the height of a picker while less is found, and the size of a button that works', async () => {
    await seat.open('c/posts/1')
    await seat.press('Choose Tag')
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Tag 29' }).waitFor()
    const choices = dialog.locator('.choices')
    const { height } = (await choices.boundingBox())!
    await dialog.getByRole('searchbox').fill('nothing like it')
    await dialog.getByText('No matches').waitFor()
    expect((await choices.boundingBox())!.height).to.equal(height)
    await dialog.getByRole('button', { name: 'Close' }).click()
    const button = seat.page.getByRole('button', { name: 'Publish', exact: true })
    let answer: () => void
    const held = new Promise<void>((resolve) => (answer = resolve))
    await seat.page.route(/\/posts\/1(\?|$)/, async (route) => {
      if (route.request().method() === 'PATCH') await held
      await route.continue()
    })
    await button.click()
    const busy = seat.page.locator('button.busy')
    await busy.waitFor()
    const { width: wide } = (await busy.boundingBox())!
    await busy.evaluate((one) => one.classList.remove('busy'))
    const { width } = (await seat.page.locator('.page-head button.main').boundingBox())!
    expect(wide).to.equal(width)
    answer!()
    await seat.page.unroute(/\/posts\/1(\?|$)/)
  })

  it('says what the number of a badge means', async () => {
    await seat.open('c/tags')
    await seat.page.getByRole('link', { name: /^Posts 1 \(Without a tag\) 1$/ }).waitFor()
  })

  it('keeps English sentences together among words from right to left', () => {
    for (const [english, isApart] of [
      ['12 deliveries are waiting.', true],
      ['{who} deleted {what}', true],
      ['Opens a page …', true],
      ['Search', false],
      ['All folders', false],
    ] as const)
      expect(fromLeft(english), english).to.equal(isApart ? `\u2066${english}\u2069` : english)
  })
})
