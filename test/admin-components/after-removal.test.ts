/** What one writes after something was removed goes where that was, and never into a table next to it. */
import { expect } from 'chai'
import { merge } from '../../admin-components/fields/rich-text/from-elsewhere.ts'
import { StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, heading, item, paragraph as p, quote } from '../harness/writing.ts'

type Json = Record<string, unknown>

const cell = (...content: Json[]): Json => ({ type: 'tableCell', content })
const tableOf = (...words: string[]): Json => ({
  type: 'table',
  content: [{ type: 'tableRow', content: words.map((one) => cell(p(one))) }],
})
const other = tableOf('aa', 'bb')

/** What is removed. */
const REMOVED: Record<string, Json> = {
  'a table': tableOf('one', 'two'),
  'a picture': { type: 'image', attrs: { media: 7 } },
  'a divider': { type: 'horizontalRule' },
  'an embed': { type: 'embed', attrs: { url: 'https://youtu.be/jNQXAC9IVRw' } },
}

/** What is around it. */
const PLACES: Record<string, (removed: Json[]) => Json> = {
  'below words': (removed) => docOf(p('before'), ...removed, other, p('end')),
  'below a heading': (removed) => docOf(heading(2, 'before'), ...removed, other, heading(2, 'end')),
  'below an item': (removed) => docOf(bullets(item(p('before'))), ...removed, other, p('end')),
  first: (removed) => docOf(...removed, other, p('end')),
  'between tables': (removed) => docOf(p('before'), tableOf('cc'), ...removed, other, p('end')),
  'below a table, last in a quote': (removed) => docOf(p('before'), quote(other, ...removed), p('end')),
  'first in an item': (removed) => docOf(bullets(item(...removed, other), item(p('end')))),
  'in a cell': (removed) =>
    docOf({ type: 'table', content: [{ type: 'tableRow', content: [cell(p('before'), ...removed), cell(p('aa'))] }] }),
}

describe('admin-components: after something was removed', () => {
  const text = new UnmountedEditor()
  const stored = new StoredText(text.editor.schema)

  /** The cells that nobody wrote in are as before, and the words are in the text. */
  function leavesCells(after: Json, words: string): void {
    const now = JSON.stringify(text.value)
    for (const one of ['aa', 'bb', 'cc'])
      if (JSON.stringify(after).includes(`"${one}"`)) expect(now).to.contain(JSON.stringify(cell(p(one))))
    expect(now).to.contain(words)
  }

  for (const [where, placed] of Object.entries(PLACES))
    for (const [what, removed] of Object.entries(REMOVED))
      it(`${what} ${where}: what is written and pasted next changes no other table`, () => {
        const select = () => text.open(placed([removed])).selectWhole(String(removed['type']), what === 'a table' ? 'one' : '')
        const ACTS = [() => text.press('Delete'), () => text.press('Backspace'), () => text.tool('remove')]
        for (const act of ACTS) {
          select()
          const copied = text.copy()
          act()
          expect(text.value).to.deep.equal(placed([]))
          text.type('Zed')
          leavesCells(placed([]), 'Zed')
          // In a table, pasted cells replace others.
          if (where === 'in a cell' && what === 'a table') continue
          text.paste(copied)
          leavesCells(placed([]), 'Zed')
          select()
          act()
          text.paste(copied)
          leavesCells(placed([]), removed['type'] as string)
        }
      })

  for (const [where, placed] of Object.entries(PLACES))
    it(`the paragraph with the caret ${where}: by its command, and by somebody else`, () => {
      const ACTS = [() => text.tool('remove'), () => merge(text.editor, stored.open(placed([])))]
      for (const act of ACTS) {
        text.open(placed([p('gone')])).caret('ne')
        act()
        const after = text.value as Json | null
        text.type('Zed')
        leavesCells(after ?? docOf(), 'Zed')
      }
    })

  it('the caret is at the end of the words above, or the table below is selected', () => {
    const remove = (placed: (removed: Json[]) => Json) =>
      text
        .open(placed([tableOf('one')]))
        .selectWhole('table', 'one')
        .press('Delete')
    expect(remove(PLACES['below words']!).type('Zed').value).to.deep.equal(docOf(p('beforeZed'), other, p('end')))
    expect(remove(PLACES['first']!).card).to.equal('table')
    expect(text.type('Zed').value).to.deep.equal(docOf(other, p('Zed'), p('end')))
  })
})
