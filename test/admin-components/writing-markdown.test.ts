/** Markdown as one types it: what it becomes, and that one undo gives the characters back. */
import { expect } from 'chai'
import { quickAndLong } from '../harness/depth.ts'
import { itWrites, UnmountedEditor, type Writing } from '../harness/unmounted-editor.ts'
import { bullets, docOf, heading, item, numbers, paragraph, text } from '../harness/writing.ts'
import { openSession, type WritingSession } from '../harness/writing-session.ts'

const quote = (...content: object[]) => ({ type: 'blockquote', content })
const code = (words: string, language?: string) => ({ type: 'codeBlock', ...(language && { attrs: { language } }), content: [text(words)] })
const tasks = (checked: boolean, words: string) => ({
  type: 'taskList',
  content: [{ type: 'taskItem', ...(checked && { attrs: { checked } }), content: [paragraph(words)] }],
})

const linked = (words: string, ...marks: string[]) => ({
  type: 'text',
  text: words,
  marks: [...marks.map((type) => ({ type })), { type: 'link', attrs: { href: 'https://x.org' } }],
})

const CASES: [string, object][] = [
  ['# one', heading(1, 'one')],
  ['## one', heading(2, 'one')],
  ['#### one', heading(4, 'one')],
  ['###### one', heading(6, 'one')],
  ['- one', bullets(item(paragraph('one')))],
  ['* one', bullets(item(paragraph('one')))],
  ['1. one', numbers(item(paragraph('one')))],
  ['10) one', { ...numbers(item(paragraph('one'))), attrs: { start: 10 } }],
  ['2024. It was a good year', paragraph('2024. It was a good year')],
  ['1984) one', paragraph('1984) one')],
  ['[] one', tasks(false, 'one')],
  ['[x] one', tasks(true, 'one')],
  ['> one', quote(paragraph('one'))],
  ['``` one', code('one')],
  ['```js one', code('one', 'js')],
  ['**b** c', paragraph(text('b', 'bold'), ' c')],
  ['_i_ c', paragraph(text('i', 'italic'), ' c')],
  ['*i* c', paragraph(text('i', 'italic'), ' c')],
  ['`c` d', paragraph(text('c', 'code'), ' d')],
  ['~~s~~ d', paragraph(text('s', 'strike'), ' d')],
  ['(**b**) c', paragraph('(', text('b', 'bold'), ') c')],
  ['ข้อความ**หนา**ต่อ', paragraph('ข้อความ', text('หนา', 'bold'), 'ต่อ')],
  ['これは**太字**と*斜体*です', paragraph('これは', text('太字', 'bold'), 'と', text('斜体', 'italic'), 'です')],
  ['un**believ**able', paragraph('un', text('believ', 'bold'), 'able')],
  ['a`a` (`c`)', paragraph('a', text('a', 'code'), ' (', text('c', 'code'), ')')],
]

