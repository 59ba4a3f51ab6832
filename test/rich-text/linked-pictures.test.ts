/** Links around pictures: they follow the picture, unless they only lead to its file. */
import { expect } from 'chai'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { fromMarkdown } from '../../lib/rich-text/from-markdown.ts'
import { paragraph } from '../harness/writing.ts'
import { expectValid } from './documents.ts'

const image = (attrs = {}) => ({ type: 'image', attrs: { media: 7, ...attrs } })
const linked = (text: string, href = '/shop') => ({
  type: 'paragraph',
  content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }],
})

describe('rich text: linked pictures', () => {
  const CASES: [what: string, html: string, ...content: object[]][] = [
    ['a description', '<a href="/shop"><img src="a.png" alt="Buy"></a>', image({ alt: 'Buy' }), linked('Buy')],
    ['nothing', '<p>a <a href="/shop"><img src="a.png"></a> b</p>', paragraph('a'), image(), linked('/shop'), paragraph('b')],
    [
      'a caption',
      '<figure><a href="/shop"><picture><img src="a.png"></picture></a><figcaption>Tea</figcaption></figure>',
      image({ caption: 'Tea' }),
      linked('Tea'),
    ],
    ['words of its own', '<a href="/shop"><img src="a.png"> Buy</a>', image(), linked('Buy')],
    ['its file', '<a href="https://x.org/a-large.JPG?w=2"><img src="a.png" alt="A"></a>', image({ alt: 'A' })],
    ['its page', '<a href="/a" rel="attachment wp-att-6"><img src="a.png" alt="A"></a>', image({ alt: 'A' })],
  ]
  for (const [what, html, ...content] of CASES)
    it(`with ${what}`, () => {
      const doc = fromHTML(html, { image: () => 7 })
      expectValid(doc)
      expect(doc.content).to.deep.equal(content)
    })

  it('are the same in Markdown', () => {
    expect(fromMarkdown('[![Buy](a.png)](/shop)', { image: () => 7 }).content).to.deep.equal([image({ alt: 'Buy' }), linked('Buy')])
  })

  it('tell what became of the link', () => {
    const reported: string[] = []
    const options = { image: () => 7, omitted: (kind: string, what: string) => void reported.push(`${kind}: ${what}`) }
    fromHTML('<a href="/shop"><img src="a.png"></a>', options)
    expect(fromHTML('<a href="/shop"><img src="a.png"></a>', { ...options, features: ['image'] }).content).to.deep.equal([image()])
    expect(reported).to.deep.equal(['link of a picture: /shop, which is now on a separate line', 'link of a picture: /shop'])
  })

  it('whose picture is left out keep their link', () => {
    expect(fromHTML('<a href="/shop"><img src="a.png"></a>').content).to.deep.equal([linked('/shop')])
    expect(fromHTML('<a href="/shop"><img src="a.png" alt="Buy"></a>').content).to.deep.equal([linked('Buy')])
  })
})
