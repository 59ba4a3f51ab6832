/** Rich text → HTML or Markdown → the same rich text, for everything that they can express. */
import { expect } from 'chai'
import fc from 'fast-check'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { fromMarkdown, htmlOfMarkdown } from '../../lib/rich-text/from-markdown.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'
import { toMarkdown } from '../../lib/rich-text/to-markdown.ts'
import { inDepth } from '../harness/depth.ts'
import { documents, expectValid, withoutValues } from './documents.ts'

const image = ({ src }: { src: string }) => Number(/\/(\d+)(?:-s)?\.png$/.exec(src)?.[1])

describe('rich text: round trips', () => {
  it('HTML @long', () => {
    fc.assert(
      fc.property(documents(), (doc) => {
        const html = toHTML(doc)
        const back = fromHTML(html, { image })
        expectValid(back)
        expect(back, html).to.deep.equal(withoutValues(doc))
      }),
      { numRuns: inDepth(150, 5000) },
    )
  })

  it('Markdown @long', () => {
    fc.assert(
      fc.property(documents({ isMarkdown: true }), (doc) => {
        const markdown = toMarkdown(doc)
        const back = fromMarkdown(markdown, { image })
        expectValid(back)
        expect(back, markdown).to.deep.equal(withoutValues(doc))
      }),
      { numRuns: inDepth(150, 5000) },
    )
  })

  it('Markdown, for links whose text looks like Markdown', () => {
    for (const text of ['![x](javascript:alert(1))', '[x](y)', 'a!', '!', '\\[x]', '[', ']', 'a]b[', '![', '[x]: y', '[[x]]'])
      for (const marks of [[], [{ type: 'bold' }], [{ type: 'code' }]]) {
        const node = { type: 'text', text, marks: [{ type: 'link', attrs: { href: 'https://x.example' } }, ...marks] }
        const doc = { type: 'doc' as const, content: [{ type: 'paragraph', content: [node] }] }
        expect(fromMarkdown(toMarkdown(doc)), toMarkdown(doc)).to.deep.equal(doc)
        expect(htmlOfMarkdown(toMarkdown(doc))).not.to.include('<img')
      }
  })
})