/** Marks in marks, and words around them that have none. */
const NESTED: [string, object][] = [
  ['_**d**_ plain', paragraph(text('d', 'bold', 'italic'), ' plain')],
  ['*__d__* plain', paragraph(text('d', 'bold', 'italic'), ' plain')],
  ['**_d_** plain', paragraph(text('d', 'bold', 'italic'), ' plain')],
  ['~~**d**~~ plain', paragraph(text('d', 'bold', 'strike'), ' plain')],
  ['**~~d~~** plain', paragraph(text('d', 'bold', 'strike'), ' plain')],
  ['**a _b_ c** plain', paragraph(text('a ', 'bold'), text('b', 'bold', 'italic'), text(' c', 'bold'), ' plain')],
  ['***d*** plain', paragraph(text('d', 'bold', 'italic'), ' plain')],
  ['___d___ plain', paragraph(text('d', 'bold', 'italic'), ' plain')],
  ['***a** b* plain', paragraph(text('a', 'bold', 'italic'), text(' b', 'italic'), ' plain')],
  ['*a **b*** plain', paragraph(text('a ', 'italic'), text('b', 'bold', 'italic'), ' plain')],
  ['un***believ***able', paragraph('un***believ***able')],
  ['~~~a~~ b', paragraph('~~~a~~ b')],
  ['use `**f**` now', paragraph('use ', text('**f**', 'code'), ' now')],
  ['`_f_` now', paragraph(text('_f_', 'code'), ' now')],
  ['`~~f~~` now', paragraph(text('~~f~~', 'code'), ' now')],
  ['`[a](https://x.org)` now', paragraph(text('[a](https://x.org)', 'code'), ' now')],
  ['`https://x.org now` z', paragraph(text('https://x.org now', 'code'), ' z')],
  ['`**f** **g**` **h** z', paragraph(text('**f** **g**', 'code'), ' ', text('h', 'bold'), ' z')],
  ['the ` key **b** z', paragraph('the ` key ', text('b', 'bold'), ' z')],
  ['[**b**](https://x.org) z', paragraph(linked('b', 'bold'), ' z')],
  ['**[b](https://x.org)** z', paragraph(linked('b', 'bold'), ' z')],
  ['[a _b_ `c`](https://x.org) z', paragraph(linked('a '), linked('b', 'italic'), linked(' '), linked('c', 'code'), ' z')],
]

/** Characters that mean nothing in Markdown either. */
const PLAIN = ['2 * 3 * 4', 'x _ y _ z', '2 ** 3 ** 4', '~~ a ~~', '` a `', '5*6*7', 'a_b_c', 'a*b*c', '**a', '* *']

const linkTo = (href: string, words = href) => ({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] })

/** Characters of a URL are never delimiters. */
const IN_URLS: Writing[] = [
  ...['/b/__init__.py', '/_a_', '/?q=~~a~~', '/*a*/b', '/**a**/b', '/a`b`c', '/`a`', '/`a`_b_`c'].map(
    (rest): Writing => [
      `in https://x.org${rest}`,
      docOf(paragraph('see x')),
      (t) => t.caret('x').type(`https://x.org${rest} `),
      docOf(paragraph('see ', linkTo(`https://x.org${rest}`), ' x')),
    ],
  ),
  ...['https://x.org/__a__.py', 'https://x.org/a_(b)'].map(
    (href): Writing => [
      `in [a](${href})`,
      docOf(paragraph('see ')),
      (t) => t.caret('see ', 'after').type(`[a](${href}) z`),
      docOf(paragraph('see ', linkTo(href, 'a'), ' z')),
    ],
  ),
  [
    'around one',
    docOf(paragraph('x')),
    (t) => t.caret('x').type('**www.x.org** '),
    docOf(
      paragraph(
        { ...linkTo('https://www.x.org', 'www.x.org'), marks: [{ type: 'link', attrs: { href: 'https://www.x.org' } }, { type: 'bold' }] },
        ' x',
      ),
    ),
  ],
  [
    'in code around one',
    docOf(paragraph('x')),
    (t) => t.caret('x').type('`https://x.org/a` '),
    docOf(paragraph(text('https://x.org/a', 'code'), ' x')),
  ],
  [
    'in code that ends with one',
    docOf(paragraph('x')),
    (t) => t.caret('x').type('`see https://x.org/a` '),
    docOf(paragraph(text('see https://x.org/a', 'code'), ' x')),
  ],
  [
    'of code behind one',
    docOf(paragraph('x')),
    (t) => t.caret('x').type('https://x.org/a`b `c` **d** '),
    docOf(paragraph(linkTo('https://x.org/a`b'), ' ', text('c', 'code'), ' ', text('d', 'bold'), ' x')),
  ],
  [
    'behind one',
    docOf(paragraph('x')),
    (t) => t.caret('x').type('https://x.org **b** '),
    docOf(paragraph(linkTo('https://x.org'), ' ', text('b', 'bold'), ' x')),
  ],
]

