/** A field type has two sides, that of the schema and that of the admin: the compiler finds a side that is missing, and a sample value is one that its type takes. */

import { expect } from 'chai'
import type { types } from '../admin-components/fields/types.ts'
import { isMoment } from '../schema/field-types/date.ts'
import { type BuiltInType, builtInTypes } from '../schema/field-types.ts'
import type { FieldType } from '../schema/model.ts'
import { because } from '../schema/reasons.ts'
import { type TestCms, testCms } from '../testing/testing.ts'

/** What a field of the type needs beside its name. */
const NEEDED: Partial<Record<BuiltInType, object>> = {
  select: { options: ['one', 'two'] },
  relationship: { to: 'tags' },
  array: { fields: [{ name: 'inner', required: true }], minRows: 1 },
  blocks: { blocks: [{ slug: 'quote', fields: [{ name: 'inner', required: true }] }], minRows: 1 },
  group: { fields: [{ name: 'inner', required: true }] },
}

describe('field types', () => {
  let test: TestCms
  before(async () => {
    const fields = builtInTypes.map(({ name }) => ({ name: `of_${name}`, type: name, required: name !== 'group', ...NEEDED[name] }))
    test = await testCms({
      collections: [
        { slug: 'all', fields },
        { slug: 'tags', fields: [{ name: 'name' }] },
      ] as never,
    })
  })
  after(() => test.stop())

  it('are the same in the schema and in the admin', () => {
    const inSchema: Record<keyof typeof types, true> = {} as Record<BuiltInType, true>
    const inAdmin: Record<BuiltInType, true> = {} as Record<keyof typeof types, true>
    expect([inSchema, inAdmin]).to.have.length(2)
  })

  it('take their sample values', async () => {
    const made: Record<string, unknown> = await test.make('all')
    for (const { name } of builtInTypes) expect(made[`of_${name}`], name).to.not.be.oneOf([null, undefined])
  })

  // A slug is made of any text.
  for (const { name, format } of builtInTypes as readonly FieldType[])
    if (format && name !== 'slug')
      it(`of the format ${format.name} say what is wrong`, async () => {
        const given = await test.build('all', { [`of_${name}`]: 'what? no!' })
        const refusal = await test.cms.create('all', given).catch((error) => error)
        expect(refusal.errors).to.deep.equal([
          { field: `of_${name}`, ...because('format', { format: format.name }, format.message), code: 'VALIDATION' },
        ])
      })
})

describe('field types: moments', () => {
  const asJavaScriptWrites = (text: string) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text

  it('are what JavaScript writes and reads, on every day of the calendar', () => {
    for (const year of ['0000', '1900', '2000', '2023', '2024', '9999'])
      for (let month = 0; month <= 13; month++)
        for (let day = 0; day <= 32; day++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T12:30:00.000Z`
          expect(isMoment(text), text).to.equal(asJavaScriptWrites(text))
        }
  })

  it('of other forms, and of other times of day, are none', () => {
    const ends = [
      'T23:59:59.999Z',
      'T24:00:00.000Z',
      'T23:60:00.000Z',
      'T23:59:60.000Z',
      'T12:00:00.00Z',
      'T12:00:00Z',
      ' 12:00:00.000Z',
      '',
    ]
    for (const text of [...ends.map((end) => `2024-02-29${end}`), '+02024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.000Z\n'])
      expect(isMoment(text), text).to.equal(text === '2024-02-29T23:59:59.999Z')
  })
})
