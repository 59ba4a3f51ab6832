/** What WordPress, Ghost and folders of Markdown hold besides plain paragraphs → rich text. Pictures are in pictures.test.ts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { Entry } from '../../../lib/features/transfer/entry.ts'
import { ghost } from '../../../lib/features/transfer/ghost.ts'
import { SOURCES } from '../../../lib/features/transfer/sources.ts'
import { omittedItems, wordpress } from '../../../lib/features/transfer/wordpress.ts'
import { fromHTML, toHTML } from '../../../lib/rich-text/index.ts'
import { project } from '../../harness/project.ts'

/** A kind of content, how the other system writes it, and what it becomes. */
type Case = [what: string, theirs: string, ours: string]

const WORDPRESS: Case[] = [
  [
    'code with the language of a plugin for blocks',
    '<!-- wp:syntaxhighlighter/code {"language":"python"} -->\n<pre class="wp-block-syntaxhighlighter-code">print(1)</pre>\n<!-- /wp:syntaxhighlighter/code -->',
    '<pre><code class="language-python">print(1)</code></pre>',
  ],
  [
    'code in a shortcode',
    '[code language="css"]\na { b: c }\n\n<i>\n[/code]',
    '<pre><code class="language-css">a { b: c }\n\n&lt;i&gt;</code></pre>',
  ],
  ['source code', '[sourcecode lang="js"]x &lt; y[/sourcecode]', '<pre><code class="language-js">x &lt; y</code></pre>'],
  ['code with lang', '<pre lang="php">echo 1;\n\necho 2;</pre>', '<pre><code class="language-php">echo 1;\n\necho 2;</code></pre>'],
  ['a verse', '<!-- wp:verse -->\n<pre class="wp-block-verse">Roses\nare <em>red</em></pre>', '<p>Roses<br>are <em>red</em></p>'],
  [
    'a file without its button',
    '<!-- wp:file -->\n<div class="wp-block-file"><a href="/d.pdf">Doc</a><a href="/d.pdf" class="wp-block-file__button" download>Download</a></div>',
    '<p><a href="/d.pdf">Doc</a></p>',
  ],
  [
    'an embed of an unknown site',
    '<!-- wp:embed -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://site.example/a?b=1&amp;c\n</div></figure>',
    '<p><a href="https://site.example/a?b=1&amp;c">https://site.example/a?b=1&amp;c</a></p>',
  ],
  ['a video in a shortcode', 'a\n\n[youtube https://youtu.be/abcdefghijk w=9]\n\nb', '<p>a</p>EMBED https://youtu.be/abcdefghijk<p>b</p>'],
  [
    'a list inside a list',
    '<!-- wp:list --><ul><!-- wp:list-item --><li>one<!-- wp:list --><ul><!-- wp:list-item --><li>deep</li></ul></li></ul>',
    '<ul><li>one<ul><li>deep</li></ul></li></ul>',
  ],
  [
    'reusable blocks, inside each other, and one that contains itself',
    '<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n<!-- wp:block {"ref":21} /-->\n<!-- wp:block {"ref":99} /-->',
    '<p>a</p><p>outer</p><p>inner</p><p>inner</p>',
  ],
]

const text = (words: string) => ({ type: 'extended-text', text: words })
const list = (...children: object[]) => ({ type: 'list', listType: 'bullet', children })
const item = (...children: object[]) => ({ type: 'listitem', children })

