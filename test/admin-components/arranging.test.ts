/** Work that is not typing: previews beside forms, orders, folders, badges, many at once, other languages as a start. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, HOSTS, temporaryFile } from '../harness/start.ts'

/** A page of the site that listens, as with `galley/preview`. */
const page = (title: string) => `<!doctype html><title>x</title><h1>${title}</h1><script>
  addEventListener('message', ({ data }) => { document.querySelector('h1').textContent = data.doc.title + ' (live)' })
  parent.postMessage({ 'galley:preview': 'ready' }, '*')
</script>`

describe('admin-components: arranging', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve(
      {
        localization: { locales: ['en', 'th'] },
        upload: { dir: temporaryFile('-files'), folders: true },
        admin: { nav: [{ id: 'atlas', label: 'Atlas', order: 10, children: [{ id: 'maps', label: 'Maps', icon: 'globe' }] }] },
        endpoints: [
          {
            path: '/page',
            method: 'get',
            handler: ({ url }: any) =>
              new Response(page(new URL(url).searchParams.get('title') ?? ''), { headers: { 'content-type': 'text/html' } }),
          },
        ],
        collections: [
          {
            slug: 'stories',
            useAsTitle: 'title',
            drafts: true,
            preview: ({ doc }: any) => (doc.title ? `/api/cms/page?title=${encodeURIComponent(doc.title)}` : null),
            admin: { badge: { where: { status: { equals: 'draft' } }, tone: 'warn', label: 'Drafts' } },
            fields: [
              { name: 'title', localized: true },
              { name: 'text', type: 'textarea', localized: true },
            ],
          },
          { slug: 'steps', useAsTitle: 'name', orderable: true, admin: { confirmDelete: { typeTitle: true } }, fields: [{ name: 'name' }] },
          {
            slug: 'places',
            useAsTitle: 'name',
            orderable: true,
            admin: { group: 'maps', list: { tree: 'within' } },
            fields: [
              { name: 'name' },
              { name: 'within', type: 'relationship', to: 'places' },
              { name: 'kind', type: 'select', options: ['city', 'country'] },
              { name: 'picture', type: 'upload' },
            ],
          },
        ],
      },
      { host: HOSTS[1]!, database: DATABASES[1]! },
    )
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    await cms.create('stories', { title: 'A story', text: 'Told.', status: 'published' })
    await cms.create('stories', { title: 'Another' })
    for (const name of ['one', 'two', 'three']) await cms.create('steps', { name })
    for (const [name, within] of [
      ['Asia', null],
      ['Europe', null],
      ['Thailand', 1],
      ['Laos', 1],
      ['Bangkok', 3],
    ] as const)
      await cms.create('places', { name, within })
    for (let n = 0; n < 120; n++) await cms.create('stories', { title: `Story ${n}`, status: 'published' })
    seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/stories/1')
  })
  after(() => site?.stop())

  it('shows the page beside the form, and what is typed in it @long', async () => {
    await seat.press('Preview')
    const shown = seat.page.frameLocator('cms-preview iframe').getByRole('heading')
    await shown.getByText('A story').waitFor()
    await seat.fill('Title', 'A story, told anew')
    await shown.getByText('A story, told anew').waitFor()
    await seat.press('Phone')
    expect(await seat.page.locator('cms-preview iframe').evaluate((one) => one.clientWidth)).to.be.lessThan(400)
    await seat.press('Preview')
    await seat.choose('More', 'Undo all changes')
    await seat.saved()
    seat.quiet()
  })

  it('begins a translation with what the default language says @long', async () => {
    await seat.page.getByLabel('Language of the content').selectOption('th')
    await seat.page.getByText('not translated').first().waitFor()
    await seat.page.getByRole('heading', { name: 'A story' }).waitFor()
    const source = (path: string) => seat.page.locator(`[data-path="${path}"] cms-source`)
    await source('text').getByText('Told.').waitFor()
    await source('title').getByRole('button', { name: 'Use this' }).click()
    expect(await seat.page.getByLabel('Title').inputValue()).to.equal('A story')
    await seat.choose('More', 'Copy from English')
    await seat.sees('filled in from English')
    const copied = seat.page.getByLabel('Text')
    for (let tries = 0; tries < 40 && (await copied.inputValue()) === ''; tries++) await seat.page.waitForTimeout(50)
    expect(await copied.inputValue()).to.equal('Told.')
    await seat.sees('Changes not saved yet')
    await seat.fill('Title', 'เรื่อง')
    await seat.press('Publish changes')
    await seat.saved()
    expect(await site.cms.in('th').findById('stories', 1)).to.include({ title: 'เรื่อง', text: 'Told.' })
    await seat.open('c/stories?locale=th')
    const row = (name: string) => seat.page.getByRole('row').filter({ hasText: name })
    await row('Story 119').getByText('not translated').waitFor()
    expect(await row('เรื่อง').getByText('not translated').count()).to.equal(0)
  })

  it('asks for the number of documents before many are deleted, where one asks for its title', async () => {
    await seat.open('c/steps')
    await seat.page.getByLabel('Select all on this page').check()
    await seat.press('Delete')
    const dialog = seat.page.getByRole('dialog')
    expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).to.equal(true)
    await dialog.getByLabel('Type “3” to continue').fill('3')
    expect(await dialog.getByRole('button', { name: 'Delete' }).isEnabled()).to.equal(true)
    await seat.press('Cancel')
    await seat.press('Clear selection')
    await seat.page.getByLabel('Select two').check()
    await seat.press('Delete')
    await dialog.getByLabel('Type “two” to continue').waitFor()
    await seat.press('Cancel')
  })

  it('counts what wants somebody in the menu', async () => {
    await seat.page.getByRole('navigation', { name: 'Menu' }).getByTitle('Drafts').getByText('1').waitFor()
  })

  it('groups the menu in two levels, which fold and stay so', async () => {
    const menu = seat.page.getByRole('navigation', { name: 'Menu' })
    const headings = () => menu.locator('.group').allTextContents()
    expect((await headings()).map((one) => one.trim())).to.deep.equal(['Content', 'Atlas', 'Maps', 'Settings', 'Access', 'System'])
    await menu.getByRole('link', { name: 'Places' }).waitFor()
    await menu.getByRole('button', { name: 'Atlas' }).click()
    await menu.getByRole('button', { name: 'Maps' }).waitFor({ state: 'detached' })
    await seat.page.reload()
    await menu.getByRole('button', { name: 'Atlas' }).click()
    await menu.getByRole('link', { name: 'Places' }).click()
    await seat.page.getByRole('heading', { name: 'Places' }).waitFor()
  })

  it('moves what editors put in order @long', async () => {
    await seat.open('c/steps')
    await seat.press('Move three up')
    await seat.page.locator('tbody tr').nth(1).getByText('three').waitFor()
    await seat.press('Move one down')
    await seat.page.locator('tbody tr').first().getByText('three').waitFor()
    expect((await site.cms.find('steps')).docs.map((doc) => doc['name'])).to.deep.equal(['three', 'one', 'two'])
    expect(await seat.page.getByRole('button', { name: 'Move three up' }).isDisabled()).to.equal(true)
    await seat.drag(seat.page.locator('tbody tr').first().locator('.grip'), seat.page.locator('tbody tr').nth(2))
    await seat.page.locator('tbody tr').nth(2).getByText('three').waitFor()
    expect((await site.cms.find('steps')).docs.map((doc) => doc['name'])).to.deep.equal(['one', 'two', 'three'])
  })

  it('shows a tree, unfolds it, and puts siblings in order @long', async () => {
    await seat.open('c/places')
    const names = () => seat.page.locator('tbody td.first a').allTextContents()
    await seat.press('Documents below Asia')
    await seat.page.getByRole('link', { name: 'Thailand' }).waitFor()
    expect(await names()).to.deep.equal(['Asia', 'Thailand', 'Laos', 'Europe'])
    const off = await seat.page.locator('tbody tr:has(.name)').evaluateAll((rows) =>
      rows.map((row) => {
        const [whole, name] = [row, row.querySelector('.name')!].map((one) => one.getBoundingClientRect())
        return Math.abs(whole!.y + whole!.height / 2 - name!.y - name!.height / 2)
      }),
    )
    expect(Math.max(...off), 'titles are in the middle of their rows').to.be.below(2)
    await seat.press('Documents below Thailand')
    await seat.page.getByRole('link', { name: 'Bangkok' }).waitFor()
    expect(await seat.page.getByRole('button', { name: 'Documents below Laos' }).count()).to.equal(0)
    await seat.press('Move Laos up')
    await seat.page.locator('tbody tr').nth(1).getByText('Laos').waitFor()
    expect(await names()).to.deep.equal(['Asia', 'Laos', 'Thailand', 'Bangkok', 'Europe'])
    await seat.press('Documents below Asia')
    await seat.page.getByRole('link', { name: 'Thailand' }).waitFor({ state: 'detached' })
    await site.cms.delete('places', 3)
    await seat.page.reload()
    await seat.page.getByRole('link', { name: 'Bangkok' }).waitFor()
    expect(await names(), 'what lay below somebody who is gone lies at the top').to.deep.equal(['Asia', 'Europe', 'Bangkok'])
  })

  it('changes one field of many documents @long', async () => {
    await seat.page.getByLabel('Select Asia').check()
    await seat.page.getByLabel('Select Europe').check()
    await seat.press('Edit')
    const dialog = seat.page.getByRole('dialog', { name: 'Edit 2 documents' })
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).to.equal(true)
    await dialog.getByLabel('Choose a field').selectOption({ label: 'Kind' })
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('country')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await seat.sees('2 documents changed')
    const { docs } = await site.cms.find('places', { where: { kind: { equals: 'country' } } })
    expect(docs.map((doc) => doc['name'])).to.deep.equal(['Asia', 'Europe'])
    await seat.press(/^New /)
    await seat.page.getByLabel('Kind').waitFor()
    expect(await seat.page.getByText('There are edits from an earlier visit').count()).to.equal(0)
  })

  it('keeps a view under a name, for oneself and for others @long', async () => {
    await seat.open('c/places')
    await seat.press('Show as cards')
    await seat.page.locator('main').getByRole('searchbox').fill('asi')
    await seat.page.locator('.cards').getByRole('link', { name: 'Europe' }).waitFor({ state: 'detached' })
    await seat.choose('Views', 'Save this view …')
    const dialog = seat.page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByLabel('Name').fill('In Asia')
    await dialog.getByLabel('Visible to').selectOption('*')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await seat.sees('Saved')
    await seat.choose(/^Views/, 'Everything')
    await seat.page.getByRole('link', { name: 'Europe' }).waitFor()
    await makeUser(site.cms, 'eve@example.org', { role: 'editor', name: 'Eve' })
    const eve = await Seat.at(site, { as: 'eve@example.org' })
    await eve.open('c/places')
    await eve.choose(/^Views/, 'In Asia')
    await eve.page.locator('.cards').getByRole('link', { name: 'Asia' }).waitFor()
    expect(eve.page.url()).to.include('view=cards').and.to.include('q=asi')
    await eve.choose(/^Views/, 'Save this view …')
    expect(await eve.page.getByRole('dialog').getByLabel('Visible to').count(), 'editors keep views for themselves').to.equal(0)
    await eve.press('Cancel')
    await eve.press(/^Views/)
    await eve.page.getByRole('menuitemradio', { name: 'In Asia' }).waitFor()
    expect(await eve.page.getByRole('menuitem', { name: 'Manage views …' }).count(), 'views of others').to.equal(0)
    await eve.leave()
    await seat.choose(/^Views/, 'Manage views …')
    await seat.press('Delete In Asia')
    await seat.page.getByRole('dialog', { name: 'Delete “In Asia”?' }).getByRole('button', { name: 'Delete' }).click()
    await seat.page.getByRole('dialog').getByLabel('Name: In Asia').waitFor({ state: 'detached' })
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    seat.quiet()
  })

  it('takes all that a list finds, also from pages that are not shown @long', async () => {
    await seat.open('c/stories')
    await seat.page.locator('main').getByRole('searchbox').fill('story ')
    await seat.sees('120 documents')
    await seat.page.getByLabel('Select all on this page').check()
    await seat.press('Select all 120')
    await seat.sees('120 selected')
    await seat.press('Unpublish')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await seat.sees(/^\d+ documents unpublished$/)
    expect(await site.cms.count('stories', { where: { status: { equals: 'published' } } })).to.equal(1)
  })

  it('puts files into folders, and deletes several @long', async () => {
    await seat.open('media')
    const file = async (name: string) => ({ name, mimeType: 'image/png', buffer: await png() })
    await seat.page.locator('main input[type=file]').setInputFiles(await Promise.all(['a.png', 'b.png', 'c.png'].map(file)))
    await seat.sees('3 files')
    await seat.page.locator('summary', { hasText: 'New folder' }).click()
    await seat.page.getByPlaceholder('Name of the folder').fill('Press')
    await seat.press('Create folder')
    await seat.sees('No files in this folder.')
    const tree = seat.page.getByRole('navigation', { name: 'Folders' })
    expect(await tree.getByRole('link', { name: 'Press' }).getAttribute('aria-current')).to.equal('page')
    await tree.getByRole('link', { name: 'All folders' }).click()
    await seat.page.getByLabel('Select a.png').check()
    await seat.page.getByLabel('Select b.png').check()
    // The answers are lost; the same folder can be chosen again.
    await seat.page.route('**/api/cms/media/*', (route) => route.abort())
    await seat.page.getByLabel('Move to …').selectOption({ label: 'Press' })
    await seat.sees('0 files moved')
    await seat.page.unroute('**/api/cms/media/*')
    seat.quiet(/ERR_FAILED/)
    await seat.page.getByLabel('Move to …').selectOption({ label: 'Press' })
    await seat.sees('2 files moved')
    await seat.page.locator('.folder-cards').getByRole('link', { name: 'Press' }).click()
    await seat.sees('2 files')
    await seat.page.locator('.folder-cards').getByRole('link', { name: 'All folders' }).click()
    await seat.sees('3 files')
    await seat.page
      .locator('.files-grid li')
      .filter({ hasText: 'c.png' })
      .dragTo(tree.getByRole('link', { name: 'Press' }))
    await seat.sees('1 file moved')
    await tree.getByRole('link', { name: 'Press' }).click()
    await seat.sees('3 files')
    await seat.page.locator('.pick').first().check()
    await seat.page
      .locator('.pick')
      .last()
      .click({ modifiers: ['Shift'] })
    await seat.sees('3 selected')
    await seat.press('Clear selection')
    await seat.page.locator('.files-grid li').filter({ hasText: 'b.png' }).getByRole('button').click()
    await seat.page.getByLabel('Private').check()
    await seat.press('Save')
    await seat.sees('Saved')
    expect((await site.cms.find('media', { where: { originalName: { equals: 'b.png' } } })).docs[0]).to.include({ private: true })
    await seat.page.getByLabel('Select a.png').check()
    await seat.press('Delete')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    // The message about those that were moved may still be there.
    await seat.page.getByText('2 files', { exact: true }).first().waitFor()
    expect((await site.cms.find('media')).docs.map((doc) => doc['originalName']).sort()).to.deep.equal(['b.png', 'c.png'])
    seat.quiet()
  })

  it('uploads go on elsewhere, with a total and the reason of each failure; files are dropped anywhere @long', async () => {
    const { page } = seat
    const panel = page.locator('cms-uploads')
    const answers: (() => Promise<void>)[] = []
    await page.route('**/api/cms/media', (route) => void answers.push(() => route.continue()))
    await seat.open('media')
    await page.getByRole('heading', { name: 'Media' }).waitFor()
    // As a file manager does; Playwright drags only what is on the page.
    const data = await page.evaluateHandle(
      (picture) => {
        const data = new DataTransfer()
        data.items.add(new File([Uint8Array.from(picture)], 'dropped.png', { type: 'image/png' }))
        data.items.add(new File(['no picture'], 'fake.png', { type: 'image/png' }))
        return data
      },
      [...(await png())],
    )
    const heading = page.getByRole('heading', { name: 'Media' })
    await heading.dispatchEvent('dragover', { dataTransfer: data })
    await seat.sees('Drop files anywhere')
    await heading.dispatchEvent('drop', { dataTransfer: data })
    await panel.getByText('0 of 2 files uploaded').waitFor()
    await page.getByRole('link', { name: 'Stories' }).first().click()
    await page.getByRole('table').first().waitFor()
    await Promise.all(answers.map((answer) => answer()))
    await panel.getByText('1 of 2 files uploaded').waitFor()
    await panel.getByText('1 failed').waitFor()
    await panel.getByText(/^This file contains plain text, which is not what its name says/).waitFor()
    expect(await panel.locator('li .file-name').allInnerTexts(), 'what failed comes first').to.deep.equal(['fake.png', 'dropped.png'])
    seat.quiet(/400/)
    await page.unroute('**/api/cms/media')
    expect(await panel.getByRole('button', { name: /Try again/ }).count(), 'what is refused for good').to.equal(0)
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.locator('section').waitFor({ state: 'detached' })
    expect((await site.cms.find('media', { where: { originalName: { equals: 'dropped.png' } } })).totalDocs).to.equal(1)
    await seat.open('media')
    await page.locator('.files-grid li').filter({ hasText: 'dropped.png' }).getByText('No alternative text').waitFor()
    seat.quiet(/400/)
  })

  it('shows a part of a picture, by mouse or by keys, and the whole again @long', async () => {
    const { cms } = site
    await cms.upload({ filename: 'wide.png', content: await png(400, 200) })
    await seat.open('media')
    await seat.page.locator('.files-grid li').filter({ hasText: 'wide.png' }).getByRole('button').click()
    const picture = async () => (await cms.find('media', { where: { originalName: { equals: 'wide.png' } } })).docs[0] as any
    await seat.press('Crop')
    await seat.page.getByLabel('Shape').selectOption('1:1')
    await seat.sees('200 × 200')
    await seat.page.getByRole('group', { name: 'Frame' }).focus()
    for (let n = 0; n < 25; n++) await seat.page.keyboard.press('ArrowLeft')
    await seat.press('Crop to this frame')
    await seat.page.locator('.facts').getByText('200 × 200').first().waitFor()
    expect(await picture()).to.deep.include({ width: 200, height: 200, crop: { x: 0, y: 0, width: 50, height: 100 } })
    await seat.press('Crop')
    const corner = (await seat.page.locator('.frame-of .se').boundingBox())!
    const stage = (await seat.page.locator('.stage').boundingBox())!
    await seat.page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
    await seat.page.mouse.down()
    await seat.page.mouse.move(stage.x + stage.width / 2, stage.y + stage.height / 2, { steps: 4 })
    await seat.page.mouse.up()
    await seat.press('Crop to this frame')
    await seat.press('Whole image')
    await seat.page.locator('.facts').getByText('400 × 200').waitFor()
    expect((await picture()).crop.width).to.equal(null)
    await seat.page.locator('.file-view img').click({ position: { x: 10, y: 10 } })
    await seat.page.locator('.focal').waitFor()
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await seat.press('Show as a table')
    await seat.page.getByRole('row').filter({ hasText: 'wide.png' }).getByText('400 × 200').waitFor()
    seat.quiet()
  })

  it('gives a link to a private file to somebody outside @long', async () => {
    await seat.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
    await seat.page.getByRole('button', { name: 'b.png', exact: true }).click()
    await seat.press('Copy a link')
    await seat.sees('Link copied')
    const link = await seat.page.evaluate<string>('navigator.clipboard.readText()')
    expect((await fetch(link)).status).to.equal(200)
    expect((await fetch(link.replace(/\?.*/, ''))).status).to.equal(404)
    await seat.page.getByRole('dialog').getByLabel('Folder').selectOption('')
    // An earlier message may say 'Saved' still.
    await Promise.all([seat.page.waitForResponse((answer) => answer.request().method() === 'PATCH'), seat.press('Save')])
    expect(((await site.cms.find('media', { where: { originalName: { equals: 'b.png' } }, depth: 0 })).docs[0] as any).folder).to.equal(
      null,
    )
    seat.quiet()
  })
})
