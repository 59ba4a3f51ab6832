/** Many clicks at one place: the selection ends with the words of the block, whatever it is. */
import { expect } from 'chai'
import { oneIn } from '../harness/depth.ts'
import { TextPage } from '../harness/text-page.ts'
import { bullets, codeBlock, docOf, heading, item, paragraph, quote, task, tasks, text } from '../harness/writing.ts'

type Json = Record<string, unknown>

const p = paragraph
const cell = (...content: Json[]) => ({ type: 'tableCell', content })
const table = (...content: Json[]) => ({ type: 'table', content: [{ type: 'tableRow', content }] })
const rule = { type: 'horizontalRule' }

/** `Z` is in the place of the words. */
const PLACES: Record<string, (words: string) => Json> = {
  'a paragraph': (words) => docOf(p(words), p('next')),
  'a heading': (words) => docOf(heading(2, words), p('next')),
  'an item': (words) => docOf(bullets(item(p(words)), item(p('next')))),
  'an item with a list': (words) => docOf(bullets(item(p(words), bullets(item(p('next')))))),
  'a task': (words) => docOf(tasks(task(words), task('next'))),
  'a quote': (words) => docOf(quote(p(words), p('next')), p('last')),
  'the end of a quote': (words) => docOf(quote(p(words)), p('next')),
  'a cell': (words) => docOf(table(cell(p(words)), cell(p('next')))),
  'a cell with more': (words) => docOf(table(cell(p(words), p('more')), cell(p('next')))),
  code: (words) => docOf(codeBlock(words), p('next')),
  'words before a divider': (words) => docOf(p(words), rule, p('next')),
  'words before a table': (words) => docOf(p(words), table(cell(p('next')))),
  'words with marks': (words) => docOf(words === 'Z' ? p(text('Z', 'bold')) : p(text('one ', 'bold'), 'two'), p('next')),
}

/** The counts that the browser gives to one click after the other. */
const CLICKS = [
  [1, 2, 3],
  [1, 2, 3, 4],
  [1, 2, 3, 4, 5],
  [1, 2, 3, 4, 5, 6, 7],
  [1, 2, 1, 2, 3],
]

describe('admin-components: many clicks', function () {
  this.timeout(120_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.write()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  for (const [where, placed] of oneIn(2, Object.entries(PLACES)))
    it(`in ${where} @long`, async () => {
      for (const counts of CLICKS) {
        await page.writer.field.evaluate((one: any, doc) => one.editor.commands.setContent(doc), placed('one two'))
        const { x, y, height } = (await page.writer.field.getByText('one').first().boundingBox())!
        // Clicks of the last round are over.
        await page.seat.page.waitForTimeout(550)
        const { mouse } = page.seat.page
        await mouse.move(x + 12, y + height / 2)
        for (const clickCount of counts) {
          await mouse.down({ clickCount })
          await mouse.up({ clickCount })
          await page.seat.page.waitForTimeout(40)
        }
        await page.writer.type('Z')
        expect(await page.value(), counts.join()).to.deep.equal(placed('Z'))
      }
    })
})
