/** Words and characters of a text, in languages with and without spaces. */
import { Schema } from '@tiptap/pm/model'
import { expect } from 'chai'
import { countsBetween, countsIn, countsOf, minutesToRead } from '../../admin-components/fields/rich-text/counts.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*' },
    blockquote: { group: 'block', content: 'block+' },
    text: {},
  },
})
const p = (text: string) => schema.node('paragraph', null, text === '' ? [] : [schema.text(text)])

describe('admin-components: counts of a text', () => {
  const cases: [string, string, number, number][] = [
    ['nothing', '', 0, 0],
    ['English', 'Don’t count the-dash, 3.5 times!', 6, 32],
    ['Thai', 'ภาษาไทยไม่มีช่องว่าง', 5, 20],
    ['Chinese', '我们今天写文章', 4, 7],
    ['Japanese', '私は文章を書く', 5, 7],
    ['an emoji of several parts', 'family 👨‍👩‍👧', 1, 8],
    ['an accent of its own', 'cafe\u0301', 1, 4],
  ]
  for (const [name, text, words, characters] of cases)
    it(`${name}`, () => {
      const counts = countsIn(text)
      expect(counts.words, `words of ${text}`).to.equal(words)
      expect(counts.characters, `characters of ${text}`).to.be.at.most(text.length)
      if (name !== 'Thai') expect(counts.characters).to.equal(characters)
    })

  it('sums up blocks, and the part of them that is selected', () => {
    const doc = schema.node('doc', null, [p('one two'), schema.node('blockquote', null, [p('three'), p('')]), p('four five')])
    expect(countsOf(doc)).to.deep.equal({ words: 5, characters: 21 })
    const between = (from: number, to: number) => countsBetween(doc, [{ $from: doc.resolve(from), $to: doc.resolve(to) }])
    expect(between(5, doc.content.size - 5)).to.deep.equal({ words: 3, characters: 13 })
    expect(between(0, doc.content.size)).to.deep.equal(countsOf(doc))
  })

  it('a text takes at least a minute to read', () => {
    expect([0, 100, 460, 2300].map((words) => minutesToRead({ words, characters: 0 }))).to.deep.equal([1, 1, 2, 10])
  })
})
