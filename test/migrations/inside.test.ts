/** Fields of rows and types of blocks that leave the schema, come back, are renamed or dropped: the plan names them, and nothing is lost. */
import { expect } from 'chai'

import { describeChange } from '../../lib/migrations/words.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const rows = (...fields: object[]) => ({ name: 'rows', type: 'array', fields })
const layout = (...blocks: object[]) => ({ name: 'layout', type: 'blocks', blocks })
const video = { slug: 'video', fields: [{ name: 'url' }] }
const quote = { slug: 'quote', fields: [{ name: 'text' }] }
const more = { drafts: true, versions: true }
const FULL = posts([{ name: 'title' }, rows({ name: 'k' }, { name: 'v' }), layout(video, quote)], more)
const LESS = posts([{ name: 'title' }, rows({ name: 'v' }), layout(quote)], more)
const doc = {
  title: 't',
  rows: [{ k: 'K', v: 'V' }],
  layout: [
    { blockType: 'video', url: '/v' },
    { blockType: 'quote', text: 'q' },
  ],
}

for (const database of DATABASES)
  describe(`migrations: inside rows with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const read = async (options = {}): Promise<any> => site.cms.findById('posts', 1, options)
    const steps = async () =>
      (await site.migrator.steps(await site.plan())).map(({ words, risk, affected }) => [
        risk,
        words,
        affected?.documents,
        affected?.versions,
      ])

    it('are parked and come back, and are counted where a person looks', async () => {
      await site.migrate(FULL)
      await site.cms.create('posts', { ...doc, status: 'published' })
      await site.cms.create('posts', { title: 'without' })
      await site.cms.update('posts', 1, { rows: [{ k: 'draft', v: 'V' }], status: 'draft' })
      await site.open(LESS)
      expect(await steps()).to.deep.equal([
        ['safe', "park the field 'rows.k' of 'posts': its values stay in their rows, but nothing reads them", 1, 2],
        ['safe', "park the block type 'layout[video]' of 'posts': its values stay in their rows, but nothing reads them", 1, 2],
      ])
      await site.migrate(LESS)
      expect((await site.migrator.applied()).parked.map(({ inside }) => inside)).to.deep.equal(['.k', '[video]'])
      expect((await read()).rows[0]).to.not.have.property('k')
      await site.open(FULL)
      expect((await site.plan()).map(describeChange)).to.deep.equal([
        "use the field 'rows.k' of 'posts' again, with the values parked in it",
        "use the block type 'layout[video]' of 'posts' again, with the values parked in it",
      ])
      await site.migrate(FULL)
      expect((await site.migrator.applied()).parked).to.deep.equal([])
      expect((await read()).rows[0].k).to.equal('K')
      expect((await read({ draft: true })).rows[0].k).to.equal('draft')
      expect((await read()).layout.map((block: any) => block.blockType)).to.deep.equal(['video', 'quote'])
    })

    it('are applied in development, and stop a start in production', async () => {
      await site.migrate(FULL)
      await site.open(LESS, { production: true }, true).then(
        () => expect.fail('started'),
        (error) => expect(error.message).to.include("park the field 'rows.k' of 'posts'"),
      )
      await site.open(LESS, {}, true)
      expect(await site.plan()).to.deep.equal([])
    })

    it('are dropped by name everywhere: live, in pending drafts and in versions', async () => {
      await site.migrate(FULL)
      await site.cms.create('posts', { ...doc, status: 'published' })
      await site.cms.update('posts', 1, { rows: [{ k: 'draft', v: 'V' }], status: 'draft' })
      await site.migrate(LESS)
      const place = { table: 'posts' as const }
      await site.migrate(LESS, {}, [
        { do: 'dropInside', ...place, column: 'rows', inside: '.k' },
        { do: 'dropInside', ...place, column: 'layout', inside: '[video]' },
      ])
      expect((await site.migrator.applied()).parked).to.deep.equal([])
      const raw = await site.raw('posts', 1)
      expect(raw['rows'][0]).to.have.keys('id', 'v')
      expect(raw['layout']).to.have.length(1)
      expect(raw['$shape'], 'the JSON was touched').to.equal('')
      expect(raw['$pending'].rows[0]).to.have.keys('id', 'v')
      for (const id of [1, 2]) {
        const { data } = await site.raw('$versions', id)
        expect(data.rows[0]).to.have.keys('id', 'v')
        expect(data.layout).to.have.length(1)
      }
      await site.migrate(FULL)
      expect((await read()).rows[0]).to.deep.include({ k: null, v: 'V' })
    })

    it('are renamed in live rows, pending drafts and versions, with what points out of them', async () => {
      const fields = (name: string, renamedFrom?: string) => [
        { name: 'title' },
        rows(
          { name, ...(renamedFrom && { renamedFrom }), type: 'relationship', to: 'posts' },
          { name: 'deep', type: 'array', fields: [{ name: 'x' }] },
        ),
        layout({ slug: 'video', fields: [{ name: `${name}Url`, ...(renamedFrom && { renamedFrom: `${renamedFrom}Url` }) }] }),
      ]
      await site.migrate(posts(fields('old'), more))
      await site.cms.create('posts', {
        status: 'published',
        rows: [{ old: null, deep: [{ x: '1' }] }],
        layout: [{ blockType: 'video', oldUrl: '/v' }],
      })
      await site.cms.update('posts', 1, { rows: [{ old: 1, deep: [] }], status: 'published' })
      await site.cms.update('posts', 1, { title: 'pending', status: 'draft' })
      const renamed = posts(fields('fresh', 'old'), more)
      await site.open(renamed)
      expect((await steps()).map(([risk, words]) => `${risk}: ${words}`)).to.deep.equal([
        "careful: rename the field 'rows.old' of 'posts' to 'fresh'",
        "careful: rename the field 'layout[video].oldUrl' of 'posts' to 'freshUrl'",
      ])
      await site.migrate(renamed)
      const raw = await site.raw('posts', 1)
      expect(raw['rows'][0]).to.deep.include({ fresh: 1 }).and.to.not.have.property('old')
      expect(raw['$pending'].layout[0]).to.deep.include({ freshUrl: '/v' })
      expect((await site.raw('$versions', 1))['data'].layout[0]).to.deep.include({ freshUrl: '/v' })
      expect((await site.cms.find('posts', { where: { 'rows.fresh': { equals: 1 } } })).totalDocs).to.equal(1)
      // The word may go: the values were moved.
      await site.migrate(posts(fields('fresh'), more))
      expect((await read({ depth: 0 })).rows[0].fresh).to.equal(1)
    })

    it('of a database from before are noted quietly at the first migration', async () => {
      await site.migrate(FULL)
      await site.cms.create('posts', doc)
      const { store } = site.cms.engine
      const { table, native } = store.dialect
      await store.exclusively(async (connection) => {
        const [row] = await connection.all(`select value from ${table('$model')} where key = 'model'`)
        const model = JSON.parse(row!['value'], (key, value) => (key === 'holds' ? undefined : value))
        await connection.all(native(`update ${table('$model')} set value = ? where key = 'model'`), [JSON.stringify(model)])
      })
      await site.open(LESS, { production: true }, true)
      expect(await site.plan()).to.deep.equal([])
      await site.open(FULL)
      await site.migrator.note(site.cms.engine.tables())
      await site.open(LESS)
      expect((await site.plan()).map(describeChange)).to.have.length(2)
    })

    it('stay parked when their column or collection is renamed, and are counted below blocks and rows', async () => {
      const deep = (fields: object[]) => ({ slug: 'list', fields: [{ name: 'items', type: 'array', fields }] })
      await site.migrate(posts([layout(deep([{ name: 'a' }, { name: 'b' }]))]))
      await site.cms.create('posts', { layout: [{ blockType: 'list', items: [{ a: '1', b: '2' }] }] })
      await site.migrate(posts([layout(deep([{ name: 'a' }]))]))
      const renamed = (fields: object[]) => [
        { slug: 'notes', renamedFrom: 'posts', fields: [{ ...layout(deep(fields)), name: 'body', renamedFrom: 'layout' }] },
      ]
      await site.migrate(renamed([{ name: 'a' }]))
      const [parked] = (await site.migrator.applied()).parked
      expect(parked).to.deep.include({ table: 'notes', column: 'body', inside: '[list].items.b' })
      expect((await site.migrator.parked())[0]!.affected).to.deep.equal({ documents: 1 })
      await site.migrate(renamed([{ name: 'a' }, { name: 'b' }]))
      expect(((await site.cms.findById('notes', 1)) as any).body[0].items[0]).to.deep.include({ a: '1', b: '2' })
    })
  })
