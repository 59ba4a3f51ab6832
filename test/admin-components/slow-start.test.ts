/** The page before its script has arrived, or if it never does: words, and a link that loads it again. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'

describe('admin-components: a slow start', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    site = await serve({})
    seat = await Seat.at(site)
  })
  after(() => site?.stop())

  it('says that the page is loading, and how to load it again, until the admin takes its place @long', async () => {
    const { page } = seat
    await page.route(/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await seat.open()
    const words = page.getByText('Loading. If nothing appears,')
    await words.waitFor()
    expect(await words.evaluate((one) => getComputedStyle(one).opacity), 'not at once').to.equal('0')
    await page.waitForFunction(() => getComputedStyle((globalThis as any).document.querySelector('.starting')).opacity === '1')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    seat.quiet(/404/)
    await page.getByRole('link', { name: 'reload the page' }).click()
    await page.getByLabel('Email').waitFor()
    expect(await words.isVisible()).to.equal(false)
    seat.quiet()
  })
})
