/** The last letter of a block goes, by every key: what is shown is what is stored, and the next letter lands where it was. Browsers take
 * elements away with their last letter.
 */
import type { CDPSession } from 'playwright-core'
import { drawn, oneIn } from '../harness/depth.ts'
import { TextPage } from '../harness/text-page.ts'
import { bullets, docOf, heading, item, paragraph as p, quote, text } from '../harness/writing.ts'

type Json = Record<string, unknown>

const code = (words: string, language?: string): Json => ({
  type: 'codeBlock',
  ...(language && { attrs: { language } }),
  ...(words !== '' && { content: [text(words)] }),
})
const words = (one: string): Json => p(...(one === '' ? [] : [one]))
const titled = (one: string): Json => (one === '' ? { type: 'heading', attrs: { level: 2 } } : heading(2, one))
const tasks = (...content: Json[]) => ({ type: 'taskList', content: [{ type: 'taskItem', content }] })
const table = (...content: Json[]) => ({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content }] }] })

const BLOCKS: Readonly<Record<string, (words: string) => Json>> = {
  'a paragraph': words,
  'a heading': titled,
  code: (one) => code(one),
  'code with a language': (one) => code(one, 'javascript'),
}
const PLACES: Readonly<Record<string, (block: Json) => Json[]>> = {
  'the text': (block) => [p('a'), block, p('z')],
  'an item': (block) => [bullets(item(p('a'), block)), p('z')],
  'a task': (block) => [tasks(p('a'), block), p('z')],
  'a quote': (block) => [quote(block, p('b')), p('z')],
  'a cell': (block) => [table(block), p('z')],
  'the text below a divider': (block) => [{ type: 'horizontalRule' }, block, p('z')],
}

/** What is in the block before, the keys, and what is in it after `b` was typed. */
const KEYS: readonly [words: string, place: 'before' | 'after', keys: string[], then: string][] = [
  ['q', 'after', ['Backspace'], 'b'],
  ['q', 'before', ['Delete'], 'b'],
  ['qqq', 'after', ['Backspace', 'Backspace', 'Backspace'], 'b'],
  ['qqq', 'after', ['Control+Backspace'], 'b'],
  ['qqq', 'before', ['Control+Delete'], 'b'],
  ['qqq', 'after', ['Shift+Home', 'Control+x'], 'b'],
  ['qqq', 'after', ['Shift+Home', 'Delete'], 'b'],
  ['q', 'after', ['Backspace', 'Control+z'], 'qb'],
]

describe('admin-components: the last letter of a block', function () {
  this.timeout(120_000)
  let page: TextPage
  let cdp: CDPSession
  before(async () => {
    page = await TextPage.open()
    cdp = await page.seat.page.context().newCDPSession(page.seat.page)
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const pause = () => page.seat.page.waitForTimeout(30)

  for (const [name, block] of oneIn(2, Object.entries(BLOCKS)))
    for (const [place, around] of drawn(Object.entries(PLACES), name))
      it(`goes from ${name} in ${place} @long`, async () => {
        for (const [before, side, keys, then] of KEYS) {
          await page.write(docOf(...around(block(before))))
          await page.writer.caret(before, side)
          for (const key of keys) {
            await page.writer.press(key)
            await pause()
          }
          await page.writer.type('b')
          await page.shows(docOf(...around(block(then))), `${before} ${side}, ${keys.join(' ')}`)
        }
      })

  it('goes by an input method that is cancelled @long', async () => {
    for (const [name, block] of Object.entries(BLOCKS)) {
      await page.write(docOf(p('a'), block('q'), p('z')))
      await page.writer.caret('q', 'after')
      await page.writer.press('Backspace')
      for (const words of ['に', 'にほ', '']) {
        await cdp.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })
        await pause()
      }
      await cdp.send('Input.insertText', { text: '' })
      await page.writer.type('b')
      await page.shows(docOf(p('a'), block('b'), p('z')), name)
    }
  })
})
