/** A document that this person may read, but not change, is shown read-only from the start; a form that may not be saved isn't offered. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

const WRITTEN = {
  title: 'Sheet',
  count: 1,
  day: '2026-03-01T00:00:00.000Z',
  size: 'small',
  summary: 'Short',
  body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] },
  data: { a: 1 },
}

const shown = (field: Element): string =>
  (field as HTMLSelectElement).selectedOptions?.[0]?.textContent?.trim() ?? (field as HTMLInputElement).value

describe('admin-components: documents of others', function () {
  this.timeout(60_000)
  let site: Site
  let eve: Seat
  let ada: number
  let own: number

  before(async () => {
    site = await serve({
      auth: { roles: ['admin', 'editor'] },
      upload: { dir: temporaryFile('-files') },
      collections: [
        {
          slug: 'notices',
          useAsTitle: 'title',
          access: { create: 'admin', update: 'admin', delete: 'admin' },
          fields: [{ name: 'title' }],
        },
        { slug: 'media', access: { update: 'admin', delete: ({ user }: any) => user !== null && { alt: { equals: 'mine' } } } },
        {
          slug: 'notes',
          useAsTitle: 'title',
          drafts: true,
          access: { update: 'owner', delete: ({ user }: any) => user !== null && { title: { not_equals: 'Kept' } } },
          fields: [{ name: 'title' }],
        },
        { slug: 'secrets', useAsTitle: 'title', access: { read: 'owner' }, fields: [{ name: 'title' }] },
        {
          slug: 'sheets',
          access: { update: 'owner' },
          fields: [
            { name: 'title' },
            { name: 'count', type: 'number' },
            { name: 'day', type: 'date' },
            { name: 'size', type: 'select', options: ['small', 'large'] },
            { name: 'summary', type: 'textarea' },
            { name: 'body', type: 'richText' },
            { name: 'secret', type: 'relationship', to: 'secrets' },
            { name: 'data', type: 'json' },
            { name: 'logo', type: 'upload' },
            { name: 'menu', type: 'array', fields: [{ name: 'label' }] },
            { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'words' }] }] },
          ],
        },
        {
          slug: 'posts',
          useAsTitle: 'title',
          drafts: true,
          access: { update: 'owner', delete: 'owner' },
          fields: [
            { name: 'title', label: 'Headline' },
            { name: 'slug', type: 'slug', from: 'title' },
          ],
        },
      ],
    } as object)
    await makeUser(site.cms, 'ada@example.org', { role: 'admin' })
    ada = (await site.cms.find('users', { where: { email: { equals: 'ada@example.org' } } })).docs[0]!['id'] as number
    await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
    own = (await site.cms.find('users', { where: { email: { equals: 'eve@example.org' } } })).docs[0]!['id'] as number
    eve = await Seat.at(site, { as: 'eve@example.org' })
  })
  after(() => site?.stop())
  afterEach(() => eve.quiet())

  it('show a person to read, and oneself to edit', async () => {
    await eve.open(`c/users/${ada}`)
    await eve.sees('You can read this, but not edit it')
    expect(await eve.page.getByLabel('Email').isEditable()).to.equal(false)
    expect(await eve.page.getByRole('button', { name: 'Save', exact: true }).count()).to.equal(0)
    expect(await eve.page.locator('form.document .star').count(), 'nothing can be filled in').to.equal(0)
    expect(await eve.page.locator('[data-path=password]').count(), 'a password can’t be read').to.equal(0)
    expect(await eve.page.locator('[data-path=role] :is(input, select)').evaluate(shown)).to.equal('Admin')
    await eve.open(`c/users/${own}`)
    await eve.page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    expect(await eve.page.getByLabel('Name').isEditable()).to.equal(true)
  })

  it('offer neither saving nor deleting a post of somebody else', async () => {
    const { id } = (await site.cms.create('posts', { title: 'Of the system', status: 'published' } as object)) as { id: number }
    await eve.open(`c/posts/${id}`)
    await eve.sees('You can read this, but not edit it')
    for (const name of ['Save draft', 'Publish changes']) expect(await eve.page.getByRole('button', { name }).count(), name).to.equal(0)
    await eve.press('More')
    for (const name of ['Delete', 'Unpublish', 'Schedule'])
      expect(await eve.page.getByRole('menuitem', { name, exact: true }).count(), name).to.equal(0)
    const made = await eve.context.request.get(`${site.origin}/api/cms/admin/rights?collection=posts&ids=${id}`)
    expect(await made.json()).to.deep.equal({ read: [id], update: [], delete: [], publish: [] })
  })

  it('have fields of every type on the same ground, and names that can’t be read have no id', async () => {
    const secret = (await site.cms.create('secrets', { title: 'Hidden' } as object)) as { id: number }
    const { id } = (await site.cms.create('sheets', { ...WRITTEN, secret: secret.id } as object)) as { id: number }
    await eve.open(`c/sheets/${id}`)
    await eve.sees('You can read this, but not edit it')
    await eve.page.locator('.rich').waitFor()
    await eve.page.locator('.code-frame .cm-editor').waitFor()
    await eve.sees('Deleted, or not visible to you')
    const grounds = await eve.page
      .locator('form.document :is(input:not([type=checkbox]), select:not(.locale), textarea, .rich, .related > li, .code-frame)')
      .evaluateAll((all) => all.map((one) => `${getComputedStyle(one).backgroundColor}`))
    expect(grounds.length).to.be.at.least(8)
    expect([...new Set(grounds)], grounds.join()).to.have.length(1)
  })

  it('show what nothing is in alike, whatever its type', async () => {
    const { id } = (await site.cms.create('sheets', { title: 'Nearly empty' } as object)) as { id: number }
    await eve.open(`c/sheets/${id}`)
    await eve.sees('You can read this, but not edit it')
    for (const name of ['count', 'day', 'size', 'summary', 'body', 'secret', 'data', 'logo', 'menu', 'parts'])
      expect(((await eve.page.locator(`[data-path=${name}]`).textContent()) ?? '').trim().split(/\s+/).at(-1), name).to.equal('—')
  })

  it('are not selected in lists and in the library where nothing can be done to several at once @long', async () => {
    await site.cms.create('notices', { title: 'Only to read' } as object)
    await site.cms.upload({ filename: 'a.png', content: await png(4, 4) }, { alt: 'a' })
    await site.cms.create('notes', { title: 'Kept' } as object)
    for (const path of ['c/notices', 'c/notices?view=cards', 'c/notes', 'c/notes?view=cards', 'media', 'media?view=table']) {
      await eve.open(path)
      await eve.page.locator('main :is(tbody tr, .cards li, .files-grid li)').first().waitFor()
      expect(await eve.page.locator('main input[type=checkbox]').count(), path).to.equal(0)
    }
  })

  describe('in lists of which some can be changed', () => {
    const ticks = () => eve.page.locator('main :is(tbody, .cards, .files-grid) input[type=checkbox]')
    const tick = (title: string) => eve.page.getByRole('checkbox', { name: `Select ${title}` })
    const bar = () => eve.page.locator('.chosen:not([aria-busy=true])')
    const acts = async () => (await bar().getByRole('button').allTextContents()).map((text) => text.trim())

    before(async () => {
      for (const title of ['Foreign', 'Own', 'Own, too'])
        await site.cms.create('notes', { title, ...(title !== 'Foreign' && { createdBy: own }) } as object)
      for (const alt of ['mine', 'other']) await site.cms.upload({ filename: `${alt}.png`, content: await png(4, 4) }, { alt })
    })

    it('have a tick box where something can be done, and ask once for all rows', async () => {
      const requests: string[] = []
      const note = (request: { url(): string }) => request.url().includes('/admin/rights') && requests.push(request.url())
      eve.page.on('request', note)
      for (const path of ['c/notes', 'c/notes?view=cards']) {
        await eve.open(path)
        await ticks().first().waitFor()
        expect(await ticks().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), path).to.have.members([
          'Select Foreign',
          'Select Own',
          'Select Own, too',
        ])
      }
      expect(requests).to.have.length(2)
      eve.page.off('request', note)
      for (const path of ['media', 'media?view=table']) {
        await eve.open(path)
        await eve.page.getByText('other.png').first().waitFor()
        expect(await ticks().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), path).to.deep.equal([
          'Select mine.png',
        ])
      }
      await eve.open('c/users')
      await ticks().first().waitFor()
      expect(await ticks().count(), 'only oneself').to.equal(1)
    })

    it('offer what is allowed for all that are selected', async () => {
      await eve.open('c/notes')
      await tick('Own, too').click()
      expect(await acts()).to.deep.equal(['Select all that you can edit', 'Edit', 'Publish', 'Unpublish', 'Delete', 'Clear selection'])
      await tick('Foreign').click()
      expect(await acts()).to.deep.equal(['Select all that you can edit', 'Delete', 'Clear selection'])
      await eve.sees('Not everything is allowed for each of these.')
      await eve.press('Select all that you can edit')
      await bar().getByText('3 selected').waitFor()
      expect(await acts()).to.deep.equal(['Delete', 'Clear selection'])
      await eve.press('Clear selection')
      await eve.page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await bar().getByText('3 selected').waitFor()
    })
  })

  it('say what an empty slug will be made from', async () => {
    await eve.open('c/posts/new')
    await eve.page.getByPlaceholder('Made from “Headline” if empty').waitFor()
  })

  it('say that the role doesn’t allow a new one, instead of an empty form', async () => {
    await eve.open('c/users/new')
    await eve.sees('Your role doesn’t allow you to create this')
    await eve.page.getByRole('link', { name: 'Back to the list' }).waitFor()
    expect(await eve.page.getByLabel('Email').count()).to.equal(0)
  })
})
