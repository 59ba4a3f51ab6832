/** What `$references` holds after a field changes into something that points, or stops pointing; and blocks in texts whose fields are renamed. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving } from './evolving.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (id: number) =>
  doc({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { collection: 'tags', id } }] }] })
const card = (attrs: object, blockType = 'card') => doc({ type: 'contentBlock', attrs: { blockType, id: 'c', ...attrs } })

const TAG = { type: 'relationship', to: 'tags' }
const JSON_FIELD = { type: 'json' }
const TEXT = { type: 'richText' }
const rows = (inner: object) => ({
  type: 'array',
  fields: [
    { name: 'other', type: 'richText' },
    { name: 'inner', ...inner },
  ],
})
const blocks = (inner: object) => ({ type: 'blocks', blocks: [{ slug: 'card', fields: [{ name: 'inner', ...inner }] }] })
const textWith = (...fields: object[]) => ({ type: 'richText', unknown: 'keep', blocks: [{ slug: 'card', fields }] })
const inCard = (inner: object, more: object = {}) => textWith({ name: 'inner', ...inner }, { name: 'note', ...more })

interface Case {
  title: string
  before: object
  after: object
  /** A value that points to the tag, or has its id. */
  value(tag: number): unknown
  /** Where the tag is used before and after. */
  uses: [before: string[], after: string[]]
}

const inRow = (tag: number) => [{ inner: tag }]
const textInRow = (tag: number) => [{ inner: link(tag) }]
const inBlock = (tag: number) => [{ blockType: 'card', inner: tag }]
const inText = (tag: number) => card({ inner: tag })

const CASES: Case[] = [
  { title: 'json to rich text', before: JSON_FIELD, after: TEXT, value: link, uses: [[], ['f']] },
  { title: 'rich text to json', before: TEXT, after: JSON_FIELD, value: link, uses: [['f'], []] },
  {
    title: 'a number to several relations',
    before: { type: 'number' },
    after: { ...TAG, hasMany: true },
    value: Number,
    uses: [[], ['f']],
  },
  { title: 'several relations to json', before: { ...TAG, hasMany: true }, after: JSON_FIELD, value: (tag) => [tag], uses: [['f'], []] },
  {
    title: 'text to a relation in rows',
    before: rows({}),
    after: rows(TAG),
    value: (tag) => [{ inner: `${tag}` }],
    uses: [[], ['f.inner']],
  },
  { title: 'a relation to text in rows', before: rows(TAG), after: rows({}), value: inRow, uses: [['f.inner'], []] },
  { title: 'json to rich text in rows', before: rows(JSON_FIELD), after: rows(TEXT), value: textInRow, uses: [[], ['f.inner']] },
  { title: 'rich text to json in rows', before: rows(TEXT), after: rows(JSON_FIELD), value: textInRow, uses: [['f.inner'], []] },
  { title: 'rich text to text in rows', before: rows(TEXT), after: rows({}), value: textInRow, uses: [['f.inner'], []] },
  {
    title: 'a number to a relation in blocks',
    before: blocks({ type: 'number' }),
    after: blocks(TAG),
    value: inBlock,
    uses: [[], ['f.card.inner']],
  },
  { title: 'blocks to rich text', before: blocks(TAG), after: TEXT, value: inBlock, uses: [['f.card.inner'], []] },
  { title: 'rich text to a relation', before: TEXT, after: TAG, value: link, uses: [['f'], []] },
  { title: 'a number to a relation in a text', before: inCard({ type: 'number' }), after: inCard(TAG), value: inText, uses: [[], ['f']] },
  { title: 'a relation to a number in a text', before: inCard(TAG), after: inCard({ type: 'number' }), value: inText, uses: [['f'], []] },
  { title: 'a relation that leaves a text', before: inCard(TAG), after: textWith({ name: 'note' }), value: inText, uses: [['f'], []] },
  { title: 'a block type that leaves a text', before: inCard(TAG), after: TEXT, value: inText, uses: [['f'], []] },
  {
    title: 'json to rich text in a text',
    before: inCard(JSON_FIELD),
    after: inCard(TEXT),
    value: (tag) => card({ inner: link(tag) }),
    uses: [[], ['f']],
  },
  {
    title: 'a relation in rows of a text',
    before: textWith({ name: 'rows', ...rows({ type: 'number' }) }),
    after: textWith({ name: 'rows', ...rows(TAG) }),
    value: (tag) => card({ rows: [{ id: 'r', inner: tag }] }),
    uses: [[], ['f']],
  },
]