const typedCase = (typed: string, ...content: Record<string, unknown>[]): Writing => [
  typed,
  docOf(paragraph()),
  (t) => t.intoEmpty().type(typed),
  docOf(...content),
]

/** Signs that mean nothing in Markdown, which the next letter shows. */
const SIGNS: Writing[] = [
  ...['use _private_name here', 'the fields _id and user_id are', '_wp_attached_file', 'call __init__x now', '_ภาษา_ไทย'].map((words) =>
    typedCase(words, paragraph(words)),
  ),
  typedCase('_i_ c', paragraph(text('i', 'italic'), ' c')),
  typedCase('(_i_)', paragraph('(', text('i', 'italic'), ')')),
  typedCase('**b**c', paragraph(text('b', 'bold'), 'c')),
  typedCase('- + cheap', bullets(item(paragraph('+ cheap')))),
]

/** What Markdown is recognised at its last character. */
const UNDONE = [
  ...['- ', '* ', '+ ', '1. ', '0. ', '12. ', '3) ', '[] ', '[ ] ', '[x] ', '- [ ] ', '* [x] ', '1. [ ] '],
  ...[1, 2, 3, 4, 5, 6].map((level) => `${'#'.repeat(level)} `),
  ...['> ', '``` ', '```js ', '~~~ ', '~~~js ', '---', '___ ', '*** '],
  ...[
    '**b**',
    '__b__',
    '*b*',
    '_b_',
    '***b***',
    '___b___',
    '**_b_**',
    '_**b**_',
    '**a _b_ c**',
    '*a **b***',
    '~~b~~',
    '~~***b***~~',
    '`b`',
  ],
  ...['[b](https://x.org)', '[**b** c](https://x.org)', '**[b](https://x.org)**', 'https://x.org ', 'www.x.org '],
]

describe('admin-components: Markdown and URLs', () => {
  itWrites(IN_URLS)
  itWrites(SIGNS)

  const written = new UnmountedEditor()
  for (const typed of UNDONE)
    it(`undo gives ${typed} back, and redo takes it again`, () => {
      const made = written.open(docOf(paragraph())).intoEmpty().type(typed).value
      expect(written.press('Control+z').value).to.deep.equal(docOf(paragraph(typed)))
      expect(written.press('Control+Shift+z').value).to.deep.equal(made)
      expect(written.press('Control+z').type('z').value).to.deep.equal(docOf(paragraph(`${typed}z`)))
    })
})

