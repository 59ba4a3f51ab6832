/** The media library: pictures in line, folders that unfold, and a file that is not changed or left by mistake. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

describe('admin-components: the library', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  const folders: Record<string, number> = {}

  before(async () => {
    site = await serve({
      upload: { dir: temporaryFile('-files'), folders: true, mimeTypes: ['image/*', 'documents'] },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [{ name: 'title' }, { name: 'cover', type: 'upload', mimeTypes: ['image/*'] }, { name: 'note' }],
        },
      ],
    })
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    let parent: number | undefined
    for (const name of ['archive', 'year', 'autumn']) {
      ;({ id: parent } = (await cms.create('media-folders', { name, ...(parent && { parent }) })) as { id: number })
      folders[name] = parent!
    }
    await cms.upload({ filename: 'a.png', content: await png(40, 20) }, { alt: 'Described' })
    await cms.upload({ filename: 'b.png', content: await png(40, 60) })
    await cms.upload({ filename: 'leaf.png', content: await png(40, 20) }, { alt: 'A leaf', folder: parent } as object)
    await cms.create('posts', { title: 'With a cover', cover: 1 })
    seat = await Seat.at(site, { as: 'nok@example.org' })
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  it('shows pictures in line, and every level of its folders', async () => {
    await seat.open('media')
    const { page } = seat
    await page.locator('.files-grid .thumb').nth(2).waitFor()
    const tops = await page.locator('.files-grid .thumb').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y))
    expect(new Set(tops).size, tops.join()).to.equal(1)
    const tree = page.getByRole('navigation', { name: 'Folders' })
    await tree.getByRole('link', { name: 'year' }).waitFor()
    expect(await tree.getByRole('link', { name: 'autumn' }).count()).to.equal(0)
    await tree.getByRole('button', { name: 'Folders in year' }).click()
    await tree.getByRole('link', { name: 'autumn' }).waitFor()
    await tree.getByRole('button', { name: 'Folders in archive' }).click()
    await tree.getByRole('link', { name: 'year' }).waitFor({ state: 'detached' })
  })

  it('finds files by folder where one is chosen, and keeps the room of a picture @long', async () => {
    const { page } = seat
    await seat.open('c/posts/1')
    await page.getByRole('button', { name: 'Choose another' }).waitFor()
    const height = async () => (await page.locator('.tiles').boundingBox())!.height
    const loaded = await height()
    await page.route('**/media/files/**', () => undefined)
    await page.route('**/api/cms/media?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      await route.continue()
    })
    const bottom = async () => (await page.getByLabel('Note').boundingBox())!.y
    const there = await bottom()
    await page.reload()
    await page.getByLabel('Note').waitFor()
    expect(await bottom(), 'before the code of the field is there').to.be.closeTo(there, 4)
    await page.locator('.tiles').waitFor()
    expect(await height(), 'before anything is known of the file').to.be.closeTo(loaded, 4)
    await page.getByRole('button', { name: 'Choose another' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Choose another' }).click()
    const picker = page.locator('dialog.picker')
    await picker.getByText('b.png').waitFor()
    await picker.getByLabel('Folder').selectOption(String(folders['autumn']))
    await picker.getByText('b.png').waitFor({ state: 'detached' })
    await picker.getByText('leaf.png').waitFor()
    await page.keyboard.press('Escape')
  })

  it('asks before typed words are lost, and before a file in use is replaced @long', async () => {
    const { page } = seat
    await seat.open('media')
    await page.locator('.files-grid li').filter({ hasText: 'a.png' }).getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'a.png' })
    await dialog.getByText('With a cover').waitFor()
    await dialog.getByLabel('Alternative text').fill('A better description')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await dialog.getByLabel('Alternative text').inputValue()).to.equal('A better description')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await png(30, 30) })
    const replacing = page.getByRole('dialog', { name: 'Replace “a.png”?' })
    await replacing.getByText('in the 1 place where it is used').waitFor()
    await replacing.getByRole('button', { name: 'Cancel' }).click()
    expect(await dialog.locator('input[type=file]').getAttribute('accept')).to.equal('image/*')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('only words') })
    await page.getByRole('dialog', { name: 'Replace “a.png”?' }).getByRole('button', { name: 'Replace' }).click()
    await dialog.getByText('This file is used in Posts › Cover, where only these types are allowed: images.').waitFor()
    seat.quiet(/400/)
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const stored = (await site.cms.findById('media', 1)) as any
    expect([stored.alt, stored.width]).to.deep.equal(['A better description', 40])
  })

  it('keeps a focal point only when it is saved, and takes it away again @long', async () => {
    const { page } = seat
    const focal = async () => ((await site.cms.findById('media', 2)) as any).focalPoint?.x ?? null
    const open = async () => {
      await seat.open('media')
      await page.locator('.files-grid li').filter({ hasText: 'b.png' }).getByRole('button').click()
      return page.getByRole('dialog', { name: 'b.png' })
    }
    let dialog = await open()
    await dialog.locator('.file-view img').click()
    await dialog.locator('.focal').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Close without saving?' }).getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await focal(), 'a click alone changes no crop').to.equal(null)
    dialog = await open()
    await dialog.locator('.file-view img').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await focal()).to.be.closeTo(50, 3)
    dialog = await open()
    await dialog.getByRole('button', { name: 'Remove the point' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await focal()).to.equal(null)
  })

  it('has one address, which names the file that is open', async () => {
    const { page } = seat
    await seat.open('c/media')
    await page.waitForURL(/\/media$/)
    await page.getByRole('heading', { name: 'Media' }).waitFor()
    expect(
      await page
        .locator('.inline-form > summary')
        .first()
        .evaluate((summary) => getComputedStyle(summary, '::before').content),
    ).to.equal('none')
    await page.locator('.files-grid li').filter({ hasText: 'b.png' }).getByRole('button').click()
    await page.getByRole('dialog', { name: 'b.png' }).waitFor()
    await page.waitForURL(/\/media\?id=2$/)
    await page.reload()
    await page.getByRole('dialog', { name: 'b.png' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/media$/)
    await seat.open('c/media/2')
    await page.getByRole('dialog', { name: 'b.png' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('has its tools in one row next to the folders, and below the search where there is less room', async () => {
    const { page } = seat
    const { id: folder } = (await site.cms.create('media-folders', { name: 'A folder with a rather long name' })) as { id: number }
    for (const [width, rows] of [
      [1280, 1],
      [1024, 1],
      [940, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 860 })
      await seat.open('media')
      await page.getByRole('searchbox').waitFor()
      await page.locator('.folder-cards').getByText('A folder with').waitFor()
      const boxes = await page
        .locator('.tools :is(.search, select, button, summary)')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON()))
      expect(new Set(boxes.map(({ y, height }) => Math.round(y + height / 2))).size, `${width} pixels`).to.equal(rows)
    }
    await page.setViewportSize({ width: 1280, height: 860 })
    await site.cms.delete('media-folders', folder)
  })

  it('keeps the bar of a file in view where the window is low', async () => {
    const { page } = seat
    await page.setViewportSize({ width: 640, height: 400 })
    try {
      const { id } = (await site.cms.upload({ filename: 'square.png', content: await png(400, 400) })) as { id: number }
      await seat.open(`media?id=${id}`)
      const dialog = page.getByRole('dialog', { name: 'square.png' })
      const bar = dialog.locator('form > .foot')
      await bar.getByRole('button', { name: 'Save' }).waitFor()
      await dialog.locator('.file-view img').evaluate((image) => (image as HTMLImageElement).decode())
      await dialog.evaluate((one) => Promise.all(one.getAnimations().map(({ finished }) => finished)))
      const rest = async () => {
        const [outer, inner] = [await dialog.boundingBox(), await bar.boundingBox()]
        return outer!.y + outer!.height - inner!.y - inner!.height
      }
      expect(await rest(), 'at the top').to.be.within(0, 2)
      await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight))
      expect(await rest(), 'at the end').to.be.within(0, 2)
      await page.keyboard.press('Escape')
    } finally {
      await page.setViewportSize({ width: 1280, height: 860 })
    }
  })

  it('sets a focal point by keyboard', async () => {
    const { page } = seat
    await seat.open('media')
    await page.locator('.files-grid li').filter({ hasText: 'b.png' }).getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'b.png' })
    await dialog.getByRole('button', { name: 'Set a point' }).press('Enter')
    await dialog.getByRole('group', { name: 'Point that stays visible' }).and(page.locator(':focus')).waitFor()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(((await site.cms.findById('media', 2)) as any).focalPoint).to.deep.equal({ x: 52, y: 41 })
  })

  it('keeps what was typed while an image is cropped, however that ends', async () => {
    const { page } = seat
    const dialog = page.getByRole('dialog', { name: 'b.png' })
    const typed = async () => expect(await dialog.getByLabel('Alternative text').inputValue()).to.equal('Typed')
    await seat.open('media')
    await page.locator('.files-grid li').filter({ hasText: 'b.png' }).getByRole('button').click()
    await dialog.getByLabel('Alternative text').fill('Typed')
    const endings = [() => page.keyboard.press('Escape'), () => dialog.getByRole('button', { name: 'Cancel' }).click()]
    for (const end of [...endings, () => dialog.getByRole('button', { name: 'Crop to this frame' }).click()]) {
      await dialog.getByRole('button', { name: 'Crop', exact: true }).click()
      await dialog.locator('.frame-of').waitFor()
      await end()
      await dialog.locator('cms-crop').waitFor({ state: 'detached' })
      await typed()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Close without saving?' }).getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('says that what is in a file isn’t what its name says', async () => {
    await seat.open('media')
    await seat.page
      .locator('main input[type=file]')
      .first()
      .setInputFiles([{ name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('only words') }])
    const panel = seat.page.locator('cms-uploads')
    await panel.getByText('Its content isn’t what its name says. It was stored as plain text.').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await site.cms.delete(
      'media',
      (await site.cms.find('media', { where: { originalName: { equals: 'fake.jpg' } } })).docs[0]!.id as number,
    )
  })

  it('takes the name of a new folder at once', async () => {
    const { page } = seat
    await seat.open('media')
    await page.getByText('New folder').click()
    await page.locator('.inline-form input:focus').waitFor()
    await page.keyboard.type('Winter')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Winter' }).waitFor()
    expect((await site.cms.find('media-folders', { where: { name: { equals: 'Winter' } } })).docs).to.have.length(1)
  })
})
