/** What a command inserts never cuts a paragraph in two: it goes below the one with the caret, and writing goes on below it. */
import { expect } from 'chai'
import { insertNode } from '../../admin-components/fields/rich-text/insert-tools.ts'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, heading, item, paragraph, quote, task, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>

const p = paragraph
const rule = { type: 'horizontalRule' }
const embed = { type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ' } }
const image = { type: 'image', attrs: { media: 7 } }
const block = { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk' } }
const cellOf = (...content: Json[]) => ({ type: 'tableCell', content })
const rows = (...content: Json[]) => ({ type: 'table', content: [{ type: 'tableRow', content }] })

const PLACES: Record<string, (...content: Json[]) => Json> = {
  'a text': (...content) => docOf(...content, p('last')),
  'an item': (...content) => docOf(bullets(item(...content), item(p('last')))),
  'a task': (...content) => docOf(tasks({ ...task(''), content }), p('last')),
  'a quote': (...content) => docOf(quote(...content), p('last')),
  'a cell': (...content) => docOf(rows(cellOf(...content), cellOf(p('last')))),
}

const INSERTED: Record<string, [node: Json, insert: (text: UnmountedEditor) => unknown]> = {
  'a divider': [rule, (text) => text.tool('horizontalRule')],
  'a picture': [image, ({ editor }) => insertNode(editor, image)],
  'an embed': [embed, ({ editor }) => insertNode(editor, embed)],
  'a block': [block, ({ editor }) => insertNode(editor, { ...block, attrs: { row: block.attrs } })],
}

describe('admin-components: what a command inserts', () => {
  const text = new UnmountedEditor()
  for (const [what, [node, insert]] of Object.entries(INSERTED))
    for (const [where, placed] of Object.entries(PLACES)) {
      for (const words of ['graph', ' of', 'words'])
        it(`${what} goes below the paragraph with the caret in front of '${words}', in ${where}`, () => {
          insert(text.open(placed(p('paragraph of words'))).caret(words))
          expect(text.type('x').value).to.deep.equal(placed(p('paragraph of words'), node, p('x')))
          expect(text.press('Control+z', 'Control+z').value).to.deep.equal(placed(p('paragraph of words')))
        })

      it(`${what} takes the place of an empty line, and goes in front of a paragraph from its start, in ${where}`, () => {
        insert(text.open(placed(p('first'), p())).intoEmpty())
        expect(text.type('x').value).to.deep.equal(placed(p('first'), node, p('x')))
        insert(text.open(placed(p('first'), p('second'))).caret('second'))
        expect(text.type('x').value).to.deep.equal(placed(p('first'), node, p('xsecond')))
      })
    }

  const types = () => (text.value as { content: Json[] }).content.map(({ type }) => type)

  it('a table and the parts of a heading do, too', () => {
    text
      .open(docOf(heading(2, 'one two'), p('last')))
      .caret('wo')
      .tool('table')
      .type('x')
    expect(types()).to.deep.equal(['heading', 'table', 'paragraph'])
    expect(JSON.stringify(text.value)).to.contain('"one two"').and.to.contain('"x"')
  })
})
