/** Toasts cover no action at the bottom of a page or a dialog, at any width, and are seen and pressed in the dialog that is open. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'

const EMAIL = 'nok@example.org'

/** The actions under the toast. What scrolls with the page can be scrolled out from under it. */
const covered = (seat: Seat): Promise<string[]> =>
  seat.page.locator('.toast').evaluate((toast: any) => {
    const over = toast.getBoundingClientRect()
    const actions = [...toast.getRootNode().querySelectorAll(':is(.reach, .chosen, .at-hand, .foot) :is(button, a, select)')]
    return actions.flatMap((one) => {
      const { top, right, bottom, left } = one.getBoundingClientRect()
      const isUnder = one.checkVisibility() && left < over.right && right > over.left && top < over.bottom && bottom > over.top
      return isUnder ? [one.textContent.trim()] : []
    })
  })

describe('admin-components: toasts', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo(EMAIL, {
      auth: { rbac: true },
      collections: [
        { slug: 'posts', useAsTitle: 'title', drafts: true, fields: [{ name: 'title' }] },
        { slug: 'tags', useAsTitle: 'name', editIn: 'drawer', fields: [{ name: 'name' }] },
      ],
    }))
    for (const title of ['One', 'Two']) await site.cms.create('posts', { title })
    await site.cms.create('tags', { name: 'Food' })
  })
  after(() => site?.stop())

  const CASES: [name: string, path: string, prepare: (seat: Seat) => Promise<unknown>][] = [
    ['a document', 'c/posts/1', ({ page }) => page.getByLabel('Title').waitFor()],
    ['a new document', 'c/posts/new', ({ page }) => page.getByLabel('Title').waitFor()],
    ['documents that are selected', 'c/posts', ({ page }) => page.getByRole('checkbox', { name: 'Select One' }).check()],
    [
      'a role that was changed',
      'system/roles',
      async (one) => {
        await one.page.getByRole('tab', { name: /^Editor/ }).click()
        await one.page.locator('.matrix input[type=checkbox]').first().click()
        await one.page.getByRole('button', { name: 'Undo all changes' }).waitFor()
      },
    ],
    [
      'a drawer',
      'c/tags',
      async ({ page }) => {
        await page.getByRole('link', { name: 'Food' }).click()
        await page.getByRole('dialog').getByLabel('Name').waitFor()
      },
    ],
    [
      'a question',
      'c/posts',
      async (one) => {
        await one.page.getByRole('checkbox', { name: 'Select One' }).check()
        await one.press('Edit')
        await one.page.getByRole('dialog').waitFor()
      },
    ],
  ]

  for (const [width, mark] of [
    [390, ''],
    [700, ' @long'],
    [1280, ' @long'],
  ] as const)
    it(`cover no action at ${width} pixels${mark}`, async () => {
      const one = await Seat.at(site, { as: EMAIL, width, isPhone: width === 390 })
      for (const [name, path, prepare] of CASES) {
        await one.open(path)
        await prepare(one)
        await one.page.evaluate(() => (globalThis as any).document.querySelector('cms-admin').app.say('Something was done.', 'bad'))
        const toast = one.page.locator('.toast')
        await toast.waitFor()
        expect(await covered(one), name).to.deep.equal([])
        await toast.getByRole('button', { name: 'Dismiss' }).click()
        await toast.waitFor({ state: 'detached' })
      }
      await one.leave()
    })

  it('keep the bar of a phone where it is, and leave room above it @long', async () => {
    const phone = await Seat.at(site, { as: EMAIL, isPhone: true })
    await phone.open('c/posts/1')
    const bar = phone.page.locator('.reach')
    await phone.page.getByLabel('Title').waitFor()
    const before = await bar.boundingBox()
    await phone.page.evaluate(() => (globalThis as any).document.querySelector('cms-admin').app.say('Something was done.'))
    await phone.page.locator('.toast').waitFor()
    expect(await bar.boundingBox()).to.deep.equal(before)
    await phone.leave()
  })

  it('move to the dialog that opens, and back to the page when it closes', async () => {
    const { page } = seat
    await seat.open('c/tags')
    await page.getByRole('link', { name: 'Food' }).waitFor()
    await page.evaluate(() => (globalThis as any).document.querySelector('cms-admin').app.say('Something was done.', 'bad'))
    await page.locator('.frame .toast').waitFor()
    await page.getByRole('link', { name: 'Food' }).click()
    await page.locator('dialog .toast').waitFor()
    expect(await page.locator('.toast').count(), 'once').to.equal(1)
    await page.keyboard.press('Escape')
    await page.locator('.frame .toast').waitFor()
    expect(await page.locator('.toast').count(), 'once').to.equal(1)
  })
})
