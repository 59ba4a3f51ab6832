/** Imports bring the pictures of texts into the media library, once each, and keep tables, code, captions, galleries and embeds. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Config } from '../../../lib/config.ts'
import { importCommand } from '../../../lib/features/transfer/import.ts'
import { sessionWith } from '../../harness/cli-session.ts'
import { png } from '../../harness/files.ts'
import { project } from '../../harness/project.ts'

const FIELDS = [
  { name: 'title', required: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'body', type: 'richText', embeds: ['youtube'] },
]

describe('transfer: pictures', () => {
  let folder: string
  let server: Server
  let origin: string
  let fetched: string[]
  let picture: Buffer

  before(async () => {
    picture = await png(30, 20)
    server = createServer((request, response) => {
      fetched.push(request.url!)
      if (request.url!.includes('gone')) response.writeHead(404).end()
      else response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())
  beforeEach(() => {
    folder = project()
    fetched = []
  })

  const open = (upload: object = { fromURL: { allowedHosts: ['127.0.0.1'], allowPrivate: true } }) =>
    createCms({
      secret: 'a-secret-of-at-least-thirty-two-characters',
      db: sqlite({ filename: path.join(folder, 'cms.db') }),
      log: { info() {}, warn() {}, error: console.error },
      upload: { dir: path.join(folder, 'uploads'), ...upload },
      collections: [
        { slug: 'posts', drafts: true, useAsTitle: 'title', fields: FIELDS },
        { slug: 'notes', fields: [{ name: 'title' }, { name: 'body', type: 'richText', features: ['bold', 'link'] }] },
      ],
    } as unknown as Config)

  /** What the command says. */
  const run = async (file: string, options: object = {}, { slug = 'posts', upload }: { slug?: string; upload?: object } = {}) => {
    const lines: string[] = []
    const say = (line = '') => void lines.push(line)
    const session = sessionWith(() => open(upload), say)
    await importCommand.run(session, options, slug, path.join(folder, file)).catch((error: Error) => say(error.message))
    return lines.join('\n')
  }
  const stored = async (slug = 'posts') => {
    const cms = await open()
    try {
      const { docs } = await cms.find(slug, { limit: 0, sort: 'id', draft: true, depth: 0 })
      return { docs: docs as any[], media: ((await cms.find('media', { limit: 0, depth: 0 })) as any).docs as any[] }
    } finally {
      await cms.stop()
    }
  }
  const write = (name: string, text: string | Buffer) => writeFileSync(path.join(folder, name), text)
  const kinds = (doc: any) => doc.body.content.map(({ type }: any) => type)

  const item = (id: number, type: string, title: string, body: string, more = '') =>
    `<item><title>${title}</title><content:encoded><![CDATA[${body}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_name>${title.toLowerCase()}</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`
  const attachment = (id: number, name: string, parent = 0) =>
    item(
      id,
      'attachment',
      name,
      '',
      `<wp:post_parent>${parent}</wp:post_parent><wp:attachment_url>${origin}/${name}.png</wp:attachment_url><wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>The ${name}</wp:meta_value></wp:postmeta>`,
    )
  const site = (...items: string[]) =>
    `<?xml version="1.0"?><rss><channel><wp:base_blog_url>${origin}/blog/</wp:base_blog_url>${items.join('')}</channel></rss>\n`

  it('tries texts with pictures in a dry run, and fetches nothing', async () => {
    const body = `<p>x <img src="${origin}/a.png" alt="A"> <img src="b.png"></p>`
    write('b.png', picture)
    write('posts.jsonl', JSON.stringify({ title: 'Lines', body }))
    write('site.xml', site(item(1, 'post', 'Blog', body)))
    mkdirSync(path.join(folder, 'pages'))
    write('pages/one.md', `# One\n\n![A](${origin}/a.png)\n`)
    for (const from of ['posts.jsonl', 'site.xml', 'pages'])
      expect(await run(from, { dryRun: true }), from).to.include('Would have created 1, updated 0, failed 0')
    expect(fetched).to.deep.equal([])
    expect((await stored()).docs).to.deep.equal([])
    expect(await run('posts.jsonl')).to.include('Created 1, updated 0, failed 0')
  })

  it('takes over what a WordPress post shows, and fetches each file once, over several runs @long', async () => {
    const classic = `One\n\n[caption id="x" width="300"]<a href="/a.png"><img class="size-medium wp-image-11" src="${origin}/a-300x200.png" alt="" width="300" height="200" /></a> The <b>hill</b>[/caption]\n\nTwo\nlines\n\n[gallery ids="11,12"]\n\nhttps://youtu.be/abcdefghijk\n\n<img class="alignnone size-full" src="late/c.png" alt="C" width="9"><img src="${origin}/gone.png" alt="Gone"><table><tr><th>x</th></tr></table><pre><code class="language-js">y</code></pre>`
    const blocks =
      '<!-- wp:paragraph -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n<!-- wp:gallery --><figure><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="/a.png" class="wp-image-11"/><figcaption>G</figcaption></figure></li></ul></figure><!-- /wp:gallery -->'
    write(
      'site.xml',
      site(
        item(1, 'post', 'Classic', classic),
        item(2, 'post', 'Blocks', blocks),
        attachment(11, 'a'),
        attachment(12, 'b'),
        attachment(13, 'unused'),
      ),
    )
    const output = await run('site.xml')
    expect(output).to.include('Created 2, updated 0, failed 0').and.to.include('Left out: 1 picture, 1 attachment')
    const { docs, media } = await stored()
    expect(kinds(docs[0])).to.deep.equal([
      'paragraph',
      'image',
      'paragraph',
      'image',
      'image',
      'embed',
      'image',
      'paragraph',
      'table',
      'codeBlock',
    ])
    const idOf = (name: string) => media.find(({ originalName }) => originalName === name).id
    expect(docs[0].body.content[1].attrs).to.deep.equal({ media: idOf('a.png'), alt: 'The a', caption: 'The hill', width: 300 })
    expect(docs[0].body.content[2].content.map(({ type }: any) => type)).to.deep.equal(['text', 'hardBreak', 'text'])
    expect(docs[0].body.content[6].attrs).to.deep.equal({ media: idOf('c.png'), alt: 'C' })
    expect(docs[0].body.content[7].content[0].text).to.equal('Gone')
    expect(docs[1].body.content.map(({ attrs }: any) => attrs)).to.deep.equal([
      undefined,
      { media: idOf('a.png'), caption: 'G', alt: 'The a' },
    ])
    expect([...fetched].sort()).to.deep.equal(['/a.png', '/b.png', '/blog/late/c.png', '/gone.png'])
    fetched = []
    expect(await run('site.xml', { key: 'slug', restart: true })).to.include('updated 2')
    write('site.xml', site(item(1, 'post', 'Classic', `${classic}\n\nnew`), attachment(11, 'a'), attachment(12, 'b')))
    expect(await run('site.xml', { key: 'slug' })).to.include('updated 1')
    expect([fetched, (await stored()).media.length]).to.deep.equal([['/gone.png', '/gone.png'], 3])
  })

  it('fetches only what the operator allows, and says what it left out before anything is written', async () => {
    write('posts.jsonl', `${JSON.stringify({ title: 'a', body: `<p>x</p><img src="${origin}/a.png" alt="A">` })}\n`)
    expect(await run('posts.jsonl', { strict: true }, { upload: {} })).to.include('this would leave out 1 picture')
    expect(await run('posts.jsonl', { verbose: true }, { upload: {} })).to.include(
      `left out: picture ${origin}/a.png (upload.fromURL is not configured)`,
    )
    for (const upload of [
      { fromURL: { allowedHosts: ['127.0.0.1'] } },
      { fromURL: { allowedHosts: ['other.example'], allowPrivate: true } },
    ])
      expect(await run('posts.jsonl', { restart: true }, { upload })).to.include('Left out: 1 picture')
    expect(await run('posts.jsonl', { restart: true, dryRun: true })).not.to.include('Left out')
    expect(fetched).to.deep.equal([])
    expect((await stored()).docs.map((doc) => kinds(doc))).to.deep.equal([1, 2, 3].map(() => ['paragraph', 'paragraph']))
  })

  it('takes pictures next to Markdown files, and none from outside of the folder', async () => {
    mkdirSync(path.join(folder, 'posts/deep'), { recursive: true })
    write('secret.png', picture)
    write('posts/deep/a b.png', picture)
    write('posts/root.png', picture)
    symlinkSync(path.join(folder, 'secret.png'), path.join(folder, 'posts/link.png'))
    write(
      'posts/deep/one.md',
      '---\ntitle: One\n---\n![A](a%20b.png "Caption")\n\n![B](../root.png) ![C](/root.png)\n\n![D](../../secret.png) ![E](/link.png) ![F](/etc/passwd)\n',
    )
    const output = await run('posts')
    expect(output).to.include('Created 1').and.to.include('Left out: 3 pictures')
    const { docs, media } = await stored()
    expect(kinds(docs[0])).to.deep.equal(['image', 'image', 'image', 'paragraph'])
    expect(docs[0].body.content[0].attrs).to.include({ alt: 'A', caption: 'Caption' })
    expect(media.map(({ originalName }) => originalName).sort()).to.deep.equal(['a b.png', 'root.png'])
  })

  it('reads the cards of Ghost, in Lexical and in Mobiledoc, and resolves its addresses with --site', async () => {
    const lexical = {
      root: {
        children: [
          { type: 'image', src: '__GHOST_URL__/a.png', alt: 'A', caption: 'The <b>hill</b>' },
          {
            type: 'gallery',
            images: [{ src: '__GHOST_URL__/a.png' }, { src: `data:image/png;base64,${picture.toString('base64')}` }],
            caption: 'Both',
          },
          { type: 'embed', url: 'https://youtu.be/abcdefghijk', html: '<iframe src="x"></iframe>' },
          {
            type: 'list',
            listType: 'check',
            children: [{ type: 'listitem', checked: true, children: [{ type: 'text', text: 'done', format: 64 }] }],
          },
          { type: 'markdown', markdown: '| a |\n|---|\n| b |' },
          { type: 'embed', url: 'https://site.example/a' },
          { type: 'image', src: '__GHOST_URL__/a.png', alt: 'M', href: '/m' },
          { type: 'signup' },
        ],
      },
    }
    const mobiledoc = {
      version: '0.3.1',
      atoms: [['soft-return', '', {}]],
      cards: [
        ['image', { src: '__GHOST_URL__/a.png', caption: 'C' }],
        ['code', { code: 'x < y', language: 'c' }],
        ['odd', {}],
      ],
      markups: [['strong'], ['a', ['href', '__GHOST_URL__/about/']]],
      sections: [
        [1, 'h2', [[0, [], 0, 'T & U']]],
        [
          1,
          'p',
          [
            [0, [], 0, 'a '],
            [0, [1, 0], 2, 'b'],
            [1, [], 0, 0],
            [0, [], 0, 'c'],
          ],
        ],
        [3, 'ol', [[[0, [], 0, 'i']]]],
        [10, 0],
        [10, 1],
        [10, 2],
      ],
    }
    const posts = [
      { id: 'a', title: 'L', status: 'published', lexical: JSON.stringify(lexical) },
      { id: 'b', title: 'M', status: 'published', mobiledoc: JSON.stringify(mobiledoc) },
    ]
    write('ghost.json', JSON.stringify({ db: [{ data: { posts } }] }))
    const output = await run('ghost.json', { from: 'ghost', site: origin })
    expect(output).to.include('Created 2').and.to.include('Left out: 1 signup card, 1 embed, 1 link of a picture, 1 odd card')
    const { docs, media } = await stored()
    const shown = ['image', 'image', 'image', 'paragraph', 'embed', 'taskList', 'table', 'paragraph', 'image', 'paragraph']
    expect(kinds(docs[0])).to.deep.equal(shown)
    const links = [docs[0].body.content[7], docs[0].body.content[9]].map(({ content }) => content[0].marks[0].attrs.href)
    expect(links).to.deep.equal(['https://site.example/a', '/m'])
    expect(kinds(docs[1])).to.deep.equal(['heading', 'paragraph', 'orderedList', 'image', 'codeBlock'])
    expect(docs[1].body.content[1].content).to.deep.equal([
      { type: 'text', text: 'a ' },
      { type: 'text', text: 'b', marks: [{ type: 'link', attrs: { href: '/about/' } }, { type: 'bold' }] },
      { type: 'hardBreak' },
      { type: 'text', text: 'c' },
    ])
    expect([fetched, media.length]).to.deep.equal([['/a.png'], 2])
    expect(await run('ghost.json', { from: 'ghost', site: 'example' })).to.include('--site must be the address of a site')
  })

  it('leaves text of what the field does not allow, and counts it', async () => {
    write(
      'notes.jsonl',
      `${JSON.stringify({ title: 'a', body: `<h2>T</h2><ul><li><b>x</b></li></ul><img src="${origin}/a.png" alt="A"><p>https://youtu.be/abcdefghijk</p>` })}\n`,
    )
    expect(await run('notes.jsonl', {}, { slug: 'notes' })).to.include('Left out: 1 picture, 1 heading, 1 list, 1 embed')
    expect(kinds((await stored('notes')).docs[0])).to.deep.equal(['paragraph', 'paragraph', 'paragraph', 'paragraph'])
    expect(fetched).to.deep.equal([])
  })
})
