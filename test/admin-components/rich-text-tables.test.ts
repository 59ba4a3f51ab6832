/** Tables are made, filled, changed and resized by mouse and keyboard. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

const cell = (words: string, attrs?: object, type = 'tableCell') => ({
  type,
  ...(attrs && { attrs }),
  content: [words === '' ? paragraph() : paragraph(words)],
})
const head = (words: string, attrs?: object) => cell(words, attrs, 'tableHeader')
const row = (...content: object[]) => ({ type: 'tableRow', content })
const table = (...content: object[]) => ({ type: 'table', content })

describe('admin-components: tables in rich text', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** By keyboard alone. */
  async function choose(name: string): Promise<void> {
    await page.writer.press('Alt+F10')
    const item = page.seat.page.getByRole('menuitem', { name, exact: true })
    await item.waitFor()
    await item.press('Enter')
  }
  const two = docOf(table(row(head('a'), head('b')), row(cell('c'), cell('d'))))

  it('pasted cells take the kind of those that they cover', async () => {
    await page.write(two)
    await page.writer.caret('a')
    await page.paste({ 'text/plain': '1\t2\t3\r\n4\t5\t6\r\n7\t8\t9' })
    await page.stores(
      docOf(table(row(head('1'), head('2'), head('3')), row(cell('4'), cell('5'), cell('6')), row(cell('7'), cell('8'), cell('9')))),
    )
    await page.writer.press('Control+z')
    await page.stores(two)
  })

  it('a new one is filled with Tab, which adds a row at the end', async () => {
    await page.write()
    await page.tool('Table')
    for (const words of ['a', 'b', 'c', '1', '2', '3', '4', '5', '6', 'more']) {
      await page.writer.type(words)
      await page.writer.press('Tab')
    }
    await page.writer.press('Shift+Tab')
    await page.writer.type('!')
    const [header, ...others] = [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['4', '5', '6'],
      ['!', '', ''],
    ] as const
    await page.stores(
      docOf(table(row(...header!.map((one) => head(one))), ...others.map((one) => row(...one.map((words) => cell(words)))))),
    )
  })

  it('the words of all selected cells are counted', async () => {
    await page.write(two)
    await page.seat.drag(page.writer.field.getByText('a', { exact: true }), page.writer.field.getByText('d', { exact: true }))
    await page.seat.sees('4 words · 4 characters selected')
  })

  it('rows and columns are added and deleted by the menu', async () => {
    await page.write(two)
    await page.writer.caret('c')
    await choose('Add row below')
    await choose('Add column after')
    await page.stores(
      docOf(table(row(head('a'), head(''), head('b')), row(cell('c'), cell(''), cell('d')), row(cell(''), cell(''), cell('')))),
    )
    await page.writer.caret('d')
    await choose('Delete column')
    await page.writer.caret('c')
    await choose('Delete row')
    await page.stores(docOf(table(row(head('a'), head('')), row(cell(''), cell('')))))
    await choose('Delete table')
    await page.stores(null)
  })

  it('cells are merged and split; headers are toggled', async () => {
    await page.write(two)
    await page.seat.drag(page.writer.field.getByText('c', { exact: true }), page.writer.field.getByText('d', { exact: true }))
    await choose('Merge cells')
    await page.stores(
      docOf(table(row(head('a'), head('b')), row({ type: 'tableCell', attrs: { colspan: 2 }, content: [paragraph('c'), paragraph('d')] }))),
    )
    await choose('Split cell')
    await page.writer.caret('a')
    await choose('Header row')
    const { content } = (await page.stored()).content[0]
    expect(content[0]).to.deep.equal(row(cell('a'), cell('b')))
    expect(content[1].content.length).to.equal(2)
  })

  it('a column is resized by hand, and its width is stored', async () => {
    await page.write(two)
    const place = (await page.writer.field.locator('th').first().boundingBox())!
    const { mouse } = page.seat.page
    await mouse.move(place.x + place.width - 1, place.y + 10)
    await mouse.move(place.x + place.width - 2, place.y + 12)
    await mouse.down()
    await mouse.move(place.x + place.width - 100, place.y + 12, { steps: 4 })
    await mouse.up()
    const { content } = (await page.stored()).content[0]
    const widths = content.map((one: any) => one.content[0].attrs.colwidth[0])
    expect(widths[0]).to.be.within(Math.round(place.width) - 105, Math.round(place.width) - 90)
    expect(widths[1]).to.equal(widths[0])
    await page.writer.press('Control+z')
    await page.stores(two)
  })
})
