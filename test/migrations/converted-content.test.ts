/** Where the rules of fields must be once what the fields are in has another type: each conversion × what it is in × whether it gets another name.
 * Fields in the blocks of a rich text have no rules. No database: plans are made and taken as applied.
 */
import { expect } from 'chai'
import { block, blocks, field, group, posts, rows, rule, Site, was } from './remembering.ts'

type Make = (name: string, inner: object, ...more: object[]) => object

/** What has the field `s`, and where in it. */
const CONTAINERS: Record<string, { place: string; make: Make }> = {
  rows: { place: '.s', make: (name, inner, ...more) => rows(name, [field('s', inner), field('o')], ...more) },
  blocks: { place: '.quote.s', make: (name, inner, ...more) => blocks(name, [block('quote', [field('s', inner), field('o')])], ...more) },
  'a group': { place: '.s', make: (name, inner, ...more) => group(name, [field('s', inner), field('o')], ...more) },
}
const VALUES = ['textarea', 'json', 'richText', 'number']
/** A type that can't hold words. */
const UNFIT = ['number']

const HOLDERS: Record<string, { path: string; has: (one: object) => object; of?: string[] }> = {
  'at the top': { path: '', has: (one) => one, of: ['rows', 'blocks'] },
  'in a group': { path: 'seo.', has: (one) => group('seo', [field('t'), one]), of: ['rows', 'blocks'] },
  'in rows': { path: 'list.', has: (one) => rows('list', [field('t'), one]) },
  'in blocks': { path: 'parts.hero.', has: (one) => blocks('parts', [block('hero', [field('t'), one])]) },
  'in rows of blocks': { path: 'parts.hero.list.', has: (one) => blocks('parts', [block('hero', [rows('list', [one])])]) },
}
const NAMES: Record<string, [string, object]> = { '': ['x', {}], ' and gets another name': ['y', was('x')] }

async function siteWith(before: object): Promise<Site> {
  const site = new Site()
  await site.migrate(posts(before))
  return site
}

describe('migrations: rules of what is converted', () => {
  for (const [what, { place, make }] of Object.entries(CONTAINERS))
    for (const [where, { path, has, of }] of Object.entries(HOLDERS)) {
      if (of && !of.includes(what)) continue
      const named = (to: string) => `${what} ${where} becoming ${to}`
      const missed = (name: string, rest = '') => [`posts.fields.${path}${name}${rest}.access.read`]

      for (const [also, [name, more]] of Object.entries(NAMES)) {
        for (const type of VALUES)
          it(`${named(type)}${also}: the field needs the rule, once`, async () => {
            const site = await siteWith(has(make('x', rule)))
            const value = (...rules: object[]) => posts(has(field(name, { type }, more, ...rules)))
            expect(await site.asksFor(value())).to.deep.equal(UNFIT.includes(type) ? [] : missed(name))
            expect(await site.asksFor(value(rule))).to.deep.equal([])
            await site.migrate(value(rule))
            expect(await site.asksFor(value(rule))).to.deep.equal([])
            expect(await site.asksFor(posts(has(field(name, { type }))))).to.deep.equal(missed(name))
          })

        for (const [target, { place: now, make: makeOther }] of Object.entries(CONTAINERS)) {
          if (target === what || (of && !of.includes(target))) continue
          it(`${named(target)}${also}: its field needs the rule`, async () => {
            const site = await siteWith(has(make('x', rule)))
            expect(await site.asksFor(posts(has(makeOther(name, {}, more))))).to.deep.equal(missed(name, now))
            await site.migrate(posts(has(makeOther(name, rule, more))))
            expect(await site.asksFor(posts(has(makeOther(name, {}))))).to.deep.equal(missed(name, now))
            expect(await site.asksFor(posts(has(makeOther(name, rule))))).to.deep.equal([])
          })
        }
      }

      it(`${what} ${where} that leaves: nothing is asked, until it comes back`, async () => {
        const site = await siteWith(has(make('x', rule)))
        await site.migrate(posts(has(field('s'))))
        expect(await site.asksFor(posts(has(field('s'))))).to.deep.equal([])
        expect(await site.asksFor(posts(has(make('x', {}))))).to.deep.equal(missed('x', place))
      })
    }

  it('a field that gets another name while rows become blocks takes its rule along', async () => {
    const site = await siteWith(rows('x', [field('s', rule)]))
    const quote = (...more: object[]) => posts(blocks('x', [block('quote', [field('by', was('s'), ...more)])]))
    expect(await site.asksFor(quote())).to.deep.equal(['posts.fields.x.quote.by.access.read'])
    expect(await site.asksFor(quote(rule))).to.deep.equal([])
  })

  it('words lack what was parked in rows; JSON has it', async () => {
    const site = await siteWith(rows('x', [field('s', rule), field('o')]))
    await site.migrate(posts(rows('x', [field('o')])))
    expect(await site.asksFor(posts(field('x', { type: 'textarea' })))).to.deep.equal([])
    expect(await site.asksFor(posts(field('x', { type: 'json' })))).to.deep.equal(['posts.fields.x.access.read'])
  })

  it('old rows that are restored need the rules that they had, whatever was confirmed meanwhile', async () => {
    const site = await siteWith(rows('x', [field('s', rule), field('o')]))
    const bare = posts(rows('x', [field('s'), field('o')]))
    await site.migrate(posts(field('x', { type: 'textarea' })))
    site.remembered = site.remembered.filter((one) => one.includes('$old'))
    await site.migrate(bare)
    expect(await site.asksFor(bare)).to.deep.equal([])
    expect(await site.asksFor(bare, [], ['posts.x'])).to.deep.equal(['posts.fields.x.s.access.read'])
  })

  it('the rule of a group is enough for what is restored in it', async () => {
    const seo = (one: object) => group('seo', [field('t'), one], rule)
    const site = await siteWith(seo(rows('x', [field('o')])))
    for (const one of [field('x', { type: 'textarea' }), rows('x', [field('o')])]) await site.migrate(posts(seo(one)))
    expect(await site.asksFor(posts(seo(rows('x', [field('o')]))), [], ['posts.seo.x'])).to.deep.equal([])
  })
})
