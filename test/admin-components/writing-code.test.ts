/** Into code and out of it: no line and no name is lost, and Tab moves whole lines. */
import { expect } from 'chai'
import { copiedText } from '../../admin-components/fields/rich-text/copied-text.ts'
import { hostOf } from '../../admin-components/fields/rich-text/text-host.ts'
import { toHTML, toMarkdown } from '../../lib/rich-text/index.ts'
import { itWrites, UnmountedEditor, type Writing } from '../harness/unmounted-editor.ts'
import { bullets, docOf, heading, item, paragraph as p, text } from '../harness/writing.ts'

type Json = Record<string, unknown>

const code = (words: string) => ({ type: 'codeBlock', content: [text(words)] })
const quote = (...content: Json[]) => ({ type: 'blockquote', content })
const cell = (...content: Json[]) => ({ type: 'tableCell', content })
const table = (...content: Json[]) => ({ type: 'table', content: [{ type: 'tableRow', content }] })
const mention = (id: number) => ({ type: 'mention', attrs: { collection: 'users', id } })
const br = { type: 'hardBreak' }
const lines = (...words: string[]) => p(...words.flatMap((line, index) => (index > 0 ? [br, line] : [line])))

/** Where something is copied. */
const source = new UnmountedEditor()
const copied = (block: Json, first: string, last: string) => source.open(docOf(block)).select(first, last).copy()

const CODE = code('l1\n  l2\nl3')
const LINES = lines('l1', '  l2', 'l3')

