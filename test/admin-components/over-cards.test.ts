/** Selections by keyboard over cards, at which browsers stop. */
import { expect } from 'chai'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, item, paragraph, quote } from '../harness/writing.ts'

const card = { type: 'image', attrs: { media: 7 } } as Record<string, unknown>
const other = { type: 'embed', attrs: { url: 'https://youtu.be/jNQXAC9IVRw' } }
const [one, two] = [paragraph('one'), paragraph('two')]
/** What is left of them. */
const [o, wo] = [paragraph('o'), paragraph('wo')]
const table = (...content: object[]) => ({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content }] }] })

const [DOWN, UP, START] = ['Shift+ArrowDown', 'Shift+ArrowUp', 'Control+Shift+Home']

/** The words before which the caret is, keys, and what is left after Delete. */
const CASES: [what: string, before: object, caret: string, keys: string[], after: object][] = [
  ['down', docOf(one, card, two), 'ne', [DOWN], docOf(o, two)],
  ['down over two', docOf(one, card, other, two), 'ne', [DOWN], docOf(o, two)],
  ['down to the end', docOf(one, card), 'ne', [DOWN], docOf(o)],
  ['down out of a list', docOf(bullets(item(one)), card, two), 'ne', [DOWN], docOf(bullets(item(o)), two)],
  ['down in an item', docOf(bullets(item(one, card), item(two))), 'ne', [DOWN], docOf(bullets(item(o), item(two)))],
  ['down and back', docOf(one, card, two), 'ne', [DOWN, UP], docOf(o, card, two)],
  ['up', docOf(one, card, two), 'wo', [UP], docOf(one, wo)],
  ['up to the start', docOf(card, two), 'wo', [UP], docOf(wo)],
  ['up to the start and back', docOf(card, paragraph('two')), 'wo', [UP, DOWN], docOf(card, wo)],
  ['up out of a quote', docOf(one, card, quote(two)), 'wo', [UP], docOf(one, quote(wo))],
  ['to the start', docOf(card, one, two), 'wo', [START], docOf(wo)],
]

describe('admin-components: selections over cards', () => {
  const text = new UnmountedEditor()

  for (const [what, before, words, keys, after] of CASES)
    it(what, () => {
      expect(
        text
          .open(before)
          .caret(words)
          .press(...keys, 'Delete').value,
      ).to.deep.equal(after)
    })

  it('never out of a cell', () => {
    text.open(docOf(card, table(one), card)).caret('ne')
    const { selection } = text.editor.state
    text.press(START, UP, DOWN)
    expect(text.editor.state.selection.eq(selection)).to.equal(true)
  })

  it('Control and Home lead to a card at the start', () => {
    expect(text.open(docOf(card, one)).caret('ne').press('Control+Home').card).to.equal('image')
  })
})
