/** Names of files: a long one loses its middle, never its end, wherever names of files are shown. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { halves } from '../../admin-components/parts/file-name.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { temporaryFile } from '../harness/start.ts'

const LONG = 'minutes-of-the-meeting-of-the-town-council-about-the-new-harbour'
const names = [`${LONG}-2025.png`, `${LONG}-2026.png`]

describe('admin-components: names of files', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      upload: { dir: temporaryFile('-files'), folders: true },
      collections: [
        {
          slug: 'posts',
          useAsTitle: 'title',
          fields: [{ name: 'title' }, { name: 'cover', type: 'upload' }, { name: 'gallery', type: 'upload', hasMany: true }],
        },
      ],
    }))
    const ids = []
    for (const filename of [...names, 'ميناء-قديم-في-مدينة-الإسكندرية.png'])
      ids.push((await site.cms.upload({ filename, content: await png(8, 8) }, {})).id)
    await site.cms.create('posts', { title: 'One', cover: ids[0], gallery: ids.slice(0, 2) } as object)
  })
  after(() => site?.stop())

  /** The ends that can be seen in full. */
  const ends = () =>
    seat.page
      .locator('.file-name.cut > :last-child')
      .filter({ visible: true })
      .evaluateAll((all) =>
        all.map((one) => {
          const { left, right } = one.getBoundingClientRect()
          let isWhole = one.scrollWidth <= one.clientWidth + 1
          for (let box = one.parentElement; box; box = box.parentElement) {
            const { left: first, right: last } = box.getBoundingClientRect()
            if (getComputedStyle(box).overflow !== 'visible' && (left < first - 1 || right > last + 1)) isWhole = false
          }
          return `${one.textContent} ${isWhole ? 'whole' : 'cut'}`
        }),
      )
  const bothEnds = ['-2025.png whole', '-2026.png whole']

  const PLACES: [where: string, open: () => Promise<unknown>][] = [
    ['the library', () => seat.open('media')],
    ['the library as a table', () => seat.open('media?view=table')],
    [
      'a gallery',
      async () => {
        await seat.open('c/posts/1')
        await seat.page.locator('.tiles').nth(1).waitFor()
      },
    ],
    [
      'the picker',
      async () => {
        await seat.press('Choose another')
        await seat.page.getByRole('dialog').locator('.files').waitFor()
      },
    ],
  ]
  for (const [where, open] of PLACES)
    it(`show their ends in ${where}`, async () => {
      for (const width of [1280, 390]) {
        await seat.page.setViewportSize({ width, height: 860 })
        await open()
        await seat.page.locator('.file-name.cut').nth(1).waitFor()
        expect(await ends()).to.include.members(bothEnds)
        if (where === 'the picker') await seat.page.keyboard.press('Escape')
      }
    })

  it('are read as one, and stay whole where they run from right to left', async () => {
    await seat.page.setViewportSize({ width: 1280, height: 860 })
    await seat.open('media')
    await seat.page.getByRole('button', { name: names[0]! }).waitFor()
    await seat.page.locator('.two-lines', { hasText: 'ميناء' }).waitFor()
  })

  const CUTS: [name: string, end: string | undefined][] = [
    ['short-name.png', undefined],
    ['a-picture-of-the-old-harbour-at-night-final-v3.png', '-final-v3.png'],
    ['a_picture_of_the_old_harbour_from_camera_0012.jpeg', '_0012.jpeg'],
    ['Photo of the old harbour taken by the night watch.png', ' watch.png'],
    ['anuninterruptednameofafilethatgoesonandon.png', 'oesonandon.png'],
  ]
  for (const [name, end] of CUTS) it(`end ${name} with ${end ?? 'all of it'}`, () => expect(halves(name)?.[1]).to.equal(end))

  it('are cut by nothing else', () => {
    const files = (folder: string): string[] =>
      readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
        one.isDirectory() ? files(join(folder, one.name)) : [join(folder, one.name)],
      )
    const others = files('admin-components').filter((file) =>
      /class="(clip|two-lines)[^>]*>\$\{(doc\['originalName'\]|file\.name|value\.originalName)\}/.test(readFileSync(file, 'utf8')),
    )
    expect(others).to.deep.equal([])
  })
})
