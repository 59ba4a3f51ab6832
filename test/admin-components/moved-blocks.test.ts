/** Blocks and items that two people move, split, change and remove at the same time: each stands once, and no change of anybody is undone without a question. */
import { expect } from 'chai'
import { mergeTexts } from '../../admin-components/document/merge-texts.ts'
import { itemOf, plain, RandomTexts, rowOf, tableOf } from '../harness/random-texts.ts'
import { bullets, docOf, heading, numbers, quote, task, tasks } from '../harness/writing.ts'

type Node = any

const [a, b, c, d] = ['alpha one', 'beta two', 'gamma three', 'delta four'].map(plain)
const [x, y, z] = ['first item', 'second item', 'third item'].map(itemOf)

function merged(before: Node[], mine: Node[], theirs: Node[]): { kept: Node[]; taken: Node[]; isAsked: boolean } {
  const result = mergeTexts({ before: docOf(...before), mine: docOf(...mine), theirs: docOf(...theirs) }, () => undefined)!
  return { kept: result.mine?.content ?? [], taken: result.theirs?.content ?? [], isAsked: result.hasConflict }
}

describe('admin-components: what two people move', () => {
  const edited = itemOf('second item, edited')
  const MERGED: [what: string, before: Node[], mine: Node[], theirs: Node[], merged: Node[]][] = [
    [
      'short paragraphs, one of which they split',
      ['x1', 'word1 word2', 'x3'].map(plain),
      ['x1', 'x3', 'word1 word2'].map(plain),
      ['x1', 'word1', 'word2', 'x3'].map(plain),
      ['x1', 'x3', 'word1', 'word2'].map(plain),
    ],
    ['an item, removed by the other', [bullets(x, y), a], [bullets(x), a, bullets(y)], [bullets(x), a], [bullets(x), a]],
    ['an item up, removed by the other', [a, bullets(x, y), b], [bullets(x), a, bullets(y), b], [a, bullets(y), b], [a, bullets(y), b]],
    [
      'a task, changed by the other',
      [tasks(task('one of'), task('two of')), a],
      [tasks(task('one of')), a, tasks(task('two of'))],
      [tasks(task('one of'), task('two of', true)), a],
      [tasks(task('one of')), a, tasks(task('two of', true))],
    ],
    [
      'an item to different places',
      [bullets(x, y), a, b],
      [bullets(x), a, bullets(y), b],
      [bullets(x), a, b, bullets(y)],
      [bullets(x), a, b, bullets(y)],
    ],
    [
      'an item to different places, and changed',
      [bullets(x, y), a, b],
      [bullets(x), a, bullets(edited), b],
      [bullets(x), a, b, bullets(y)],
      [bullets(x), a, b, bullets(edited)],
    ],
    [
      'an item into another list and out of both',
      [bullets(x, y), a, numbers(z)],
      [bullets(x), a, numbers(y, z)],
      [bullets(x), a, bullets(y), numbers(z)],
      [bullets(x), a, bullets(y), numbers(z)],
    ],
    ['a paragraph out of a quote to different places', [quote(a, b), c, d], [quote(a), b, c, d], [quote(a), c, b, d], [quote(a), c, b, d]],
    [
      'a paragraph out of a quote, changed by the other',
      [quote(a, b), c, d],
      [quote(a), c, b, d],
      [quote(a, plain('beta two!')), c, d],
      [quote(a), c, plain('beta two!'), d],
    ],
    ['the only item of a list', [bullets(y), a, bullets(x)], [a, bullets(y, x)], [a, bullets(x, y)], [a, bullets(x, y)]],
    ['a paragraph that I split', [a, b, c], [a, plain('beta'), plain('two'), c], [a, c, b], [a, c, plain('beta'), plain('two')]],
    ['a paragraph that they split', [a, b, c], [a, c, b], [a, plain('beta'), plain('two'), c], [a, c, plain('beta'), plain('two')]],
    [
      'a paragraph whose second half is longer',
      [a, plain('in many words'), c],
      [a, plain('in'), plain('many words'), c],
      [a, c, plain('in many words')],
      [a, c, plain('in'), plain('many words')],
    ],
    [
      'a paragraph that I split in three, with more words',
      [a, b, c, d],
      [a, plain('be'), plain('ta'), plain(''), plain('two and more'), c, d],
      [a, c, d, b],
      [a, c, d, plain('be'), plain('ta'), plain(''), plain('two and more')],
    ],
    [
      'an item that I split',
      [bullets(x, y, z)],
      [bullets(x, itemOf('second'), itemOf('item'), z)],
      [bullets(y, x, z)],
      [bullets(itemOf('second'), itemOf('item'), x, z)],
    ],
    [
      'a paragraph that I split, made a heading',
      [a, b],
      [plain('alpha'), plain('one'), b],
      [heading(2, 'alpha one'), b],
      [heading(2, 'alpha'), plain('one'), b],
    ],
  ]
  for (const [what, before, mine, theirs, blocks] of MERGED)
    it(`is merged: ${what}`, () => {
      expect(merged(before, mine, theirs)).to.deep.equal({ kept: blocks, taken: blocks, isAsked: false })
    })

  const QUESTIONS: [what: string, before: Node[], mine: Node[], theirs: Node[], kept: Node[], taken: Node[]][] = [
    [
      'an item that I move and change, and they remove',
      [bullets(x, y), a],
      [bullets(x), a, bullets(edited)],
      [bullets(x), a],
      [bullets(x), a, bullets(edited)],
      [bullets(x), a],
    ],
    [
      'a paragraph that I put into a list, and they remove',
      [a, b],
      [bullets({ type: 'listItem', content: [a] }), b],
      [b],
      [bullets({ type: 'listItem', content: [a] }), b],
      [b],
    ],
    [
      'a paragraph that each puts into another list',
      [a, b],
      [bullets({ type: 'listItem', content: [a] }), b],
      [quote(a), b],
      [bullets({ type: 'listItem', content: [a] }), b],
      [quote(a), b],
    ],
    [
      'an item that both change, and I move',
      [bullets(x, y), a],
      [bullets(x), a, bullets(edited)],
      [bullets(x, itemOf('second item by them')), a],
      [bullets(x), a, bullets(edited)],
      [bullets(x), a, bullets(itemOf('second item by them'))],
    ],
    [
      'a paragraph that I split, and they change',
      [a, b],
      [plain('alpha'), plain('one'), b],
      [plain('alpha one!'), b],
      [plain('alpha'), plain('one'), b],
      [plain('alpha one!'), b],
    ],
  ]
  for (const [what, before, mine, theirs, kept, taken] of QUESTIONS)
    it(`is asked about: ${what}`, () => {
      expect(merged(before, mine, theirs)).to.deep.equal({ kept, taken, isAsked: true })
    })

  it('stands once, and stays removed unless somebody is asked, whatever two people do @long', () => {
    const random = new RandomTexts(29)
    for (let round = 0; round < 500; round++) {
      const before = startOf(random)
      const [mine, theirs] = [changed(before, random), changed(before, random)]
      const situation = () => JSON.stringify({ round, before, mine, theirs, result })
      const result = merged(before, mine, theirs)
      const other = merged(before, theirs, mine)
      expect(other.isAsked, situation()).to.equal(result.isAsked)
      const [old, ours, others] = [before, mine, theirs].map(wordsIn) as [string[], string[], string[]]
      for (const blocks of [result.kept, result.taken]) {
        const words = wordsIn(blocks)
        expect(new Set(words).size, situation()).to.equal(words.length)
      }
      const left = new Set([...wordsIn(result.kept), ...wordsIn(result.taken)])
      for (const word of new Set([...old, ...ours, ...others])) {
        const isRemoved = old.includes(word) && !(ours.includes(word) && others.includes(word))
        if (!isRemoved) expect(left.has(word), `${word} ${situation()}`).to.equal(true)
        else if (!result.isAsked) expect(left.has(word), `${word} ${situation()}`).to.equal(false)
      }
    }
  })
})

