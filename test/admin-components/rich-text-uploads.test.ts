/** Files that are pasted or dropped into a text: each is at its place at once, goes to the library, and is stored when it is there. */
import { expect } from 'chai'
import type { Route } from 'playwright-core'
import { png } from '../harness/files.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: uploads in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  let file: (name: string) => { name: string; type: string; bytes: number[] }
  before(async () => {
    page = await TextPage.open()
    const bytes = [...(await png(300, 200))]
    file = (name) => ({ name, type: 'image/png', bytes })
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet(/400|503/))

  /** Holds uploads until they are let go. */
  async function held(): Promise<(answer?: object) => Promise<void>> {
    const waiting: Route[] = []
    await page.seat.page.route('**/api/cms/media', (route) => void waiting.push(route))
    return async (answer) => {
      while (waiting.length === 0) await page.seat.page.waitForTimeout(20)
      for (const route of waiting) await (answer ? route.fulfill(answer) : route.continue())
      await page.seat.page.unroute('**/api/cms/media')
    }
  }
  const pictures = () => page.writer.field.locator('figure img')

  it('several at once, with progress; what is typed and saved meanwhile is safe @long', async () => {
    await page.write(docOf(paragraph('before')))
    const letGo = await held()
    await page.paste({}, [file('one.png'), file('two.png')])
    await page.writer.field.getByRole('progressbar', { name: 'Uploading two.png' }).waitFor()
    await page.writer.press('Control+End')
    await page.writer.type('after')
    await page.seat.page.keyboard.press('Control+s')
    await page.seat.sees('Uploading files …')
    expect(await page.inDatabase()).to.deep.equal(docOf(paragraph('before'), paragraph('after')))
    await letGo()
    await pictures().nth(1).waitFor()
    const { content } = await page.stored()
    expect(content.map(({ type }: any) => type)).to.deep.equal(['paragraph', 'image', 'image', 'paragraph'])
    const names = await Promise.all(content.slice(1, 3).map(({ attrs }: any) => page.site.cms.findById('media', attrs.media)))
    expect(names.map((one: any) => one.originalName)).to.deep.equal(['one.png', 'two.png'])
    expect(content[3]).to.deep.equal(paragraph('after'))
  })

  it('a picture that a browser copied is one picture with its description, and nothing was left out @long', async () => {
    await page.write(docOf(paragraph('a')))
    await page.paste({ 'text/html': '<meta charset="utf-8"><img src="https://x.org/a.png" alt="A temple &amp; a river">' }, [
      file('image.png'),
    ])
    await page.writer.field.locator('figure img').waitFor()
    expect(await page.seat.page.locator('.toast').count(), 'what was left out').to.equal(0)
    const { content } = await page.stored()
    expect(content.map(({ type, attrs }: any) => [type, attrs?.alt])).to.deep.equal([
      ['paragraph', undefined],
      ['image', 'A temple & a river'],
    ])
  })

  it('asks before the page is left, since the text would go without it @long', async () => {
    await page.write(docOf(paragraph('before')))
    const letGo = await held()
    await page.paste({}, [file('late.png')])
    const { seat } = page
    await seat.page.getByRole('status').filter({ hasText: 'Uploading files' }).waitFor()
    const address = seat.page.url()
    await seat.page.getByRole('link', { name: 'Media' }).first().click()
    const dialog = seat.page.getByRole('dialog', { name: 'Leave this page?' })
    await dialog.getByText('Files for this document are still being uploaded').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(seat.page.url()).to.equal(address)
    await letGo()
    await pictures().waitFor()
    expect((await page.stored()).content[1].type).to.equal('image')
    await seat.page.getByRole('link', { name: 'Media' }).first().click()
    await seat.page.waitForURL(/media/)
    await seat.page.goBack()
    await pictures().waitFor()
  })

  const words = () => docOf(paragraph('alpha beta'), paragraph('gamma'), paragraph('end'))
  /** Puts the caret, or selects what the picture takes the place of. */
  const PLACES: Record<string, () => Promise<unknown>> = {
    'over all': () => page.writer.press('Control+a'),
    'over a word': () => page.writer.field.getByText('gamma').dblclick(),
    'over two paragraphs': async () => {
      await page.writer.press('Control+Home')
      for (let n = 0; n < 2; n++) await page.writer.press('Shift+ArrowDown')
    },
    'in the middle of words': async () => {
      await page.writer.press('Control+Home')
      for (let n = 0; n < 5; n++) await page.writer.press('ArrowRight')
    },
    'at the end': () => page.writer.press('Control+End'),
  }
  for (const [place, put] of Object.entries(PLACES))
    it(`pasted ${place} is undone and redone as one step, whether it has arrived or not @long`, async () => {
      for (const when of ['arrived', 'on its way', 'after other words']) {
        await page.write(words())
        const letGo = when === 'on its way' ? await held() : undefined
        await put()
        await page.paste({}, [file(`${place} ${when}.png`)])
        if (letGo) await page.writer.field.getByRole('progressbar').waitFor()
        else await pictures().waitFor()
        if (when === 'after other words') {
          await page.writer.press('Control+End')
          await page.writer.type('more')
          await page.writer.press('Control+z')
        }
        await page.writer.press('Control+z')
        expect(await page.value(), when).to.deep.equal(words())
        await letGo?.()
        await page.writer.press('Control+y')
        await pictures().waitFor()
        const pasted = await page.value()
        await page.writer.press('Control+z')
        await page.shows(words(), `${when}, undone again`)
        await page.writer.press('Control+y')
        await page.shows(pasted, `${when}, redone again`)
        expect(await page.stored(), when).to.deep.equal(pasted)
      }
    })

  it('a refused file says why at its place, and can be sent again @long', async () => {
    await page.write(docOf(paragraph('before')))
    const letGo = await held()
    await page.paste({}, [file('four.png')])
    await letGo({ status: 503, json: { errors: [{ message: 'Out of space', code: 'UNAVAILABLE' }] } })
    await page.writer.field.getByRole('alert').filter({ hasText: 'four.png' }).waitFor()
    await page.seat.sees('Saved, except Body: a file is missing')
    expect(await page.inDatabase()).to.deep.equal(docOf(paragraph('before')))
    await page.writer.field.getByRole('button', { name: 'Try again' }).click()
    await pictures().waitFor()
    expect((await page.stored()).content[1].type).to.equal('image')
  })

  it('a file of a wrong type is named once, without a word of the API', async () => {
    await page.write(docOf(paragraph('before')))
    await page.paste({}, [{ name: 'x.exe', type: 'application/x-msdownload', bytes: [77, 90, 144, 0] }])
    const alert = page.writer.field.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent())
      .to.match(/x\.exe/)
      .and.to.match(/This file type isn’t allowed here/)
      .and.not.to.match(/file:/i)
    expect(await page.writer.field.getByRole('button', { name: 'Try again' }).count(), 'it would be refused again').to.equal(0)
  })

  it('a file dropped between two paragraphs stands there @long', async () => {
    await page.write(docOf(paragraph('one'), paragraph('two')))
    const place = (await page.writer.field.getByText('two').boundingBox())!
    await page.writer.field.evaluate(
      (root: any, { one, x, y }) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(one.bytes)], one.name, { type: one.type }))
        root.dispatchEvent(new DragEvent('drop', { dataTransfer, clientX: x, clientY: y, bubbles: true, cancelable: true }))
      },
      { one: file('five.png'), x: place.x + 1, y: place.y + 4 },
    )
    await pictures().waitFor()
    expect((await page.stored()).content.map(({ type }: any) => type)).to.deep.equal(['paragraph', 'image', 'paragraph'])
  })

  it('a picture inside pasted HTML is uploaded too; one of another site is left out where fetching is not allowed @long', async () => {
    await page.write()
    const data = `data:image/png;base64,${Buffer.from(file('').bytes).toString('base64')}`
    await page.paste({ 'text/html': `<p>a</p><img alt="Mine" src="${data}"><p>b</p><img src="https://other.example/x.png">` })
    await page.seat.sees('1 image was left out')
    await pictures().waitFor()
    const { content } = await page.stored()
    expect(content.map(({ type }: any) => type)).to.deep.equal(['paragraph', 'image', 'paragraph'])
    expect(content[1].attrs.alt).to.equal('Mine')
  })

  it('an address pasted over words links them @long', async () => {
    await page.write(docOf(paragraph('see here')))
    await page.writer.select('here')
    await page.paste({ 'text/plain': 'https://example.org/' })
    await page.stores(
      docOf(paragraph('see ', { type: 'text', marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }], text: 'here' })),
    )
  })
})