/** The card under other names. */
const LATER = (says: boolean) => {
  const was = (renamedFrom: string) => (says ? { renamedFrom } : {})
  const deep = { name: 'deep', type: 'group', fields: [{ name: 'y', ...was('x') }] }
  return { slug: 'box', ...was('card'), fields: [{ name: 'title', ...was('words') }, deep] }
}

const LOCALES = { localization: { locales: ['en', 'th'], defaultLocale: 'en' } }
const site = (field: object, more: object = {}) => [
  { slug: 'tags', fields: [{ name: 'name' }] },
  { slug: 'posts', drafts: true, versions: true, fields: [{ name: 'title' }, { name: 'f', ...field }, { name: 'g', ...field, ...more }] },
]

for (const database of DATABASES)
  describe(`migrations: what points somewhere after a change, with ${database.name}`, function () {
    this.timeout(120_000)
    let evolving: Evolving
    beforeEach(() => {
      evolving = new Evolving(database)
    })
    afterEach(() => evolving.end())

    const usesOf = async (tag: number) =>
      (await evolving.cms.references('tags', tag)).references.flatMap(({ fields, draft }: any) =>
        fields.filter((path: string) => path.startsWith('f')).map((path: string) => (draft ? `${path} in a draft` : path)),
      )
    /** The field `g` of the other locale. */
    const usesInThai = async (tag: number) =>
      (await evolving.cms.references('tags', tag)).references.flatMap(({ fields }: any) => fields.filter((path: string) => path[0] === 'g'))

    for (const { title, before, after, value, uses } of CASES)
      it(`${title}, and back${title === 'json to rich text' ? '' : ' @long'}`, async () => {
        await evolving.migrate(site(before, { localized: true }), LOCALES)
        for (const name of ['live', 'pending', 'thai']) await evolving.cms.create('tags', { name })
        await evolving.cms.create('posts', { status: 'published', f: value(1) })
        await evolving.cms.in('th').update('posts', 1, { g: value(3) })
        await evolving.cms.update('posts', 1, { status: 'draft', f: value(2) })
        const check = async (places: string[]) => {
          expect(await usesOf(1)).to.deep.equal(places)
          expect(await usesOf(2)).to.deep.equal(places.map((path) => `${path} in a draft`))
          expect(await usesInThai(3)).to.deep.equal(places.map((path) => path.replace('f', 'g')))
        }
        await check(uses[0])
        await evolving.migrate(site(after, { localized: true }), LOCALES)
        await check(uses[1])
        await evolving.migrator.undo(false)
        await evolving.open(site(before, { localized: true }), LOCALES)
        expect(await evolving.plan()).to.deep.equal([])
        await check(uses[0])
      })

    const versions = async () => {
      const { docs } = await evolving.cms.findVersions('posts', 1)
      const all = await Promise.all(docs.map(({ id }: any) => evolving.cms.findVersion('posts', 1, id)))
      return all.map(({ data }: any) => data.f.content[0].attrs)
    }
    const stored = async () => (await evolving.raw('posts', 1))['f'].content[0].attrs

    it('a block type that comes back to a text, whose blocks stayed in it', async () => {
      await evolving.migrate(site(inCard(TAG)))
      for (const name of ['live', 'pending']) await evolving.cms.create('tags', { name })
      await evolving.cms.create('posts', { status: 'published', f: card({ inner: 1 }) })
      await evolving.cms.update('posts', 1, { status: 'draft', f: card({ inner: 2 }) })
      const collected = ['f', 'g'].map((name) => `collect the documents that 'posts.${name}' points to, so that their uses are known`)
      expect(await evolving.migrate(site(TEXT))).to.deep.equal(collected)
      expect([await usesOf(1), await usesOf(2)]).to.deep.equal([[], []])
      expect(await evolving.migrate(site(inCard(TAG)))).to.deep.equal(collected)
      expect([await usesOf(1), await usesOf(2)]).to.deep.equal([['f'], ['f in a draft']])
    })

    it('a renamed field of a block in a text takes its values along, and back', async () => {
      const old = textWith({ name: 'words' }, { name: 'deep', type: 'group', fields: [{ name: 'x' }] })
      const now = {
        ...old,
        blocks: [
          {
            slug: 'box',
            renamedFrom: 'card',
            fields: [
              { name: 'title', renamedFrom: 'words' },
              { name: 'deep', type: 'group', fields: [{ name: 'y', renamedFrom: 'x' }] },
            ],
          },
        ],
      }
      await evolving.migrate(site(old))
      await evolving.cms.create('posts', { status: 'published', f: card({ words: 'a', deep: { x: 'b' } }) })
      await evolving.cms.update('posts', 1, { status: 'draft', f: card({ words: 'c', deep: { x: 'd' } }) })
      expect(await evolving.migrate(site(now))).to.include.members([
        `rename the block type 'f[card]' of 'posts' to 'box'`,
        `rename the field 'f[box].words' of 'posts' to 'title'`,
        `rename the field 'f[box].deep.x' of 'posts' to 'y'`,
      ])
      expect(await stored()).to.deep.equal({ blockType: 'box', id: 'c', title: 'a', deep: { y: 'b' } })
      const draft = (await evolving.cms.findById('posts', 1, { draft: true })) as any
      expect(draft.f.content[0].attrs).to.deep.equal({ blockType: 'box', id: 'c', title: 'c', deep: { y: 'd' } })
      for (const one of await versions()) expect(one).to.include.keys('title', 'deep').and.not.include.keys('words')
      await evolving.migrate(site(old))
      expect(await stored(), 'the earlier schema').to.deep.equal({ blockType: 'card', id: 'c', words: 'a', deep: { x: 'b' } })
    })

    for (const [title, between] of Object.entries({
      'left the schema before': TEXT,
      'was renamed without saying so': { ...TEXT, unknown: 'keep', blocks: [LATER(false)] },
      'lost its renamed fields before': textWith({ name: 'deep', type: 'group', fields: [{ name: 'z' }] }),
    }))
      it(`a block type that ${title} follows a renamedFrom that is added later, for good, and back`, async () => {
        const old = textWith({ name: 'words' }, { name: 'deep', type: 'group', fields: [{ name: 'x' }] })
        await evolving.migrate(site(old))
        await evolving.cms.create('posts', { status: 'published', f: card({ words: 'a', deep: { x: 'b' } }) })
        await evolving.cms.update('posts', 1, { status: 'draft', f: card({ words: 'c', deep: { x: 'd' } }) })
        await evolving.migrate(site(between))
        const renamed = { ...old, blocks: [LATER(true)] }
        const expected = { blockType: 'box', id: 'c', title: 'a', deep: { y: 'b' } }
        expect(await evolving.migrate(site(renamed))).to.include.members([
          `rename the block type 'f[card]' of 'posts' to 'box'`,
          `rename the field 'f[box].words' of 'posts' to 'title'`,
          `rename the field 'f[box].deep.x' of 'posts' to 'y'`,
        ])
        expect(await evolving.plan()).to.deep.equal([])
        expect(await stored()).to.deep.equal(expected)
        await evolving.migrator.undo(false)
        expect(await stored(), 'undone').to.deep.equal({ blockType: 'card', id: 'c', words: 'a', deep: { x: 'b' } })
        await evolving.migrate(site(renamed))
        await evolving.migrate(site({ ...old, blocks: [LATER(false)] }))
        expect(await stored(), 'without renamedFrom').to.deep.equal(expected)
        const draft = (await evolving.cms.findById('posts', 1, { draft: true })) as any
        expect(draft.f.content[0].attrs).to.deep.equal({ blockType: 'box', id: 'c', title: 'c', deep: { y: 'd' } })
        for (const one of await versions()) expect(one).to.include({ blockType: 'box' }).and.include.keys('title')
      })

    it('new block types and fields of a text rename nothing, also where there are languages', async () => {
      await evolving.migrate(site(textWith({ name: 'words' })), LOCALES)
      const more = { ...TEXT, blocks: [LATER(false), { slug: 'card', fields: [{ name: 'words' }, { name: 'more' }] }] }
      expect(await evolving.migrate(site(more), LOCALES)).to.deep.equal([])
    })

    it('fields of a block in a text swap their names; a name that is taken keeps its values', async () => {
      await evolving.migrate(site(textWith({ name: 'a' }, { name: 'b' }, { name: 'c' })))
      await evolving.cms.create('posts', { status: 'published', f: card({ a: '1', b: '2', c: '3' }) })
      await evolving.migrate(site(textWith({ name: 'a', renamedFrom: 'b' }, { name: 'b', renamedFrom: 'a' }, { name: 'c' })))
      expect(await stored()).to.deep.include({ a: '2', b: '1', c: '3' })
      await evolving.migrate(site(textWith({ name: 'a' }, { name: 'c', renamedFrom: 'b' })))
      expect(await stored()).to.deep.include({ a: '2', c: '3', b: '1' })
    })
  })
