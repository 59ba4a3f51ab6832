/** Names that pass from one field or collection to another: the plan says to stop earlier processes first, and says it of nothing else. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const field = (name: string, renamedFrom?: string, more: object = {}) => ({ name, ...(renamedFrom && { renamedFrom }), ...more })
const rows = (...fields: object[]) => field('pay', undefined, { type: 'array', fields })
const group = (name: string, renamedFrom?: string) => field(name, renamedFrom, { type: 'group', fields: [field('x')] })
const blocks = (...slugs: [slug: string, renamedFrom?: string][]) =>
  field('body', undefined, {
    type: 'blocks',
    blocks: slugs.map(([slug, renamedFrom]) => ({ slug, ...(renamedFrom && { renamedFrom }), fields: [field('text')] })),
  })
const collection = (slug: string, renamedFrom?: string) => ({ slug, ...(renamedFrom && { renamedFrom }), fields: [field('title')] })

/** The schemas before and after, and which names pass on. */
const CASES: Record<string, [before: object[], after: object[], passed: string[]]> = {
  'two fields that swap': [
    posts([field('a'), field('b')]),
    posts([field('a', 'b'), field('b', 'a')]),
    ["'a' of 'posts'", "'b' of 'posts'"],
  ],
  'a field that takes the name of one that goes': [posts([field('a'), field('b')]), posts([field('b', 'a')]), ["'b' of 'posts'"]],
  'a new field with the name of one that is renamed': [posts([field('a')]), posts([field('a'), field('c', 'a')]), ["'a' of 'posts'"]],
  'two fields in rows that swap': [
    posts([rows(field('a'), field('b'))]),
    posts([rows(field('a', 'b'), field('b', 'a'))]),
    ["'pay.a' of 'posts'", "'pay.b' of 'posts'"],
  ],
  'a new field in rows with the name of one that is renamed': [
    posts([rows(field('a'))]),
    posts([rows(field('a'), field('c', 'a'))]),
    ["'pay.a' of 'posts'"],
  ],
  'two groups that swap': [
    posts([group('a'), group('b')]),
    posts([group('a', 'b'), group('b', 'a')]),
    ["'a.x' of 'posts'", "'b.x' of 'posts'"],
  ],
  'two block types that swap': [
    posts([blocks(['a'], ['b'])]),
    posts([blocks(['a', 'b'], ['b', 'a'])]),
    ["'body[a]' of 'posts'", "'body[b]' of 'posts'"],
  ],
  'two collections that swap': [
    [collection('x'), collection('y')],
    [collection('x', 'y'), collection('y', 'x')],
    ["'x'", "'y'"],
  ],
  'a new collection with the slug of one that is renamed': [[collection('x')], [collection('z', 'x'), collection('x')], ["'x'"]],
  'a field that is renamed': [posts([field('a')]), posts([field('c', 'a')]), []],
  'fields that come and go': [posts([field('a')]), posts([field('b')]), []],
  'a field that becomes a number': [posts([field('a')]), posts([field('a', undefined, { type: 'number' })]), []],
}

for (const database of DATABASES)
  describe(`migrations: names that pass on, with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const warned = async () => {
      const warnings = await site.migrator.warnings(site.cms.engine.tables(), site.cms.engine.model)
      return warnings.flatMap(
        ({ words }) => /^the name (.*) passes to another (?:field|block type|collection): first stop/.exec(words)?.[1] ?? [],
      )
    }

    for (const [what, [before, after, passed]] of Object.entries(CASES))
      it(`${what}: ${passed.join(', ') || 'none'}`, async () => {
        await site.migrate(before as never)
        await site.open(after as never)
        expect((await warned()).sort()).to.deep.equal(passed)
        await site.migrate(after as never)
        expect(await warned(), 'after the migration').to.deep.equal([])
      })
  })
