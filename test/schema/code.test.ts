/** Code next to a schema can't get lost: each mistake stops the start, so nobody reads what a lost rule should have kept. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { writeSchemaModule } from '../../lib/cli/schema-module.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { configWith, DATABASES, end, pairwise, start } from '../harness/start.ts'

const SDL = 'type Post @collection(slug: "posts") @access(read: anyone) { title: String seo: Seo }\ntype Seo { text: String }'
const GLOBAL = 'type Site @global(slug: "site") @access(read: anyone) { title: String }'
const JSON_POSTS = JSON.stringify({
  'x-cms': { collection: 'posts', access: { read: 'anyone' } },
  properties: { title: { type: 'string' } },
})
const RULE = 'export default { access: { read: () => false } }\n'

type Files = Record<string, string>

function folderWith(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-code-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

async function failureOf(config: Partial<Config>, from: string): Promise<string> {
  try {
    const cms = await createCms(configWith(DATABASES[0]!, config), { from })
    await end(cms)
    return 'started'
  } catch (error) {
    return (error as Error).message
  }
}

/** The files next to `schema/post.graphql`, and what is said about them. */
const beside: [mistake: string, files: Files, ...said: string[]][] = [
  // The file is found, and what it exports is wrong.
  [
    'an unknown key',
    { 'post.js': 'export default {\n  acces: { read: () => false },\n}\n' },
    "schema/post.js:2:3: unknown key 'acces'; known are access, hooks, fields, preview",
    '      acces: { read: () => false },\n      ^',
    "did you mean 'access'?",
  ],
  ['an unknown key in the singular', { 'post.js': 'export default { hook: {} }' }, "1:18: unknown key 'hook'", "did you mean 'hooks'?"],
  ['an unknown key in TypeScript', { 'post.ts': 'export default { acces: {} } as object' }, "post.ts:1:18: unknown key 'acces'"],
  [
    'only a named export',
    { 'post.js': '\nexport const access = { read: () => false }\n' },
    "schema/post.js:2:14: this code has no default export; 'access' would not count",
    'export default { access }',
  ],
  [
    'only named exports in TypeScript',
    { 'post.ts': 'export const access = { read: () => false }\nexport const hooks = {}\n' },
    "post.ts:1:14: this code has no default export; 'access', 'hooks' would not count",
  ],
  [
    'only named exports, compiled to CommonJS',
    { 'post.js': 'Object.defineProperty(exports, "__esModule", { value: true });\nexports.access = { read: () => false };\n' },
    "this code has no default export; 'access' would not count",
  ],
  [
    'a named export beside the default',
    { 'post.js': 'export default {}\nexport const access = { read: () => false }\n' },
    "schema/post.js:2:14: 'access' is exported beside the default export, where nothing reads it",
    'export default { access }',
  ],
  [
    'rules that are inherited',
    { 'post.js': 'export default { access: Object.create({ read: () => false }) }' },
    "'access' must be an object, not an object with hidden keys",
  ],
  [
    'rules whose keys are hidden',
    { 'post.js': 'export default { access: Object.defineProperty({}, "read", { value: () => false }) }' },
    "'access' must be an object, not an object with hidden keys",
  ],
  ['a scope, which only a global has', { 'post.js': 'export default { scope: () => null }' }, "unknown key 'scope'"],
  ['an ending in capitals', { 'post.JS': RULE }, 'schema/post.JS'],
  ['no export', { 'post.js': 'const access = { read: () => false }\n' }, 'schema/post.js: this code exports nothing'],
  ['an empty file', { 'post.ts': '' }, 'schema/post.ts: this code exports nothing'],
  [
    'a default that is a function',
    { 'post.js': 'export default () => ({})' },
    'schema/post.js: the code of a content type must be an object, not a function',
  ],
  ['a default that is a list', { 'post.js': 'export default [{}]' }, 'must be an object, not a list'],
  ['a default that is null', { 'post.js': 'export default null' }, 'must be an object, not null'],
  ['a default that is a Map', { 'post.js': 'export default new Map([["access", {}]])' }, 'must be an object, not a Map'],
  [
    'an unknown operation',
    { 'post.js': 'export default { access: { raed: () => false } }' },
    "1:28: unknown key 'raed'; known are read, create, update, delete",
    "did you mean 'read'?",
  ],
  ['rules in a list', { 'post.js': 'export default { access: [() => false] }' }, "1:18: 'access' must be an object, not a list"],
  [
    'rules that are undefined',
    { 'post.js': 'const rules = {}\nexport default { access: rules.post }' },
    "2:18: 'access' must be an object, not undefined",
  ],
  [
    'a rule that is undefined',
    { 'post.js': 'const rules = {}\nexport default { access: { read: rules.post } }' },
    "2:28: the rule 'read' must be a function or the name of a rule, not undefined",
  ],
  [
    'a rule that is a boolean',
    { 'post.js': 'export default { access: { read: false } }' },
    "the rule 'read' must be a function or the name of a rule, not a boolean",
  ],
  [
    'a rule that does not exist',
    { 'post.js': "export default { access: { read: 'admins' } }" },
    "1:28: there is no rule 'admins'",
    "did you mean 'admin'?",
  ],
  [
    'an unknown hook',
    { 'post.js': 'export default { hooks: { beforeSave: () => undefined } }' },
    "1:27: unknown key 'beforeSave'; known are beforeValidate",
  ],
  [
    'a hook that is no function',
    { 'post.js': 'export default { hooks: { afterRead: {} } }' },
    "the hook 'afterRead' must be a function or a list of functions",
  ],
  ['a preview that is no function', { 'post.js': 'export default { preview: {} }' }, "'preview' must be a function, not an object"],
  [
    'an unknown field',
    { 'post.js': "export default { fields: { 'seo.txt': {} } }" },
    "schema/post.js:1:29: the code beside 'posts' names the field 'seo.txt', which does not exist",
    "did you mean 'seo.text'?",
  ],
  [
    'an unknown key of a field',
    { 'post.js': 'export default { fields: { title: { acces: { read: () => false } } } }' },
    "1:37: unknown key 'acces'; known are access, validate",
    "did you mean 'access'?",
  ],
  [
    'an operation that fields do not have',
    { 'post.js': 'export default { fields: { title: { access: { delete: () => false } } } }' },
    "unknown key 'delete'; known are read, create, update",
  ],
  [
    'a rule of a field that is undefined',
    { 'post.js': 'export default { fields: { title: { access: { read: undefined } } } }' },
    "the rule 'read' must be a function or the name of a rule, not undefined",
  ],
  [
    'a field without an object',
    { 'post.js': 'export default { fields: { title: () => false } }' },
    "'title' must be an object, not a function",
  ],
  [
    'a validate that is no function',
    { 'post.js': 'export default { fields: { title: { validate: /x/ } } }' },
    "'validate' must be a function, not a RegExp",
  ],
  [
    'a module that throws',
    { 'post.mjs': '\nthrow new Error("broken twin")' },
    "schema/post.mjs:2:7: the code beside the schema can't be loaded: broken twin",
  ],
  [
    'a module that throws a text',
    { 'post.mjs': 'throw "broken twin"' },
    "schema/post.mjs: the code beside the schema can't be loaded: broken twin",
  ],
  [
    'a module that throws nothing',
    { 'post.ts': 'throw undefined' },
    "schema/post.ts: the code beside the schema can't be loaded: undefined",
  ],
  [
    'a module that is not TypeScript',
    { 'post.ts': 'export default {\n  acc e: 1\n}\n' },
    "schema/post.ts:2:6: the code beside the schema can't be loaded: ParseError",
  ],
  // The file is not found.
  [
    'the slug instead of the file name',
    { 'posts.js': RULE },
    'schema/posts.js: this code belongs to no content type, so its rules would not count',
    "did you mean 'schema/post.js'?",
  ],
  ['another case', { 'Post.js': RULE }, 'schema/Post.js: this code belongs to no content type', "did you mean 'schema/post.js'?"],
  ...['cjs', 'cts', 'jsx', 'tsx'].map((ending): [string, Files, ...string[]] => [
    `.${ending}`,
    { [`post.${ending}`]: RULE },
    `schema/post.${ending}: this code belongs to no content type`,
    `did you mean 'schema/post.${ending.includes('t') ? 'ts' : 'js'}'?`,
  ]),
  [
    '.schema before the ending',
    { 'post.schema.js': RULE },
    'schema/post.schema.js: this code belongs to no content type',
    "did you mean 'schema/post.js'?",
  ],
  ['a misspelt name', { 'psot.mjs': RULE }, 'schema/psot.mjs: this code belongs to no content type', "did you mean 'schema/post.mjs'?"],
  [
    'a name of its own',
    { 'completely-different.ts': RULE },
    'schema/completely-different.ts: this code belongs to no content type',
    "begin its name with '_'",
  ],
  [
    'a folder below',
    { 'rules/post.ts': RULE },
    'schema/rules/post.ts: this code belongs to no content type',
    "did you mean 'schema/post.ts'?",
  ],
  ['an index that nothing generated', { 'index.js': RULE }, 'schema/index.js: this code belongs to no content type'],
  [
    'two at once',
    { 'post.js': RULE, 'post.ts': RULE },
    "schema/post.graphql: 'post.ts' and 'post.js' are both its code, and only one can count",
    'remove all of them but one',
  ],
  [
    'one for two schema files',
    { 'post.schema.json': '{ "x-cms": { "global": "site" }, "properties": {} }', 'post.js': RULE },
    "schema/post.js: this is the code of 'post.graphql' and 'post.schema.json' at once",
  ],
  [
    'several types in one file',
    { 'post.graphql': `${SDL}\n${GLOBAL}`, 'post.js': RULE },
    'schema/post.graphql: the code beside this file fits none of its content types',
  ],
]

