/** Options of the configuration that name content types or fields are checked next to a schema that is wrong, without what only follows from that. */
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { sdl } from '../../schema/sdl-text.ts'
import { SECRET } from '../harness/start.ts'

describe('schema: its right part', () => {
  const typo = { name: 'n', type: 'txt' }
  const limits = { name: 'n', type: 'number', min: 5, max: 1 }
  const text = { name: 'a' }
  const to = (slug: string) => ({ name: 'r', type: 'relationship', to: slug })
  const hook = (more: object) => ({ webhooks: [{ url: 'https://example.org', ...more }] })
  const sorted = (sort: string) => ({ admin: { list: { sort } } })

  /** What must be said of the options; the problem of the schema is another one. */
  const CASES: [title: string, given: object, says: RegExp[]][] = [
    [
      'slugs',
      { ...hook({ collections: ['q'] }), admin: { menu: ['zz'] }, collections: [{ slug: 'x', fields: [typo, text] }] },
      [/'q'/, /'zz'/],
    ],
    ['slugs of wrong content types', { ...hook({ collections: ['x'] }), collections: [{ slug: 'x', fields: [typo] }] }, []],
    ['a slug that is reserved', { ...hook({ collections: ['auth'] }), collections: [{ slug: 'auth', fields: [text] }] }, []],
    ['a content type without a slug', { ...hook({ collections: ['x'] }), collections: [{ slgu: 'x', fields: [text] }] }, []],
    ['a file that is missing', { ...hook({ collections: ['x'] }), schema: './nowhere.graphql' }, []],
    ['SDL', { ...hook({ collections: ['x', 'q'] }), schema: sdl`type X @collection(slug: "x") { a: Strin }` }, [/'q'/]],
    [
      'an extension of a wrong content type',
      { schema: sdl`type X @collection(slug: "x") { a: Strin }`, collections: [{ slug: 'x', hooks: { afterChange: () => undefined } }] },
      [],
    ],
    ['a list', { collections: [{ slug: 'x', ...sorted('q'), fields: [limits, text] }] }, [/x\.admin\.list\.sort.*'?q/]],
    ['a list by a wrong field', { collections: [{ slug: 'x', ...sorted('-n'), fields: [limits, text] }] }, []],
    ['a list by a field of unknown type', { collections: [{ slug: 'x', ...sorted('n'), useAsTitle: 'n', fields: [typo, text] }] }, []],
    ['a list by a status', { collections: [{ slug: 'x', drafts: 'yes', ...sorted('status'), fields: [text] }] }, []],
    [
      'filters',
      {
        collections: [
          { slug: 'x', fields: [typo, text] },
          { slug: 'y', fields: [{ ...to('x'), filterOptions: { q: { equals: 1 } } }] },
        ],
      },
      [/y\.r\.filterOptions.*q/],
    ],
    [
      'a filter by a wrong field',
      {
        collections: [
          { slug: 'x', fields: [limits, text] },
          { slug: 'y', fields: [{ ...to('x'), filterOptions: { n: { equals: 1 } } }] },
        ],
      },
      [],
    ],
    ['a relation to nowhere, and a list by what is behind it', { collections: [{ slug: 'x', ...sorted('r.b'), fields: [to('nix')] }] }, []],
    [
      'a localized field',
      { collections: [{ slug: 'x', fields: [limits, { name: 'b', localized: true }] }] },
      [/x\.b: 'localized' needs locales/],
    ],
    ['a rule', { collections: [{ slug: 'x', access: { read: 'nobdy' }, fields: [text] }] }, []],
    [
      'a rule in a hurry',
      {
        collections: [
          {
            slug: 'x',
            fields: [
              { ...text, type: 'grup', fields: [text] },
              { name: 's', type: 'slug', from: 'a' },
            ],
          },
        ],
      },
      [],
    ],
  ]
  for (const [title, given, says] of CASES)
    it(title, async () => {
      const failed = await createCms({ secret: SECRET, db: sqlite({ filename: ':memory:' }), ...given } as Config).catch((error) => error)
      const [config = '', schema] = (failed.message as string).split(/^(?=One problem|\d+ problems)/m)
      expect(schema ?? config, failed.message).to.match(/^One problem in the schema/)
      const lines =
        schema === undefined
          ? []
          : config
              .split('\n')
              .slice(1)
              .filter((line) => line !== '')
      expect(lines, failed.message).to.have.length(says.length)
      for (const [index, one] of says.entries()) expect(lines[index]).to.match(one)
    })
})
