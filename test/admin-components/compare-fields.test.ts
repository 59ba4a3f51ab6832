/** What changed in the fields of a document: groups and rows from inside, lists by their entries; and which stretches without changes are folded. */
import { expect } from 'chai'
import type { Field } from '../../admin-components/app/schema.ts'
import { compareFields, type FieldChange } from '../../admin-components/compare/compare-fields.ts'
import { folded } from '../../admin-components/compare/folds.ts'
import { done } from '../harness/done.ts'

const field = (name: string, type = 'text', more: Partial<Field> = {}): Field => ({ name, path: name, type, ...more })
const FIELDS = [
  field('title'),
  field('count', 'number'),
  field('tags', 'relationship', { to: 'tags', hasMany: true }),
  field('seo', 'group', { fields: [field('title'), field('hidden', 'boolean')] }),
  field('rows', 'array', { fields: [field('label'), field('inner', 'array', { fields: [field('word')] })] }),
  field('parts', 'blocks', { blocks: [{ slug: 'quote', fields: [field('words')] }] }),
  field('extra', 'json'),
  field('body', 'richText'),
]
const compare = (before: object, after: object) => done(compareFields(FIELDS, before, after))
const rowsIn = ([change]: FieldChange[]) => {
  if (change?.inside.kind !== 'rows') throw new Error('no rows')
  return change.inside.rows.map(({ kind, changes }) => `${kind}${changes.length > 0 ? `: ${changes.map((one) => one.field.name)}` : ''}`)
}

describe('admin-components: compared fields', () => {
  it('are those that differ, and that both states have', () => {
    const before = { title: 'One', count: 1, tags: [1, 2], old: 1, extra: null }
    expect(compare(before, before)).to.deep.equal([])
    expect(compare(before, { ...before, title: 'Two', body: null }).map((one) => [one.field.name, one.before, one.after])).to.deep.equal([
      ['title', 'One', 'Two'],
    ])
    expect(compare({ title: null, tags: [] }, { title: '', tags: null }), 'kinds of empty').to.deep.equal([])
    expect(compare({ body: null }, { body: { type: 'doc', content: [] } }), 'nothing that people can see').to.deep.equal([])
  })

  it('are compared in groups one by one', () => {
    const [change] = compare({ seo: null }, { seo: { title: 'New', hidden: null } })
    expect(change!.inside).to.include({ kind: 'fields' })
    expect((change!.inside as { changes: FieldChange[] }).changes.map((one) => one.field.name)).to.deep.equal(['title'])
  })

  it('match rows by their ids, and say what is inside', () => {
    const row = (id: string, label: string, inner: object[] = []) => ({ id, label, inner })
    const before = { rows: [row('a', 'A'), row('b', 'B', [{ id: 'x', word: 'old' }]), row('c', 'C'), row('d', 'D')] }
    const after = { rows: [row('d', 'D'), row('a', 'A'), row('b', 'B', [{ id: 'x', word: 'new' }]), row('e', 'C')] }
    expect(rowsIn(compare(before, after))).to.deep.equal(['moved', 'kept', 'kept: inner', 'removed', 'left', 'added'])
    const quote = (blockType: string) => ({ parts: [{ id: 'p', blockType, words: 'x' }] })
    expect(rowsIn(compare(quote('quote'), quote('other'))), 'another kind of block').to.deep.equal(['removed', 'added'])
  })

  it('compare rows without ids by what they say', () => {
    expect(rowsIn(compare({ rows: [{ label: 'A' }, { label: 'B' }] }, { rows: [{ label: 'B' }, { label: 'A' }] }))).to.include('left')
  })

  it('list the entries of a list that came, went and moved', () => {
    const [change] = compare({ tags: [1, 2, 3] }, { tags: [3, 1, 4] })
    expect((change!.inside as { places: { kind: string }[] }).places.map(({ kind }) => kind)).to.have.members([
      'moved',
      'kept',
      'removed',
      'left',
      'added',
    ])
  })

  it('compare text and JSON by lines and words', () => {
    const [title] = compare({ title: 'a\nb' }, { title: 'a\nc' })
    expect((title!.inside as { blocks: { state: string }[] }).blocks.map(({ state }) => state)).to.deep.equal(['same', 'changed'])
    const [extra] = compare({ extra: { a: 1 } }, { extra: { a: 2 } })
    expect(extra!.inside).to.include({ kind: 'text', isCode: true })
  })

  it('fold long stretches without changes, next to one unchanged entry on each side', () => {
    const entries = [...'=x======x====='].map((sign, at) => ({ sign, at }))
    const shape = (opened: object[] = []) =>
      folded(entries, ({ sign }) => sign === '=', new Set(opened)).map(({ entry, stretch }) => entry?.sign ?? stretch!.length)
    expect(shape()).to.deep.equal(['=', 'x', '=', 4, '=', 'x', '=', 4])
    expect(shape([entries[3]!])).to.deep.equal(['=', 'x', '=', '=', '=', '=', '=', '=', 'x', '=', 4])
    expect(folded(entries.slice(2, 8), () => true, new Set())).to.have.length(6)
    const first = [...'x=='].map((sign) => ({ sign }))
    expect(folded(first, ({ sign }) => sign === '=', new Set())).to.have.length(3)
  })
})
