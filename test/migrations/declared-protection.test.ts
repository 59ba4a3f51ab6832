/** What `hidden`, a named rule or `shown` keeps from readers stays protected where a conversion takes it into another field: kinds of containers
 * × what they become × protections. No database: plans are made and taken as applied.
 */
import { expect } from 'chai'
import type { MigrationFile } from '../../lib/migrations/changes.ts'
import { isInSight, isProtection } from '../../lib/migrations/declared-protection.ts'
import { block, blocks, field, group, posts, rows, rule, Site, was } from './remembering.ts'

const salary = (...more: object[]) => field('salary', ...more)
const FIELDS = (...more: object[]) => [field('label'), salary(...more)]

/** Each holds `salary` with these options, inside a field `pay`. */
const CONTAINERS: Record<string, (...more: object[]) => object> = {
  rows: (...more) => rows('pay', FIELDS(...more)),
  'localized rows': (...more) => rows('pay', FIELDS(...more), { localized: true }),
  'a localized field of rows': (...more) => rows('pay', FIELDS(...more, { localized: true })),
  blocks: (...more) => blocks('pay', [block('money', FIELDS(...more)), block('other', [field('label')])]),
  'a group in rows': (...more) => rows('pay', [group('sum', FIELDS(...more)), field('label')]),
  'a protected group in rows': (...more) => rows('pay', [group('sum', FIELDS(), ...more), field('label')]),
  'rows in rows': (...more) => rows('pay', [rows('parts', FIELDS(...more)), field('label')]),
  'rows in blocks': (...more) => blocks('pay', [block('money', [rows('parts', FIELDS(...more))])]),
}

const TARGETS: Record<string, (...more: object[]) => object> = {
  text: (...more) => field('pay', ...more),
  textarea: (...more) => field('pay', { type: 'textarea' }, ...more),
  json: (...more) => field('pay', { type: 'json' }, ...more),
  richText: (...more) => field('pay', { type: 'richText' }, ...more),
  'json of another name': (...more) => field('money', was('pay'), { type: 'json' }, ...more),
}

interface Protection {
  options: object
  needs: string
  /** Options of the new field that protect at least as much. */
  enough: Record<string, object>
  tooLittle: Record<string, object>
}

const HIDDEN = { hidden: true }
const NAMED = { access: { read: 'admin' } }
const SHOWN = { shown: () => '*' }
const PROTECTIONS: Record<string, Protection> = {
  hidden: { options: HIDDEN, needs: 'hidden', enough: { hidden: HIDDEN }, tooLittle: { 'a named rule': NAMED, 'a function': rule } },
  'a named rule': {
    options: NAMED,
    needs: 'access.read',
    enough: { hidden: HIDDEN, 'another named rule': { access: { read: 'loggedIn' } }, 'a function': rule },
    tooLittle: { "'anyone'": { access: { read: 'anyone' } }, 'a rule to update': { access: { update: 'admin' } } },
  },
  shown: { options: SHOWN, needs: 'shown', enough: { hidden: HIDDEN, 'a named rule': NAMED, shown: SHOWN }, tooLittle: {} },
}

const migrated = async (schema: object) => {
  const site = new Site()
  await site.migrate(schema)
  return site
}

