/** Rows, groups and formatted text that become text: what a person reads in it, and the way back. */
import { expect } from 'chai'
import { counted } from '../../lib/migrations/steps.ts'
import { converted, losesValues } from '../../lib/migrations/values.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const link = [{ name: 'label' }, { name: 'url' }, { name: 'deep', type: 'array', fields: [{ name: 'x' }] }]
const NOTE = { slug: 'note', fields: [{ name: 'label' }, { name: 'size', type: 'number' }, { name: 'inner', type: 'richText' }] }
const FULL = posts(
  [
    { name: 'links', type: 'array', fields: link },
    {
      name: 'body',
      type: 'richText',
      blocks: [NOTE],
      embeds: ['vimeo'],
      features: ['embed', 'block', 'heading', 'bulletList', 'bold', 'blockquote'],
    },
    { name: 'layout', type: 'blocks', blocks: [{ slug: 'item', fields: link }] },
    {
      name: 'rows',
      type: 'array',
      fields: [
        { name: 'seo', type: 'group', fields: link },
        { name: 'list', type: 'array', fields: link },
      ],
    },
  ],
  more,
)
const PLAIN = posts(
  [
    { name: 'links', type: 'textarea' },
    { name: 'body', type: 'textarea' },
    { name: 'layout', type: 'textarea' },
    { name: 'rows', type: 'array', fields: [{ name: 'seo' }, { name: 'list' }] },
  ],
  more,
)
const home = { label: 'Home', url: '/', deep: [{ x: 'a' }, { x: 'b' }] }
const text = (words: string) => ({ type: 'text', text: words })
const body = {
  type: 'doc',
  content: [
    { type: 'heading', content: [text('Hello '), { ...text('there'), marks: [{ type: 'bold' }] }] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('one')] }] }] },
    { type: 'paragraph', content: [text('a'), { type: 'hardBreak' }, text('b')] },
    {
      type: 'contentBlock',
      attrs: {
        id: 'abcdefghijk',
        blockType: 'note',
        label: 'Twelve',
        size: 12,
        inner: { type: 'doc', content: [{ type: 'paragraph', content: [text('inside')] }] },
      },
    },
    {
      type: 'blockquote',
      content: [{ type: 'contentBlock', attrs: { id: 'bcdefghijkl', blockType: 'note', label: 'quoted', size: null, inner: null } }],
    },
    { type: 'embed', attrs: { url: 'https://vimeo.com/1' } },
  ],
}

for (const database of DATABASES)
  describe(`migrations: plain text with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    it('is what rows, groups and formatted text say, without ids; their ids come back with them', async () => {
      await site.migrate(FULL)
      const links = [home, { label: 'About', url: null, deep: [] }]
      await site.cms.create('posts', {
        links,
        body,
        layout: [{ blockType: 'item', ...home }],
        rows: [{ seo: home, list: links }],
        status: 'published',
      })
      const old = await site.cms.findById('posts', 1)
      await site.open(PLAIN)
      const left = (await site.migrator.steps(await site.plan())).flatMap(({ affected }) => affected?.left ?? [])
      expect(left, 'left behind').to.deep.equal([])
      await site.migrate(PLAIN)
      const doc: any = await site.cms.findById('posts', 1)
      expect(doc).to.deep.include({
        links: 'Home, /, a\nb\nAbout',
        body: 'Hello there\none\na\nb\nTwelve, 12, inside\nquoted\nhttps://vimeo.com/1',
        layout: 'Home, /, a\nb',
      })
      expect(doc.rows[0]).to.deep.include({ seo: 'Home, /, a\nb', list: 'Home, /, a\nb\nAbout' })
      await site.cms.update('posts', 1, { links: doc.links, rows: doc.rows, status: 'published' })
      await site.migrate(FULL)
      for (const name of ['links', 'body', 'layout', 'rows.seo', 'rows.list']) await site.migrator.restore(`posts.${name}`, false)
      const { updatedAt, ...again } = (await site.cms.findById('posts', 1)) as any
      expect(old).to.deep.include(again)
    })

    it('becomes paragraphs of formatted text', async () => {
      await site.migrate(posts([{ name: 'body', type: 'textarea' }]))
      await site.cms.create('posts', { body: 'one\n\ntwo' })
      await site.migrate(posts([{ name: 'body', type: 'richText' }]))
      const { body } = (await site.cms.findById('posts', 1)) as any
      expect(body.content.map((node: any) => node.content?.[0].text)).to.deep.equal(['one', undefined, 'two'])
      await site.cms.update('posts', 1, { body })
    })

    it('inside a container that changes with it is counted and named', async () => {
      const schema = (type: string, n: string) =>
        posts([{ name: 'rows', type: 'array', fields: [{ name: 'seo', type, fields: [{ name: 'n', type: n }, { name: 'x' }] }] }], more)
      await site.migrate(schema('group', 'text'))
      for (const n of ['1', 'about 7']) await site.cms.create('posts', { rows: [{ seo: { n, x: 'x' } }], status: 'published' })
      await site.open(schema('array', 'number'))
      const [step] = await site.migrator.steps(await site.plan())
      expect(step!.words).to.equal(
        "convert the field 'rows.seo' of 'posts' from a group to rows; in it, 'n' from text to number; the old values stay in '$old1$seo'",
      )
      expect(counted(step!.affected!)).to.equal("2 documents, 2 versions; some values can't be converted: 1 document (2), 1 version")
    })
  })

describe('migrations: the words of what a text points to', () => {
  const FROM = {
    kind: 'json' as const,
    asks: { type: 'object' },
    text: { blocks: [{ name: 'note', fields: [{ name: 'inner', kind: 'json' as const, asks: { type: 'object' } }] }] },
  }
  const TO = { kind: 'text' as const }
  const doc = (...content: object[]) => ({ type: 'doc', content })
  const line = (...content: object[]) => ({ type: 'paragraph', content })
  const mention = { type: 'mention', attrs: { collection: 'people', id: 7 } }
  const cases: [what: string, body: object, words: string | null, isCounted: boolean][] = [
    ['a mention', doc(line(text('Thanks to '), mention, text(' for all.'))), 'Thanks to @people/7 for all.', true],
    ['a mention on its own', doc(line(mention)), '@people/7', true],
    [
      'a mention in a list',
      doc({ type: 'bulletList', content: [{ type: 'listItem', content: [line(mention, text('!'))] }] }),
      '@people/7!',
      true,
    ],
    [
      'a mention in a block',
      doc(line(text('a')), { type: 'contentBlock', attrs: { blockType: 'note', inner: doc(line(mention)) } }),
      'a\n@people/7',
      true,
    ],
    ['a file', doc(line(text('a')), { type: 'file', attrs: { media: 1 } }), 'a', true],
    ['a picture without words', doc(line(text('a')), { type: 'image', attrs: { media: 1 } }), 'a', true],
    ['a picture with words', doc({ type: 'image', attrs: { media: 1, alt: 'A hill' } }), 'A hill', false],
    ['nothing else', doc({ type: 'heading', attrs: { level: 2 } }, { type: 'horizontalRule' }, line(text('a'))), 'a', false],
  ]
  for (const [what, body, words, isCounted] of cases)
    it(`${what}: ${words}`, () => {
      const exists = () => true
      expect(converted(body, FROM, TO, { within: '', exists })).to.equal(words)
      expect(losesValues(body, FROM, TO, exists), 'counted').to.equal(isCounted)
    })
})