const LEXICAL: [what: string, node: object, ours: string][] = [
  [
    'a list inside a list, which has an item of its own',
    list(item(text('one')), item(list(item(text('deep')), item(list(item(text('deeper')))))), item(text('two'))),
    '<ul><li>one<ul><li>deep<ul><li>deeper</li></ul></li></ul></li><li>two</li></ul>',
  ],
  ['a callout', { type: 'callout', calloutEmoji: '!', calloutText: '<p>a <b>b</b></p><p>c</p>' }, '<p>! a <strong>b</strong></p><p>c</p>'],
  ['a callout of one line', { type: 'callout', calloutText: 'a' }, '<p>a</p>'],
  [
    'a header',
    { type: 'header', header: '<span>a</span>', subheader: 'b', buttonText: 'c', buttonUrl: '/c' },
    '<h2 id="a">a</h2><p>b</p><p><a href="/c">c</a></p>',
  ],
  [
    'a product',
    { type: 'product', productTitle: 'a', productDescription: '<p>b</p>', productButton: 'c', productUrl: '/c' },
    '<h4 id="a">a</h4><p>b</p><p><a href="/c">c</a></p>',
  ],
  [
    'a call to action',
    { type: 'call-to-action', textValue: '<p>a</p>', buttonText: 'b', buttonUrl: '/b' },
    '<p>a</p><p><a href="/b">b</a></p>',
  ],
  ['a header with a background', { type: 'header', header: 'a', backgroundImageSrc: '/b.png' }, 'IMAGE /b.png<h2 id="a">a</h2>'],
  [
    'a call to action with a label and a picture',
    { type: 'call-to-action', sponsorLabel: '<p><span>SPONSORED</span></p>', textValue: '<p>a</p>', imageUrl: '/b.png' },
    '<p>SPONSORED</p>IMAGE /b.png<p>a</p>',
  ],
  [
    'a label that is not shown',
    { type: 'call-to-action', hasSponsorLabel: false, sponsorLabel: '<p>b</p>', textValue: '<p>a</p>' },
    '<p>a</p>',
  ],
  [
    'the links of pictures',
    {
      type: 'gallery',
      images: [
        { src: '/a.png', alt: 'A', href: '/a' },
        { src: '/missing.png', alt: 'B', href: '/b' },
      ],
    },
    'IMAGE /a.png<p><a href="/a">A</a></p><p><a href="/b">B</a></p>',
  ],
  [
    'an embed of an unknown site',
    { type: 'embed', url: 'https://site.example/a?b=1&c' },
    '<p><a href="https://site.example/a?b=1&amp;c">https://site.example/a?b=1&amp;c</a></p>',
  ],
  ['an embed of a known site', { type: 'embed', url: 'https://youtu.be/abcdefghijk' }, 'EMBED https://youtu.be/abcdefghijk'],
  ['an embed without a URL', { type: 'embed', html: '<blockquote><p>a</p></blockquote>' }, '<blockquote><p>a</p></blockquote>'],
  ['a bookmark', { type: 'bookmark', url: '/a', metadata: { title: 'A' }, caption: 'b' }, '<p><a href="/a">A</a></p><p>b</p>'],
  ['a file', { type: 'file', src: '/a', fileTitle: 'A', fileCaption: 'b' }, '<p><a href="/a">A</a></p><p>b</p>'],
  [
    'tabs and what the editor of Ghost keeps for itself',
    {
      type: 'paragraph',
      children: [text('a'), { type: 'tab', text: '\t' }, text('b'), { type: 'zwnj', text: '' }, { type: 'tk', text: 'TK' }],
    },
    '<p>a bTK</p>',
  ],
]

async function all(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const found: Entry[] = []
  for await (const entry of entries) found.push(entry)
  return found
}

/** What the import stores of a body, as HTML. */
function stored({ values, hasLines }: Entry): string {
  const addresses: string[] = []
  const image = ({ src }: { src: string }) => (src === '/missing.png' ? undefined : addresses.push(src))
  const doc = fromHTML(String(values['body']), { blankLines: hasLines ?? false, image })
  return toHTML(doc, { image: ({ media }) => `IMAGE ${addresses[media - 1]}` }).replace(
    /<figure class="embed">.*?data-embed="([^"]+)".*?<\/figure>/g,
    'EMBED $1',
  )
}