const CODE_CASES: Writing[] = [
  [
    'words are typed over the end of code and the start of bold words',
    docOf(code('aa link'), p(text('kkk', 'bold'), ' cc')),
    (t) => t.select('nk', 'kk').type('abc'),
    docOf(code('aa liabc'), p(text('k', 'bold'), ' cc')),
  ],
  ['code becomes text', docOf(CODE), (t) => t.caret('l1').press('Control+Alt+0'), docOf(LINES)],
  ['code becomes text, all of it selected', docOf(CODE), (t) => t.press('Control+a', 'Control+Alt+0'), docOf(LINES)],
  ['… in an item', docOf(bullets(item(CODE))), (t) => t.caret('l1').press('Control+Alt+0'), docOf(LINES)],
  ['… in a quote', docOf(quote(CODE)), (t) => t.caret('l1').press('Control+Alt+0'), docOf(LINES)],
  ['… in a cell', docOf(table(cell(CODE))), (t) => t.caret('l1').press('Control+Alt+0'), docOf(table(cell(LINES)))],
  [
    '… several',
    docOf(code('a\nb'), code('c\nd')),
    (t) => t.select('a', 'd').press('Control+Alt+0'),
    docOf(lines('a', 'b'), lines('c', 'd')),
  ],
  [
    'code becomes a heading',
    docOf(code('a\nb')),
    (t) => t.caret('a').press('Control+Alt+2'),
    docOf({ ...heading(2, ''), content: lines('a', 'b')['content'] }),
  ],
  ['code is switched off', docOf(CODE), (t) => t.caret('l1').press('Control+Alt+c'), docOf(LINES)],
  ['Backspace at the start of a text', docOf(CODE), (t) => t.caret('l1').press('Backspace'), docOf(LINES)],
  [
    'Backspace joins a paragraph',
    docOf(p('x'), CODE),
    (t) => t.caret('l1').press('Backspace', 'Backspace'),
    docOf(lines('xl1', '  l2', 'l3')),
  ],
  [
    'Backspace joins a list',
    docOf(bullets(item(p('x'))), code('a\nb')),
    (t) => t.caret('a').press('Backspace', 'Backspace'),
    docOf(bullets(item(lines('xa', 'b')))),
  ],
  ['Delete joins it to a paragraph', docOf(p('x'), CODE), (t) => t.caret('x', 'after').press('Delete'), docOf(lines('xl1', '  l2', 'l3'))],
  [
    'Delete joins it to an item',
    docOf(bullets(item(p('x'))), code('a\nb')),
    (t) => t.caret('x', 'after').press('Delete'),
    docOf(bullets(item(lines('xa', 'b')))),
  ],
  ...[[p('x')], [heading(2, 'x')], [code('x')], [bullets(item(p('x')))], [quote(p('x'))]].map(
    (above): Writing => [
      `Backspace at its start makes it text below ${above[0]?.['type']}`,
      docOf(...above, code('a\nb'), p('z')),
      (t) => t.caret('a').press('Backspace'),
      docOf(...above, lines('a', 'b'), p('z')),
    ],
  ),
  ...[table(cell(p('x'))), { type: 'embed', attrs: { url: 'https://vimeo.com/1' } }].map(
    (above): Writing => [
      `Backspace at its start selects ${above.type} above it`,
      docOf(above, code('a\nb'), p('z')),
      (t) => t.caret('a').press('Backspace', 'Backspace'),
      docOf(code('a\nb'), p('z')),
    ],
  ),
  ...(
    [
      [bullets(item(code('a\nb')), item(p('z'))), bullets(item(lines('a', 'b')), item(p('z')))],
      [bullets(item(p('x'), code('a\nb'))), bullets(item(p('x'), lines('a', 'b')))],
      [table(cell(code('a\nb'))), table(cell(lines('a', 'b')))],
    ] as [Json, Json][]
  ).map(
    ([before, after], index): Writing => [
      `Backspace at its start makes it text where it is (${index + 1})`,
      docOf(p('y'), before),
      (t) => t.caret('a').press('Backspace'),
      docOf(p('y'), after),
    ],
  ),
  ['… and undo', docOf(p('x'), CODE), (t) => t.caret('l1').press('Backspace', 'Control+z'), docOf(p('x'), CODE)],
  [
    'a selection that ends in code is deleted',
    docOf(p('ab'), CODE),
    (t) => t.select('b', 'l1').press('Delete'),
    docOf(lines('a', '  l2', 'l3')),
  ],
  [
    'a selection that ends in code is typed over',
    docOf(p('ab'), CODE),
    (t) => t.select('b', 'l1').type('X'),
    docOf(lines('aX', '  l2', 'l3')),
  ],
  [
    'lines of code are pasted among words',
    docOf(p('zz top'), CODE),
    (t) => t.caret(' top').paste(copied(CODE, 'l1', 'l2')),
    docOf(lines('zzl1', '  l2 top'), CODE),
  ],
  ['undo', docOf(CODE), (t) => t.caret('l1').press('Control+Alt+0', 'Control+z'), docOf(CODE)],
  ['redo', docOf(CODE), (t) => t.caret('l1').press('Control+Alt+0', 'Control+z', 'Control+Shift+z'), docOf(LINES)],
  ['a stored line end stays where others write', docOf(p('a\nb')), (t) => t.caret('a').type('X'), docOf(p('Xa\nb'))],
  [
    'a mention becomes code',
    docOf(p('hi ', mention(7), ' there')),
    (t) => t.caret('hi').press('Control+Alt+c'),
    docOf(code('hi @Person 7 there')),
  ],
  ['… by Markdown', docOf(p('hi ', mention(7), ' there')), (t) => t.caret('hi').type('``` '), docOf(code('hi @Person 7 there'))],
  ['… joined by Backspace', docOf(code('x'), p('hi ', mention(7))), (t) => t.caret('hi').press('Backspace'), docOf(code('xhi @Person 7'))],
  [
    '… joined by Delete',
    docOf(code('x'), p(mention(7), ' hi')),
    (t) => t.caret('x', 'after').press('Delete'),
    docOf(code('x@Person 7 hi')),
  ],
  [
    'several mentions',
    docOf(p('a', mention(7), mention(8), br, mention(9)), p(mention(7), 'b')),
    (t) => t.select('a', 'b').press('Control+Alt+c'),
    docOf(code('a@Person 7@Person 8\n@Person 9'), code('@Person 7b')),
  ],
  ['… and undo', docOf(p('a', mention(7))), (t) => t.caret('a').press('Control+Alt+c', 'Control+z'), docOf(p('a', mention(7)))],
  [
    'Tab indents the selected lines',
    docOf(code('aa\n\nbb\ncc')),
    (t) => t.select('aa', 'bb\n').press('Tab'),
    docOf(code('  aa\n\n  bb\ncc')),
  ],
  [
    'Shift+Tab takes them back',
    docOf(code('  aa\n\tbb\n cc\n    dd')),
    (t) => t.select('aa', 'dd').press('Shift+Tab'),
    docOf(code('aa\nbb\ncc\n  dd')),
  ],
  ...[
    [bullets(item(p('a'), code('l1')), item(p('n'))), bullets(item(p('a'), code('l1')), item(p('Xn')))],
    [quote(code('l1'), p('n')), quote(code('l1'), p('Xn'))],
    [table(cell(code('l1')), cell(p('n'))), table(cell(code('l1')), cell(p('Xn')))],
  ].map(
    ([before, after], index): Writing => [
      `the arrow key down at its end adds nothing where something is below (${index + 1})`,
      docOf(before as Json, p('z')),
      (t) => t.caret('l1', 'after').press('ArrowDown').type('X'),
      docOf(after as Json, p('z')),
    ],
  ),
  ['Shift+Tab at the caret', docOf(code('  aa\n  bb')), (t) => t.caret('bb', 'after').press('Shift+Tab'), docOf(code('  aa\nbb'))],
  ['the lines stay selected', docOf(code('aa\nbb')), (t) => t.select('aa\nbb').press('Tab', 'Tab', 'Shift+Tab'), docOf(code('  aa\n  bb'))],
]

const tasks = (...content: Json[]) => ({ type: 'taskList', content: [{ type: 'taskItem', content }] })

