/** A plan that is taken back: the tables are as before, and what was written since is still there. */
import { expect } from 'chai'

import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const rows = (...fields: object[]) => ({ name: 'rows', type: 'array', fields })
const BEFORE = [
  ...posts([{ name: 'title', index: true }, { name: 'n' }, { name: 'gone' }, rows({ name: 'k' }, { name: 'n' }, { name: 'gone' })], more),
]
const AFTER = [
  {
    slug: 'articles',
    renamedFrom: 'posts',
    ...more,
    fields: [
      { name: 'heading', renamedFrom: 'title', unique: true },
      { name: 'n', type: 'number' },
      { name: 'late' },
      rows({ name: 'key', renamedFrom: 'k' }, { name: 'n', type: 'number' }, { name: 'late' }),
    ],
  },
  { slug: 'others', fields: [{ name: 'name' }] },
]

for (const database of DATABASES)
  describe(`migrations: undo with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    it('takes every kind of change back, keeps what was written since, and can be applied again @long', async () => {
      await site.migrate(BEFORE)
      const doc = (n: string) => ({ title: n, n, gone: 'g', rows: [{ k: 'K', n, gone: 'g' }] })
      for (const n of ['007', 'about 12']) await site.cms.create('posts', { ...doc(n), status: 'published' })
      await site.migrate(AFTER)
      await site.cms.create('articles', { heading: 'new', n: 5, late: 'l', rows: [{ key: 'K', n: 5, late: 'l' }], status: 'published' })
      await site.cms.update('articles', 3, { heading: 'edited' })
      await site.cms.create('others', { name: 'kept' })
      const planned = await site.migrator.undo(true)
      expect(await site.migrator.undo(false)).to.deep.equal(planned)

      await site.open(BEFORE)
      expect(await site.plan()).to.deep.equal([])
      const docs: any[] = (await site.cms.find('posts', { sort: 'id' })).docs
      expect(docs.map(({ title, n, gone }) => [title, n, gone])).to.deep.equal([
        ['007', '007', 'g'],
        ['about 12', 'about 12', 'g'],
        ['edited', '5', null],
      ])
      expect(docs.map((one) => [one.rows[0].k, one.rows[0].n])).to.deep.equal([
        ['K', '007'],
        ['K', 'about 12'],
        ['K', '5'],
      ])
      expect((await site.cms.findVersion('posts', 2, 2)).data).to.deep.include({ n: 'about 12' })
      expect((await site.cms.find('posts', { where: { title: { equals: 'edited' } } })).totalDocs).to.equal(1)

      await site.migrate(AFTER)
      const again: any[] = (await site.cms.find('articles', { sort: 'id' })).docs
      expect(again.map(({ heading, n, late }) => [heading, n, late])).to.deep.equal([
        ['007', 7, null],
        ['about 12', null, null],
        ['edited', 5, 'l'],
      ])
      expect((await site.cms.find('others')).totalDocs).to.equal(1)
      await site.migrator.undo(false)
      await site.open(BEFORE)
      expect(await site.plan()).to.deep.equal([])
      expect(((await site.cms.findById('posts', 2)) as any).n).to.equal('about 12')
    })

    it('refuses where values were dropped, and where there is nothing to take back', async () => {
      await site.migrate(posts([{ name: 'a' }]))
      await site.migrate(posts([]))
      await site.migrate(posts([]), {}, [{ do: 'drop', table: 'posts', column: 'a' }])
      const say = () =>
        site.migrator.undo(false).then(
          () => '',
          (error) => error.message,
        )
      expect(await say()).to.include('The last plan dropped values')
      const { store } = site.cms.engine
      await store.exclusively((connection) => connection.all(`delete from ${store.dialect.table('$model')} where key like 'plan:%'`))
      expect(await say()).to.include('Nothing to undo')
    })

    const places: Record<string, { fields(...fields: object[]): object[]; values(values: object): object }> = {
      columns: { fields: (...fields) => fields, values: (values) => values },
      rows: { fields: (...fields) => [rows(...fields)], values: (values) => ({ rows: [{ id: 'r', ...values }] }) },
    }
    for (const [name, { fields, values }] of Object.entries(places))
      it(`finds free names in ${name} where a chain took up what made way before, and converted it @long`, async () => {
        const before = posts(fields({ name: 'a' }), more)
        const chain = (type: string) => posts(fields({ name: 'b', renamedFrom: 'a' }, { name: 'a', type }), more)
        const read = async () => site.cms.findById('posts', 1)
        await site.migrate(before)
        await site.cms.create('posts', { ...values({ a: 'one' }), status: 'published' })
        await site.migrate(chain('text'))
        await site.cms.update('posts', 1, { ...values({ b: 'one', a: '2026-01-01' }), status: 'published' })
        await site.migrator.undo(false)
        for (const type of ['date', 'number', 'date']) {
          await site.migrate(chain(type))
          await site.migrator.undo(false)
          await site.open(before)
          expect(await site.plan()).to.deep.equal([])
          expect(await read()).to.deep.include(values({ a: 'one' }))
        }
        await site.migrate(chain('text'))
        expect(await read()).to.deep.include(values({ b: 'one', a: '2026-01-01' }))
      })

    it('leaves no old values where there are none, and lists none', async () => {
      const schema = (type: string) =>
        posts([{ name: 'n', type }, { name: 'd', type }, rows({ name: 'n', type }, { name: 'd', type })], more)
      const status = async () => (await site.migrator.parked()).map(({ words }) => words)
      await site.migrate(schema('text'))
      await site.cms.create('posts', { rows: [{}], status: 'published' })
      await site.cms.update('posts', 1, { d: '7', rows: [{ d: '7' }], status: 'draft' })
      await site.migrate(schema('number'))
      expect(await status()).to.deep.equal(['posts.d (kept from when it was text)', 'posts.rows.d (kept from when it was text)'])
      await site.migrator.undo(false)
      const kept = ['posts.d (kept from when it was a number)', 'posts.rows.d (kept from when it was a number)']
      expect((await status()).sort()).to.deep.equal(kept)
      expect((await site.migrator.applied()).parked.map(({ of }) => of)).to.deep.equal(['d', 'd'])
      await site.open(schema('text'))
      expect(await site.plan()).to.deep.equal([])
      expect((await site.raw('posts', 1))['rows'][0]).to.have.keys('id', 'n', 'd', '$old2$d')
      await site.migrate(schema('number'))
      expect(((await site.cms.findById('posts', 1, { draft: true })) as any).d).to.equal(7)
    })

    it('changes nothing where a part of it fails', async () => {
      await site.migrate(posts([{ name: 'a', unique: true }, { name: 'b' }]))
      await site.migrate(posts([{ name: 'a' }]))
      for (const a of ['same', 'same']) await site.cms.create('posts', { a })
      const failed = await site.migrator.undo(false).catch((error) => error)
      expect(failed.message).to.include("'a' of 'posts' must be unique").and.to.include('(documents 1, 2)')
      expect(await site.migrator.plan(site.cms.engine.tables())).to.deep.equal([])
      expect((await site.migrator.applied()).parked).to.deep.equal([{ table: 'posts', column: 'b' }])
    })
  })
