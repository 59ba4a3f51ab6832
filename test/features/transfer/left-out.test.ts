/** What an import can't take along is counted and named, and a file that is truncated is refused before anything is written. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Config } from '../../../lib/config.ts'
import { importCommand } from '../../../lib/features/transfer/import.ts'
import { sessionWith } from '../../harness/cli-session.ts'
import { project } from '../../harness/project.ts'

const FIELDS = [
  { name: 'title', required: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'summary', type: 'textarea' },
  { name: 'body', type: 'richText' },
  { name: 'date', type: 'date' },
  { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
  { name: 'author', type: 'relationship', to: 'authors' },
]
const NAMES = ['tags', 'authors'].map((slug) => ({ slug, useAsTitle: 'name', fields: [{ name: 'name', required: true, unique: true }] }))
const COLLECTIONS = [
  { slug: 'posts', useAsTitle: 'title', drafts: true, fields: FIELDS },
  { slug: 'pages', useAsTitle: 'title', fields: FIELDS },
  { slug: 'letters', useAsTitle: 'title', drafts: true, fields: [...FIELDS, { name: 'visibility' }, { name: 'categories', type: 'json' }] },
  ...NAMES,
]

describe('transfer: what an import leaves out', () => {
  let folder: string
  const open = () =>
    createCms({
      secret: 'a-secret-of-at-least-thirty-two-characters',
      db: sqlite({ filename: path.join(folder, 'cms.db') }),
      log: { info() {}, warn() {}, error: console.error },
      collections: COLLECTIONS,
    } as Config)
  /** What the command says, and whether it failed. */
  const run = async (collection: string, file: string, options: object = {}) => {
    const lines: string[] = []
    let failed = false
    const fail = (line: string) => {
      lines.push(line)
      failed = true
    }
    const session = sessionWith(open, (line) => void lines.push(line), { fail })
    await importCommand
      .run(session, { createRelated: true, ...options }, collection, path.join(folder, file))
      .catch((error: Error) => fail(error.message))
    return { output: lines.join('\n'), failed }
  }
  const all = async (slug: string): Promise<any[]> => {
    const cms = await open()
    try {
      return (await cms.find(slug, { limit: 0, sort: 'id', draft: true })).docs as any[]
    } finally {
      await cms.stop()
    }
  }
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)

  beforeEach(() => {
    folder = project()
  })

  const item = (type: string, title: string, body: string, more = '') =>
    `<item><title><![CDATA[${title}]]></title><dc:creator><![CDATA[jane]]></dc:creator><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${title.length}</wp:post_id><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt><wp:post_name></wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`
  const site = (...items: string[]) =>
    `<?xml version="1.0"?><rss><channel><wp:author><wp:author_login><![CDATA[jane]]></wp:author_login><wp:author_display_name><![CDATA[Jane &amp; Co]]></wp:author_display_name></wp:author>${items.join('')}</channel></rss>\n`
  const wordpress = site(
    item(
      'post',
      'Tom &amp; Jerry',
      '<p>Words <img src="/a.png"><img src="/b.png"></p><table><tr><td>1</td></tr></table><pre><code class="language-js">x</code></pre><p>[gallery ids="1,2"]</p>',
      '<category domain="post_tag" nicename="rd"><![CDATA[R&amp;D]]></category><wp:comment><wp:comment_author>Bo</wp:comment_author></wp:comment><wp:postmeta><wp:meta_key>price</wp:meta_key></wp:postmeta><wp:postmeta><wp:meta_key>_edit_last</wp:meta_key></wp:postmeta>',
    ),
    item('attachment', 'a.png', '', '<wp:attachment_url>https://old.example/a.png</wp:attachment_url>'),
    item('product', 'Chair', ''),
    item('post', 'Members only', 'Hidden', '<wp:post_password>x</wp:post_password>'),
  )

  it('counts by kind what WordPress exports and nothing here takes, and takes over the rest @long', async () => {
    write('site.xml', wordpress)
    const { output, failed } = await run('posts', 'site.xml')
    expect(failed, output).to.equal(false)
    expect(output).to.include('Created 2, updated 0, failed 0')
    expect(output).to.include(
      "Left out: 1 comment, 1 custom field, 1 shortcode, 2 pictures, 1 visibility 'password', 1 attachment, 1 item of the type product. --verbose names each",
    )
    const [post, hidden] = await all('posts')
    expect(post).to.include({ title: 'Tom & Jerry', status: 'published' })
    expect(post.author.name).to.equal('Jane & Co')
    expect(post.tags[0].name).to.equal('R&D')
    expect(post.body.content.find((block: any) => block.type === 'codeBlock').attrs).to.deep.equal({ language: 'js' })
    expect(hidden, 'a post behind a password is not made public').to.include({ title: 'Members only', status: 'draft' })
    const verbose = await run('posts', 'site.xml', { restart: true, verbose: true })
    expect(verbose.output)
      .to.include('site.xml item 1 (Tom & Jerry): left out: picture /b.png')
      .and.to.include('site.xml: left out: attachment https://old.example/a.png')
      .and.to.include('left out: custom field price')
  })

  it('refuses with --strict before anything is written @long', async () => {
    write('site.xml', wordpress)
    const strict = await run('posts', 'site.xml', { strict: true })
    expect(strict.failed).to.equal(true)
    expect(strict.output).to.include('2 pictures').and.to.include('Nothing was imported').and.to.include('left out: picture /a.png')
    for (const slug of ['posts', 'tags', 'authors']) expect(await all(slug)).to.deep.equal([])
    write('plain.jsonl', '{"id":7,"title":"a","createdAt":"2024-05-01T10:00:00.000Z","tags":["ink"]}\n')
    expect((await run('posts', 'plain.jsonl', { strict: true })).output).to.include('Created 1, updated 0, failed 0')
    write('more.jsonl', '{"title":"b","colour":"red","seo":{"line":1}}\n{"title":"c","colour":null}\n')
    expect((await run('posts', 'more.jsonl', { strict: true })).output).to.include("leave out 1 value of 'colour', 1 value of 'seo'")
    expect((await run('posts', 'more.jsonl', { dryRun: true })).output).to.include("Left out: 1 value of 'colour', 1 value of 'seo'")
    expect((await run('posts', 'more.jsonl', { map: 'colour=summary' })).output).to.include("Left out: 1 value of 'seo'")
  })

  it('takes plain text as it is, also with what looks like a tag', async () => {
    const texts = ['Ada <ada@example.org> wrote', 'if a<b then c>d', 'a < b & c <notatag> x', '1 <br> 2', 'a <b>c</b>']
    write('plain.jsonl', texts.map((body) => JSON.stringify({ title: body, body })).join('\n'))
    expect((await run('posts', 'plain.jsonl')).output).to.include('Created 5')
    const words = (node: any): string => (node.type === 'hardBreak' ? '/' : (node.text ?? '')) + (node.content ?? []).map(words).join('')
    expect((await all('posts')).map(({ body }) => words(body))).to.deep.equal([...texts.slice(0, 3), '1/2', 'a c'])
  })

  it('counts the texts of a folder that are not Markdown', async () => {
    mkdirSync(path.join(folder, 'pages'))
    write('pages/one.md', '---\ntitle: One\n---\nWords')
    write('pages/two.mdx', '<Chart />')
    expect((await run('posts', 'pages')).output).to.include(
      'Created 1, updated 0, failed 0\nLeft out: 1 file that is not Markdown. --verbose names each',
    )
    expect((await run('posts', 'pages', { strict: true, restart: true })).output).to.include('two.mdx')
  })

  it('takes over what Ghost keeps as Lexical, and publishes nothing that was for members', async () => {
    const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format })
    const lexical = {
      root: {
        children: [
          { type: 'extended-heading', tag: 'h2', children: [text('A <part>')] },
          { type: 'paragraph', children: [text('Some '), text('bold', 1), { type: 'link', url: '/x', children: [text('link')] }] },
          { type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [text('one')] }] },
          { type: 'codeblock', code: 'a < b', language: 'c' },
          { type: 'image', src: '/a.png', alt: '' },
          { type: 'gallery', images: [] },
          { type: 'bookmark', url: 'https://x.org', metadata: { title: 'X', description: 'About <x>' } },
          { type: 'audio', src: '', title: 'Song' },
        ],
      },
    }
    const data = {
      posts: [
        { id: 'a', title: 'One', status: 'published', html: null, lexical: JSON.stringify(lexical), visibility: 'public' },
        { id: 'b', title: 'Two', status: 'published', html: '<p>Paid</p>', visibility: 'paid' },
      ],
      tags: [
        { id: 't', name: 'Ink', visibility: 'public' },
        { id: 'i', name: '#internal', visibility: 'internal' },
      ],
      posts_tags: ['t', 'i'].map((tag_id) => ({ post_id: 'a', tag_id })),
    }
    write('ghost.json', JSON.stringify({ db: [{ data }] }))
    const { output } = await run('posts', 'ghost.json', { from: 'ghost' })
    expect(output).to.include("Left out: 1 internal tag, 1 picture, 1 audio, 1 visibility 'paid'")
    const [one, two] = await all('posts')
    expect(one.body.content.map(({ type }: any) => type)).to.deep.equal([
      'heading',
      'paragraph',
      'bulletList',
      'codeBlock',
      'paragraph',
      'paragraph',
      'paragraph',
    ])
    expect(one.body.content.slice(5).map(({ content }: any) => content[0].text)).to.deep.equal(['About <x>', 'Song'])
    expect(one.body.content[0].content[0].text).to.equal('A <part>')
    expect(one.body.content[1].content.slice(1)).to.deep.equal([
      { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
      { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: '/x' } }] },
    ])
    expect(one.body.content[3]).to.deep.equal({
      type: 'codeBlock',
      attrs: { language: 'c' },
      content: [{ type: 'text', text: 'a < b' }],
    })
    expect(one.tags.map(({ name }: any) => name)).to.deep.equal(['Ink'])
    expect([one.status, two.status]).to.deep.equal(['published', 'draft'])
    await run('letters', 'ghost.json', { from: 'ghost' })
    expect((await all('letters')).map(({ status, visibility }) => [status, visibility])).to.deep.equal([
      ['published', 'public'],
      ['published', 'paid'],
    ])
    expect((await run('pages', 'ghost.json', { from: 'ghost' })).output)
      .to.include('post 2 (Two): is not public where it comes from')
      .and.to.include('Created 1, updated 0, failed 1')
    expect((await all('pages')).map(({ title }) => title)).to.deep.equal(['One'])
  })

  const rows = '{"title":"a"}\n{"title":"b"}\n'
  const ghosts = JSON.stringify({ db: [{ data: { posts: [{ title: 'a' }, { title: 'b' }] } }] })
  const table = 'title,summary\na,"x"\nb,"y"\n'
  for (const [name, whole, options] of [
    ['cut.xml', wordpress, {}],
    ['cut.json', ghosts, { from: 'ghost' }],
    ['cut.csv', table, {}],
    ['cut.jsonl', rows, {}],
  ] as const)
    it(`refuses ${name} cut at any place, and writes nothing`, async () => {
      for (const at of [0.3, 0.6, 0.9].map((part) => Math.floor(whole.length * part))) {
        const text = whole.slice(0, at)
        // A table or a list of lines that ends with a whole line says nothing of what is missing.
        if (/\.(csv|jsonl)$/.test(name) && (text.split('"').length % 2 === 1 || text.endsWith('\n'))) continue
        write(name, text)
        const { output, failed } = await run('posts', name, options)
        expect(failed, text).to.equal(true)
        expect(output, text).to.include('is truncated').and.to.include('nothing was imported')
        expect(await all('posts')).to.deep.equal([])
      }
      write(name, whole)
      expect((await run('posts', name, options)).output).to.include('Created 2, updated 0, failed 0')
    })

  it('takes a last line without an end, and tells of a wrong one among others', async () => {
    write('whole.jsonl', '{"title":"a"}\n{oops}\n[1]\n{"title":"b"}')
    const { output } = await run('posts', 'whole.jsonl')
    expect(output).to.include('whole.jsonl:2: ').and.to.include('whole.jsonl:3: must be a JSON object').and.to.include('Created 2')
    write('half.jsonl', '{"title":"c"}\n{"title":')
    expect((await run('posts', 'half.jsonl')).output).to.include("half.jsonl' is truncated: its last line is not complete")
  })
})
