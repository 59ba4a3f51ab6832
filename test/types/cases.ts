/** TypeScript as users write it: what must compile, and mistakes with the words that the first line of their error must contain. */

/** Behind the imports that every case has. */
export interface Case {
  title: string
  code: string
  /** For mistakes: parts of the first line of the error. */
  error?: readonly string[]
}

export const IMPORTS = `import express from 'express'
import { createCms, defineConfig, type Cms } from 'galley'
import { createClient } from 'galley/client'
import { cmsMiddleware } from 'galley/express'
import { sqlite } from 'galley/sqlite'
declare const cms: Cms
declare const app: express.Express
const client = createClient({ url: 'https://example.org/api/cms' })
const secret = 'a-secret-of-at-least-thirty-two-characters'
export { app, client, cms, cmsMiddleware, createCms, defineConfig, express, secret, sqlite }
`

export const CONFIG = `import { sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: ':memory:' }),
  schema: sdl\`
    type Post @collection(slug: "posts") { title: String!, views: Int, author: Author!, second: Author, tags: [Tag!], mood: Mood }
    type Author @collection(slug: "authors") { name: String! }
    type Tag @collection(slug: "tags") { name: String! }
    type Note @collection(slug: "notes", drafts: true) { text: String! }
    type Site @global(slug: "site") { name: String! @default(value: "A site") }
    enum Mood { calm bright }
  \`,
}
`

export const RIGHT: readonly Case[] = [
  { title: 'req.cms is there', code: `app.get('/', async (req, res) => void res.json(await req.cms.find('posts')))` },
  { title: 'req.cms is the Local API', code: `app.get('/', (req) => { const handle: Cms = req.cms; void handle })` },
  {
    title: 'req.cms knows the user',
    code: `app.get('/', async (req) => { const role: string | undefined = (await req.cms.me())?.role; void role })`,
  },
  {
    title: 'req.cms in an error handler',
    code: `app.use((_: unknown, req: express.Request, __: express.Response, next: express.NextFunction) => { void req.cms.user; next() })`,
  },
  {
    title: 'the middleware is used',
    code: `const mounted = cmsMiddleware({ secret, db: sqlite({ filename: 'a.db' }) }); app.use(mounted); app.use('/shop', mounted)`,
  },
  {
    title: 'the handle of the middleware',
    code: `const handle: Cms = await cmsMiddleware({ secret, db: sqlite({ filename: 'a.db' }) }).cms; void handle`,
  },
  { title: 'a started CMS is mounted', code: `app.use(cmsMiddleware(await createCms({ secret, db: sqlite({ filename: 'a.db' }) })))` },
  {
    title: 'a configuration',
    code: `defineConfig({ secret, db: sqlite({ filename: 'a.db' }), collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] })`,
  },
  { title: 'a text', code: `const title: string = (await cms.find('posts')).docs[0]!.title; void title` },
  {
    title: 'a relation that may be null',
    code: `const { author } = (await cms.find('posts')).docs[0]!; if (author !== null && typeof author !== 'number') author.name.trim()`,
  },
  {
    title: 'a relation with ?.',
    code: `const post = await cms.findById('posts', 1, { depth: 1 }); const author = post?.author; void (typeof author === 'object' ? author?.name : author)`,
  },
  {
    title: 'the targets of a list are never null',
    code: `for (const tag of (await cms.find('posts')).docs[0]!.tags) void (typeof tag === 'number' ? tag : tag.name)`,
  },
  {
    title: 'an id from a route',
    code: `app.get('/:id', async (req, res) => void res.json(await req.cms.findById('posts', String(req.params['id']))))`,
  },
  {
    title: 'a filter',
    code: `await cms.find('posts', { where: { or: [{ 'author.name': { like: 'A' } }, { views: { gte: 1 } }] }, sort: ['-views', 'title'] })`,
  },
  {
    title: 'every option of find',
    code: `await cms.find('posts', { limit: 0, page: 1, count: false, depth: 2, select: ['title'], draft: true, trash: false, showHidden: true, context: {} })`,
  },
  { title: 'a total', code: `const total: number = await cms.count('posts', { where: { mood: { equals: 'calm' } } }); void total` },
  {
    title: 'create',
    code: `const { id }: { id: number } = await cms.create('posts', { title: 'x', author: 1, tags: [1], mood: 'bright' }); void id`,
  },
  { title: 'a draft may lack values', code: `await cms.create('notes', { status: 'draft' })` },
  { title: 'update in part', code: `await cms.update('posts', 1, { views: null }, { where: { views: { equals: 1 } }, ifMatch: 3 })` },
  { title: 'increment', code: `const post = await cms.increment('posts', 1, 'views', -1, { min: 0 }); void post?.views` },
  { title: 'delete', code: `const { title } = await cms.delete('posts', 1); title.trim()` },
  { title: 'a global', code: `const { name } = await cms.findGlobal('site'); name.trim(); await cms.updateGlobal('site', { name: 'x' })` },
  {
    title: 'a user',
    code: `const { docs } = await cms.as(await cms.me()).find('posts'); void docs; cms.as({ id: 1, role: 'editor' }); cms.as(null)`,
  },
  {
    title: 'a transaction',
    code: `const made: string = await cms.transaction(async (tx) => (await tx.create('tags', { name: 'x' })).name); void made`,
  },
  {
    title: 'features',
    code: `await cms.unpublish('notes', 1); await cms.findVersions('notes', 1); await cms.audit.find({ action: 'sso' }); await cms.auth.user('token')`,
  },
  { title: 'the client reads', code: `const { docs } = await client.find('posts', { sort: '-views', limit: 5 }); docs[0]?.title.trim()` },
  { title: 'the client goes through all', code: `for await (const tag of client.all('tags')) tag.name.trim()` },
  {
    title: 'the client writes',
    code: `const post = await client.create('posts', { title: 'x', author: 1 }); await client.update('posts', post.id, { title: 'y' }, { ifUnchanged: post })`,
  },
  { title: 'the client has globals', code: `const name: string = (await client.findGlobal('site')).name; void name` },
]

