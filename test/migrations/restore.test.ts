/** Values that a conversion couldn't express, or that made way for others, come back when they are asked for by name. */
import { expect } from 'chai'
import { ownerOf } from '../../lib/migrations/restore.ts'
import { parkedPathOf } from '../../lib/migrations/steps.ts'
import { itIn } from '../harness/depth.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

for (const database of DATABASES)
  describe(`migrations: restored values with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    /** How many values came back, and how many can't: live, in pending drafts, in versions. */
    const restore = async (name: string, isDry: boolean) => {
      const { values, left } = await site.migrator.restore(name, isDry)
      return [values, left].map(({ live, drafts, versions }) => [live, drafts, versions])
    }
    const schema = (type: string) =>
      posts(
        [
          { name: 'v', type },
          { name: 'rows', type: 'array', fields: [{ name: 'v', type }] },
        ],
        { drafts: true, versions: true },
      )

    it('are those of a type that came back: what was written since stays @long', async () => {
      await site.migrate(schema('text'))
      for (const v of ['007', 'about 12', '5', '6']) await site.cms.create('posts', { v, rows: [{ v }], status: 'published' })
      await site.cms.update('posts', 1, { v: 'draft 1', rows: [{ v: 'draft 1' }], status: 'draft' })
      await site.migrate(schema('number'))
      await site.cms.update('posts', 3, { v: 50, status: 'published' })
      expect(await restore('posts.v', true)).to.deep.equal([
        [0, 0, 0],
        [1, 1, 2],
      ])
      await site.migrate(schema('text'))
      const values = async () => (await site.cms.find('posts', { sort: 'id' })).docs.map((doc: any) => [doc.v, doc.rows[0].v])
      const [, , third, fourth] = await values()
      expect(await restore('posts.v', true)).to.deep.equal([
        [2, 1, 3],
        [0, 0, 0],
      ])
      expect((await values())[0]).to.deep.equal(['7', '7'])
      expect(await restore('posts.v', false)).to.deep.equal([
        [2, 1, 3],
        [0, 0, 0],
      ])
      expect(await restore('posts.rows.v', false)).to.deep.equal([
        [2, 1, 3],
        [0, 0, 0],
      ])
      expect(await values()).to.deep.equal([['007', '007'], ['about 12', 'about 12'], third, fourth])
      expect(third![0]).to.equal('50')
      const draft: any = await site.cms.findById('posts', 1, { draft: true })
      expect([draft.v, draft.rows[0].v]).to.deep.equal(['draft 1', 'draft 1'])
      expect(((await site.cms.findVersion('posts', 2, 2)).data as any).v).to.equal('about 12')
      expect(await restore('posts.v', false)).to.deep.equal([
        [0, 0, 0],
        [0, 0, 0],
      ])
    })

    const only = itIn(database, DATABASES)
    const words = (text: string) => ({
      type: 'doc',
      content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] }],
    })
    for (const [type, value] of [
      ['richText', words('Words')],
      ['text', '007'],
      ['json', { a: [1] }],
    ] as const)
      for (const between of [
        ['textarea', 'json'],
        ['json', 'textarea'],
        ['number', 'json'],
        ['textarea', 'number', 'json'],
      ])
        only(`are those of ${type} after it was ${between.join(' and ')}`, async () => {
          await site.migrate(schema(type))
          await site.cms.create('posts', { v: value, rows: [{ v: value }], status: 'published' })
          for (const other of [...between, type]) await site.migrate(schema(other))
          for (const name of ['posts.v', 'posts.rows.v']) await restore(name, false)
          const doc: any = await site.cms.findById('posts', 1)
          expect([doc.v, doc.rows[0].v]).to.deep.equal([value, value])
          expect((await restore('posts.v', true))[0]).to.deep.equal([0, 0, 0])
        })

    it('are counted where drafts and versions alone hold them', async () => {
      await site.migrate(schema('text'))
      await site.cms.create('posts', { v: '5', status: 'published' })
      await site.cms.update('posts', 1, { v: 'about 12', status: 'draft' })
      await site.migrate(schema('number'))
      await site.migrate(schema('text'))
      expect(await restore('posts.v', false)).to.deep.equal([
        [0, 1, 1],
        [0, 0, 0],
      ])
      expect(((await site.cms.findById('posts', 1, { draft: true })) as any).v).to.equal('about 12')
    })

    it('are named by their path, which stands for every locale', async () => {
      const localized = (type: string) =>
        posts([{ name: 'g', type: 'group', fields: [{ name: 'q', type, localized: true }] }, rows(type), { name: 'g2' }])
      const rows = (type: string) => ({ name: 'rows', type: 'array', fields: [{ name: 'q', type, localized: true }] })
      const locales = { localization: { locales: ['en', 'th'] } }
      await site.migrate(localized('text'), locales)
      const values = (q: object) => ({ g: { q }, rows: [{ id: 'r', q }] })
      const words = { en: 'about 12', th: 'thai' }
      await site.cms.create('posts', values(words), { locale: 'all' })
      await site.migrate(localized('number'), locales)
      await site.migrate(localized('text'), locales)
      const { parked } = await site.migrator.applied()
      expect([...new Set(parked.map((one) => parkedPathOf(ownerOf(one, parked)!)))]).to.have.members(['posts.g.q', 'posts.rows.q'])
      for (const name of ['posts.g.q', 'posts.rows.q']) expect((await restore(name, false))[0]).to.deep.equal([2, 0, 0])
      expect(await site.cms.findById('posts', 1, { locale: 'all' })).to.deep.include(values(words))
    })

    it('are ids of a relation that points back', async () => {
      const to = (slug: string) => [
        ...posts([{ name: 'all', type: 'relationship', to: slug, hasMany: true }]),
        { slug: 'tags', fields: [] },
        { slug: 'people', fields: [] },
      ]
      await site.migrate(to('tags'))
      await site.cms.create('tags', {})
      await site.cms.create('posts', { all: [1] })
      await site.migrate(to('people'))
      expect(await restore('posts.all', false)).to.deep.equal([
        [0, 0, 0],
        [1, 0, 0],
      ])
      await site.migrate(to('tags'))
      expect(await restore('posts.all', false)).to.deep.equal([
        [1, 0, 0],
        [0, 0, 0],
      ])
      expect((await site.cms.find('posts', { where: { all: { equals: 1 } } })).totalDocs).to.equal(1)
    })

    it('are those of the field whose name they had, when others made way with what is kept of them @long', async () => {
      const named = (...fields: [name: string, type: string, renamedFrom?: string][]) => {
        const all = fields.map(([name, type, renamedFrom]) => ({ name, type, ...(renamedFrom && { renamedFrom }) }))
        return posts([...all, { name: 'rows', type: 'array', fields: all }])
      }
      const values = async () => {
        const { docs } = await site.cms.find('posts', { sort: 'id' })
        return docs.map((doc: any) => [doc.a, doc.b, doc.rows[0].a, doc.rows[0].b])
      }
      await site.migrate(named(['a', 'text']))
      await site.migrate(named(['a', 'text'], ['b', 'text', 'a']))
      await site.cms.create('posts', { a: 'new', rows: [{ a: 'new' }] })
      await site.migrate(named(['a', 'number'], ['b', 'text', 'a']))
      await site.migrate(named(['a', 'text']))
      await site.migrate(named(['a', 'number'], ['b', 'text', 'a']))
      for (const name of ['posts.b', 'posts.rows.b'])
        expect(await restore(name, false).catch(({ message }) => message)).to.include('is parked. To see what is')
      await site.migrate(named(['a', 'text'], ['b', 'text', 'a']))
      for (const name of ['posts.a', 'posts.rows.a']) expect((await restore(name, false))[0]).to.deep.equal([1, 0, 0])
      expect(await values()).to.deep.equal([['new', null, 'new', null]])
    })

    it('are those of a field that left under another name', async () => {
      const named = (name: string, renamedFrom?: string) => {
        const field = { name, ...(renamedFrom && { renamedFrom }) }
        return posts([field, { name: 'rows', type: 'array', fields: [field] }])
      }
      await site.migrate(named('a'))
      await site.cms.create('posts', { a: 'A', rows: [{ a: 'A' }] })
      await site.migrate(named('b', 'a'))
      await site.migrate(posts([{ name: 'a' }, { name: 'b' }, { name: 'rows', type: 'array', fields: [{ name: 'a' }, { name: 'b' }] }]))
      await site.migrate(named('a'))
      for (const name of ['posts.a', 'posts.rows.a']) expect((await restore(name, false))[0]).to.deep.equal([1, 0, 0])
      const doc: any = await site.cms.findById('posts', 1)
      expect([doc.a, doc.rows[0].a]).to.deep.equal(['A', 'A'])
    })

    it('are named in a refusal where there is nothing to bring back', async () => {
      await site.migrate(schema('text'))
      const say = (name: string) =>
        site.migrator.restore(name, false).then(
          () => '',
          (error) => error.message,
        )
      expect(await say('posts.v')).to.equal("Nothing of 'posts.v' is parked. To see what is: npx galley migrate:status")
      await site.migrate(posts([], { drafts: true, versions: true }))
      expect(await say('posts.v')).to.include("'posts.v' is parked, because the schema does not contain it")
    })

    it('brings back blocks whose type made way, but for those that the present type can’t express', async () => {
      const layout = (...blocks: object[]) => posts([{ name: 'layout', type: 'blocks', blocks }], { drafts: true, versions: true })
      await site.migrate(layout({ slug: 'a', fields: [{ name: 'x' }] }, { slug: 'b', fields: [{ name: 'x' }, { name: 'y' }] }))
      const blocks = [
        { blockType: 'a', x: '1' },
        { blockType: 'b', x: 'two', y: 'y' },
        { blockType: 'b', x: '3', y: 'z' },
      ]
      await site.cms.create('posts', { status: 'published', layout: blocks })
      const after = layout({ slug: 'b', renamedFrom: 'a', fields: [{ name: 'x', type: 'number' }, { name: 'y' }] })
      await site.migrate(after)
      const one = { live: 1, drafts: 0, versions: 1 }
      for (const isDry of [true, false])
        expect(await site.migrator.restore('posts.layout[b]', isDry)).to.deep.include({ values: one, left: one })
      const kinds = async () => (await site.cms.findById('posts', 1))!['layout'].map(({ blockType, x, y }: any) => [blockType, x, y])
      expect(await kinds()).to.deep.equal([
        ['b', 1, null],
        ['b', 3, 'z'],
      ])
      expect((await site.raw('posts', 1))['layout'][1]).to.include({ blockType: '$old1$b', x: 'two' })
      await site.migrate(layout({ slug: 'b', renamedFrom: 'a', fields: [{ name: 'x' }, { name: 'y' }] }))
      expect((await site.migrator.restore('posts.layout[b]', false)).values).to.deep.equal(one)
      expect(await kinds()).to.deep.include(['b', 'two', 'y'])
    })

    it('brings back what a field held whose parked block type was merged into another one under another type of field', async () => {
      const layout = (...blocks: object[]) => posts([{ name: 'layout', type: 'blocks', blocks }], { drafts: true, versions: true })
      const [x, number] = [{ name: 'x' }, { name: 'x', type: 'number' }]
      await site.migrate(layout({ slug: 'a', fields: [x, { name: 'z' }] }, { slug: 'b', fields: [x] }))
      const blocks = [
        { blockType: 'a', x: 'one', z: 'z' },
        { blockType: 'a', x: '007' },
        { blockType: 'b', x: 'three' },
      ]
      await site.cms.create('posts', { status: 'published', layout: blocks })
      await site.migrate(layout({ slug: 'b', fields: [x] }))
      await site.migrate(layout({ slug: 'b', renamedFrom: 'a', fields: [number] }))
      const kinds = async () => (await site.cms.findById('posts', 1))!['layout'].map((block: any) => [block.blockType, block.x])
      expect(await kinds()).to.deep.equal([
        ['b', null],
        ['b', 7],
        ['b', null],
      ])
      await site.migrate(layout({ slug: 'b', renamedFrom: 'a', fields: [x, { name: 'z' }] }))
      await site.migrator.restore('posts.layout[b].x', false)
      expect(await kinds()).to.deep.equal([
        ['b', 'one'],
        ['b', '007'],
        ['b', 'three'],
      ])
      expect((await site.cms.findById('posts', 1))!['layout'][0].z).to.equal('z')
    })
  })
