/** Code next to a schema can't get lost: each mistake stops the start, so nobody reads what a lost rule should have kept. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { writeSchemaModule } from '../../lib/cli/schema-module.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { FileConfig } from '../../lib/content-config.ts'
import { configWith, DATABASES, end, pairwise, start } from '../harness/start.ts'
import { type Files, GLOBAL, mistakes, RULE, SDL } from './code-mistakes.ts'

const JSON_POSTS = JSON.stringify({
  'x-cms': { collection: 'posts', access: { read: 'anyone' } },
  properties: { title: { type: 'string' } },
})

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

describe('schema/code', function () {
  this.timeout(60_000)

  describe('stops the start where it would get lost', () => {
    for (const [mistake, files, ...messages] of mistakes) {
      it(mistake, async () => {
        const all = Object.entries({ 'post.graphql': SDL, ...files }).map(([name, text]) => [`schema/${name}`, text])
        const failure = await failureOf({ schema: ['schema'] }, folderWith(Object.fromEntries(all)))
        for (const sentence of messages) expect(failure).to.include(sentence)
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

    it('in a linked folder, which may contain itself', async () => {
      const from = folderWith({ 'schema/post.graphql': SDL, 'rules/post.js': RULE })
      symlinkSync(path.join(from, 'rules'), path.join(from, 'schema/rules'))
      symlinkSync(path.join(from, 'schema'), path.join(from, 'schema/again'))
      symlinkSync(path.join(from, 'nowhere'), path.join(from, 'schema/gone'))
      expect(await failureOf({ schema: ['schema'] }, from)).to.include('schema/rules/post.js')
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
      expect(failure).to.include("unknown key 'create'; use one of: read, update")
      expect(failure).to.include("unknown key 'afterDelete'; use one of: beforeChange, afterChange, afterRead")
    })

    it('next to a schema file that is named by itself', async () => {
      for (const name of ['posts.js', 'Post.js', 'post.cjs', 'post.schema.js', 'POSTS.ts']) {
        const from = folderWith({ 'post.graphql': SDL, [name]: RULE, 'server.js': '' })
        expect(await failureOf({ schema: ['post.graphql'] }, from), name).to.include(`${name}: this code belongs to no content type`)
      }
    })

    it('in a configuration that names a schema file, and adds code', async () => {
      const from = folderWith({ 'post.graphql': SDL })
      const failure = await failureOf(
        { collections: [{ schema: './post.graphql', acces: { read: () => false } } as object as FileConfig] },
        from,
      )
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
