/** What filters become when they are put together. */
import { expect } from 'chai'
import { all, and, type Filter, none, not, type PathStep } from '../../lib/query/filter.ts'

type Step = Extract<PathStep, { is: 'column' }>
const where = (step: Partial<Step>, value: unknown, test: 'equals' | 'gt' | 'filled' = 'equals'): Filter => ({
  is: 'test',
  path: [{ is: 'column', name: 'status', kind: 'text', ...step }],
  kind: 'text',
  test,
  value,
})
const published = where({}, 'published')

describe('query/filter', () => {
  it('says once what a caller and a rule both demand of a column', () => {
    const viewed = where({ name: 'views', kind: 'number' }, 1000, 'gt')
    expect(and(and(published, viewed), where({}, 'published'))).to.deep.equal({ is: 'and', of: [published, viewed] })
    expect(and(published, where({}, 'published'))).to.equal(published)
    const kept = not(where({ name: 'deleted_at' }, undefined, 'filled'))
    expect(and(kept, published, not(where({ name: 'deleted_at' }, undefined, 'filled')))).to.deep.equal({
      is: 'and',
      of: [kept, published],
    })
  })

  it('says each of what differs in its column, language, index, test or value', () => {
    const others = [
      where({}, 'draft'),
      where({}, 'published', 'gt'),
      where({ name: 'state' }, 'published'),
      where({ fallback: 'status_en' }, 'published'),
      where({ parts: 'status$parts' }, 'published'),
      not(published),
      {
        ...published,
        path: [
          { is: 'column', name: 'status', kind: 'json' },
          { is: 'key', names: ['in'], kind: 'text' },
        ],
      } as Filter,
    ]
    for (const other of others) expect(and(published, other)).to.deep.equal({ is: 'and', of: [published, other] })
    expect(and(...others)).to.deep.equal({ is: 'and', of: others })
  })

  it('is everything without a demand, and nothing with an impossible one', () => {
    expect(and()).to.equal(all)
    expect(and(all, published)).to.equal(published)
    expect(and(published, none)).to.equal(none)
  })
})
