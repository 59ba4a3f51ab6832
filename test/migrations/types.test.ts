/** Every type of field that becomes any other one, at the top, in groups, rows and blocks, localized or not: named by the plan, saved, and brought back. */
import { expect } from 'chai'
import { ownerOf } from '../../lib/migrations/restore.ts'
import { type PlanStep, parkedPathOf } from '../../lib/migrations/steps.ts'
import { isEmpty } from '../../lib/migrations/values.ts'
import { isDrawn, longUnlessDrawn, oneIn } from '../harness/depth.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving } from './evolving.ts'

const paragraph = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
const options = ['x', 'y', '1']
const fields = [{ name: 'v' }, { name: 'n', type: 'number' }]

interface Type {
  spec: object
  /** One that most types can say, and one that few can. */
  values: [unknown, unknown]
}

const TYPES: Record<string, Type> = {
  text: { spec: { type: 'text' }, values: ['1', 'hello'] },
  textarea: { spec: { type: 'textarea' }, values: ['x', 'two\nlines'] },
  email: { spec: { type: 'email' }, values: ['a@example.com', 'b@example.com'] },
  number: { spec: { type: 'number' }, values: [1, 2.5] },
  boolean: { spec: { type: 'boolean' }, values: [true, false] },
  date: { spec: { type: 'date' }, values: ['2024-05-01T00:00:00.000Z', '2024-05-02T10:00:00.000Z'] },
  select: { spec: { type: 'select', options }, values: ['1', 'y'] },
  selects: { spec: { type: 'select', options, hasMany: true }, values: [['1'], ['x', 'y']] },
  slug: { spec: { type: 'slug' }, values: ['1', 'one-two'] },
  richText: { spec: { type: 'richText' }, values: [paragraph('1'), paragraph('hello there')] },
  relation: { spec: { type: 'relationship', to: 'tags' }, values: [1, 2] },
  relations: { spec: { type: 'relationship', to: 'tags', hasMany: true }, values: [[1], [2, 1]] },
  rows: { spec: { type: 'array', fields }, values: [[{ v: '1', n: 7 }], [{ v: 'a' }, { v: 'b' }]] },
  group: { spec: { type: 'group', fields }, values: [{ v: '1', n: 7 }, { v: 'a' }] },
  blocks: {
    spec: { type: 'blocks', blocks: [{ slug: 'item', fields }] },
    values: [[{ blockType: 'item', v: '1', n: 7 }], [{ blockType: 'item', v: 'a' }]],
  },
  json: { spec: { type: 'json' }, values: [{ v: '1', n: 'about 7' }, 'hello'] },
}
const NAMES = Object.keys(TYPES)
const LOCALES = { localization: { locales: ['en', 'th'] } }
/** In which a field can't be localized, or unique. */
const WHOLE = ['group', 'rows', 'blocks', 'slug']

const PLACES = ['', 'g.', 'rows.0.', 'layout.0.']
const valueAt = (doc: any, path: string): any => path.split('.').reduce((here, name) => here?.[name], doc)

/** What a person sees: neither keys without a value nor ids of rows. */
const visible = (value: any): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, one) => (key === 'id' || isEmpty(one) ? undefined : one)) ?? 'null')

