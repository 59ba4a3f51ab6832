/** What can't be loaded says why, and a button next to that tries again; while an answer is on its way, what is shown is marked as the one before. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: failures', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      audit: true,
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          versions: true,
          fields: [{ name: 'title' }, { name: 'tag', type: 'relationship', to: 'tags' }],
        },
        { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
      ],
    }))
    for (const title of ['One', 'Two']) await site.cms.create('posts', { title, status: 'published' } as object)
    await site.cms.create('tags', { name: 'Food' })
  })
  after(() => site?.stop())
  afterEach(() => seat.page.unrouteAll({ behavior: 'ignoreErrors' }))

  const opened = async () => {
    await seat.open('c/posts/1')
    await seat.page.getByLabel('Title').waitFor()
  }
  /** Each opens something that asks the address for what it shows. */
  const CASES: { what: string; asks: RegExp; open: () => Promise<unknown>; shown: () => Locator }[] = [
    { what: 'a list', asks: /\/posts\?/, open: () => seat.open('c/posts'), shown: () => seat.page.getByRole('link', { name: 'Two' }) },
    {
      what: 'a page of the system',
      asks: /\/admin\/audit\?/,
      open: () => seat.open('system/audit'),
      shown: () => seat.page.locator('td.deed').first(),
    },
    {
      what: 'the history',
      asks: /\/versions\?/,
      open: async () => {
        await opened()
        await seat.choose('More', 'History')
      },
      shown: () => seat.page.getByRole('dialog').getByRole('listitem').first(),
    },
    {
      what: 'what a relation can hold',
      asks: /\/tags\?/,
      open: async () => {
        await opened()
        await seat.press('Choose Tag')
      },
      shown: () => seat.page.getByRole('dialog').getByRole('button', { name: 'Food' }),
    },
    {
      what: 'a search everywhere',
      asks: /\/admin\/search/,
      open: async () => {
        await opened()
        await seat.page.keyboard.press('Control+k')
        await seat.page.getByRole('combobox').fill('Two')
      },
      shown: () => seat.page.getByRole('option', { name: 'Two' }).first(),
    },
  ]

  for (const { what, asks, open, shown } of CASES)
    it(`${what} can be asked for again`, async () => {
      await seat.page.route(asks, (route) => route.fulfill({ status: 500, json: { errors: [] } }))
      await open()
      const alert = seat.page.getByRole('alert')
      await alert.getByText('Something went wrong on the server').waitFor()
      expect(await seat.page.locator('dialog .ghost').count(), 'nothing seems to be on its way').to.equal(0)
      await seat.page.unrouteAll({ behavior: 'ignoreErrors' })
      await alert.getByRole('button', { name: 'Try again' }).click()
      await shown().waitFor()
      await alert.waitFor({ state: 'detached' })
      seat.quiet(/500/)
    })

  for (const [status, text] of [
    [502, 'The server can’t be reached. Try again in a moment.'],
    [413, 'Larger than what the network of this site lets through.'],
  ] as const)
    it(`the page of a proxy is told in words of the admin: ${status}`, async () => {
      await seat.page.route(/\/posts\?/, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>nginx</h1>' }))
      await seat.open('c/posts')
      await seat.page.getByRole('alert').getByText(text).waitFor()
      seat.quiet(/502|413/)
    })

  it('while a list is searched, its rows are marked as those of the search before', async () => {
    const { page } = seat
    await seat.open('c/posts')
    await page.getByRole('link', { name: 'Two' }).waitFor()
    const list = page.locator('cms-list > .page')
    await page.locator('cms-list > .page[aria-busy=false]').waitFor()
    let goOn = () => {}
    const waiting = new Promise<void>((resolve) => (goOn = resolve))
    await page.route(/\/posts\?/, async (route) => {
      await waiting
      await route.fallback()
    })
    await page.getByRole('searchbox').fill('One')
    await page.locator('cms-list > .page[aria-busy=true]').waitFor()
    await page.waitForFunction(() => {
      const { shadowRoot } = (globalThis as any).document.querySelector('cms-admin')
      return Number((globalThis as any).getComputedStyle(shadowRoot.querySelector('cms-list .table-frame')).opacity) < 0.6
    })
    goOn()
    await page.getByRole('link', { name: 'Two' }).waitFor({ state: 'detached' })
    expect(await list.getAttribute('aria-busy')).to.equal('false')
    seat.quiet()
  })
})
