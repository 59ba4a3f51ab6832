/** The round trip of every field type, the same on both databases. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0') && value.isWellFormed())
const MOST = Number.MAX_SAFE_INTEGER
const number = fc
  .oneof(fc.constantFrom(MOST, -MOST, 0.1, 1e15, 5e-324, 0), fc.double({ noNaN: true, min: -MOST, max: MOST }), fc.integer())
  .map((value) => (Object.is(value, -0) ? 0 : value))
const date = fc
  .date({ min: new Date('0001-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((value) => value.toISOString())
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) =>
    JSON.parse(
      JSON.stringify(value, (_key, one) => (typeof one === 'number' && Math.abs(one) > MOST ? 1 / one : one))
        .replaceAll('\\u0000', '')
        .replace(/__proto__|prototype|constructor/g, 'p')
        .replaceAll('-0', '0'),
    ),
  )
  .filter((value) => value !== null && JSON.stringify(value).isWellFormed())

describe('query/values', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      before(async () => {
        const colour = {
          name: 'colour',
          base: 'text' as const,
          validate: (value: string) => /^#[0-9a-f]{6}$/.test(value) || 'must be a colour',
        }
        cms = await startCms(database, {
          fieldTypes: [colour],
          collections: [
            {
              slug: 'all',
              fields: [
                { name: 'text' },
                { name: 'long', type: 'textarea' },
                { name: 'mail', type: 'email' },
                { name: 'number', type: 'number' },
                { name: 'flag', type: 'boolean' },
                { name: 'day', type: 'date' },
                { name: 'pick', type: 'select', options: ['a', 'b'] },
                { name: 'rich', type: 'richText' },
                { name: 'any', type: 'json' },
                { name: 'colour', type: 'colour' as never },
                {
                  name: 'rows',
                  type: 'array',
                  fields: [{ name: 'text' }, { name: 'deep', type: 'group', fields: [{ name: 'number', type: 'number' }] }],
                },
                {
                  name: 'mixed',
                  type: 'blocks',
                  blocks: [
                    { slug: 'one', fields: [{ name: 'text' }] },
                    { slug: 'two', fields: [{ name: 'any', type: 'json' }] },
                  ],
                },
              ],
            },
          ],
        })
      })
      after(() => end(cms))

      it('gives back what was stored', () =>
        fc.assert(
          fc.asyncProperty(
            fc.record({
              text,
              long: text,
              number,
              flag: fc.boolean(),
              day: date,
              pick: fc.constantFrom('a', 'b'),
              any: json,
              rich: fc.constant({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'ไทย 😀' }] }] }),
              rows: fc.array(fc.record({ text, deep: fc.record({ number }) }), { maxLength: 3 }),
              mixed: fc.array(
                fc.oneof(fc.record({ blockType: fc.constant('one'), text }), fc.record({ blockType: fc.constant('two'), any: json })),
                { maxLength: 3 },
              ),
            }),
            async (data) => {
              const { id }: any = await cms.create('all', data)
              const read: any = await cms.findById('all', id)
              const withoutIds = (rows: any[]) => rows.map(({ id: _, ...row }) => row)
              const { id: _, createdAt, updatedAt, mail, colour, ...rest } = read
              expect([mail, colour, typeof createdAt, typeof updatedAt]).to.deep.equal([null, null, 'string', 'string'])
              expect({ ...rest, rows: withoutIds(rest.rows), mixed: withoutIds(rest.mixed) }).to.deep.equal(data)
            },
          ),
          { numRuns: 60 },
        ))

      it('keeps the ids of rows that are sent back', async () => {
        const created: any = await cms.create('all', { rows: [{ text: 'a' }, { text: 'b' }] })
        const [first, second] = created.rows
        const updated: any = await cms.update('all', created.id, {
          rows: [{ ...second, text: 'B' }, { text: 'new' }, first],
        })
        expect(updated.rows.map((row: any) => row.text)).to.deep.equal(['B', 'new', 'a'])
        expect([updated.rows[0].id, updated.rows[2].id]).to.deep.equal([second.id, first.id])
      })

      it('refuses what a custom type refuses, and what no database could hold', async () => {
        const refused = async (data: object) => (await cms.create('all', data).catch((error) => error)).errors
        expect(await refused({ colour: 'red' })).to.deep.include({
          field: 'colour',
          message: 'must be a colour',
          code: 'VALIDATION',
        })
        expect((await refused({ number: Number.NaN }))[0].message).to.equal('must be a number, not NaN')
        expect((await refused({ number: Number.POSITIVE_INFINITY }))[0].message).to.match(/^must be between/)
        expect((await refused({ day: '2026-02-30' }))[0].message).to.equal('must be a valid date')
        expect((await refused({ day: '+12026-01-01' }))[0].message).to.equal('must be a valid date')
      })
    })
  }
})
