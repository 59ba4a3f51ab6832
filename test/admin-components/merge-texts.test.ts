/** How the changes of two people to one rich text are put together: block by block, and that nothing of either gets lost. */
import { expect } from 'chai'
import { mergeChanges } from '../../admin-components/document/merge-changes.ts'
import { mergeTexts } from '../../admin-components/document/merge-texts.ts'
import { loadTextMerge } from '../../admin-components/document/text-merge.ts'
import { checkText } from '../../lib/rich-text/check.ts'
import { NODES, TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { processorTime } from '../harness/processor-time.ts'
import { callout, itemOf, plain, RandomTexts, rowOf, tableOf } from '../harness/random-texts.ts'
import { bullets, docOf, heading, numbers, quote, task, tasks } from '../harness/writing.ts'

type Node = any

const [p, li, row, table, block] = [plain, itemOf, rowOf, tableOf, callout]
const [a, b, c, d] = ['alpha one', 'beta two', 'gamma three', 'delta four'].map(p)

const field = {
  name: 'body',
  type: 'richText',
  blocks: [
    {
      slug: 'callout',
      fields: [
        { name: 'words', type: 'text' },
        { name: 'tone', type: 'text' },
        { name: 'inner', type: 'richText' },
      ],
    },
  ],
} as Node
function merged(before: Node[], mine: Node[], theirs: Node[], keepsMine = true): { blocks: Node[]; isAsked: boolean } {
  const of = (blocks: Node[]) => ({ body: blocks.length > 0 ? docOf(...blocks) : null })
  const { values, conflicts } = mergeChanges([field], { before: of(before), mine: of(mine), theirs: of(theirs) }, () => keepsMine)
  return { blocks: (values['body'] as Node)?.content ?? [], isAsked: conflicts.length > 0 }
}

describe('admin-components: one text of two people', () => {
  before(() => loadTextMerge([field]))

  const MERGED: [what: string, before: Node[], mine: Node[], theirs: Node[], merged: Node[]][] = [
    ['different paragraphs', [a, b, c], [p('alpha one by me'), b, c], [a, b, p('gamma')], [p('alpha one by me'), b, p('gamma')]],
    ['neighbouring paragraphs', [a, b], [p('other words'), b], [a, p('quite different')], [p('other words'), p('quite different')]],
    ['the same change', [a, b], [p('alpha'), b], [p('alpha'), b], [p('alpha'), b]],
    ['the same addition', [a, b], [a, c, b], [a, c, p('beta')], [a, c, p('beta')]],
    ['an empty text that both begin', [], [a], [b], [a, b]],
    ['additions at one place', [a, b], [a, c, b], [a, d, b], [a, c, d, b]],
    ['a paragraph that I split, theirs after it', [a, b], [p('alpha'), p('one'), b], [a, d, b], [p('alpha'), p('one'), d, b]],
    ['a paragraph that they split, mine after it', [a, b], [a, d, b], [p('alpha'), p('one'), b], [p('alpha'), p('one'), d, b]],
    ['one removed, another changed', [a, b, c], [b, c], [a, b, p('gamma')], [b, p('gamma')]],
    ['one moved, which they change', [a, b, c], [c, a, b], [a, b, p('gamma!')], [p('gamma!'), a, b]],
    ['moved by each', [a, b, c, d], [b, a, c, d], [a, b, d, c], [b, a, d, c]],
    [
      'an item that both move out of its list',
      [tasks(task('x'), task('y')), a, b],
      [tasks(task('x')), a, tasks(task('y')), b],
      [tasks(task('x')), a, b, tasks(task('y'))],
      [tasks(task('x')), a, b, tasks(task('y'))],
    ],
    [
      'an item that they move and delete elsewhere',
      [bullets(li('x'), li('y')), a],
      [bullets(li('x')), a, bullets(li('y'))],
      [bullets(li('x')), a],
      [bullets(li('x')), a],
    ],
    ['a paragraph of a quote that both move out of it', [quote(a, b), c, d], [quote(a), b, c, d], [quote(a), c, d, b], [quote(a), c, d, b]],
    ['a paragraph that I split, which they move', [a, b, c], [a, p('beta'), p('two'), c], [a, c, b], [a, c, p('beta'), p('two')]],
    [
      'joined paragraphs, theirs elsewhere',
      [a, b, c],
      [p('alpha onebeta two'), c],
      [a, b, p('gamma')],
      [p('alpha onebeta two'), p('gamma')],
    ],
    ['a kind and its words', [a, b], [heading(2, 'alpha one'), b], [p('alpha one!'), b], [heading(2, 'alpha one!'), b]],
    [
      'items of a list',
      [bullets(li('x'), li('y'))],
      [bullets(li('x1'), li('y'))],
      [bullets(li('x'), li('y'), li('z'))],
      [bullets(li('x1'), li('y'), li('z'))],
    ],
    ['the kind of a list and its items', [bullets(li('x'))], [numbers(li('x'))], [bullets(li('x'), li('y'))], [numbers(li('x'), li('y'))]],
    ['a tick and its words', [tasks(task('x'))], [tasks(task('x', true))], [tasks(task('x y'))], [tasks(task('x y', true))]],
    ['paragraphs of a quote', [quote(a, b)], [quote(p('alpha'), b)], [quote(a, p('beta'))], [quote(p('alpha'), p('beta'))]],
    [
      'empty cells of one table',
      [table(row('', ''), row('', ''), row('', ''))],
      [table(row('', ''), row('m', ''), row('', 'n'))],
      [table(row('t', ''), row('', 'u'), row('', ''))],
      [table(row('t', ''), row('m', 'u'), row('', 'n'))],
    ],
    [
      'a row of a table, a cell of another',
      [table(row('1', '2'), row('3', '4'))],
      [table(row('1', '2'), row('n', ''), row('3', '4'))],
      [table(row('1', '2'), row('3', 'four'))],
      [table(row('1', '2'), row('n', ''), row('3', 'four'))],
    ],
    [
      'fields of a content block, and its text',
      [a, block('1', { words: 'w', tone: 'calm', inner: docOf(a, b) })],
      [block('1', { words: 'mine', tone: 'calm', inner: docOf(a, p('beta')) }), a],
      [a, block('1', { words: 'w', tone: 'loud', inner: docOf(p('alpha'), b) })],
      [block('1', { words: 'mine', tone: 'loud', inner: docOf(p('alpha'), p('beta')) }), a],
    ],
    [
      'keys in another order',
      [a, heading(1, 'x')],
      [p('alpha'), heading(1, 'x')],
      [a, { content: [{ text: 'x', type: 'text' }], attrs: { level: 1 }, type: 'heading' }, b],
      [p('alpha'), heading(1, 'x'), b],
    ],
  ]
  for (const [what, before, mine, theirs, blocks] of MERGED)
    it(`is merged: ${what}`, () => {
      expect(merged(before, mine, theirs)).to.deep.equal({ blocks, isAsked: false })
    })

  const CONFLICTS: [what: string, before: Node[], mine: Node[], theirs: Node[], kept: Node[], taken: Node[]][] = [
    [
      'one paragraph',
      [a, b, c],
      [p('by me'), b, p('gamma')],
      [p('by them'), p('beta'), c],
      [p('by me'), p('beta'), p('gamma')],
      [p('by them'), p('beta'), p('gamma')],
    ],
    ['one that they removed', [a, b], [p('by me'), b], [b, c], [p('by me'), b, c], [b, c]],
    ['one that I removed', [a, b], [b, c], [p('by them'), b], [b, c], [p('by them'), b, c]],
    ['the only one, which I removed', [a], [], [p('by them')], [], [p('by them')]],
    [
      'one item',
      [bullets(li('x'), li('y'))],
      [bullets(li('m'), li('y1'))],
      [bullets(li('t'), li('y'), li('z'))],
      [bullets(li('m'), li('y1'), li('z'))],
      [bullets(li('t'), li('y1'), li('z'))],
    ],
    [
      'columns and cells',
      [table(row('', ''))],
      [table(row('', '', ''))],
      [table(row('', 't'))],
      [table(row('', '', ''))],
      [table(row('', 't'))],
    ],
    [
      'a field of a content block',
      [block('1', { words: 'w' })],
      [block('1', { words: 'm' })],
      [block('1', { words: 't' })],
      [block('1', { words: 'm' })],
      [block('1', { words: 't' })],
    ],
  ]
  for (const [what, before, mine, theirs, kept, taken] of CONFLICTS)
    it(`is asked, with all other changes of both: ${what}`, () => {
      expect(merged(before, mine, theirs)).to.deep.equal({ blocks: kept, isAsked: true })
      expect(merged(before, mine, theirs, false)).to.deep.equal({ blocks: taken, isAsked: true })
    })

  it('is asked as a whole where a value is no text', () => {
    for (const odd of [7, 'words', { type: 'doc', content: [null] }, { type: 'odd' }])
      expect(mergeTexts({ before: docOf(a), mine: docOf(b), theirs: odd }, () => undefined)).to.equal(undefined)
  })

  it('merges two edits of a long text in a moment', () => {
    const long = Array.from({ length: 4000 }, (_, n) => p(n % 3 === 0 ? '' : `Paragraph ${n % 50}`))
    const mine = long.map((one, n) => (n % 7 === 1 ? p(`mine ${n}`) : one))
    const theirs = long.map((one, n) => (n % 7 === 5 ? p(`theirs ${n}`) : one))
    const spent = processorTime()
    mergeTexts({ before: docOf(...long), mine: docOf(...mine), theirs: docOf(...theirs) }, () => undefined)
    expect(spent()).to.be.lessThan(3000)
  })

  it('keeps what each writes below one paragraph together', () => {
    const random = new RandomTexts(5)
    for (let round = 0; round < 60; round++) {
      let server: Node[] = [a, b]
      const seats = ['m', 't'].map((name) => ({ name, base: server, text: server, written: 0 }))
      const look = (seat: (typeof seats)[number]) => {
        const { blocks, isAsked } = merged(seat.base, seat.text, server)
        expect(isAsked).to.equal(false)
        Object.assign(seat, { base: server, text: blocks })
      }
      const save = (seat: (typeof seats)[number]) => {
        look(seat)
        server = seat.text
        seat.base = server
      }
      for (let step = 0; step < 24; step++) {
        const seat = seats[random.dice(2)]!
        const act = random.dice(4)
        if (act === 0) save(seat)
        else if (act === 1) look(seat)
        else {
          const last = seat.written === 0 ? a : p(`${seat.name} ${seat.written}`)
          const at = seat.text.findIndex((one) => wordsOf(one) === wordsOf(last))
          seat.text = seat.text.toSpliced(at + 1, 0, p(`${seat.name} ${++seat.written}`))
        }
      }
      for (const seat of [...seats, ...seats]) save(seat)
      const shown = server.map(wordsOf)
      for (const { name, text, written } of seats) {
        expect(text.map(wordsOf)).to.deep.equal(shown)
        const run = Array.from({ length: written }, (_, n) => `${name} ${n + 1}`)
        const start = run.length > 0 ? shown.indexOf(run[0]!) : 0
        expect(shown.slice(start, start + written), shown.join(' | ')).to.deep.equal(run)
      }
    }
  })

  it('loses nothing, whatever two people write @long', () => {
    const random = new RandomTexts(11)
    for (let round = 0; round < 1500; round++) {
      const before = random.text()
      const [mine, theirs] = [random.edited(before), random.edited(before)]
      const situation = () => JSON.stringify({ round, before, mine, theirs })
      const result = merged(before, mine, theirs)
      expect(merged(before, mine, before), situation()).to.deep.equal({ blocks: mine, isAsked: false })
      expect(merged(before, before, theirs), situation()).to.deep.equal({ blocks: theirs, isAsked: false })
      expect(merged(before, mine, mine), situation()).to.deep.equal({ blocks: mine, isAsked: false })
      const other = merged(before, theirs, mine)
      expect(other.isAsked, situation()).to.equal(result.isAsked)
      if (!result.isAsked) expect(wordsIn(other.blocks), situation()).to.deep.equal(wordsIn(result.blocks))
      const taken = merged(before, mine, theirs, false)
      const left = wordsIn(result.blocks, taken.blocks)
      // A word that only one person wrote is in the text; what was there before is gone only if somebody removed it.
      const [old, ours, others] = [wordsIn(before), wordsIn(mine), wordsIn(theirs)]
      for (const word of [...ours, ...others]) if (!old.has(word)) expect(left.has(word), `${word} ${situation()}`).to.equal(true)
      for (const word of old) if (ours.has(word) && others.has(word)) expect(left.has(word), `${word} ${situation()}`).to.equal(true)
      for (const word of left) expect(old.has(word) || ours.has(word) || others.has(word), situation()).to.equal(true)
      for (const { blocks } of [result, taken]) {
        expect(problemsIn(blocks), situation()).to.deep.equal([])
        expect(emptyParts(blocks), situation()).to.equal(0)
      }
    }
  })
})

const wordsOf = (one: Node): string => one.content?.[0]?.text ?? ''

/** Each word is unique. */
function wordsIn(...texts: Node[][]): Set<string> {
  const found = new Set<string>()
  const visit = (node: Node): void => {
    for (const word of String(node.text ?? node.attrs?.words ?? '').split(' ')) if (word !== '') found.add(word)
    for (const one of node.content ?? []) visit(one)
  }
  for (const one of texts.flat()) visit(one)
  return new Set([...found].sort())
}

function problemsIn(blocks: Node[]): string[] {
  const options = { features: TEXT_FEATURES, headings: [1, 2, 3], blocks: field.blocks, embeds: [], unknown: 'refuse' as const }
  const check = checkText(docOf(...blocks), options)
  let step = check.next()
  while (!step.done) step = check.next()
  return step.value.problems.map(({ path, message }) => `${path} ${message}`)
}

/** Lists without items, items without blocks, and the like. */
const emptyParts = (blocks: Node[]): number =>
  blocks.reduce((count, { type, content = [] }) => {
    const isContainer = NODES[type]?.children?.every((one) => one !== 'inline' && one !== 'text') ?? false
    return count + (isContainer && content.length === 0 ? 1 : 0) + emptyParts(content)
  }, 0)
