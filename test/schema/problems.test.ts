/** Every mistake in a schema is told with file, line, column, the line itself and what to do, all at once. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { build, type Declared } from '../../schema/build.ts'
import { nearest } from '../../schema/nearest.ts'
import { SchemaError } from '../../schema/problems.ts'
import { sdl } from '../../schema/sdl-text.ts'

const builtIn = [
  { slug: 'users', fields: [{ name: 'email' }] },
  { slug: 'media', fields: [{ name: 'filename' }] },
]

async function reported(declared: Declared): Promise<string> {
  try {
    await build({ builtIn, ...declared })
  } catch (error) {
    if (error instanceof SchemaError) return error.message
    throw error
  }
  return 'no problem'
}

/** Mistakes in `{ slug, fields }`, which are reported in the words of their author, and never in those of JSON Schema. */
const IN_CODE: [what: string, collection: object, problem: string][] = [
  ['versions', { versions: 'yes' }, "versions: 'versions' must be true, false or an object with 'max'"],
  ['the number of versions', { versions: { max: 'many' } }, "versions.max: 'max' must be an integer"],
  ['a trash', { trash: 7 }, "trash: 'trash' must be true, false or an object with 'purgeAfterDays'"],
  ['an index', { fields: [{ name: 'a', index: 'like' }] }, "fields.a.index: 'index' must be true, false or 'contains'"],
  [
    'rows',
    { fields: [{ name: 'a', type: 'array', minRows: '1', fields: [{ name: 'x' }] }] },
    "fields.a.minRows: 'minRows' must be an integer",
  ],
  ['a maximum', { fields: [{ name: 'a', type: 'number', max: 'x' }] }, "fields.a.max: 'max' must be a number"],
  [
    'a field of a block of a group',
    { fields: [{ name: 'g', fields: [{ name: 'b', blocks: [{ slug: 'q', fields: [{ name: 'x', minLength: 5, maxLength: 1 }] }] }] }] },
    'fields.g.b.q.x.minLength: the minimum of 5',
  ],
  [
    'an unknown target',
    { fields: [{ name: 'r', type: 'array', fields: [{ name: 't', type: 'relationship', to: 'x' }] }] },
    'fields.r.t.to: ',
  ],
  ['a prototype', { fields: [{ name: '__proto__' }] }, "fields.__proto__: the field name '__proto__' is reserved"],
  ['a heading', { fields: [{ name: 'a', type: 'richText', headings: [9] }] }, "fields.a.headings[0]: 'headings' must be one of: 1, 2"],
  ['the type of pictures', { fields: [{ name: 'a', type: 'media' }] }, "use type 'upload'"],
  ['the type of relations', { fields: [{ name: 'a', type: 'relation' }] }, "use type 'relationship'"],
  ['the type of whole numbers', { fields: [{ name: 'a', type: 'int' }] }, "use type 'number'"],
  ['the type of texts', { fields: [{ name: 'a', type: 'string' }] }, "use type 'text'"],
  [
    'a placeholder',
    { fields: [{ name: 'a', type: 'boolean', admin: { placeholder: 'x' } }] },
    "fields.a.admin.placeholder: 'placeholder' has no effect",
  ],
  [
    'a condition',
    {
      fields: [
        { name: 'n', type: 'number' },
        { name: 'a', admin: { condition: { field: 'n', gt: 3 } } },
      ],
    },
    'fields.a.admin.condition',
  ],
]

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-schema-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
  return folder
}

const inSdl = (text: string) => {
  const from = folderWith({ 'blog.graphql': text })
  return reported({ schema: ['blog.graphql'], from })
}
const inJson = (text: string) => reported({ schema: ['posts.schema.json'], from: folderWith({ 'posts.schema.json': text }) })

