/** Tables that are pasted over words in and around other tables: what was selected goes, and nothing else. */
import { expect } from 'chai'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, item, paragraph as p, quote } from '../harness/writing.ts'

type Json = Record<string, unknown>

const table = (...rows: Json[][][]) => ({
  type: 'table',
  content: rows.map((cells) => ({ type: 'tableRow', content: cells.map((content) => ({ type: 'tableCell', content })) })),
})
const square = (name: string) => table([[p(`${name}1`)], [p(`${name}2`)]], [[p(`${name}3`)], [p(`${name}4`)]])
const task = (...content: Json[]) => ({ type: 'taskItem', content })
const tasks = (...content: Json[]) => ({ type: 'taskList', content })

const PLACES: Record<string, Json> = {
  'a task': docOf(p('above'), tasks(task(p('first'), square('cell'), p('last')), task(p('next'))), p('below')),
  'a task in a quote': docOf(p('above'), quote(tasks(task(p('first'), square('cell'), p('last')))), p('below')),
  'an item of a list': docOf(p('above'), bullets(item(p('first'), square('cell'), p('last'))), p('below')),
  'a cell of another table': docOf(p('above'), table([[p('first'), square('cell'), p('last')], [p('next')]]), p('below')),
}
const WORDS = ['above', 'first', 'cell1', 'cell2', 'cell4', 'last', 'next', 'below']

const SOURCES: Record<string, Json> = {
  'a table': docOf(square('new')),
  'a table below words': docOf(p('new'), square('new')),
  'one cell': docOf(table([[p('new')]])),
  'a task with a table': docOf(tasks(task(p('new'), square('new')))),
}

describe('pasted tables', () => {
  const written = new UnmountedEditor()

  it('writing goes on behind pasted cells', () => {
    const { doc } = written.open(docOf(square('new'))).editor.state
    const copied = doc.slice(0, doc.child(0).nodeSize)
    const { value } = written
      .open(docOf(square('cell')))
      .caret('cell1')
      .paste(copied)
      .type('!')
    expect(JSON.stringify(value)).to.equal(JSON.stringify(docOf(square('new'))).replace('new4', 'new4!'))
  })

  for (const [what, source] of Object.entries(SOURCES))
    for (const [where, place] of Object.entries(PLACES))
      it(`${what} over words in ${where}`, () => {
        const copied = written.open(source).selectAll().copy()
        const known = WORDS.filter((word) => JSON.stringify(place).includes(word))
        for (const [n, first] of known.entries())
          for (const last of known.slice(n)) {
            const stored = JSON.stringify(written.open(place).select(first, last).paste(copied).value)
            expect(stored, `${first} to ${last}`).to.contain('new')
            for (const word of known.filter((_, index) => index < n || index > known.indexOf(last)))
              if (!isCovered(word, first)) expect(stored, `${word}, pasted over ${first} to ${last}`).to.contain(word)
          }
      })
})

/** Cells that are pasted into a table take the place of those next to the selected one as well. */
const isCovered = (word: string, first: string) => word.startsWith('cell') && first.startsWith('cell')
