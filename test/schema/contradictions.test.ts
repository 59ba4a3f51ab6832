/** Options of a field that can't be meant stop the start: they contradict each other, have no effect, or make every document invalid. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'
import { type Fields, problemsOf } from './problems-of.ts'

const MEMBERS = { name: 'members', type: 'relationship', to: 'posts', hasMany: true }

const WRONG: [what: string, fields: Fields, problem: string][] = [
  ['characters', [{ name: 'a', minLength: 5, maxLength: 1 }], 'minLength: the minimum of 5 is more than the maximum of 1'],
  ['numbers', [{ name: 'a', type: 'number', min: 10, max: 0 }], 'a.min: the minimum of 10 is more than the maximum of 0'],
  ['rows', [{ name: 'a', type: 'array', minRows: 3, maxRows: 1, fields: [{ name: 'x' }] }], 'a.minRows: the minimum of 3'],
  [
    'rows of one value',
    [{ name: 'a', type: 'relationship', to: 'posts', minRows: 1 }],
    "a.minRows: 'minRows' has no effect on a field with one value",
  ],
  [
    'the most rows of one value',
    [{ name: 'a', type: 'upload', maxRows: 1 }],
    "a.maxRows: 'maxRows' has no effect on a field with one value",
  ],
  ['several texts', [{ name: 'a', hasMany: true }], "'hasMany' has no effect on a field of type text"],
  ['several numbers', [{ name: 'a', type: 'number', hasMany: true }], "'hasMany' has no effect on a field of type number"],
  [
    'several lists',
    [{ name: 'a', type: 'array', hasMany: true, fields: [{ name: 'x' }] }],
    "'hasMany' has no effect on a field of type array",
  ],
  ['fields of a text', [{ name: 'a', type: 'text', fields: [{ name: 'x' }] }], "'fields' has no effect on a field of type text"],
  ['options of a number', [{ name: 'a', type: 'number', options: ['x'] }], "'options' has no effect on a field of type number"],
  [
    'blocks of an array',
    [{ name: 'a', type: 'array', blocks: [], fields: [{ name: 'x' }] }],
    "'blocks' has no effect on a field of type array",
  ],
  [
    'no whole number',
    [{ name: 'a', type: 'number', integer: true, min: 0.5, max: 0.9 }],
    'a.min: a range from 0.5 to 0.9 contains no whole number',
  ],
  ['a slug of itself', [{ name: 'a', type: 'slug', from: 'a' }], "a.from: 'from' names the field itself"],
  ['a condition without a field', [{ name: 'a', admin: { condition: { equals: 'x' } } }], "'condition' needs 'field'"],
  [
    'a condition without a test',
    [{ name: 'b' }, { name: 'a', admin: { condition: { not: { field: 'b' } } } }],
    "'condition' says nothing about 'b'",
  ],
  ['a condition on itself', [{ name: 'a', admin: { condition: { field: 'a', exists: true } } }], "'condition' depends on the field itself"],
  ['an index of JSON', [{ name: 'a', type: 'json', index: true }], "'index' has no effect on a field of type json"],
  ['an index of rich text', [{ name: 'a', type: 'richText', index: true }], "'index' has no effect on a field of type richText"],
  [
    'an index of a group',
    [{ name: 'a', type: 'group', index: true, fields: [{ name: 'x' }] }],
    "'index' has no effect on a field of type group",
  ],
  ['a group of nothing', [{ name: 'a', type: 'group' }], 'a: needs fields'],
  ['no types of blocks', [{ name: 'a', type: 'blocks' }], "a.blocks: 'blocks' must not be empty"],
  ['a whole text', [{ name: 'a', integer: true }], "'integer' has no effect on a field of type text"],
  ['a word for yes', [{ name: 'a', required: 'yes' }], "'required' must be true or false"],
  ['unique twice', [{ name: 'site' }, { name: 'a', unique: true, uniqueWithin: 'site' }], "'unique' and 'uniqueWithin' exclude each other"],
  ['unique lists', [{ ...MEMBERS, unique: true }], "'unique' has no effect on a field with several values"],
  ['unique JSON', [{ name: 'a', type: 'json', unique: true }], "'unique' has no effect on a field with several values"],
  ['unique within a list', [MEMBERS, { name: 'a', uniqueWithin: 'members' }], "can't be unique within 'members'"],
  [
    'a slug of a number',
    [
      { name: 'n', type: 'number' },
      { name: 'a', type: 'slug', from: 'n' },
    ],
    "'from' names 'n', which must be a text",
  ],
  ['an option that is none', [{ name: 'a', options: ['x'], defaultValue: 'y' }], "a.defaultValue: the default value 'y' must be one of: x"],
  ['a number in words', [{ name: 'a', type: 'number', defaultValue: 'one' }], "a.defaultValue: the default value 'one' must be a number"],
  ['a text that is too long', [{ name: 'a', maxLength: 2, defaultValue: 'abc' }], "the default value 'abc' must be at most 2 characters"],
  [
    'a text of another form',
    [{ name: 'a', pattern: '^[a-z]+$', defaultValue: 'A' }],
    "the default value 'A' has the wrong format; it should look like 'abc'",
  ],
  ['one value of several', [{ name: 'a', options: ['x'], hasMany: true, defaultValue: 'x' }], "the default value 'x' must be a list"],
  ['no date', [{ name: 'a', type: 'date', defaultValue: 'soon' }], "the default value 'soon' must be a valid date"],
  ['no email', [{ name: 'a', type: 'email', defaultValue: 'soon' }], "the default value 'soon' must be a valid email address"],
  ['no rich text', [{ name: 'a', type: 'richText', defaultValue: 'words' }], "the default value 'words' must be an object"],
  [
    'a row of another kind',
    [{ name: 'a', type: 'array', fields: [{ name: 'n', type: 'number' }], defaultValue: [{ n: 1 }, { n: 'x' }] }],
    "the default value 'x' at '1.n' must be a number",
  ],
  [
    'a row with a field that there is not',
    [{ name: 'a', type: 'array', fields: [{ name: 'text' }], defaultValue: [{ text: 'x' }, { txet: 'x' }] }],
    "a.defaultValue: the default value has 'txet', which is not a field here",
  ],
  [
    'a condition on an option that there is not',
    [
      { name: 's', options: ['open', 'closed'] },
      {
        name: 'a',
        admin: {
          condition: {
            or: [
              { field: 's', in: ['open', 'close'] },
              { field: 's', equals: null },
            ],
          },
        },
      },
    ],
    "'condition' compares 's' with 'close', which is not one of its options",
  ],
  ['the target of a text', [{ name: 'a', type: 'text', to: 'users' }], "'to' has no effect on a field of type text"],
  ['another target of an upload', [{ name: 'a', type: 'upload', to: 'users' }], "'to' has no effect on a field of type upload"],
  ['several targets', [{ name: 'a', type: 'relationship', to: ['users'] }], "'to' must be the slug of one collection, not a list"],
  ['labels of a select', [{ name: 'a', options: ['x'], labels: { x: 'X' } }], "unknown option 'labels'"],
  ['a validate that is a text', [{ name: 'a', validate: 'x' }], "'validate' must be a function, not a string"],
  ['a shown that is a text', [{ name: 'a', shown: 'x' }], "'shown' must be a function, not a string"],
  ['a name twice', [{ name: 'a' }, { name: 'a' }], "the field 'a' is declared twice"],
  ['a name with a dash', [{ name: 'my-field' }], "the field name 'my-field' must begin with a letter"],
  ['a name that could reach the prototype', [{ name: 'constructor' }], "the field name 'constructor' is reserved"],
  ...['toString', 'valueOf', 'hasOwnProperty'].map((name): (typeof WRONG)[number] => [
    `a name that every object has: ${name}`,
    [{ name }],
    `the field name '${name}' is reserved`,
  ]),
  ['a field that is a text', ['a'] as never, "a field must be an object such as { name: 'title' }, not a string"],
  [
    'a block that is a text',
    [{ name: 'a', type: 'blocks', blocks: ['x', { slug: 'q', fields: [{ name: 't' }] }] }],
    'a block must be an object such as',
  ],
  ...(
    [
      ['access.read', { access: { read: 'admin' } }],
      ['access.read', { access: { read: () => true } }],
      ['cell', { admin: { cell: 'x-y' } }],
      ['column', { admin: { column: true } }],
    ] as const
  ).flatMap(([word, more]): (typeof WRONG)[number][] => [
    [`a hidden field with ${word}`, [{ name: 'a', hidden: true, ...more }], `'${word}' has no effect on a hidden field`],
    [`a write-only field with ${word}`, [{ name: 'a', writeOnly: true, ...more }], `'${word}' has no effect on a write-only field`],
  ]),
  ...['position', 'width', 'component', 'placeholder'].map((word): (typeof WRONG)[number] => [
    `a hidden field with ${word}`,
    [{ name: 'a', hidden: true, admin: { [word]: { position: 'sidebar', width: 'half', component: 'x-y', placeholder: 'x' }[word] } }],
    `a.admin.${word}: '${word}' has no effect on a hidden field, which never leaves the server`,
  ]),
  [
    'a write-only field that is shown',
    [{ name: 'a', writeOnly: true, shown: () => 'x' }],
    "a.shown: 'shown' has no effect on a write-only field, which is never returned",
  ],
  [
    'a write-only field that was renamed',
    [{ name: 'a', writeOnly: true, renamedFrom: 'b' }],
    "a.renamedFrom: 'renamedFrom' has no effect on a write-only field, which is never stored",
  ],
  ['unique within itself', [{ name: 'a', uniqueWithin: 'a' }], "a.uniqueWithin: 'uniqueWithin' names the field itself"],
  [
    'unique within what is never stored',
    [
      { name: 'w', writeOnly: true },
      { name: 'a', uniqueWithin: 'w' },
    ],
    "a.uniqueWithin: can't be unique within 'w', which is never stored",
  ],
  ['a required text of no characters', [{ name: 'a', required: true, maxLength: 0 }], "a: 'required' asks for a value, but a maximum of 0"],
  [
    'required rows of which there are none',
    [{ name: 'a', type: 'array', required: true, maxRows: 0, fields: [{ name: 'x' }] }],
    "a: 'required' asks for a value, but a maximum of 0",
  ],
  ['a function as a word of the system', [{ name: 'a', access: { read: 5 } }], "the rule 'read' must be a function or the name of a rule"],
]

const RIGHT: [what: string, fields: Fields][] = [
  [
    'placeholders of what editors type',
    (['text', 'textarea', 'email', 'slug', 'number', 'richText'] as const).map((type) => ({
      name: `a${type}`,
      type,
      admin: { placeholder: 'x' },
    })),
  ],
  ['a hidden field that callers may set', [{ name: 'a', hidden: true, access: { create: 'admin', update: 'admin' } }]],
  ['a hidden field that the system reads as it is shown', [{ name: 'a', hidden: true, shown: () => 'x' }]],
  ['a hidden field that a hook fills', [{ name: 'a', hidden: true, required: true, index: true, admin: { column: false } }]],
  [
    'a write-only field with an input',
    [{ name: 'a', writeOnly: true, admin: { position: 'sidebar', component: 'x-y', placeholder: 'x' } }],
  ],
  ['a write-only field with a default', [{ name: 'a', writeOnly: true, hidden: true, defaultValue: 'x', minLength: 1 }]],
  ['an index of a unique field', [{ name: 'a', unique: true, index: true }]],
  ['a slug with a default', [{ name: 'a', type: 'slug', from: 'title', defaultValue: 'x' }]],
  ['limits that meet', [{ name: 'a', minLength: 2, maxLength: 2 }]],
  ['a date in short', [{ name: 'a', type: 'date', defaultValue: '2026-01-31' }]],
  ['a date in a row', [{ name: 'a', type: 'array', fields: [{ name: 'd', type: 'date' }], defaultValue: [{ d: '2026-01-31' }] }]],
  ['a number as text', [{ name: 'a', type: 'number', defaultValue: '5' }]],
  ['a function', [{ name: 'a', type: 'number', defaultValue: () => 'x' }]],
  ['several options', [{ name: 'a', options: ['x', 'y'], hasMany: true, minRows: 1, maxRows: 2, defaultValue: ['x'] }]],
  ['what says no', [{ name: 'a', hasMany: false, integer: false, required: false }]],
  [
    'unique within one value',
    [
      { name: 'site', type: 'relationship', to: 'posts' },
      { name: 'a', uniqueWithin: 'site' },
    ],
  ],
  [
    'a slug of options',
    [
      { name: 'kind', options: ['x'] },
      { name: 'a', type: 'slug', from: 'kind' },
    ],
  ],
  ['a group', [{ name: 'a', type: 'group', fields: [{ name: 'n', type: 'number' }], defaultValue: { n: 1 } }]],
]

describe('schema/contradictions', () => {
  for (const [what, fields, problem] of WRONG)
    it(`${what} stop the start, and only once`, async () => {
      const problems = await problemsOf(fields)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.include(problem)
      const inRows = await problemsOf([{ name: 'rows', type: 'array', fields: [{ name: 'other' }, ...fields] }])
      expect(inRows.join('\n')).to.include(problem)
    })

  for (const [what, fields] of RIGHT)
    it(`${what}: no problem`, async () => {
      expect(await problemsOf(fields)).to.deep.equal([])
    })

  it('code of a content type that is not a function, and words that have no effect there', async () => {
    for (const [more, problem] of [
      [{ hooks: { beforeChange: undefined } }, "the hook 'beforeChange' must be a function or a list of functions"],
      [{ hooks: { beforeSave: () => 0 } }, "unknown key 'beforeSave'"],
      [{ preview: '/x' }, "'preview' must be a function, not a string"],
      [{ indexes: [['title'], ['-title'], ['title']] }, "indexes[2]: 'indexes' lists the same index twice"],
      [{ useAsTitle: 'h' }, "'useAsTitle' names 'h', which is hidden"],
      [{ admin: { layout: ['title', 'h'] } }, "admin.layout[1]: 'layout' names the field 'h', which is hidden"],
      [{ useAsTitle: 'n' }, "'useAsTitle' names 'n', which must be a top-level text field with one value"],
      [{ useAsTitle: 'm' }, "'useAsTitle' names 'm', which must be a top-level text field with one value"],
      [{ useAsTitle: 'status', drafts: true }, "'useAsTitle' names 'status', which must be a top-level text field with one value"],
    ] as const)
      expect(
        await problemsOf(
          [
            { name: 'n', type: 'number' },
            { name: 'h', hidden: true },
            { name: 'm', options: ['x'], hasMany: true },
          ],
          more,
        ),
      )
        .to.have.length(1)
        .and.property('0')
        .include(problem)
    for (const name of ['and', 'or'])
      expect(await problemsOf([{ name }]))
        .to.have.length(1)
        .and.property('0')
        .include(`the field name '${name}' is reserved`)
    const unique = { globals: [{ slug: 'site', fields: [{ name: 'a', unique: true }] }] }
    expect(await build(unique).catch(({ message }) => message)).to.include("'unique' has no effect in a global")
    expect(await build({ collections: [undefined, 'posts'] as never }).catch(({ message }) => message))
      .to.include('collections[0]: must be an object such as')
      .and.include('not a string')
  })

  it('a field of its own called status, with drafts', async () => {
    const status = { name: 'status', options: ['open', 'closed'] }
    expect(await problemsOf([status])).to.deep.equal([])
    expect((await problemsOf([status], { drafts: true })).join()).to.include("the field name 'status' is reserved")
    expect(await problemsOf([{ ...status, name: 'state', renamedFrom: 'status' }], { drafts: true })).to.deep.equal([])
  })
})
