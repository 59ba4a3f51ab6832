/** Questions before a deletion while the server is slow to say where things are used, or can't: they are asked once, and say what isn't known. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { temporaryFile } from '../harness/start.ts'

const UNKNOWN = /^Where (it is|they are) used couldn’t be loaded\.$/

describe('admin-components: unknown uses', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      upload: { dir: temporaryFile('-files') },
      collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] }],
    }))
    for (const title of ['One', 'Two']) await site.cms.create('posts', { title })
    await site.cms.upload({ filename: 'press.png', content: await png(20, 20) })
  })
  after(() => site?.stop())
  afterEach(() => seat.page.unrouteAll({ behavior: 'ignoreErrors' }))

  const dialogs = () => seat.page.locator('dialog[open]')
  const select = async () => {
    await seat.open('c/posts')
    await seat.page.getByRole('checkbox', { name: 'Select One' }).check()
  }
  const refuse = () => seat.page.route(/\/references/, (route) => route.fulfill({ status: 500, json: { errors: [] } }))

  it('are said before a document, several of them, or a file is deleted @long', async () => {
    const { page } = seat
    await refuse()
    await seat.open('c/posts/1')
    await seat.choose('More', 'Delete')
    await dialogs().getByText(UNKNOWN).waitFor()
    await select()
    await seat.press('Delete')
    await dialogs().getByText(UNKNOWN).waitFor()
    await seat.open('media')
    await page.locator('.files-grid button').first().click()
    await dialogs().getByText(UNKNOWN).waitFor()
    await dialogs().getByRole('button', { name: 'Delete' }).click()
    await dialogs().last().getByText(UNKNOWN).waitFor()
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await dialogs().getByRole('button', { name: 'Try again' }).click()
    await dialogs().getByText('Not used').waitFor()
    seat.quiet(/500/)
  })

  it('are waited for once, however often the button is pressed @long', async () => {
    const { page } = seat
    await page.route(/\/references/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await select()
    for (let n = 0; n < 3; n++) await seat.press('Delete')
    await dialogs().waitFor()
    await page.waitForTimeout(700)
    expect(await dialogs().count()).to.equal(1)
    await page.keyboard.press('Escape')
    await seat.press('Delete')
    await dialogs().waitFor()
    seat.quiet()
  })
})
