/** What a document refers to keeps its name in the trash, for those who may look there. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: relations to the trash', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    const fields = [{ name: 'name' }]
    site = await serve({
      collections: [
        { slug: 'tags', useAsTitle: 'name', trash: true, access: { delete: 'admin' }, fields },
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [{ name: 'title' }, { name: 'tags', type: 'relationship', to: 'tags', hasMany: true }],
        },
      ],
    })
    const { cms } = site
    await makeUser(cms, 'ada@example.org', { role: 'admin' })
    await makeUser(cms, 'eve@example.org', { role: 'editor' })
    for (const name of ['Harbour', 'Gone', 'Sea']) await cms.create('tags', { name })
    await cms.create('posts', { title: 'One', tags: [1, 2, 3] } as object)
    for (const id of [1, 2]) await cms.delete('tags', id)
    await cms.delete('tags', 2, { trash: true } as object)
  })
  after(() => site?.stop())

  for (const [who, names] of [
    ['ada', ['Harbour (in the trash)', 'Deleted', 'Sea']],
    ['eve', ['Deleted, or not visible to you', 'Deleted, or not visible to you', 'Sea']],
  ] as const)
    it(`are ${names.join(', ')} to ${who}`, async () => {
      const seat = await Seat.at(site, { as: `${who}@example.org` })
      await seat.open('c/posts/1')
      const rows = seat.page.locator('[data-path=tags] .related > li')
      await rows.getByText('Sea').waitFor()
      await rows.getByText(names[0]).first().waitFor()
      expect((await rows.allInnerTexts()).map((row) => row.split('\n')[0]!.trim())).to.deep.equal(names)
      seat.quiet()
      await seat.leave()
    })

  it('have their whole line again once they are back', async () => {
    const seat = await Seat.at(site, { as: 'ada@example.org' })
    await site.cms.recover('tags', 1)
    await seat.open('c/posts/1')
    await seat.page.locator('[data-path=tags]').getByText('Harbour', { exact: true }).waitFor()
    await seat.leave()
  })
})
