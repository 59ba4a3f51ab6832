/** A text that changes elsewhere becomes what it is there, and leaves the words, the caret and the undo steps of a writer alone. */
import { expect } from 'chai'
import { merge } from '../../admin-components/fields/rich-text/from-elsewhere.ts'
import { StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import { callout, itemOf, plain, RandomTexts, rowOf, tableOf } from '../harness/random-texts.ts'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, heading, quote } from '../harness/writing.ts'

type Node = any

describe('admin-components: differences of texts', () => {
  const one = new UnmountedEditor()
  const text = new StoredText(one.editor.schema)
  const arrive = (blocks: Node[], isUndoable = false) => merge(one.editor, text.open(docOf(...blocks)), isUndoable)
  const blocks = (): Node[] => (one.value as Node)?.content ?? []

  const CHANGES: [what: string, before: Node[], after: Node[]][] = [
    ['words', [plain('a'), plain('b c')], [plain('a'), plain('b x c')]],
    ['a kind', [plain('a'), plain('b')], [heading(1, 'a'), plain('b')]],
    ['a block that moves', [plain('a'), plain('b'), plain('c')], [plain('c'), plain('a'), plain('b')]],
    ['a list in a quote', [quote(bullets(itemOf('a'), itemOf('b')))], [quote(bullets(itemOf('b'), itemOf('c')))]],
    ['a row and a cell', [tableOf(rowOf('a', 'b'), rowOf('', ''))], [tableOf(rowOf('', ''), rowOf('a', 'x'), rowOf('', 'y'))]],
    ['a content block', [callout('1', { words: 'a' })], [callout('1', { words: 'b' }), callout('2', { words: 'a' })]],
    ['everything', [plain('a')], [tableOf(rowOf('x')), bullets(itemOf('y'))]],
  ]
  for (const [what, before, after] of CHANGES)
    it(`arrive: ${what}`, () => {
      one.open(docOf(...before))
      arrive(after)
      expect(blocks()).to.deep.equal(after)
    })

  it('keep the caret in a block that moves', () => {
    one.open(docOf(plain('here'), plain('b'), plain('c'))).caret('re')
    arrive([plain('b'), plain('c'), plain('here')])
    one.type('x')
    expect(blocks()).to.deep.equal([plain('b'), plain('c'), plain('hexre')])
  })

  it('keep a card selected in a quote that moves', () => {
    const card = quote(callout('1', { words: 'a' }))
    one.open(docOf(card, plain('b'), plain('c'))).selectWhole('contentBlock')
    arrive([plain('b'), plain('c'), card])
    expect(one.card).to.equal('contentBlock')
    expect(blocks()).to.deep.equal([plain('b'), plain('c'), card])
  })

  it('that the writer chose over their own words can be undone', () => {
    one
      .open(docOf(plain('a'), plain('b')))
      .caret('a', 'after')
      .type(' mine')
    arrive([plain('theirs'), plain('b'), plain('c')], true)
    one.press('Control+z')
    expect(blocks()).to.deep.equal([plain('a mine'), plain('b')])
    one.press('Control+Shift+z')
    expect(blocks()).to.deep.equal([plain('theirs'), plain('b'), plain('c')])
  })

  it('leave alone what somebody writes, with the caret and each undo @long', () => {
    const random = new RandomTexts(9)
    for (let round = 0; round < 300; round++) {
      const [start, end] = [random.text(), random.text()]
      const theirs = [random.edited(start), random.edited(end)] as const
      const situation = JSON.stringify({ round, start, end, theirs })
      one
        .open(docOf(...start, plain('here it is'), ...end))
        .caret('it')
        .type('I write ')
      arrive([...theirs[0], plain('here I write it is'), ...theirs[1]])
      expect(blocks(), situation).to.deep.equal([...theirs[0], plain('here I write it is'), ...theirs[1]])
      one.type('more ')
      expect(blocks(), situation).to.deep.equal([...theirs[0], plain('here I write more it is'), ...theirs[1]])
      one.press('Control+z', 'Control+z', 'Control+z', 'Control+z')
      expect(blocks(), situation).to.deep.equal([...theirs[0], plain('here it is'), ...theirs[1]])
      one.press('Control+Shift+z', 'Control+Shift+z', 'Control+Shift+z')
      expect(blocks(), situation).to.deep.equal([...theirs[0], plain('here I write more it is'), ...theirs[1]])
    }
  })
})
