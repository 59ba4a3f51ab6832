/** Footnotes of Markdown: numbers in the text, and the notes at its end. */
import { expect } from 'chai'
import { fromMarkdown } from '../../lib/rich-text/from-markdown.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'
import { toText } from '../../lib/rich-text/to-text.ts'
import { expectValid } from './documents.ts'

const html = (markdown: string, options = {}) => toHTML(fromMarkdown(markdown, options))
const notes = (...items: string[]) => `<hr><ol>${items.map((one) => `<li>${one}</li>`).join('')}</ol>`

describe('rich text: footnotes', () => {
  const CASES: [what: string, markdown: string, html: string][] = [
    ['one', 'a[^1] b\n\n[^1]: The note.', `<p>a<sup>1</sup> b</p>${notes('The note.')}`],
    ['one of a single word', 'a[^1]\n\n[^1]: note', `<p>a<sup>1</sup></p>${notes('note')}`],
    [
      'one that is a URL',
      'a[^1]\n\n[^1]: https://example.org/',
      `<p>a<sup>1</sup></p>${notes('<a href="https://example.org/">https://example.org/</a>')}`,
    ],
    [
      'numbers in the order of the text',
      'a[^z] b[^y] c[^z]\n\n[^y]: Y\n[^z]: Z',
      `<p>a<sup>1</sup> b<sup>2</sup> c<sup>1</sup></p>${notes('Z', 'Y')}`,
    ],
    ['marks and links', 'a[^1]\n\n[^1]: An *old* [page](/x).', `<p>a<sup>1</sup></p>${notes('An <em>old</em> <a href="/x">page</a>.')}`],
    [
      'several paragraphs and lists, then the text goes on',
      'a[^1]\n\n[^1]: One\n    more.\n\n    Two.\n\n    - item\n\nThe end.',
      `<p>a<sup>1</sup></p><p>The end.</p>${notes('<p>One more.</p><p>Two.</p><ul><li>item</li></ul>')}`,
    ],
    ['notes that nothing refers to', 'a\n\n[^1]: Kept.', `<p>a</p>${notes('Kept.')}`],
    ['a note in a note', 'a[^1]\n\n[^1]: See[^2].\n[^2]: There.', `<p>a<sup>1</sup></p>${notes('See<sup>2</sup>.', 'There.')}`],
    ['a number without its note', 'a[^1]', '<p>a[^1]</p>'],
    [
      'a second note of the same name',
      'a[^1]\n\n[^1]: One.\n\n[^1]: Two.',
      `<p>a<sup>1</sup></p><p><sup>1</sup>: Two.</p>${notes('One.')}`,
    ],
    [
      'in code',
      '`a[^1]`\n\n```\n[^1]: code\n```\n\n[^1]: note',
      `<p><code>a[^1]</code></p><pre><code>[^1]: code</code></pre>${notes('note')}`,
    ],
    ['in headings and tables', '# a[^1]\n\n| b[^1] |\n|---|\n\n[^1]: note', ''],
  ]
  for (const [what, markdown, wanted] of CASES)
    it(what, () => {
      if (wanted) expect(html(markdown).replaceAll('\n', '')).to.equal(wanted)
      else expect(html(markdown)).to.include('<sup>1</sup></h1>').and.include('b<sup>1</sup></th>')
    })

  it('are in brackets where the field has no superscript', () => {
    expect(html('in 2019[^1]\n\n[^1]: note', { features: ['orderedList'] })).to.equal('<p>in 2019[1]</p><ol><li>note</li></ol>')
  })

  it('lose no word, and take a time that grows with their number @long', () => {
    for (const count of [10, 1000]) {
      const numbers = Array.from({ length: count }, (_, index) => index)
      const doc = fromMarkdown(`${numbers.map((n) => `w${n}[^${n}]`).join(' ')}\n\n${numbers.map((n) => `[^${n}]: note${n}\n`).join('')}`)
      expectValid(doc)
      const text = toText(doc)
      for (const n of numbers) if (!text.includes(`note${n}`) || !text.includes(`w${n}`)) expect.fail(`${n} is gone`)
    }
    expectValid(fromMarkdown(Array.from({ length: 1000 }, (_, n) => `[^${n}]: `).join('')))
  })
})
