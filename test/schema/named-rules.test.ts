/** Access rules that a start refuses: names without a meaning where they are used, and declarations that contradict each other. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { build, type Declared } from '../../schema/build.ts'
import { SchemaError } from '../../schema/problems.ts'
import { sdl } from '../../schema/sdl-text.ts'

const builtIn = [
  {
    slug: 'users',
    access: { update: 'self' },
    fields: [
      { name: 'email' },
      { name: 'role', options: ['admin', 'editor'], access: { update: 'admin' } },
      { name: 'password', writeOnly: true },
    ],
  },
  { slug: 'media', fields: [{ name: 'filename' }] },
]

const model = (declared: Declared) => build({ builtIn, ...declared })

async function reported(declared: Declared): Promise<string> {
  try {
    await model(declared)
  } catch (error) {
    if (error instanceof SchemaError) return error.message
    throw error
  }
  return 'no problem'
}

const posts = (more: object, field: object = {}) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title', ...field }], ...more }] })
const inJson = (xCms: object, field: object = {}) => ({
  schema: [{ title: 'Post', type: 'object', 'x-cms': xCms, properties: { title: { type: 'string', ...field } } } as never],
})
const inSdl = (text: string) => ({ schema: [sdl`${text}`] })
const withCode = (text: string, code: string) => {
  const from = mkdtempSync(path.join(tmpdir(), 'galley-rules-'))
  writeFileSync(path.join(from, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(from, 'posts.graphql'), text)
  writeFileSync(path.join(from, 'posts.js'), code)
  return { schema: ['posts.graphql'], from }
}

const SELF = "did you mean 'owner'?"
const PUBLISHED = "the rule 'published' needs 'drafts'"
const inBlock = { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text', access: { read: 'self' } }] }] }

const REFUSED: [what: string, declared: Declared, ...said: string[]][] = [
  ['self on a collection', posts({ access: { read: 'anyone', update: 'self' } }), 'collections[0] (posts): access.update: ', SELF],
  ['self in SDL', inSdl('type Post @collection(slug: "posts") @access(update: self) { title: String }'), 'schema[0]:1:', SELF],
  ['self in JSON Schema', inJson({ collection: 'posts', access: { read: 'self' } }), 'x-cms.access.read: ', SELF],
  [
    'self in code next to SDL',
    withCode('type Post @collection(slug: "posts") { title: String }', "export default { access: { read: 'self' } }"),
    'posts.js:1:',
    SELF,
  ],
  ['self on a field', posts({}, { access: { read: 'self' } }), 'fields.title.access.read: ', SELF],
  ['self on a field in JSON Schema', inJson({ collection: 'posts' }, { 'x-cms': { access: { read: 'self' } } }), SELF],
  ['self on a field in SDL', inSdl('type Post @collection(slug: "posts") { title: String @access(read: self) }'), SELF],
  [
    'self on a field in code',
    withCode(
      'type Post @collection(slug: "posts") { title: String }',
      "export default { fields: { title: { access: { read: 'self' } } } }",
    ),
    SELF,
  ],
  ['self on a field of a block', { collections: [{ slug: 'posts', fields: [inBlock] }] }, 'fields.parts.quote.text.access.read: ', SELF],
  ['self on media', { collections: [{ slug: 'media', access: { update: 'self' } }] }, SELF],
  ['self on who creates users', { collections: [{ slug: 'users', access: { create: 'self' } }] }, "did you mean 'admin'?"],
  ['owner on users', { collections: [{ slug: 'users', access: { read: 'owner' } }] }, "did you mean 'self'?"],
  [
    'owner on a global',
    { globals: [{ slug: 'site', access: { read: 'owner' }, fields: [{ name: 'title' }] }] },
    "globals[0] (site): access.read: the rule 'owner' has no meaning in a global",
  ],
  [
    'self on a field of a global',
    { globals: [{ slug: 'site', fields: [{ name: 'title', access: { update: 'self' } }] }] },
    "the rule 'self' has no meaning in a global",
  ],
  ['published without drafts', posts({ access: { read: 'published' } }), 'access.read: ', PUBLISHED, "add 'drafts: true'"],
  ['published without drafts on a field', posts({}, { access: { read: 'published' } }), PUBLISHED],
  [
    'published without drafts on a global',
    { globals: [{ slug: 'site', access: { read: 'published' }, fields: [{ name: 'title' }] }] },
    PUBLISHED,
  ],
  ['published without drafts in SDL', inSdl('type Post @collection(slug: "posts") @access(read: published) { title: String }'), PUBLISHED],
  [
    'another rule in a second declaration',
    {
      ...inSdl('type Post @collection(slug: "posts") @access(read: admin) { title: String }'),
      collections: [{ slug: 'posts', access: { read: 'anyone' } }],
    },
    "the rule 'read' is another one than in ",
    'schema[0]:1:38',
    'collections[0] (posts)',
  ],
  [
    'a function and a name',
    {
      collections: [
        { slug: 'posts', access: { read: 'admin' }, fields: [{ name: 'title' }] },
        { slug: 'posts', access: { read: () => true } },
      ],
    },
    "collections[1] (posts): access.read: the rule 'read' is another one than in collections[0] (posts)",
  ],
  [
    'another rule of a field',
    {
      collections: [{ slug: 'posts', fields: [{ name: 'title', access: { read: 'admin' } }] }],
      ...inSdl('extend type Post { title: String @access(read: anyone) }'),
    },
    "the rule 'read' is another one than in collections[0] (posts)",
  ],
  [
    'other options of a built-in select',
    { collections: [{ slug: 'users', fields: [{ name: 'role', options: ['x'] }] }] },
    "collections[0] (users): fields.role.options: the options of 'role' belong to the system: admin, editor",
    "add roles in 'auth.roles'",
  ],
]

const ACCEPTED: [what: string, declared: Declared][] = [
  [
    'self on users and their fields',
    { collections: [{ slug: 'users', access: { read: 'self' }, fields: [{ name: 'phone', access: { read: 'self' } }] }] },
  ],
  ['owner on a collection', posts({ access: { create: 'owner', update: 'owner' } }, { access: { read: 'owner' } })],
  ['published with drafts', posts({ drafts: true, access: { read: 'published' } }, { access: { read: 'published' } })],
  [
    'drafts in a second declaration',
    {
      collections: [
        { slug: 'posts', access: { read: 'published' }, fields: [{ name: 'title' }] },
        { slug: 'posts', drafts: true },
      ],
    },
  ],
  [
    'the same rule twice',
    {
      collections: [
        { slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }] },
        { slug: 'posts', access: { read: 'anyone', update: 'admin' } },
      ],
    },
  ],
  [
    'a rule in the code next to a document, which replaces that of the document',
    withCode(
      'type Post @collection(slug: "posts") @access(read: admin) { title: String }',
      'export default { access: { read: () => true } }',
    ),
  ],
  ['other rules for built-in content types', { collections: [{ slug: 'users', access: { update: 'admin' } }] }],
]

describe('schema/named-rules', () => {
  for (const [what, declared, ...said] of REFUSED)
    it(`refuses ${what}`, async () => {
      const message = await reported(declared)
      for (const part of said) expect(message).to.include(part)
      expect(message).to.match(/^One problem/)
    })

  for (const [what, declared] of ACCEPTED)
    it(`accepts ${what}`, async () => {
      expect(await reported(declared)).to.equal('no problem')
    })

  it('keeps what a second declaration of a field leaves out', async () => {
    const label = (name: string) => ({ name, label: 'Other words' })
    const fields = [{ ...label('role'), options: ['admin', 'editor'] }, label('password')]
    const users = (await model({ collections: [{ slug: 'users', fields }] })).collections.get('users')!
    const [, role, password] = users.fields
    expect(role).to.deep.include({ label: 'Other words', access: { update: 'admin' } })
    expect(password).to.deep.include({ label: 'Other words', writeOnly: true })
  })
})
