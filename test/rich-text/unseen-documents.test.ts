/** Documents that the reader can't see, or that the site gives no URL for: their words stay, and neither links nor ids get out. */
import { expect } from 'chai'
import { outline } from '../../lib/rich-text/heading-ids.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'
import { toMarkdown } from '../../lib/rich-text/to-markdown.ts'
import { toText } from '../../lib/rich-text/to-text.ts'

const ID = 4711
const textOf = (value: object | null | undefined) => {
  const target = { collection: 'secrets', id: ID, ...(value !== undefined && { value }) }
  const media = { media: ID, ...(value !== undefined && { value }) }
  const words = [
    { type: 'text', text: 'See ' },
    { type: 'text', text: 'the plan', marks: [{ type: 'link', attrs: { ...target, anchor: 'part' } }, { type: 'bold' }] },
    { type: 'text', text: ' of ' },
    { type: 'mention', attrs: target },
  ]
  return {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: words },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'paragraph', content: words }] }] }],
      },
      { type: 'image', attrs: { ...media } },
      { type: 'file', attrs: { ...media } },
    ],
  }
}

describe('rich text: documents that a reader does not see', () => {
  const nothing = { link: () => undefined, mention: () => undefined as unknown as string }
  for (const [what, value] of Object.entries({ unreadable: null, 'not read': undefined, 'without a name': { email: 'nok@example.org' } }))
    it(what, () => {
      const doc = textOf(value)
      const ways = [toHTML(doc), toHTML(doc, nothing), toMarkdown(doc), toMarkdown(doc, nothing), toText(doc), JSON.stringify(outline(doc))]
      for (const out of ways) {
        expect(out)
          .to.include('the plan')
          .and.not.match(/secrets|4711|href|\]\(|nok@/)
        if (out !== ways.at(-1)) expect(out).to.include('@…')
      }
    })
})
