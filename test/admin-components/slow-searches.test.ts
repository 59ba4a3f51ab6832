/** A search that is still running doesn't say that it found nothing, wherever the admin searches. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

const NOTHING = /No matches|No documents|neither a URL|Nothing here/

interface Search {
  where: string
  page: string
  /** The requests that are answered late. */
  asks: RegExp
  open(seat: Seat): Promise<unknown>
  type(seat: Seat, words: string): Promise<unknown>
  /** Said of what isn’t there. */
  nothing: string
  /** The answer for “night”. */
  found: string
}

const box = (seat: Seat) => seat.page.getByRole('searchbox', { name: 'Search' })
const typeInText = (mark: string) => async (seat: Seat, words: string) => {
  const text = seat.page.locator('[contenteditable=true]').first()
  await text.click()
  await seat.page.keyboard.press('Control+a')
  await seat.page.keyboard.type(`${mark}${words}`)
}

const SEARCHES: Search[] = [
  {
    where: 'the palette',
    page: '',
    asks: /\/admin\/search\?/,
    open: async (seat) => {
      await seat.sees('Hello')
      await seat.page.keyboard.press('Control+k')
    },
    type: (seat, words) => seat.page.getByRole('combobox', { name: 'Search' }).fill(words),
    nothing: 'No matches.',
    found: 'Night trains',
  },
  {
    where: 'a list',
    page: 'c/posts',
    asks: /\/posts\?/,
    open: async () => undefined,
    type: (seat, words) => box(seat).fill(words),
    nothing: 'No matches.',
    found: 'Night trains',
  },
  {
    where: 'the library',
    page: 'media',
    asks: /\/media\?/,
    open: async () => undefined,
    type: (seat, words) => box(seat).fill(words),
    nothing: 'No matches.',
    found: 'No matches.',
  },
  {
    where: 'the choice of a document',
    page: 'c/notes/new',
    asks: /\/posts\?|\/choices/,
    open: (seat) => seat.press('Choose Post'),
    type: (seat, words) => seat.page.getByRole('dialog').getByRole('searchbox').fill(words),
    nothing: 'No matches.',
    found: 'Night trains',
  },
  {
    where: 'mentions',
    page: 'c/notes/new',
    asks: /night/,
    open: async () => undefined,
    type: typeInText('@'),
    nothing: 'No documents found',
    found: 'Night trains',
  },
  {
    where: 'the filters of the audit log',
    page: 'system/audit',
    asks: /\/admin\/audit\?/,
    open: async () => undefined,
    type: async (seat, words) => {
      await seat.page.getByLabel('Who', { exact: true }).fill(words)
      await seat.page.keyboard.press('Enter')
    },
    nothing: 'No matches.',
    found: 'No matches.',
  },
]

describe('admin-components: slow searches', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      audit: true,
      collections: [
        { slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] },
        {
          slug: 'notes',
          fields: [
            { name: 'about', type: 'relationship', to: 'posts' },
            { name: 'text', type: 'richText' },
          ],
        },
      ],
    }))
    await site.cms.create('posts', { title: 'Night trains' })
  })
  after(() => site?.stop())

  for (const { where, page, asks, open, type, nothing, found } of SEARCHES)
    it(`${where} says that nothing was found once it is known @long`, async () => {
      await seat.open(page)
      await open(seat)
      await type(seat, 'zzzz')
      await seat.page.getByText(nothing).filter({ visible: true }).first().waitFor()
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const request = seat.page.waitForRequest((one) => asks.test(one.url()))
      await seat.page.route(asks, async (route) => {
        await released
        await route.continue().catch(() => undefined)
      })
      await type(seat, 'night')
      await request
      const said = await seat.page.getByText(NOTHING).filter({ visible: true }).allTextContents()
      release()
      await seat.page.unrouteAll({ behavior: 'wait' })
      expect(said).to.deep.equal([])
      await seat.page.getByText(found).filter({ visible: true }).first().waitFor()
    })
})