describe('transfer: other systems', () => {
  let folder: string
  const file = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  beforeEach(() => {
    folder = project()
  })

  it('WordPress: blocks, shortcodes and plugins', async () => {
    const written = (id: number, type: string, body: string) =>
      `<item><title>${id}</title><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type></item>`
    const reusable = [
      written(21, 'wp_block', '<p>outer</p><!-- wp:block {"ref":22} /-->'),
      written(22, 'wp_block', '<p>inner</p><!-- wp:block {"ref":22} /-->'),
      written(23, 'wp_block', '<p>nowhere</p>'),
    ]
    const posts = WORDPRESS.map(([, theirs], index) => written(100 + index, 'post', theirs))
    const site = file('site.xml', `<rss><channel>${[...posts, ...reusable].join('')}</channel></rss>`)
    const entries = await all(wordpress(site))
    expect(entries.map((entry, index) => [WORDPRESS[index]![0], stored(entry)])).to.deep.equal(
      WORDPRESS.map(([what, , ours]) => [what, ours]),
    )
    expect(await omittedItems(site)).to.have.length(1)
  })

  it('WordPress: what is only in the comments of blocks is kept or counted; footnotes are a list', async () => {
    const body = [
      '<!-- wp:paragraph -->\n<p>a<sup data-fn="y" class="fn"><a href="#y" id="y-link">1</a></sup>, b<sup data-fn="x" class="fn"><a href="#x">2</a></sup></p>\n<!-- /wp:paragraph -->',
      '<!-- wp:social-links --><ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://x.org/me","service":"x"} /--></ul><!-- /wp:social-links -->',
      '<!-- wp:cover {"url":"https://o.example/c-300.jpg","id":5} --><div class="wp-block-cover has-parallax" style="background-image:url(https://o.example/c-300.jpg)"><!-- wp:paragraph --><p>over</p><!-- /wp:paragraph --></div><!-- /wp:cover -->',
      '<!-- wp:cover {"url":"https://o.example/d.jpg"} --><div class="wp-block-cover"><img class="wp-block-cover__image-background" src="https://o.example/d.jpg"/></div><!-- /wp:cover -->',
      '<!-- wp:acf/quote {"name":"acf/quote","data":{"words":"Only here"}} /-->',
      '<!-- wp:acf/quote {"data":{"words":"Around"}} --><p>in</p><!-- /wp:acf/quote -->',
      '<!-- wp:my/custom {"text":"a \\u003e b"} --> <!-- /wp:my/custom -->',
      '<!-- wp:latest-posts /--><!-- wp:block {"ref":99} /--><!-- wp:more --><!--more--><!-- /wp:more -->',
      '<!-- wp:group {"style":{"background":{"backgroundImage":{"url":"/g.png"}}}} --><div></div><!-- /wp:group -->',
      '<!-- wp:footnotes /-->\n\n<!-- wp:paragraph --><p>end</p><!-- /wp:paragraph -->',
    ].join('\n')
    const notes = JSON.stringify(['x', 'y', 'unused'].map((id) => ({ id, content: `note <em>${id}</em>` })))
    const meta = `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[${notes}]]></wp:meta_value></wp:postmeta>`
    const cover =
      '<item><wp:post_id>5</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://o.example/c.jpg</wp:attachment_url></item>'
    const post = `<item><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_type>post</wp:post_type>${meta}</item>`
    const [entry] = await all(wordpress(file('blocks.xml', `<rss><channel>${post}${cover}</channel></rss>`)))
    const pictures: string[] = []
    const doc = fromHTML(String(entry!.values['body']), { image: ({ src }) => pictures.push(src) })
    expect(toHTML(doc, { image: () => '<img>' })).to.equal(
      '<p>a<sup>1</sup>, b<sup>2</sup></p><ul><li><a href="https://x.org/me">x</a></li></ul><img><p>over</p><img><p>in</p>' +
        '<hr><ol><li>note <em>y</em></li><li>note <em>x</em></li><li>note <em>unused</em></li></ol><p>end</p>',
    )
    expect(pictures).to.deep.equal(['https://o.example/c.jpg', 'https://o.example/d.jpg'])
    expect(entry!.omitted!.map(({ kind, what }) => `${kind} ${what}`)).to.deep.equal([
      'acf/quote block {"name":"acf/quote","data":{"words":"Only here"}}',
      'acf/quote block {"data":{"words":"Around"}}',
      'my/custom block {"text":"a > b"}',
      'latest-posts block {}',
      'reusable block 99',
      'background picture /g.png',
    ])
  })

  it('Ghost: cards and lists, rather than the HTML made of them', async () => {
    const posts = LEXICAL.map(([title, node]) => ({
      title,
      html: '<p>controls of a player</p>',
      lexical: JSON.stringify({ root: { type: 'root', children: [node] } }),
    }))
    const more = [
      { title: 'html', html: '<p>a</p>' },
      { title: 'aside', mobiledoc: '{"sections":[[1,"aside",[[0,[],0,"a"]]],[1,"pull-quote",[[0,[],0,"b"]]]]}' },
    ]
    const entries = await all(ghost(file('ghost.json', JSON.stringify({ db: [{ data: { posts: [...posts, ...more] } }] }))))
    expect(entries.map(({ values }, index) => [values['title'], stored(entries[index]!)])).to.deep.equal([
      ...LEXICAL.map(([what, , ours]) => [what, ours]),
      ['html', '<p>a</p>'],
      ['aside', '<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>'],
    ])
    expect(entries.flatMap(({ omitted = [] }) => omitted)).to.deep.equal([])
  })

  it('Markdown: front matter that is empty or has spaces, and none in TOML', async () => {
    folder = path.join(folder, 'posts')
    mkdirSync(folder)
    file('a.md', '---\n---\na')
    file('b.md', '--- \ntitle: "b"\n--- \n---\nb')
    file('c.md', '+++\ntitle = "c"\n+++\nc')
    file('d.md', '---\ntitle: d\n---')
    file('e.md', '---\n\nno end')
    const entries = await all(SOURCES.markdown!.read(folder))
    expect(
      entries.map(({ values, problem }) => problem?.slice(0, 31) ?? [values['title'], toHTML(fromHTML(String(values['body'])))]),
    ).to.deep.equal([
      [undefined, '<p>a</p>'],
      ['b', '<hr><p>b</p>'],
      'its front matter is TOML (+++).',
      ['d', ''],
      [undefined, '<hr><p>no end</p>'],
    ])
  })
})
