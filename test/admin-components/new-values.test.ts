/** An edit of many documents saves what was chosen: a control that was left alone sends nothing, whatever kind of field it is for. */
import { expect } from 'chai'
import type { Field } from '../../admin-components/app/schema.ts'
import { emptyOf } from '../../admin-components/document/values.ts'
import { mayBeEmptied, newValues, withoutDefaults } from '../../admin-components/list/bulk/new-values.ts'

const of = (type: string, more: Partial<Field> = {}): Field => ({ name: 'field', path: 'field', type, ...more })
const inside = [
  of('text', { name: 'note' }),
  of('boolean', { name: 'isNew', default: false }),
  of('group', { name: 'deep', fields: [of('number')] }),
]

/** A field, a value that was chosen, what is sent then if it is another one, and what empties it. */
const KINDS: Record<string, [field: Field, chosen: unknown, empty: unknown, sent?: unknown]> = {
  text: [of('text', { default: 'News' }), 'Hello', null],
  textarea: [of('textarea'), 'Hello', null],
  email: [of('email'), 'ada@example.org', null],
  number: [of('number', { default: 7 }), 0, null],
  select: [of('select', { default: 'news', options: [{ value: 'news' }] }), 'news', null],
  'select, several': [of('select', { hasMany: true, default: ['news'], options: [{ value: 'news' }] }), ['news'], []],
  boolean: [of('boolean', { default: true }), false, undefined],
  date: [of('date'), '2026-11-27T00:00:00.000Z', null],
  relationship: [of('relationship', { to: 'tags' }), 7, null],
  'relationship, several': [of('relationship', { to: 'tags', hasMany: true }), [7], []],
  upload: [of('upload'), 7, null],
  'text, several': [of('text', { hasMany: true }), ['a'], []],
  json: [of('json'), { a: null }, null],
  'json, an empty list': [of('json'), [], null],
  richText: [of('richText'), { type: 'doc', content: [] }, null],
  array: [of('array', { fields: inside }), [{ note: null, isNew: false }], []],
  blocks: [of('blocks'), [{ blockType: 'quote' }], []],
  group: [of('group', { fields: inside }), { note: 'Hello', isNew: null, deep: { field: null } }, null, { note: 'Hello' }],
  'group, deep inside': [of('group', { fields: inside }), { isNew: false, deep: { field: 0 } }, null, { isNew: false, deep: { field: 0 } }],
}

describe('admin-components: new values of many documents', () => {
  for (const [kind, [field, chosen, empty, sent = chosen]] of Object.entries(KINDS))
    it(kind, () => {
      const untouched = emptyOf([withoutDefaults(field)])
      expect(newValues([field], untouched, new Set()), 'untouched').to.equal(undefined)
      expect(newValues([field], { field: '' }, new Set()), 'emptied by typing').to.deep.equal(
        kind.startsWith('json') ? { field: '' } : undefined,
      )
      expect(newValues([field], { field: chosen }, new Set()), 'chosen').to.deep.equal({ field: sent })
      if (mayBeEmptied(field)) expect(newValues([field], { field: chosen }, new Set(['field'])), 'emptied').to.deep.equal({ field: empty })
      else expect(empty, 'it is never empty').to.equal(undefined)
      expect(mayBeEmptied({ ...field, required: true }), 'required').to.equal(false)
    })

  it('asks for a value in each field, and in no field that holds one that is required', () => {
    const two = [of('text', { name: 'a' }), of('text', { name: 'b' })]
    expect(newValues(two, { a: 'x', b: null }, new Set())).to.equal(undefined)
    expect(newValues(two, { a: 'x', b: null }, new Set(['b']))).to.deep.equal({ a: 'x', b: null })
    expect(mayBeEmptied(of('group', { fields: [of('text', { required: true })] }))).to.equal(false)
  })
})
