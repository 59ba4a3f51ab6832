/** Filters of lists: what they ask the API for, and what they say. */
import { expect } from 'chai'
import { filterSentence } from '../../admin-components/list/filter-sentence.ts'
import { filterable } from '../../admin-components/list/filterable.ts'
import { type Filter, filterFrom, filterText, whereOf } from '../../admin-components/list/where.ts'
import { en } from '../../admin-components/texts/en.ts'
import { enList } from '../../admin-components/texts/en-list.ts'
import { write } from '../../admin-components/texts/texts.ts'
import { th } from '../../admin-components/texts/th.ts'
import { thList } from '../../admin-components/texts/th-list.ts'

const hour = 3_600_000

describe('admin-components: filters', () => {
  const asking = (...tests: Filter['tests']) => whereOf({ match: 'and', tests }) as any

  it('ask for groups inside groups, without what has no value yet', () => {
    const title = { field: 'title', operator: 'like', value: 'a' } as const
    const open = { field: 'title', operator: 'like', value: '' } as const
    const views = { field: 'views', operator: 'gt', value: '3' } as const
    expect(asking(open)).to.equal(undefined)
    expect(asking({ match: 'or', tests: [open] }, title)).to.deep.equal({ title: { like: 'a' } })
    expect(asking(title, { match: 'or', tests: [views, open, { match: 'and', tests: [title, views] }] })).to.deep.equal({
      and: [{ title: { like: 'a' } }, { or: [{ views: { gt: '3' } }, { and: [{ title: { like: 'a' } }, { views: { gt: '3' } }] }] }],
    })
    expect(asking({ field: 'tag', operator: 'in', value: 'a, b' })).to.deep.equal({ tag: { in: ['a', 'b'] } })
  })

  it('ask for whole days, and for days before and after now', () => {
    const start = (day: string) => new Date(`${day}T00:00`).toISOString()
    const on = (operator: any, value: string) => asking({ field: 'on', operator, value }).on
    expect(on('on', '2026-02-28')).to.deep.equal({ gte: start('2026-02-28'), lt: start('2026-03-01') })
    expect(on('gt', '2026-02-28')).to.deep.equal({ gte: start('2026-03-01') })
    expect(on('gte', '2026-02-28')).to.deep.equal({ gte: start('2026-02-28') })
    expect(on('lt', '2026-02-28')).to.deep.equal({ lt: start('2026-02-28') })
    expect(on('lte', '2026-02-28')).to.deep.equal({ lt: start('2026-03-01') })
    const hoursFromNow = (iso: string) => Math.round((Date.parse(iso) - Date.now()) / hour)
    const relative = (operator: string) =>
      Object.entries(on(operator, '2')).map(([limit, iso]) => `${limit} ${hoursFromNow(iso as string)}`)
    expect(relative('last')).to.deep.equal(['gte -48', 'lte 0'])
    expect(relative('next')).to.deep.equal(['gte 0', 'lte 48'])
    expect(relative('ago')).to.deep.equal(['lt -48'])
    expect(relative('ahead')).to.deep.equal(['gt 48'])
  })

  it('come back from the address as they were; views of earlier versions too; nothing else does', () => {
    const filter: Filter = {
      match: 'or',
      tests: [
        { field: 'author.name', operator: 'like', value: 'a' },
        { match: 'and', tests: [{ field: 'on', operator: 'last', value: '7' }] },
      ],
    }
    expect(filterFrom(filterText(filter)!)).to.deep.equal(filter)
    const earlier = ['gte', 'gt', 'lt', 'lte'].map((operator) => ({ field: 'on', operator, value: operator === 'lte' ? '+7d' : '-30d' }))
    expect(filterFrom(JSON.stringify({ match: 'and', tests: earlier })).tests).to.deep.equal([
      { field: 'on', operator: 'last', value: '30' },
      { field: 'on', operator: 'last', value: '30' },
      { field: 'on', operator: 'ago', value: '30' },
      { field: 'on', operator: 'next', value: '7' },
    ])
    const wrong = [null, 'x', '[]', '{"tests":1}', '{"tests":[{"field":"a","operator":"drop","value":"b"},{"field":1}]}']
    for (const text of wrong) expect(filterFrom(text).tests, String(text)).to.deep.equal([])
    let deep: Filter = { match: 'and', tests: [] }
    for (let n = 0; n < 30; n++) deep = { match: 'and', tests: [deep] }
    expect(JSON.stringify(filterFrom(JSON.stringify(deep))).match(/tests/g)).to.have.length(8)
  })

  it('offer fields below the group or relation that leads to them, without groups of related documents', () => {
    const seo = { name: 'seo', path: 'seo', type: 'group', fields: [{ name: 'words', path: 'seo.words', type: 'text' }] }
    const author = { name: 'author', path: 'author', type: 'relationship', to: 'people' }
    const people = { slug: 'people', fields: [{ name: 'name', path: 'name', type: 'text' }, seo] }
    const app: any = { t: (key: string) => key, label: (_: unknown, otherwise: string) => otherwise, collection: () => people }
    const found = filterable(app, { slug: 'posts', fields: [seo, author] } as any).filter(({ field }) => field)
    expect(found.map(({ path, within, isDeep }) => [path, within, isDeep ?? false])).to.deep.equal([
      ['seo.words', 'SEO', false],
      ['author', undefined, false],
      ['author.name', 'Author', false],
      ['author.seo.words', 'Author', true],
    ])
  })

  it('are sentences', () => {
    const known = [
      { path: 'author.name', name: 'Author › Name', comparisons: [], input: 'text' },
      { path: 'status', name: 'Status', comparisons: [], input: 'status' },
      { path: 'on', name: 'On', comparisons: [], input: 'date' },
      { path: 'views', name: 'Views', comparisons: [], input: 'number' },
    ] as const
    const texts = { en: { ...en, ...enList }, th: { ...th, ...thList } }
    const say = (filter: Filter, language: 'en' | 'th' = 'en') => {
      const host: any = {
        app: { language },
        t: (key: keyof typeof texts.en, values: any) => write(texts[language][key]!, language, values),
      }
      return filterSentence(host, filter, known, undefined as never)
    }
    const filter: Filter = {
      match: 'and',
      tests: [
        { field: 'author.name', operator: 'like', value: 'Ada' },
        {
          match: 'or',
          tests: [
            { field: 'on', operator: 'last', value: '1' },
            { field: 'on', operator: 'exists', value: 'false' },
            { field: 'status', operator: 'equals', value: 'draft' },
          ],
        },
        { field: 'on', operator: 'lte', value: '2026-11-05' },
        { field: 'views', operator: 'gt', value: '1000' },
        { field: 'gone', operator: 'in', value: 'a, b' },
        { field: 'gone', operator: 'equals', value: '' },
      ],
    }
    expect(say(filter)).to.equal(
      'Author › Name contains “Ada”, (On is in the last 1 day, On is empty, or Status is Draft), On is on or before Nov 5, 2026, Views is more than 1,000, and gone is one of “a” or “b”',
    )
    expect(say(filter, 'th')).to.match(/^Author › Name มีคำว่า “Ada” \(/)
    expect(say({ match: 'and', tests: [] })).to.equal(undefined)
  })
})