for (const database of DATABASES)
  for (const localized of [false, true])
    describe(`migrations: types${localized ? ', localized,' : ''} with ${database.name}${localized ? ' @long' : longUnlessDrawn(database, DATABASES, 'types')}`, () => {
      let site: Evolving
      beforeEach(() => {
        site = new Evolving(database)
      })
      afterEach(() => site.end())
      const more = localized ? LOCALES : {}
      const options = localized ? { locale: 'all' } : {}

      const field = (name: string, type: string) => ({
        name,
        ...TYPES[type]!.spec,
        ...(localized && !WHOLE.includes(type) && { localized: true }),
      })
      const collection = (from: string, becoming: (to: string) => string) => {
        const all = NAMES.filter((to) => to !== from).map((to) => field(`to_${to}`, becoming(to)))
        const list = [
          ...all,
          { name: 'g', type: 'group', fields: all },
          { name: 'rows', type: 'array', fields: all },
          { name: 'layout', type: 'blocks', blocks: [{ slug: 'one', fields: all }] },
        ]
        return { slug: 'posts', fields: [{ name: 'title' }, ...list], drafts: true, versions: true }
      }
      const tags = { slug: 'tags', fields: [] }

      const given = (from: string, which: number) => {
        const { values } = TYPES[from]!
        const value = values[which]
        const unique = (to: string) => (from === 'slug' ? `${value}-${to.toLowerCase()}` : value)
        const one = localized && !WHOLE.includes(from) ? { en: value, th: values[1 - which] } : undefined
        const all = Object.fromEntries(NAMES.filter((to) => to !== from).map((to) => [`to_${to}`, one ?? unique(to)]))
        return { ...all, g: all, rows: [all], layout: [{ blockType: 'one', ...all }] }
      }
      const read = async (id: number): Promise<any> => site.cms.findById('posts', id, { depth: 0, ...options })
      // The rules are the same in both databases; what is stored otherwise is asked of Postgres as well.
      const names = database.name === 'SQLite' ? NAMES : localized ? ['json'] : ['text', 'rows', 'json']
      for (const from of oneIn(4, names).filter((name) => isDrawn(localized, [false, true], name)))
        it(`from ${from}: what is left behind is named, the rest can be saved as it was read, and all of it comes back`, async () => {
          const [first, now] = [() => from, (to: string) => to].map((becoming) => [collection(from, becoming), tags])
          const others = NAMES.filter((to) => to !== from)
          const readAll = async () => [await read(1), await read(2)]
          await site.migrate(first!, more)
          for (const _ of [1, 2]) await site.cms.create('tags', {})
          for (const which of [0, 1]) await site.cms.create('posts', { ...given(from, which), status: 'published' }, options)
          const old = await readAll()
          await site.open(now!, more)
          const steps = await site.migrator.steps(await site.plan())
          await site.migrate(now!, more)
          const made = await readAll()
          const problems: string[] = []
          for (const to of others)
            for (const place of PLACES)
              for (const at of [0, 1]) {
                const path = `${place}to_${to}`
                const [was, is]: any[] = [old, made].map((docs) => visible(valueAt(docs[at], path)))
                const parts = localized && was?.en !== undefined ? ['en', 'th'].map((one) => [was[one], is?.[one]]) : [[was, is]]
                const isNamed = stepsAbout(steps, path).some(
                  ({ change, affected }) => change.do.startsWith('park') || affected?.left?.ids.includes(at + 1),
                )
                if (!isNamed && parts.some(([one, other]) => !isEmpty(one) && isEmpty(other)))
                  problems.push(`to ${to} at ${path}: ${JSON.stringify(was)} became ${JSON.stringify(is)}, which no step names`)
              }
          for (const { id, createdAt, updatedAt, ...doc } of made)
            await site.cms
              .update('posts', id, { ...doc, title: 'saved', status: 'published' }, options)
              .catch((error) => problems.push(`${id} can't be saved: ${error.message}`))
          await site.migrate(first!, more)
          const { parked } = await site.migrator.applied()
          const kept = new Set(parked.flatMap((one) => ownerOf(one, parked) ?? []).map(parkedPathOf))
          for (const name of kept)
            await site.migrator.restore(name, false).catch((error) => {
              if (!error.message.includes('is parked, because')) throw error
            })
          const again = await readAll()
          for (const to of others)
            for (const place of PLACES)
              for (const at of [0, 1]) {
                const [was, is] = [old, again].map((docs) => JSON.stringify(visible(valueAt(docs[at], `${place}to_${to}`))))
                if (was !== is) problems.push(`to ${to} and back at ${place}to_${to}: ${was} came back as ${is}`)
              }
          expect(problems.join('\n')).to.equal('')
        })
    })

/** The steps that change the field at a path, in any of its locales. */
function stepsAbout(steps: readonly PlanStep[], path: string): PlanStep[] {
  const wanted = path.replace(/\.\d+\./, '.')
  return steps.filter(({ change }) => {
    if (!('column' in change) || change.column === undefined || change.table !== 'posts') return false
    const column = typeof change.column === 'string' ? change.column : change.column.name
    const named = `${column.replaceAll('$', '.')}${'inside' in change ? change.inside : ''}`.replace(/\[\w+\]/g, '').replace(/__\w+/g, '')
    return named === wanted || named.startsWith(`${wanted}.`)
  })
}
