/** HTML from rich text: every node and mark, the callbacks, pictures with their sizes, and nothing stored that becomes markup. */
import { expect } from 'chai'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { escapeHTML } from '../../lib/rich-text/html-text.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'

const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (attrs: object) => ({ type: 'link', attrs })
const cell = (type: string, words: string, attrs?: object) => ({ type, attrs, content: [p(text(words))] })
const row = (...content: unknown[]) => ({ type: 'tableRow', content })
const value = {
  url: '/api/cms/media/files/a,b c.png',
  width: 1600,
  height: 800,
  alt: 'A hill',
  mimeType: 'image/png',
  sizes: {
    large: { url: '/l.png', width: 800, height: 400 },
    small: { url: '/s.png', width: 400, height: 200 },
    square: { url: '/q.png', width: 300, height: 300 },
  },
}

const CASES: [title: string, stored: unknown, html: string][] = [
  ['nothing', null, ''],
  ['no document at all', 'words', ''],
  ['an empty document', doc(), ''],
  [
    'marks once around several texts',
    doc(p(text('a ', { type: 'bold' }), text('b', { type: 'italic' }, { type: 'bold' }))),
    '<p><strong>a <em>b</em></strong></p>',
  ],
  [
    'every mark',
    doc(p(...['underline', 'strike', 'code', 'subscript', 'superscript'].map((type) => text('x', { type })))),
    '<p><u>x</u><s>x</s><code>x</code><sub>x</sub><sup>x</sup></p>',
  ],
  [
    'one link around texts with other marks',
    doc(p(text('a', link({ href: '/x' })), text('b', { type: 'bold' }, link({ href: '/x' })))),
    '<p><a href="/x">a<strong>b</strong></a></p>',
  ],
  [
    'a link to a new tab',
    doc(p(text('a', link({ href: 'https://a.example', newTab: true })))),
    '<p><a href="https://a.example" target="_blank" rel="noopener">a</a></p>',
  ],
  [
    'a link as other editors write it',
    doc(p(text('a', link({ href: '/x', target: '_blank', class: 'c', onclick: 'x' })))),
    '<p><a href="/x" target="_blank" rel="noopener">a</a></p>',
  ],
  ['a link to a document, without the callback', doc(p(text('a', link({ collection: 'posts', id: 1 })))), '<p>a</p>'],
  ['empty lines, but not those at the end', doc(p(text('a')), p(), p(text('b')), p(), p()), '<p>a</p><p><br></p><p>b</p>'],
  ['a line break at the end of a paragraph', doc(p(text('a'), { type: 'hardBreak' })), '<p>a<br><br></p>'],
  [
    'lists',
    doc({
      type: 'orderedList',
      attrs: { start: 3 },
      content: [
        {
          type: 'listItem',
          content: [p(text('a')), { type: 'bulletList', content: [{ type: 'listItem', content: [p(text('b')), p(text('c'))] }] }],
        },
      ],
    }),
    '<ol start="3"><li>a<ul><li><p>b</p><p>c</p></li></ul></li></ol>',
  ],
  [
    'tasks',
    doc({
      type: 'taskList',
      content: [
        { type: 'taskItem', attrs: { checked: true }, content: [p(text('a'))] },
        { type: 'taskItem', content: [p(text('b'))] },
      ],
    }),
    '<ul class="task-list"><li><label><input type="checkbox" disabled checked> a</label></li><li><label><input type="checkbox" disabled> b</label></li></ul>',
  ],
  [
    'a quote and a rule',
    doc({ type: 'blockquote', content: [p(text('a'))] }, { type: 'horizontalRule' }),
    '<blockquote><p>a</p></blockquote><hr>',
  ],
  [
    'code',
    doc({ type: 'codeBlock', attrs: { language: 'js" x' }, content: [text('a < b\n')] }),
    '<pre><code class="language-js&quot;">a &lt; b\n\n</code></pre>',
  ],
  [
    'a header cell that reaches into the body',
    doc({
      type: 'table',
      content: [
        row(cell('tableHeader', 'a', { colspan: 2, rowspan: 2 }), cell('tableHeader', 'b')),
        row(cell('tableCell', 'c')),
        row(cell('tableCell', 'd'), cell('tableCell', 'e'), cell('tableCell', 'f')),
      ],
    }),
    '<table><tbody><tr><th scope="col" colspan="2" rowspan="2">a</th><th scope="col">b</th></tr><tr><td>c</td></tr><tr><td>d</td><td>e</td><td>f</td></tr></tbody></table>',
  ],
  [
    'a table',
    doc({
      type: 'table',
      content: [row(cell('tableHeader', 'a', { colspan: 2, colwidth: [90, null] })), row(cell('tableHeader', 'b'), cell('tableCell', 'c'))],
    }),
    '<table><colgroup><col width="90"><col></colgroup><thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><th scope="row">b</th><td>c</td></tr></tbody></table>',
  ],
  [
    'a mention',
    doc(
      p({ type: 'mention', attrs: { collection: 'users', id: 3, value: { name: 'Nok <b>', email: 'nok@example.org' } } }, text(' '), {
        type: 'mention',
        attrs: { collection: 'users', id: 4 },
      }),
    ),
    '<p><span class="mention">@Nok &lt;b&gt;</span> <span class="mention">@…</span></p>',
  ],
  [
    'a picture',
    doc({ type: 'image', attrs: { media: 1, caption: 'C', value } }),
    '<figure><img src="/api/cms/media/files/a,b c.png" srcset="/s.png 400w, /l.png 800w, /api/cms/media/files/a%2cb%20c.png 1600w" sizes="(min-width: 1600px) 1600px, 100vw" alt="A hill" width="1600" height="800" loading="lazy"><figcaption>C</figcaption></figure>',
  ],
  [
    'a smaller picture, described for this text',
    doc({ type: 'image', attrs: { media: 1, alt: 'B', width: 300, value: { ...value, sizes: {} } } }),
    '<figure><img src="/api/cms/media/files/a,b c.png" alt="B" width="300" height="150" loading="lazy"></figure>',
  ],
  ['a picture that the reader may not see', doc({ type: 'image', attrs: { media: 1, alt: 'B' } }), ''],
  [
    'a file',
    doc({ type: 'file', attrs: { media: 1, value: { url: '/f.pdf', originalName: 'Plan & more.pdf', filesize: 1234567 } } }),
    '<p class="file"><a href="/f.pdf" download>Plan &amp; more.pdf</a> <span>1.2 MB</span></p>',
  ],
  [
    'an embed that no provider has',
    doc({ type: 'embed', attrs: { url: 'https://a.example/?a=1&b' } }),
    '<p><a href="https://a.example/?a=1&amp;b">https://a.example/?a=1&amp;b</a></p>',
  ],
  ['a block, without the callback', doc({ type: 'contentBlock', attrs: { blockType: 'quote', text: 'x' } }), ''],
  [
    'unknown nodes and marks',
    doc(
      { type: 'callout', attrs: { onload: 'x' }, content: [text('a', { type: 'glow' }), p(text('b')), { type: 'constructor' }] },
      7,
      null,
    ),
    '<p>a</p><p>b</p>',
  ],
  [
    'text and parts out of place',
    doc(text('a'), { type: 'listItem', content: [p(text('b'))] }, p(text('c'), { type: 'horizontalRule' }, text('d')), {
      type: 'bulletList',
      content: [text('e')],
    }),
    '<p>a</p><p>b</p><p>c</p><hr><p>d</p><ul><li>e</li></ul>',
  ],
  [
    'odd attributes',
    doc(
      { type: 'heading', attrs: { level: '2"' }, content: [text('a')] },
      { type: 'image', attrs: 'x' },
      { type: 'paragraph', attrs: null, content: 'x', marks: 7 },
    ),
    '<h1 id="a">a</h1>',
  ],
  [
    'everything that looks like markup',
    doc(p(text('<img src=x onerror=alert(1)> &amp; "\'\r\0'))),
    '<p>&lt;img src=x onerror=alert(1)&gt; &amp;amp; &quot;&#39;&#13;</p>',
  ],
  ...['javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', '&#106;avascript:x', ' vbscript:x'].map(
    (href): [string, unknown, string] => [
      `no link to ${JSON.stringify(href)}`,
      doc(
        p(text('a', link({ href }))),
        { type: 'embed', attrs: { url: href } },
        { type: 'image', attrs: { media: 1, value: { url: href } } },
      ),
      '<p>a</p>',
    ],
  ),
]

