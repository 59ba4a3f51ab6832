/** What changed in rich text: words, formatting, and whole blocks that came, went, moved or changed. Both texts can be read from the answer. */
import { expect } from 'chai'
import fc from 'fast-check'
import { type BlockChange, compareBlocks, type KeptBlock } from '../../admin-components/compare/compare-blocks.ts'
import { compareInline, type Run } from '../../admin-components/compare/compare-inline.ts'
import { keyOf } from '../../admin-components/compare/node-keys.ts'
import { excerptOf } from '../../admin-components/fields/rich-text/plain-text.ts'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { done } from '../harness/done.ts'

const text = (words: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const p = (...content: (RichTextNode | string)[]): RichTextNode => ({
  type: 'paragraph',
  content: content.map((one) => (typeof one === 'string' ? text(one) : one)),
})
const node = (type: string, attrs: object, ...content: RichTextNode[]): RichTextNode => ({ type, attrs: { ...attrs }, content })
const list = (...items: string[]) => node('bulletList', {}, ...items.map((item) => node('listItem', {}, p(item))))
const compare = (before: RichTextNode[], after: RichTextNode[]) => done(compareBlocks(before, after))

const MORNING = p('In the morning the temple is quiet and the monks sweep the yard.')
const NOON = p('At noon the market fills with people, noise and the smell of fish.')
const EVENING = p('In the evening boats come home along the river, one after the other.')
const NIGHT = p('At night nobody speaks, and the dogs own the streets until dawn.')

describe('admin-components: compared rich text', () => {
  const runs = (before: RichTextNode, after: RichTextNode) =>
    done(compareInline(before.content ?? [], after.content ?? [])).map((run) => `${run.state}: ${run.node.text ?? run.node.type}`)

  it('marks the words that came and went', () => {
    expect(runs(p('The quick brown fox jumps'), p('The quick red fox leaps'))).to.deep.equal([
      'same: The quick ',
      'removed: brown',
      'added: red',
      'same:  fox ',
      'removed: jumps',
      'added: leaps',
    ])
    expect(runs(p('one two three'), p('four five six')), 'no shreds').to.deep.equal(['removed: one two three', 'added: four five six'])
  })

  it('marks Thai and Chinese words', () => {
    expect(runs(p('วันนี้อากาศดีมาก'), p('วันนี้อากาศร้อนมาก'))).to.deep.equal(['same: วันนี้อากาศ', 'removed: ดี', 'added: ร้อน', 'same: มาก'])
    expect(runs(p('我喜欢苹果'), p('我喜欢香蕉'))).to.deep.equal(['same: 我喜欢', 'removed: 苹果', 'added: 香蕉'])
  })

  it('tells formatting from words, even inside a word', () => {
    const found = done(compareInline(p('a wonderful day').content!, p('a ', text('wonder', 'bold'), 'ful day').content!))
    expect(found).to.deep.equal([
      { state: 'same', node: text('a ') },
      { state: 'formatted', node: text('wonder', 'bold'), was: [] },
      { state: 'same', node: text('ful day') },
    ])
  })

  it('knows nodes in text by their attributes', () => {
    const mention = (id: number) => ({ type: 'mention', attrs: { collection: 'users', id } })
    expect(runs(p('by ', mention(1), { type: 'hardBreak' }), p('by ', mention(2), { type: 'hardBreak' }))).to.deep.equal([
      'same: by ',
      'removed: mention',
      'added: mention',
      'same: hardBreak',
    ])
  })

  const states = (changes: BlockChange[]): string[] =>
    changes.map((change) => (change.state === 'moved' ? `moved ${change.direction}, ${change.block.state}` : change.state))

  it('finds a paragraph that moved, also if it was edited on the way', () => {
    expect(states(compare([MORNING, NOON, EVENING, NIGHT], [NIGHT, MORNING, NOON, EVENING]))).to.deep.equal([
      'moved up, same',
      'same',
      'same',
      'same',
      'left',
    ])
    const edited = p('In the early morning the temple is quiet and the monks sweep the yard.')
    const [left, , , , moved] = compare([MORNING, NOON, EVENING, NIGHT], [NOON, EVENING, NIGHT, edited])
    expect(left).to.deep.equal({ state: 'left', direction: 'down', node: MORNING })
    expect(moved).to.include({ state: 'moved', direction: 'down' })
  })

  it('says what became of each block', () => {
    const image = (media: number, alt = '') => node('image', { media, alt })
    expect(states(compare([MORNING, NOON], [MORNING, EVENING, NOON]))).to.deep.equal(['same', 'added', 'same'])
    expect(states(compare([MORNING, NOON, EVENING], [MORNING, EVENING]))).to.deep.equal(['same', 'removed', 'same'])
    const [before, after] = [list('apple', 'banana', 'cherry'), list('banana', 'apple', 'cherry pie', 'date')]
    expect(states(compare([NOON, before], [after, NOON])), 'a short list')
      .to.include('changed')
      .and.not.include.members(['added'])
    expect(states(compare([NOON, p('a fish')], [p('a boat'), NOON])), 'short, and alike by accident').to.deep.equal([
      'added',
      'same',
      'removed',
    ])
    expect(states(compare([MORNING, image(1)], [MORNING, image(2)])), 'a replaced picture').to.deep.equal(['same', 'changed'])
    expect(states(compare([image(1), MORNING, image(2)], [image(2), MORNING, image(1, 'new')]))).to.include('left')
    expect(states(compare([p('Old title')], [node('heading', { level: 2 }, text('Old title'))]))).to.deep.equal(['changed'])
    expect(states(compare([p(), MORNING, p()], [MORNING, p(), p()])), 'empty lines').not.to.include('left')
  })

  it('goes into lists, tables and quotes', () => {
    const [change] = compare([list('milk', 'eggs', 'bread')], [list('milk', 'eggs and ham', 'bread', 'tea')]) as any[]
    expect(states(change.blocks)).to.deep.equal(['same', 'changed', 'same', 'added'])
    const row = (...cells: string[]) => node('tableRow', {}, ...cells.map((cell) => node('tableCell', {}, p(cell))))
    const [table] = compare(
      [node('table', {}, row('Mon', 'closed'), row('Tue', '9 to 5'))],
      [node('table', {}, row('Mon', 'closed'), row('Tue', '10 to 5'), row('Wed', 'closed too'))],
    ) as any[]
    expect(states(table.blocks)).to.deep.equal(['same', 'changed', 'added'])
    expect(states(table.blocks[1].blocks)).to.deep.equal(['same', 'changed'])
  })

  it('compares the words of nodes that it does not know', () => {
    const [change] = compare([node('callout', {}, p('Mind the gap'))], [node('callout', {}, p('Mind the step'))]) as any[]
    expect(change.runs.map(({ state }: Run) => state)).to.deep.equal(['same', 'removed', 'added'])
  })

  it('finds nothing in equal documents, whatever the order of their attributes', () => {
    const one = node('image', { media: 1, alt: 'x', caption: null })
    const other = { type: 'image', attrs: { alt: 'x', media: 1 } }
    expect(states(compare([one], [other]))).to.deep.equal(['same'])
    fc.assert(
      fc.property(documents, (content) => {
        expect(states(compare(content, structuredClone(content))).every((state) => state === 'same')).to.equal(true)
      }),
    )
  })

  it('holds both documents @long', () => {
    fc.assert(
      fc.property(documents, documents, fc.nat(5), fc.nat(5), (one, other, from, to) => {
        // The second one begins as an edited first one: a part of it, moved, with blocks of another document in between.
        const after = [...one.slice(from), ...other.slice(0, to), ...one.slice(0, from).reverse()]
        const changes = compare(one, after)
        expect(side(changes, 'before').map(keyOf)).to.deep.equal(one.map(keyOf))
        expect(side(changes, 'after').map(keyOf)).to.deep.equal(after.map(keyOf))
      }),
      { numRuns: 300 },
    )
  })

  it('shows the beginning of a text in one line', () => {
    expect(excerptOf({ type: 'doc', content: [p('One', { type: 'hardBreak' }, 'two'), list('three')] })).to.equal('One two three')
    expect(excerptOf({ type: 'doc', content: [p('word '.repeat(100))] })).to.have.length.lessThan(170)
    expect(excerptOf(null)).to.equal('')
  })
})

const words = fc
  .array(fc.constantFrom(...'the a temple market river boat ดี มาก , . 苹果'.split(' ')), { maxLength: 12 })
  .map((all) => all.join(' '))
const inline = fc
  .array(
    fc.oneof(
      fc.tuple(words, fc.subarray(['bold', 'italic'])).map(([one, marks]) => text(one === '' ? 'x' : one, ...marks)),
      fc.constant({ type: 'hardBreak' }),
      fc.nat(3).map((id) => ({ type: 'mention', attrs: { collection: 'users', id } })),
    ),
    { maxLength: 4 },
  )
  .map(withJoinedTexts)
const { block } = fc.letrec<{ block: RichTextNode; blocks: RichTextNode[] }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  block: fc.oneof(
    { depthSize: 'small' },
    inline.map((content) => ({ type: 'paragraph', content })),
    fc.tuple(fc.integer({ min: 1, max: 3 }), inline).map(([level, content]) => ({ type: 'heading', attrs: { level }, content })),
    fc.nat(3).map((media) => ({ type: 'image', attrs: { media, alt: 'x' } })),
    fc.constant({ type: 'horizontalRule' }),
    tie('blocks').map((content) => ({ type: 'blockquote', content })),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((items) => ({ type: 'bulletList', content: items.map((content) => ({ type: 'listItem', content })) })),
  ),
}))
const documents = fc.array(block, { maxLength: 8 })

