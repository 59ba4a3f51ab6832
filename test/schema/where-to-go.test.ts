/** Messages that say where to go: the directive that has an argument, the list that is localized, the name that is reserved. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'
import { sdl } from '../../schema/sdl-text.ts'

const problemsOf = (declared: object) =>
  build({ localization: { locales: ['en', 'th'], defaultLocale: 'en', fallback: true }, ...declared } as never).then(
    () => '',
    (error: Error) => error.message,
  )
const inSdl = (text: string) => problemsOf({ schema: [sdl(text)] })
const inCode = (...fields: object[]) => problemsOf({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, ...fields] }] })
const block = (...fields: object[]) => [{ slug: 'quote', fields: [{ name: 'text' }, ...fields] }]

const ARGUMENTS: [sdl: string, hint: string][] = [
  ['type Site @global(slug: "site", label: "Site") { name: String }', 'use @label(text: …)'],
  ['type Site @global(slug: "site", description: "x") { name: String }', 'use @description(text: …)'],
  ['type Site @global(slug: "site", access: "anyone") { name: String }', 'use @access(read: …)'],
  ['type Post @collection(slug: "posts", indexes: []) { name: String }', 'use @index(fields: …)'],
  ['type Post @collection(slug: "posts", label: "x") { name: String }', "did you mean 'labels'?"],
  ['type Post @collection(slug: "posts") { name: String @length(label: "x") }', 'use @label(text: …)'],
  ['type Post @collection(slug: "posts") { name: String @length(unique: true) }', 'use @unique'],
]

describe('schema: messages that say where to go', () => {
  for (const [text, hint] of ARGUMENTS)
    it(`an argument that has its own directive: ${text}`, async () => {
      expect(await inSdl(text)).to.include(`\n  ${hint}`)
    })

  it('the localized list around a localized field', async () => {
    const rows = (name: string, more: object = {}) => ({
      name,
      type: 'array',
      fields: [{ name: 'link', fields: [{ name: 'text', localized: true }] }],
      ...more,
    })
    expect(await inCode(rows('first'), rows('second', { localized: true }), rows('third'))).to.include(
      "fields.second.link.text.localized: can't be localized, because the list 'second' around it is localized as a whole",
    )
    expect(
      await inSdl('type Post @collection(slug: "posts") { first: [Row!], second: [Row!] @localized } type Row { text: String @localized }'),
    ).to.include("because the list 'second' around it")
  })

  it('slugs and names of fields that a database keeps for itself', async () => {
    for (const kind of ['collections', 'globals']) {
      const message = await problemsOf({ [kind]: [{ slug: 'sqlite_x', fields: [{ name: 'a' }] }] })
      expect(message).to.include("the slug 'sqlite_x' is reserved\n  SQLite keeps names that begin with 'sqlite_' for itself")
      expect(message).to.include('[0] (sqlite_x)')
    }
    for (const name of ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'])
      expect(await inCode({ name })).to.include(
        `fields.${name}: the field name '${name}' is reserved\n  every table of Postgres has a column with this name`,
      )
    expect(await inSdl('type Post @collection(slug: "posts") { xmin: String }')).to.include("the field name 'xmin' is reserved")
    // In groups and rows, no column has exactly this name.
    expect(await inCode({ name: 'g', fields: [{ name: 'xmin' }] }, { name: 'XMIN' })).to.equal('')
  })

  const reserved = "the field name 'blockType' is reserved"
  it('a field called blockType in a block', async () => {
    for (const fields of [
      [{ name: 'a', blocks: block({ name: 'blockType' }) }],
      [{ name: 'a', type: 'richText', blocks: block({ name: 'blockType' }) }],
    ]) {
      const message = await inCode(...fields)
      expect(message).to.include(`fields.a.quote.blockType: ${reserved}\n  it holds the slug of the block`)
      expect(message).to.match(/^One problem/)
    }
    const message = await inSdl(
      'type Post @collection(slug: "posts") { a: [Part!] } union Part = Quote type Quote { text: String, blockType: String }',
    )
    expect(message)
      .to.include(reserved)
      .and.match(/^One problem/)
  })

  it('a field called blockType in rows and groups, where it would get lost', async () => {
    for (const field of [
      { name: 'a', type: 'array', fields: [{ name: 'blockType' }] },
      { name: 'a', fields: [{ name: 'blockType' }] },
      { name: 'a', blocks: block({ name: 'b', fields: [{ name: 'blockType' }] }) },
    ])
      expect(await inCode(field)).to.include(reserved)
  })
})
