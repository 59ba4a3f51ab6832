/** Groups, rows and blocks that are renamed while what stands in them changes too: every value is where the schema says, and comes back. */
import { expect } from 'chai'
import { describeChange } from '../../lib/migrations/words.ts'
import { drawn } from '../harness/depth.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const locales = { localization: { locales: ['en', 'th'] } }
const OPTIONS = ['1', '2', '7']

const BEFORE = { name: 'v', type: 'text' }
/** What becomes of the field, and of its value '7'. */
const CHANGES: Record<string, { field: object; value: unknown }> = {
  'keeps its name': { field: { name: 'v' }, value: '7' },
  'is renamed': { field: { name: 'w', renamedFrom: 'v' }, value: '7' },
  'is converted': { field: { name: 'v', type: 'number' }, value: 7 },
  'is renamed and converted': { field: { name: 'w', renamedFrom: 'v', type: 'number' }, value: 7 },
  'becomes several': { field: { name: 'v', type: 'select', hasMany: true, options: OPTIONS }, value: ['7'] },
  'is renamed and becomes several': {
    field: { name: 'w', renamedFrom: 'v', type: 'select', hasMany: true, options: OPTIONS },
    value: ['7'],
  },
  'is localized': { field: { name: 'v', localized: true }, value: '7' },
  'is renamed and localized': { field: { name: 'w', renamedFrom: 'v', localized: true }, value: '7' },
}

const was = (renamedFrom: string | undefined) => (renamedFrom === undefined ? {} : { renamedFrom })
/** Each holds the field, and gives what it holds. */
const CONTAINERS: Record<
  string,
  { schema: (field: object, name: string, from?: string) => object; put: (v: object) => any; get: (value: any) => any }
> = {
  group: {
    schema: (field, name, from) => ({ name, ...was(from), type: 'group', fields: [field] }),
    put: (v) => v,
    get: (value) => value,
  },
  rows: {
    schema: (field, name, from) => ({ name, ...was(from), type: 'array', fields: [field] }),
    put: (v) => [{ id: 'r', ...v }],
    get: ([row]) => row,
  },
  blocks: {
    schema: (field, name, from) => ({ name, ...was(from), type: 'blocks', blocks: [{ slug: name, ...was(from), fields: [field] }] }),
    put: (v) => [{ id: 'r', blockType: 'one', ...v }],
    get: ([row]) => row,
  },
  'rows in a group': {
    schema: (field, name, from) => ({
      name,
      ...was(from),
      type: 'group',
      fields: [{ name: `${name}s`, ...was(from && `${from}s`), type: 'array', fields: [field] }],
    }),
    put: (v) => ({ ones: [{ id: 'r', ...v }] }),
    get: (value) => (value.ones ?? value.twos)[0],
  },
  'a group in rows': {
    schema: (field, name, from) => ({
      name,
      ...was(from),
      type: 'array',
      fields: [{ name, ...was(from), type: 'group', fields: [field] }],
    }),
    put: (v) => [{ id: 'r', one: v }],
    get: ([row]) => row.one ?? row.two,
  },
}

for (const database of drawn(DATABASES, 'renamed-containers'))
  describe(`migrations: renamed containers with ${database.name}`, () => {
    for (const [kind, { schema, put, get }] of Object.entries(CONTAINERS))
      it(`of the kind ${kind} take along what changes in them @long`, async function () {
        this.timeout(60_000)
        for (const [words, { field, value }] of Object.entries(CHANGES)) {
          const before = posts([schema(BEFORE, 'one')], more)
          const after = posts([schema(field, 'two', 'one')], more)
          const name = (field as { name: string }).name
          const site = new Evolving(database)
          await site.migrate(before, locales)
          await site.cms.create('posts', { one: put({ v: '7' }), status: 'published' })
          await site.cms.update('posts', 1, { one: put({ v: '2' }), status: 'draft' })
          const valuesOf = async (container: string, of: string) => {
            const live: any = await site.cms.findById('posts', 1)
            const draft: any = await site.cms.findById('posts', 1, { draft: true })
            const version: any = (await site.cms.findVersion('posts', 1, 1)).data
            return [live, draft, version].map((doc) => get(doc[container])[of])
          }
          const two = typeof value === 'number' ? 2 : Array.isArray(value) ? ['2'] : '2'
          await site.migrate(after, locales)
          expect(await valuesOf('two', name), words).to.deep.equal([value, two, value])
          await site.migrate(before, locales)
          expect(await valuesOf('one', 'v'), `${words}, rolled back`).to.deep.equal(['7', '2', '7'])
          await site.migrate(after, locales)
          expect(await valuesOf('two', name), `${words}, again`).to.deep.equal([value, two, value])
          await site.migrator.undo(false)
          await site.open(before, locales)
          expect((await site.plan()).map(describeChange), words).to.deep.equal([])
          expect(await valuesOf('one', 'v'), `${words}, taken back`).to.deep.equal(['7', '2', '7'])
          await site.end()
        }
      })
  })
