/** What is pasted reads as `fromHTML` reads it: the same words, lines and marks. */
import { expect } from 'chai'
import { fromHTML, fromMarkdown } from '../../lib/rich-text/index.ts'
import { TextPage } from '../harness/text-page.ts'

const OWN_LINE = 'style="display:block"'
const link = (words: string, more = '') => `<a href="https://x.org" ${more}>${words}</a>`

const HTML: readonly string[] = [
  `<p><span ${OWN_LINE}>one</span><span ${OWN_LINE}>two</span></p>`,
  `<p>a <span ${OWN_LINE}>one</span> b</p>`,
  `<div>one<span ${OWN_LINE}></span>two</div><div>one<div></div>two</div>`,
  `<p><span ${OWN_LINE}><span ${OWN_LINE}>one</span></span>two</p>`,
  `<p><span ${OWN_LINE}>one</span><br><span ${OWN_LINE}> </span><span ${OWN_LINE}>two</span></p>`,
  `<p>one<br ${OWN_LINE}>two <em ${OWN_LINE}>three</em></p>`,
  `<h2><span ${OWN_LINE}>one</span><div>two</div></h2>`,
  `<span ${OWN_LINE}>one</span><span ${OWN_LINE}>two</span>`,
  `<div>a ${link('one', OWN_LINE)} b</div><p>${link('one', OWN_LINE)}${link('two', OWN_LINE)}</p>`,
  `<ul><li>${link(`<span ${OWN_LINE}>one</span><span ${OWN_LINE}>two</span>`, OWN_LINE)}</li></ul>`,
  `<table><tr><td><span ${OWN_LINE}>one</span><span ${OWN_LINE}>two</span></td></tr></table>`,
  '<dl><dt>a</dt><dt>b</dt><dd>c</dd></dl><main>d</main><nav>e</nav><center>f</center>',
  '<details><summary>Title</summary>text</details><fieldset><legend>a</legend>b</fieldset>',
  '<figure><blockquote>a</blockquote><figcaption>b</figcaption></figure><blockquote>a<div>b</div></blockquote>',
  '<table><caption>Caption</caption><tr><td>a</td></tr></table>',
  '<p>x <math><semantics><mi>E</mi><mo>=</mo><mi>m</mi><annotation>E=m</annotation></semantics></math> y</p>',
  '<p>a <svg><text>drawn</text></svg><select><option>x</option></select><textarea>x</textarea><button>b</button></p>',
  '<p><kbd>a</kbd> <samp>b</samp> <tt>c</tt> <var>d</var> <cite>e</cite> <dfn>f</dfn> <ins>g</ins> <del>h</del> <q>i</q></p>',
  '<p><span style="font-weight:700">a</span><span style="font-style:oblique">b</span><span style="text-decoration:underline line-through">c</span></p>',
  '<div style="white-space:pre-wrap"><span>line one\nline <b>two\n\nline</b> four</span></div>',
  '<p style="white-space:pre-wrap">\na\n  b\n\nc\n</p>',
  '<div style="white-space-collapse: preserve; text-wrap: wrap">a\nb</div><div style="white-space:pre-line"><p style="white-space:normal">c\nd</p></div>',
  '<ul style="white-space: pre-wrap">\n  <li>a\nb</li>\n  <li>c</li>\n</ul>',
  '<p>is <span class="katex"><span class="katex-mathml"><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span> so</p>',
  '<p>hi <img class="emoji" alt="🎉" src="https://x.org/a.png"> <img data-stringify-type="emoji" alt=":tada:" src="https://x.org/b.png"></p>',
  '<ul class="inline-task-list"><li data-inline-task-id="1" class="checked">a</li><li data-inline-task-id="2">b</li></ul>',
  ...['ul', 'ol'].flatMap((list) => {
    const task = (words: string, more = '') => `<li><input type="checkbox" checked> ${words}${more}</li>`
    return [
      `<${list}><li>a</li>${task('b')}</${list}>`,
      `<${list}>${task('a')}<li>b</li>${task('c')}${task('d')}</${list}>`,
      `<${list}><li>a<ul><li>b</li>${task('c')}</ul></li>${task('d', '<ul><li>e</li></ul>')}<li>f</li></${list}>`,
    ]
  }),
  '<pre><div><div>bash</div><div><button>Copy code</button></div><div><code class="language-bash">cd x\nls</code></div></div></pre>',
]

describe('admin-components: pasting as fromHTML', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
    await page.write()
  })
  after(() => page?.close())
  afterEach(() => page.seat.quiet())

  /** The order of marks means nothing, nor do those of line breaks; the text doesn't store that a task is open. */
  const inOrder = ({ marks, attrs, ...node }: any): any => ({
    ...node,
    ...(attrs && attrs.checked !== false && { attrs }),
    ...(marks && node.type === 'text' && { marks: [...marks].sort((one, other) => one.type.localeCompare(other.type)) }),
    ...(node.content && { content: node.content.map(inOrder) }),
  })

  for (const html of HTML)
    it(html, async () => {
      await page.writer.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await page.paste({ 'text/html': html })
      expect(inOrder(await page.value())).to.deep.equal(inOrder(fromHTML(html)))
    })

  for (const markdown of ['- a\n- [x] d', '- a\n  - b\n- [x] d', '- [x] a\n- b', '1. a\n2. [ ] b'])
    it(`Markdown: ${markdown.replaceAll('\n', ' / ')}`, async () => {
      await page.writer.field.evaluate((one: any) => one.editor.chain().clearContent(true).focus().run())
      await page.paste({ 'text/plain': markdown })
      await page.shows(inOrder(fromMarkdown(markdown)), markdown)
    })
})