describe('rich text: toHTML', () => {
  for (const [title, stored, html] of CASES) it(title, () => expect(toHTML(stored)).to.equal(html))

  it('a block whose first letter runs the other way than what is around it says so', () => {
    const text = (words: string) => ({ type: 'text', text: words })
    const node = (type: string, ...content: unknown[]) => ({ type, content })
    const p = (words: string) => node('paragraph', text(words))
    const mixed = {
      type: 'doc',
      content: [
        p('English'),
        node('heading', text('« שלום »')),
        node('bulletList', node('listItem', p('مرحبا')), node('listItem', p('English')), node('listItem', p('12'))),
        node('blockquote', p('שלום'), p('English'), node('codeBlock', text('"שלום"'))),
        node('table', node('tableRow', node('tableCell', p('مرحبا')), node('tableCell', p('English')))),
      ],
    }
    expect(toHTML(mixed)).to.equal(
      '<p>English</p><h1 id="שלום" dir="rtl">« שלום »</h1>' +
        '<ul dir="rtl"><li>مرحبا</li><li><p dir="ltr">English</p></li><li>12</li></ul>' +
        '<blockquote dir="rtl"><p>שלום</p><p dir="ltr">English</p><pre dir="ltr"><code>&quot;שלום&quot;</code></pre></blockquote>' +
        '<table dir="rtl"><tbody><tr><td>مرحبا</td><td><p dir="ltr">English</p></td></tr></tbody></table>',
    )
    expect(toHTML({ type: 'doc', content: [p('مرحبا'), p('English')] }, { dir: 'rtl' })).to.equal('<p>مرحبا</p><p dir="ltr">English</p>')
  })

  it('shows the player of a known site in a sandbox, and of others if the site says so', () => {
    const html = toHTML(doc({ type: 'embed', attrs: { url: 'https://youtu.be/abcdefghijk' } }))
    expect(html).to.match(
      /^<figure class="embed"><iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk" title="youtube" sandbox="/,
    )
    const own = doc({ type: 'embed', attrs: { url: 'https://maps.example/7' } })
    expect(toHTML(own, { embeds: [{ name: 'maps', pattern: 'https://maps\\.example/\\d+' }] })).to.include(
      '<iframe src="https://maps.example/7"',
    )
    expect(toHTML(doc({ type: 'embed', attrs: { url: 'https://youtu.be/abcdefghijk' } }, p(text('a'))), { embeds: [] })).to.include(
      '<a href="https://youtu.be/abcdefghijk">',
    )
  })

  it('gives the callbacks what a read adds, and checks and escapes the URLs that they return', () => {
    const target = link({ collection: 'posts', id: 7, anchor: 'part', value: { slug: 'a"b' } })
    const stored = doc(p(text('a', target)))
    const hrefs = { link: ({ collection, value: post }: any) => `/${collection}/${post?.slug}` }
    expect(toHTML(stored, hrefs)).to.equal('<p><a href="/posts/a&quot;b#part">a</a></p>')
    expect(toHTML(stored, { link: () => '/x#own' })).to.equal('<p><a href="/x#own">a</a></p>')
    for (const nowhere of [null, undefined, 'javascript:x']) expect(toHTML(stored, { link: () => nowhere })).to.equal('<p>a</p>')
    const block = doc({ type: 'contentBlock', attrs: { blockType: 'box', id: 'k', body: doc(p(text('<'))) } })
    expect(toHTML(block, { block: () => false as unknown as string }), 'condition && html').to.equal('')
    expect(toHTML(block, { block: ({ blockType, body }, render) => `<aside class="${blockType}">${render(body)}</aside>` })).to.equal(
      '<aside class="box"><p>&lt;</p></aside>',
    )
    const image = doc({ type: 'image', attrs: { media: 9, alt: 'x' } })
    expect(toHTML(image, { image: ({ media, alt }, render) => `[${media} ${alt}${render()}]` })).to.equal('[9 x]')
    expect(toHTML(doc(p({ type: 'mention', attrs: { collection: 'users', id: 3 } })), { mention: ({ id }) => `<b>${id}</b>` })).to.equal(
      '<p><b>3</b></p>',
    )
    expect(toHTML(doc({ type: 'image', attrs: { media: 1, value } }), { sizes: '50vw' })).to.include(' sizes="50vw"')
  })

  it('escapes what a field of a document can hold', () => {
    const values = [null, undefined, '', 5, true, '<b> & "c"']
    expect(values.map(escapeHTML)).to.deep.equal(['', '', '', '5', 'true', '&lt;b&gt; &amp; &quot;c&quot;'])
  })

  it('keeps the text of nodes however deep they are, in any number @long', () => {
    let deep: RichTextNode = { type: 'text', text: 'core' }
    for (let level = 0; level < 50_000; level++) deep = { type: level % 2 ? 'blockquote' : 'unknown', content: [deep] }
    expect(toHTML(doc(deep))).to.include('core')
    expect(toHTML(doc({ type: 'unknown', content: Array.from({ length: 200_000 }, () => p(text('a'))) })).length).to.equal(200_000 * 8)
  })
})
