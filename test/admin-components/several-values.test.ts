/** Fields that hold several values, in an edit of many documents: what is added to those of a document, taken out of them, or replaces them. */
import { expect } from 'chai'
import type { Field } from '../../admin-components/app/schema.ts'
import {
  combined,
  dependOnStored,
  hasAll,
  type ListEdit,
  listEditsIn,
  listEditsOf,
  replacedBy,
} from '../../admin-components/list/bulk/several.ts'

const of = (type: string, more: Partial<Field> = {}): Field => ({ name: 'field', path: 'field', type, ...more })
const several = (type: string, more: Partial<Field> = {}) => of(type, { hasMany: true, ...more })
const row = (id: string, note: string) => ({ id, note })
const ALL: ListEdit[] = ['add', 'remove', 'replace']
const OF_ROWS: ListEdit[] = ['add', 'replace']

/** A field, what is offered for it, what a document has, what was chosen, and what each listEdit makes of them. */
const KINDS: [kind: string, field: Field, offered: ListEdit[], stored: unknown, given: unknown, added: unknown, removed?: unknown][] = [
  ['tags', several('relationship', { to: 'tags' }), ALL, [10, 5], [5, 31], [10, 5, 31], [10]],
  ['people', several('relationship', { to: 'users' }), ALL, [3], [3], [3], []],
  ['a gallery', several('upload'), ALL, [9, 2, 7], [4, 2], [9, 2, 7, 4], [9, 7]],
  ['a select', several('select'), ALL, ['c', 'a'], ['b', 'a'], ['c', 'a', 'b'], ['c']],
  ['a text list', several('text'), ALL, ['one', 'two'], ['Two', 'one'], ['one', 'two', 'Two'], ['two']],
  ['a custom type', several('topic', { base: 'select' }), ALL, ['a'], ['b'], ['a', 'b'], ['a']],
  ['given twice', several('text'), ALL, ['a'], ['b', 'b'], ['a', 'b'], ['a']],
  ['nothing stored', several('relationship'), ALL, null, [4, 2], [4, 2], []],
  ['stored twice already', several('text'), ALL, ['a', 'a'], ['b'], ['a', 'a', 'b'], ['a', 'a']],
  ['rows', of('array'), OF_ROWS, [row('r1', 'One')], [row('r2', 'One')], [row('r1', 'One'), row('r2', 'One')]],
  [
    'rows, sent again',
    of('array'),
    OF_ROWS,
    [row('r1', 'One'), row('r2', 'Edited')],
    [row('r2', 'Two')],
    [row('r1', 'One'), row('r2', 'Edited')],
  ],
  ['rows of a custom type', of('steps', { base: 'array' }), OF_ROWS, [], [row('r2', 'Two')], [row('r2', 'Two')]],
  [
    'blocks',
    of('blocks'),
    OF_ROWS,
    [{ id: 'r1', blockType: 'quote' }],
    [{ id: 'r2', blockType: 'quote' }],
    [
      { id: 'r1', blockType: 'quote' },
      { id: 'r2', blockType: 'quote' },
    ],
  ],
]
/** One value: it is set, as before. */
const OF_ONE = ['text', 'textarea', 'number', 'boolean', 'date', 'select', 'relationship', 'upload', 'json', 'richText', 'group']

describe('admin-components: several values in many documents', () => {
  for (const [kind, field, offered, stored, given, added, removed] of KINDS)
    it(kind, () => {
      expect(listEditsOf(field)).to.deep.equal(offered)
      const changes = { field: given }
      const made = (listEdit: ListEdit) =>
        combined([field], { field: stored }, changes, listEditsIn([field], changes, new Map([['field', listEdit]])))
      expect(combined([field], { field: stored }, changes, listEditsIn([field], changes, new Map())), 'unless chosen').to.deep.equal({
        field: added,
      })
      expect(made('add'), 'add').to.deep.equal({ field: added })
      expect(made('replace'), 'replace').to.deep.equal({ field: given })
      if (removed !== undefined) expect(made('remove'), 'remove').to.deep.equal({ field: removed })
      const inGroup = of('group', { name: 'seo', fields: [field, of('text', { name: 'word' })] })
      const inside = { seo: { field: given } }
      const listEdits = listEditsIn([inGroup], inside, new Map())
      expect(listEdits).to.deep.equal({ 'seo.field': 'add' })
      expect(combined([inGroup], { seo: { field: stored, word: 'kept' } }, inside, listEdits), 'in a group').to.deep.equal({
        seo: { field: added },
      })
    })

  it('none of this is offered for one value', () => {
    for (const type of OF_ONE) {
      expect(listEditsOf(of(type)), type).to.deep.equal([])
      expect(listEditsIn([of(type)], { field: [1] }, new Map()), type).to.deep.equal({})
    }
  })

  it('leaves everything else as it was given, and knows when it needs what is stored', () => {
    const [tags, kind] = [several('relationship', { name: 'tags' }), of('text', { name: 'kind' })]
    const changes = { tags: [1], kind: 'news', status: 'draft' }
    const listEdits = listEditsIn([tags, kind], changes, new Map())
    expect(combined([tags, kind], { tags: [2], kind: 'live' }, changes, listEdits)).to.deep.equal({ ...changes, tags: [2, 1] })
    expect(replacedBy([tags, kind], changes, listEdits)).to.deep.equal([])
    expect(replacedBy([tags, kind], changes, { tags: 'replace' })).to.deep.equal([tags])
    expect([listEdits, { tags: 'replace' as const }, {}, undefined].map((one) => dependOnStored(one))).to.deep.equal([
      true,
      false,
      false,
      false,
    ])
  })

  it('adds nothing to what this person may not read', () => {
    const [tags, seo] = [several('relationship', { name: 'tags' }), of('group', { name: 'seo', fields: [several('text')] })]
    expect(combined([tags], { title: 'One' }, { tags: [1] }, { tags: 'add' })).to.equal(undefined)
    expect(combined([seo], { seo: { other: 1 } }, { seo: { field: ['a'] } }, { 'seo.field': 'remove' })).to.equal(undefined)
    expect(combined([seo], { seo: null }, { seo: { field: ['a'] } }, { 'seo.field': 'remove' })).to.deep.equal({ seo: { field: [] } })
    expect(combined([seo], { seo: null }, { seo: { field: ['a'] } }, { 'seo.field': 'add' })).to.deep.equal({ seo: { field: ['a'] } })
  })

  it('knows documents that have these values already', () => {
    expect(hasAll({ tags: [1, 2], kind: 'news' }, { tags: [1, 2] })).to.equal(true)
    expect(hasAll({ tags: [1, 2] }, { tags: [2, 1] })).to.equal(false)
    expect(hasAll({ seo: { tags: ['a'], word: 'x' } }, { seo: { tags: ['a'] } })).to.equal(true)
    expect(hasAll({ seo: { tags: [] } }, { seo: { tags: ['a'] } })).to.equal(false)
    expect(hasAll({ tags: null }, { tags: [] })).to.equal(false)
  })
})