describe('migrations: declared protection follows converted values', () => {
  for (const [what, { options, needs, enough, tooLittle }] of Object.entries(PROTECTIONS)) {
    for (const [container, holding] of Object.entries(CONTAINERS))
      it(`${what} in ${container}: any text or JSON that it becomes needs it`, async () => {
        const site = await migrated(posts(holding(options)))
        for (const [target, made] of Object.entries(TARGETS)) {
          const missed = `posts.fields.${target === 'json of another name' ? 'money' : 'pay'}.${needs}`
          expect(await site.asksFor(posts(made())), target).to.deep.equal([missed])
          for (const [how, more] of Object.entries(tooLittle))
            expect(await site.asksFor(posts(made(more))), `${target}, ${how}`).to.include(missed)
          for (const [how, more] of Object.entries(enough))
            expect(await site.asksFor(posts(made(more))), `${target}, ${how}`).to.deep.equal([])
        }
      })

    it(`${what}: rows and blocks that become one another need it at the same field`, async () => {
      const asBlocks = (...more: object[]) => blocks('pay', [block('money', FIELDS(...more))])
      const asRows = (...more: object[]) => rows('pay', FIELDS(...more))
      expect(await (await migrated(posts(asRows(options)))).asksFor(posts(asBlocks()))).to.include(`posts.fields.pay.money.salary.${needs}`)
      expect(await (await migrated(posts(asRows(options)))).asksFor(posts(asBlocks(options)))).to.deep.equal([])
      expect(await (await migrated(posts(asBlocks(options)))).asksFor(posts(asRows()))).to.include(`posts.fields.pay.salary.${needs}`)
      expect(await (await migrated(posts(asBlocks(options)))).asksFor(posts(asRows(options)))).to.deep.equal([])
    })

    it(`${what}: a field that has it may become a part of a text around which something protects as much`, async () => {
      const within = (sum: object) => posts(rows('outer', [rows('pay', [sum, field('label')])], HIDDEN))
      const site = await migrated(within(salary(options)))
      expect(await site.asksFor(posts(rows('outer', [field('pay', { type: 'textarea' })], HIDDEN)))).to.deep.equal([])
      expect(await site.asksFor(posts(rows('outer', [field('pay', { type: 'textarea' })])))).to.deep.equal([
        `posts.fields.outer.pay.${needs}`,
      ])
    })

    it(`${what}: rows that left the schema and return as JSON need it`, async () => {
      const site = await migrated(posts(rows('pay', FIELDS(options))))
      await site.migrate(posts())
      await site.migrate(posts(field('other')))
      expect(await site.asksFor(posts(field('pay', { type: 'json' })))).to.deep.equal([`posts.fields.pay.${needs}`])
    })

    it(`${what}: rows of which the field left the schema need it as JSON, and not as text, which lacks it`, async () => {
      const site = await migrated(posts(rows('pay', FIELDS(options))))
      await site.migrate(posts(rows('pay', [field('label')])))
      expect(await site.asksFor(posts(field('pay', { type: 'json' })))).to.deep.equal([`posts.fields.pay.${needs}`])
      expect(await site.asksFor(posts(field('pay', { type: 'textarea' })))).to.deep.equal([])
    })

    it(`${what}: nothing more is asked once the values are where it protects them, and a later removal is in sight`, async () => {
      const site = await migrated(posts(rows('pay', FIELDS(options))))
      await site.migrate(posts(field('pay', { type: 'json' }, HIDDEN)))
      expect(await site.asksFor(posts(field('pay', { type: 'json' })))).to.deep.equal([])
    })

    it(`${what}: files that are still to be applied may protect the values, and take that away again`, async () => {
      const before = posts(rows('pay', FIELDS(options)))
      const [site, written] = [await migrated(before), await migrated(before)]
      const files: MigrationFile[] = []
      for (const more of [HIDDEN, {}]) {
        await written.migrate(posts(field('pay', { type: 'textarea' }, more)))
        files.push({ name: '', hash: '', steps: [], after: written.applied, withoutCode: [], code: written.remembered })
      }
      const open = posts(field('pay', { type: 'textarea' }))
      expect(await site.asksFor(open, files)).to.deep.equal([])
      expect(await site.asksFor(open, files.slice(1))).to.deep.equal([`posts.fields.pay.${needs}`])
      files[1]!.withoutCode = [`posts.fields.pay.${needs}`]
      expect(await site.asksFor(open, files.slice(1))).to.deep.equal([])
    })
  }

  const IN_SIGHT: Record<string, { before: object; after: object }> = {
    'an option that is removed': { before: rows('pay', FIELDS(HIDDEN)), after: rows('pay', FIELDS()) },
    'a field that gets another name': {
      before: rows('pay', FIELDS(HIDDEN)),
      after: rows('pay', [field('label'), field('wage', was('salary'))]),
    },
    'a field that gets another type': { before: rows('pay', FIELDS(NAMED)), after: rows('pay', FIELDS({ type: 'number' })) },
    'rows that get another name': { before: rows('pay', FIELDS(HIDDEN)), after: rows('lines', FIELDS(), was('pay')) },
    'a field whose own option is removed with its type': { before: field('pay', HIDDEN), after: field('pay', { type: 'number' }) },
    'hidden rows that become a text': { before: rows('pay', FIELDS(), HIDDEN), after: field('pay', { type: 'textarea' }) },
    'a field that leaves a hidden group': { before: group('sum', FIELDS(), HIDDEN), after: field('salary', was('sum.salary')) },
    'a rule for everyone': { before: rows('pay', FIELDS({ access: { read: 'anyone' } })), after: field('pay', { type: 'textarea' }) },
    'a rule to update': { before: rows('pay', FIELDS({ access: { update: 'admin' } })), after: field('pay', { type: 'textarea' }) },
  }
  for (const [what, { before, after }] of Object.entries(IN_SIGHT))
    it(`${what}: asks nothing, because the schema shows it`, async () => {
      expect(await (await migrated(posts(before))).asksFor(posts(after))).to.deep.equal([])
    })

  it('values that return by --restore into JSON need it', async () => {
    const site = await migrated(posts(rows('pay', FIELDS(HIDDEN))))
    await site.migrate(posts(field('pay', { type: 'number' })))
    await site.migrate(posts(field('pay', { type: 'json' })))
    expect(await site.asksFor(posts(field('pay', { type: 'json' })), [], ['posts.pay'])).to.deep.equal(['posts.fields.pay.hidden'])
    expect(await site.asksFor(posts(field('pay', { type: 'json' }, HIDDEN)), [], ['posts.pay'])).to.deep.equal([])
  })

  it('a database of an older version, which remembers no protection, asks nothing', async () => {
    const site = await migrated(posts(rows('pay', FIELDS(HIDDEN))))
    site.remembered = site.remembered.filter((one) => !isProtection(one))
    expect(await site.asksFor(posts(field('pay', { type: 'json' })))).to.deep.equal([])
  })

  it('nothing but what fields declare is remembered once a plan is applied', async () => {
    const site = await migrated(posts(rows('pay', FIELDS(HIDDEN))))
    await site.migrate(posts(field('pay', { type: 'json' })))
    expect(site.remembered.filter((one) => isProtection(one) && !isInSight(one))).to.deep.equal([])
  })
})
