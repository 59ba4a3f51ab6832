/** The heading of a form stays at the top without covering what matters: a long title is short once the page is scrolled, and the note about a
 * refused save lies below it.
 */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

const EMAIL = 'ada@example.org'
const LONG = 'The harbour of the old town gets a second pier after nine years of plans, and the fishermen say what they think of that'

describe('admin-components: what the heading of a form covers', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    site = await serve({
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          fields: [
            { name: 'title', required: true },
            ...Array.from({ length: 12 }, (_, at) => ({ name: `note${at}`, type: 'textarea' as const })),
            { name: 'extra', type: 'number' },
            ...Array.from({ length: 12 }, (_, at) => ({ name: `end${at}` })),
          ],
        },
      ],
    })
    await makeUser(site.cms, EMAIL)
  })
  after(() => site?.stop())

  const open = async (width: number, title = LONG) => {
    const seat = await Seat.at(site, { as: EMAIL, width })
    const { id } = await site.cms.create('posts', { title, status: 'published' } as object)
    await seat.open(`c/posts/${id}`)
    await seat.page.getByLabel('Extra').waitFor()
    return seat
  }
  /** What the eye sees at four points of the box, which nothing may lie over. */
  const isFree = (seat: Seat) =>
    seat.page.locator('.problems').evaluate((box: any) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const points = [
        [left + 4, top + 2],
        [right - 4, top + 2],
        [left + 4, bottom - 2],
        [right - 4, bottom - 2],
      ]
      return points.every(([x, y]) => box.contains(box.getRootNode().elementFromPoint(x, y))) && box.getRootNode().activeElement === box
    })

  for (const width of [1280, 800, 390])
    it(`shows the problems of a refused save at ${width} pixels, from wherever it was scrolled${width === 1280 ? '' : ' @long'}`, async () => {
      const seat = await open(width)
      const { page } = seat
      await page.getByLabel('Extra').fill('12e')
      await seat.sees('Saved, except Extra').catch(() => undefined)
      for (const from of [0, 20, 60, 121, 180, 400, 2000]) {
        await page.evaluate((top) => scrollTo(0, top), from)
        await page.getByLabel('Extra').evaluate((input: any) => input.focus({ preventScroll: true }))
        await page.evaluate((top) => scrollTo(0, top), from)
        await page.keyboard.type(from === 0 ? '' : 'e')
        await page.evaluate((top) => scrollTo(0, top), from)
        await page
          .locator('.page-head button.main, .reach button.main')
          .first()
          .evaluate((button: any) => button.click())
        await page.locator('.problems').waitFor()
        await page.waitForTimeout(150)
        expect(await isFree(seat), `from ${from}`).to.equal(true)
        await page.getByLabel('Extra').fill('1')
        await page.locator('.problems').waitFor({ state: 'detached' })
        await page.getByLabel('Extra').fill('12e')
      }
      seat.quiet()
      await seat.leave()
    })

  it('shortens a long title to two lines, and to one where the page is scrolled, without moving the form', async () => {
    const seat = await open(1280)
    const { page } = seat
    const heading = page.getByRole('heading', { level: 1 })
    const lines = () => heading.evaluate((one) => Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)))
    /** Where a field is on the whole page. */
    const place = () => page.getByLabel('Extra').evaluate((one) => Math.round(one.getBoundingClientRect().top + scrollY))
    expect(await lines()).to.equal(2)
    const before = await place()
    await page.mouse.move(640, 700)
    await page.mouse.wheel(0, 300)
    await page.locator('.page-head.scrolled').waitFor()
    expect(await lines()).to.equal(1)
    expect(await place(), 'scrolled').to.equal(before)
    await heading.hover()
    expect(await heading.getAttribute('title')).to.equal(LONG)
    expect(await heading.textContent(), 'for those who hear it').to.contain(LONG)
    await page.mouse.move(640, 700)
    await page.mouse.wheel(0, -300)
    await page.locator('.page-head:not(.scrolled)').waitFor()
    expect(await lines()).to.equal(2)
    expect(await place(), 'at the top again').to.equal(before)
    await seat.leave()
    const short = await open(1280, 'Short')
    await short.page.mouse.move(640, 700)
    await short.page.mouse.wheel(0, 300)
    await short.page.locator('.page-head.scrolled').waitFor()
    await short.page.getByRole('heading', { level: 1 }).hover()
    expect(await short.page.getByRole('heading', { level: 1 }).getAttribute('title')).to.equal('')
    short.quiet()
    await short.leave()
  })
})
