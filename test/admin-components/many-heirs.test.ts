/** Who receives what a deleted person owns is found by search where there are many people. Tests `document/transfer.ts`. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: many heirs', () => {
  let site: Site
  let seat: Seat

  before(async () => {
    const posts = { slug: 'posts', fields: [{ name: 'title' }] }
    ;({ site, seat } = await serveTo('ada@example.org', { collections: [posts], auth: { rbac: true } }))
    for (let n = 10; n < 70; n++) await site.cms.create('users', { email: `p${n}@example.org`, name: `Person ${n}`, role: 'admin' })
    const zoe = await makeUser(site.cms, 'zoe@example.org', { role: 'admin', name: 'Zoë' })
    const eve = (await makeUser(site.cms, 'eve@example.org', { role: 'admin' })) as { id: number }
    const user = (await site.cms.findById('users', eve.id)) as never
    await site.cms.as(user).create('posts', { title: 'By Eve' })
    await seat.open(`c/users/${eve.id}`)
    expect(zoe.id).to.be.lessThan(eve.id)
  })
  after(() => site?.stop())

  it('are searched by name and address, and who is chosen stays chosen', async () => {
    await seat.choose('More', 'Delete')
    const dialog = seat.page.getByRole('dialog')
    const list = dialog.getByRole('listbox')
    await list.waitFor()
    expect(await list.getByRole('option', { name: 'Transfer to Zoë' }).count(), 'on the first page').to.equal(0)
    await dialog.getByRole('searchbox').fill('zoe@')
    await list.selectOption({ label: 'Transfer to Zoë' })
    await dialog.getByRole('searchbox').fill('Person 42')
    await list.getByRole('option', { name: 'Transfer to Person 42' }).waitFor()
    expect(await list.locator('option:checked').textContent()).to.equal('Transfer to Zoë')
    await seat.page.screenshot({ path: '/tmp/heir.png' })
    await dialog.getByRole('searchbox').press('Enter')
    await dialog.getByRole('button', { name: 'Delete and transfer to Zoë' }).waitFor()
    expect(await site.cms.count('users', { where: { email: { equals: 'eve@example.org' } } }), 'Enter deletes nobody').to.equal(1)
    await dialog.getByRole('button', { name: 'Delete and transfer to Zoë' }).click()
    await seat.sees('“eve@example.org” was deleted')
    const [post] = (await site.cms.find('posts', { depth: 0 })).docs as { createdBy?: number }[]
    const zoe = (await site.cms.find('users', { where: { email: { equals: 'zoe@example.org' } } })).docs[0]!
    expect(post!.createdBy).to.equal(zoe.id)
    seat.quiet()
  })
})