/** Lists have an Enter of their own. */
const ENTER_CASES: Writing[] = Object.entries({
  'the text': (...blocks: Json[]) => blocks,
  'an item': (...blocks: Json[]) => [bullets(item(...blocks))],
  'an item of a quote': (...blocks: Json[]) => [quote(bullets(item(...blocks)))],
  'a task': (...blocks: Json[]) => [tasks(...blocks)],
  'a quote': (...blocks: Json[]) => [quote(...blocks)],
  'a cell': (...blocks: Json[]) => [table(cell(...blocks))],
}).flatMap(([place, around]): Writing[] => [
  [
    `Enter at the end of code in ${place} begins a line`,
    docOf(...around(code('ab'))),
    (t) => t.caret('ab', 'after').press('Enter').type('c'),
    docOf(...around(code('ab\nc'))),
  ],
  [
    `Shift+Enter begins a line of code in ${place}, also after empty ones`,
    docOf(...around(code('ab'))),
    (t) => t.caret('ab', 'after').press('Shift+Enter', 'Shift+Enter', 'Shift+Enter').type('c'),
    docOf(...around(code('ab\n\n\nc'))),
  ],
  [
    `Ctrl+Enter leaves code in ${place}`,
    docOf(...around(code('ab'))),
    (t) => t.caret('b').press('Control+Enter').type('c'),
    docOf(...around(code('ab'), p('c'))),
  ],
  [
    `… within it splits a line in ${place}`,
    docOf(...around(p('x'), code('abcd'))),
    (t) => t.caret('cd').press('Enter'),
    docOf(...around(p('x'), code('ab\ncd'))),
  ],
  [
    `… replaces what is selected in ${place}`,
    docOf(...around(code('abcd'))),
    (t) => t.select('bc').press('Enter'),
    docOf(...around(code('a\nd'))),
  ],
  [
    `… after two empty lines leaves it in ${place}`,
    docOf(...around(code('ab'))),
    (t) => t.caret('ab', 'after').press('Enter', 'Enter', 'Enter').type('c'),
    docOf(...around(code('ab'), p('c'))),
  ],
  ...['```', '~~~'].map(
    (fence): Writing => [
      `${fence} and Enter begin code in ${place}`,
      docOf(...around(p('x'), p('y'))),
      (t) => t.select('y').type(`${fence}js`).press('Enter').type('a').press('Enter').type('b'),
      docOf(...around(p('x'), { type: 'codeBlock', attrs: { language: 'js' }, content: [text('a\nb')] })),
    ],
  ),
  [
    `… which undo turns into what was typed in ${place}`,
    docOf(...around(p('x'), p('y'))),
    (t) => t.select('y').type('```').press('Enter', 'Control+z'),
    docOf(...around(p('x'), p('```'))),
  ],
])

const DELETE_CASES: Writing[] = [
  ['a paragraph', [p('two')], docOf(code('onetwo'))],
  [
    'a list',
    [bullets(item(p('two'), bullets(item(p('sub')))), item(p('three')))],
    docOf(code('onetwo'), bullets(item(p('sub')), item(p('three')))),
  ],
  ['a quote', [quote(p('two'), p('three'))], docOf(code('onetwo'), quote(p('three')))],
  ['marks and line breaks', [bullets(item(p(text('two', 'bold'), br, 'three')))], docOf(code('onetwo\nthree'))],
].map(([what, below, after]) => [
  `Delete at its end: ${what}`,
  docOf(code('one'), ...(below as Json[])),
  (t) => t.caret('one', 'after').press('Delete'),
  after as Json,
])

describe('admin-components: into code and out of it', () => {
  itWrites(CODE_CASES)
  itWrites(ENTER_CASES)

  itWrites(DELETE_CASES)

  it('Delete at its end selects a card before it deletes it', () => {
    const before = docOf(code('one'), { type: 'image', attrs: { media: 7 } }, p('two'))
    source.open(before).caret('one', 'after').press('Delete')
    expect([source.card, source.value]).to.deep.equal(['image', before])
    expect(source.press('Delete').value).to.deep.equal(docOf(code('one'), p('two')))
  })

  it('lines that are copied in a cell or an item stay lines', () => {
    for (const placed of [(block: Json) => block, (block: Json) => table(cell(block)), (block: Json) => bullets(item(block))]) {
      const slice = source
        .open(docOf(placed(CODE)))
        .select('l1', 'l3')
        .copy()
      expect(copiedText(source.editor, slice)).to.equal('l1\n  l2\nl3')
    }
  })

  it('readers get the lines of what was code', () => {
    const stored = source.open(docOf(CODE)).caret('l1').press('Control+Alt+0').value as never
    expect(toHTML(stored)).to.match(/l1<br>\s*l2<br>l3/)
    expect(toMarkdown(stored).trim().split('\n')).to.have.length(3)
  })
})

describe('admin-components: commands in code', () => {
  it('insert nothing, since code holds only words', () => {
    const written = new UnmountedEditor()
    const inserting = () => hostOf(written.editor).tools.filter(({ group, canRun }) => group === 'insert' && canRun(written.editor))
    written.open(docOf(p('words'), code('line'))).caret('words')
    expect(inserting().map(({ name }) => name)).to.include.members(['image', 'file', 'embed', 'mention', 'table', 'horizontalRule'])
    written.caret('line')
    expect(inserting()).to.deep.equal([])
  })
})
