/** Markdown as a person would write it; what needs escapes or HTML is in round-trips.test.ts. */
import { expect } from 'chai'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { toMarkdown } from '../../lib/rich-text/to-markdown.ts'

const CASES: [html: string, markdown: string][] = [
  ['', ''],
  [
    '<h2>Title</h2><p>Some <b>bold</b>, <i>italic</i>, <s>old</s> and <code>code</code>.</p>',
    '## Title\n\nSome **bold**, _italic_, ~~old~~ and `code`.',
  ],
  ['<p>ไทย<b>หนา</b>ต่อ<i>เอียง</i>อีก</p>', 'ไทย**หนา**ต่อ*เอียง*อีก'],
  ['<p>a<b>(b)</b>c H<sub>2</sub>O</p>', 'a<strong>(b)</strong>c H<sub>2</sub>O'],
  ['<p><a href="/a b">x <b>y</b></a> <a href="https://a.example/">https://a.example/</a></p>', '[x **y**](</a b>) <https://a.example/>'],
  ['<ul><li>a<ol><li>b</ol><li>c</ul><ul><li>d</ul>', '- a\n  1. b\n- c\n\n* d'],
  ['<ol start=9><li><p>a<p>b</ol>', '9. a\n\n   b'],
  ['<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>', '- [x] a\n- [ ] b'],
  ['<blockquote><p>a<p>b</blockquote><hr>', '> a\n>\n> b\n\n___'],
  ['<pre><code class=language-js>a\n```\n</code></pre>', '````js\na\n```\n````'],
  ['<table><tr><th>a<th>b<tr><td>c|d<td></table>', '| a | b |\n| --- | --- |\n| c\\|d |  |'],
  ['<table><tr><td>a<td>b</table>', '<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>'],
  [
    '<p>1. no list<br># no heading<br>- no item<br>2 * 3 * 4 &lt;b&gt; snake_case [x](y)</p>',
    '1\\. no list\\\n\\# no heading\\\n\\- no item\\\n2 \\* 3 \\* 4 \\<b> snake_case \\[x\\](y)',
  ],
]

describe('rich text: toMarkdown', () => {
  it('ends no line with a break that shows nothing', () => {
    const text = (words: string) => ({ type: 'text', text: words })
    const ending = (...content: object[]) => toMarkdown({ type: 'doc', content: [{ type: 'paragraph', content: [text('x'), ...content] }] })
    for (const end of [[{ type: 'hardBreak' }], [{ type: 'hardBreak' }, text(' ')], [text(' '), { type: 'hardBreak' }, text('\u00a0')]])
      expect(ending(...end)).to.equal('x<br><br>\n')
    expect(ending({ type: 'hardBreak' }, text(' y'))).to.match(/y\n$/)
  })

  for (const [html, markdown] of CASES)
    it(JSON.stringify(html), () => expect(toMarkdown(fromHTML(html))).to.equal(markdown && `${markdown}\n`))

  it('writes pictures, files, embeds, mentions, blocks and links to documents', () => {
    const value = { url: '/a b.png', alt: 'A [hill]' }
    const content = [
      { type: 'image', attrs: { media: 1, caption: 'The "best"', value } },
      { type: 'file', attrs: { media: 2, value: { url: '/plan.pdf', filename: 'plan_1.pdf' } } },
      { type: 'embed', attrs: { url: 'https://youtu.be/abcdefghijk' } },
      {
        type: 'paragraph',
        content: [
          { type: 'mention', attrs: { collection: 'users', id: 1, value: { name: 'N*k' } } },
          { type: 'text', text: ' x', marks: [{ type: 'link', attrs: { collection: 'posts', id: 4, anchor: 'b' } }] },
        ],
      },
      { type: 'contentBlock', attrs: { blockType: 'box', body: { type: 'doc', content: [{ type: 'horizontalRule' }] } } },
    ]
    const options = {
      link: ({ id }: { id: number }) => `/posts/${id}`,
      block: ({ body }: any, render: (doc: unknown) => string) => `::: box\n${render(body)}\n:::`,
    }
    expect(toMarkdown({ type: 'doc', content }, options)).to.equal(
      '![A &#91;hill&#93;](</a b.png> "The \\"best\\"")\n\n[plan_1.pdf](/plan.pdf)\n\n<https://youtu.be/abcdefghijk>\n\n@N\\*k[ x](/posts/4#b)\n\n::: box\n___\n:::\n',
    )
    expect(toMarkdown({ type: 'doc', content })).to.include('@N\\*k x\n')
  })
})
