/** Enter in an empty item of a nested list goes one level out, whatever kinds of lists they are, and what is below goes along. */
import { itWrites, type Writing } from '../harness/unmounted-editor.ts'
import { bullets, docOf, item, numbers, paragraph as p, task, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>

const one = item(p('one'))
const two = item(p('two'))

const KINDS: [string, (...items: Json[]) => Json, (...content: Json[]) => Json][] = [
  ['bullets', bullets, item],
  ['numbers', numbers, item],
  ['tasks', tasks, (...content) => ({ type: 'taskItem', content })],
]

const OUTWARDS: Writing[] = KINDS.flatMap(([outer, list, of]) =>
  KINDS.flatMap(([inner, innerList, innerOf]): Writing[] => {
    const nested = (...words: string[]) => innerList(...words.map((one) => innerOf(one === '' ? p() : p(one))))
    const [b, tail] = [of(p('b')), p('tail')]
    const family = innerList(innerOf(p('c1'), list(of(p('d')))), innerOf(p('c2'), p('more')))
    const empty = (...children: Json[]) => innerOf(p(), ...children)
    const within = (name: string, before: Json[], after: Json[], more: Json[] = []): Writing => [
      `Enter in an empty item ${name}: ${inner} in ${outer}`,
      docOf(list(of(p('a'), ...before), b)),
      (t) => t.intoEmpty().press('Enter').type('NEW').press('Enter').type('NEXT'),
      docOf(list(...after, ...more, b)),
    ]
    const next = (...rest: Json[]) => [of(p('NEW')), of(p('NEXT'), ...rest)]
    return [
      within('in the middle', [nested('a1', '', 'a2', 'a3')], [of(p('a'), nested('a1')), ...next(nested('a2', 'a3'))]),
      within('at the start', [nested('', 'a2')], [of(p('a')), ...next(nested('a2'))]),
      within('at the end', [nested('a1', '')], [of(p('a'), nested('a1')), ...next()]),
      within('alone', [nested('')], [of(p('a')), ...next()]),
      within('with children', [innerList(empty(family))], [of(p('a')), ...next(family)]),
      within('with children, at the end', [innerList(innerOf(p('a1')), empty(family))], [of(p('a'), nested('a1')), ...next(family)]),
      within(
        'with children, in the middle',
        [innerList(innerOf(p('a1')), empty(nested('c')), innerOf(p('a2')), innerOf(p('a3')))],
        [of(p('a'), nested('a1')), ...next(nested('c', 'a2', 'a3'))],
      ),
      within('with children, at the start', [innerList(empty(nested('c')), innerOf(p('a2')))], [of(p('a')), ...next(nested('c', 'a2'))]),
      within('with children, above more of the outer item', [innerList(empty(family)), tail], [of(p('a')), ...next(family, tail)]),
      [
        `… with children, and undo: ${inner} in ${outer}`,
        docOf(list(of(p('a'), innerList(innerOf(p('a1')), empty(family), innerOf(p('a2')))), b)),
        (t) => t.intoEmpty().press('Enter').press('Control+z'),
        docOf(list(of(p('a'), innerList(innerOf(p('a1')), empty(family), innerOf(p('a2')))), b)),
      ],
      within('above more of the outer item', [nested('a1', ''), tail], [of(p('a'), nested('a1')), ...next(tail)]),
      [
        `… at the third level, and undo: ${inner} in ${outer}`,
        docOf(list(of(p('a'), innerList(innerOf(p('b'), list(of(p('c1')), of(p()), of(p('c2')))), innerOf(p('d')))))),
        (t) => t.intoEmpty().press('Enter').type('X').press('Control+z', 'Control+z'),
        docOf(list(of(p('a'), innerList(innerOf(p('b'), list(of(p('c1')), of(p()), of(p('c2')))), innerOf(p('d')))))),
      ],
      [
        `… twice: ${inner} in ${outer}`,
        docOf(list(of(p('a'), innerList(innerOf(p('b'), list(of(p('c1')), of(p()), of(p('c2')))), innerOf(p('d')))))),
        (t) => t.intoEmpty().press('Enter').type('X'),
        docOf(list(of(p('a'), innerList(innerOf(p('b'), list(of(p('c1')))), innerOf(p('X'), list(of(p('c2')))), innerOf(p('d')))))),
      ],
    ]
  }),
)

const TURNED: Writing[] = [
  [
    'children of another kind stay a list of their own, above the items that were below',
    docOf(bullets(item(p('a'), numbers(one, item(p(), tasks(task('c', true))), two)))),
    (t) => t.intoEmpty().press('Enter').type('X'),
    docOf(bullets(item(p('a'), numbers(one)), item(p('X'), tasks(task('c', true)), numbers(two)))),
  ],
  [
    'an item that goes on with words of its own is not empty',
    docOf(bullets(item(p('a'), bullets(item(p(), p('words')))))),
    (t) => t.intoEmpty().press('Enter').type('X'),
    docOf(bullets(item(p('a'), bullets(item(p()), item(p('X'), p('words')))))),
  ],
  [
    'what goes on below counts anew, and the list above from where it began',
    docOf(numbers(item(p('a'), { ...numbers(one, item(p()), two), attrs: { start: 4 } }))),
    (t) => t.intoEmpty().press('Enter').type('X'),
    docOf(numbers(item(p('a'), { ...numbers(one), attrs: { start: 4 } }), item(p('X'), { ...numbers(two), attrs: { start: 1 } }))),
  ],
  [
    'a new task has no tick',
    docOf(tasks({ type: 'taskItem', attrs: { checked: true }, content: [p('a'), tasks(task('a1'), task(''), task('a2', true))] })),
    (t) => t.intoEmpty().press('Enter').type('X'),
    docOf(
      tasks(
        { type: 'taskItem', attrs: { checked: true }, content: [p('a'), tasks(task('a1'))] },
        { type: 'taskItem', content: [p('X'), tasks(task('a2', true))] },
      ),
    ),
  ],
]

describe('admin-components: Enter in an empty nested item', () => {
  itWrites(OUTWARDS)
  itWrites(TURNED)
})