describe('admin-components: Markdown in a text', function () {
  this.timeout(120_000)
  let session: WritingSession
  before(async () => {
    session = await openSession()
  })
  after(() => session?.leave())
  afterEach(() => session.seat.quiet())

  for (const [end, cases] of quickAndLong(5, CASES))
    for (const [typed, wanted] of cases)
      it(`${typed}${end}`, async () => {
        await session.begin()
        await session.writer.type(typed)
        expect(await session.kept()).to.deep.equal(docOf(wanted as Record<string, unknown>))
      })

  it('marks in marks, code and links end where they are closed @long', async () => {
    await session.begin()
    for (const [index, [typed]] of NESTED.entries()) {
      if (index > 0) await session.writer.press('Enter')
      await session.writer.type(typed)
    }
    const inOrder = (node: any): any => ({
      ...node,
      ...(node.marks && { marks: [...node.marks].sort((one, other) => one.type.localeCompare(other.type)) }),
      ...(node.content && { content: node.content.map(inOrder) }),
    })
    expect(inOrder(await session.kept()).content).to.deep.equal(NESTED.map(([, wanted]) => inOrder(wanted)))
  })

  it('marks that were on before an opening delimiter stay on', async () => {
    await session.begin()
    await session.writer.press('Control+b')
    await session.writer.type('a _b_ c')
    expect(await session.kept()).to.deep.equal(docOf(paragraph(text('a ', 'bold'), text('b', 'bold', 'italic'), text(' c', 'bold'))))
  })

  it('the marker of the next item is typed or left out, with the same result @long', async () => {
    for (const [signs, list] of [
      [['- ', '- ', '* '], bullets],
      [['- ', '', '- '], bullets],
      [['1. ', '2. ', '3. '], numbers],
    ] as const) {
      await session.begin()
      for (const [index, sign] of signs.entries()) {
        if (index > 0) await session.writer.press('Enter')
        await session.writer.type(`${sign}${'abc'[index]}`)
      }
      expect(await session.kept(), signs.join()).to.deep.equal(docOf(list(...['a', 'b', 'c'].map((words) => item(paragraph(words))))))
    }
  })

  it('an item of a list becomes a task, next to those of its kind @long', async () => {
    for (const sign of ['- [ ]', '- []', '* [ ]', '1. [ ]']) {
      await session.begin(docOf(paragraph()))
      await session.writer.type(`${sign} one`)
      expect(await session.kept(), sign).to.deep.equal(docOf(tasks(false, 'one')))
    }
    const rest = bullets(item(paragraph('Bob')), item(paragraph('Cid')))
    await session.begin(docOf(tasks(false, 'Zoe'), bullets(item(paragraph('Ann')), ...(rest['content'] as object[] as []))))
    await session.writer.caret('Ann')
    await session.writer.type('[x] 1')
    const ticked = { type: 'taskList', content: [...tasks(false, 'Zoe').content, ...tasks(true, '1Ann').content] }
    expect(await session.kept()).to.deep.equal(docOf(ticked, rest))
    await session.writer.caret('1Ann')
    await session.writer.type('[ ] ')
    await session.writer.caret('Bob')
    await session.writer.press('Control+Shift+9')
    await session.writer.type('2')
    await session.writer.caret('Cid')
    await session.writer.press('Control+Shift+8')
    await session.writer.type('3')
    expect(await session.kept()).to.deep.equal(docOf(bullets(...['Zoe', '1Ann', '2Bob', '3Cid'].map((words) => item(paragraph(words))))))
  })

  it('a delimiter next to a space, or inside a word, stays as it was typed or pasted @long', async () => {
    await session.begin()
    for (const words of PLAIN) {
      await session.writer.type(`See ${words}`)
      await session.writer.press('Enter')
    }
    await session.writer.paste({ 'text/plain': PLAIN.join(' , ') })
    const kept = (await session.kept()) as { content: unknown[] }
    expect(kept).to.deep.equal(docOf(...PLAIN.map((words) => paragraph(`See ${words}`)), paragraph(PLAIN.join(' , '))))
  })

  const LITERAL = 'a *b* and _c_ and ~~d~~'

  it('pasted words that are formatted already keep their delimiters, and plain ones become marks @long', async () => {
    await session.begin()
    await session.writer.paste({ 'text/html': `<p>${LITERAL} <b>e</b> and \`f\`</p>`, 'text/plain': LITERAL })
    expect(await session.kept()).to.deep.equal(docOf(paragraph(`${LITERAL} `, text('e', 'bold'), ' and `f`')))
    await session.begin()
    await session.writer.paste({ 'text/plain': LITERAL })
    expect(await session.kept()).to.deep.equal(
      docOf(paragraph('a ', text('b', 'italic'), ' and ', text('c', 'italic'), ' and ', text('d', 'strike'))),
    )
  })

  it('pasted Markdown, and cells of a spreadsheet, are read once @long', async () => {
    await session.begin()
    await session.writer.paste({ 'text/plain': '**a** \\*b\\* \\_c\\_' })
    await session.seat.sees('*b* _c_')
    expect(await session.kept()).to.deep.equal(docOf(paragraph(text('a', 'bold'), ' *b* _c_')))
    await session.begin()
    await session.writer.paste({ 'text/plain': '*a*\t_b_\n1\t2' })
    expect(JSON.stringify(await session.kept()))
      .to.contain('"*a*"')
      .and.to.contain('"_b_"')
  })

  it('--- is a divider, and writing goes on below @long', async () => {
    await session.begin()
    await session.writer.type('---after')
    expect(await session.kept()).to.deep.equal(docOf({ type: 'horizontalRule' }, paragraph('after')))
  })

  it('one undo gives the characters back', async () => {
    await session.begin()
    await session.writer.type('## ')
    await session.writer.press('Control+z')
    expect(await session.writer.field.locator('p').first().textContent()).to.contain('##')
  })

  it('a field without the largest heading makes the largest that it has @long', async () => {
    const other = await openSession({
      collections: [
        { slug: 'posts', useAsTitle: 'title', fields: [{ name: 'title' }, { name: 'body', type: 'richText', headings: [2, 3] }] },
      ],
    })
    await other.begin()
    await other.writer.type('# one')
    expect(await other.kept()).to.deep.equal(docOf(heading(2, 'one')))
    await other.leave()
  })
})

