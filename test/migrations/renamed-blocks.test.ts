/** Block types that get another slug: their blocks go along live, in drafts and in versions, with what points out of them. */
import { expect } from 'chai'
import type { Parked, SchemaChange } from '../../lib/migrations/changes.ts'
import { parkedNamed } from '../../lib/migrations/kept.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const locales = { localization: { locales: ['en', 'th'] } }
const layout = (...blocks: object[]) => ({ name: 'layout', type: 'blocks', blocks })
const block = (slug: string, renamedFrom?: string, ...fields: object[]) => ({
  slug,
  ...(renamedFrom !== undefined && { renamedFrom }),
  fields: fields.length > 0 ? fields : [{ name: 'url' }],
})

for (const database of DATABASES)
  describe(`migrations: renamed block types with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const read = async (options = {}): Promise<any> => site.cms.findById('posts', 1, { depth: 0, ...options })
    const found = async (where: object) => (await site.cms.find('posts', { where } as object)).totalDocs
    const types = async (options = {}) => (await read(options)).layout.map((one: any) => `${one.blockType} ${one.url}`)
    const plan = async () => (await site.plan()).map(describeChange)

    it('take along rows, drafts, versions, translations, references and what is inside: there, back and again @long', async () => {
      const schema = (slug: string, renamedFrom?: string) => {
        const fields = [
          { name: 'url' },
          { name: 'title', localized: true },
          { name: 'next', type: 'relationship', to: 'posts', hasMany: true },
          { name: 'inner', type: 'blocks', blocks: [block(slug, renamedFrom, { name: 'to', type: 'relationship', to: 'posts' })] },
        ]
        return posts([layout(block(slug, renamedFrom, ...fields), block('quote'))], more)
      }
      await site.migrate(schema('video'), locales)
      await site.cms.create('posts', { status: 'published' })
      const of = (slug: string) => ({
        id: 'b',
        blockType: slug,
        url: '/v',
        title: 'en',
        next: [1],
        inner: [{ id: 'i', blockType: slug, to: 1 }],
      })
      const quote = { id: 'q', blockType: 'quote', url: '/q' }
      await site.cms.update('posts', 1, { layout: [of('video'), quote], status: 'published' })
      await site.cms.update('posts', 1, { layout: [{ ...of('video'), title: 'th' }, quote] }, { locale: 'th' })
      await site.cms.update('posts', 1, { layout: [{ ...of('video'), url: '/draft' }, quote], status: 'draft' })
      await site.open(schema('clip', 'video'), locales)
      expect(await plan()).to.deep.equal([
        "rename the block type 'layout[video]' of 'posts' to 'clip'",
        "rename the block type 'layout[clip].inner[video]' of 'posts' to 'clip'",
      ])
      const steps = await site.migrator.steps(await site.plan())
      expect(steps.map(({ risk, affected }) => [risk, affected?.documents])).to.deep.equal([
        ['careful', 1],
        ['careful', 1],
      ])
      for (const [slug, collections] of [
        ['clip', schema('clip', 'video')],
        ['clip', schema('clip')],
        ['video', schema('video')],
        ['clip', schema('clip', 'video')],
      ] as const) {
        await site.migrate([...collections], locales)
        expect((await read()).layout).to.deep.equal([of(slug), quote])
        expect((await read({ locale: 'th' })).layout[0].title).to.equal('th')
        expect((await read({ draft: true })).layout[0]).to.deep.equal({ ...of(slug), url: '/draft' })
        expect(((await site.cms.findVersion('posts', 1, 2)).data as any).layout).to.deep.equal([of(slug), quote])
        expect(await found({ 'layout.next': { equals: 1 } })).to.equal(1)
        expect(await found({ 'layout.inner.to': { equals: 1 } })).to.equal(1)
        expect((await site.cms.references('posts', 1)).total).to.equal(1)
        expect((await site.migrator.applied()).parked).to.deep.equal([])
      }
      await site.migrator.undo(false)
      await site.open(schema('video'), locales)
      expect(await plan()).to.deep.equal([])
      expect((await read()).layout).to.deep.equal([of('video'), quote])
    })

    it('go together with a renamed field, group or list, and with fields that are converted', async () => {
      await site.migrate(posts([layout(block('video'), block('quote'))], more))
      await site.cms.create('posts', { status: 'published', layout: [{ blockType: 'video', url: '7' }] })
      const body = {
        ...layout(block('clip', 'video', { name: 'link', renamedFrom: 'url', type: 'number' })),
        name: 'body',
        renamedFrom: 'layout',
      }
      await site.migrate([{ slug: 'notes', renamedFrom: 'posts', fields: [body], ...more }])
      expect(((await site.cms.findById('notes', 1)) as any).body).to.have.nested.property('0.link', 7)
      expect(((await site.cms.findById('notes', 1)) as any).body[0].blockType).to.equal('clip')
      await site.migrator.undo(false)
      await site.open(posts([layout(block('video'), block('quote'))], more))
      expect(await plan()).to.deep.equal([])
      expect(await types()).to.deep.equal(['video 7'])
    })

    it('swap their slugs once', async () => {
      const swapped = posts([layout(block('a', 'b'), block('b', 'a'))], more)
      await site.migrate(posts([layout(block('a'), block('b'))], more))
      await site.cms.create('posts', {
        status: 'published',
        layout: [
          { blockType: 'a', url: 'A' },
          { blockType: 'b', url: 'B' },
        ],
      })
      await site.migrate(swapped)
      expect(await types()).to.deep.equal(['b A', 'a B'])
      expect(await site.migrate(swapped)).to.deep.equal([])
      await site.migrator.undo(false)
      await site.open(posts([layout(block('a'), block('b'))], more))
      expect(await types()).to.deep.equal(['a A', 'b B'])
    })

    it('take a slug that another type had, and give theirs to a new one', async () => {
      await site.migrate(posts([layout(block('a'), block('b'))], more))
      await site.cms.create('posts', {
        status: 'published',
        layout: [
          { blockType: 'a', url: 'A' },
          { blockType: 'b', url: 'B' },
        ],
      })
      await site.migrate(posts([layout(block('b', 'a'))], more))
      expect(await types()).to.deep.equal(['b A'])
      await site.cms.update('posts', 1, { status: 'published', layout: [...(await read()).layout, { blockType: 'b', url: 'new' }] })
      expect((await site.migrator.applied()).parked.map(({ inside }) => inside)).to.deep.equal(['[$old1$b]'])
      await site.migrate(posts([layout(block('a'), block('b'))], more))
      expect(await types()).to.deep.equal(['a A', 'b B', 'a new'])
      const given = posts([layout(block('a'), block('b'), block('c', 'a'))], more)
      await site.migrate(given)
      expect(await types()).to.deep.equal(['c A', 'b B', 'c new'])
      expect(await site.migrate(given)).to.deep.equal([])
    })

    it('show what was parked where the word comes after the fact, with its fields as they are now', async () => {
      await site.migrate(posts([layout(block('video'))], more))
      await site.cms.create('posts', { status: 'published', layout: [{ blockType: 'video', url: '7' }] })
      await site.migrate(posts([layout(block('clip', undefined, { name: 'link', type: 'number' }))], more))
      await site.cms.update('posts', 1, { status: 'published', layout: [{ blockType: 'clip', link: 1 }] })
      const named = posts([layout(block('clip', 'video', { name: 'link', renamedFrom: 'url', type: 'number' }))], more)
      await site.open(named)
      expect(await plan()).to.include("show the blocks parked as 'video' as the block type 'layout[clip]' of 'posts'")
      await site.migrate(named)
      expect((await read()).layout.map((one: any) => one.link)).to.have.members([1, 7])
      expect(await site.migrate(named)).to.deep.equal([])
    })

    it('are read where an older process wrote them after the rename, and keep what only the newer one knows', async () => {
      await site.migrate(posts([layout(block('video'))], more))
      await site.cms.create('posts', { status: 'published', layout: [{ id: 'b', blockType: 'video', url: '/v' }] })
      const renamed = posts([layout(block('clip', 'video', { name: 'url' }, { name: 'caption' }))], more)
      await site.migrate(renamed)
      const { store } = site.cms.engine
      const written = JSON.stringify([{ id: 'b', blockType: 'video', url: '/older' }])
      await store.exclusively((connection) =>
        connection.all(`update ${store.dialect.table('posts')} set layout = '${written}', ${store.dialect.quote('$shape')} = 'older'`),
      )
      expect((await read()).layout).to.deep.equal([{ id: 'b', blockType: 'clip', url: '/older', caption: null }])
      await site.cms.update('posts', 1, { status: 'published', layout: [{ id: 'b', blockType: 'clip', url: '/newer', caption: 'C' }] })
      expect((await site.raw('posts', 1))['layout']).to.deep.equal([{ id: 'b', blockType: 'clip', url: '/newer', caption: 'C' }])
      // To a process from before it is a type that it doesn't know: it stays, unseen.
      await site.open(posts([layout(block('video'))], more))
      expect((await read()).layout).to.deep.equal([])
      await site.cms.update('posts', 1, { status: 'published', layout: [{ blockType: 'video', url: '/v2' }] })
      await site.open(renamed)
      expect(await types()).to.deep.equal(['clip /newer', 'clip /v2'])
    })

    it('become text with what blocks say that an older process wrote after the rename', async () => {
      await site.migrate(posts([layout(block('video'))], more))
      await site.cms.create('posts', { status: 'published' })
      await site.migrate(posts([layout(block('clip', 'video'))], more))
      const { store } = site.cms.engine
      const written = JSON.stringify([{ id: 'b', blockType: 'video', url: '/older' }])
      await store.exclusively((connection) => connection.all(`update ${store.dialect.table('posts')} set layout = '${written}'`))
      await site.migrate(posts([{ name: 'layout', type: 'text' }], more))
      expect((await read()).layout).to.equal('/older')
    })

    it('are converted along with what they stand in: the plan says it, and names what stays behind', async () => {
      const schema = (type: string, ...blocks: object[]) =>
        posts([{ name: 'rows', type: 'array', fields: [{ name: 'part', type, fields: [layout(...blocks)] }] }], more)
      await site.migrate(schema('array', block('video')))
      for (const url of ['7', 'seven'])
        await site.cms.create('posts', { status: 'published', rows: [{ part: [{ layout: [{ blockType: 'video', url }] }] }] })
      const renamed = schema('group', block('clip', 'video', { name: 'url', type: 'number' }))
      await site.open(renamed)
      const steps = await site.migrator.planned(site.cms.engine.tables())
      expect(steps.map(({ words }) => words).join()).to.include("; in it, 'layout.url' from text to number")
      expect(steps.flatMap(({ affected }) => affected?.left?.ids ?? [])).to.deep.equal([2])
      await site.migrate(renamed)
      const { docs } = (await site.cms.find('posts', { sort: 'id' })) as any
      const shown = docs.map(({ rows }: any) => rows[0].part.layout.map((one: any) => [one.blockType, one.url]))
      expect(shown).to.deep.equal([[['clip', 7]], [['clip', null]]])
    })

    it('show what was parked with relations to documents that are there', async () => {
      const tags = { slug: 'tags', fields: [{ name: 'name' }] }
      const schema = (...blocks: object[]) => [...posts([layout(...blocks)], more), tags]
      await site.migrate(schema(block('video', undefined, { name: 'tag', type: 'number' })))
      await site.cms.create('tags', { name: 'one' })
      const blocks = [1, 99].map((tag) => ({ blockType: 'video', tag }))
      await site.cms.create('posts', { status: 'published', layout: blocks })
      const tag = { name: 'tag', type: 'relationship', to: 'tags' }
      await site.migrate(schema(block('clip', undefined, tag)))
      await site.migrate(schema(block('clip', 'video', tag)))
      expect((await read()).layout.map((one: any) => [one.blockType, one.tag])).to.deep.equal([
        ['clip', 1],
        ['clip', null],
      ])
      expect(await found({ 'layout.tag': { equals: 1 } })).to.equal(1)
    })

    it('that made way are named as such, and dropped by their slug', async () => {
      await site.migrate(posts([layout(block('a'), block('b'))], more))
      await site.cms.create('posts', { status: 'published', layout: ['a', 'b'].map((blockType) => ({ blockType, url: blockType })) })
      await site.migrate(posts([layout(block('b', 'a'))], more))
      const parked = await site.migrator.parked()
      expect(parked.map(({ words }) => words)).to.deep.equal(['posts.layout[b] (kept from before another block type took its name)'])
      const [{ table, column, inside }] = parkedNamed(
        'posts.layout[b]',
        parked.map((one) => one.parked),
      ) as [Required<Parked>]
      const drop: SchemaChange = { do: 'dropInside', table, column, inside }
      expect(describeChange(drop)).to.equal("drop the old values of the block type 'layout[b]' of 'posts'")
      await site.migrate(posts([layout(block('b', 'a'))], more), {}, [drop])
      expect(await site.migrator.parked()).to.deep.equal([])
      expect((await site.raw('posts', 1))['layout'].map((one: any) => one.url)).to.deep.equal(['a'])
    })
  })
