/** Ids of headings in every script, without two of a kind, and the outline that links to them. */
import { expect } from 'chai'
import { outline } from '../../lib/rich-text/heading-ids.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'

const heading = (level: number, text: string) => ({ type: 'heading', attrs: { level }, content: [{ type: 'text', text }] })
const doc = (...texts: string[]) => ({ type: 'doc', content: texts.map((text) => heading(2, text)) })
const idsOf = (...texts: string[]) => outline(doc(...texts)).map(({ id }) => id)

describe('rich text: outline', () => {
  it('keeps the letters of every script', () => {
    expect(idsOf('Hello, World!', 'การเดินทางที่ดี', 'مرحبا بالعالم', '你好 世界', 'Été à Zürich', '😀', '')).to.deep.equal([
      'hello-world',
      'การเดินทางที่ดี',
      'مرحبا-بالعالم',
      '你好-世界',
      'été-à-zürich',
      'section',
      'section-2',
    ])
    expect(idsOf('a'.repeat(200))[0]).to.have.lengthOf(80)
  })

  it('numbers headings with the same text, also if another one has that number', () => {
    expect(idsOf('A', 'A', 'A 2', 'A', 'a')).to.deep.equal(['a', 'a-2', 'a-2-2', 'a-3', 'a-4'])
    expect(new Set(idsOf(...Array.from({ length: 3000 }, () => 'Same'))).size).to.equal(3000)
  })

  it('has the ids and levels of the HTML', () => {
    const options = { headingOffset: 1, idPrefix: 'post-' }
    const text = { type: 'doc', content: [heading(1, 'One'), { type: 'blockquote', content: [heading(6, 'One')] }] }
    expect(outline(text, options)).to.deep.equal([
      { id: 'post-one', level: 2, text: 'One' },
      { id: 'post-one-2', level: 6, text: 'One' },
    ])
    expect(toHTML(text, options)).to.equal('<h2 id="post-one">One</h2><blockquote><h6 id="post-one-2">One</h6></blockquote>')
    const block = { type: 'contentBlock', attrs: { blockType: 'box', body: doc('One') } }
    const withBlock = { type: 'doc', content: [block, heading(1, 'One')] }
    expect(toHTML(withBlock, { block: ({ body }, render) => render(body) })).to.equal('<h2 id="one-2">One</h2><h1 id="one">One</h1>')
    expect(outline(null)).to.deep.equal([])
  })
})
