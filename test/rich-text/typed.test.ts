/** The compiler is the test: a text of a field's type is a document, and a text that the field refuses doesn't compile. */
import { expect } from 'chai'
import type { RichText, RichTextDocument } from '../../lib/index.ts'

const usual: RichText = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 6 }, content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'hardBreak' }] }] }] },
    { type: 'image', attrs: { media: 1, alt: 'x' } },
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 2 }, content: [{ type: 'paragraph' }] }] }],
    },
    { type: 'paragraph', content: [{ type: 'mention', attrs: { collection: 'users', id: 1 } }] },
  ],
}

type Short = RichText<'bold' | 'heading' | 'block', { blockType: 'quote'; text: string }, 2>

const short: Short = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 } },
    { type: 'contentBlock', attrs: { blockType: 'quote', text: 'x' } },
  ],
}

const refused: Short[] = [
  // @ts-expect-error the field has no such heading
  { type: 'doc', content: [{ type: 'heading', attrs: { level: 3 } }] },
  // @ts-expect-error the field has no pictures
  { type: 'doc', content: [{ type: 'image', attrs: { media: 1 } }] },
  // @ts-expect-error the field has no italics
  { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'italic' }] }] }] },
  // @ts-expect-error there is no such block
  { type: 'doc', content: [{ type: 'contentBlock', attrs: { blockType: 'aside', text: 'x' } }] },
  // @ts-expect-error text stands in paragraphs
  { type: 'doc', content: [{ type: 'text', text: 'a' }] },
]

describe('rich text: types', () => {
  it('are documents', () => {
    const documents: RichTextDocument[] = [usual, short]
    expect(documents).to.have.length(2)
    expect(refused).to.have.length(5)
  })
})
