/** Text straight from rows and objects made with care say the same, and neither lets out what is hidden or ruled. */
import { expect } from 'chai'
import fc from 'fast-check'
import { actorOf, anonymous, Caller, system } from '../../lib/actor.ts'
import type { Field } from '../../lib/field-config.ts'
import { call } from '../../lib/local/call.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { SHAPE } from '../../lib/store/columns.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const CANARY = 'never-seen'
const admin = ({ user }: any) => user?.role === 'admin'

const inside: Field[] = [
  { name: 'shown' },
  { name: 'kept', hidden: true },
  { name: 'wage', access: { read: admin } },
  { name: 'to', type: 'relationship', to: 'things' },
  { name: 'many', type: 'relationship', to: 'things', hasMany: true },
]

const text = fc.constantFrom('a', 'ไทย "x"', '😀\n')
const id = fc.option(fc.constantFrom(1, 2, 3), { nil: null })
const row = fc.record({
  shown: text,
  kept: fc.constant(CANARY),
  wage: fc.constant(CANARY),
  to: id,
  many: fc.uniqueArray(fc.constantFrom(1, 2, 3)),
})
const thing = fc.record({
  title: text,
  kept: fc.constant(CANARY),
  wage: fc.constant(CANARY),
  group: row,
  rows: fc.array(row, { maxLength: 3 }),
  blocks: fc.array(
    fc.oneof(
      row.map((one) => ({ ...one, blockType: 'first' })),
      fc.record({ blockType: fc.constant('second'), inner: fc.array(row, { maxLength: 2 }) }),
    ),
    { maxLength: 3 },
  ),
  plain: fc.array(fc.record({ word: text }), { maxLength: 2 }),
  owned: id,
  also: id,
  any: fc
    .jsonValue({ maxDepth: 2 })
    .map((value) =>
      JSON.parse(
        JSON.stringify(value, (_key, one) => (typeof one === 'number' && Math.abs(one) > Number.MAX_SAFE_INTEGER ? 1 / one : one)).replace(
          /__proto__|prototype|constructor|\\u0000/g,
          'p',
        ),
      ),
    )
    .filter((value) => value !== null && JSON.stringify(value).isWellFormed()),
})

describe('query/printer', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      before(async () => {
        cms = await startCms(database, {
          collections: [
            {
              slug: 'things',
              access: { read: 'anyone' },
              fields: [
                { name: 'title' },
                { name: 'kept', hidden: true },
                { name: 'wage', access: { read: admin } },
                { name: 'group', type: 'group', fields: inside },
                { name: 'rows', type: 'array', fields: inside },
                {
                  name: 'blocks',
                  type: 'blocks',
                  blocks: [
                    { slug: 'first', fields: inside },
                    { slug: 'second', fields: [{ name: 'inner', type: 'array', fields: inside }] },
                  ],
                },
                { name: 'plain', type: 'array', fields: [{ name: 'word' }] },
                { name: 'owned', type: 'relationship', to: 'owned' },
                { name: 'also', type: 'relationship', to: 'owned' },
                { name: 'any', type: 'json' },
              ],
            },
            {
              slug: 'owned',
              access: { read: ({ user }: any) => admin({ user }) || (user ? { open: { equals: true } } : false) },
              fields: [
                { name: 'open', type: 'boolean' },
                { name: 'wage', access: { read: admin } },
                { name: 'words', type: 'array', fields: [{ name: 'word' }] },
                { name: 'thing', type: 'relationship', to: 'things' },
              ],
            },
          ],
        })
        for (let n = 0; n < 3; n++) await cms.create('things', { title: `t${n}` })
        for (let n = 0; n < 3; n++) await cms.create('owned', { open: n !== 1, wage: CANARY, words: [{ word: `w${n}` }], thing: 1 })
      })
      after(() => end(cms))

      const ask = (caller: Caller, depth: number, asText: boolean) =>
        call(cms.engine, caller, 'list', cms.engine.entity('things'), { limit: 100, depth, asText, sort: 'id' })
      const askOne = async (caller: Caller, id: number, depth: number, asText: boolean) =>
        (await call(cms.engine, caller, 'read', cms.engine.entity('things'), { id, depth, asText })).shown!
      const callers = () => [
        new Caller(anonymous),
        new Caller(actorOf({ id: 1, role: 'editor' }, { roles: ['editor', 'reader', 'admin', 'viewer'] })),
        new Caller(actorOf({ id: 1, role: 'admin' }, { roles: ['editor', 'reader', 'admin', 'viewer'] })),
        new Caller(system),
      ]

      async function same(): Promise<void> {
        for (const depth of [0, 1, 2]) {
          for (const [index] of callers().entries()) {
            const printed = (await ask(callers()[index]!, depth, true)).listed!.docs.map((one) => one.text)
            const objects = (await ask(callers()[index]!, depth, false)).listed!.docs.map((one) => JSON.stringify(one.object))
            expect(printed).to.deep.equal(objects)
            if (index < 2) expect(printed.join()).to.not.include(CANARY)
            const { id } = JSON.parse(objects.at(-1)!)
            expect((await askOne(callers()[index]!, id, depth, true)).text).to.equal(objects.at(-1))
          }
        }
      }

      it('on random documents, at every depth, for every kind of caller @long', () =>
        fc.assert(
          fc.asyncProperty(thing, async (data) => {
            const { id } = (await cms.create('things', data)) as { id: number }
            await same()
            await cms.delete('things', id)
          }),
          { numRuns: 25 },
        ))

      it('on rows that an older schema wrote', async () => {
        const { store } = cms.engine
        const { id } = (await cms.create('things', { title: 'old', plain: [{ word: 'x' }] })) as { id: number }
        const { table, quote } = store.dialect
        const older = JSON.stringify([{ id: 'r1', gone: CANARY, word: 'kept' }, { id: 'r2' }])
        await store.exclusively((connection) =>
          connection.all(
            store.dialect.native(`update ${table('things')} set ${quote('plain')} = ?, ${quote(SHAPE)} = 'older' where ${quote('id')} = ?`),
            [older, id],
          ),
        )
        await same()
        const printed: any = await cms.findById('things', id)
        expect(printed.plain).to.deep.equal([
          { id: 'r1', word: 'kept' },
          { id: 'r2', word: null },
        ])
        await cms.update('things', id, { title: 'new' })
        await same()
      })
    })
  }
})