describe('schema/code', function () {
  this.timeout(60_000)

  describe('stops the start where it would get lost', () => {
    for (const [mistake, files, ...said] of beside) {
      it(mistake, async () => {
        const all = Object.entries({ 'post.graphql': SDL, ...files }).map(([name, text]) => [`schema/${name}`, text])
        const failure = await failureOf({ schema: ['schema'] }, folderWith(Object.fromEntries(all)))
        for (const sentence of said) expect(failure).to.include(sentence)
        expect(failure).to.match(/^One problem in the schema:\n/)
      })
    }

    it('in a plain configuration', async () => {
      const hidden = Object.create({ read: () => false })
      for (const access of [() => false, [], new Map([['read', () => false]]), hidden, null, undefined, { read: undefined }]) {
        const given = { access } as object
        const collection = await failureOf({ collections: [{ slug: 'posts', fields: [{ name: 'title' }], ...given }] }, tmpdir())
        expect(collection, String(access)).to.match(/collections\[0\] \(posts\): ('access' must be an object|the rule 'read' must be)/)
        const field = await failureOf({ collections: [{ slug: 'posts', fields: [{ name: 'title', ...given }] }] }, tmpdir())
        expect(field, String(access)).to.match(/('access' must be an object|the rule 'read' must be)/)
        const folder = folderWith({ 'post.graphql': SDL })
        const next = await failureOf({ collections: [{ schema: './post.graphql', ...given } as never] }, folder)
        expect(next, `beside a schema: ${String(access)}`).to.match(/('access' must be an object|the rule 'read' must be)/)
      }
    })

    it('in a document as in SDL', async () => {
      const misspelt = folderWith({ 'schema/posts.schema.json': JSON_POSTS, 'schema/posts.js': 'export default { acces: {} }' })
      expect(await failureOf({ schema: ['schema'] }, misspelt)).to.include("schema/posts.js:1:18: unknown key 'acces'")
      const stray = folderWith({ 'schema/posts.schema.json': JSON_POSTS, 'schema/posts.schema.js': RULE })
      expect(await failureOf({ schema: ['schema'] }, stray)).to.include("did you mean 'schema/posts.js'?")
    })

    it('next to a document that is no content type, which is all that is said', async () => {
      for (const document of [
        '{}',
        'null',
        '[]',
        '"posts"',
        '7',
        '{ "x-cms": null }',
        '{ "x-cms": [] }',
        '{ "x-cms": "posts" }',
        '{ "x-cms": {} }',
      ]) {
        const from = folderWith({ 'schema/posts.schema.json': document, 'schema/posts.js': RULE })
        const failure = await failureOf({ schema: ['schema'] }, from)
        expect(failure, document).to.match(/^One problem in the schema:\nschema\/posts\.schema\.json:1:\d+: /)
      }
    })

    it('of a global, which knows fewer operations and hooks', async () => {
      const code = 'export default { access: { create: () => false }, hooks: { afterDelete: () => undefined } }'
      const failure = await failureOf({ schema: ['schema'] }, folderWith({ 'schema/site.graphql': GLOBAL, 'schema/site.js': code }))
      expect(failure).to.include("unknown key 'create'; known are read, update")
      expect(failure).to.include("unknown key 'afterDelete'; known are beforeChange, afterChange, afterRead")
    })

    it('next to a schema file that is named by itself', async () => {
      for (const name of ['posts.js', 'Post.js', 'post.cjs', 'post.schema.js', 'POSTS.ts']) {
        const from = folderWith({ 'post.graphql': SDL, [name]: RULE, 'server.js': '' })
        expect(await failureOf({ schema: ['post.graphql'] }, from), name).to.include(`${name}: this code belongs to no content type`)
      }
    })

    it('in a configuration that names a schema file, and adds code', async () => {
      const from = folderWith({ 'post.graphql': SDL })
      const failure = await failureOf({ collections: [{ schema: './post.graphql', acces: { read: () => false } }] }, from)
      expect(failure).to.include("collections[0]: acces: unknown key 'acces'").and.to.include("did you mean 'access'?")
    })

    it('in the module that is passed in production', async () => {
      const from = tmpdir()
      const entry = (code: unknown) => ({ schema: [[{ name: 'posts.graphql', sdl: SDL, code }]] }) as unknown as Partial<Config>
      expect(await failureOf(entry({ acces: {} }), from))
        .to.include("posts.graphql: acces: unknown key 'acces'")
        .and.to.include("'access'?")
      expect(await failureOf(entry(undefined), from)).to.include(
        'posts.graphql: the code of a content type must be an object, not undefined',
      )
      expect(await failureOf(entry({ access: { read: undefined } }), from)).to.include("the rule 'read' must be a function")
      const misspelt = { schema: [[{ name: 'posts.graphql', sdl: SDL, cod: { access: {} } }]] } as unknown as Partial<Config>
      expect(await failureOf(misspelt, from))
        .to.include("unknown key 'cod' in an entry of 'schema'")
        .and.to.include("did you mean 'code'?")
      const document = { schema: [[{ name: 'posts.json', document: JSON.parse(JSON_POSTS), code: { hook: {} } }]] }
      expect(await failureOf(document as unknown as Partial<Config>, from)).to.include("posts.json: hook: unknown key 'hook'")
    })

    it('with all mistakes at once, those of the schema too', async () => {
      const from = folderWith({
        'schema/post.graphql': SDL.replace('String seo', 'Strin seo'),
        'schema/tags.json': '{ "x-cms": { "collection": "tags" }, "properties": { "a": { "type": "string", "maxLenght": 1 } } }',
        'schema/tags.js': 'export default { acces: {}, hooks: { beforeSave: 1 }, fields: { a: { validat: 1 } } }',
        'schema/tagss.js': RULE,
        'schema/page.graphql': 'type Page @collection(slug: "pages") { x: String @pattern(regex: "^(a+)+$") }',
        'schema/page.ts': 'export const access = {}',
      })
      const failure = await failureOf({ schema: ['schema'] }, from)
      for (const sentence of ['Strin', 'maxLenght', "'acces'", "'beforeSave'", "'validat'", 'schema/tagss.js', 'no default export'])
        expect(failure).to.include(sentence)
    })
  })

  describe('counts', () => {
    const exempt = {
      '_rules.js': RULE,
      '_more/rules.ts': RULE,
      'post.d.ts': 'export {}',
      'post.test.js': RULE,
      'post.spec.ts': RULE,
      'notes.md': '',
    }

    pairwise((host, database) => {
      for (const ending of ['ts', 'mts', 'js', 'mjs']) {
        it(`from post.${ending}: nobody reads what it keeps`, async () => {
          const files = { 'post.graphql': SDL, ...exempt, [`post.${ending}`]: RULE }
          const from = folderWith(Object.fromEntries(Object.entries(files).map(([name, text]) => [`schema/${name}`, text])))
          const { cms, agent } = await start(host, database, { schema: path.join(from, 'schema') })
          try {
            const { id } = await cms.create('posts', { title: 'kept' })
            await agent.get('/api/cms/posts').expect(401)
            await agent.get(`/api/cms/posts/${id}`).expect(401)
          } finally {
            await end(cms)
          }
        })
      }
    })

    it('from the module that galley types writes, which is exempt itself', async () => {
      const folder = folderWith({ 'post.graphql': SDL, 'post.mjs': RULE })
      const written = writeSchemaModule(folder)!
      const { default: schema } = await import(pathToFileURL(written).href)
      for (const given of [[schema], folder]) {
        const cms = await createCms(configWith(DATABASES[0]!, { schema: given }))
        await cms.create('posts', { title: 'kept' })
        expect(
          await cms
            .as(null)
            .find('posts')
            .then(
              () => 'read',
              ({ code }) => code,
            ),
        ).to.equal('UNAUTHENTICATED')
        await end(cms)
      }
    })

    it('next to files that begin with a byte order mark, as Windows writes them', async () => {
      for (const [name, text] of Object.entries({ 'posts.graphql': SDL, 'posts.schema.json': JSON_POSTS })) {
        const from = folderWith({ [`schema/${name}`]: `\uFEFF${text}`, 'schema/posts.js': RULE })
        const cms = await createCms(configWith(DATABASES[0]!, { schema: path.join(from, 'schema') }))
        expect(cms.engine.model.entities.get('posts')!.access, name).to.have.keys('read')
        await end(cms)
      }
    })

    it('together with code of the configuration: neither takes the place of the other', async () => {
      const from = folderWith({ 'post.graphql': SDL, 'post.js': RULE })
      const config = configWith(DATABASES[0]!, { collections: [{ schema: './post.graphql', access: { create: () => true } }] })
      const cms = await createCms(config, { from })
      expect(cms.engine.model.entities.get('posts')!.access).to.have.keys('read', 'create')
      expect(
        await cms
          .as(null)
          .find('posts')
          .then(
            () => 'read',
            ({ code }) => code,
          ),
      ).to.equal('UNAUTHENTICATED')
      await end(cms)
    })
  })
})
