/** `galley import` and `export`: every source, what is wrong told by its place, and a run that broke off. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../../adapters/sqlite/index.ts'
import { createCms } from '../../../lib/cms.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { galley, project } from '../../harness/project.ts'

const FIELDS = `[
  { name: 'title', required: true, maxLength: 60 },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'summary', type: 'textarea' },
  { name: 'body', type: 'richText' },
  { name: 'views', type: 'number', integer: true },
  { name: 'featured', type: 'boolean' },
  { name: 'date', type: 'date' },
  { name: 'kind', type: 'select', options: ['news', 'essay'] },
  { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
  { name: 'author', type: 'relationship', to: 'authors' },
  { name: 'cover', type: 'upload' },
  { name: 'seo', type: 'group', fields: [{ name: 'line' }] },
  { name: 'links', type: 'array', fields: [{ name: 'url' }] },
]`
const CONFIG = `import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: process.env.DB ?? 'cms.db' }),
  log: { info() {}, warn: console.warn, error: console.error },
  collections: [
    { slug: 'posts', useAsTitle: 'title', drafts: true, fields: ${FIELDS} },
    { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name', required: true, unique: true }] },
    { slug: 'authors', useAsTitle: 'name', fields: [{ name: 'name', required: true }] },
  ],
}
`

describe('cli: import and export', function () {
  this.timeout(60_000)
  let folder: string
  const at = (name: string) => path.join(folder, name)
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text)
  }
  const within = async <T>(work: (cms: Handle) => Promise<T>): Promise<T> => {
    const cms = await createCms({
      secret: 'a-secret-of-at-least-thirty-two-characters',
      db: sqlite({ filename: at('cms.db') }),
      log: { info() {}, warn() {}, error: console.error },
      collections: (await import(at('cms.config.js'))).default.collections,
    })
    try {
      return await work(cms)
    } finally {
      await cms.stop()
    }
  }
  const posts = () => within(async (cms) => (await cms.find('posts', { limit: 0, sort: 'id', draft: true })).docs as any[])

  beforeEach(() => {
    folder = project(CONFIG)
  })

  it('reads a table, with their names for ours, and says the line of what is wrong @long', async () => {
    write(
      'posts.csv',
      '\uFEFFheadline,views,featured,date,kind,tags,seo.line,author\r\n"Hello, ""you""",12,yes,2024-05-01,News,"ink;press",A line,Ada\r\n,1,,,,,,\r\nSecond,many,no,,essay,ink,,Ada\r\nThird,3,maybe,,,,,\r\n',
    )
    const args = ['import', 'posts', 'posts.csv', '--map', 'headline=title', '--set', 'status=published']
    const strict = galley(folder, ...args)
    expect(strict.output).to.include("posts.csv:2: tags: there is no 'ink' in 'tags'; --create-related makes what is missing")
    expect(await posts()).to.deep.equal([])
    const dry = galley(folder, ...args, '--create-related', '--dry-run')
    expect(dry.output).to.include('Would have created 1')
    expect(await posts()).to.deep.equal([])
    const { output, status } = galley(folder, ...args, '--create-related')
    expect(status).to.equal(1)
    expect(output)
      .to.include('posts.csv:3: title: is required')
      .and.to.include('posts.csv:4: views: must be a number')
      .and.to.include('posts.csv:5: featured: must be true or false')
    expect(output).to.include('Created 1, updated 0, failed 3')
    const [post] = await posts()
    expect(post).to.deep.include({
      title: 'Hello, "you"',
      views: 12,
      featured: true,
      kind: 'news',
      status: 'published',
      seo: { line: 'A line' },
    })
    expect(post.tags.map(({ name }: any) => name)).to.deep.equal(['ink', 'press'])
    expect(post.author.name).to.equal('Ada')
    write('again.csv', 'slug,views\nhello-you,13\n')
    expect(galley(folder, 'import', 'posts', 'again.csv', '--key', 'slug').output).to.include('Created 0, updated 1, failed 0')
    expect((await posts())[0]).to.include({ views: 13, title: 'Hello, "you"' })
  })

  it('leaves no pending draft that says what is live @long', async () => {
    await within((cms) => cms.create('posts', { title: 'Live', status: 'published' }))
    const pending = () => within((cms) => cms.count('posts', { where: { pending: { equals: true } } }))
    const imported = (views: string) => {
      write(`${views}.csv`, `slug,views,status\nlive,${views},draft\n`)
      expect(galley(folder, 'import', 'posts', `${views}.csv`, '--key', 'slug').output).to.include('Created 0, updated 1, failed 0')
    }
    imported('7')
    expect(await pending()).to.equal(1)
    await within((cms) => cms.update('posts', 1, { status: 'published' }))
    imported('8')
    imported('7')
    expect(await pending()).to.equal(0)
    imported('7')
    expect((await posts())[0]).to.include({ views: 7, status: 'published' })
  })

  it('writes JSON lines and tables, and reads them back to the same @long', async () => {
    await within(async (cms) => {
      const tag = (await cms.create('tags', { name: 'ink' })) as any
      for (let n = 1; n <= 3; n++)
        await cms.create('posts', {
          title: `=1+${n}, "x"`,
          slug: `post-${n}`,
          views: -n,
          featured: n === 1,
          tags: [tag.id, tag.id],
          links: [{ url: '/a' }],
          seo: { line: 'l' },
          body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] },
          ...(n > 1 && { status: 'published' }),
        })
    })
    const before = await posts()
    const comparable = ({ id: _, createdAt: __, updatedAt: ___, links, title, ...post }: any) => ({
      ...post,
      title: title.replace(/^'/, ''),
      links: links.map(({ url }: any) => url),
    })
    for (const name of ['all.jsonl', 'all.csv']) expect(galley(folder, 'export', 'posts', name)).to.include({ status: 0 })
    for (const name of ['all.jsonl', 'all.csv']) {
      await within(async (cms) => {
        for (const { id } of (await cms.find('posts', { limit: 0, draft: true })).docs) await cms.delete('posts', id)
      })
      const { output } = galley(folder, 'import', 'posts', name)
      expect(output, name).to.include('Created 3, updated 0, failed 0')
      expect((await posts()).map(comparable), name).to.deep.equal(before.map(comparable))
    }
    expect(galley(folder, 'export', 'posts', '--where', '{"featured":{"equals":true}}').output.trim().split('\n')).to.have.length(1)
    expect(readFileSync(at('all.csv'), 'utf8')).to.include(`"'=1+1, ""x"""`)
    expect(galley(folder, 'export', 'psots').output).to.include("The collection 'psots' doesn't exist. did you mean 'posts'?")
    expect(galley(folder, 'export', 'posts', '--where', '{').output).to.include('--where:1:2: expected a key in double quotes')
  })

  it('carries every locale there and back @long', () => {
    folder = project(`import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: 'cms.db' }),
  log: { info() {}, warn: console.warn, error: console.error },
  localization: { locales: ['en', 'th'] },
  collections: [{ slug: 'words', useAsTitle: 'name', fields: [
    { name: 'name', localized: true },
    { name: 'code', unique: true },
    { name: 'slug', type: 'slug', from: 'name' },
  ] }],
}
`)
    write('words.jsonl', '{"code":"a","name":{"en":"Tiger","th":"เสือ"}}\n')
    expect(galley(folder, 'import', 'words', 'words.jsonl', '--locale', 'all').output).to.include('Created 1, updated 0, failed 0')
    const one = galley(folder, 'export', 'words').output
    expect(JSON.parse(one)).to.deep.include({ code: 'a', name: { en: 'Tiger', th: 'เสือ' }, slug: 'tiger' })
    write('back.jsonl', one.replace('เสือ', 'เสือโคร่ง'))
    expect(galley(folder, 'import', 'words', 'back.jsonl', '--locale', 'all', '--key', 'code').output).to.include('Created 0, updated 1')
    write('thai.csv', 'code,name\na,ช้าง\n')
    expect(galley(folder, 'import', 'words', 'thai.csv', '--locale', 'th', '--key', 'code').output).to.include('updated 1')
    expect(JSON.parse(galley(folder, 'export', 'words').output).name).to.deep.equal({ en: 'Tiger', th: 'ช้าง' })
    expect(galley(folder, 'import', 'words', 'thai.csv', '--locale', 'fr').output).to.include('--locale must be all or one of en, th')
  })

  it('reads a folder of Markdown with its files @long', async () => {
    write(
      'notes/2024-05-01-first.md',
      '---\ntitle: First\ntags: [ink, press]\ndate: 2024-05-01\ncover: pic.png\n---\n# Heading\n\nSome *words* and a [link](https://example.org).\n\n- one\n- two\n',
    )
    write('notes/deep/second.md', 'No front matter')
    write('notes/broken.md', '---\ntitle: [x\n---\n')
    writeFileSync(
      at('notes/pic.png'),
      Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
    )
    const { output } = galley(folder, 'import', 'posts', 'notes', '--create-related')
    expect(output).to.include('broken.md: its front matter').and.to.include('Created 2, updated 0, failed 1')
    const first = (await posts()).find(({ slug }) => slug === 'first')
    expect(first).to.include({ title: 'First', date: '2024-05-01T00:00:00.000Z' })
    expect(first.cover.originalName).to.equal('pic.png')
    const [heading, paragraph, list] = first.body.content
    expect(heading).to.deep.equal({ type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Heading' }] })
    expect(paragraph.content).to.deep.equal([
      { type: 'text', text: 'Some ' },
      { type: 'text', text: 'words', marks: [{ type: 'italic' }] },
      { type: 'text', text: ' and a ' },
      { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://example.org' } }] },
      { type: 'text', text: '.' },
    ])
    expect(list.content.map((item: any) => item.content[0].content[0].text)).to.deep.equal(['one', 'two'])
  })

  it('reads what WordPress exports', async () => {
    const item = (type: string, title: string, more = '') =>
      `<item><title>${title}</title><dc:creator><![CDATA[ada]]></dc:creator><content:encoded><![CDATA[Loose words.\n\nA <strong>second</strong> one.<script>alert(1)</script>]]></content:encoded><excerpt:encoded><![CDATA[Short.]]></excerpt:encoded><wp:post_id>7</wp:post_id><wp:post_date_gmt>2024-05-01 10:00:00</wp:post_date_gmt><wp:post_name>hello-world</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type>${more}</item>`
    write(
      'site.xml',
      `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${item('post', 'Hello &amp; welcome', '<category domain="post_tag" nicename="ink"><![CDATA[Ink]]></category><category domain="category" nicename="x"><![CDATA[News]]></category>')}${item('page', 'A page')}${item('nav_menu_item', 'Menu')}</channel></rss>`,
    )
    const { output, status } = galley(folder, 'import', 'posts', 'site.xml', '--only', 'type=post', '--create-related')
    expect(status, output).to.equal(0)
    const [post, ...others] = await posts()
    expect(others).to.deep.equal([])
    expect(post).to.include({
      title: 'Hello & welcome',
      slug: 'hello-world',
      summary: 'Short.',
      status: 'published',
      date: '2024-05-01T10:00:00.000Z',
    })
    expect(post.tags[0].name).to.equal('Ink')
    expect(post.author.name).to.equal('ada')
    expect(post.body.content.map((block: any) => block.content.map(({ text }: any) => text).join(''))).to.deep.equal([
      'Loose words.',
      'A second one.',
    ])
    expect(JSON.stringify(post.body)).to.not.include('alert')
  })

  it('reads what Ghost exports @long', async () => {
    const data = {
      posts: [
        {
          id: 'a',
          title: 'One',
          slug: 'one',
          html: '<h2>Part</h2><p>Words<br>and <a href="javascript:alert(1)">more</a></p><hr><pre>code</pre>',
          status: 'published',
          published_at: '2024-05-01T10:00:00.000Z',
          custom_excerpt: 'Short.',
        },
        { id: 'b', title: 'Two', slug: 'two', html: null, plaintext: 'Plain.\n\nText.', status: 'draft' },
      ],
      tags: [{ id: 't', name: 'Ink' }],
      posts_tags: [{ post_id: 'a', tag_id: 't' }],
      users: [{ id: 'u', name: 'Ada' }],
      posts_authors: [{ post_id: 'a', author_id: 'u' }],
    }
    write('ghost.json', JSON.stringify({ db: [{ data }] }))
    expect(galley(folder, 'import', 'posts', 'ghost.json').output).to.include('name it with --from jsonl, csv, markdown, wordpress, ghost')
    const { output, status } = galley(folder, 'import', 'posts', 'ghost.json', '--from', 'ghost', '--create-related')
    expect(status, output).to.equal(0)
    const [one, two] = await posts()
    expect(one).to.include({ title: 'One', status: 'published', summary: 'Short.' })
    expect(one.body.content.map(({ type }: any) => type)).to.deep.equal(['heading', 'paragraph', 'horizontalRule', 'codeBlock'])
    expect(JSON.stringify(one.body)).to.not.include('javascript:')
    expect(one.author.name).to.equal('Ada')
    expect(two).to.include({ status: 'draft' })
    expect(two.body.content).to.have.length(2)
    write('other.json', '{}')
    expect(galley(folder, 'import', 'posts', 'other.json', '--from', 'ghost').output).to.include("isn't an export of Ghost")
  })

  it('says what is wrong with what it is told @long', () => {
    expect(galley(folder, 'import', 'posts', 'gone.csv').output).to.include("The file 'gone.csv' doesn't exist")
    write('a.jsonl', '{"title":"x"}\n{oops\n')
    expect(galley(folder, 'import', 'postz', 'a.jsonl').output).to.include("The collection 'postz' doesn't exist. did you mean 'posts'?")
    expect(galley(folder, 'import', 'posts', 'a.jsonl', '--key', 'sku').output).to.include("--key: 'posts' has no field 'sku'")
    expect(galley(folder, 'import', 'posts', 'a.jsonl', '--map', 'title').output).to.include('--map takes pairs such as')
    expect(galley(folder, 'import', 'posts', 'a.jsonl', '--from', 'excel').output).to.include('--from must be one of')
    expect(galley(folder, 'import', 'posts', 'a.jsonl').output)
      .to.include('a.jsonl:2: ')
      .and.to.include('Created 1, updated 0, failed 1')
  })
})
