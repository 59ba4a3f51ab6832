/** The dashboard while some of its answers take long or fail: what is awaited keeps its place, and what can't be loaded leaves none. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: a slow dashboard', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', { audit: true, collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] }))
    await site.cms.create('posts', { title: 'One' })
  })
  after(() => site?.stop())
  afterEach(() => seat.page.unrouteAll({ behavior: 'ignoreErrors' }))

  const ghosts = () => seat.page.locator('cms-dashboard [aria-busy=true] .ghost')
  const latest = () => seat.page.getByRole('heading', { name: 'Latest changes' })
  const tile = () => seat.page.locator('.tile').getByRole('link', { name: 'Posts' })
  const LATE = /\/admin\/(status|audit)/

  it('keeps the place of what is awaited @long', async () => {
    const { page } = seat
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => (goOn = resolve))
    await page.route(LATE, async (route) => {
      await waiting
      await route.continue()
    })
    await seat.open()
    await tile().waitFor()
    await latest().waitFor()
    expect(await ghosts().count(), 'a note and eight changes').to.equal(9)
    const before = (await latest().boundingBox())!
    goOn()
    await page.locator('.feed li').first().waitFor()
    await ghosts().first().waitFor({ state: 'detached' })
    expect(Math.abs((await latest().boundingBox())!.y - before.y), 'nothing moves far').to.be.lessThan(24)
    seat.quiet()
  })

  it('says what failed, and keeps no place for it', async () => {
    const { page } = seat
    await page.route(LATE, (route) => route.fulfill({ status: 500, json: { errors: [] } }))
    await seat.open()
    await tile().waitFor()
    await seat.sees('Some of this page couldn’t be loaded.')
    expect([await ghosts().count(), await latest().count()]).to.deep.equal([0, 0])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await seat.press('Try again')
    await latest().waitFor()
    await page.locator('.feed li').first().waitFor()
    seat.quiet(/500/)
  })
})
