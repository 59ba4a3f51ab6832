/** What leaves the schema inside rows and blocks is kept by every save, seen by nobody, and found again by a schema that names it again. */
import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { anonymous, Caller, system } from '../../lib/actor.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { importCommand } from '../../lib/features/transfer/import.ts'
import { call } from '../../lib/local/call.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { sessionWith } from '../harness/cli-session.ts'
import { itIn } from '../harness/depth.ts'
import { end, SECRET, temporaryFile } from '../harness/start.ts'
import { SHARED, storedRow } from './deployed.ts'

const whole = [
  { name: 'title' },
  { name: 'rows', type: 'array', fields: [{ name: 'k' }, { name: 'v' }] },
  {
    name: 'layout',
    type: 'blocks',
    minRows: 1,
    maxRows: 6,
    blocks: [
      { slug: 'text', fields: [{ name: 'heading' }] },
      { slug: 'plain', fields: [{ name: 'heading' }, { name: 'note' }] },
      { slug: 'video', fields: [{ name: 'heading' }, { name: 'u' }] },
    ],
  },
  {
    name: 'sections',
    type: 'array',
    fields: [{ name: 'name' }, { name: 'items', type: 'array', fields: [{ name: 'a' }, { name: 'b' }] }],
  },
]
/** Without `rows.v`, the block `video`, `heading` of the block `plain` and `sections.items.b`. */
const [title, rows, layout, sections] = structuredClone(whole) as any[]
rows.fields.splice(1)
layout.blocks.splice(2)
layout.blocks[1].fields.splice(0, 1)
sections.fields[1].fields.splice(1)
const less = [title, rows, layout, sections]

