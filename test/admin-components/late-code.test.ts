/** Code that can't be loaded when it is needed: the page says so, the rest of it works, and nothing is lost when it is loaded again. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

const PARTS = /\/part-\w+\.js/
const SAYS = 'This part of the admin couldn’t be loaded'

describe('admin-components: code that is loaded later', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    site = await serve({
      collections: [
        { slug: 'posts', fields: [{ name: 'title' }, { name: 'body', type: 'richText' }] },
        { slug: 'tags', useAsTitle: 'name', editIn: 'drawer', fields: [{ name: 'name' }] },
      ],
    })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  })
  after(() => site?.stop())
  beforeEach(async () => {
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  afterEach(async () => {
    seat.quiet(/Failed to load resource/)
    await seat.leave()
  })

  const cutOff = () => seat.page.route(PARTS, (route) => route.abort('connectionfailed'))
  const connect = () => seat.page.unroute(PARTS)
  const alert = () => seat.page.getByRole('alert').filter({ hasText: SAYS })
  const reload = () => alert().getByRole('button', { name: 'Reload the page' }).click()

  it('leaves the rest of a form to be written, and keeps it @long', async () => {
    const { id } = (await site.cms.create('posts', { title: 'First' })) as { id: number }
    await seat.open('c/posts')
    await cutOff()
    await seat.page.locator(`a[href$="/posts/${id}"]`).first().click()
    await alert().waitFor()
    await seat.fill('Title', 'Written without the editor')
    await seat.page.evaluate(() => dispatchEvent(new Event('online')))
    await alert().waitFor()
    expect(await seat.page.getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('Written without the editor')
    await connect()
    seat.page.once('dialog', (dialog) => dialog.accept())
    await reload()
    await seat.page.locator('.ProseMirror').waitFor()
    await seat.press('Bring them back')
    await seat.page.locator('.ProseMirror').fill('Words.')
    await seat.press('Save')
    await seat.saved()
    const { title, body } = (await site.cms.findById('posts', id)) as any
    expect([title, body.content[0].content[0].text]).to.deep.equal(['Written without the editor', 'Words.'])
  })

  it('says so in place of a page', async () => {
    await seat.open()
    await cutOff()
    await seat.page.getByRole('link', { name: 'Status' }).click()
    await alert().waitFor()
    await connect()
    await reload()
    await seat.page.getByRole('heading', { name: 'Status' }).waitFor()
  })

  it('says so in place of a drawer or another language, and leaves the page as it is @long', async () => {
    await site.cms.create('tags', { name: 'news' })
    await seat.open('c/tags')
    await cutOff()
    await seat.page.getByRole('link', { name: 'news' }).click()
    await seat.page.locator('.toast.bad').getByText(SAYS).waitFor()
    await seat.page.locator('.toast.bad').getByRole('button').click()
    await seat.page.locator('.side-foot').getByRole('button').click()
    await seat.page.getByRole('menuitemradio', { name: 'ไทย' }).click()
    await seat.page.locator('.toast.bad').getByText(SAYS).waitFor()
    expect(await seat.page.getByRole('link', { name: 'news' }).count()).to.equal(1)
  })
})
