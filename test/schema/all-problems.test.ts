/** All problems of a schema are listed together, and none that only follows from another. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'
import type { SchemaError } from '../../schema/problems.ts'

const text = { name: 'a' }
const limits = { name: 'n', type: 'number', min: 5, max: 1 }

/** Collections, and the beginnings of what must be said of them. */
const CASES: [title: string, collections: object[], says: RegExp[]][] = [
  [
    'a misspelt option, limits and a title',
    [{ slug: 'x', useAsTitle: 'zz', fields: [{ name: 'b', requird: true }, limits, text] }],
    [/requird/, /'zz'/, /min|max/],
  ],
  [
    'a reserved name, limits and a title',
    [{ slug: 'x', useAsTitle: 'zz', fields: [{ name: 'id' }, limits, text] }],
    [/'id'/, /'zz'/, /min|max/],
  ],
  [
    'a misspelt option of the content type',
    [{ slug: 'x', lables: 'X', fields: [limits, { name: 'r', type: 'relationship', to: 'nix' }] }],
    [/lables/, /min|max/, /nix/],
  ],
  [
    'several content types',
    [
      { slug: 'x', fields: [{ name: 'b', requird: true }] },
      { slug: 'y', useAsTitle: 'zz', fields: [limits] },
    ],
    [/requird/, /'zz'/, /min|max/],
  ],
  ['a title that is wrong itself', [{ slug: 'x', useAsTitle: 'title', fields: [{ name: 'title', requird: true }, text] }], [/requird/]],
  [
    'what names a wrong field',
    [
      {
        slug: 'x',
        indexes: [['b', 'a'], ['-b']],
        admin: { layout: ['b', 'a', 's'] },
        fields: [
          { name: 'b', requird: true },
          { name: 's', type: 'slug', from: 'b' },
          { ...text, uniqueWithin: 'b' },
        ],
      },
    ],
    [/requird/],
  ],
  [
    'a relation to a wrong content type',
    [
      { slug: 'x', fields: [{ name: 'b', requird: true }] },
      { slug: 'y', fields: [{ name: 'r', type: 'relationship', to: 'x' }] },
    ],
    [/requird/],
  ],
  ['drafts that are wrong', [{ slug: 'x', drafts: 'yes', schedule: true, fields: [text] }], [/drafts/]],
  ['code for a wrong field', [{ slug: 'x', fields: [{ name: 'b', requird: true, validate: () => true }, text] }], [/requird/]],
  ['two problems of one field', [{ slug: 'x', fields: [{ name: 'b', requird: true, uniqe: true }, text] }], [/requird/, /uniqe/]],
]

describe('schema: all problems', () => {
  for (const [title, collections, says] of CASES)
    it(title, async () => {
      const { problems } = (await build({ collections }).catch((error) => error)) as SchemaError
      const lines = problems.map(({ message }) => message)
      for (const one of says)
        expect(
          lines.filter((line) => one.test(line)),
          `${one}: ${lines.join('\n')}`,
        ).to.have.length(1)
      expect(lines, lines.join('\n')).to.have.length(says.length)
    })
})
