/** Lists, tasks and quotes at their edges: lists that become neighbours, markers of another kind, Enter, and the paragraph below the text that isn't stored. */
import { TextSelection } from '@tiptap/pm/state'
import { expect } from 'chai'
import { itWrites, UnmountedEditor, type Writing } from '../harness/unmounted-editor.ts'
import { bullets, codeBlock as code, docOf, heading, item, numbers, paragraph as p, quote, task, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>

const image = { type: 'image', attrs: { media: 7 } }

/** Where something is copied. */
const source = new UnmountedEditor()

const one = item(p('one'))
const two = item(p('two'))

const LIST_CASES: Writing[] = [
  ...[bullets, numbers].flatMap((list): Writing[] => [
    ['Delete in the empty line between', docOf(list(one), p(), list(two)), (t) => t.intoEmpty().press('Delete'), docOf(list(one, two))],
    ['Backspace in it', docOf(list(one), p(), list(two)), (t) => t.intoEmpty().press('Backspace'), docOf(list(one, two))],
    [
      'the block between is removed',
      docOf(list(one), p('mid'), list(two)),
      (t) => t.caret('mid').press('Control+Shift+Backspace'),
      docOf(list(one, two)),
    ],
    [
      'a card between is deleted',
      docOf(list(one), image, list(two)),
      (t) => t.caret('one', 'after').press('Delete', 'Delete'),
      docOf(list(one, two)),
    ],
    [
      'the block between moves away',
      docOf(list(one), p('mid'), list(two)),
      (t) => t.caret('mid').press('Alt+Shift+ArrowDown'),
      docOf(list(one, two), p('mid')),
    ],
    [
      'a list is left and entered again',
      docOf(list(one, two)),
      (t) => t.caret('one', 'after').press('Enter', 'Enter', 'Backspace'),
      docOf(list(one, two)),
    ],
    [
      '… with words in between',
      docOf(list(one, two)),
      (t) => t.caret('one', 'after').press('Enter', 'Enter').type('X'),
      docOf(list(one), p('X'), list(two)),
    ],
    [
      'undo takes them apart',
      docOf(list(one), p(), list(two)),
      (t) => t.intoEmpty().press('Delete', 'Control+z'),
      docOf(list(one), p(), list(two)),
    ],
    [
      'lists that were neighbours stay apart',
      docOf(list(one), list(two)),
      (t) => t.caret('two', 'after').press('Enter').type('X'),
      docOf(list(one), list(two, item(p('X')))),
    ],
    [
      '… also if one of their items goes',
      docOf(list(one, item(p())), list(two)),
      (t) => t.intoEmpty().press('Control+Shift+Backspace'),
      docOf(list(one), list(two)),
    ],
    [
      'lists that are pasted together',
      docOf(p('zz')),
      (t) =>
        t.caret('zz').paste(
          source
            .open(docOf(list(one), list(two)))
            .select('one', 'two')
            .copy(),
        ),
      docOf(list(one), list(item(p('twozz')))),
    ],
    [
      'undo joins nothing',
      docOf(list(one), list(two)),
      (t) => t.caret('one', 'after').press('Enter', 'Enter', 'Control+z', 'Control+z'),
      docOf(list(one), list(two)),
    ],
  ]),
  [
    'a marker makes the block between an item',
    docOf(bullets(one), p('mid'), bullets(two)),
    (t) => t.caret('mid').type('- '),
    docOf(bullets(one, item(p('mid')), two)),
  ],
  [
    '1. begins anew below numbers',
    docOf(numbers(one), p('a')),
    (t) => t.caret('a').type('1. '),
    docOf(numbers(one), numbers(item(p('a')))),
  ],
  ['… and above them', docOf(p('a'), numbers(one)), (t) => t.caret('a').type('1. '), docOf(numbers(item(p('a'))), numbers(one))],
  [
    '1) begins a list, and 2) goes on',
    docOf(p('a'), p('b')),
    (t) => t.caret('a').type('1) ').caret('b').type('2) '),
    docOf(numbers(item(p('a')), item(p('b')))),
  ],
  ['1) in a bullet', docOf(bullets(one)), (t) => t.caret('one').type('1) '), docOf(numbers(one))],
  ['… while 2. goes on', docOf(numbers(one), p('a')), (t) => t.caret('a').type('2. '), docOf(numbers(one, item(p('a'))))],
  [
    'the command joins both',
    docOf(numbers(one), p('a'), numbers(two)),
    (t) => t.caret('a').press('Control+Shift+7'),
    docOf(numbers(one, item(p('a')), two)),
  ],
  [
    'lists of different kinds stay',
    docOf(bullets(one), p(), numbers(two)),
    (t) => t.intoEmpty().press('Delete'),
    docOf(bullets(one), numbers(two)),
  ],
  [
    'tasks keep their ticks',
    docOf(tasks(task('a', true)), p(), tasks(task('b'))),
    (t) => t.intoEmpty().press('Delete'),
    docOf(tasks(task('a', true), task('b'))),
  ],
  [
    'a marker of numbers in the next bullet',
    docOf(bullets(one)),
    (t) => t.caret('one', 'after').press('Enter').type('1. b'),
    docOf(bullets(one), numbers(item(p('b')))),
  ],
  [
    'a marker of bullets among numbers',
    docOf(numbers(one, two, item(p('c')))),
    (t) => t.caret('two').type('- '),
    docOf(numbers(one), bullets(two), numbers(item(p('c')))),
  ],
  [
    'a marker of numbers in a task',
    docOf(tasks(task('a', true), task('b'))),
    (t) => t.caret('b').type('1. '),
    docOf(tasks(task('a', true)), numbers(item(p('b')))),
  ],
  [
    'Enter before a ticked task',
    docOf(tasks(task('done', true))),
    (t) => t.caret('done').press('Enter'),
    docOf(tasks(task(''), task('done', true))),
  ],
  [
    '… and the caret stays',
    docOf(tasks(task('done', true))),
    (t) => t.caret('done').press('Enter').type('X'),
    docOf(tasks(task(''), task('Xdone', true))),
  ],
  [
    '… over its first words',
    docOf(tasks(task('so done', true))),
    (t) => t.select('so ').press('Enter'),
    docOf(tasks(task(''), task('done', true))),
  ],
  [
    'Enter in a ticked task',
    docOf(tasks(task('done', true))),
    (t) => t.caret('ne').press('Enter'),
    docOf(tasks(task('do', true), task('ne'))),
  ],
  [
    'Enter twice inside a quote goes on in it',
    docOf(quote(p('a'), p('b'))),
    (t) => t.caret('a', 'after').press('Enter', 'Enter').type('X'),
    docOf(quote(p('a'), p(), p('X'), p('b'))),
  ],
  [
    'Enter twice at its end leaves it',
    docOf(quote(p('a'), p('b'))),
    (t) => t.caret('b', 'after').press('Enter', 'Enter').type('X'),
    docOf(quote(p('a'), p('b')), p('X')),
  ],
]

/** What is written, all of it selected and deleted: each step comes back. */
const UNDO_CASES: Writing[] = ['Control+Shift+7', 'Control+Shift+8', 'Control+Shift+9', 'Control+Shift+b'].map((key) => [
  `undo goes back to the start after ${key}, Enter and deleting everything`,
  docOf(p('words'), p('more')),
  (t) => {
    t.selectAll().press('Delete', key, 'Enter')
    const { state, view } = t.editor
    view.dispatch(state.tr.setSelection(TextSelection.between(state.doc.resolve(0), state.doc.resolve(state.doc.content.size))))
    return t.press('Delete', 'Control+z', 'Control+z', 'Control+z', 'Control+z', 'Control+z')
  },
  docOf(p('words'), p('more')),
])

/** The words that come back after so many presses. */
const OVER_CASES: Writing[] = (
  [
    [1, 'one fine  three'],
    [2, 'one two three'],
  ] as const
).map(([times, after]) => [
  `undo takes back a word that was typed over another, ${times} times`,
  docOf(p('one two three')),
  (t) =>
    t
      .select('two')
      .type('fine words')
      .press(...Array<string>(times).fill('Control+z')),
  docOf(p(after)),
])

/** A line with its end, as Shift+ArrowDown selects it, and Enter. */
const lineCase = (what: string, before: Json[], after: Json[]): Writing => [
  what,
  docOf(...before),
  (t) => t.select('one').extendTo('two').press('Enter').type('X'),
  docOf(...after),
]

const X = (words: string) => p(`X${words}`)
const LINE_CASES: Writing[] = [
  lineCase('paragraphs', [p('one'), p('two')], [p(), X('two')]),
  lineCase('half of a line', [p('half one'), p('two')], [p('half '), X('two')]),
  lineCase('a heading', [heading(2, 'one'), p('two')], [{ type: 'heading', attrs: { level: 2 } }, X('two')]),
  lineCase('items', [bullets(one, two, item(p('three')))], [bullets(item(p()), item(X('two')), item(p('three')))]),
  lineCase('a paragraph above a list', [p('one'), bullets(two, item(p('three')))], [p(), bullets(item(X('two')), item(p('three')))]),
  lineCase('… and its first item', [p('one'), bullets(item(p('a')), two)], [p(), bullets(item(X('two')))]),
  lineCase('the last item', [bullets(item(p('a')), one), p('two')], [bullets(item(p('a')), item(p())), X('two')]),
  lineCase('a paragraph above a quote', [p('one'), quote(p('two'))], [p(), quote(X('two'))]),
  lineCase('tasks', [tasks(task('one', true), task('two', true))], [tasks(task('', true), task('Xtwo', true))]),
  lineCase('a sub list', [bullets(item(p('one'), bullets(two)))], [bullets(item(p(), bullets(item(X('two')))))]),
  lineCase('a picture with it', [p('one'), image, p('two')], [p(), X('two')]),
  lineCase('code', [code('one'), p('two')], [{ type: 'codeBlock' }, X('two')]),
  [
    'from one item into another',
    docOf(bullets(one, two, item(p('three')))),
    (t) => t.select('ne', 'tw').press('Enter').type('X'),
    docOf(bullets(item(p('o')), item(p('Xo')), item(p('three')))),
  ],
  [
    'from a heading into a task',
    docOf(heading(2, 'one'), tasks(task('a'), task('two', true))),
    (t) => t.select('ne', 'tw').press('Enter').type('X'),
    docOf(heading(2, 'o'), tasks(task('Xo', true))),
  ],
]

/** The first press takes an item out of its list, whatever list is above. */
const BACKSPACE_CASES: Writing[] = [bullets(item(p('fin'))), numbers(item(p('fin'))), tasks(task('fin', true)), p('fin')].flatMap((above) =>
  [bullets(one, two), numbers(one, two)].map((list): Writing => {
    const rest = { ...list, content: [two] }
    return [
      `${list['type']} below ${above['type']}`,
      docOf(above, list),
      (t) => t.caret('one').press('Backspace'),
      docOf(above, p('one'), rest),
    ]
  }),
)

const ALL_CASES: Writing[] = [
  ['bullets become numbers', docOf(bullets(one)), (t) => t.press('Control+a', 'Control+Shift+7'), docOf(numbers(one))],
  [
    'several blocks become a list',
    docOf(p('a'), bullets(one)),
    (t) => t.press('Control+a', 'Control+Shift+8'),
    docOf(bullets(item(p('a')), one)),
  ],
  [
    '… and blocks again',
    docOf(p('a'), bullets(one)),
    (t) => t.press('Control+a', 'Control+Shift+8', 'Control+a', 'Control+Shift+8'),
    docOf(p('a'), p('one')),
  ],
  ['words and a picture', docOf(p('a'), image), (t) => t.press('Control+a', 'Control+Shift+8'), docOf(bullets(item(p('a'))), image)],
  ['a picture', docOf(image), (t) => t.press('Control+a', 'Control+Shift+8'), docOf(bullets(item(image)))],
  ['a list is quoted', docOf(bullets(one, two)), (t) => t.press('Control+a', 'Control+Shift+b'), docOf(quote(bullets(one, two)))],
  ['a quote is none', docOf(quote(p('a'))), (t) => t.press('Control+a', 'Control+Shift+b'), docOf(p('a'))],
  ['code becomes a heading', docOf(code('a')), (t) => t.press('Control+a', 'Control+Alt+2'), docOf(heading(2, 'a'))],
]

describe('admin-components: edges of lists, tasks and quotes', () => {
  itWrites(LIST_CASES)
  itWrites(UNDO_CASES)
  itWrites(OVER_CASES)
})

describe('admin-components: Enter over a line that is selected with its end', () => {
  itWrites(LINE_CASES)
})

describe('admin-components: Backspace at the start of a list', () => {
  itWrites(BACKSPACE_CASES)

  itWrites(
    [bullets(one), numbers(one), tasks(task('one')), p('one')].map((above): Writing => {
      const after = docOf(above, p('said'), quote(p('two')))
      return [`a quote below ${above['type']}`, docOf(above, quote(p('said'), p('two'))), (t) => t.caret('said').press('Backspace'), after]
    }),
  )

  const said = quote(p('a'), p('said'))
  itWrites([
    ...[p('rest'), heading(2, 'rest'), code('rest')].map((joins): Writing => {
      const after = docOf(quote(p('a'), p('saidXrest')))
      // Code becomes text first.
      const keys = joins['type'] === 'codeBlock' ? ['Backspace', 'Backspace'] : ['Backspace']
      return [
        `${joins['type']} below a quote`,
        docOf(said, joins),
        (t) =>
          t
            .caret('rest')
            .press(...keys)
            .type('X'),
        after,
      ]
    }),
    [
      'an item below a quote, twice',
      docOf(said, bullets(item(p('rest')))),
      (t) => t.caret('rest').press('Backspace', 'Backspace').type('X'),
      docOf(quote(p('a'), p('saidXrest'))),
    ],
    [
      'a quote in an item',
      docOf(bullets(item(said, p('rest')))),
      (t) => t.caret('rest').press('Backspace').type('X'),
      docOf(bullets(item(quote(p('a'), p('saidXrest'))))),
    ],
    [
      'a quote that ends with a picture',
      docOf(quote(p('a'), image), p('rest')),
      (t) => t.caret('rest').press('Backspace', 'Backspace'),
      docOf(quote(p('a')), p('rest')),
    ],
  ])

  it('is one step to undo', () => {
    const before = docOf(tasks(task('fin', true)), bullets(one))
    expect(source.open(before).caret('one').press('Backspace', 'Control+z').value).to.deep.equal(before)
  })
})

describe('admin-components: commands for a whole text', () => {
  itWrites(ALL_CASES)
})
