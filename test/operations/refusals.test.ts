/** What a change is refused for: everything at once, at most a hundred problems, at a price that grows with the body and no faster. */

import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { because } from '../../schema/reasons.ts'
import { leastProcessorTime } from '../harness/processor-time.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

type Refused = { code: string; errors: { field?: string; message: string; code: string }[] }
const refused = (change: Promise<unknown>): Promise<Refused> =>
  change.then(
    (doc) => {
      throw new Error(`it was saved: ${JSON.stringify(doc).slice(0, 200)}`)
    },
    (error) => error,
  )
const messages = ({ errors }: Refused) => errors.map(({ field, message }) => `${field ?? ''}: ${message}`)

for (const database of DATABASES) {
  describe(`operations/refusals with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      const row = { name: 'v', type: 'text', maxLength: 3 } as const
      cms = await startCms(database, {
        collections: [
          { slug: 'tags', fields: [{ name: 'name' }] },
          { slug: 'books', fields: [{ name: 'items', type: 'array', fields: [{ name: 'inner', type: 'array', fields: [row] }] }] },
          {
            slug: 'posts',
            fields: [
              { name: 'must', required: true },
              { name: 'u', unique: true },
              { name: 'w', unique: true },
              { name: 'n', type: 'number' },
              { name: 'ref', type: 'relationship', to: 'tags' },
              { name: 'refs', type: 'relationship', to: 'tags', hasMany: true },
              { name: 'file', type: 'upload' },
              { name: 'v', validate: (value: string) => (value === 'bad' ? 'is bad' : true) },
              { name: 'fragile', validate: (_: string, { data }: any) => data.n.toFixed() !== '' || 'is broken' },
              { name: 'moods', type: 'select', options: ['calm', 'wild'], hasMany: true },
              { name: 'wide', type: 'select', options: ['calm', 'wild'], hasMany: true, maxRows: 200_000 },
              { name: 'wideRefs', type: 'relationship', to: 'tags', hasMany: true, maxRows: 200_000 },
              { name: 'few', type: 'array', maxRows: 2, fields: [row] },
              { name: 'items', type: 'array', fields: [row, { name: 'inner', type: 'array', fields: [row] }] },
              { name: 'group', type: 'group', fields: [{ name: 'items', type: 'array', fields: [row] }] },
              {
                name: 'layout',
                type: 'blocks',
                blocks: [{ slug: 'quote', fields: [row, { name: 'ref', type: 'relationship', to: 'tags' }] }],
              },
              { name: 'ruled', type: 'array', fields: [row, { name: 'cost', access: { create: () => false, update: () => false } }] },
              { name: 'ruledGroup', type: 'group', fields: [row, { name: 'cost', access: { create: () => false } }] },
            ],
          },
        ],
      })
      await cms.create('tags', { name: 'one' })
      await cms.create('posts', { must: 'x', u: 'taken', w: 'taken too', n: 1 })
    })
    after(() => end(cms))

    it('names everything that is wrong: form, required, relations, validate, unique', async () => {
      const { errors } = await refused(
        cms.create('posts', { n: 'abc', ref: 99, refs: [1, 98], v: 'bad', u: 'taken', w: 'free', items: [{ v: 'long' }], fragile: 'x' }),
      )
      expect(errors).to.deep.equal([
        { field: 'n', ...because('wrong-type', { type: 'number' }), code: 'VALIDATION' },
        { field: 'items.0.v', ...because('max-length', { limit: 3 }), code: 'VALIDATION' },
        { field: 'must', ...because('required'), code: 'REQUIRED' },
        { field: 'ref', ...because('no-such-document', { collection: 'tags', id: 99 }), code: 'NO_SUCH_TARGET' },
        { field: 'refs.1', ...because('no-such-document', { collection: 'tags', id: 98 }), code: 'NO_SUCH_TARGET' },
        { field: 'v', message: 'is bad', code: 'VALIDATION' },
        { field: 'u', ...because('unique'), code: 'UNIQUE' },
      ])
    })

    it('names all values that are taken, also where nothing else is wrong', async () => {
      const both = await refused(cms.create('posts', { must: 'x', u: 'taken', w: 'taken too' }))
      expect([both.code, ...messages(both)]).to.deep.equal(['UNIQUE', 'u: must be unique', 'w: must be unique'])
      const other = (await cms.create('posts', { must: 'x', u: 'mine', n: 1 })) as { id: number }
      expect(messages(await refused(cms.update('posts', other.id, { u: 'taken', n: 'abc' })))).to.deep.equal([
        'n: must be a number',
        'u: must be unique',
      ])
      expect(messages(await refused(cms.update('posts', other.id, { u: 'mine', n: 'abc' })))).to.deep.equal(['n: must be a number'])
    })

    it('gives a field one refusal', async () => {
      const found = await refused(cms.create('posts', { must: '\0', u: 'a\ud800', ref: 'x', moods: [7, 'odd'], group: [], v: { a: '\0' } }))
      expect(messages(found).sort()).to.deep.equal([
        'group: must be an object',
        'moods.0: must be one of: calm, wild',
        'moods.1: must be one of: calm, wild',
        'must: must not contain NUL characters',
        'ref: must be a number',
        'u: must be well-formed Unicode',
        'v: must not contain NUL characters',
      ])
    })

    it('names a hundred problems and counts the rest', async () => {
      const { errors, code } = await refused(cms.create('posts', { must: 'x', wide: Array.from({ length: 250 }, () => 'odd') }))
      expect([code, errors.length]).to.deep.equal(['VALIDATION', 101])
      expect(errors[99]).to.deep.equal({ field: 'wide.99', ...because('one-of', { options: ['calm', 'wild'] }), code: 'VALIDATION' })
      expect(errors[100]).to.deep.equal({ message: 'and 150 more', code: 'VALIDATION' })
    })

    it('takes 1,000 entries a list, or as many as the field says', async () => {
      const many = (length: number) => Array.from({ length }, () => ({ v: 'x' }))
      const atMost = async (data: object, path: string, most: number) =>
        expect(messages(await refused(cms.create('posts', { must: 'x', ...data })))).to.deep.equal([
          `${path}: must have at most ${most} rows`,
        ])
      await atMost({ items: many(1001) }, 'items', 1000)
      await atMost({ few: many(3) }, 'few', 2)
      await atMost({ group: { items: many(1001) } }, 'group.items', 1000)
      await atMost({ items: [{ v: 'x' }, { inner: many(1001) }] }, 'items.1.inner', 1000)
      await atMost({ layout: many(1001) }, 'layout', 1000)
      await atMost({ moods: Array.from({ length: 1001 }, () => 'calm') }, 'moods', 1000)
      await atMost({ refs: Array.from({ length: 1001 }, () => 1) }, 'refs', 1000)
      const kept = await cms.create('posts', {
        must: 'x',
        items: many(1000),
        few: many(2),
        wide: Array.from({ length: 1500 }, () => 'calm'),
      })
      expect([(kept['items'] as []).length, (kept['wide'] as []).length]).to.deep.equal([1000, 1500])
    })

    it('bounds the entries of all lists together, for everybody but the system', async () => {
      const as = cms.as({ id: 1, role: 'editor' })
      const rows = (count: number, inner: number) =>
        Array.from({ length: count }, () => ({ inner: Array.from({ length: inner }, () => ({ v: 'x' })) }))
      // Fields that state a higher maximum raise it: those of posts do, those of books don't.
      const { errors } = await refused(as.create('books', { must: 'x', items: rows(1000, 10) }))
      expect(errors).to.deep.equal([
        { field: 'items', message: 'would give the document more than 10000 entries in total', code: 'VALIDATION' },
      ])
      const previewed = await refused(as.preview('books', null, { items: rows(1000, 10) } as never))
      expect(messages(previewed)).to.deep.equal(['items: would give the document more than 10000 entries in total'])
      expect((await as.create('books', { items: rows(900, 10) })).id).to.be.a('number')
      expect((await cms.create('books', { items: rows(1000, 10) })).id).to.be.a('number')
      expect((await as.create('posts', { must: 'y', items: rows(1000, 11) })).id).to.be.a('number')
    })

    it('lets a stored list stay that is longer than the default, but not grow', async () => {
      const { id } = (await cms.create('posts', { must: 'x', n: 1 })) as { id: number }
      const { dialect } = cms.engine.store
      const rows = Array.from({ length: 1200 }, (_, index) => ({ id: `r${index}`, v: 'x', inner: [] }))
      await cms.engine.store.atomically((connection) =>
        connection.all(
          dialect.native(`update ${dialect.table('posts')} set ${dialect.quote('items')} = ? where ${dialect.quote('id')} = ?`),
          [JSON.stringify(rows), id],
        ),
      )
      const read = (await cms.findById('posts', id)) as any
      expect(read.items).to.have.length(1200)
      const saved = (await cms.update('posts', id, { items: read.items.map((row: any) => ({ ...row, v: 'y' })) })) as any
      expect([saved.items.length, saved.items[1199]]).to.deep.equal([1200, { id: 'r1199', v: 'y', inner: [] }])
      expect(messages(await refused(cms.update('posts', id, { items: [...read.items, { v: 'x' }] })))).to.deep.equal([
        'items: must have at most 1000 rows',
      ])
      expect(((await cms.update('posts', id, { items: read.items.slice(0, 1100) })) as any).items).to.have.length(1100)
      expect(((await cms.update('posts', id, { must: 'y' })) as any).items).to.have.length(1100)
    })

    it('refuses what is no row, also where rows hold a field that nobody may set', async () => {
      const visitor = cms.as({ id: 77, email: 'a@example.org', role: 'admin' })
      for (const [data, expected] of [
        [{ ruled: [[]] }, 'ruled.0: must be an object'],
        [{ ruled: [[1]] }, 'ruled.0: must be an object'],
        [{ ruled: [null] }, 'ruled.0: must be an object'],
        [{ ruled: { 0: {} } }, 'ruled: must be a list'],
        [{ ruledGroup: [] }, 'ruledGroup: must be an object'],
        [{ ruledGroup: [[1]] }, 'ruledGroup: must be an object'],
      ] as const)
        for (const who of [cms, visitor])
          expect(messages(await refused(who.create('posts', { must: 'x', ...data })))).to.deep.equal([expected])
    })

    it('takes ids in bodies as in addresses', async () => {
      const wrong = [2 ** 63, 1e308, 1.5, -1, 0, -0, 2 ** 53, '9223372036854775808', 'x', {}, [], true]
      for (const id of wrong) {
        for (const [data, field] of [
          [{ ref: id }, 'ref'],
          [{ file: id }, 'file'],
          [{ refs: [1, id] }, 'refs.1'],
          [{ layout: [{ blockType: 'quote', ref: id }] }, 'layout.0.ref'],
        ] as const) {
          const { errors } = await refused(cms.create('posts', { must: 'x', ...data }))
          expect(
            errors.map((one) => [one.field, /^must be (a number|a whole number|at (least 1|most 9007199254740991))$/.test(one.message)]),
            JSON.stringify(data),
          ).to.deep.equal([[field, true]])
        }
        expect(((await cms.preview('posts', 1, { ref: id, refs: [id] })) as any).doc.n, String(id)).to.equal(1)
      }
      expect(((await cms.create('posts', { must: 'x', ref: '1', refs: ['1', { id: 1 }] }, { depth: 0 })) as any).refs).to.deep.equal([1, 1])
    })

    it('costs as much as the body is long', async () => {
      const wrongOptions = (length: number) => () => refused(cms.create('posts', { must: 'x', wide: Array.from({ length }, () => 'odd') }))
      const missing = (length: number) => () => refused(cms.create('posts', { must: 'x', wideRefs: Array.from({ length }, () => 99) }))
      const found = (length: number) => () => cms.create('posts', { must: 'x', wideRefs: Array.from({ length }, () => 1) }, { depth: 0 })
      for (const change of [wrongOptions, missing, found]) {
        await change(100)()
        expect(await leastProcessorTime(change(40_000)), `${change}`).to.be.below(1000)
      }
    }).timeout(120_000)
  })
}
