/** Files on their way: folders are dropped with what is in them, no file is left out without a word, one's own cancelling is no failure, and
 * what the connection lost goes on once it is back.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { temporaryFile } from '../harness/start.ts'

const UPLOADS = /\/api\/cms\/media(\?|$)/

describe('admin-components: files on their way', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let folder: string

  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', {
      upload: { dir: temporaryFile('-files') },
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'title' },
            { name: 'cover', type: 'upload', mimeTypes: ['image/*'] },
            { name: 'pictures', type: 'upload', hasMany: true, maxRows: 3, mimeTypes: ['image/*'] },
            { name: 'body', type: 'richText' },
          ],
        },
      ],
    }))
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'galley-dropped-')), 'trip')
    await mkdir(path.join(folder, 'day two'), { recursive: true })
    const picture = await png(8, 8)
    for (const name of ['a.png', 'day two/b.png']) await writeFile(path.join(folder, name), picture)
    await writeFile(path.join(folder, '.DS_Store'), 'of the system')
  })
  after(() => site?.stop())
  afterEach(() => seat.page.unrouteAll({ behavior: 'ignoreErrors' }))

  /** As from a file manager; what the page makes itself has no folders. */
  async function dropFrom(disk: string[], place: Locator): Promise<void> {
    await place.scrollIntoViewIfNeeded()
    const box = (await place.boundingBox())!
    const session = await seat.context.newCDPSession(seat.page)
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', {
        type,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
        data: { items: [], files: disk, dragOperationsMask: 1 },
      })
    await session.detach()
  }

  const named = async () => (await site.cms.find('media', { limit: 100 })).docs.map((doc) => doc['originalName']).sort()
  const emptied = async () => {
    for (const { id } of (await site.cms.find('media', { limit: 100 })).docs) await site.cms.delete('media', id)
  }
  const panel = () => seat.page.locator('cms-uploads')
  const newPost = async () => {
    await seat.open('c/posts/new')
    await seat.page.getByLabel('Title').waitFor()
  }
  const disconnect = () => seat.page.route('**/api/cms/**', (route) => route.abort('connectionfailed'))
  const connect = async () => {
    await seat.page.unrouteAll({ behavior: 'ignoreErrors' })
    await seat.page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
  const pictureFile = async (name: string) => ({ name, mimeType: 'image/png', buffer: await png(8, 8) })

  it('takes the files of a dropped folder, wherever files may be dropped @long', async () => {
    const { page } = seat
    await emptied()
    await seat.open('media')
    await dropFrom([folder], page.getByRole('heading', { name: 'Media' }))
    await panel().getByText('2 of 2 files uploaded').waitFor()
    expect(await named()).to.deep.equal(['a.png', 'b.png'])
    await newPost()
    const pictures = page.locator('.files-field').nth(1)
    await dropFrom([folder], pictures)
    await pictures.locator('li').nth(1).waitFor()
    const body = page.getByRole('textbox', { name: 'Body' })
    await dropFrom([folder], body)
    await body.locator('img').nth(1).waitFor()
    await page.getByRole('button', { name: 'Choose an image', exact: true }).click()
    await dropFrom([folder], page.getByRole('dialog').getByRole('searchbox'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('.files-field').first().getByText('.png').waitFor()
    expect(await named()).to.have.length(8)
    seat.quiet()
  })

  it('says which of several files a field has no room for @long', async () => {
    await newPost()
    const [cover, pictures] = [seat.page.locator('.files-field').first(), seat.page.locator('.files-field').nth(1)]
    await dropFrom([folder], cover)
    await cover.getByText('a.png').first().waitFor()
    await cover.getByRole('alert').getByText('b.png: This field takes only 1 file.').waitFor()
    await dropFrom([folder, folder], pictures)
    await pictures.locator('.tiles > li').nth(2).waitFor()
    await pictures.getByRole('alert').getByText('b.png: This field takes only 3 files.').waitFor()
  })

  it('doesn’t call a failure what one has cancelled', async () => {
    const { page } = seat
    await seat.open('media')
    await page.route(UPLOADS, (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
    await page.locator('.page-head input[type=file]').setInputFiles([await pictureFile('c.png'), await pictureFile('d.png')])
    await panel().getByRole('button', { name: 'Cancel' }).click()
    await panel().getByText('2 cancelled').waitFor()
    expect(await panel().getByText('failed').count()).to.equal(0)
    expect(await panel().locator('.why').count()).to.equal(0)
    await page.unroute(UPLOADS)
    await panel().getByRole('button', { name: 'Try all 2 again' }).click()
    await panel().getByText('2 of 2 files uploaded').waitFor()
  })

  it('goes on once the connection is back: files, pictures and the page @long', async () => {
    const { page } = seat
    await emptied()
    await site.cms.upload({ filename: 'there.png', content: await png(8, 8) })
    await newPost()
    await disconnect()
    const body = page.getByRole('textbox', { name: 'Body' })
    await dropFrom([path.join(folder, 'a.png')], page.locator('.files-field').first())
    await page.locator('.files-field').first().getByRole('alert').waitFor()
    await dropFrom([path.join(folder, 'a.png')], body)
    await body.getByRole('button', { name: 'Try again' }).waitFor()
    await connect()
    await page.locator('.files-field').first().locator('img').waitFor()
    await body.locator('img').waitFor()

    await seat.page.route(/media\/file\//, (route) => route.abort('connectionfailed'))
    await seat.open('media')
    const shown = page.locator('.files-grid li').filter({ hasText: 'there.png' }).locator('img')
    const isBroken = () => shown.evaluate((image) => (image as HTMLImageElement).complete && (image as HTMLImageElement).naturalWidth === 0)
    await shown.waitFor()
    await page.waitForFunction((image) => (image as HTMLImageElement).complete, await shown.elementHandle())
    expect(await isBroken()).to.equal(true)
    await disconnect()
    await page.locator('.page-head input[type=file]').setInputFiles([await pictureFile('late.png')])
    await panel().getByText('1 failed').waitFor()
    await page.getByRole('searchbox').fill('there')
    await page.getByRole('alert').getByText('can’t be reached').waitFor()
    await connect()
    await panel().getByText('1 of 1 file uploaded').waitFor()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.waitForFunction((image) => (image as HTMLImageElement).naturalWidth > 0, await shown.elementHandle())
    seat.quiet(/Failed to load resource|ERR_/)
  })
})
