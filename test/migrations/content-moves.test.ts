/** What was protected by a rule stays protected wherever a plan moves it, whoever takes its former name: a table of moves in which the rule
 * stays with the name, and the same moves with the rule at the content. No database: plans are made and taken as applied.
 */
import { expect } from 'chai'
import type { MigrationFile } from '../../lib/migrations/changes.ts'
import { block, blocks, called, collections, field, group, posts, rows, rule, Site, text, was } from './remembering.ts'

const hook = { hooks: { beforeChange: () => undefined } }

interface Move {
  before: object
  /** Where the content is afterwards, with the rule left at its former name. */
  after: object
  /** The same with the rule at the content, and perhaps at its former name. */
  right: object
  missed: string[]
  /** What is missed when the schema goes back to `before`; nothing, unless the content stays where it went, or the rule came from around it. */
  back?: string[]
}

const MOVES: Record<string, Move> = {
  'a collection': {
    before: collections(called('posts', rule, hook)),
    after: collections(called('articles', was('posts')), called('posts', rule, hook)),
    right: collections(called('articles', was('posts'), rule, hook), called('posts')),
    missed: ['articles.access.read', 'articles.hooks.beforeChange'],
  },
  'a global': {
    before: { globals: [called('site', rule)] },
    after: { globals: [called('footer', was('site')), called('site', rule)] },
    right: { globals: [called('footer', was('site'), rule), called('site')] },
    missed: ['footer.access.read'],
  },
  'a field': {
    before: posts(field('salary', rule, { validate: () => true })),
    after: posts(field('wage', was('salary')), field('salary', rule, { validate: () => true })),
    right: posts(field('wage', was('salary'), rule, { validate: () => true }), field('salary')),
    missed: ['posts.fields.wage.access.read', 'posts.fields.wage.validate'],
  },
  'a field of another type': {
    before: posts(field('salary', { type: 'number' }, rule)),
    after: posts(field('wage', was('salary')), field('salary', { type: 'number' }, rule)),
    right: posts(field('wage', was('salary'), rule), field('salary', { type: 'number' })),
    missed: ['posts.fields.wage.access.read'],
  },
  'a localized field': {
    before: posts(field('salary', rule, { localized: true })),
    after: posts(field('wage', was('salary'), { localized: true }), field('salary', rule, { localized: true })),
    right: posts(field('wage', was('salary'), rule, { localized: true }), field('salary', { localized: true })),
    missed: ['posts.fields.wage.access.read'],
  },
  'a field that is localized from then on': {
    before: posts(field('salary', rule)),
    after: posts(field('wage', was('salary'), { localized: true }), field('salary', rule)),
    right: posts(field('wage', was('salary'), rule, { localized: true }), field('salary')),
    missed: ['posts.fields.wage.access.read'],
  },
  'two fields that change places': {
    before: posts(field('a', rule, { localized: true }), field('b', { localized: true })),
    after: posts(field('a', was('b'), rule, { localized: true }), field('b', was('a'), { localized: true })),
    right: posts(field('a', was('b'), { localized: true }), field('b', was('a'), rule, { localized: true })),
    missed: ['posts.fields.b.access.read'],
    back: ['posts.fields.b.access.read'],
  },
  'two collections that change places': {
    before: collections(called('posts', rule), called('pages')),
    after: collections(called('pages', was('posts')), called('posts', was('pages'), rule)),
    right: collections(called('pages', was('posts'), rule), called('posts', was('pages'))),
    missed: ['pages.access.read'],
    back: ['pages.access.read'],
  },
  'the field of a group': {
    before: posts(group('grp', [field('sec', rule), field('a')])),
    after: posts(group('grp', [field('code', was('sec')), field('sec', rule), field('a')])),
    right: posts(group('grp', [field('code', was('sec'), rule), field('sec'), field('a')])),
    missed: ['posts.fields.grp.code.access.read'],
  },
  'a group': {
    before: posts(group('grp', [field('sec', rule), field('a')], rule)),
    after: posts(group('gg', [field('sec'), field('a')], was('grp')), group('grp', [field('sec', rule), field('a')], rule)),
    right: posts(group('gg', [field('sec', rule), field('a')], was('grp'), rule), group('grp', [field('sec'), field('a')])),
    missed: ['posts.fields.gg.access.read', 'posts.fields.gg.sec.access.read'],
  },
  'a field that leaves its group': {
    before: posts(group('grp', [field('sec', rule), field('a')])),
    after: posts(field('sec', was('grp.sec')), group('grp', [field('sec', rule), field('a')])),
    right: posts(field('sec', was('grp.sec'), rule), group('grp', [field('sec'), field('a')])),
    missed: ['posts.fields.sec.access.read'],
  },
  'a field that leaves its group, which has the rule': {
    before: posts(group('grp', [field('sec'), field('a')], rule)),
    after: posts(field('sec', was('grp.sec')), group('grp', [field('a')], rule)),
    right: posts(field('sec', was('grp.sec'), rule), group('grp', [field('a')], rule)),
    missed: ['posts.fields.sec.access.read'],
    back: ['posts.fields.grp.sec.access.read'],
  },
  rows: {
    before: posts(rows('rows', [field('pay', rule)], rule)),
    after: posts(rows('lines', [field('pay')], was('rows')), rows('rows', [field('pay', rule)], rule)),
    right: posts(rows('lines', [field('pay', rule)], was('rows'), rule), rows('rows', [field('pay')])),
    missed: ['posts.fields.lines.access.read', 'posts.fields.lines.pay.access.read'],
  },
  'a field of rows': {
    before: posts(rows('rows', [field('pay', rule), group('in', [field('deep', rule)])])),
    after: posts(
      rows('rows', [
        field('wage', was('pay')),
        field('pay', rule),
        group('on', [field('deep')], was('in')),
        group('in', [field('deep', rule)]),
      ]),
    ),
    right: posts(
      rows('rows', [
        field('wage', was('pay'), rule),
        field('pay'),
        group('on', [field('deep', rule)], was('in')),
        group('in', [field('deep')]),
      ]),
    ),
    missed: ['posts.fields.rows.wage.access.read', 'posts.fields.rows.on.deep.access.read'],
  },
  'a localized field of rows that get another name': {
    before: posts(rows('rows', [field('pay', rule, { localized: true })])),
    after: posts(
      rows('lines', [field('wage', was('pay'), { localized: true })], was('rows')),
      rows('rows', [field('pay', rule, { localized: true })]),
    ),
    right: posts(rows('lines', [field('wage', was('pay'), rule, { localized: true })], was('rows')), rows('rows', [field('pay')])),
    missed: ['posts.fields.lines.wage.access.read'],
  },
  'localized rows': {
    before: posts(rows('rows', [field('pay', rule)], { localized: true })),
    after: posts(rows('rows', [field('wage', was('pay')), field('pay', rule)], { localized: true })),
    right: posts(rows('rows', [field('wage', was('pay'), rule), field('pay')], { localized: true })),
    missed: ['posts.fields.rows.wage.access.read'],
  },
  'a block type and its field': {
    before: posts(blocks('parts', [block('quote', [field('by', rule)])])),
    after: posts(blocks('parts', [block('zitat', [field('von', was('by'))], was('quote')), block('quote', [field('by', rule)])])),
    right: posts(blocks('parts', [block('zitat', [field('von', was('by'), rule)], was('quote')), block('quote', [field('by')])])),
    missed: ['posts.fields.parts.zitat.von.access.read'],
  },
  'blocks in a text, with the text': {
    before: posts(text('body', [block('quote', [field('by', { defaultValue: () => 'x' })])])),
    after: posts(
      text('words', [block('zitat', [field('von', was('by'))], was('quote'))], was('body')),
      text('body', [block('quote', [field('by', { defaultValue: () => 'x' })])]),
    ),
    right: posts(
      text('words', [block('zitat', [field('von', was('by'), { defaultValue: () => 'x' })], was('quote'))], was('body')),
      text('body', [block('quote', [field('by')])]),
    ),
    missed: ['posts.fields.words.zitat.von.defaultValue'],
  },
}

