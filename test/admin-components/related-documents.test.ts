/** Fields that refer to documents and files show what they hold, and pickers, menus and popovers fit every screen. */
import { expect } from 'chai'
import type { Locator, Route } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

describe('admin-components: relations', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    site = await serve({
      upload: { dir: temporaryFile('-files') },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [
            { name: 'title' },
            { name: 'author', type: 'relationship', to: 'people' },
            { name: 'readers', type: 'relationship', to: 'people', hasMany: true },
            { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
            { name: 'cover', type: 'upload', mimeTypes: ['image/*'] },
            { name: 'pictures', type: 'upload', hasMany: true },
            { name: 'rows', type: 'array', fields: [{ name: 'person', type: 'relationship', to: 'people' }] },
          ],
        },
        {
          slug: 'people',
          useAsTitle: 'name',
          drafts: true,
          access: { read: 'published' },
          fields: [{ name: 'name' }, { name: 'slug', type: 'slug', from: 'name' }, { name: 'job' }, { name: 'photo', type: 'upload' }],
        },
        { slug: 'tags', useAsTitle: 'name', editIn: 'drawer', fields: [{ name: 'name' }] },
      ],
    })
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin' })
    for (const name of ['a', 'b', 'c']) await cms.upload({ filename: `${name}.png`, content: await png(40, 20) })
    await cms.create('people', { name: 'Ada', job: 'Engineer', photo: 1, status: 'published' })
    await cms.create('people', { name: 'Ben', job: 'Printer', status: 'draft' })
    await cms.create('people', { name: 'Cho', status: 'published' })
    await cms.update('people', 3, { name: 'Cho', job: 'Painter', status: 'draft' })
    for (let n = 1; n <= 30; n++) await cms.create('tags', { name: `Tag ${String(n).padStart(2, '0')}` })
    seat = await Seat.at(site, { as: 'nok@example.org', hasClock: true })
  })
  after(() => site?.stop())

  const field = (path: string): Locator => seat.page.locator(`[data-path="${path}"]`)
  const dialog = (): Locator => seat.page.locator('dialog.picker')
  const open = async (values: object): Promise<number> => {
    const { id } = (await site.cms.create('posts', values as never)) as { id: number }
    await seat.open(`c/posts/${id}`)
    await field('title').waitFor()
    return id
  }
  const stored = async (id: number) => (await site.cms.findById('posts', id, { depth: 0 })) as any
  const save = async () => {
    await seat.press('Save')
    await seat.sees('All changes saved')
  }

  it('show title, subtitle, picture and status, with one request for each collection @long', async () => {
    const requests: string[] = []
    const note = (request: { method(): string; url(): string }) => {
      if (request.method() === 'GET' && /%22in%22|\bin%5D|\[in\]/.test(request.url()))
        requests.push(new URL(request.url()).pathname.split('/').at(-1)!)
    }
    seat.page.on('request', note)
    await open({ author: 1, readers: [2, 3], tags: [1, 2], cover: 1, pictures: [2, 3], rows: [{ person: 1 }, { person: 3 }] })
    await field('readers').getByText('Painter').waitFor()
    await field('pictures').locator('img').nth(1).waitFor()
    await field('rows.1.person').getByText('Cho').waitFor()
    seat.page.off('request', note)
    expect(await field('author').locator('li').textContent()).to.match(/Ada\s+Engineer\s+Published/)
    expect(await field('author').locator('li .thumb img').count()).to.equal(1)
    expect(await field('readers').locator('li').allInnerTexts())
      .to.satisfy(([ben]: string[]) => /Ben\s+Printer\s+Draft/.test(ben!))
      .and.to.satisfy(([, cho]: string[]) => /Cho\s+Painter\s+Published\s+Changes pending/.test(cho!))
    // The second request for people asks which drafts are live.
    expect(requests.sort()).to.deep.equal(['media', 'people', 'people', 'tags'])
  })

  it('are fetched again when the connection comes back, and are not called deleted meanwhile @long', async () => {
    const tags = /\/api\/cms\/tags\?/
    await seat.page.route(tags, (route) => route.abort('connectionfailed'))
    await open({ tags: [3] })
    await field('tags').locator('li .ghost').waitFor()
    await seat.page.waitForTimeout(200)
    expect(await field('tags').textContent()).not.to.include('deleted')
    await seat.page.unroute(tags)
    await seat.page.clock.fastForward(5000)
    await field('tags').getByText('Tag 03').waitFor()
    seat.quiet(/Failed to load resource/)
  })

  it('are found by typing, taken by keyboard, and offered first the next time @long', async () => {
    const id = await open({ tags: [1] })
    await field('tags').getByRole('button', { name: 'Choose Tag' }).click()
    await dialog().getByRole('button', { name: 'Tag 30' }).waitFor()
    expect(await dialog().getByText('Chosen recently').count()).to.equal(0)
    await seat.page.keyboard.type('tag 0')
    await seat.page.clock.fastForward(1000)
    await dialog().getByRole('button', { name: 'Tag 30' }).waitFor({ state: 'detached' })
    expect(await dialog().getByRole('button', { name: 'Tag 01' }).isDisabled(), 'what the field already holds').to.equal(true)
    for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'ArrowDown', 'Space']) await seat.page.keyboard.press(key)
    await dialog().getByRole('button', { name: 'Add 2' }).waitFor()
    await seat.page.keyboard.press('Control+Enter')
    await dialog().waitFor({ state: 'detached' })
    await save()
    expect((await stored(id)).tags).to.deep.equal([1, 9, 7])

    await open({})
    await field('tags').getByRole('button', { name: 'Choose Tag' }).click()
    await dialog().getByText('Chosen recently').waitFor()
    expect(await dialog().locator('ul').first().locator('.clip').allInnerTexts()).to.deep.equal(['Tag 09', 'Tag 07'])
    // Enter takes the first that fits, also where it has not been found yet.
    await seat.page.keyboard.type('Tag 12')
    await seat.page.keyboard.press('Enter')
    await dialog().getByRole('button', { name: 'Add 1' }).click()
    await field('tags').getByText('Tag 12').waitFor()
  })

  it('are replaced in one step, and created on the way @long', async () => {
    const id = await open({ author: 1 })
    await field('author').getByRole('button', { name: 'Choose another' }).click()
    await dialog().getByRole('button', { name: 'Cho' }).click()
    await field('author').getByText('Painter').waitFor()
    await field('tags').getByRole('button', { name: 'Choose Tag' }).click()
    await dialog().getByRole('button', { name: 'New Tag' }).click()
    const drawer = seat.page.locator('dialog.drawer')
    await drawer.getByLabel('Name').fill('Fresh')
    await drawer.getByRole('button', { name: 'Create Tag' }).click()
    await dialog().getByRole('button', { name: 'Add 1' }).click()
    await field('tags').getByText('Fresh').waitFor()
    await save()
    const { author, tags } = await stored(id)
    expect([author, tags]).to.deep.equal([3, [31]])
  })

  it('begin a new document with what was searched for, which is saved only by the one who wants it', async () => {
    const id = await open({})
    const count = async () => (await site.cms.find('tags', { limit: 1 })).totalDocs
    const before = await count()
    const drawer = seat.page.locator('dialog.drawer')
    await field('tags').getByRole('button', { name: 'Choose Tag' }).click()
    await dialog().getByRole('searchbox').fill(' lighthouse ')
    await dialog().getByText('No matches.').waitFor()
    await dialog().getByRole('button', { name: 'New Tag' }).click()
    await seat.page.waitForFunction(() => document.activeElement?.closest('cms-admin')?.shadowRoot?.activeElement?.id === 'f-name')
    expect(await drawer.getByLabel('Name').inputValue()).to.equal('lighthouse')
    await seat.page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await count()).to.equal(before)
    await dialog().getByRole('button', { name: 'New Tag' }).click()
    await drawer.getByRole('button', { name: 'Create Tag' }).click()
    await dialog().locator('button:focus').getByText('Add 1').waitFor()
    await seat.page.keyboard.press('Enter')
    await field('tags').getByText('lighthouse').waitFor()
    await save()
    const [tag] = (await stored(id)).tags
    expect((await site.cms.findById('tags', tag)) as unknown).to.include({ name: 'lighthouse' })
  })

  it('to files are the files: dropped, replaced, arranged, described @long', async () => {
    const id = await open({ cover: 1, pictures: [1, 2, 3] })
    const cover = field('cover')
    await cover.locator('img').waitFor()
    await cover.getByText('No alternative text').waitFor()
    await cover.getByRole('button', { name: 'Edit a.png' }).click()
    await seat.page.getByLabel('Alternative text').fill('A square')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await cover.getByText('No alternative text').waitFor({ state: 'detached' })
    await drop(cover.locator('.files-field'), [['note.txt', 'text/plain', Buffer.from('words')]])
    await cover.getByRole('alert').getByText('doesn’t take this type').waitFor()
    await drop(cover.locator('.files-field'), [['new.png', 'image/png', await png(8, 8)]])
    await cover.getByText('new.png').waitFor()
    await cover.locator('img').evaluate((image) => (image as HTMLImageElement).decode())
    const pictures = field('pictures')
    await pictures.getByRole('button', { name: 'Move c.png back' }).click()
    await seat.drag(pictures.locator('li').nth(0).locator('.grip'), pictures.locator('li').nth(1).locator('.remove'))
    await drop(pictures.locator('.files-field'), [
      ['four.png', 'image/png', await png(8, 8)],
      ['five.png', 'image/png', await png(8, 8)],
    ])
    await pictures.getByText('five.png').waitFor()
    await save()
    const doc = await stored(id)
    expect(doc.cover).to.equal(4)
    expect(doc.pictures.slice(0, 3)).to.deep.equal([3, 1, 2])
    expect(doc.pictures.slice(3).sort()).to.deep.equal([5, 6])
  })

  it('wait for a file that is on its way: leaving asks @long', async () => {
    const id = await open({ cover: 1 })
    const waiting: Route[] = []
    await seat.page.route('**/api/cms/media', (route) => void waiting.push(route))
    await drop(field('cover').locator('.files-field'), [['late.png', 'image/png', await png(8, 8)]])
    await seat.sees('Uploading files …')
    await seat.page.getByRole('link', { name: 'Media' }).first().click()
    const question = seat.page.getByRole('dialog', { name: 'Leave this page?' })
    await question.getByText('Files for this document are still being uploaded').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    for (const route of waiting) await route.continue()
    await seat.page.unroute('**/api/cms/media')
    await field('cover').getByText('late.png').waitFor()
    await save()
    const [late] = (await site.cms.find('media', { where: { originalName: { equals: 'late.png' } } })).docs
    expect((await stored(id)).cover).to.equal(late!.id)
  })

  it('fit every screen with their menus and pickers @long', async () => {
    const found: string[] = []
    await open({ tags: [1, 2], author: 3, cover: 1, pictures: [1, 2], title: 'W'.repeat(60) })
    const check = async (what: string, box: Locator, width: number) => {
      const place = (await box.boundingBox())!
      if (place.x < 0 || place.x + place.width > width || place.y < 0) found.push(`${what} at ${width}: ${JSON.stringify(place)}`)
      if (what.startsWith('menu') && place.width > 360) found.push(`${what} at ${width} is ${place.width} wide`)
    }
    for (const width of [1440, 1024, 720, 390]) {
      await seat.page.setViewportSize({ width, height: 860 })
      for (const button of ['Choose Tag', 'Choose files', 'Choose another']) {
        await seat.press(button)
        await dialog().locator('li').first().waitFor()
        await seat.page.waitForTimeout(200)
        await check(button, dialog(), width)
        await seat.page.keyboard.press('Escape')
        await dialog().waitFor({ state: 'detached' })
      }
      await seat.page.getByRole('button', { name: 'More', exact: true }).click()
      await check('menu of the document', seat.page.locator('[popover]:popover-open'), width)
      await seat.page.keyboard.press('Escape')
      const names = seat.page.locator('.related > li .line-text')
      for (const box of await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width)))
        if (box < 150) found.push(`a name has ${box} px at ${width}`)
      const over = Number(await seat.page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      if (over > 0) found.push(`the document at ${width} is ${over} too wide`)
    }
    await seat.open('c/posts')
    for (const width of [1440, 390])
      for (const menu of ['Columns', 'Views', 'More']) {
        await seat.page.setViewportSize({ width, height: 860 })
        await seat.page.getByRole('table').waitFor()
        const isInSheet = width === 390 && menu !== 'More'
        if (isInSheet) await seat.page.getByRole('button', { name: 'Sorting, columns and views', exact: true }).click()
        await seat.page.getByRole('button', { name: menu, exact: true }).click()
        await check(`menu ${menu}`, seat.page.locator('[popover]:popover-open').last(), width)
        await seat.page.keyboard.press('Escape')
        if (isInSheet) await seat.page.keyboard.press('Escape')
      }
    expect(found).to.deep.equal([])
    seat.quiet()
  })

  it('are offered by title, and found by how well their titles match', async () => {
    const { cms } = site
    for (const name of ['Ink', ...Array.from({ length: 30 }, (_, n) => `Pink ${n}`), 'Inkwell', 'Drink']) await cms.create('tags', { name })
    await open({ title: 'Order' })
    await field('author').getByRole('button', { name: 'Choose' }).first().click()
    await dialog().locator('.choices li').nth(2).waitFor()
    expect(await dialog().locator('.choices .line-text > :first-child').allTextContents()).to.deep.equal(['Ada', 'Ben', 'Cho'])
    await seat.page.keyboard.press('Escape')
    await field('tags').getByRole('button', { name: 'Choose' }).first().click()
    await dialog().getByRole('searchbox').fill('ink')
    await seat.page.clock.fastForward(1000)
    await dialog().getByText('Ink', { exact: true }).waitFor()
    const names = await dialog().locator('.choices .line-text > :first-child').allTextContents()
    expect(names.slice(0, 3), 'also where the others have several pages').to.deep.equal(['Ink', 'Inkwell', 'Drink'])
  })

  async function drop(on: Locator, files: [name: string, type: string, content: Buffer][]): Promise<void> {
    const given = files.map(([name, type, content]) => ({ name, type, bytes: [...content] }))
    await on.evaluate((element, given) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of given) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      for (const type of ['dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
    }, given)
  }
})
