/** Parts of blocks that are copied and pasted: among other words, they are words. */
import { itWrites, UnmountedEditor, type Writing } from '../harness/unmounted-editor.ts'
import { bullets, codeBlock as code, docOf, heading, item, numbers, paragraph as p, quote, task, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>

const cell = (...content: Json[]) => ({ type: 'tableCell', content })
const table = (...content: Json[]) => ({ type: 'table', content: [{ type: 'tableRow', content }] })

/** Where something is copied. */
const source = new UnmountedEditor()

const SOURCE = [
  heading(2, 'Head'),
  bullets(item(p('one')), item(p('two'))),
  tasks(task('done', true), task('open')),
  code('code'),
  quote(p('said')),
  table(cell(p('in cell'))),
]

/** What an editor with these blocks would copy. */
const copied = (blocks: Json[], first: string, last = first) =>
  source
    .open(docOf(...blocks))
    .select(first, last)
    .copy()

const CARD = { type: 'image', attrs: { media: 7 } }
const EMBED = { type: 'embed', attrs: { url: 'https://youtu.be/jNQXAC9IVRw' } }
const card = source
  .open(docOf(CARD, p('x')))
  .selectWhole('image')
  .copy()

/** Never in the middle of words. Where the next words would be in another block, item or cell, an empty paragraph is below the card. */
const CARD_CASES: Writing[] = [
  ['in mid-sentence, below the paragraph', docOf(p('one two')), (t) => t.caret('two').paste(card), docOf(p('one two'), CARD)],
  ['at the end', docOf(p('one'), p('two')), (t) => t.caret('one', 'after').paste(card), docOf(p('one'), CARD, p('two'))],
  ['at the start, above', docOf(p('one')), (t) => t.caret('one').paste(card), docOf(CARD, p('one'))],
  ['in an empty line', docOf(p('one'), p(), p('two')), (t) => t.intoEmpty().paste(card), docOf(p('one'), CARD, p(), p('two'))],
  ['over a word', docOf(p('one two six')), (t) => t.select('two').paste(card), docOf(p('one  six'), CARD)],
  ['over all words of a paragraph', docOf(p('one'), p('two')), (t) => t.select('one').paste(card), docOf(CARD, p('two'))],
  ['over words of two', docOf(p('one'), p('two')), (t) => t.select('ne', 'tw').paste(card), docOf(p('oo'), CARD)],
  ['below a selected one', docOf(EMBED, p('one')), (t) => t.selectWhole('embed').paste(card), docOf(EMBED, CARD, p(), p('one'))],
  [
    'in an item',
    docOf(bullets(item(p('one')), item(p('two')))),
    (t) => t.caret('ne').paste(card),
    docOf(bullets(item(p('one'), CARD, p()), item(p('two')))),
  ],
  [
    'in a cell',
    docOf(table(cell(p('one')), cell(p('two')))),
    (t) => t.caret('ne').paste(card),
    docOf(table(cell(p('one'), CARD, p()), cell(p('two')))),
  ],
  ['in a heading', docOf(heading(2, 'one')), (t) => t.caret('ne').paste(card), docOf(heading(2, 'one'), CARD)],
  ['undone in one step', docOf(p('one two six')), (t) => t.select('two').paste(card).press('Control+z'), docOf(p('one two six'))],
  ['one goes on below', docOf(p('one two')), (t) => t.caret('two').paste(card).type('x'), docOf(p('one two'), CARD, p('x'))],
]

const PASTE_CASES: Writing[] = [
  ...['ead', 'Head', 'ne', 'one', 'done', 'ode', 'sai', 'cell'].flatMap((words): Writing[] => [
    [`'${words}' before words`, docOf(p('zz top')), (t) => t.caret('zz').paste(copied(SOURCE, words)), docOf(p(`${words}zz top`))],
    [`'${words}' over the first of them`, docOf(p('zz top')), (t) => t.select('zz').paste(copied(SOURCE, words)), docOf(p(`${words} top`))],
    [`'${words}' after them`, docOf(p('zz')), (t) => t.caret('zz', 'after').paste(copied(SOURCE, words)), docOf(p(`zz${words}`))],
    [
      `'${words}' into a heading`,
      docOf(heading(3, 'zz')),
      (t) => t.caret('zz').paste(copied(SOURCE, words)),
      docOf(heading(3, `${words}zz`)),
    ],
    [
      `'${words}' into an item`,
      docOf(bullets(item(p('zz')))),
      (t) => t.caret('zz').paste(copied(SOURCE, words)),
      docOf(bullets(item(p(`${words}zz`)))),
    ],
  ]),
  [
    'a heading alone in a line stays one',
    docOf(p(), p('x')),
    (t) => t.intoEmpty().paste(copied(SOURCE, 'Head')),
    docOf(heading(2, 'Head'), p('x')),
  ],
  ['so does an item', docOf(p(), p('x')), (t) => t.intoEmpty().paste(copied(SOURCE, 'one')), docOf(bullets(item(p('one'))), p('x'))],
  [
    'a task in an empty item is words',
    docOf(bullets(item(p('a')), item(p()))),
    (t) => t.intoEmpty().paste(copied(SOURCE, 'done')),
    docOf(bullets(item(p('a')), item(p('done')))),
  ],
  [
    'items in an item are items',
    docOf(bullets(item(p('a')), item(p('zz')))),
    (t) => t.caret('zz').paste(copied(SOURCE, 'ne', 'tw')),
    docOf(bullets(item(p('a')), item(p('ne')), item(p('twzz')))),
  ],
  [
    '… also of another kind of list',
    docOf(numbers(item(p('zz')))),
    (t) => t.caret('zz').paste(copied(SOURCE, 'one', 'tw')),
    docOf(numbers(item(p('one')), item(p('twzz')))),
  ],
  [
    '… at the end of one',
    docOf(bullets(item(p('zz')))),
    (t) => t.caret('zz', 'after').paste(copied(SOURCE, 'one', 'tw')),
    docOf(bullets(item(p('zzone')), item(p('tw')))),
  ],
  ...[p(), p('zz')].flatMap((words): Writing[] => [
    [
      `tasks in an item ${words['content'] ? 'with' : 'without'} words are items of its list`,
      docOf(bullets(item(p('a')), item(words), item(p('b')))),
      (t) => (words['content'] ? t.caret('zz') : t.intoEmpty()).paste(copied(SOURCE, 'done', 'op')),
      docOf(bullets(item(p('a')), item(p('done')), item(p(`op${words['content'] ? 'zz' : ''}`)), item(p('b')))),
    ],
    [
      `items in a task ${words['content'] ? 'with' : 'without'} words are tasks`,
      docOf(tasks(task('a'), { ...task(''), content: [words] }, task('b'))),
      (t) => (words['content'] ? t.caret('zz') : t.intoEmpty()).paste(copied(SOURCE, 'one', 'tw')),
      docOf(tasks(task('a'), task('one'), task(`tw${words['content'] ? 'zz' : ''}`), task('b'))),
    ],
  ]),
]

describe('admin-components: pasted parts of blocks', () => {
  itWrites(PASTE_CASES)
})

describe('admin-components: pasted cards', () => {
  itWrites(CARD_CASES)
})
