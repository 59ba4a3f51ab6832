/** The palette leads to one document by its title, or to all that it found in a list. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: the palette', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] }],
    }))
    for (let n = 1; n <= 15; n++) await site.cms.create('posts', { title: `Post ${n}` })
    await site.cms.create('posts', { title: `A letter ${'of many words '.repeat(12)}` })
    await seat.open()
    await seat.sees('Hello')
  })
  after(() => site?.stop())

  it('shows the exact title first and, after a few others, where all are', async () => {
    const { page } = seat
    const option = (name: string) => page.getByRole('option', { name })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('post 1')
    await option('All results in Posts').waitFor()
    const names = (await page.getByRole('option').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())
    expect(names.slice(0, 5)).to.deep.equal(['Post 1 Post', 'Post 15 Post', 'Post 14 Post', 'Post 13 Post', 'Post 12 Post'])
    expect(names[5]).to.equal('All results in Posts')
    await option('All results in Posts').click()
    await seat.sees('7 documents')
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).to.equal('post 1')
    seat.quiet()
  })

  it('has one line for each, however long its title is', async () => {
    const { page } = seat
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('letter')
    const option = page.getByRole('option', { name: 'of many words' })
    await option.waitFor()
    expect((await option.boundingBox())!.height).to.be.below(48)
  })

  it('takes a name and Enter that were typed while its code was loading', async () => {
    const { page } = seat
    let answer = () => {}
    const isHeld = new Promise<void>((resolve) => (answer = resolve))
    await seat.open()
    await seat.sees('Hello')
    await page.route(/\/part-\w+\.js/, async (route) => {
      await isHeld
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('post 14', { delay: 5 })
    await page.keyboard.press('Enter')
    await page.keyboard.type('too late')
    answer()
    await page.getByRole('heading', { name: 'Post 14' }).waitFor()
    expect(new URL(page.url()).pathname).to.match(/\/c\/posts\/14$/)
    seat.quiet()
  })
})
