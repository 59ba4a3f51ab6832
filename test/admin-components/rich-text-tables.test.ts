/** Tables are made, filled, changed and resized by mouse and keyboard. */
import { AxeBuilder } from '@axe-core/playwright'
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
    const item = page.seat.page
      .getByRole('menu', { name: 'Table' })
      .locator('[role^=menuitem]')
      .filter({ hasText: new RegExp(`^\\s*${name}\\s*$`) })
    await item.waitFor()
    await item.press('Enter')
  }
  const two = docOf(table(row(head('a'), head('b')), row(cell('c'), cell('d'))))

  it('pasted cells take the kind of those that they cover @long', async () => {
    await page.write(two)
    await page.writer.caret('a')
    await page.paste({ 'text/plain': '1\t2\t3\r\n4\t5\t6\r\n7\t8\t9' })
    await page.stores(
      docOf(table(row(head('1'), head('2'), head('3')), row(cell('4'), cell('5'), cell('6')), row(cell('7'), cell('8'), cell('9')))),
    )
    await page.writer.press('Control+z')
    await page.stores(two)
  })

  it('a new one is filled with Tab, which adds a row at the end @long', async () => {
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

  it('the words of all selected cells are counted @long', async () => {
    await page.write(two)
    await page.seat.drag(page.writer.field.getByText('a', { exact: true }), page.writer.field.getByText('d', { exact: true }))
    await page.seat.sees('4 words · 4 characters selected')
  })

  const wrapper = (type: string, itemType?: string) => (words: string) => ({
    type,
    content: [itemType ? { type: itemType, content: [paragraph(words)] } : paragraph(words)],
  })
  const TURNED = {
    'Control+Shift+8': wrapper('bulletList', 'listItem'),
    'Control+Shift+7': wrapper('orderedList', 'listItem'),
    'Control+Shift+9': wrapper('taskList', 'taskItem'),
    'Control+Shift+b': wrapper('blockquote'),
    'Control+Alt+2': (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: words }] }),
    'Control+Alt+c': (words: string) => ({ type: 'codeBlock', content: [{ type: 'text', text: words }] }),
  }

  it('the selected cells are turned into lists, quotes, headings and code, and back @long', async () => {
    await page.write(two)
    const select = (from: string, to: string) =>
      page.seat.drag(page.writer.field.getByText(from, { exact: true }), page.writer.field.getByText(to, { exact: true }))
    for (const [keys, wrap] of Object.entries(TURNED)) {
      const wrapped = (type: string, ...words: string[]) => words.map((one) => ({ type, content: [wrap(one)] }))
      await select('b', 'd')
      await page.writer.press(keys)
      const some = docOf(table(row(head('a'), ...wrapped('tableHeader', 'b')), row(cell('c'), ...wrapped('tableCell', 'd'))))
      expect(await page.value(), keys).to.deep.equal(some)
      await select('a', 'd')
      await page.writer.press(keys)
      const all = docOf(table(row(...wrapped('tableHeader', 'a', 'b')), row(...wrapped('tableCell', 'c', 'd'))))
      expect(await page.value(), keys).to.deep.equal(all)
      await page.writer.press('Control+z')
      expect(await page.value(), keys).to.deep.equal(some)
      await select('a', 'd')
      await page.writer.press(keys, keys)
      expect(await page.value(), keys).to.deep.equal(two)
    }
  })

  it('Enter replaces a whole text, or one that begins with a table', async () => {
    const tables = two['content'] as ReturnType<typeof table>[]
    const longer = docOf(...tables, paragraph('after all'))
    await page.write(longer)
    await page.writer.caret('all')
    await page.writer.press('Shift+Control+Home', 'Enter')
    await page.writer.type('X')
    expect(await page.value()).to.deep.equal(docOf(paragraph(), paragraph('Xall')))
    await page.writer.press('Control+z', 'Control+z')
    expect(await page.value()).to.deep.equal(longer)
    await page.writer.press('Control+a', 'Enter')
    await page.writer.type('X')
    expect(await page.value()).to.deep.equal(docOf(paragraph('X')))
  })

  it('on a phone, columns are as wide as their longest word, and what scrolls can be reached @long', async () => {
    const view = page.seat.page.viewportSize()!
    await page.seat.page.setViewportSize({ width: 390, height: 800 })
    const address = `https://example.org/${'a'.repeat(200)}`
    await page.write(docOf(table(row(...['internationalization', 'b', 'telecommunications', address].map((words) => cell(words))))))
    const lines = await page.writer.field.evaluate((root: any) =>
      [...root.querySelectorAll('td p')].map((words: any) => {
        const range = root.ownerDocument.createRange()
        range.selectNodeContents(words)
        return new Set([...range.getClientRects()].map(({ top }: any) => top)).size
      }),
    )
    expect(lines.slice(0, 3)).to.deep.equal([1, 1, 1])
    const { violations } = await new AxeBuilder({ page: page.seat.page as never }).include('.tableWrapper').analyze()
    expect(violations.map(({ id }) => id)).to.deep.equal([])
    const wrapper = page.writer.field.locator('.tableWrapper')
    expect(await wrapper.evaluate((box: any) => box.scrollWidth > box.clientWidth)).to.equal(true)
    await page.writer.field.evaluate((root: any) => root.editor.setEditable(false))
    await wrapper.press('ArrowRight')
    await page.writer.field.evaluate((root: any) => root.editor.setEditable(true))
    expect(await wrapper.getAttribute('tabindex')).to.equal(null)
    await page.seat.page.setViewportSize(view)
  })

  it('its menu says which headers are on @long', async () => {
    await page.write(docOf(table(row(head('a'), head('b')), row(cell('c'), cell('d')))))
    const checked = async (name: string) => {
      await page.writer.press('Alt+F10')
      const item = page.seat.page.getByRole('menuitemcheckbox', { name, exact: true })
      await item.waitFor()
      const isChecked = await item.getAttribute('aria-checked')
      await page.writer.press('Escape')
      return isChecked
    }
    await page.writer.caret('a')
    expect([await checked('Header row'), await checked('Header column')]).to.deep.equal(['true', 'false'])
    await choose('Header column')
    expect([await checked('Header row'), await checked('Header column')]).to.deep.equal(['true', 'true'])
    await choose('Header row')
    expect([await checked('Header row'), await checked('Header column')]).to.deep.equal(['false', 'true'])
  })

  it('a selection from outside takes the table whole, and one from a cell stays in the table @long', async () => {
    await page.write(docOf(paragraph('before'), ...(two['content'] as ReturnType<typeof table>[]), paragraph('after')))
    const selected = () => page.seat.page.evaluate(() => document.getSelection()!.toString().replace(/\s+/g, ' ').trim())
    const presses = async (keys: string, wanted: string[]) => {
      for (const words of wanted) {
        // Chrome ignores a key that follows at once upon one whose selection was changed.
        await page.seat.page.waitForTimeout(60)
        await page.writer.press(keys)
        for (let tries = 0; tries < 20 && (tries === 0 || (await selected()) !== words); tries++) await page.seat.page.waitForTimeout(50)
        expect(await selected(), keys).to.equal(words)
      }
    }
    await page.writer.caret('before')
    await presses('Shift+ArrowDown', ['before a b c d', 'before a b c d after', 'before a b c d after'])
    await presses('Shift+ArrowUp', ['before', ''])
    await page.writer.caret('after', 'after')
    await presses('Shift+ArrowUp', ['a b c d after', 'before a b c d after'])
    await page.writer.caret('before', 'after')
    await presses('Shift+ArrowRight', ['a b c d', 'a b c d a'])
    await presses('Shift+ArrowLeft', ['a b c d', ''])
    await page.writer.caret('d')
    await presses('Shift+ArrowDown', ['d', 'd'])
    const tables = two['content'] as ReturnType<typeof table>[]
    await page.write(docOf(paragraph('before'), ...tables, ...tables, paragraph('after')))
    await page.writer.caret('before')
    await presses('Shift+ArrowDown', ['before a b c d a b c d', 'before a b c d a b c d after'])
    await presses('Shift+ArrowUp', ['before', ''])
    const betweenWords = docOf(paragraph('start before'), ...tables, paragraph('after'))
    const replacements = {
      X: () => page.writer.type('X'),
      '': () => page.writer.press('Delete'),
      ' ': () => page.writer.press('Control+x', ' '),
    }
    for (const [typed, replace] of Object.entries(replacements)) {
      await page.write(betweenWords)
      await page.writer.caret('before')
      await page.writer.press('Shift+ArrowDown')
      await replace()
      await page.stores(docOf(paragraph(`start ${typed}`), paragraph('after')))
      await page.write(betweenWords)
      await page.writer.caret('after', 'after')
      await page.writer.press('Shift+ArrowUp')
      await replace()
      await page.stores(typed === 'X' ? docOf(paragraph('start before'), paragraph('X')) : docOf(paragraph(`start before${typed}`)))
    }
    const heading = (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: words }] })
    const items = (...all: object[]) => ({ type: 'bulletList', content: all.map((one) => ({ type: 'listItem', content: [one] })) })
    for (const [cut, left] of [
      [heading('fin more'), heading('Xmore')],
      [items(paragraph('fin more'), paragraph('next')), items(paragraph('Xmore'), paragraph('next'))],
    ]) {
      await page.write(docOf(paragraph('start'), ...tables, cut as never))
      await page.writer.caret('more')
      await page.writer.press('Shift+ArrowUp')
      await page.writer.type('X')
      await page.stores(docOf(paragraph('start'), left as never))
    }
    await page.write(docOf(...tables, paragraph('after')))
    await presses('Shift+ArrowUp', ['a b c d after', 'a b c d after'])
    await presses('Shift+ArrowDown', ['after', ''])
    await presses('Shift+Control+Home', ['a b c d after'])
    await page.writer.type('X')
    await page.stores(docOf(paragraph('X')))
  })

  it('rows and columns are added and deleted by the menu @long', async () => {
    await page.write(two)
    await page.writer.caret('c')
    await choose('Add row below')
    await choose('Add column after')
    await page.stores(
      docOf(table(row(head('a'), head(''), head('b')), row(cell('c'), cell(''), cell('d')), row(cell(''), cell(''), cell('')))),
    )
    await page.writer.caret('d')
    await choose('Remove column')
    await page.writer.caret('c')
    await choose('Remove row')
    await page.stores(docOf(table(row(head('a'), head('')), row(cell(''), cell('')))))
    await choose('Remove table')
    await page.stores(null)
  })

  it('cells are merged and split; headers are toggled @long', async () => {
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

  it('a column is resized by hand, and its width is stored @long', async () => {
    await page.write(two)
    const place = (await page.writer.field.locator('th').first().boundingBox())!
    const { mouse } = page.seat.page
    await mouse.move(place.x + place.width - 1, place.y + 10)
    await mouse.move(place.x + place.width - 2, place.y + 12)
    await mouse.down()
    await mouse.up()
    await page.stores(two)
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
