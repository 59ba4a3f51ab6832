/** What galley says about each mistake of a first day: made for real, and compared with test/golden/messages.md. `GOLDEN=write` writes that file. */

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { cmsMiddleware } from '../adapters/express.ts'
import { cmsMiddleware as koaMiddleware } from '../adapters/koa.ts'
import { postgres } from '../adapters/postgres/index.ts'
import { s3 } from '../adapters/s3.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import { createCms } from '../lib/cms.ts'
import { consoleLog } from '../lib/log.ts'
import { sdl } from '../schema/sdl-text.ts'
import { postgresUrl } from './harness/postgres-server.ts'
import { SECRET, temporaryFile } from './harness/start.ts'

const express = createRequire(import.meta.url)('express')

/** A configuration may be anything here. */
type Anything = any

const valid = () => ({ secret: SECRET, db: sqlite({ filename: ':memory:' }), log: { info() {}, warn() {}, error() {} } })

/** What the start says, or `undefined`. */
async function start(given: Anything, from?: string): Promise<string | undefined> {
  try {
    const cms = await createCms(given, from === undefined ? {} : { from })
    await cms.stop()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
const withOptions = (given: object) => () => start({ ...valid(), ...given })
const withPosts =
  (more: object, ...fields: object[]) =>
  () =>
    start({ ...valid(), collections: [{ slug: 'posts', fields: [{ name: 'title' }, ...fields], ...more }] })
const withFiles =
  (files: Record<string, string>, schema: Anything = 'schema') =>
  () => {
    const from = mkdtempSync(path.join(tmpdir(), 'galley-messages-'))
    mkdirSync(path.join(from, 'schema'))
    writeFileSync(path.join(from, 'package.json'), '{ "type": "module" }')
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(from, 'schema', name), text)
    return start({ ...valid(), schema }, from)
  }
const inSdl = (text: string) => withFiles({ 'blog.graphql': text })
const inJson = (text: string) => withFiles({ 'posts.schema.json': text })
const POST = 'type Post @collection(slug: "posts") { title: String }'
const besides = (file: string, text: string) => withFiles({ 'post.graphql': POST, [file]: text })

/** What a call says, with a CMS of posts, or what was logged meanwhile. */
const calling =
  (work: (cms: Anything) => Promise<unknown>, more: object = {}, options: object = {}) =>
  async () => {
    const lines: string[] = []
    const log = { ...consoleLog((_, line) => void lines.push(line)), info: () => undefined }
    const cms = await createCms({
      ...valid(),
      ...options,
      log,
      collections: [{ slug: 'posts', access: { read: 'anyone' }, fields: [{ name: 'title' }, { name: 'day', type: 'date' }], ...more }],
    } as Anything)
    try {
      const result = await work(cms)
      return lines.join('\n') || (typeof result === 'string' ? result : undefined)
    } catch (error) {
      return [(error as Error).message, ...lines].join('\n')
    } finally {
      await cms.stop()
    }
  }
const creates = (hooks: object) => calling((cms) => cms.create('posts', { title: 'x' }), { hooks })

/** A database that an earlier schema made. */
const changed =
  (before: object[], documents: object[], after: object[], more: object = {}) =>
  async () => {
    const filename = temporaryFile('.db')
    const given = (fields: object[]) => ({ ...valid(), db: sqlite({ filename }), collections: [{ slug: 'posts', fields }], ...more })
    const cms = await createCms(given(before) as Anything)
    for (const document of documents) await cms.create('posts', document as never)
    await cms.stop()
    return start(given(after))
  }

/** What the start says if one part of a right URL is wrong. */
async function onPostgres(spoil: (url: URL) => void): Promise<string | undefined> {
  const url = new URL(postgresUrl())
  spoil(url)
  const said = await start({ ...valid(), db: postgres({ url: url.href }) })
  return said?.replaceAll(url.host, '<host>')
}

/** What an Express application answers and logs. */
const hosting =
  (mount: (app: Anything) => Anything, url: string, init: RequestInit = {}) =>
  async () => {
    const app = express()
    app.set('env', 'test')
    let reply: string | undefined
    try {
      mount(app)
    } catch (error) {
      return (error as Error).message
    }
    app.use((error: Error, _request: Anything, response: Anything, _next: Anything) => response.status(500).send(error.message))
    const server = createServer(app).listen(0)
    try {
      const answer = await fetch(`http://127.0.0.1:${(server.address() as Anything).port}${url}`, {
        ...init,
        signal: AbortSignal.timeout(5000),
      })
      reply = `${answer.status} ${await answer.text()}`
    } catch (error) {
      reply = (error as Error).message
    }
    server.close()
    server.closeAllConnections()
    return reply
  }
const posts = () =>
  ({ ...valid(), collections: [{ slug: 'posts', access: { read: 'anyone', create: 'anyone' }, fields: [{ name: 'title' }] }] }) as Anything

const MISTAKES: Record<string, Record<string, () => Promise<string | undefined>>> = {
  'The configuration': {
    'an option is misspelt': withOptions({ schemas: [] }),
    'no secret': withOptions({ secret: undefined }),
    'a short secret': withOptions({ secret: 'short' }),
    'no database': withOptions({ db: undefined }),
    'the database is a string': withOptions({ db: 'cms.db' }),
    'the database is an object of options': withOptions({ db: { filename: 'cms.db' } }),
    'collections are an object': withOptions({ collections: { posts: {} } }),
    'roles without admin': withOptions({ auth: { roles: ['editor'] } }),
    'a webhook without a protocol': withOptions({ webhooks: [{ url: 'example.org/hook' }] }),
    'a color that is a word': withOptions({ admin: { brand: { color: 'red' } } }),
    'a path without a slash': withOptions({ admin: { path: 'admin' } }),
    'an endpoint on a built-in path': withOptions({ endpoints: [{ path: '/users/x', method: 'get', handler: () => 0 }] }),
    'an endpoint with a method in capitals': withOptions({ endpoints: [{ path: '/x', method: 'GET', handler: () => 0 }] }),
    'a promise instead of a configuration': () => start(Promise.resolve({})),
  },
  'Collections and fields': {
    'a field type is misspelt': withPosts({}, { name: 'a', type: 'txet' }),
    'an option of a field is misspelt': withPosts({}, { name: 'a', requird: true }),
    'an option of a collection is misspelt': withPosts({ draft: true }),
    'an access rule is misspelt': withPosts({ access: { raed: 'anyone' } }),
    'a rule that does not exist': withPosts({ access: { read: 'everybody' } }),
    'a rule that is true': withPosts({ access: { read: true } }),
    'a hook is misspelt': withPosts({ hooks: { beforeSave: () => 0 } }),
    'a relation to an unknown collection': withPosts({}, { name: 'a', type: 'relationship', to: 'post' }),
    'a relation without a target': withPosts({}, { name: 'a', type: 'relationship' }),
    'an array without fields': withPosts({}, { name: 'a', type: 'array' }),
    'a select without options': withPosts({}, { name: 'a', type: 'select', options: [] }),
    'a slug twice': withOptions({
      collections: [
        { slug: 'posts', fields: [{ name: 'a' }] },
        { slug: 'posts', fields: [{ name: 'b' }] },
      ],
    }),
    'a slug with a space and capitals': withOptions({ collections: [{ slug: 'Blog Posts', fields: [{ name: 'a' }] }] }),
    'a reserved slug': withOptions({ collections: [{ slug: 'admin', fields: [{ name: 'a' }] }] }),
    'a reserved field': withPosts({}, { name: 'id' }),
    'a status of its own, with drafts': withPosts({ drafts: true }, { name: 'status', options: ['open', 'closed'] }),
    'the title is an unknown field': withPosts({ useAsTitle: 'titel' }),
    'a slug field from an unknown field': withPosts({}, { name: 'slug', type: 'slug', from: 'titel' }),
    'a default of a wrong type': withPosts({}, { name: 'n', type: 'number', defaultValue: 'x' }),
    'a schedule without drafts': withPosts({ schedule: true }),
    'a localized field without locales': withPosts({}, { name: 'a', localized: true }),
  },
  'Schema files': {
    'a type is misspelt in SDL': inSdl('type Post @collection(slug: "posts") {\n  title: Strin!\n}'),
    'a directive is misspelt in SDL': inSdl('type Post @colection(slug: "posts") {\n  title: String!\n}'),
    'SDL that does not parse': inSdl('type Post @collection(slug: "posts") {\n  title: String!\n  body RichText\n}'),
    'SDL without a slug': inSdl('type Post @collection {\n  title: String!\n}'),
    'SDL as a plain string': withFiles({}, POST),
    'SDL without a content type': inSdl('type Post {\n  title: String!\n}'),
    'an empty folder': withFiles({}),
    'a folder that does not exist': withFiles({}, 'shcema'),
    'a word under x-cms is misspelt in JSON': inJson(
      '{\n  "x-cms": { "colection": "posts" },\n  "properties": { "title": { "type": "strin" } }\n}',
    ),
    'a trailing comma in JSON': inJson('{\n  "x-cms": { "collection": "posts" },\n  "properties": { "title": { "type": "string" }, }\n}'),
  },
  'Code next to a schema': {
    'it does not parse': besides('post.js', 'export default {\n  access: { read: () => false }\n  hooks: {}\n}'),
    'an unknown field': besides('post.js', 'export default { fields: { titel: { validate: () => true } } }'),
    'an unknown key': besides('post.js', 'export default { acces: {} }'),
    'no default export': besides('post.js', 'export const access = { read: () => false }'),
    'a name that belongs to no schema': besides('posts.js', 'export default { access: { read: () => false } }'),
    'two types in one file': withFiles({
      'blog.graphql': `${POST}\ntype Tag @collection(slug: "tags") { name: String }`,
      'blog.js': 'export default { access: { read: () => false } }',
    }),
  },
  'The database': {
    'a file that is no database': async () => {
      const filename = temporaryFile('.txt')
      writeFileSync(filename, 'notes '.repeat(500))
      return (await withOptions({ db: sqlite({ filename }) })())?.replaceAll(filename, '<file>')
    },
    'a file without a name': withOptions({ db: sqlite({} as Anything) }),
    'Postgres does not run': withOptions({ db: postgres({ url: 'postgres://jo:word@127.0.0.1:9/cms' }) }),
    'Postgres refuses the password': () =>
      onPostgres((url) => {
        url.username = 'nobody'
      }),
    'Postgres has no such database': () =>
      onPostgres((url) => {
        url.pathname = '/nowhere'
      }),
    'DATABASE_URL is not set': withOptions({ db: postgres({ url: undefined } as Anything) }),
    'a password with #': withOptions({ db: postgres({ url: 'postgres://jo:se#cret@127.0.0.1:5432/cms' }) }),
    'a table of the host has the name of a collection': async () => {
      const filename = temporaryFile('.db')
      const { default: Knex } = await import('knex')
      const host = Knex({ client: 'sqlite3', connection: { filename }, useNullAsDefault: true })
      await host.raw('create table users (id integer primary key, email text)')
      await host.destroy()
      return withOptions({ db: sqlite({ filename }) })()
    },
    'production with pending changes': withOptions({ production: true }),
    'text becomes a number': changed([{ name: 'n' }], [{ n: 'x' }], [{ name: 'n', type: 'number' }]),
    'a field is renamed': changed([{ name: 'title' }], [{ title: 'x' }], [{ name: 'heading', renamedFrom: 'title' }]),
    'unique over duplicates': changed(
      [{ name: 'title' }],
      [{ title: 'a' }, { title: 'a' }, { title: 'b' }],
      [{ name: 'title', unique: true }],
    ),
    'required over old documents': changed([{ name: 'title' }], [{ title: 'a' }], [{ name: 'title' }, { name: 'lead', required: true }]),
  },
  'Calls in code': {
    'an unknown collection': calling((cms) => cms.find('post')),
    'an unknown field in where': calling((cms) => cms.find('posts', { where: { titel: { equals: 'x' } } })),
    'an unknown operator': calling((cms) => cms.find('posts', { where: { title: { is: 'x' } } })),
    'where without an operator': calling((cms) => cms.find('posts', { where: { title: 'x' } })),
    'an unknown option': calling((cms) => cms.find('posts', { wher: {}, limits: 3 })),
    'a wrong locale': calling((cms) => cms.find('posts', { locale: 'fr' }), {}, { localization: { locales: ['en', 'th'] } }),
    'a date that is none': calling((cms) => cms.create('posts', { day: '2024-13-01' })),
    'a hook throws': creates({
      beforeChange: () => {
        throw new Error('no titles today')
      },
    }),
    'a hook throws afterwards': creates({
      afterChange: () => {
        throw new Error('the mail server is down')
      },
    }),
    'a hook returns a string': creates({ beforeChange: () => 'saved' }),
    'a rule gives nothing': calling(
      (cms) =>
        cms
          .as(null)
          .find('posts')
          .catch((error: Error) => {
            throw error
          }),
      { access: { read: () => undefined } },
    ),
    'validate gives nothing': calling((cms) => cms.create('posts', { title: 'x' }), {
      fields: [{ name: 'title', validate: () => undefined }],
    }),
    'an afterChange that changes its own document': creates({
      afterChange: ({ cms, doc }: Anything) => cms.update('posts', doc.id, { title: `${doc.title}.` }),
    }),
    'a forgotten await of createCms': async () => {
      const cms = createCms(posts()) as Anything
      try {
        return await cms.find('posts')
      } catch (error) {
        return (error as Error).message
      } finally {
        await (await cms).stop()
      }
    },
    'a call in a transaction without await': calling(async (cms) => {
      let late: Promise<unknown> | undefined
      await cms.transaction(async (inside: Anything) => {
        setImmediate(() => undefined)
        late = new Promise((resolve) => setTimeout(resolve, 20)).then(() => inside.create('posts', { title: 'x' }))
      })
      await late
    }),
    'S3 does not run': async () => {
      const storage = s3({ bucket: 'b', endpoint: 'http://127.0.0.1:9', accessKeyId: 'a', secretAccessKey: 'b' })
      return storage.get('a').then(
        () => undefined,
        (error: Error) => error.message,
      )
    },
  },
  'In an application': {
    'app.use(cmsMiddleware)': hosting((app) => app.use(cmsMiddleware), '/x'),
    'cmsMiddleware()': hosting((app) => app.use((cmsMiddleware as Anything)()), '/api/cms/posts'),
    'cmsMiddleware(createCms(config))': hosting((app) => app.use(cmsMiddleware(createCms(posts()) as Anything)), '/api/cms/posts'),
    'the middleware of Koa in Express': hosting((app) => app.use(koaMiddleware(posts())), '/'),
    'a route before the CMS': hosting((app) => {
      app.get('/', async (request: Anything, response: Anything) => response.json(await request.cms.find('posts')))
      app.use(cmsMiddleware(posts()))
    }, '/'),
    'a body that is no JSON': hosting((app) => app.use(cmsMiddleware(posts())), '/api/cms/posts', {
      method: 'POST',
      body: 'title=x',
      headers: { 'content-type': 'text/plain' },
    }),
    'a body that was read before': hosting(
      (app) => {
        app.use((request: Anything, _: Anything, next: Anything) => request.resume().on('end', next))
        app.use(cmsMiddleware(posts()))
      },
      '/api/cms/posts',
      { method: 'POST', body: '{"title":"x"}', headers: { 'content-type': 'application/json' } },
    ),
    'the start failed: the API in development': hosting((app) => app.use(cmsMiddleware({ ...posts(), schemas: [] })), '/api/cms/posts'),
    'the start failed: the admin in development': hosting((app) => app.use(cmsMiddleware({ ...posts(), schemas: [] })), '/admin'),
    'the start failed: in production': hosting((app) => app.use(cmsMiddleware({ ...posts(), schemas: [], production: true })), '/admin'),
    'the start failed: the log': async () => {
      const lines: string[] = []
      const config = {
        ...posts(),
        log: consoleLog((_, line) => void lines.push(line)),
        collections: [],
        schema: sdl`type Post @collection(slug: "posts") { title: Strin }`,
      }
      await cmsMiddleware(config).cms.catch(() => undefined)
      return lines.join('\n')
    },
  },
}

const golden = new URL('golden/messages.md', import.meta.url)

describe('messages', function () {
  this.timeout(60_000)
  const said = Object.fromEntries(Object.keys(MISTAKES).map((kind) => [kind, new Map<string, string | undefined>()]))

  for (const [kind, mistakes] of Object.entries(MISTAKES))
    for (const [mistake, make] of Object.entries(mistakes))
      it(`${kind}: ${mistake}`, async () => {
        const message = await make()
        said[kind]!.set(mistake, message?.replace(/\\n {4}at .*/, ''))
      })

  it('are those of the golden file', () => {
    const text = `# What galley says about the mistakes of a first day\n${Object.entries(said)
      .map(
        ([kind, messages]) =>
          `\n## ${kind}\n${[...messages].map(([mistake, message]) => `\n### ${mistake}\n\n${message ?? '(nothing)'}\n`).join('')}`,
      )
      .join('')}`
    if (process.env['GOLDEN'] === 'write') writeFileSync(golden, text)
    expect(text).to.equal(readFileSync(golden, 'utf8'))
  })
})
