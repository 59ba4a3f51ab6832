/** Rows that are in a database without ids, such as those that statements of SQL wrote, have ids in every answer, and keep what is theirs when they are sent back. */
import { expect } from 'chai'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const hidden = { name: 'secret', hidden: true }
const items = { name: 'items', type: 'array', fields: [{ name: 'word' }, hidden] }
const collections = [
  {
    slug: 'posts',
    access: { read: 'anyone', update: 'anyone' },
    fields: [
      { name: 'title' },
      // Nothing hidden: answers hold the JSON as it is stored.
      { name: 'plain', type: 'array', fields: [{ name: 'word' }] },
      { name: 'rows', type: 'array', fields: [{ name: 'k' }, hidden, items] },
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'text', fields: [{ name: 'word' }, hidden] }] },
    ],
  },
]
const item = { word: 'w', secret: 'in' }
const STORED = {
  plain: [{ word: 'a' }, { id: 'own', word: 'b' }, { id: null, word: 'c' }],
  rows: [{ k: 'a', secret: 'A', items: [item] }, { k: 'b', secret: 'B', items: [item, item] }, null],
  layout: [{ blockType: 'text', word: 'a', secret: 'A' }, { blockType: 'gone' }, { id: 5, blockType: 'text', word: 'b', secret: 'B' }],
}

pairwise((host, database) => {
  describe(`store/row ids with ${host.name} and ${database.name}`, () => {
    let site: Started
    beforeEach(async () => {
      site = await start(host, database, { collections } as object)
      await site.cms.create('posts', { title: 'one' })
    })
    afterEach(() => end(site.cms))

    const get = async (): Promise<any> => (await site.agent.get('/api/cms/posts/1').expect(200)).body
    const idsOf = (doc: any): string[] => [
      ...doc.plain.map(({ id }: any) => id),
      ...doc.rows.flatMap((row: any) => [row.id, ...row.items.map(({ id }: any) => id)]),
      ...doc.layout.map(({ id }: any) => id),
    ]
    const put = async (shape: string) => {
      const { store } = site.cms.engine
      const { table, native, quote } = store.dialect
      const columns = Object.entries(STORED)
      const set = columns.map(([name]) => `${quote(name)} = ?`).join(', ')
      const values = columns.map(([, value]) => JSON.stringify(value))
      await store.exclusively((connection) => connection.all(native(`update ${table('posts')} set ${set}${shape}`), values))
    }

    for (const [what, shape] of [
      ['of another shape', `, "$shape" = ''`],
      ['that a save has stamped', ''],
    ] as const)
      it(`are the same in each answer, and find their rows: rows ${what}`, async () => {
        await put(shape)
        const doc = await get()
        const ids = idsOf(doc)
        expect(ids.every((id) => /^[\w-]{1,40}$/.test(id))).to.equal(true)
        expect(new Set(ids).size).to.equal(ids.length)
        expect([doc.plain[1].id, doc.layout[1].id]).to.deep.equal(['own', '5'])
        expect(idsOf(await site.cms.findById('posts', 1))).to.deep.equal(ids)
        await site.agent.patch('/api/cms/posts/1').send({ title: 'two' }).expect(200)
        expect(idsOf(await get())).to.deep.equal(ids)

        const rows = [...doc.rows].reverse()
        rows[1].items.reverse()
        await site.agent
          .patch('/api/cms/posts/1')
          .send({ plain: doc.plain, rows, layout: doc.layout.slice(1) })
          .expect(200)
        const after: any = await site.cms.findById('posts', 1, { showHidden: true })
        expect(after.rows.map(({ secret }: any) => secret)).to.deep.equal([null, 'B', 'A'])
        expect(after.rows.map((row: any) => row.items.map(({ secret }: any) => secret))).to.deep.equal([[], ['in', 'in'], ['in']])
        expect(after.layout.map(({ secret }: any) => secret)).to.deep.equal(['B'])
        expect(idsOf(await get())).to.deep.equal(idsOf({ ...doc, rows, layout: doc.layout.slice(1) }))
      })
  })
})
