/** What the question before a delete says becomes of other documents is what then becomes of them: by kind, and by choice. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { HOSTS, temporaryFile } from '../harness/start.ts'

describe('admin-components: before a delete', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    const within = { name: 'within', type: 'relationship', to: 'sections' }
    site = await serve(
      {
        auth: { rbac: true, roles: ['admin', 'editor'] },
        upload: { dir: temporaryFile('-files'), folders: true },
        collections: [
          {
            slug: 'sections',
            useAsTitle: 'name',
            trash: true,
            access: { read: 'loggedIn' },
            admin: { list: { tree: 'within' } },
            fields: [{ name: 'name' }, within, { name: 'near', type: 'relationship', to: 'sections' }],
          },
          {
            slug: 'posts',
            useAsTitle: 'title',
            admin: { ownerField: 'author' },
            fields: [
              { name: 'title' },
              { name: 'section', type: 'relationship', to: 'sections' },
              { name: 'author', type: 'relationship', to: 'users' },
              { name: 'checkedBy', type: 'relationship', to: 'users' },
            ],
          },
        ],
      } as object,
      { host: HOSTS[1]! },
    )
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  after(() => site?.stop())

  const dialog = () => seat.page.getByRole('dialog').last()
  const create = async (slug: string, values: object): Promise<number> => ((await site.cms.create(slug, values)) as { id: number }).id
  const ask = async (path: string): Promise<void> => {
    await seat.open(path)
    await seat.choose('More', 'Delete')
    await dialog().getByRole('button', { name: 'Cancel' }).waitFor()
  }
  const said = async (): Promise<string> => ((await dialog().textContent()) ?? '').replace(/\s+/g, ' ')

  it('of a person, the list follows the choice of an heir, and the sentence has the name', async () => {
    const { id } = await makeUser(site.cms, 'arthur@example.org', { role: 'editor', name: 'Arthur' })
    await create('posts', { title: 'Owned', author: id })
    await create('posts', { title: 'Owned and checked', author: id, checkedBy: id })
    await create('posts', { title: 'Checked', checkedBy: id })
    await ask(`c/users/${id}`)
    expect(await said()).to.match(/Arthur is named in 2 places, which stay but no longer show the name: .*Owned and checked/)
    await dialog().getByRole('combobox').selectOption({ label: 'Leave without an owner' })
    await dialog().getByText('Arthur is named in 3 places').waitFor()
    await dialog().getByRole('combobox').selectOption({ label: 'Transfer to Nok' })
    await dialog().getByText('Arthur is named in 2 places').waitFor()
    const links = await dialog().getByRole('listitem').getByRole('link').allTextContents()
    expect(links.map((one) => one.trim()).sort()).to.deep.equal(['Checked', 'Owned and checked'])
    seat.quiet()
  })

  it('of a document in a tree, those below are named, however many others use it', async () => {
    const sport = await create('sections', { name: 'Sport' })
    const football = await create('sections', { name: 'Football', within: sport })
    for (let n = 1; n <= 7; n++) await create('posts', { title: `Match ${n}`, section: football })
    await create('sections', { name: 'Women’s football', within: football })
    await create('sections', { name: 'Both', within: football, near: football })
    await ask(`c/sections/${football}`)
    expect(await said()).to.match(/2 documents are below it and move to the top of the tree: .*Women’s football.* It is used in 8 places/)
    await create('sections', { name: 'News', near: sport })
    await seat.open('c/sections')
    for (const name of [/Sport$/, /News$/]) await seat.page.getByRole('checkbox', { name }).check()
    await seat.press('Delete')
    await dialog().getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await said()).to.match(/1 document is below them and moves to the top of the tree: ?Football/)
    seat.quiet()
  })

  it('of a folder, its contents move up @long', async () => {
    const folder = await create('media-folders', { name: 'Spring' })
    await create('media-folders', { name: 'Easter', parent: folder })
    const file = (await site.cms.upload({ filename: 'egg.png', content: await png(40, 20) })) as { id: number }
    await site.cms.update('media', file.id, { folder } as object)
    await ask(`c/media-folders/${folder}`)
    expect(await said()).to.match(/2 files and folders in it move to the folder above, or out of all folders:/)
    expect(await said()).not.to.contain('used in')
    seat.quiet()
  })

  it('leaves out uses in the fields that a program names', async () => {
    const tag = await create('sections', { name: 'Tag' })
    await create('posts', { title: 'Uses it', section: tag })
    await create('sections', { name: 'Inside', within: tag })
    const totals: [without: string | undefined, total: number][] = [
      [undefined, 2],
      ['posts.section', 1],
      ['sections.within', 1],
      ['posts.section,sections.within', 0],
      ['posts.author,sections.section', 2],
    ]
    for (const path of [`sections/${tag}/references?`, `admin/references?collection=sections&ids=${tag}&`])
      for (const [without, total] of totals) {
        const answer = await seat.context.request.get(`${site.origin}/api/cms/${path}${without ? `without=${without}` : ''}`)
        expect((await answer.json()).total, `${path} ${without}`).to.equal(total)
      }
  })
})