/** One of the two documents, read from what a comparison says about words and blocks. */
function side(changes: readonly BlockChange[], which: 'before' | 'after'): RichTextNode[] {
  return changes.flatMap((change) => {
    if (change.state === 'moved') return which === 'after' ? [whole(change.block, which)] : []
    if (change.state === 'same' || change.state === 'changed') return [whole(change, which)]
    return (change.state === 'added') === (which === 'after') ? [change.node] : []
  })
}

function whole(change: KeptBlock, which: 'before' | 'after'): RichTextNode {
  if (change.state === 'same') return change.node
  const { content: _, ...shell } = change[which]
  const content = change.blocks
    ? side(change.blocks, which)
    : change.runs && withJoinedTexts(change.runs.flatMap((run) => ofRun(run, which)))
  return content ? { ...shell, content } : change[which]
}

function ofRun(run: Run, which: 'before' | 'after'): RichTextNode[] {
  if (run.state === 'formatted') return [which === 'before' ? { ...run.node, marks: [...run.was] } : run.node]
  if (run.state === 'same') return [run.node]
  return (run.state === 'added') === (which === 'after') ? [run.node] : []
}

/** Neighbouring texts with the same marks are one. */
function withJoinedTexts(nodes: readonly RichTextNode[]): RichTextNode[] {
  const all: RichTextNode[] = []
  for (const one of nodes) {
    const last = all.at(-1)
    if (last?.text !== undefined && one.text !== undefined && JSON.stringify(last.marks ?? []) === JSON.stringify(one.marks ?? []))
      all[all.length - 1] = { ...last, text: last.text + one.text }
    else all.push(one)
  }
  return all
}
