/** Undo and redo of one's own changes after changes of others have arrived: one's own come and go, and theirs stay, each once. */
import { expect } from 'chai'
import { loadTextMerge } from '../../admin-components/document/text-merge.ts'
import { mergedText } from '../../admin-components/fields/rich-text/arrivals.ts'
import { merge } from '../../admin-components/fields/rich-text/from-elsewhere.ts'
import { StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import { undoAfterArrivals } from '../../admin-components/fields/rich-text/undo-after-arrivals.ts'
import { callout, itemOf, plain, RandomTexts } from '../harness/random-texts.ts'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, task, tasks, text as words } from '../harness/writing.ts'

type Node = any

const field = { name: 'body', type: 'richText', blocks: [{ slug: 'callout', fields: [{ name: 'words', type: 'text' }] }] } as Node
const [a, b, c] = ['alpha', 'beta', 'gamma'].map(plain)
const DOWN = 'Alt+Shift+ArrowDown'

describe('admin-components: undo after arrivals', () => {
  const one = new UnmountedEditor([
    undoAfterArrivals(({ before, mine, theirs }) => {
      const [from, to, now] = [before, mine, theirs].map((doc) => text.valueOf(doc))
      const merged = mergedText(field, { before: from, mine: to, theirs: now }, 'theirs')
      return { doc: text.open(merged.text), isWhole: merged.isWhole }
    }),
  ])
  const text = new StoredText(one.editor.schema)
  const arrive = (blocks: Node[]) => merge(one.editor, text.open(docOf(...blocks)))
  /** A change of one's own, as one step. */
  const become = (blocks: Node[]) => merge(one.editor, text.open(docOf(...blocks)), true)
  const blocks = (): Node[] => (one.value as Node)?.content ?? []
  before(() => loadTextMerge([field]))

  type Case = [what: string, before: Node[], act: () => unknown, theirs: Node[], undone: Node[]]
  const CASES: Case[] = [
    ['a move, in that paragraph', [a, b, c], () => one.caret('beta').press(DOWN), [a, c, plain('beta AAA')], [a, plain('beta AAA'), c]],
    [
      'a move, around it',
      [a, b, c],
      () => one.caret('beta').press(DOWN),
      [plain('alpha!'), plain('gamma!'), b],
      [plain('alpha!'), b, plain('gamma!')],
    ],
    [
      'a move of a content block, in it',
      [a, callout('1', { words: 'note' }), c],
      () => become([a, c, callout('1', { words: 'note' })]),
      [a, c, callout('1', { words: 'note AAA' })],
      [a, callout('1', { words: 'note AAA' }), c],
    ],
    ['a move, removed by them', [a, b, c], () => one.caret('beta').press(DOWN), [a, c], [a, c]],
    [
      'words, before them in the paragraph',
      [a, b],
      () => one.caret('beta', 'after').type('!'),
      [a, plain('So beta!')],
      [a, plain('So beta')],
    ],
    [
      'words, and more within them',
      [a, b],
      () => one.caret('beta', 'after').type('longer'),
      [a, plain('betalongAAAer')],
      [a, plain('betalongAAAer')],
    ],
    [
      'a removed paragraph, next to it',
      [a, b, c],
      () => become([a, c]),
      [plain('alpha!'), plain('gamma!')],
      [plain('alpha!'), b, plain('gamma!')],
    ],
    [
      'a split, in its second half',
      [plain('one two'), c],
      () => one.caret(' two').press('Enter'),
      [plain('one'), plain(' two AAA'), c],
      [plain('one two AAA'), c],
    ],
    [
      'joined paragraphs, in the first half',
      [a, b, c],
      () => become([plain('alphabeta'), c]),
      [plain('alp AAA habeta'), c],
      [plain('alp AAA ha'), b, c],
    ],
    [
      'a mark, around it',
      [a, b, c],
      () => one.select('beta').press('Control+b'),
      [plain('alpha!'), { type: 'paragraph', content: [words('beta', 'bold')] }, plain('gamma!')],
      [plain('alpha!'), b, plain('gamma!')],
    ],
    [
      'a tick, in its words',
      [tasks(task('one'))],
      () => become([tasks(task('one', true))]),
      [tasks(task('one AAA', true))],
      [tasks(task('one AAA'))],
    ],
    [
      'an item, at its neighbours',
      [bullets(itemOf('x'), itemOf('y'))],
      () => become([bullets(itemOf('x'), itemOf('mine'), itemOf('y'))]),
      [bullets(itemOf('x!'), itemOf('mine'), itemOf('y!'))],
      [bullets(itemOf('x!'), itemOf('y!'))],
    ],
    [
      'pasted paragraphs, in one of them',
      [a, c],
      () => become([a, plain('p1'), plain('p2'), c]),
      [a, plain('p1'), plain('p2 AAA'), c],
      [a, plain('p2 AAA'), c],
    ],
    [
      'a heading, in its words',
      [a, b],
      () => become([a, { type: 'heading', attrs: { level: 2 }, content: [words('beta')] }]),
      [a, { type: 'heading', attrs: { level: 2 }, content: [words('beta AAA')] }],
      [a, plain('beta AAA')],
    ],
  ]
  for (const [what, before, act, theirs, undone] of CASES)
    it(`takes back: ${what}`, () => {
      one.open(docOf(...before))
      act()
      arrive(theirs)
      one.press('Control+z')
      expect(blocks()).to.deep.equal(undone)
      one.press('Control+Shift+z')
      expect(blocks()).to.deep.equal(theirs)
    })

  it('takes back a change of before an arrival after another one of after it, and brings both again', () => {
    one
      .open(docOf(a, b, c))
      .caret('beta')
      .press(DOWN)
    arrive([a, c, plain('beta AAA')])
    one.caret('alpha', 'after').type('!')
    arrive([plain('alpha!'), plain('gamma BBB'), plain('beta AAA')])
    one.press('Control+z', 'Control+z')
    expect(blocks()).to.deep.equal([a, plain('beta AAA'), plain('gamma BBB')])
    arrive([a, plain('beta CCC AAA'), plain('gamma BBB')])
    one.press('Control+Shift+z', 'Control+Shift+z')
    expect(blocks()).to.deep.equal([plain('alpha!'), plain('gamma BBB'), plain('beta CCC AAA')])
  })

  it('loses no words of others, and shows none twice, whatever arrives @long', () => {
    const random = new RandomTexts(23)
    for (let round = 0; round < 120; round++) {
      const start = random.text()
      one.open(docOf(...start))
      const made: Node[][] = [start]
      const theirWords = new Set<string>()
      const arriveSome = () => {
        const before = wordsIn(blocks())
        const theirs = random.edited(blocks())
        made.push(theirs)
        arrive(theirs)
        for (const word of theirWords) if (!wordsIn(theirs).includes(word)) theirWords.delete(word)
        for (const word of wordsIn(theirs)) if (!before.includes(word)) theirWords.add(word)
      }
      const check = (what: string) => {
        const left = wordsIn(blocks())
        const situation = () => JSON.stringify({ round, what, made, now: blocks() })
        expect(new Set(left).size, situation()).to.equal(left.length)
        for (const word of theirWords) expect(left.includes(word), `${word} ${situation()}`).to.equal(true)
      }
      for (let step = 0; step < 3; step++) {
        const mine = random.edited(blocks())
        made.push(mine)
        become(mine)
        arriveSome()
      }
      for (const key of ['Control+z', 'Control+z', 'Control+Shift+z', 'Control+z', 'Control+z']) {
        one.press(key)
        check(key)
        if (random.dice(2)) arriveSome()
      }
    }
  })
})

function wordsIn(texts: Node[]): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    found.push(
      ...String(node.text ?? node.attrs?.words ?? '')
        .split(' ')
        .filter(Boolean),
    )
    for (const one of node.content ?? []) visit(one)
  }
  for (const one of texts) visit(one)
  return found
}