export const WRONG: readonly Case[] = [
  { title: 'a misspelt req.cms', code: `app.get('/', (req) => void req.csm)`, error: ["Property 'csm' does not exist"] },
  {
    title: 'req.cms as something else',
    code: `app.get('/', (req) => { const text: string = req.cms; void text })`,
    error: ["Type 'Cms", "'string'"],
  },
  { title: 'a misspelt method', code: `await cms.fnd('posts')`, error: ["'fnd'", "'find'"] },
  { title: 'an unknown collection', code: `await cms.find('psots')`, error: ['"psots"'] },
  { title: 'an unknown global', code: `await cms.findGlobal('sight')`, error: ['"sight"'] },
  { title: 'an unknown field of a document', code: `(await cms.find('posts')).docs[0]!.titel`, error: ["'titel'", "'title'"] },
  { title: 'a missing value', code: `await cms.create('posts', { title: 'x' })`, error: ["'{ title: string; }'", 'PostInput'] },
  { title: 'an unknown value', code: `await cms.create('posts', { title: 'x', author: 1, titel: 'y' })`, error: ["'titel'"] },
  { title: 'a value of another type', code: `await cms.update('posts', 1, { title: 5 })`, error: ["'number'", "'string'"] },
  { title: 'an unknown choice', code: `await cms.update('posts', 1, { mood: 'calmm' })`, error: ['"calmm"'] },
  { title: 'a misspelt status', code: `await cms.create('notes', { text: 'x', status: 'publish' })`, error: ['"publish"', '"published"'] },
  { title: 'a misspelt option', code: `await cms.find('posts', { limits: 3 })`, error: ["'limits'", "'limit'"] },
  { title: 'a document that may be null', code: `(await cms.findById('posts', 1)).title`, error: ['null'] },
  {
    title: 'a relation that may be null',
    code: `const { author } = (await cms.find('posts')).docs[0]!; if (typeof author === 'object') author.name`,
    error: ["'author' is possibly 'null'"],
  },
  { title: 'a forgotten await', code: `cms.find('posts').docs`, error: ["'docs'", 'Promise<'] },
  {
    title: 'a misspelt option of the configuration',
    code: `defineConfig({ secret, db: sqlite({ filename: 'a.db' }), colections: [] })`,
    error: ["'colections'", "'collections'"],
  },
  { title: 'an unknown collection of the client', code: `await client.find('psots')`, error: ['"psots"'] },
  { title: 'a wrong value of the client', code: `await client.create('tags', { name: 7 })`, error: ["'number'", "'string'"] },
]
