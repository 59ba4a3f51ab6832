/** The problems of a form are listed in the order in which their fields are laid out. */
import { expect } from 'chai'
import type { Entity, Field } from '../../admin-components/app/schema.ts'
import { inFormOrder } from '../../admin-components/document/form-order.ts'

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, type: 'text', ...more })

describe('admin-components: the order of a form', () => {
  const fields = [
    field('reading', { type: 'number' }),
    field('kind', { admin: { position: 'sidebar' } }),
    field('title'),
    field('seo', { type: 'group', fields: [field('headline'), field('image')] }),
    field('parts', { type: 'blocks', blocks: [{ slug: 'quote', fields: [field('words'), field('by')] }] }),
    field('contact'),
  ]
  const sorted = (paths: string[], layout?: Entity['admin']['layout']) =>
    inFormOrder({ fields, admin: layout ? { layout } : {} }, paths, (path) => path)
  const all = [
    'kind',
    'parts.10.by',
    'parts.2.by',
    'parts.2.words',
    'seo.image',
    'contact',
    'title',
    'reading',
    'seo.headline',
    '',
    'parts',
  ]

  it('is that of the schema, the middle before the side', () => {
    const inside = ['seo.headline', 'seo.image', 'parts', 'parts.2.words', 'parts.2.by', 'parts.10.by']
    expect(sorted(all)).to.deep.equal(['', 'reading', 'title', ...inside, 'contact', 'kind'])
    expect(sorted(all.toReversed())).to.deep.equal(sorted(all))
  })

  it('is that of the layout, with what it does not name after it', () => {
    const tabs = { tabs: [{ label: 'One', fields: [{ section: 'Two', fields: ['contact'] }, { row: ['title', 'seo'] }] }] }
    expect(sorted(['reading', 'seo.image', 'kind', 'parts.0.by', 'title', 'contact'], ['parts', tabs])).to.deep.equal([
      'parts.0.by',
      'contact',
      'title',
      'seo.image',
      'reading',
      'kind',
    ])
  })
})
