/** Words that are dragged into code become one text of it, with their lines and without their marks, wherever the code is. */
import { longUnlessDrawn } from '../harness/depth.ts'
import { TextPage } from '../harness/text-page.ts'
import { bullets, codeBlock, docOf, item, paragraph, quote, text } from '../harness/writing.ts'

type Json = Record<string, unknown>

const cellWith = (...content: Json[]): Json => ({
  type: 'table',
  content: [{ type: 'tableRow', content: [{ type: 'tableCell', content }] }],
})
const PLACES: Readonly<Record<string, (code: Json) => Json>> = {
  'at the top': (code) => code,
  'of an item': (code) => bullets(item(paragraph('x'), code)),
  'of a quote': (code) => quote(code),
  'of a cell': cellWith,
}
const link = { type: 'text', text: 'be', marks: [{ type: 'link', attrs: { href: '/x' } }] }
const lineBreak = { type: 'hardBreak' }

describe('admin-components: words dropped into code', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** Drags from the first words to the last ones, to the end of `start` in the code. */
  async function drags(first: string, last: string, to: string): Promise<void> {
    await page.writer.field.evaluate(
      ({ editor }: any, [first, last, to]) => {
        const { view, state } = editor
        const [start, end, place] = [first, last, to].map((words) => {
          let found = -1
          state.doc.descendants((node: any, pos: number) => {
            if (node.text?.includes(words)) found = pos + node.text.indexOf(words)
          })
          return found
        }) as [number, number, number]
        editor.commands.setTextSelection({ from: start, to: end + last.length })
        view.dragging = { slice: view.state.selection.content(), move: true }
        const { left, top, bottom } = view.coordsAtPos(place + to.length)
        const given = { clientX: left, clientY: (top + bottom) / 2, dataTransfer: new DataTransfer() }
        view.dom.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, ...given }))
      },
      [first, last, to] as const,
    )
  }

  for (const [place, around] of Object.entries(PLACES))
    for (const [what, words, last, dropped] of [
      ['words', ['one beta two'], 'beta', 'beta'],
      ['marked words', ['one ', text('be', 'bold'), text('ta', 'italic'), ' two'], 'ta', 'beta'],
      ['a link', ['one ', link, text('ta', 'bold'), ' two'], 'ta', 'beta'],
      ['a line break', ['one ', text('be', 'bold'), lineBreak, text('ta', 'bold'), ' two'], 'ta', 'be\nta'],
    ] as const)
      it(`${what}, into that ${place}${longUnlessDrawn(place, Object.keys(PLACES), what)}`, async () => {
        await page.write(docOf(paragraph(...words), around(codeBlock('first second'))))
        await drags('be', last, 'first ')
        await page.shows(docOf(paragraph('one  two'), around(codeBlock(`first ${dropped}second`))), what)
      })

  it('two paragraphs', async () => {
    await page.write(docOf(paragraph('one be'), paragraph('ta two'), codeBlock('first second')))
    await drags('be', 'ta', 'first ')
    await page.shows(docOf(paragraph('one  two'), codeBlock('first be\n\ntasecond')), 'two paragraphs')
  })
})