describe('migrations: rules follow the content', () => {
  for (const [what, { before, after, right, missed, back = [] }] of Object.entries(MOVES)) {
    it(`of ${what}: a rule that stays with the former name is missed`, async () => {
      const site = new Site()
      await site.migrate(before)
      expect(await site.asksFor(after)).to.have.members(missed)
      expect(await site.asksFor(right)).to.deep.equal([])
    })

    it(`of ${what}: nothing is missed afterwards, with the renamedFrom and without, and the rule is when it goes back`, async () => {
      const site = new Site()
      await site.migrate(before)
      await site.migrate(right)
      expect(await site.asksFor(right)).to.deep.equal([])
      expect(await site.asksFor(without(right, 'renamedFrom'))).to.deep.equal([])
      expect(await site.asksFor(without(right, 'access', 'hooks', 'validate', 'defaultValue'))).to.include.members(missed)
      expect(await site.asksFor(before)).to.deep.equal(back)
    })
  }

  it('a rule is missed where its content goes back, and where it comes back', async () => {
    const site = new Site()
    await site.migrate(posts(field('salary', rule)))
    await site.migrate(posts(field('wage', was('salary'), rule)))
    expect(await site.asksFor(posts(field('salary')))).to.deep.equal(['posts.fields.salary.access.read'])
    await site.migrate(posts())
    expect(await site.asksFor(posts(field('wage')))).to.deep.equal(['posts.fields.wage.access.read'])
  })

  it('a rule is missed where its content fills the empty values of another field', async () => {
    const site = new Site()
    await site.migrate(posts(field('salary', rule), field('wage'), rows('rows', [field('salary', rule), field('wage')])))
    await site.migrate(posts(field('wage'), rows('rows', [field('wage')])))
    expect(await site.asksFor(posts(field('wage', was('salary')), rows('rows', [field('wage', was('salary'))])))).to.have.members([
      'posts.fields.wage.access.read',
      'posts.fields.rows.wage.access.read',
    ])
  })

  it('a rule is missed where several files that are still to be applied move its content, and none says so any more', async () => {
    const [site, written] = [new Site(), new Site()]
    await site.migrate(posts(field('salary', rule)))
    await written.migrate(posts(field('salary', rule)))
    const files: MigrationFile[] = []
    for (const schema of [posts(field('pay', was('salary'), rule)), posts(field('wage', was('pay'), rule), field('salary'))]) {
      await written.migrate(schema)
      files.push({ name: '', hash: '', steps: [], after: written.applied, withoutCode: [] })
    }
    const last = (...more: object[]) => posts(field('wage', ...more), field('salary'))
    expect(await site.asksFor(last(), files)).to.deep.equal(['posts.fields.wage.access.read'])
    expect(await site.asksFor(last(rule), files)).to.deep.equal([])
    files[1]!.withoutCode = ['posts.fields.wage.access.read']
    expect(await site.asksFor(last(), files)).to.deep.equal([])
  })

  it('rows that became a text and return need only the rules that they had, also with what is restored: a text never becomes rows', async () => {
    const site = new Site()
    const before = posts(rows('pay', [field('label'), field('salary', rule)]))
    await site.migrate(before)
    await site.migrate(posts(field('pay', { type: 'textarea' }, rule)))
    expect(await site.asksFor(before)).to.deep.equal([])
    expect(await site.asksFor(before, [], ['posts.pay'])).to.deep.equal([])
    await site.migrate(before)
    expect(await site.asksFor(posts(field('pay', { type: 'textarea' })), [], ['posts.pay'])).to.deep.equal(['posts.fields.pay.access.read'])
  })

  it('what was dropped needs no rule any more', async () => {
    const site = new Site()
    const all = (...more: object[]) => posts(field('salary', ...more), rows('rows', [field('pay', ...more), field('a')]))
    await site.migrate(all(rule))
    const rest = posts(rows('rows', [field('a')]))
    await site.migrate(rest)
    expect(await site.asksFor(all())).to.have.length(2)
    await site.migrate(rest, [
      { do: 'drop', table: 'posts', column: 'salary' },
      { do: 'dropInside', table: 'posts', column: 'rows', inside: '.pay' },
    ])
    expect(await site.asksFor(all())).to.deep.equal([])
  })
})

/** Without these words, at any depth. */
function without<T>(schema: T, ...words: string[]): T {
  if (Array.isArray(schema)) return schema.map((one) => without(one, ...words)) as T
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => (words.includes(key) ? [] : [[key, without(value, ...words)]])),
  ) as T
}
