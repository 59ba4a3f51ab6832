/** Which texts show nothing, so that a required field is not filled by them. */
import { expect } from 'chai'
import { isEmptyText } from '../../lib/rich-text/empty.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const node = (type: string, ...content: unknown[]) => ({ type, content })
const text = (words: string) => ({ type: 'text', text: words })

const EMPTY: Record<string, unknown> = {
  'no content': { type: 'doc' },
  'an empty paragraph': doc(node('paragraph')),
  'spaces and line breaks': doc(node('paragraph', text(' \u00a0'), { type: 'hardBreak' })),
  'characters without a width': doc(node('paragraph', text('\u00a0 \u200b\ufeff'))),
  'an empty list in a quote': doc(node('blockquote', node('bulletList', node('listItem', node('paragraph'))))),
  'an empty table': doc(node('table', node('tableRow', node('tableCell', node('paragraph'))))),
}
const FULL: Record<string, unknown> = {
  words: doc(node('paragraph', text('a'))),
  'words in a table': doc(node('table', node('tableRow', node('tableCell', node('paragraph', text('a')))))),
  'a divider': doc({ type: 'horizontalRule' }),
  'a picture': doc({ type: 'image', attrs: { media: 1 } }),
  'a mention': doc(node('paragraph', { type: 'mention', attrs: { collection: 'users', id: 1 } })),
  'something unknown': doc({ type: 'marquee' }),
}

describe('rich text: empty texts', () => {
  for (const [name, value] of Object.entries(EMPTY)) it(`${name}: nothing`, () => expect(isEmptyText(value)).to.equal(true))
  for (const [name, value] of Object.entries(FULL)) it(`${name}: something`, () => expect(isEmptyText(value)).to.equal(false))
})
