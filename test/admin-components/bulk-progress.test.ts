/** Work on many documents while it runs: the browser asks before it is cut short, other pages show it, and its end is told wherever one is by then. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

const COUNT = 6
const POSTS = { slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] }
const ACTIONS = [
  {
    button: 'Delete',
    running: 'Deleting documents: 2 of 5',
    refused: '1 document could not be deleted',
    others: '4 other documents were deleted.',
  },
  {
    button: 'Publish',
    running: 'Publishing documents: 2 of 5',
    refused: '1 document could not be published',
    others: '4 other documents were published.',
  },
] as const

describe('admin-components: work on many documents', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        { ...POSTS, drafts: true },
        { ...POSTS, slug: 'kept', trash: true },
      ],
    }))
  })
  after(() => site?.stop())
  beforeEach(async () => {
    for (let n = 1; n <= COUNT; n++) await site.cms.create('posts', { title: `Post ${n}`, status: 'draft' } as object)
  })
  afterEach(async () => {
    await seat.page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const { id } of (await site.cms.find('posts', { draft: true } as object)).docs) await site.cms.delete('posts', id as number)
  })

  const dialog = () => seat.page.getByRole('dialog')

  /** Ticks all but the last document, presses a button and confirms. The server answers twice, then waits, and refuses one in the end. */
  async function begin(button: string): Promise<() => void> {
    const { page } = seat
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => (goOn = resolve))
    let requests = 0
    await page.route(/\/api\/cms\/posts\/\d+$/, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      const isRefused = ++requests === 5
      if (requests > 2) await waiting
      return isRefused ? route.fulfill({ status: 500, json: { errors: [] } }) : route.fallback()
    })
    await seat.open('c/posts')
    for (let n = 1; n < COUNT; n++) await page.getByRole('checkbox', { name: `Select Post ${n}`, exact: true }).check()
    await page.getByRole('region', { name: '5 selected' }).getByRole('button', { name: button, exact: true }).click()
    await dialog().getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('status').filter({ hasText: '2 of 5 …' }).waitFor()
    return goOn
  }

  const asksBeforeLeaving = () =>
    seat.page.evaluate(() => {
      const leaving = new Event('beforeunload', { cancelable: true })
      globalThis.dispatchEvent(leaving)
      return leaving.defaultPrevented
    })

  for (const { button, running, refused, others } of ACTIONS)
    it(`${button} is seen on other pages, where a report follows${button === 'Publish' ? '' : ' @long'}`, async () => {
      const { page } = seat
      const goOn = await begin(button)
      expect(await asksBeforeLeaving(), 'in the list').to.equal(true)
      expect(await page.locator('cms-bulk .running').count(), 'the bar of the list shows it').to.equal(0)
      await page.getByRole('link', { name: /^Kept/ }).first().click()
      const panel = page.locator('cms-bulk .running')
      await panel.getByText(running).waitFor()
      expect(await asksBeforeLeaving(), 'on another page').to.equal(true)
      goOn()
      const report = page.getByRole('dialog', { name: refused })
      await report.getByText(others).waitFor()
      expect(await report.getByText('still selected').count()).to.equal(0)
      expect(await report.locator('h2').evaluate((one) => getComputedStyle(one).fontWeight), 'has the styles of the admin').to.equal('620')
      await report.getByRole('button', { name: 'Close' }).click()
      await panel.waitFor({ state: 'detached' })
      expect(await asksBeforeLeaving(), 'afterwards').to.equal(false)
      const left = button === 'Delete' ? 2 : COUNT
      await page.getByRole('link', { name: new RegExp(`^Posts\\s*${left}$`) }).waitFor()
      seat.quiet(/500/)
    })

  it('says in its list what could not be done, and keeps that selected @long', async () => {
    const goOn = await begin('Delete')
    goOn()
    const report = seat.page.getByRole('dialog', { name: '1 document could not be deleted' })
    await report.getByText('What is listed here is still selected.').waitFor()
    await report.getByRole('button', { name: 'Close' }).click()
    await seat.sees('1 selected')
    seat.quiet(/500/)
  })

  it('begins a question without a way back on the button that cancels it', async () => {
    await site.cms.create('kept', { title: 'One' })
    const cases = [
      { path: 'c/posts', title: 'Post 1', focused: 'Cancel' },
      { path: 'c/kept', title: 'One', focused: 'Delete' },
    ]
    for (const { path, title, focused } of cases) {
      await seat.open(path)
      await seat.page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).check()
      await seat.page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Delete', exact: true }).press('Enter')
      await dialog().getByRole('button', { name: focused, exact: true, disabled: false }).waitFor()
      expect(await dialog().locator(':focus').textContent(), path).to.equal(focused)
      await dialog().getByRole('button', { name: 'Cancel' }).click()
    }
    seat.quiet()
  })
})
