/** Rich text from HTML as WordPress, Ghost, word processors and web pages write it. Compared as the HTML that is written from it. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { fromMarkdown } from '../../lib/rich-text/from-markdown.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'
import { inDepth } from '../harness/depth.ts'
import { expectValid } from './documents.ts'

const image = () => 7
const shown = (picture: { media: number; alt: string; caption: string; width: number | null }) =>
  `[${picture.media}|${picture.alt}|${picture.caption}|${picture.width ?? ''}]`
const through = (html: string, options = {}) => toHTML(fromHTML(html, { image, ...options }), { image: shown })

const CASES: [title: string, html: string, wanted: string][] = [
  ['nothing', ' \n ', ''],
  ['text alone', 'a &lt; b', '<p>a &lt; b</p>'],
  ['white space as browsers collapse it', '<p>\n  a \n <b> b</b>  c<br> d </p>\n\n<p> </p>', '<p>a <strong>b</strong> c<br>d</p>'],
  ['loose text around blocks', 'a<div>b<p>c</p>d</div>e', '<p>a</p><p>b</p><p>c</p><p>d</p><p>e</p>'],
  ['an empty line that somebody made', '<p>a</p><p>&nbsp;</p><p><br></p><p>b<br></p>', '<p>a</p><p><br></p><p><br></p><p>b</p>'],
  [
    'the marks of every tag',
    '<p><strong>a</strong><em>b</em><u>c</u><del>d</del><kbd>e</kbd><sub>f</sub><sup>g</sup><ins>h</ins></p>',
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><code>e</code><sub>f</sub><sup>g</sup><u>h</u></p>',
  ],
  [
    'styles that mean a mark',
    '<p><span style="font-weight:700">a</span> <span style="FONT-STYLE: italic; text-decoration:underline line-through">b</span> <b style="font-weight:normal">c</b></p>',
    '<p><strong>a</strong> <em><u><s>b</s></u></em> c</p>',
  ],
  [
    'a document of Google',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">a</span><a href="/x" style="text-decoration:none"><span style="text-decoration:underline">b</span></a></p><br></b>',
    '<p>a<a href="/x">b</a></p>',
  ],
  ['a block in a link', '<a href="/x"><div><h3>a</h3><p>b</p></div></a>', '<h3 id="a"><a href="/x">a</a></h3><p><a href="/x">b</a></p>'],
  ['a block in a heading', '<h2><div>a</div><div>b</div></h2>', '<h2 id="a-b">a<br>b</h2>'],
  [
    'lists in lists, inside items and between them',
    '<ul><li>a<ul><li>b</ul></li><ol><li>c</ol></ul>',
    '<ul><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li></ul>',
  ],
  ['text in a list outside of items', '<ul>a<li>b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
  [
    'tasks of GitHub and of Tiptap',
    '<ul><li><input type="checkbox" checked> a</li></ul><ul data-type="taskList"><li data-type="taskItem" data-checked="false"><label><input type="checkbox"><span></span></label><div><p>b</p></div></li></ul>',
    '<ul class="task-list"><li><label><input type="checkbox" disabled checked> a</label></li></ul><ul class="task-list"><li><label><input type="checkbox" disabled> b</label></li></ul>',
  ],
  [
    'a table with everything',
    '<table><caption>T</caption><colgroup><col width="50"><col></colgroup><thead><tr><td>a<td>b</thead><tbody><tr><th colspan=2>c<tr><td><p>d</p><ul><li>e</ul><td></tbody></table>',
    '<p>T</p><table><colgroup><col width="50"><col></colgroup><thead><tr><th scope="col">a</th><th scope="col">b</th></tr><tr><th scope="col" colspan="2">c</th></tr></thead><tbody><tr><td>d<ul><li>e</li></ul></td><td></td></tr></tbody></table>',
  ],
  ['a table for the layout', '<table role="presentation"><tr><td>a<td>b</table>', '<p>a</p><p>b</p>'],
  [
    'cells that would reach out of their part of the table',
    '<table><tbody><tr><td rowspan=2>a<td>b</tbody><tfoot><tr><td>c<td rowspan=0>d<tr><td>e</tfoot></table>',
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td rowspan="2">d</td></tr><tr><td>e</td></tr></tbody></table>',
  ],
  [
    'code whose lines are elements',
    '<pre><div>a</div><div>  b</div></pre><pre><ol><li>c</li><li>  d</li></ol></pre><pre><div><div>python</div><div><code class="language-python"><span>e</span>(1)\n f\n</code></div></div></pre>',
    '<pre><code>a\n  b</code></pre><pre><code>c\n  d</code></pre><pre><code class="language-python">e(1)\n f</code></pre>',
  ],
  [
    'code with its language',
    '<pre class="wp-block-code"><code lang="php" class="language-php">\na &lt; b\n  c\n</code></pre><pre class="brush: js; x">d<br>e</pre>',
    '<pre><code class="language-php">\na &lt; b\n  c</code></pre><pre><code class="language-js">d\ne</code></pre>',
  ],
  [
    'a picture with its caption',
    '<figure class="wp-block-image"><a href="/a.jpg"><img src="/a.jpg" alt="A" width="300" srcset="/a.jpg 300w, /b.jpg 900w"></a><figcaption>The <b>hill</b></figcaption></figure>',
    '[7|A|The hill|300]',
  ],
  ['a picture in a paragraph', '<p>a <img src="/x" width="10" srcset="/x 10w"> b</p>', '<p>a</p>[7|||]<p>b</p>'],
  [
    'a gallery',
    '<figure class="kg-gallery-card"><div><div><img src="/a" alt="a"></div><div><img src="/b" alt="b"></div></div><figcaption>Both</figcaption></figure>',
    '[7|a||][7|b||]<p>Both</p>',
  ],
  ['a picture that loads late', '<img src="data:image/gif;base64,R0" data-src="/a" alt="x"><noscript><img src="/a"></noscript>', '[7|x||]'],
  [
    'a definition list, details, a quotation',
    '<dl><dt>a<dd>b</dl><details><summary>c</summary>d</details><p><q>e</q></p>',
    '<p>a</p><p>b</p><p>c</p><p>d</p><p>“e”</p>',
  ],
  [
    'an unsafe link, a script, a style',
    '<p><a href="java&#10;script:x">a</a><a>b</a></p><script>alert(1)</script><style>p{}</style><svg><text>x</text></svg>',
    '<p>ab</p>',
  ],
  ['no more than the text of very deep elements', `${'<div>'.repeat(5000)}a${'<b>'.repeat(5000)}b`, '<p>ab</p>'],
]

describe('rich text: fromHTML', () => {
  for (const [title, html, wanted] of CASES) it(title, () => expect(through(html)).to.equal(wanted))

  it('turns players and bare URLs of known sites into embeds, and other players into links', () => {
    const omitted: string[] = []
    const { content } = fromHTML(
      '<figure><iframe src="//www.youtube.com/embed/abcdefghijk?feature=oembed"></iframe><figcaption>Clip</figcaption></figure><div>\nhttps://vimeo.com/123456\n</div><p><a href="https://youtu.be/abcdefghijk">my clip</a></p><iframe src="https://a.example/x"></iframe><video><source src="/v.mp4"></video>',
      { omitted: (kind, what) => omitted.push(`${kind} ${what}`), baseURL: 'https://site.example/blog/' },
    )
    expect(content?.map(({ type, attrs }) => [type, attrs?.['url']])).to.deep.equal([
      ['embed', 'https://www.youtube.com/embed/abcdefghijk?feature=oembed'],
      ['paragraph', undefined],
      ['embed', 'https://vimeo.com/123456'],
      ['paragraph', undefined],
      ['paragraph', undefined],
      ['paragraph', undefined],
    ])
    expect(omitted).to.deep.equal(['embed https://a.example/x', 'video /v.mp4'])
    expect(toHTML({ type: 'doc', content: content?.slice(-2) }))
      .to.include('<a href="https://a.example/x">')
      .and.to.include('<a href="https://site.example/v.mp4">')
  })

  it('resolves relative URLs, and reports pictures that nobody takes', () => {
    const omitted: string[] = []
    const sources: string[] = []
    const options = { baseURL: 'https://site.example/blog/', omitted: (kind: string, what: string) => omitted.push(`${kind} ${what}`) }
    expect(
      through('<p><a href="../x">a</a><a href="#b">b</a><img src="c.png" alt="C"></p>', {
        ...options,
        image: ({ src }: { src: string }) => void sources.push(src),
      }),
    ).to.equal('<p><a href="https://site.example/x">a</a><a href="#b">b</a>C</p>')
    expect([sources, omitted]).to.deep.equal([['https://site.example/blog/c.png'], ['picture https://site.example/blog/c.png']])
    expect(through('<img src="c.png" alt="C">', { ...options, image: () => null })).to.equal('<p>C</p>')
    expect(omitted).to.have.lengthOf(1)
  })

  it('leaves out what a page hides, and the links of footnotes, as pasting does', () => {
    for (const [html, kept] of [
      ['<p>a<a href="#_ftn1">[1]</a></p>', '<p>a[1]</p>'],
      ['<p>a<sup><a href="https://x.example/p#cite_note-3">3</a></sup></p>', '<p>a<sup>3</sup></p>'],
      ['<p><a href="#sdfootnote1anc">1</a>Foot.</p>', '<p>1 Foot.</p>'],
      ['<p><a href="#sdfootnote1anc">1</a><b>“Foot.”</b></p>', '<p>1<strong> “Foot.”</strong></p>'],
      ['<p><a href="#sdfootnote1anc">1</a> Foot.</p>', '<p>1 Foot.</p>'],
      ['<p><a href="#sdfootnote1anc">1</a>.</p><p>a</p>', '<p>1.</p><p>a</p>'],
      ['<p><a href="#sdfootnote1anc">1</a></p><p>a</p>', '<p>1</p><p>a</p>'],
      ['<p><a href="#fn:1"><sup>1</sup></a>a<a href="#fn:2">2</a>b</p>', '<p><sup>1</sup>a2b</p>'],
      ['<p>a<a href="#_ftn1"><span class=MsoFootnoteReference>[1]</span></a></p>', '<p>a<sup>[1]</sup></p>'],
      ['<p><a href="#_edn1"><span class="x MsoEndnoteReference">i</span></a>a</p>', '<p><sup>i</sup>a</p>'],
      ['<ol><li>note <a href="#fnref1">↩︎</a></li></ol>', '<ol><li>note</li></ol>'],
      ['<p>a<a href="#part">b</a></p>', '<p>a<a href="#part">b</a></p>'],
      ['<p>a<span style="display: none">b</span><span style="mso-hide:all">c</span><span hidden>d</span></p>', '<p>a</p>'],
      ['<div style="display:none">preheader</div><p>a</p>', '<p>a</p>'],
    ] as const)
      expect(through(html), html).to.equal(kept)
  })

  it('says what leaves words, links or pictures behind', () => {
    for (const [html, kept, wanted] of [
      ['<p>x <math><mi>E</mi><mo>=</mo><mi>m</mi></math> y</p>', '<p>x E=m y</p>', 'math E=m'],
      ['<p>a <svg><text>Chart</text></svg></p>', '<p>a</p>', 'svg Chart'],
      ['<p>a <svg><path d="M0 0"/></svg></p>', '<p>a</p>', ''],
      ['<textarea>words</textarea><p>a</p>', '<p>a</p>', 'textarea words'],
      ['<pre><code>see <a href="https://x.org">here</a></code></pre>', '<pre><code>see here</code></pre>', 'link in code https://x.org'],
      ['<pre><a href="#l1">1</a> <img src="/a.png"></pre>', '<pre><code>1 </code></pre>', 'picture /a.png'],
      [
        '<figure><img src="/a.png"><figcaption>by <a href="https://x.org">X</a></figcaption></figure>',
        '<p>by X</p>',
        'link in a caption https://x.org, picture /a.png',
      ],
      ['<img srcset="/small.png 320w, /large.png 800w" alt="Small">', '<p>Small</p>', 'picture /small.png'],
    ] as const) {
      const omitted: string[] = []
      const options = { image: () => undefined, omitted: (kind: string, what: string) => omitted.push(`${kind} ${what}`) }
      expect(through(html, options), html).to.equal(kept)
      expect(omitted.join(', '), html).to.equal(wanted)
    }
  })

  it('begins a line where a browser does', () => {
    const block = (text: string) => `<span style="display: block">${text}</span>`
    for (const [html, wanted] of [
      [`<p>${block('one')}${block('two')}</p>`, '<p>one<br>two</p>'],
      [block('one') + block('two'), '<p>one</p><p>two</p>'],
      ['a</p>b', '<p>a</p><p>b</p>'],
      ['a<p></p>b', '<p>a</p><p>b</p>'],
      ['<p>a</p><p></p><p>b</p>', '<p>a</p><p>b</p>'],
    ] as const)
      expect(through(html), html).to.equal(wanted)
  })

  it('keeps the captions of a picture and of the gallery around it', () => {
    const gallery =
      '<figure><figure><img src="1.png" alt="One"><figcaption>First</figcaption></figure><figcaption>The gallery</figcaption></figure>'
    expect(through(gallery, { image: () => undefined })).to.equal('<p>First</p><p>The gallery</p>')
    expect(fromHTML(gallery, { image: () => 7 }).content).to.deep.equal([
      { type: 'image', attrs: { media: 7, alt: 'One', caption: 'First' } },
      { type: 'paragraph', content: [{ type: 'text', text: 'The gallery' }] },
    ])
  })

  it('reads the texts of WordPress, whose lines separate paragraphs', () => {
    const html = 'One <b>bold</b>\nline\n\nTwo\n<ul>\n<li>a</li>\n</ul>\nThree\n\n\n<blockquote>Four\n\nFive</blockquote>'
    expect(through(html, { blankLines: true })).to.equal(
      '<p>One <strong>bold</strong><br>line</p><p>Two</p><ul><li>a</li></ul><p>Three</p><blockquote><p>Four</p><p>Five</p></blockquote>',
    )
    for (const [lines, wanted] of [
      ['a<br />\nb', '<p>a<br>b</p>'],
      ['a<br/>\n<br/>\nb', '<p>a<br><br>b</p>'],
      ['a<br>b\nc\n\nd', '<p>a<br>b<br>c</p><p>d</p>'],
    ] as const)
      expect(through(lines, { blankLines: true }), lines).to.equal(wanted)
  })

  it('lists become those that are allowed', () => {
    const lists = '<ul><li><input type="checkbox" checked>a</li></ul><ol><li>b</li></ol>'
    expect(through(lists, { features: ['bulletList'] })).to.equal('<ul><li>a</li></ul><ul><li>b</li></ul>')
    expect(through('<ul><li>a</li></ul>', { features: ['taskList'] })).to.contain('class="task-list"')
  })

  it('half of a character is replaced', () => {
    expect(through('<p>a \ud83d b</p>')).to.equal('<p>a \ufffd b</p>')
  })

  it('leaves the text of what a field does not allow, and says what it was', () => {
    const omitted: string[] = []
    const options = { features: ['heading', 'link', 'italic'] as const, headings: [2, 3], omitted: (kind: string) => omitted.push(kind) }
    const html =
      '<h1>a</h1><h3>b</h3><h6>c</h6><ul><li><b>d</b> <i>e</i></ul><table><tr><td>f</table><pre>g\nh</pre><img src=x alt=i><p>https://youtu.be/abcdefghijk</p><hr>'
    expect(through(html, options)).to.equal(
      '<h2 id="a">a</h2><h3 id="b">b</h3><h3 id="c">c</h3><p>d <em>e</em></p><p>f</p><p>g<br>h</p><p>i</p><p><a href="https://youtu.be/abcdefghijk">https://youtu.be/abcdefghijk</a></p>',
    )
    expect(omitted).to.deep.equal(['bold text', 'list', 'table', 'code block', 'picture', 'embed', 'rule'])
  })

  it('reads Markdown, with HTML in it', () => {
    const markdown =
      '# A\r\n\r\nb *c* <u>d</u>\ne\n\n![f](/f.png "g")\n\n- [x] h\n\n| i |\n|---|\n| j |\n\n```ts\nk\n```\n\n<script>x</script>'
    expect(toHTML(fromMarkdown(markdown, { image }), { image: shown })).to.equal(
      '<h1 id="a">A</h1><p>b <em>c</em> <u>d</u> e</p>[7|f|g|]<ul class="task-list"><li><label><input type="checkbox" disabled checked> h</label></li></ul><table><thead><tr><th scope="col">i</th></tr></thead><tbody><tr><td>j</td></tr></tbody></table><pre><code class="language-ts">k</code></pre>',
    )
  })

  it('is always valid', () => {
    const tags =
      'p div span b i u a h2 ul ol li table tr td th thead pre code blockquote figure figcaption img br hr iframe input font svg dl dt'.split(
        ' ',
      )
    const attributes = [
      '',
      ' href="/x"',
      ' src="/y"',
      ' type="checkbox"',
      ' colspan="2"',
      ' style="font-weight:bold"',
      ' src="https://youtu.be/abcdefghijk"',
      ' class="language-js"',
    ]
    const open = fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes)).map(([tag, more]) => `<${tag}${more}>`)
    const close = fc.constantFrom(...tags).map((tag) => `</${tag}>`)
    const words = fc.constantFrom('a', ' ', '\n\n', 'ไทย ', '&nbsp;', '&lt;', '<', '&', 'https://vimeo.com/1', '<!--', '-->', ']]>')
    const html = fc.array(fc.oneof(open, close, words), { maxLength: 30 }).map((all) => all.join(''))
    fc.assert(
      fc.property(html, fc.boolean(), (text, blankLines) => {
        const doc = fromHTML(text, { image, blankLines })
        expectValid(doc as RichTextNode)
        expectValid(fromMarkdown(text) as RichTextNode)
      }),
      { numRuns: inDepth(300, 10_000) },
    )
  })
})
