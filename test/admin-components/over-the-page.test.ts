/** Dialogs and drawers over a page: the way back and Escape close them first, ask about changes in words that fit, and the focus returns. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: over the page', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          versions: true,
          schedule: true,
          fields: [{ name: 'title' }, { name: 'tag', type: 'relationship', to: 'tags' }],
        },
        { slug: 'tags', useAsTitle: 'name', editIn: 'drawer', fields: [{ name: 'note' }, { name: 'name' }] },
        { slug: 'marks', editIn: 'drawer', fields: [{ name: 'points', type: 'number' }] },
      ],
    }))
    await site.cms.create('tags', { name: 'Food' })
    await site.cms.create('posts', { title: 'One', tag: 1, status: 'published' } as object)
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  const drawer = () => seat.page.getByRole('dialog', { name: 'Tag', exact: true })
  const question = () => seat.page.getByRole('dialog', { name: 'Close without saving?' })
  const address = () => new URL(seat.page.url()).pathname

  /** From the list of posts, so that there is a page to go back to. */
  async function openTag(): Promise<void> {
    await seat.open('c/posts')
    await seat.page.getByRole('link', { name: /^Tags/ }).first().click()
    await seat.page.getByRole('link', { name: 'Food' }).click()
    await drawer().getByLabel('Note').waitFor()
  }

  it('a drawer is closed by the way back, after a question if it has changes; the page behind it stays', async () => {
    const { page } = seat
    await openTag()
    await page.goBack()
    await drawer().waitFor({ state: 'detached' })
    expect(address()).to.match(/\/c\/tags$/)
    await page.getByRole('link', { name: 'Food' }).click()
    await drawer().getByLabel('Note').fill('Tasty')
    await page.goBack()
    await question().getByRole('button', { name: 'Close without saving' }).waitFor()
    await page.goBack()
    await question().waitFor({ state: 'detached' })
    expect(await drawer().getByLabel('Note').inputValue()).to.equal('Tasty')
    await page.goBack()
    await question().getByRole('button', { name: 'Save and close' }).click()
    await drawer().waitFor({ state: 'detached' })
    await page.waitForFunction(() => (globalThis as any).document.activeElement.shadowRoot?.activeElement?.textContent.trim() === 'Food')
    expect(((await site.cms.findById('tags', 1)) as any).note).to.equal('Tasty')
    await page.goBack()
    await page.waitForURL(/\/c\/posts$/)
  })

  /** The accessible name of what has the focus. */
  const focused = () =>
    seat.page.evaluate(() => {
      const one = (globalThis as any).document.activeElement.shadowRoot?.activeElement
      return one?.labels?.[0]?.textContent.trim() ?? one?.getAttribute('aria-label') ?? one?.textContent.trim()
    })

  const begins = async (name: string) => {
    for (let tries = 0; tries < 40 && (await focused()) !== name; tries++) await seat.page.waitForTimeout(50)
    expect(await focused()).to.equal(name)
  }

  it('a drawer for a new document begins in its title or its first field, and the schedule in its action @long', async () => {
    const { page } = seat
    const begun = async (name: string) => {
      await begins(name)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').last().waitFor({ state: 'detached' })
    }
    await seat.open('c/tags')
    await seat.press('New Tag')
    await begun('Name')
    await begins('New Tag')
    await seat.open('c/marks')
    await seat.press('New Mark')
    await begun('Points')
    await seat.open('c/posts/new')
    await seat.press('Choose Tag')
    await page.getByRole('dialog').getByRole('button', { name: 'New Tag' }).click()
    await drawer().waitFor()
    await begins('Name')
    await seat.open('c/posts/1')
    await seat.choose('More', 'Schedule')
    await begun('Action')
    await begins('More')
  })

  it('a drawer for a related document returns the focus to its button, whether it was changed or not', async () => {
    const { page } = seat
    const edit = (name: string) => page.getByRole('button', { name: `Edit ${name}` })
    const enough = async (name: string) => {
      await drawer().waitFor({ state: 'detached' })
      await page.waitForTimeout(200)
      await begins(`Edit ${name}`)
    }
    await seat.open('c/posts/1')
    await edit('Food').press('Enter')
    await drawer().getByLabel('Note').waitFor()
    await page.keyboard.press('Escape')
    await enough('Food')
    await edit('Food').press('Enter')
    await drawer().getByLabel('Name').fill('Meals')
    await page.keyboard.press('Control+s')
    await drawer().getByText('All changes saved').waitFor()
    await page.keyboard.press('Escape')
    await enough('Meals')
    await site.cms.update('tags', 1, { name: 'Food' })
  })

  it('every other dialog is closed by the way back, too @long', async () => {
    const { page } = seat
    const cases: [name: string, open: () => Promise<unknown>][] = [
      ['History', () => seat.choose('More', 'History')],
      ['Search or go to …', () => page.keyboard.press('Control+k')],
      ['Delete “One”?', () => seat.choose('More', 'Delete')],
    ]
    await seat.open('c/tags')
    await page
      .getByRole('link', { name: /^Posts/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'One' }).click()
    await page.getByLabel('Title').waitFor()
    const at = address()
    for (const [name, open] of cases) {
      await open()
      await page.getByRole('dialog').first().waitFor()
      await page.goBack()
      await page.getByRole('dialog').first().waitFor({ state: 'detached' })
      expect(address(), name).to.equal(at)
    }
  })

  it('the sign-in over a page is put off by Escape', async () => {
    const { page } = seat
    await seat.open('c/posts')
    await page.getByRole('link', { name: 'One' }).waitFor()
    await page.route('**/api/cms/**', (route) => route.fulfill({ status: 401, json: { errors: [{ message: 'No session' }] } }))
    await page.getByRole('link', { name: /^Tags/ }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    seat.quiet(/401/)
  })

  it('what cannot be saved now is kept or given up when a document is left, whatever keeps it from being saved @long', async () => {
    const { page } = seat
    await seat.open('c/posts/1')
    await page.route(/\/api\/cms\/posts\/1/, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: { errors: [] } }),
    )
    await page.getByLabel('Title').fill('Two')
    await seat.sees('Something went wrong on the server')
    await page.getByRole('link', { name: /^Tags/ }).first().click()
    const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
    await leaving.getByText('Nothing can be saved right now.').waitFor()
    await leaving.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('link', { name: 'Food' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await seat.open('c/posts/1')
    await page.getByLabel('Title').waitFor()
    expect(await page.getByRole('button', { name: /Bring/ }).count(), 'nothing is offered').to.equal(0)
    seat.quiet(/500/)
  })
})