for (const database of SHARED) {
  describe(`store/beyond the model with ${database.name}`, () => {
    const itOnce = itIn(database, SHARED)
    let db: DatabaseAdapter
    let cms: Handle
    before(() => {
      db = database.fresh()
    })
    after(() => end(cms))

    async function open(fields: object[], more: object = {}): Promise<Handle> {
      await cms?.stop()
      cms = await createCms({
        secret: SECRET,
        db,
        collections: [{ slug: 'posts', drafts: true, versions: true, access: { read: () => true }, fields, ...more }],
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      } as unknown as Config)
      return cms
    }
    const read = async (id: number): Promise<any> => cms.findById('posts', id, { depth: 0 } as object)
    const video = (id: string) => ({ id, blockType: 'video', heading: 'seen', u: id })
    const text = (id: string) => ({ id, blockType: 'text', heading: id })
    /** A document of the whole schema; afterwards the schema knows less. */
    const stored = async (data: object): Promise<number> => {
      await open(whole)
      const { id } = (await cms.create('posts', { title: 'one', status: 'published', layout: [text('z')], ...data })) as any
      await open(less)
      return id
    }
    const found = async (where: object) => (await cms.find('posts', { where })).totalDocs

    itOnce('is kept by each kind of save, and there again once the schema names it @long', async () => {
      const data = { rows: [{ id: 'r', k: '1', v: 'kept' }], layout: [text('t'), video('v')] }
      const saves: Record<string, (id: number, doc: any) => Promise<unknown>> = {
        'something else': (id) => cms.update('posts', id, { title: 'two' }),
        'the same rows': (id, { rows, layout }) => cms.update('posts', id, { rows, layout }),
        'a draft that is published': async (id, { rows }) => {
          await cms.update('posts', id, { rows, status: 'draft' })
          await cms.update('posts', id, { status: 'published' })
        },
        'off the site and on it again': async (id) => {
          await cms.unpublish('posts', id)
          await cms.update('posts', id, { status: 'published' })
        },
      }
      for (const [name, save] of Object.entries(saves)) {
        const id = await stored(data)
        await save(id, await read(id))
        await save(id, await read(id))
        expect((await read(id)).rows, name).to.deep.equal([{ id: 'r', k: '1' }])
        expect((await read(id)).layout, name).to.deep.equal([text('t')])
        await open(whole)
        const { rows, layout } = await read(id)
        expect({ rows, layout }, name).to.deep.equal(data)
      }
    })

    itOnce(
      'keeps unknown blocks behind the block that they stood behind, or the nearest one before that, and behind no other @long',
      async () => {
        const id = await stored({ layout: [video('v0'), text('a'), video('v1'), text('b'), video('v2'), video('v3')] })
        const order = async () => {
          await open(whole)
          const { layout } = await read(id)
          await open(less)
          return layout.map((row: any) => row.id)
        }
        await cms.update('posts', id, { layout: [text('b'), text('c'), text('a')] })
        expect(await order()).to.deep.equal(['v0', 'b', 'v2', 'v3', 'c', 'a', 'v1'])
        await cms.update('posts', id, { layout: [text('b'), text('c')] })
        expect(await order()).to.deep.equal(['v0', 'b', 'v2', 'v3', 'c', 'v1'])
        await cms.update('posts', id, { layout: [text('d')] })
        expect(await order()).to.deep.equal(['v0', 'v2', 'v3', 'v1', 'd'])
      },
    )

    it('counts only what can be seen', async () => {
      const id = await stored({ rows: [{ id: 'r', k: '1', v: 'x' }], layout: [video('v0'), video('v1'), text('a')] })
      await cms.update('posts', id, { layout: ['a', 'b', 'c', 'd', 'e', 'f'].map(text) })
      const error = await cms.update('posts', id, { layout: [] }).catch((one: any) => one)
      expect(error.errors[0]).to.deep.include({ field: 'layout' })
    })

    itOnce('moves along with rows that move to another parent, and goes with those that are left out @long', async () => {
      const items = [
        { id: 'i', a: '1', b: 'kept' },
        { id: 'j', a: '2', b: 'kept too' },
      ]
      const id = await stored({
        sections: [
          { id: 's', items },
          { id: 't', items: [{ id: 'x', a: '3', b: 'gone' }] },
        ],
      })
      const moved = [
        { id: 't', name: 'T', items: [{ id: 'j', a: '2' }] },
        { id: 'u', name: 'U', items: [{ id: 'i', a: 'new' }, { a: 'added' }] },
      ]
      await cms.update('posts', id, { sections: moved })
      await open(whole)
      const { sections } = await read(id)
      expect(sections[0].items).to.deep.equal([items[1]])
      expect(sections[1].items[0]).to.deep.equal({ ...items[0], a: 'new' })
      expect(sections[1].items[1]).to.deep.include({ a: 'added', b: null })
    })

    itOnce('keeps nothing in a row that becomes a block of another type @long', async () => {
      const id = await stored({ layout: [{ id: 'p', blockType: 'plain', heading: 'kept', note: 'n' }] })
      await cms.update('posts', id, { layout: [{ id: 'p', blockType: 'text', heading: 'mine' }] })
      expect((await storedRow(cms, 'posts', id))['layout']).to.deep.equal([text('p')].map((row) => ({ ...row, heading: 'mine' })))
    })

    itOnce('is found by no filter @long', async () => {
      const id = await stored({ title: 'filters', layout: [video('v'), { id: 'p', blockType: 'plain', heading: 'seen', note: 'n' }] })
      const mine = (where: object) => found({ and: [{ id: { equals: id } }, where] })
      for (const where of [
        { 'layout.heading': { equals: 'seen' } },
        { 'layout.heading': { exists: true } },
        { 'layout.id': { equals: 'v' } },
        { 'layout.blockType': { in: ['video', 'text'] } },
      ])
        expect(await mine(where), JSON.stringify(where)).to.equal(0)
      expect(await mine({ 'layout.note': { equals: 'n' } })).to.equal(1)
      expect(await mine({ 'layout.blockType': { equals: 'plain' } })).to.equal(1)
      expect(await mine({ layout: { exists: true } })).to.equal(1)
      const other = await stored({ title: 'filters', layout: [video('v')] })
      expect(await found({ and: [{ id: { equals: other } }, { layout: { exists: false } }] })).to.equal(1)
      await open(whole)
      expect(await mine({ 'layout.heading': { equals: 'seen' } })).to.equal(1)
    })

    itOnce('is shown at no door, whoever saved the document last @long', async () => {
      const id = await stored({ rows: [{ id: 'r', k: '1', v: 'SECRET' }], layout: [text('t'), video('SECRET')], sections: [] })
      for (const saved of [false, true]) {
        if (saved) await cms.update('posts', id, { title: 'two' })
        for (const caller of [new Caller(system), new Caller(anonymous)])
          for (const asText of [true, false]) {
            const entity = cms.engine.entity('posts')
            const { shown } = await call(cms.engine, caller, 'read', entity, { id, depth: 0, asText })
            const { listed } = await call(cms.engine, caller, 'list', entity, { limit: 100, depth: 0, asText })
            expect(JSON.stringify([shown, listed])).to.not.include('SECRET')
          }
        expect(JSON.stringify(await cms.find('posts', { limit: 0 }))).to.not.include('SECRET')
      }
      const version = (await cms.findVersions('posts', id)).docs[0]!
      expect(JSON.stringify(await cms.findVersion('posts', id, version.id, { compare: 'live' }))).to.not.include('SECRET')
      const received: unknown[] = []
      await open(less, {
        hooks: {
          afterChange: [(change: any) => void received.push(change.doc, change.previousDoc)],
          beforeChange: [(change: any) => ({ ...change.data, rows: change.originalDoc.rows })],
        },
      })
      await cms.update('posts', id, { title: 'three' })
      expect(JSON.stringify(received)).to.not.include('SECRET')
      expect((await storedRow(cms, 'posts', id))['rows']).to.deep.equal([{ id: 'r', k: '1', v: 'SECRET' }])
    })

    itOnce('marks a row only as long as it holds more, so that others are sent as they are @long', async () => {
      const id = await stored({ rows: [{ id: 'r', k: '1', v: 'kept' }] })
      const stamp = async () => (await storedRow(cms, 'posts', id))['$shape']
      await cms.update('posts', id, { title: 'two' })
      expect(await stamp()).to.equal('more')
      await cms.update('posts', id, { rows: [{ k: 'new' }] })
      const { id: other } = (await cms.create('posts', { title: 'fits' })) as any
      expect(await stamp()).to.equal((await storedRow(cms, 'posts', other))['$shape'])
    })

    itOnce('is kept by an import over a document that is there @long', async () => {
      const id = await stored({ title: 'imported', rows: [{ id: 'r', k: '1', v: 'kept' }], layout: [text('t'), video('v')] })
      const file = temporaryFile('.jsonl')
      writeFileSync(file, JSON.stringify({ title: 'imported', rows: [{ id: 'r', k: 'new' }], layout: [text('t')] }))
      const failed: string[] = []
      const session = sessionWith(
        () => open(less),
        () => undefined,
        { fail: (line) => void failed.push(line) },
      )
      await importCommand.run(session, { key: 'title' }, 'posts', file)
      expect(failed).to.deep.equal([])
      await open(whole)
      const { rows, layout } = await read(id)
      expect({ rows, layout }).to.deep.equal({ rows: [{ id: 'r', k: 'new', v: 'kept' }], layout: [text('t'), video('v')] })
    })
  })
}
