/** What two people change at one block apart from its words, attribute by attribute: they are asked only for the same one. */
import { expect } from 'chai'
import { mergeTexts } from '../../admin-components/document/merge-texts.ts'
import { plain as p, tableOf } from '../harness/random-texts.ts'
import { bullets, docOf, heading, item, numbers, task, tasks } from '../harness/writing.ts'

type Node = any

const picture = (attrs: object = {}): Node => ({ type: 'image', attrs: { media: 1, alt: 'alt', caption: 'cap', width: 640, ...attrs } })
const code = (words: string, language: string | null): Node => ({
  type: 'codeBlock',
  attrs: { language },
  content: [{ type: 'text', text: words }],
})
const cell = (words: string, attrs: object = {}, type = 'tableCell'): Node =>
  tableOf({ type: 'tableRow', content: [{ type, attrs: { colspan: 1, rowspan: 1, colwidth: null, ...attrs }, content: [p(words)] }] })
const list = (start: number, ...words: string[]): Node => ({ ...numbers(...words.map((one) => item(p(one)))), attrs: { start } })

/** The sides are exchangeable. */
const MERGED: [what: string, before: Node, one: Node, other: Node, result: Node][] = [
  ['caption and alt', picture(), picture({ caption: 'A' }), picture({ alt: 'B' }), picture({ caption: 'A', alt: 'B' })],
  ['caption and width', picture(), picture({ caption: 'A' }), picture({ width: 320 }), picture({ caption: 'A', width: 320 })],
  ['alt and width', picture(), picture({ alt: 'A' }), picture({ width: 320 }), picture({ alt: 'A', width: 320 })],
  [
    'a caption that goes and a new width',
    picture(),
    picture({ caption: null }),
    picture({ width: 320 }),
    picture({ caption: null, width: 320 }),
  ],
  ['one attribute alike', picture(), picture({ alt: 'A', width: 320 }), picture({ alt: 'A' }), picture({ alt: 'A', width: 320 })],
  ['another picture and its width', picture(), picture({ media: 2 }), picture({ width: 320 }), picture({ media: 2, width: 320 })],
  ['a language and code', code('x', null), code('x', 'css'), code('y', null), code('y', 'css')],
  ['a level and words', heading(2, 'x'), heading(3, 'x'), heading(2, 'y'), heading(3, 'y')],
  ['a tick and words', tasks(task('x')), tasks(task('x', true)), tasks(task('y')), tasks(task('y', true))],
  ['a first number and an item', list(1, 'x'), list(5, 'x'), list(1, 'x', 'y'), list(5, 'x', 'y')],
  ['a width and words', cell('x'), cell('x', { colwidth: [90] }), cell('y'), cell('y', { colwidth: [90] })],
  [
    'a width and a header',
    cell('x'),
    cell('x', { colwidth: [90] }),
    cell('x', {}, 'tableHeader'),
    cell('x', { colwidth: [90] }, 'tableHeader'),
  ],
]

const CONFLICTS: [what: string, before: Node, one: Node, other: Node][] = [
  ['one caption', picture(), picture({ caption: 'A', width: 320 }), picture({ caption: 'B' })],
  ['one alt', picture(), picture({ alt: 'A' }), picture({ alt: null })],
  ['one width', picture(), picture({ width: 320 }), picture({ width: 480 })],
  ['another picture and the caption of the old one', picture(), picture({ media: 2 }), picture({ caption: 'B' })],
  ['another picture and the alt of the old one', picture(), picture({ alt: 'A' }), picture({ media: 2 })],
  ['a level and another kind', heading(2, 'x'), heading(3, 'x'), p('x')],
  ['a first number and another kind', list(1, 'x'), list(5, 'x'), bullets(item(p('x')))],
  ['one language', code('x', null), code('x', 'css'), code('x', 'html')],
  [
    'what no kind is known of',
    { type: 'odd', attrs: { a: 1, b: 1 } },
    { type: 'odd', attrs: { a: 2, b: 1 } },
    { type: 'odd', attrs: { a: 1, b: 2 } },
  ],
]

const merge = (before: Node[], mine: Node[], theirs: Node[]) =>
  mergeTexts({ before: docOf(...before), mine: docOf(...mine), theirs: docOf(...theirs) }, () => undefined)

/** Among other blocks, and in each container. */
const PLACES: Readonly<Record<string, (block: Node) => Node[]>> = {
  'the text': (block) => [p('a'), block, p('z')],
  'an item': (block) => [bullets(item(p('a'), block))],
  'a quote': (block) => [{ type: 'blockquote', content: [block, p('z')] }],
  'a cell': (block) => [tableOf({ type: 'tableRow', content: [{ type: 'tableCell', content: [block] }] })],
}

describe('admin-components: one block of two people', () => {
  for (const [place, within] of Object.entries(PLACES)) {
    for (const [what, before, one, other, result] of MERGED)
      it(`is merged in ${place}: ${what}`, () => {
        for (const [mine, theirs] of [
          [one, other],
          [other, one],
        ])
          expect(merge(within(before), within(mine), within(theirs))).to.deep.include({
            mine: docOf(...within(result)),
            hasConflict: false,
          })
      })
    for (const [what, before, mine, theirs] of CONFLICTS)
      it(`is asked in ${place}: ${what}`, () => {
        const result = merge(within(before), within(mine), within(theirs))
        expect(result).to.deep.equal({ mine: docOf(...within(mine)), theirs: docOf(...within(theirs)), hasConflict: true })
      })
  }

  it('is the picture that it was, where another one goes', () => {
    const [one, two] = [picture(), picture({ media: 2 })]
    const wide = { media: 2, width: 320 }
    expect(merge([one, two], [picture(wide)], [one, picture({ media: 2, caption: 'B' })])).to.deep.include({
      mine: docOf(picture({ ...wide, caption: 'B' })),
      hasConflict: false,
    })
  })
})