describe('admin-components: undo after bold and italic Markdown', () => {
  itWrites(
    (
      [
        [1, paragraph('***b***')],
        [2, paragraph('*', text('b', 'bold'))],
        [3, paragraph('***b**')],
      ] as const
    ).map(
      ([times, wanted]): Writing => [
        `${times} times: the characters first, then what was there before the last one`,
        docOf(paragraph('x'), paragraph()),
        (t) =>
          t
            .intoEmpty()
            .type('***b***')
            .press(...Array<string>(times).fill('Control+z')),
        docOf(paragraph('x'), wanted),
      ],
    ),
  )
})

describe('admin-components: undo after two shortcuts at one place', () => {
  const written = new UnmountedEditor()
  const MARKERS = ['- ', '1. ', '[ ] ', '# ', '> ']
  const listOf = (type: string, kind: string) => (words: string) =>
    docOf({ type, content: ['before', words, 'after'].map((one) => ({ type: kind, content: [paragraph(one)] })) })
  const PLACES: Record<string, (words: string) => object> = {
    'a paragraph': (words) => docOf(paragraph(words)),
    'an item': listOf('bulletList', 'listItem'),
    'a numbered item': listOf('orderedList', 'listItem'),
    'a task': listOf('taskList', 'taskItem'),
    'a quote': (words) => docOf(quote(paragraph('before'), paragraph(words))),
  }

  for (const [what, placed] of Object.entries(PLACES))
    it(`gives back what was typed in ${what}, the second one or both`, () => {
      for (const first of MARKERS)
        for (const second of MARKERS) {
          written.open(placed('it')).caret('it').type(first)
          const once = JSON.stringify(written.value)
          const typed = once.includes('"it"') ? [once.replace('"it"', `"${second}it"`), JSON.stringify(placed(`${first}${second}it`))] : []
          const made = JSON.stringify(written.type(second).value)
          if (typed.includes(made)) continue
          expect(JSON.stringify(written.press('Control+z').value), `${first}${second}`).to.be.oneOf(typed)
        }
    })

  it('gives back both where an item leaves its list for two kinds of lists in turn', () => {
    const kinds = { bulletList: 'listItem', orderedList: 'listItem', taskList: 'taskItem' }
    const signs = ['- ', '1. ', '[ ] ']
    const pairs = signs.flatMap((first) => signs.filter((second) => second !== first).map((second) => `${first}${second}`))
    for (const [type, kind] of Object.entries(kinds))
      for (const typed of pairs)
        for (const others of [
          ['before', 'it', 'after'],
          ['before', 'it'],
        ]) {
          const content = (words: string) => others.map((one) => ({ type: kind, content: [paragraph(one === 'it' ? words : one)] }))
          const doc = (words: string) => docOf({ type, content: content(words) })
          const undone = written.open(doc('it')).caret('it').type(typed).press('Control+z').value
          expect(undone, `${typed} in ${type}, ${others}`).to.deep.equal(doc(`${typed}it`))
        }
  })
})
