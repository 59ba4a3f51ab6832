/** What "Fill in" takes from another language: words that are missing, in groups, rows and blocks, and nothing that is there. */
import { expect } from 'chai'
import { translatedFrom } from '../../admin-components/document/translated.ts'

const text = (name: string, localized = true) => ({ name, path: name, type: 'text', localized })
const fields = [
  text('title'),
  text('code', false),
  { name: 'seo', path: 'seo', type: 'group', fields: [text('hint')] },
  { name: 'links', path: 'links', type: 'array', fields: [text('label'), text('url', false)] },
  { name: 'parts', path: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [text('words')] }] },
]
const english = {
  title: 'Home',
  code: 'x',
  seo: { hint: 'one' },
  links: [
    { id: 'a', label: 'First', url: '/a' },
    { id: 'b', label: 'Second', url: '/b' },
  ],
  parts: [{ id: 'q', blockType: 'quote', words: 'Good' }],
}

describe('admin-components: what is filled in from another language', () => {
  it('is what is missing, in rows by their ids, wherever they stand', () => {
    const thai = {
      title: '',
      code: null,
      seo: { hint: null },
      links: [
        { id: 'b', label: 'สอง', url: '/bb' },
        { id: 'a', label: null, url: '/a' },
        { id: 'new', label: null, url: null },
      ],
      parts: [{ id: 'q', blockType: 'quote', words: null }],
    }
    const filled = translatedFrom(fields, thai, english)
    expect(filled).to.deep.equal({
      title: 'Home',
      code: null,
      seo: { hint: 'one' },
      links: [
        { id: 'b', label: 'สอง', url: '/bb' },
        { id: 'a', label: 'First', url: '/a' },
        { id: 'new', label: null, url: null },
      ],
      parts: [{ id: 'q', blockType: 'quote', words: 'Good' }],
    })
  })

  it('is nothing where nothing is missing', () => {
    expect(translatedFrom(fields, english, { ...english, title: 'Other' })).to.equal(english)
  })
})
