/** What both answers to a question about one text keep: every word that a person wrote or left, unless the other one removed it or changed the same block. */
import { expect } from 'chai'
import { mergeTexts } from '../../admin-components/document/merge-texts.ts'
import { itemOf, plain, RandomTexts } from '../harness/random-texts.ts'
import { bullets, docOf, quote, task, tasks } from '../harness/writing.ts'

type Node = any

const [a, d] = ['alpha one', 'delta four'].map(plain)
const [x, y, z] = ['first item', 'second item', 'third item'].map(itemOf)

function merged(before: Node[], mine: Node[], theirs: Node[]): { kept: Node[]; taken: Node[]; isAsked: boolean } {
  const result = mergeTexts({ before: docOf(...before), mine: docOf(...mine), theirs: docOf(...theirs) }, () => undefined)!
  return { kept: result.mine?.content ?? [], taken: result.theirs?.content ?? [], isAsked: result.hasConflict }
}

describe('admin-components: what both answers about one text keep', () => {
  const much = 'taskb BBB and quite a few more words'
  const KEPT: [what: string, before: Node[], mine: Node[], theirs: Node[], kept: Node[], taken: Node[], isAsked: boolean][] = [
    [
      'a task that they moved and changed, in a list whose other task I moved away and changed much',
      [a, tasks(task('taska'), task('taskb', true)), quote(d)],
      [a, tasks(task('taska')), quote(d), tasks(task(much, true), task('newB'))],
      [a, tasks(task('taskb', true), task('taska AAA')), quote(d)],
      [a, tasks(task('taska AAA')), quote(d), tasks(task(much, true), task('newB'))],
      [a, tasks(task('taska AAA')), quote(d), tasks(task(much, true), task('newB'))],
      false,
    ],
    [
      'an item that they put into a list that I removed',
      [a, bullets(x, y), d],
      [a, d],
      [a, bullets(x, z, y), d],
      [a, bullets(z), d],
      [a, bullets(z), d],
      false,
    ],
    [
      'an item that I changed much, with another one behind it, and they a little',
      [bullets(x, itemOf('words'))],
      [bullets(x, itemOf('words and quite a few more of them'), itemOf('another'))],
      [bullets(x, itemOf('words!'))],
      [bullets(x, itemOf('words and quite a few more of them'), itemOf('another'))],
      [bullets(x, itemOf('words!'), itemOf('another'))],
      true,
    ],
    [
      'a task that I moved into a list whose task they split',
      [tasks(task('one two three')), tasks(task('four'), task('five six'))],
      [tasks(task('five six')), tasks(task('four'))],
      [tasks(task('one'), task('two three')), tasks(task('five six'), task('four'))],
      [tasks(task('five six')), tasks(task('four'))],
      [tasks(task('one'), task('two three')), tasks(task('five six')), tasks(task('four'))],
      true,
    ],
    [
      'the items of a list, before which they have another list instead of mine',
      [bullets(x), tasks(task('four'), task('five six'))],
      [bullets(z, x), tasks(task('four'), task('five six'))],
      [tasks(task('five six')), tasks(task('four'))],
      [bullets(z), tasks(task('five six')), tasks(task('four'))],
      [bullets(z), tasks(task('five six')), tasks(task('four'))],
      false,
    ],
  ]
  const [one, six, whole] = ['one two', 'three four six', 'one two three four six'].map(plain)
  const longer = plain('one two three! four six')
  const HALVES: [where: string, mine: Node[], taken: Node[]][] = [
    ['the second further down', [a, one, d, six], [a, longer, d]],
    ['the first further up', [one, a, six, d], [a, longer, d]],
    ['both, the wrong way round', [a, six, one, d], [a, longer, d]],
    ['the second into a quote', [a, one, d, quote(six!)], [a, longer, d]],
    ['the first into a quote with other words', [a, six, d, quote(one!, plain('new'))], [a, longer, d, quote(plain('new'))]],
  ]
  for (const [where, mine, taken] of HALVES)
    KEPT.push([
      `a paragraph that I split and moved, ${where}, while they change it`,
      [a, whole, d],
      mine,
      [a, longer, d],
      mine,
      taken,
      true,
    ])
  for (const [what, before, mine, theirs, kept, taken, isAsked] of KEPT)
    it(what, () => {
      expect(merged(before, mine, theirs)).to.deep.equal({ kept, taken, isAsked })
      expect(merged(before, theirs, mine)).to.deep.equal({ kept: taken, taken: kept, isAsked })
    })

  it('holds whatever two people do in lists, quotes and between them @long', () => {
    const random = new UnlikeWords(31)
    for (let round = 0; round < 400; round++) {
      const before = startOf(random)
      const [mine, theirs] = [changed(before, random), changed(before, random)]
      const result = merged(before, mine, theirs)
      const [old, ours, others] = [before, mine, theirs].map(linesOf) as [Line[], Line[], Line[]]
      const faults = [...faultsOf(result.kept, old, ours, others), ...faultsOf(result.taken, old, others, ours)]
      expect(faults, JSON.stringify({ round, before, mine, theirs, result })).to.deep.equal([])
    }
  })
})

