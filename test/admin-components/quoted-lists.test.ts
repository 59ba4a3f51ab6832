/** A quote around selected items: the list stays a list of its kind with its numbers, and a second press takes the quote back. */
import { expect } from 'chai'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, codeBlock, docOf, heading, item, numbers, paragraph as p, quote, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>
type List = (...items: Json[]) => Json

const taskOf: List = (...content) => ({ type: 'taskItem', content })
const from = (start: number, list: Json) => ({ ...list, attrs: { start } })
const later = (make: List, start: number, ...items: Json[]) => (make === numbers ? from(start, make(...items)) : make(...items))

describe('admin-components: a quote around items', () => {
  const text = new UnmountedEditor()

  for (const [name, list, one] of [
    ['bullets', bullets, item],
    ['numbers', numbers, item],
    ['tasks', tasks, taskOf],
  ] as [string, List, List][])
    for (const [place, within] of [
      ['the text', (...blocks: Json[]) => [p('zero'), ...blocks, p('last')]],
      ['an item', (...blocks: Json[]) => [list(one(p('zero'), ...blocks), one(p('last')))]],
      [
        'a cell',
        (...blocks: Json[]) => [{ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: blocks }] }] }],
      ],
    ] as [string, (...blocks: Json[]) => Json[]][]) {
      const [a, b, c] = ['one', 'two', 'three'].map((words) => one(p(words))) as [Json, Json, Json]
      const whole = docOf(...within(list(a, b, c)))
      const CASES: [first: string, last: string, quoted: Json[]][] = [
        ['one', 'three', [quote(list(a, b, c))]],
        ['one', 'two', [quote(list(a, b)), later(list, 3, c)]],
        ['two', 'three', [list(a), quote(later(list, 2, b, c))]],
        ['two', 'two', [list(a, one(quote(p('two'))), c)]],
      ]
      for (const [first, last, quoted] of CASES)
        it(`${name} in ${place}, ${first} to ${last}`, () => {
          text.open(whole).select(first, last).press('Control+Shift+b')
          expect(text.value).to.deep.equal(docOf(...within(...quoted)))
          text.press('Control+Shift+b')
          expect(text.value, 'taken back').to.deep.equal(whole)
          text.press('Control+z', 'Control+z')
          expect(text.value, 'undone').to.deep.equal(whole)
        })

      it(`${name} in ${place}: with a caret in an item of a quoted list, the list leaves the quote`, () => {
        text
          .open(docOf(...within(quote(p('said'), list(a, b)))))
          .caret('two')
          .press('Control+Shift+b')
        expect(text.value).to.deep.equal(docOf(...within(quote(p('said')), list(a, b))))
      })
    }

  it('numbers that begin later go on', () => {
    const [a, b, c] = ['one', 'two', 'three'].map((words) => item(p(words))) as [Json, Json, Json]
    text
      .open(docOf(from(5, numbers(a, b, c))))
      .select('two', 'three')
      .press('Control+Shift+b')
    expect(text.value).to.deep.equal(docOf(from(5, numbers(a)), quote(from(6, numbers(b, c)))))
  })

  /** What the other commands make of two selected items, which is the same kind of thing in each place. */
  for (const [key, what] of [
    ['Control+Alt+c', codeBlock],
    ['Control+Alt+2', (words: string) => heading(2, words)],
  ] as const)
    it(`${key} stays within the items`, () => {
      text
        .open(docOf(numbers(item(p('one')), item(p('two')), item(p('three')))))
        .select('one', 'two')
        .press(key)
      expect(text.value).to.deep.equal(docOf(numbers(item(what('one')), item(what('two')), item(p('three')))))
    })
})
