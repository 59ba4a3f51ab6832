/** Which texts of an import are HTML: a word between angle brackets doesn't make one, since it would be lost. */
import { expect } from 'chai'
import type { Omission } from '../../../lib/features/transfer/omissions.ts'
import { richTextOf } from '../../../lib/features/transfer/rich-text.ts'
import { toHTML } from '../../../lib/rich-text/to-html.ts'
import type { RichTextField } from '../../../schema/model.ts'

const field = { richText: { features: ['bold', 'link', 'bulletList'], headings: [1, 2, 3], embeds: [] } } as unknown as RichTextField

const CASES: [text: string, html: string][] = [
  ['Ada <ada@example.org> wrote', '<p>Ada &lt;ada@example.org&gt; wrote</p>'],
  ['if a<b then c>d', '<p>if a&lt;b then c&gt;d</p>'],
  ['a < b & c <notatag> x', '<p>a &lt; b &amp; c &lt;notatag&gt; x</p>'],
  ['see <https://example.org>', '<p>see &lt;https://example.org&gt;</p>'],
  ['List<String> and Map<K, V>', '<p>List&lt;String&gt; and Map&lt;K, V&gt;</p>'],
  ['one\n\ntwo', '<p>one</p><p>two</p>'],
  ['a <b>bold</b> word', '<p>a <strong>bold</strong> word</p>'],
  ['<p>one<p class="x">two', '<p>one</p><p>two</p>'],
  ['one<br/>two', '<p>one<br>two</p>'],
  ['<ul><li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
  ['<!--more-->a', '<p>a</p>'],
]

describe('transfer: plain text and HTML', () => {
  for (const [text, html] of CASES)
    it(JSON.stringify(text), async () => {
      const omitted: Omission[] = []
      const doc = await richTextOf(
        text,
        field,
        false,
        async () => null,
        (one) => void omitted.push(one),
      )
      expect(toHTML(doc)).to.equal(html)
      expect(omitted).to.deep.equal([])
    })
})