type Line = readonly string[]

/** Words with no letters in common at their beginnings. */
class UnlikeWords extends RandomTexts {
  override words(count: number): string {
    const scrambled = (word: string) =>
      `x${((Number(word.slice(1)) * 48_271) % 1_679_616).toString(36).padStart(4, '0')}`.split('').reverse().join('')
    return super.words(count).split(' ').map(scrambled).join(' ')
  }
}

/** What is wrong with the answer of the person who wrote `ours`. */
function faultsOf(answer: Node[], old: Line[], ours: Line[], others: Line[]): string[] {
  const words = linesOf(answer).flat()
  const [before, mine, theirs] = [old, ours, others].map((lines) => new Set(lines.flat())) as [Set<string>, Set<string>, Set<string>]
  const isMine = (line: Line) => ours.some((one) => one.join() === line.join())
  // A block that lost all its words there may be the one with other words.
  const isReplaced = old.some((line) => !line.some((word) => theirs.has(word)) && !isMine(line))
  const isContested = (word: string) => {
    const line = others.find((one) => one.includes(word)) as Line
    const origins = old.filter((one) => one.some((each) => line.includes(each)))
    return origins.length === 0 ? isReplaced : origins.some((one) => !isMine(one))
  }
  const twice = words.filter((word, at) => words.indexOf(word) !== at).map((word) => `${word} is there twice`)
  const lost = [...mine].filter((word) => !words.includes(word) && (!before.has(word) || theirs.has(word)))
  const missing = [...theirs].filter((word) => !words.includes(word) && !before.has(word) && !isContested(word))
  return [...twice, ...lost.map((word) => `${word}, which is mine, is lost`), ...missing.map((word) => `${word} of the other is lost`)]
}

const linesOf = (blocks: Node[]): Line[] =>
  blocks.flatMap(({ type, content = [] }) =>
    type === 'paragraph'
      ? [
          String(content[0]?.text ?? '')
            .split(' ')
            .filter(Boolean),
        ]
      : linesOf(content),
  )

function startOf(random: RandomTexts): Node[] {
  const some = (make: () => Node) => Array.from({ length: 1 + random.dice(3) }, make)
  const words = () => random.words(1 + random.dice(3))
  const block = () =>
    [
      () => plain(words()),
      () => bullets(...some(() => itemOf(words()))),
      () => tasks(...some(() => task(words()))),
      () => quote(...some(() => plain(words()))),
    ][random.dice(4)]!()
  return Array.from({ length: 2 + random.dice(3) }, block)
}

/** Each act is on one item or paragraph: moves it in its list, out of it or into another one, adds a little or much, splits it, adds one, removes one. */
function changed(before: Node[], random: RandomTexts): Node[] {
  const all: Node[] = structuredClone(before)
  const acts = 1 + random.dice(3)
  for (let times = acts; times > 0; times--) {
    const at = random.dice(all.length)
    const one = all[at]
    if (!one) continue
    const list: Node[] = one.content && one.type !== 'paragraph' ? one.content : all
    const index = list === all ? at : random.dice(list.length)
    const part = list[index]
    const line = lineIn(part)
    const act = random.dice(7)
    if (act === 0) list.splice(random.dice(list.length), 0, ...list.splice(index, 1))
    else if (act === 1) {
      list.splice(index, 1)
      if (list !== all && list.length === 0) all.splice(at, 1)
      const target = all[random.dice(all.length)]
      if (list !== all && target && target !== one && target.type === one.type)
        target.content.splice(random.dice(target.content.length + 1), 0, part)
      else all.splice(random.dice(all.length + 1), 0, /Item$/.test(part.type) ? { type: one.type, content: [part] } : part)
    } else if (act === 2) line.text += ` ${random.words(1)}`
    else if (act === 3) line.text += ` ${random.words(5)}`
    else if (act === 4 && acts === 1 && line.text.includes(' ')) {
      const cut = line.text.indexOf(' ')
      const rest = structuredClone(part)
      lineIn(rest).text = line.text.slice(cut + 1)
      line.text = line.text.slice(0, cut)
      list.splice(index + 1, 0, rest)
    } else if (act === 5)
      list.splice(
        index + random.dice(2),
        0,
        part.type === 'listItem' ? itemOf(random.words(2)) : part.type === 'taskItem' ? task(random.words(2)) : plain(random.words(2)),
      )
    else if (act === 6 && random.dice(2)) {
      list.splice(index, 1)
      if (list !== all && list.length === 0) all.splice(at, 1)
    }
  }
  return all
}

const lineIn = (node: Node): Node => (node.type === 'text' ? node : lineIn(node.content[0]))
