/** Arrow keys in tables: among words, from cell to cell, and at the edges, in both directions. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { bullets, docOf, item, paragraph } from '../harness/writing.ts'

const cell = (...words: string[]) => ({ type: 'tableCell', content: words.map((one) => paragraph(one)) })
const row = (...content: object[]) => ({ type: 'tableRow', content })
const table = (...content: object[]) => docOf(paragraph('before'), { type: 'table', content } as never, paragraph('after'))

const ENGLISH = table(row(cell('one'), cell('two')), row(cell('three'), cell('four')))
const HEBREW = table(row(cell('שלום'), cell('עולם')), row(cell('אחד'), cell('שתים')))
/** A table takes its direction from its first words. */
const HEBREW_IN_ENGLISH = table(row(cell('one'), cell('עולם'), cell('three')))
const ENGLISH_IN_HEBREW = table(row(cell('שלום'), cell('two'), cell('אחד')))
const TWO_LINES = table(row(cell('שלום', 'עולם'), cell('אחד')))

describe('admin-components: keys among cells', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** Where the caret is, as `words|words`, or which words are selected, or which cells: `[words]`. */
  const shown = (): Promise<string> =>
    page.writer.field.evaluate(({ editor }: any) => {
      const { selection, doc } = editor.state
      if (selection.forEachCell) {
        const cells: string[] = []
        selection.forEachCell((one: any) => cells.push(`[${one.textContent}]`))
        return cells.join('')
      }
      const { $head, empty, from, to } = selection
      const { textContent } = $head.parent
      return empty ? `${textContent.slice(0, $head.parentOffset)}|${textContent.slice($head.parentOffset)}` : doc.textBetween(from, to, ' ')
    })

  async function presses(key: string, ...wanted: string[]): Promise<void> {
    for (const one of wanted) {
      // Chrome ignores a key that follows at once upon one whose selection was changed.
      await page.seat.page.waitForTimeout(70)
      await page.writer.press(key)
      for (let tries = 0; tries < 20 && (await shown()) !== one; tries++) await page.seat.page.waitForTimeout(30)
      expect(await shown(), key).to.equal(one)
    }
  }

  for (const [name, text, [first, second, third, fourth], [next, back]] of [
    ['from left to right', ENGLISH, ['one', 'two', 'three', 'four'], ['Right', 'Left']],
    ['from right to left', HEBREW, ['שלום', 'עולם', 'אחד', 'שתים'], ['Left', 'Right']],
  ] as const) {
    it(`${name}, they go through the words, the cells and the rows, and out of the table @long`, async () => {
      await page.write(text)
      await page.writer.caret(first, 'after')
      await presses(`Arrow${next}`, `|${second}`)
      await presses(`Arrow${back}`, `${first}|`, `${first.slice(0, -1)}|${first.slice(-1)}`)
      await page.writer.caret(second, 'after')
      await presses(`Arrow${next}`, `|${third}`)
      await page.writer.caret(fourth, 'after')
      await presses(`Arrow${next}`, '|after')
      await page.writer.caret(first)
      await presses(`Arrow${back}`, 'before|')
    })

    it(`${name}, Shift selects words, then cells, which stay selected at the edge @long`, async () => {
      await page.write(text)
      await page.writer.caret(first, 'after')
      await presses(`Shift+Arrow${back}`, first.slice(-1), first.slice(-2))
      await page.writer.caret(first, 'after')
      const whole = `[${first}][${second}]`
      await presses(`Shift+Arrow${next}`, whole, whole, whole)
      await presses(`Shift+Arrow${back}`, `[${first}]`, `[${first}]`)
      await presses('Shift+ArrowDown', `[${first}][${third}]`, `[${first}][${third}]`)
      await presses('Shift+ArrowUp', `[${first}]`, `[${first}]`)
    })
  }

  it('Shift and an arrow key stay in the row, at each of its edges @long', async () => {
    await page.write(ENGLISH)
    for (const [words, side, key] of [
      ['one', 'before', 'Left'],
      ['two', 'after', 'Right'],
      ['three', 'before', 'Left'],
      ['four', 'after', 'Right'],
    ] as const) {
      await page.writer.caret(words, side)
      const still = side === 'before' ? `|${words}` : `${words}|`
      await presses(`Shift+Arrow${key}`, still, still)
    }
    await page.writer.caret('four')
    await presses('Shift+ArrowRight', 'f', 'fo', 'fou', 'four', 'four')
  })

  it('in a table of both, left is left @long', async () => {
    await page.write(HEBREW_IN_ENGLISH)
    await page.writer.caret('עולם', 'after')
    await presses('ArrowLeft', 'one|')
    await page.writer.caret('עולם')
    await presses('ArrowRight', '|three')
    await page.write(ENGLISH_IN_HEBREW)
    await page.writer.caret('two')
    await presses('ArrowLeft', '|אחד')
    await page.writer.caret('two', 'after')
    await presses('ArrowRight', 'שלום|')
    await page.writer.caret('two', 'after')
    await presses('Shift+ArrowRight', '[שלום][two]', '[שלום][two]')
  })

  it('in a cell of two lines, they go from one to the other @long', async () => {
    await page.write(TWO_LINES)
    await page.writer.caret('שלום', 'after')
    await presses('ArrowLeft', '|עולם')
    await presses('ArrowRight', 'שלום|')
    await presses('Shift+ArrowLeft', ' ', ' ע')
    await page.writer.caret('עולם', 'after')
    await presses('Shift+ArrowLeft', '[שלוםעולם][אחד]')
  })

  const LINES = table(row(cell('one', 'two'), cell('first', 'second')), row(cell('three', 'four'), cell('third', 'fourth')))
  const HEBREW_LINES = table(row(cell('אחד', 'שתים'), cell('ימין', 'יום')), row(cell('שלוש', 'ארבע'), cell('כן', 'לא')))

  for (const [name, text, [one, two, three, four], [first, second, third, fourth]] of [
    ['from left to right', LINES, ['one', 'two', 'three', 'four'], ['first', 'second', 'third', 'fourth']],
    ['from right to left', HEBREW_LINES, ['אחד', 'שתים', 'שלוש', 'ארבע'], ['ימין', 'יום', 'כן', 'לא']],
  ] as const) {
    it(`${name}, Up and Down go to the nearest line of the next cell, and stay in its column @long`, async () => {
      await page.write(text)
      await page.writer.caret(one)
      await presses('ArrowDown', `|${two}`, `|${three}`, `|${four}`)
      await presses('ArrowUp', `|${three}`, `|${two}`, `|${one}`)
      await page.writer.caret(fourth)
      await presses('ArrowUp', `|${third}`, `|${second}`, `|${first}`)
      await presses('ArrowDown', `|${second}`, `|${third}`, `|${fourth}`)
    })
  }

  it('Up and Down enter a table where the caret is, and leave it there @long', async () => {
    await page.write(LINES)
    await page.writer.caret('after')
    await presses('ArrowUp', '|four')
    await page.writer.caret('before')
    await presses('ArrowDown', '|one')
    const wide = { type: 'tableCell', attrs: { colspan: 2 }, content: [paragraph('wide')] }
    await page.write(
      docOf({ type: 'table', content: [row(cell('one'), cell('two')), row(wide)] } as never, bullets(item(paragraph('item')))),
    )
    await page.writer.caret('item')
    await presses('ArrowUp', 'w|ide', 'o|ne')
    await page.writer.caret('two', 'after')
    await presses('ArrowDown', 'wide|')
    await presses('ArrowUp', 'one|')
  })

  it('the words of a cell begin at the side where they are read from, and Home, End and Tab follow them @long', async () => {
    await page.write(table(row(cell('one', 'שלום עולם'), cell('אחד', 'two'))))
    const sides = await page.writer.field.evaluate((root: any) =>
      [...root.querySelectorAll('td p')].map((one: any) => {
        const range = one.ownerDocument.createRange()
        range.selectNodeContents(one)
        const [words, line] = [range.getBoundingClientRect(), one.getBoundingClientRect()]
        return words.left - line.left < line.right - words.right ? 'left' : 'right'
      }),
    )
    expect(sides).to.deep.equal(['left', 'right', 'right', 'left'])
    await page.writer.caret('עולם')
    await presses('Home', '|שלום עולם')
    await presses('End', 'שלום עולם|')
    await presses('Tab', 'אחד two')
    await presses('Shift+Tab', 'one שלום עולם')
  })
})
