/** Saved views that others have, too: deleting one asks first, two of a name are refused, and nobody is offered what they can't use. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: managing saved views', function () {
  this.timeout(60_000)
  let site: Site
  let ada: Seat
  before(async () => {
    ;({ site, seat: ada } = await serveTo('ada@example.org', {
      auth: { rbac: true, roles: ['admin', 'editor', 'subscriber'], members: { roles: ['subscriber'] } },
      collections: [{ slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }] }],
    }))
    await makeUser(site.cms, 'max@example.org', { role: 'editor' })
    await site.cms.create('posts', { title: 'One' })
  })
  after(() => site?.stop())
  afterEach(() => ada.quiet())

  const dialog = (name: string | RegExp) => ada.page.getByRole('dialog', { name })

  it('offers the roles of the admin, refuses a second view of one name, and counts what is too long', async () => {
    await ada.open('c/posts?q=One')
    await ada.choose('Views', 'Save this view …')
    const form = dialog('Save this view')
    await form
      .getByLabel('Visible to')
      .getByRole('option', { name: /Editor/ })
      .waitFor({ state: 'attached' })
    expect(await form.getByRole('option', { name: /subscriber/ }).count()).to.equal(0)
    await form.getByLabel('Name').fill('x'.repeat(83))
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('This name is 3 characters too long. The limit is 80.').waitFor()
    await form.getByLabel('Name').fill('Ones')
    await form.getByLabel('Visible to').selectOption('*')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await ada.choose('Views: Ones', 'Save this view …')
    await form.getByLabel('Name').fill('ones')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('There is a view called “ones” already.').waitFor()
    await form.getByRole('button', { name: 'Cancel' }).click()
  })

  it('is not offered to those who can change none of them', async () => {
    const max = await Seat.at(site, { as: 'max@example.org' })
    await max.open('c/posts')
    await max.press('Views')
    await max.page.getByRole('menuitemradio', { name: 'Ones' }).waitFor()
    expect(await max.page.getByRole('menuitem', { name: 'Manage views …' }).count()).to.equal(0)
    max.quiet()
    await max.leave()
  })

  it('goes back to whom a view is shared with, where that is refused', async () => {
    const { page } = ada
    await ada.open('c/posts')
    await ada.choose('Views', 'Manage views …')
    const audience = dialog('Manage views').getByLabel('Visible to: Ones')
    const errors = [{ field: 'name', message: 'is the name of another view of this list', reason: 'unique', code: 'UNIQUE' }]
    await page.route('**/admin/views/*', (route) => route.fulfill({ status: 400, json: { errors } }))
    await audience.selectOption('')
    await dialog('Manage views').getByRole('alert').waitFor()
    expect(await audience.inputValue()).to.equal('*')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    ada.quiet(/400/)
  })

  it('asks before a view is deleted, and says that others lose it', async () => {
    await ada.open('c/posts')
    await ada.choose('Views', 'Manage views …')
    const remove = dialog('Manage views').getByRole('button', { name: 'Delete Ones' })
    await remove.click()
    const question = dialog('Delete “Ones”?')
    await question.getByText('Others have this view too, and lose it.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await remove.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await ada.sees('“Ones” was deleted')
    await dialog('Manage views').getByText('There are no saved views').waitFor()
  })
})
