/** Tab and Shift+Tab in lists, wherever they are: in a cell, the keys go to another cell only if there is nothing to nest. */
import { expect } from 'chai'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, item, numbers, paragraph as p, quote, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>
type List = (...items: Json[]) => Json
type Item = (...content: Json[]) => Json

const taskOf: Item = (...content) => ({ type: 'taskItem', content })
const LISTS: Readonly<Record<string, [List, Item]>> = {
  bullets: [bullets, item],
  numbers: [numbers, item],
  tasks: [tasks, taskOf],
}
const row = (...cells: Json[][]) => ({ type: 'tableRow', content: cells.map((content) => ({ type: 'tableCell', content })) })
const table = (...rows: Json[]) => ({ type: 'table', content: rows })

interface Place {
  within: (...blocks: Json[]) => Json[]
  isInCell: boolean
}
const PLACES: Readonly<Record<string, Place>> = {
  'the text': { within: (...blocks) => [p('zero'), ...blocks, p('next')], isInCell: false },
  'a quote': { within: (...blocks) => [p('zero'), quote(...blocks), p('next')], isInCell: false },
  'a cell': { within: (...blocks) => [table(row([p('zero')], blocks, [p('next')]))], isInCell: true },
  'a cell, below words': { within: (...blocks) => [table(row([p('zero')], [p('words'), ...blocks], [p('next')]))], isInCell: true },
  'a quote in a cell': { within: (...blocks) => [table(row([p('zero')], [quote(...blocks)], [p('next')]))], isInCell: true },
  'a table in an item': {
    within: (...blocks) => [bullets(item(p('a')), item(p('b'), table(row([p('zero')], blocks, [p('next')]))))],
    isInCell: true,
  },
  'a table in a task': {
    within: (...blocks) => [tasks(taskOf(p('a')), taskOf(p('b'), table(row([p('zero')], blocks, [p('next')]))))],
    isInCell: true,
  },
}

/** What is in the place, the caret, the key, and what is there then; nothing if the key goes to another cell, or does nothing in the text. */
const keysIn = (list: List, one: Item): [what: string, before: Json, at: string, key: string, after?: Json][] => {
  const [flat, nested] = [list(one(p('one')), one(p('two'))), list(one(p('one'), list(one(p('two')))))]
  const deeper = list(one(p('one'), list(one(p('a')), one(p('two')))))
  return [
    ['an item', flat, 'two', 'Tab', nested],
    ['the first item', flat, 'one', 'Tab'],
    ['a nested item', deeper, 'two', 'Tab', list(one(p('one'), list(one(p('a'), list(one(p('two')))))))],
    ['the first nested item', nested, 'two', 'Tab'],
    ['a nested item, back', nested, 'two', 'Shift+Tab', flat],
    [
      'a second block of an item',
      list(one(p('one')), one(p('a'), p('two'))),
      'two',
      'Tab',
      list(one(p('one'), list(one(p('a'), p('two'))))),
    ],
  ]
}

describe('admin-components: Tab in a list', () => {
  const text = new UnmountedEditor()
  const wordsAtCaret = () => text.editor.state.selection.$from.parent.textContent

  for (const [place, { within, isInCell }] of Object.entries(PLACES))
    for (const [name, [list, one]] of Object.entries(LISTS)) {
      it(`nests ${name} in ${place}`, () => {
        for (const [what, before, at, key, after] of keysIn(list, one))
          for (const side of ['before', 'after'] as const) {
            text
              .open(docOf(...within(before)))
              .caret(at, side)
              .press(key)
            expect(text.value, `${what} ${side}`).to.deep.equal(docOf(...within(after ?? before)))
            expect(wordsAtCaret(), `${what} ${side}`).to.equal(after || !isInCell ? at : key === 'Tab' ? 'next' : 'zero')
            if (!after) continue
            text.press('Control+z')
            expect(text.value, `${what} ${side}, undone`).to.deep.equal(docOf(...within(before)))
            text.press('Control+y')
            expect(text.value, `${what} ${side}, again`).to.deep.equal(docOf(...within(after)))
          }
      })

      it(`nests all selected ${name} in ${place}`, () => {
        const before = list(one(p('one')), one(p('two')), one(p('three')))
        text
          .open(docOf(...within(before)))
          .select('two', 'three')
          .press('Tab')
        expect(text.value).to.deep.equal(docOf(...within(list(one(p('one'), list(one(p('two')), one(p('three'))))))))
        text.press('Shift+Tab')
        expect(text.value).to.deep.equal(docOf(...within(before)))
      })

      it(`goes by Shift+Tab from ${name} in ${place} that aren't nested ${isInCell ? 'to the cell before' : 'out of their list'}`, () => {
        text
          .open(docOf(...within(list(one(p('one')), one(p('two'))))))
          .caret('two')
          .press('Shift+Tab')
        const after = isInCell ? [list(one(p('one')), one(p('two')))] : [list(one(p('one'))), p('two')]
        expect(text.value).to.deep.equal(docOf(...within(...after)))
        expect(wordsAtCaret()).to.equal(isInCell ? 'zero' : 'two')
      })
    }

  it('nests the innermost item, whatever the kinds of the lists', () => {
    for (const [outer, outerItem] of Object.values(LISTS))
      for (const [inner, innerItem] of Object.values(LISTS))
        for (const [place, { within }] of Object.entries(PLACES)) {
          const nestedIn = (...content: Json[]) => docOf(...within(outer(outerItem(p('a')), outerItem(p('b'), ...content))))
          text
            .open(nestedIn(inner(innerItem(p('one')), innerItem(p('two')))))
            .caret('two')
            .press('Tab')
          expect(text.value, place).to.deep.equal(nestedIn(inner(innerItem(p('one'), inner(innerItem(p('two')))))))
          text.press('Shift+Tab')
          expect(text.value, place).to.deep.equal(nestedIn(inner(innerItem(p('one')), innerItem(p('two')))))
        }
  })
})