describe('schema/problems', () => {
  it('of a text from elsewhere are those of a template', async () => {
    const text = 'type A @collection(slug: "a") { x: Strin }'
    expect(await reported({ schema: [sdl(text)] })).to.equal(await reported({ schema: [sdl`type A @collection(slug: "a") { x: Strin }`] }))
    for (const given of [undefined, 3, ['x']]) expect(() => sdl(given as never)).to.throw('sdl takes a template, sdl`…`, or the text')
    const used =
      'interface N { x: E }\nenum E { y }\ntype A implements N @collection(slug: "a") { x: E, rows: [R!] }\ntype R { s: S }\ntype S { z: String }'
    expect(await reported({ schema: [sdl(used)] })).to.equal('no problem')
  })

  for (const [what, collection, problem] of IN_CODE)
    it(`are in the words of the author: ${what}`, async () => {
      const said = await reported({ collections: [{ slug: 'posts', fields: [{ name: 'title' }], ...collection }] })
      expect(said).to.include(problem)
      expect(said).to.not.match(/x-cms|properties\.|Items/)
    })

  it('of names that are too long for a column are told where names become columns: not inside rows', async () => {
    const inGroups = (leaf: object) => ({
      name: 'a'.repeat(25),
      type: 'group',
      fields: [{ name: 'b'.repeat(25), type: 'group', fields: [leaf] }],
    })
    const collections = (field: object) => ({ collections: [{ slug: 'posts', fields: [field] }] }) as Declared
    expect(await reported(collections(inGroups({ name: 'c'.repeat(8) })))).to.equal('no problem')
    expect(await reported(collections(inGroups({ name: 'c'.repeat(9) })))).to.include('is too long for a database column (63 bytes)')
    const rows = { name: 'rows', type: 'array', fields: [inGroups({ name: 'c'.repeat(40) })] }
    expect(await reported(collections(rows))).to.equal('no problem')
    const blocks = [{ slug: 'shelf', fields: [rows] }]
    expect(await reported(collections({ name: 'parts', type: 'blocks', blocks }))).to.equal('no problem')
  })

  it('of languages: inside a localized list, and uniqueness within what differs by language', async () => {
    const inside = (localized: boolean) => ({
      collections: [{ slug: 'posts', fields: [{ name: 'rows', type: 'array', localized, fields: [{ name: 'word', localized: true }] }] }],
    })
    expect(await reported(inside(false) as Declared)).to.equal('no problem')
    expect(await reported(inside(true) as Declared)).to.include('around it is localized as a whole')
    const within = (localized: boolean) => ({
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'group', localized: true },
            { name: 'code', localized, uniqueWithin: 'group' },
          ],
        },
      ],
    })
    expect(await reported(within(true) as Declared)).to.equal('no problem')
    expect(await reported(within(false) as Declared)).to.include("can't be unique within 'group', which has a value for each language")
  })

  const inSdlTexts: [string, string, ...string[]][] = [
    ['type A @colection(slug: "a") { x: String }', 'blog.graphql:1:8: Unknown directive "@colection".', "did you mean 'collection'?"],
    ['type A @collection(slug: "a", draft: true) { x: String }', 'blog.graphql:1:31: Unknown argument "draft"', "did you mean 'drafts'"],
    [
      'type A @collection(slug: "a") {\n  x: Strin\n}',
      'blog.graphql:2:6: Unknown type "Strin".',
      "did you mean 'String'?",
      '      x: Strin',
    ],
    [
      'type A @collection(slug: "a") {\n  x: String @lenght(max: 3)\n}',
      'blog.graphql:2:13: Unknown directive "@lenght".',
      "did you mean 'length'?",
    ],
    ['type A @collection(slug: "a") @index { x: String }', "blog.graphql:1:31: '@index' on a type needs 'fields'"],
    ['type A @collection(slug: "a") { x: String @index(fields: ["x"]) }', "blog.graphql:1:43: '@index' takes no 'fields' here"],
    ['type A @global(slug: "a") @index(fields: ["x"]) { x: String }', "'@index' has no effect on the global A"],
    ['type A @collection(slug: "a") { b: B }\ntype B @index(fields: ["x"]) { x: String }', "'@index' has no effect on the embedded type B"],
    [
      'type A @collection(slug: "a") @index(fields: ["publishdAt", "-createdAt"]) { publishedAt: DateTime }',
      "blog.graphql:1:38: '@index(fields:)' names the field 'publishdAt', which does not exist here",
      "did you mean 'publishedAt'?",
    ],
    [
      'type A @collection(slug: "a") @index(fields: ["x"]) @index(fields: ["-rows", "seo"]) { x: String, rows: [R!], seo: R }\ntype R { y: String }',
      "'@index(fields:)' names 'rows', which has several values, rows or no stored value",
      "'@index(fields:)' names 'seo', which",
    ],
    ['type A @collection(slug: "a") @index(fields: ["x", "-x"]) { x: String }', "'@index(fields:)' names 'x' twice in one index"],
    ['type A @collection(slug: "a", versions: { maks: 3 }) { x: String }', "blog.graphql:1:31: unknown word 'maks'", "did you mean 'max'?"],
    [
      'type A @collection(slug: "a") {\n  x: String @range(max: 3)\n}',
      "blog.graphql:2:20: '@range(max:)' has no effect on a field of type text",
    ],
    ['type A @collection(slug: "a") { b: B }\ntype B { b: B }', 'blog.graphql:2:10: the type B contains itself endlessly'],
    [
      'type A @collection(slug: "a") { b: B, c: [B!] }\ntype B @access(read: admin) { x: String }',
      "blog.graphql:2:8: '@access' has no effect on the embedded type B",
      'write it on fields',
    ],
    [
      'type A @collection(slug: "a") { b: [U!] }\nunion U = B\ntype B @block(slug: "b") @access(read: nobody) { x: String }',
      "blog.graphql:3:26: '@access' has no effect on the embedded type B",
    ],
    [
      'type A @collection(slug: "a") { b: B }\ntype B { x: String }\nextend type B @access(read: admin) { y: String }',
      'blog.graphql:3:1: only collections and globals can be extended; B is neither',
    ],
    [
      'type A @collection(slug: "a") { b: E }\nenum E { x }\nextend enum E { y }',
      'blog.graphql:3:1: only collections and globals can be extended; E is neither',
    ],
    [
      'interface N { x: String @access(read: admin) }\ntype A implements N @collection(slug: "a") { x: String }',
      "blog.graphql:1:25: '@access' has no effect on the interface N",
      'write it in the types',
    ],
    [
      'interface N @access(read: admin) { x: String }\ntype A implements N @collection(slug: "a") { x: String }',
      'blog.graphql:1:13: Directive "@access" may not be used on INTERFACE',
    ],
    [
      'type A @collection(slug: "a") { x(first: Int): String }',
      "blog.graphql:1:35: the argument 'first' of the field 'x' has no effect",
      'remove it',
    ],
    ['type A @collection(slug: "a") { x: String }\ninput B { x: String }', "blog.graphql:2:1: 'input' has no effect in a content schema"],
    ['type A @collection(slug: "a") { x: String }\nschema { query: A }', "blog.graphql:2:1: 'schema' has no effect in a content schema"],
    ['type A @collection(slug: "a") @global(slug: "b") { x: String }', "blog.graphql:1:31: '@global' has no effect on the collection A"],
    ['type A @collection(slug: "a") @block(slug: "b") { x: String }', "blog.graphql:1:31: '@block' has no effect on the collection A"],
    [
      'type A @collection(slug: "a") {\n  x: [String!]\n}',
      'One problem in the schema:\nblog.graphql:2:3: a list of String is not a field type',
    ],
    [
      'type A @collection(slug: "a") { x: String }\ntype BlogPost { y: Part }\ntype Part { z: String }',
      'One problem in the schema:\nblog.graphql:2:1: nothing uses the type BlogPost',
      'add @collection(slug: "blog-posts") or @global(slug: "blog-post"), use it in a field, or remove it',
    ],
    ['type A @collection(slug: "a") { x: String }\nenum E { x }', 'blog.graphql:2:1: nothing uses the enum E', 'use it or remove it'],
    ['type A @collection(slug: "a") { x: String }\ninterface N { x: String }', 'blog.graphql:2:1: nothing uses the interface N'],
    ['type A @collection(slug: "a") { x: String }\ntype Query { x: A }', 'blog.graphql:2:1: nothing uses the type Query'],
    [
      'type A @collection(slug: "a") { x: String @deprecated, e: E }\nenum E { x @deprecated y }',
      "blog.graphql:1:43: '@deprecated' has no effect on x",
      "blog.graphql:2:12: '@deprecated' has no effect on x",
    ],
    [
      'type A @collection(slug: "a") {\n  x: U\n}\nunion U = B\ntype B { y: String }',
      'blog.graphql:2:3: a field of the union U must be a list',
      'write [U!]',
    ],
    ['type A @collection(slug: "a") { s: S }\ntype S @global(slug: "s") { x: String }', "can't point to the global 's'"],
    ['type A @collection(slug: "a") @access(read: everybody) { x: String }', "blog.graphql:1:31: 'read' must be one of: anyone"],
    [
      'type A @collection(slug: "a") { x: Slug @from(field: "titel")\n title: String }',
      "'from' names the field 'titel', which does not exist here",
      "did you mean 'title'?",
    ],
    ['type A @collection(slug: "a") { x: String @pattern(regex: "(a+)+$") }', 'this pattern takes exponential time'],
    ['type A @collection(slug: "a") { id: String }', "the field name 'id' is reserved"],
    [
      'type A @collection(slug: "a") {\n  x: String @renamedFrom(name: "createdAt")\n}',
      "blog.graphql:2:26: 'renamedFrom' names 'createdAt', which belongs to the system",
      "name something that your own schema declared before, or remove 'renamedFrom'",
    ],
    ['type A @collection(slug: "a") { x: String @renamedFrom(name: "$rev") }', "'renamedFrom' names '$rev'"],
    ['type A @collection(slug: "a") { s: S }\ntype S { x: String @renamedFrom(name: ".id") }', "'renamedFrom' names '.id'"],
    ['type A @collection(slug: "a") { s: [S!] }\ntype S { x: String @renamedFrom(name: "id") }', "'renamedFrom' names 'id'"],
    ['type A @collection(slug: "a") { s: [U!] }\nunion U = B\ntype B @renamedFrom(name: "$old1$v") { x: String }', "names '$old1$v'"],
    ['type A @global(slug: "a") { x: String @renamedFrom(name: "updated_at") }', "'renamedFrom' names 'updated_at'"],
    ['extend type User { mail: String @renamedFrom(name: "email") }', "blog.graphql:1:46: 'renamedFrom' names 'email'"],
    ['type A @collection(slug: "a") @renamedFrom(name: "users") { x: String }', "blog.graphql:1:44: 'renamedFrom' names 'users'"],
    ['type A @collection(slug: "a") @renamedFrom(name: "$sessions") { x: String }', "'renamedFrom' names '$sessions'"],
    ['type A @collection(slug: "a") @renamedFrom(name: "document-versions") { x: String }', "'renamedFrom' names 'document-versions'"],
    ['type A @collection(slug: "a") { a__b: String }', "the field name 'a__b' must begin"],
    ['type A @collection(slug: "a") { ab: String aB: Int }', 'differ only in case'],
    ['type A @collection(slug: "admin") { x: String }', "the slug 'admin' is reserved"],
    ['type A @collection(slug: "constructor") { x: String }', "the slug 'constructor' is reserved"],
    ['type A @collection(slug: "a", schedule: true) { x: String }', "'schedule' needs 'drafts'"],
    ['type A @collection(slug: "a", editIn: drawer, drafts: true) { x: String }', "'editIn: drawer' can't be combined with 'drafts'"],
    ['type A @collection(slug: "a", useAsTitle: "y") { x: String }', "'useAsTitle' names 'y'"],
    ['type A @collection(slug: "a") { x: String', 'blog.graphql:1:42: Syntax Error'],
    [
      'type A @collection(slug: "a") { x: String }\ntype B @collection(slug: "a") { y: String }',
      "'a' is declared twice with fields; the other one is blog.graphql:1:1",
    ],
    ['extend type Nobody { x: String }', 'Cannot extend type "Nobody" because it is not defined.'],
  ]
  for (const [text, ...sentences] of inSdlTexts) {
    it(`SDL: ${sentences[0]!.slice(0, 70)}`, async () => {
      const problems = await inSdl(text)
      for (const sentence of sentences) expect(problems).to.include(sentence)
    })
  }

  const json: [string, ...string[]][] = [
    [
      '{\n  "x-cms": { "collection": "posts", "draft": true },\n  "properties": {}\n}',
      "posts.schema.json:2:37: unknown word 'draft'",
      "did you mean 'drafts'?",
    ],
    [
      '{ "x-cms": { "collection": "posts" }, "properties": {\n  "a": { "type": "string", "maxLenght": 3 } } }',
      "posts.schema.json:2:28: unknown word 'maxLenght'",
      "did you mean 'maxLength'?",
    ],
    [
      '{ "x-cms": { "collection": "posts" }, "properties": {\n  "a": { "type": "strin" } } }',
      "posts.schema.json:2:10: 'type' must be one of: string",
      "did you mean 'string'?",
    ],
    [
      '{ "x-cms": { "collection": "posts" }, "properties": {\n  "a": { "type": "integer", "x-cms": { "relation": "usres" } } } }',
      "posts.schema.json:2:40: the collection 'usres' that it points to doesn't exist",
      "did you mean 'users'?",
    ],
    [
      '{ "x-cms": { "collection": "posts" }, "required": ["b"], "properties": { "a": { "type": "string" } } }',
      "'required' names 'b', which is not a field here",
    ],
    ['{ "x-cms": { "collection": "posts" }, "properties": { "a": { "type": "array" } } }', 'no field type looks like this'],
    [
      '{ "x-cms": { "collection": "posts" }, "properties": { "a b": { "type": "string" } } }',
      "the field name 'a b' must begin with a letter",
    ],
    ['{ "properties": {} }', "a content type needs 'collection' or 'global' under x-cms"],
    ['{\n  "x-cms": {,\n}', 'posts.schema.json:2:13: expected a key in double quotes'],
    ['{ "a": 1, "a": 2 }', "posts.schema.json:1:11: the key 'a' is used twice"],
    ['[1]', 'a content type must be an object'],
  ]
  for (const [text, ...sentences] of json) {
    it(`JSON: ${sentences[0]!.slice(0, 70)}`, async () => {
      const problems = await inJson(text)
      for (const sentence of sentences) expect(problems).to.include(sentence)
    })
  }

  it('tells all of them at once, each with its line and a mark below it', async () => {
    const problems = await inSdl('type A @collection(slug: "a") {\n  x: Strin\n  y: Bolean @lenght(max: 1)\n}')
    expect(problems).to.match(/^3 problems in the schema:/)
    expect(problems).to.include('    \x20 x: Strin\n         ^'.replace('\x20', ' '))
  })

  it('names the option that was meant in { slug, fields }', async () => {
    const problems = await reported({
      collections: [
        {
          slug: 'posts',
          dratfs: true,
          fields: [
            { name: 'a', requird: true },
            { name: 'b', type: 'txt' },
          ],
        },
      ],
    })
    expect(problems).to.include("unknown option 'dratfs'").and.to.include("did you mean 'drafts'?")
    expect(problems).to.include("fields.a: unknown option 'requird'").and.to.include("did you mean 'required'?")
    expect(problems).to.include("fields.b: unknown field type 'txt'").and.to.include("did you mean 'text'?")
  })

  it('reports all mistakes of a JSON document together, even if its kind is one of them', async () => {
    const problems = await inJson(
      '{ "x-cms": { "colection": "posts" }, "properties": { "a": { "type": "strin" }, "b": { "type": "string", "x-cms": { "uniqe": true } } } }',
    )
    expect(problems).to.include('3 problems').and.to.include("did you mean 'collection'?")
    expect(problems).to.include("did you mean 'string'?").and.to.include("did you mean 'unique'?")
  })

  it('a mistake in SDL makes nothing else wrong', async () => {
    const from = folderWith({ 'blog.graphql': 'type Post @collection(slug: "posts") { title: Strin }' })
    const notes = { slug: 'notes', fields: [{ name: 'post', type: 'relationship', to: 'posts' }] }
    expect(await reported({ schema: ['blog.graphql'], from, collections: [notes] })).to.match(/^One problem/)
  })

  it('suggests what resembles a word, but never the word itself or one of another kind', () => {
    const KNOWN = ['anyone', 'nobody', 'filter', 'file-text', 'accent', 'bad', 'title', 'max', 'text', '1']
    for (const [word, meant] of Object.entries({
      titel: 'title',
      maks: 'max',
      txet: 'text',
      file: 'file-text',
      Titel: 'title',
      itle: 'title',
    }))
      expect(nearest(word, KNOWN), word).to.equal(meant)
    for (const word of ['anybody', 'red', '9', 'title', 'r']) expect(nearest(word, KNOWN), word).to.equal(undefined)
  })

  it('stops when the code next to a schema cannot be loaded', async () => {
    const from = folderWith({
      'posts.graphql': 'type Post @collection(slug: "posts") { x: String }',
      'posts.mjs': 'throw new Error("broken twin")',
    })
    expect(await reported({ schema: ['.'], from })).to.include("the code next to the schema can't be loaded: broken twin")
  })

  it('pairs a file with the code next to it', async () => {
    const from = folderWith({
      'posts.graphql': 'type Post @collection(slug: "posts") { x: String }',
      'posts.mjs': 'export default { access: { read: () => true }, fields: { x: { validate: () => true } } }',
    })
    const { entities } = await build({ builtIn, schema: ['.'], from })
    expect(entities.get('posts')!.access['read']).to.be.a('function')
    expect(entities.get('posts')!.fields[0]!.validate).to.be.a('function')
  })
})
