/** Delete at the end of a block: the words that follow join it at once, whatever list or quote they are in, and nothing else moves. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { bullets, docOf, heading, item, numbers, paragraph, text } from '../harness/writing.ts'

type Node = Record<string, unknown>

const quote = (...content: Node[]) => ({ type: 'blockquote', content })
const task = (words: string, checked = false) => ({ type: 'taskItem', ...(checked && { attrs: { checked } }), content: [paragraph(words)] })
const tasks = (...content: Node[]) => ({ type: 'taskList', content })
const cell = (...content: Node[]) => ({ type: 'tableCell', content })
const table = (...content: Node[]) => ({ type: 'table', content: [{ type: 'tableRow', content }] })
const rule = { type: 'horizontalRule' }
const code = (words: string) => ({ type: 'codeBlock', content: [text(words)] })
const p = paragraph

const sub = bullets(item(p('sub a'), bullets(item(p('deep')))), item(p('sub b')))
const NESTED = docOf(bullets(item(p('one')), item(p('two'), sub), item(p('three'), bullets(item(p('own'))))), p('last'))

/** What is there, the words in front of the caret, and what remains. */
const CASES: [what: string, before: Node, caret: string, after: Node][] = [
  ['the next item, with its own list', docOf(bullets(item(p('one')), item(p('two'), sub))), 'one', docOf(bullets(item(p('onetwo'), sub)))],
  [
    'its own sub list',
    NESTED,
    'two',
    docOf(
      bullets(item(p('one')), item(p('twosub a'), bullets(item(p('deep')), item(p('sub b')))), item(p('three'), bullets(item(p('own'))))),
      p('last'),
    ),
  ],
  [
    'an item of a lower level',
    NESTED,
    'deep',
    docOf(
      bullets(
        item(p('one')),
        item(p('two'), bullets(item(p('sub a'), bullets(item(p('deepsub b')))))),
        item(p('three'), bullets(item(p('own')))),
      ),
      p('last'),
    ),
  ],
  [
    'an item of a lower level with a list',
    NESTED,
    'sub b',
    docOf(
      bullets(item(p('one')), item(p('two'), bullets(item(p('sub a'), bullets(item(p('deep')))), item(p('sub bthree')), item(p('own'))))),
      p('last'),
    ),
  ],
  [
    'the paragraph after a list',
    docOf(bullets(item(p('a'), bullets(item(p('b'))))), p('last')),
    'b',
    docOf(bullets(item(p('a'), bullets(item(p('blast')))))),
  ],
  ['a heading after a list', docOf(numbers(item(p('a'))), heading(2, 'b')), 'a', docOf(numbers(item(p('ab'))))],
  [
    'a list of another kind',
    docOf(bullets(item(p('a'))), numbers(item(p('b')), item(p('c')))),
    'a',
    docOf(bullets(item(p('ab'))), numbers(item(p('c')))),
  ],
  ['a task', docOf(tasks(task('xx'), task('yy', true)), p('c')), 'xx', docOf(tasks(task('xxyy')), p('c'))],
  ['the paragraph after tasks', docOf(tasks(task('xx', true)), p('b')), 'xx', docOf(tasks(task('xxb', true)))],
  ['an empty item and what follows', docOf(bullets(item(p('a'))), p(), p('b')), 'a', docOf(bullets(item(p('a'))), p('b'))],
  ['marks stay', docOf(bullets(item(p('a'))), p(text('b', 'bold'))), 'a', docOf(bullets(item(p('a', text('b', 'bold')))))],
  ['code after a list', docOf(bullets(item(p('a'))), code('b\nc')), 'a', docOf(bullets(item(p('ab', { type: 'hardBreak' }, 'c'))))],
  [
    'a list after a paragraph',
    docOf(p('a'), bullets(item(p('b'), bullets(item(p('c')))), item(p('d')))),
    'a',
    docOf(p('ab'), bullets(item(p('c')), item(p('d')))),
  ],
  ['a quote after a paragraph', docOf(p('a'), quote(p('b')), p('c')), 'a', docOf(p('ab'), p('c'))],
  ['the paragraph after a quote', docOf(quote(p('a')), p('b')), 'a', docOf(quote(p('ab')))],
  [
    'nothing from the next cell',
    docOf(table(cell(bullets(item(p('a')))), cell(p('b')))),
    'a',
    docOf(table(cell(bullets(item(p('a')))), cell(p('b')))),
  ],
  ['nothing of a table', docOf(bullets(item(p('a'))), table(cell(p('b')))), 'a', docOf(bullets(item(p('a'))), table(cell(p('b'))))],
  ['nothing of a rule', docOf(bullets(item(p('a'))), rule, p('b')), 'a', docOf(bullets(item(p('a'))), rule, p('b'))],
]

describe('admin-components: Delete at the end of a block', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.write()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  const show = (doc: Node) => page.writer.field.evaluate((one: any, doc) => one.editor.commands.setContent(doc), doc)

  const caretAfter = (words: string) =>
    page.writer.field.evaluate((one: any, words) => {
      one.editor.state.doc.descendants((node: any, at: number) => {
        if (node.text === words)
          one.editor
            .chain()
            .focus()
            .setTextSelection(at + words.length)
            .run()
      })
    }, words)

  for (const [what, before, caret, after] of CASES)
    it(what, async () => {
      await show(before)
      await caretAfter(caret)
      await page.writer.press('Delete')
      expect(await page.value()).to.deep.equal(after)
    })

  it('the caret stays, a card is selected, and one undo takes it back', async () => {
    await show(NESTED)
    await caretAfter('sub b')
    await page.writer.press('Delete')
    await page.writer.type('|')
    expect(JSON.stringify(await page.value())).to.contain('sub b|three')
    await page.writer.press('Control+z', 'Control+z')
    expect(await page.value()).to.deep.equal(NESTED)
    await show(docOf(bullets(item(p('a'))), rule, p('b')))
    await caretAfter('a')
    await page.writer.press('Delete', 'Delete')
    expect(await page.value()).to.deep.equal(docOf(bullets(item(p('a'))), p('b')))
  })

  it('an empty paragraph goes, and what follows stays as it is', async () => {
    await show(docOf(p('a'), p(), bullets(item(p('b')))))
    await caretAfter('a')
    await page.writer.press('ArrowDown', 'Delete')
    expect(await page.value()).to.deep.equal(docOf(p('a'), bullets(item(p('b')))))
  })
})