/** Paragraphs, lists and quotes, with more than one block in each. */
function startOf(random: RandomTexts): Node[] {
  const some = (make: () => Node) => Array.from({ length: 2 + random.dice(2) }, make)
  const block = () =>
    [
      () => plain(random.words(3)),
      () => bullets(...some(() => itemOf(random.words(2)))),
      () => tasks(...some(() => task(random.words(2)))),
      () => quote(...some(() => plain(random.words(2)))),
      () => tableOf(rowOf(random.words(1), random.words(1))),
    ][random.dice(5)]!()
  return Array.from({ length: 2 + random.dice(4) }, block)
}

function changed(before: Node[], random: RandomTexts): Node[] {
  const all = structuredClone(before)
  const acts = 1 + random.dice(2)
  for (let times = acts; times > 0; times--) {
    const at = random.dice(all.length)
    const one = all[at]
    if (!one) continue
    const parts = PARTS.test(one.type) ? one.content : undefined
    const act = random.dice(4)
    if (act === 0) take(all, at, random, (taken) => all.splice(random.dice(all.length + 1), 0, taken))
    else if (act === 1) take(all, at, random, () => undefined)
    else if (act === 2) {
      const words = textIn(parts ? parts[random.dice(parts.length)] : one)
      if (words) words.text += ` ${random.words(1)}`
    } else if (acts === 1 && one.type === 'paragraph' && one.content?.[0].text.includes(' ')) {
      const [first, ...rest] = one.content[0].text.split(' ')
      all.splice(at, 1, plain(first), plain(rest.join(' ')))
    }
  }
  return all
}

const PARTS = /List$|quote$/

/** A block, or a part of it, which an item leaves in a list of its own. */
function take(all: Node[], at: number, random: RandomTexts, put: (taken: Node) => void): void {
  const one = all[at]
  if (!PARTS.test(one.type)) return put(all.splice(at, 1)[0])
  const [part] = one.content.splice(random.dice(one.content.length), 1)
  if (one.content.length === 0) all.splice(at, 1)
  put(/Item$/.test(part.type) ? { type: one.type, content: [part] } : part)
}

const textIn = (node: Node): Node => (node.type === 'text' ? node : (node.content ?? []).map(textIn).find(Boolean))

/** Each stands once in what one of them wrote. */
const wordsIn = (blocks: Node[]): string[] =>
  blocks.flatMap(({ text, content = [] }) => [
    ...String(text ?? '')
      .split(' ')
      .filter(Boolean),
    ...wordsIn(content),
  ])
