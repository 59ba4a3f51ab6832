/** Pictures and files of the library in a text: chosen, described, resized, replaced and removed. */
import { expect } from 'chai'
import { png } from '../harness/files.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: pictures and files in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  let temple: { id: number }
  let market: { id: number }
  before(async () => {
    page = await TextPage.open()
    temple = await page.picture()
    market = await page.picture('market.png', {})
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const figure = () => page.writer.field.locator('figure')
  const pick = (name: string) => page.seat.page.getByRole('dialog').getByRole('button', { name }).click()

  it('a picture is chosen from the library, described and resized in place @long', async () => {
    await page.write(docOf(paragraph('Look:')))
    await page.tool('Image')
    await pick('temple.png')
    await figure().locator('img').waitFor()
    await figure().hover()
    await figure().getByLabel('Caption').fill('At noon')
    await figure().getByLabel('Alternative text').fill('The old temple')
    await figure().getByRole('button', { name: 'Small' }).click()
    await page.stores(
      docOf(paragraph('Look:'), { type: 'image', attrs: { media: temple.id, alt: 'The old temple', caption: 'At noon', width: 320 } }),
    )
    await figure().getByLabel('Caption').press('Enter')
    await page.writer.type('after')
    await figure().hover()
    await figure().getByRole('button', { name: 'As wide as the text' }).click()
    await page.stores(
      docOf(
        paragraph('Look:'),
        { type: 'image', attrs: { media: temple.id, alt: 'The old temple', caption: 'At noon' } },
        paragraph('after'),
      ),
    )
  })

  it('typing a caption is one step of undo @long', async () => {
    await page.write(docOf({ type: 'image', attrs: { media: temple.id } }, paragraph('a')))
    await figure().hover()
    await figure().getByLabel('Caption').click()
    await page.writer.type('At noon sharp')
    await page.writer.press('Enter', 'Control+z')
    await page.stores(docOf({ type: 'image', attrs: { media: temple.id } }, paragraph('a')))
  })

  it('undo and redo in a caption or an alternative text are about what was typed there, and the text keeps its own steps @long', async () => {
    const image = (attrs: object = {}) => ({ type: 'image', attrs: { media: temple.id, ...attrs } })
    for (const [label, name] of [
      ['Caption', 'caption'],
      ['Alternative text', 'alt'],
    ] as const) {
      await page.write(docOf(paragraph('a'), image({ [name]: 'At' }), paragraph('b')))
      await page.writer.caret('a', 'after')
      await page.writer.type('word')
      await figure().hover()
      await figure().getByRole('textbox', { name: label, exact: true }).click()
      await page.writer.press('End')
      await page.writer.type(' noon sharp')
      const [typed, before, start] = [
        docOf(paragraph('aword'), image({ [name]: 'At noon sharp' }), paragraph('b')),
        docOf(paragraph('aword'), image({ [name]: 'At' }), paragraph('b')),
        docOf(paragraph('a'), image({ [name]: 'At' }), paragraph('b')),
      ]
      for (const [key, times, shown] of [
        ['Control+z', 3, before],
        ['Control+Shift+z', 2, typed],
        ['Control+z', 1, before],
        ['Control+y', 1, typed],
      ] as const) {
        await page.writer.press(...Array<string>(times).fill(key))
        await page.shows(shown, `${label}: ${key}`)
      }
      await page.writer.field.locator('p').last().click()
      for (const shown of [before, start]) {
        await page.writer.press('Control+z')
        await page.shows(shown, `${label}: from the text`)
      }
      await page.writer.press('Control+Shift+z', 'Control+Shift+z')
      await page.shows(typed, `${label}: and again`)
    }
  })

  it('is replaced and removed; a deleted file says so @long', async () => {
    const { id } = await page.picture('gone.png')
    const gone = 'Deleted'
    await page.write(
      docOf({ type: 'image', attrs: { media: temple.id, caption: 'kept' } }, { type: 'file', attrs: { media: id } }, paragraph('a')),
      () => page.site.cms.delete('media', id),
    )
    await figure().hover()
    await figure().getByRole('button', { name: 'Choose another' }).click()
    await pick('market.png')
    await figure().locator('img').waitFor()
    await page.seat.sees(gone)
    await page.writer.field.locator('.node-file').hover()
    await page.writer.field.getByRole('button', { name: `Remove ${gone}` }).click()
    await page.stores(docOf({ type: 'image', attrs: { media: market.id, caption: 'kept' } }, paragraph('a')))
    await figure().hover()
    await figure().getByRole('button', { name: 'Remove market.png' }).click()
    await page.stores(docOf(paragraph('a')))
    await page.writer.press('Control+z')
    expect((await page.stored()).content[0].attrs.media).to.equal(market.id)
  })

  it('the alternative text says what it is and stays on its picture, however wide that is @long', async () => {
    const content = await png(300, 400)
    const narrow: { id: number } = await page.site.cms.upload({ filename: 'narrow.png', content }, {})
    const widths = [{ media: narrow.id }, { media: narrow.id, width: 320 }, { media: temple.id, width: 640 }, { media: temple.id }]
    await page.write(docOf(...widths.map((attrs) => ({ type: 'image', attrs: { ...attrs, alt: 'A boat' } })), paragraph('below')))
    for (const [at, attrs] of widths.entries()) {
      const one = figure().nth(at)
      await one.locator('img').hover()
      const label = one.locator('label')
      await label.getByText('Alternative text').waitFor()
      const picture = (await one.locator('.frame').boundingBox())!
      const box = (await label.boundingBox())!
      const ends = [box.x - picture.x, picture.x + picture.width - box.x - box.width]
      expect(Math.min(...ends), `room at the ends of ${JSON.stringify(attrs)}`).to.be.greaterThan(0)
      expect(box.y, 'above the caption').to.be.greaterThan(picture.y)
      await label.getByText('Alternative text').click()
      expect(await label.locator('input').evaluate((input) => input.matches(':focus'))).to.equal(true)
    }
  })

  it('a picture has its room before it has loaded @long', async () => {
    let load = () => undefined as unknown
    const isLoading = new Promise((resolve) => {
      load = () => resolve(undefined)
    })
    await page.seat.page.route('**/*.png', async (route) => {
      await isLoading
      await route.continue()
    })
    await page.write(
      docOf(
        { type: 'image', attrs: { media: temple.id } },
        { type: 'image', attrs: { media: market.id, width: 320 } },
        { type: 'image', attrs: { media: market.id, width: 640 } },
        paragraph('below'),
      ),
    )
    await figure().locator('img').nth(2).waitFor({ state: 'attached' })
    const sizes = () =>
      page.writer.field.evaluate((root: any) => {
        const pictures = [...root.querySelectorAll('figure img')]
        for (const one of pictures) one.loading = 'eager'
        return pictures.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height])
      })
    const before = await sizes()
    for (const [width, height] of before) expect(height, `${width} wide`).to.be.closeTo((width * 500) / 800, 1)
    expect(before[1]?.[0]).to.equal(320)
    load()
    await page.seat.page.unroute('**/*.png', undefined)
    for (let tries = 0; tries < 40; tries++) {
      const isLoaded = await page.writer.field.evaluate((root: any) =>
        [...root.querySelectorAll('figure img')].every((one) => one.naturalWidth > 0),
      )
      if (isLoaded) break
      await page.seat.page.waitForTimeout(50)
    }
    expect(await sizes()).to.deep.equal(before)
  })
})
