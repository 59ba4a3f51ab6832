/** Markdown keeps every punctuation mark of ASCII: in URLs, words, descriptions, captions, code and its language, next to each other and in any number. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { fromMarkdown } from '../../lib/rich-text/from-markdown.ts'
import { toMarkdown } from '../../lib/rich-text/to-markdown.ts'
import { wellFormedBlocks } from '../../lib/rich-text/well-formed.ts'
import { inDepth } from '../harness/depth.ts'
import { withoutValues } from './documents.ts'

const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']
/** Those that a parser may take for the end of a link, or for code. */
const OF_LINKS = [...'`()[]\\<>"', '``']

const embeds = [{ name: 'maps', pattern: 'https://maps\\.example/.*' }]
const image = () => 1
const doc = (...content: RichTextNode[]) => ({ type: 'doc', content })
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) }) as RichTextNode
const link = (href: string) => ({ type: 'link', attrs: { href } })
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })

function comesBack(given: { type: string; content: RichTextNode[] }): void {
  const stored = doc(...wellFormedBlocks(given))
  const markdown = toMarkdown(stored)
  expect(fromMarkdown(markdown, { image, embeds }), markdown).to.deep.equal(withoutValues(stored))
}

const PLACES: Readonly<Record<string, (mark: string) => RichTextNode>> = {
  'the URL of a link': (mark) => paragraph(text('x', link(`/a${mark}b`)), text(' '), text('y', link(`/${mark}`))),
  'a URL that is its own words': (mark) => paragraph(text(`https://a.example/${mark}b`, link(`https://a.example/${mark}b`)), text(' x')),
  'the words of a link': (mark) => paragraph(text(`a${mark}b`, link('/x')), text(' '), text(mark, link('/y'))),
  'code in a link': (mark) => paragraph(text(`a${mark}b`, link(`/${mark}`), { type: 'code' })),
  code: (mark) => paragraph(text(mark, { type: 'code' }), text(` ${mark} `), text(`a${mark}`, { type: 'code' })),
  'lines of code': (mark) => ({ type: 'codeBlock', content: [text(`a${mark}b\n${mark}\n${mark.repeat(3)}`)] }),
  'the language of code': (mark) => ({ type: 'codeBlock', attrs: { language: `a${mark}${mark}b` }, content: [text('x')] }),
  'a description and a caption': (mark) => picture(`a${mark}b`, mark, `/${mark}.png`),
  'the URL of an embed': (mark) => ({ type: 'embed', attrs: { url: `https://maps.example/a${mark}b` } }),
}

const picture = (alt: string, caption: string, url: string): RichTextNode => ({
  type: 'image',
  attrs: { media: 1, alt, caption, value: { url } },
})

describe('rich text: punctuation in Markdown', () => {
  for (const [place, make] of Object.entries(PLACES))
    it(place, () => {
      for (const mark of [...PUNCTUATION, '``', '\\`', '&amp;', '&#96;', '<!--', '](']) comesBack(doc(make(mark)))
    })

  it('anywhere next to each other @long', () => {
    for (const marks of [PUNCTUATION, OF_LINKS])
      fc.assert(
        fc.property(documentsOf([...marks, 'a']), (one) => comesBack(one)),
        { numRuns: inDepth(1000, 30_000) },
      )
  })

  it('the URL of a picture is read as it was', () => {
    for (const mark of PUNCTUATION) {
      const read: string[] = []
      fromMarkdown(toMarkdown(doc(picture('x', 'y', `/a${mark}b.png`))), { image: ({ src }) => read.push(src) })
      expect(read).to.deep.equal([`/a${mark}b.png`])
    }
  })
})

function documentsOf(signs: readonly string[]) {
  const words = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 5 }).map((all) => all.join(''))
  const marks = [[], [{ type: 'bold' }], [{ type: 'italic' }], [{ type: 'code' }]]
  const piece = fc
    .tuple(words, fc.option(words), fc.constantFrom(...marks), fc.constantFrom('', ' x'))
    .map(([one, href, others, end]) => text(one + end, ...(href === null ? [] : [link(`/${href}`)]), ...others))
  const line = fc.array(piece, { minLength: 1, maxLength: 4 })
  const node = (type: string, ...content: RichTextNode[]): RichTextNode => ({ type, content })
  const block = fc.oneof(
    line.map((content) => paragraph(...content)),
    line.map((content): RichTextNode => ({ type: 'heading', attrs: { level: 2 }, content })),
    line.map((content) => node('bulletList', node('listItem', paragraph(...content)))),
    fc
      .tuple(line, line)
      .map(([head, cell]) =>
        node('table', node('tableRow', node('tableHeader', paragraph(...head))), node('tableRow', node('tableCell', paragraph(...cell)))),
      ),
    fc.tuple(words, words, words).map(([alt, caption, url]) => picture(alt, caption, `/${url}`)),
    words.map((one): RichTextNode => ({ type: 'codeBlock', content: [text(one)] })),
  )
  return fc.array(block, { minLength: 1, maxLength: 2 }).map((all) => doc(...all))
}
