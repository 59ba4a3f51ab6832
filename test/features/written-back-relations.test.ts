/** A document read with ids (`depth: 0`) and written back keeps every relation, whether or not its reader can see the target. */
import { expect } from 'chai'
import fc from 'fast-check'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const EDITOR = { id: 7, role: 'editor' }

const to = (name: string, more: object = {}) => ({ name, type: 'relationship', to: 'people', ...more })
const one = to('one')
const many = to('many', { hasMany: true })
const text = (name: string, more: object = {}) => ({
  name,
  type: 'richText',
  blocks: [{ slug: 'card', fields: [one, many, { name: 'rows', type: 'array', fields: [one] }] }],
  ...more,
})

/** Relations at every place where a field may be. */
const shapes = (more: object = {}) => [
  to('single', more),
  to('list', { hasMany: true, ...more }),
  { name: 'picture', type: 'upload', ...more },
  {
    name: 'group',
    type: 'group',
    fields: [
      { ...one, ...more },
      { ...many, ...more },
      { name: 'deeper', type: 'group', fields: [{ ...one, ...more }] },
    ],
  },
  { name: 'rows', type: 'array', fields: [one, many, { name: 'inner', type: 'array', fields: [one] }], ...more },
  { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [one, many] }], ...more },
  text('body', more),
]
const localized = shapes({ localized: true }).map((field) => ({ ...field, name: `${field.name}Here` }))
const content = { access: { read: 'anyone', create: 'anyone', update: 'anyone' }, fields: [{ name: 'title' }, ...shapes(), ...localized] }

/** Values for every field. `person`: any of the people. */
const valuesOf = (person: fc.Arbitrary<number>, picture: fc.Arbitrary<number>) => {
  const single = fc.option(person)
  const list = fc.uniqueArray(person, { maxLength: 4 })
  const row = fc.record({ one: single, many: list })
  const rows = fc.array(fc.record({ one: single, many: list, inner: fc.array(fc.record({ one: single }), { maxLength: 2 }) }), {
    maxLength: 2,
  })
  const card = fc.record({ one: single, many: list, rows: fc.array(fc.record({ one: single }), { maxLength: 2 }) })
  const link = person.map((id) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'her', marks: [{ type: 'link', attrs: { collection: 'people', id } }] }],
  }))
  const block = card.map((attrs) => ({ type: 'contentBlock', attrs: { blockType: 'card', ...attrs } }))
  const image = picture.map((media) => ({ type: 'image', attrs: { media } }))
  const values = {
    single,
    list,
    picture: fc.option(picture),
    group: fc.record({ one: single, many: list, deeper: fc.record({ one: single }) }),
    rows,
    parts: fc.array(
      row.map((one) => ({ blockType: 'quote', ...one })),
      { maxLength: 2 },
    ),
    body: fc.option(fc.array(fc.oneof(link, block, image), { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'doc', content }))),
  }
  return fc.record({ ...values, ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`${name}Here`, value])) } as object)
}

describe('features: relations written back', () => {
  pairwise((host, database) => {
    let started: Started
    let people: number[]
    let pictures: number[]
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'people',
            drafts: true,
            trash: true,
            access: { read: ({ user }: any) => user?.role === 'admin' || { secret: { equals: false } } },
            fields: [{ name: 'name' }, { name: 'secret', type: 'boolean', defaultValue: false }],
          },
          { slug: 'media', access: { read: 'admin' } },
          { slug: 'pages', ...content },
          { slug: 'stories', ...content, drafts: true },
        ],
        globals: [{ slug: 'site', ...content, access: { read: 'anyone', update: 'anyone' } }],
      } as object)
      const { cms } = started as any
      const made = [{ status: 'published' }, { status: 'draft' }, { status: 'published', secret: true }, { status: 'draft', secret: true }]
      people = (await Promise.all(made.map((data) => cms.create('people', data)))).map(({ id }) => id)
      const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
      pictures = [(await cms.upload({ filename: 'dot.png', content: png })).id]
    })
    after(() => end(started?.cms))

    for (const at of ['pages', 'stories', 'site']) {
      it(`${at}: nothing is lost`, async () => {
        const { cms } = started as any
        const both = fc.record({
          en: valuesOf(fc.constantFrom(...people), fc.constantFrom(...pictures)),
          th: valuesOf(fc.constantFrom(...people), fc.constantFrom(...pictures)),
        })
        await fc.assert(
          fc.asyncProperty(both, fc.boolean(), async ({ en, th }, isAll) => {
            const isGlobal = at === 'site'
            const id = isGlobal ? undefined : (await cms.create(at, { ...en, status: 'published' })).id
            const read = (handle: any, options: object) => (isGlobal ? handle.findGlobal(at, options) : handle.findById(at, id, options))
            const write = (handle: any, data: object, options: object = {}) =>
              isGlobal ? handle.updateGlobal(at, data, options) : handle.update(at, id, data, options)
            if (isGlobal) await write(cms, en)
            const inThai = Object.fromEntries(Object.entries(th).filter(([name]) => name.endsWith('Here')))
            await write(cms, inThai, { locale: 'th' })
            const stored = () => read(cms, { depth: 0, locale: 'all', draft: true })
            const before = await stored()
            for (const handle of [cms, cms.as(EDITOR), cms.as(null)]) {
              const options = isAll ? { locale: 'all' } : { locale: 'th', fallbackLocale: false }
              const doc = await read(handle, { depth: 0, ...options })
              await write(handle, { ...doc, title: 'written back' }, { locale: options.locale })
              expect(await stored()).to.deep.equal({ ...before, title: 'written back', updatedAt: (await stored()).updatedAt })
            }
          }),
          { numRuns: 15 },
        )
      }).timeout(60_000)
    }
  })
})
