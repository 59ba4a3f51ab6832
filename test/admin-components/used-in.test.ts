/** Whoever deletes something is told where it is used: in documents with a title and without, in globals, and where they may not look. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'

describe('admin-components: where something is used', function () {
  this.timeout(60_000)
  let site: Site
  before(async () => {
    const tag = { name: 'tag', type: 'relationship', to: 'tags' }
    site = await serve({
      collections: [
        {
          slug: 'tags',
          useAsTitle: 'name',
          access: { read: 'loggedIn', delete: 'loggedIn' },
          fields: [{ name: 'name' }, { name: 'near', type: 'relationship', to: 'tags' }],
        },
        {
          slug: 'posts',
          trash: true,
          useAsTitle: 'title',
          fields: [{ name: 'title' }, tag, { name: 'others', type: 'relationship', to: 'tags', hasMany: true }],
        },
        {
          slug: 'reviews',
          useAsTitle: 'title',
          fields: [
            { name: 'title' },
            { ...tag, required: true },
            { name: 'seo', type: 'group', fields: [{ ...tag, required: true }] },
            { name: 'rows', type: 'array', fields: [{ ...tag, required: true }] },
            { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ ...tag, required: true }] }] },
          ],
        },
        {
          slug: 'notes',
          labels: { singular: 'Short note', plural: 'Short notes' },
          access: { read: ({ user }: any) => user?.role === 'admin' },
          fields: [tag],
        },
      ],
      globals: [{ slug: 'site-footer', fields: [tag] }],
      auth: { roles: ['admin', 'tagger'] },
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    await makeUser(site.cms, 'tan@example.org', { role: 'tagger' })
  })
  after(() => site.stop())

  async function questionFor(email: string, id: number): Promise<string> {
    const seat = await Seat.at(site, { as: email })
    await seat.open(`c/tags/${id}`)
    await seat.choose('More', 'Delete')
    const dialog = seat.page.getByRole('dialog')
    await dialog.getByText('can’t be undone').waitFor()
    const text = (await dialog.textContent())!
    seat.quiet()
    await seat.leave()
    return text
  }

  it('says which places need it, and leads to a list of them, wherever the field is @long', async () => {
    const [gold, silver] = (await Promise.all(['Gold', 'Silver'].map((name) => site.cms.create('tags', { name })))) as { id: number }[]
    const review = (title: string, more: object) =>
      site.cms.create('reviews', { title, tag: silver!.id, seo: { tag: silver!.id }, ...more } as object)
    for (let n = 1; n <= 4; n++) await review(`Direct ${n}`, { tag: gold!.id })
    for (let n = 1; n <= 2; n++) await review(`Grouped ${n}`, { seo: { tag: gold!.id } })
    await review('In a row', { rows: [{ tag: gold!.id }] })
    await site.cms.create('posts', { title: 'Optional', tag: gold!.id, others: [gold!.id] } as object)
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open(`c/tags/${gold!.id}`)
    await seat.choose('More', 'Delete')
    const dialog = seat.page.getByRole('dialog')
    const note = dialog.getByText('7 of these places have a required field that will be empty.')
    await note.waitFor()
    await dialog.getByText('and 3 more').click()
    for (const title of ['Optional', 'Direct 4', 'In a row']) await dialog.getByRole('link', { name: title }).waitFor()
    const [opened] = await Promise.all([seat.context.waitForEvent('page'), note.getByRole('link', { name: 'Reviews' }).click()])
    await opened.getByText('7 documents').waitFor()
    await opened.getByText(/Only where\s+Tag is Gold, SEO › Tag is Gold,? or Rows › Tag is Gold/).waitFor()
    await review('In a block', { parts: [{ blockType: 'quote', tag: gold!.id }] })
    seat.quiet()
    await seat.leave()
    const text = await questionFor('nok@example.org', gold!.id)
    expect(text, 'no list shows what is needed in blocks').to.match(
      /8 of these places have a required field that will be empty\.[^.]*first\.\s*Cancel/,
    )
    const unneeded = (await site.cms.create('tags', { name: 'Tin' })) as { id: number }
    await site.cms.create('posts', { title: 'Only optional', tag: unneeded.id })
    expect(await questionFor('nok@example.org', unneeded.id)).to.not.include('required')
  })

  it('is named by titles, by labels with an id, and by the global @long', async () => {
    const { id } = (await site.cms.create('tags', { name: 'Red' })) as { id: number }
    await site.cms.create('posts', { title: 'A post', tag: id })
    const untitled = (await site.cms.create('notes', { tag: id })) as { id: number }
    await site.cms.updateGlobal('site-footer', { tag: id } as object)
    const text = await questionFor('nok@example.org', id)
    expect(text).to.include('It is used in 3 places, which stay but no longer show it:')
    for (const place of ['A post', `Short note ${untitled.id}`, 'Site footer']) expect(text).to.include(place)
    expect(text).to.not.include('undefined')
  })

  it('leads to each of them, while the question waits', async () => {
    const { id } = (await site.cms.create('tags', { name: 'Pink' })) as { id: number }
    const post = (await site.cms.create('posts', { title: 'Rain, wind, sun', tag: id })) as { id: number }
    await site.cms.updateGlobal('site-footer', { tag: id } as object)
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open(`c/tags/${id}`)
    await seat.choose('More', 'Delete')
    const places = seat.page.getByRole('dialog').getByRole('listitem').getByRole('link')
    await places.first().waitFor()
    expect(await places.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).to.have.members([
      `/admin/c/posts/${post.id}`,
      '/admin/g/site-footer',
    ])
    const [opened] = await Promise.all([seat.context.waitForEvent('page'), places.getByText('Rain, wind, sun').click()])
    await opened.getByRole('heading', { name: 'Rain, wind, sun' }).waitFor()
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor()
    seat.quiet()
    await seat.leave()
  })

  it('is told of several that are deleted together, without the uses among them @long', async () => {
    const [amber, azure] = await Promise.all(['Amber', 'Azure'].map((name) => site.cms.create('tags', { name })))
    await site.cms.update('tags', amber!.id as number, { near: azure!.id } as object)
    await site.cms.create('posts', { title: 'Both', tag: amber!.id, others: [azure!.id] } as object)
    await site.cms.create('posts', { title: 'One', tag: azure!.id })
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/tags?q=A')
    for (const name of ['Amber', 'Azure']) await seat.page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await seat.press('Delete')
    const text = await seat.page.getByRole('dialog').textContent()
    expect(text).to.include('They are used in 2 places, which stay but no longer show them:')
    expect((await seat.page.getByRole('dialog').getByRole('listitem').allInnerTexts()).sort()).to.deep.equal(['Both Post', 'One Post'])
    seat.quiet()
    await seat.leave()
  })

  it('is counted where it can’t be seen', async () => {
    const { id } = (await site.cms.create('tags', { name: 'Blue' })) as { id: number }
    await site.cms.create('notes', { tag: id })
    expect(await questionFor('tan@example.org', id)).to.include(
      'It is used in 1 place that you can’t see, which stays but no longer shows it.',
    )
  })

  it('is counted apart where it is in the trash @long', async () => {
    const { id } = (await site.cms.create('tags', { name: 'Gray' })) as { id: number }
    const post = (await site.cms.create('posts', { title: 'Thrown away', tag: id })) as { id: number }
    await site.cms.delete('posts', post.id)
    expect(await questionFor('nok@example.org', id)).to.include('It is used in 1 document in the trash.')
    await site.cms.create('posts', { title: 'Kept', tag: id })
    expect(await questionFor('nok@example.org', id)).to.match(
      /It is used in 1 place, which stays but no longer shows it:\s*Kept\s*Post\s*1 more is in the trash\./,
    )
  })

  it('is counted in full if only some places are named @long', async () => {
    const { id } = (await site.cms.create('tags', { name: 'Green' })) as { id: number }
    for (let n = 1; n <= 7; n++) await site.cms.create('posts', { title: `Post ${n}`, tag: id })
    expect(await questionFor('nok@example.org', id)).to.match(
      /It is used in 7 places, which stay but no longer show it:\s*(Post \d\s*Post\s*){5}and 2 more\s*(Post \d\s*Post\s*){2}Cancel/,
    )
  })
})
