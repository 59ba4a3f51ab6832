/** A field type has two sides, that of the schema and that of the admin: the compiler finds a side that is missing, and a sample value is one that its type takes. */

import { expect } from 'chai'
import type { types } from '../admin-components/fields/types.ts'
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
