/** TypeScript as users write it, against generated types: what must compile. */

/** Behind the imports that every case has. */
export interface Case {
  title: string
  code: string
  /** For mistakes: parts of the first line of the error. */
  error?: readonly string[]
  /** A part of its further lines. */
  detail?: string
}

export const IMPORTS = `import express from 'express'
import { createCms, defineCode, defineConfig, type Cms, type CollectionWith, type DocumentOf, type InputOf, type Where } from 'galley'
import { createClient } from 'galley/client'
import { cmsMiddleware } from 'galley/express'
import { sqlite } from 'galley/sqlite'
import type { Author, Post, PostWhere } from './cms-types.js'
declare const cms: Cms
declare const app: express.Express
const client = createClient({ url: 'https://example.org/api/cms' })
const secret = 'a-secret-of-at-least-thirty-two-characters'
export type { Author, CollectionWith, DocumentOf, InputOf, Post, PostWhere, Where }
export { app, client, cms, cmsMiddleware, createCms, defineCode, defineConfig, express, secret, sqlite }
`

export const RIGHT: readonly Case[] = [
  { title: 'req.cms is there', code: `app.get('/', async (req, res) => void res.json(await req.cms.find('posts')))` },
  { title: 'req.cms is the Local API', code: `app.get('/', (req) => { const handle: Cms = req.cms; void handle })` },
  {
    title: 'req.cms knows the user',
    code: `app.get('/', async (req) => { const role: string | undefined = (await req.cms.me())?.role; void role })`,
  },
  {
    title: 'the user has the fields of users',
    code: `app.get('/', async (req) => { const name: string | null | undefined = (await req.cms.me())?.name; void name })`,
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
    code: `const { author } = (await cms.find('posts')).docs[0]!; if (author !== null) author.name.trim()`,
  },
  {
    title: 'a relation with ?.',
    code: `const post = await cms.findById('posts', 1, { depth: 1 }); const name: string | undefined = post?.author?.name; void name`,
  },
  {
    title: 'the targets of a list are never null',
    code: `for (const tag of (await cms.find('posts')).docs[0]!.tags) tag.name.trim()`,
  },
  {
    title: 'ids at depth 0',
    code: `const { author, tags } = (await cms.find('posts', { depth: 0 })).docs[0]!; const ids: (number | null)[] = [author, ...tags]; void ids`,
  },
  {
    title: 'depth counts down',
    code: `const boss: number | null | undefined = (await cms.findById('posts', 1))?.author?.boss; const name = (await cms.findById('posts', 1, { depth: 3 }))?.author?.boss?.boss?.name; void [boss, name]`,
  },
  {
    title: 'depth inside rows and blocks',
    code: `const { links, layout } = (await cms.find('posts')).docs[0]!; links[0]?.to?.name.trim(); for (const block of layout) if (block.blockType === 'quote') block.by?.name.trim(); else block.image?.url?.trim()`,
  },
  {
    title: 'the depth of a deleted document is 0',
    code: `const id: number | null = (await cms.delete('posts', 1)).author; void id`,
  },
  {
    title: 'a depth that is only known when it runs',
    code: `const depth = Math.random() < 0.5 ? 0 : 1; const { author } = (await cms.find('posts', { depth })).docs[0]!; void (typeof author === 'number' ? author : author?.name)`,
  },
  {
    title: 'documents and input by slug',
    code: `const card = (post: DocumentOf<'posts', 'depth 0'>): number | null => post.author; const post: Post = {} as DocumentOf<'posts'>; const input: InputOf<'posts'> = { title: 'x', author: 1 }; const site: DocumentOf<'site'> = await cms.findGlobal('site'); void [card, post, input, site.name]`,
  },
  {
    title: 'options that may be absent',
    code: `declare const light: boolean
const isId = (one: number | Author<'depth 0'> | null | undefined) => typeof one === 'number'
isId((await cms.findById('posts', 1, { ...(light && { depth: 0 }) }))?.author)
isId((await client.findById('posts', 1, light ? { depth: 0 } : {}))?.author)
const { summary } = (await cms.find('posts', { ...(light && { locale: 'all' }) })).docs[0]!; void (typeof summary === 'string' ? summary : summary?.th)
const given: { depth?: 0; locale?: 'th' } = {}; const one: number | Author<'depth 0'> | null = (await cms.update('posts', 1, {}, given)).author
const two = (await cms.find('posts', { select: light ? ['title'] : ['views'] })).docs[0]!; void ('title' in two ? two.title.trim() : two.views)
const three: { id: number; title?: string; views?: number | null } = (await client.find('posts', { select: ['title', ...(light ? ['views' as const] : [])] })).docs[0]!
const keys: ('title' | 'views')[] = ['views']; const four: { id: number; title?: string; views?: number | null } = (await cms.findById('posts', 1, { select: keys }))!
const five: { id: number; title: string } = (await cms.findById('posts', 1, { ...(light && { select: ['title'] }) }))!
const none: { id: number } = (await cms.findById('posts', 1, { select: [] }))!; const id: number | null = (await cms.delete('posts', 1, { select: ['author'] })).author; void [one, three, four, five, none, id]`,
  },
  {
    title: 'a function for documents of any collection',
    code: `import type { CollectionSlug, Read, Register } from 'galley'; const first = async <S extends CollectionSlug>(slug: S): Promise<Read<Register, S> | undefined> => (await cms.find(slug)).docs[0]; const title: string | undefined = (await first('posts'))?.title; void title`,
  },
  {
    title: 'options that are passed on',
    code: `import type { FindOptions, Depth } from 'galley'; const list = async (options: FindOptions<PostWhere, 'title', 'title' | 'views', 0, false, 'en'>) => (await cms.find('posts', options)).docs[0]?.title?.trim(); const at = async <D extends Depth>(depth: D) => (await cms.find('posts', { depth })).docs[0]!.title; void [list, at]`,
  },
  {
    title: 'select narrows',
    code: `const { id, title }: { id: number; title: string } = (await cms.find('posts', { select: ['title'] })).docs[0]!; void [id, title]`,
  },
  {
    title: 'select takes part in depth',
    code: `const { author } = (await cms.findById('posts', 1, { select: ['author'], depth: 0 }))!; void (author === 1)`,
  },
  {
    title: 'a draft lacks values, a live document has them',
    code: `const text: string = (await cms.find('notes')).docs[0]!.text; const draft: string | null = (await cms.find('notes', { draft: true })).docs[0]!.text; void [text, draft]`,
  },
  {
    title: 'a change may return a draft',
    code: `const text: string | null = (await cms.create('notes', { text: 'x', status: 'published' })).text; void text`,
  },
  {
    title: 'a change of a type without drafts returns a whole document',
    code: `const post: Post = await cms.create('posts', { title: 'x', author: 1 }); void post`,
  },
  {
    title: 'one locale, and all of them',
    code: `const one: string | null = (await cms.find('posts', { locale: 'th' })).docs[0]!.summary; const { th } = (await cms.find('posts', { locale: 'all' })).docs[0]!.summary; void [one, th?.trim()]`,
  },
  {
    title: 'values for all locales',
    code: `await cms.create('posts', { title: 'x', author: 1, summary: { en: 'x', th: 'y' } }, { locale: 'all' }); await cms.in('th').update('posts', 1, { summary: 'y' })`,
  },
  { title: 'the sizes of a picture', code: `const url: string | undefined = (await cms.find('media')).docs[0]!.sizes.card?.url; void url` },
  {
    title: 'a field with a read rule may be absent',
    code: `const memo: string | null | undefined = (await cms.find('posts')).docs[0]!.memo; void memo`,
  },
  {
    title: 'names of documents by how they were read',
    code: `const card = (post: Post<'depth 0'>) => post.title; card((await cms.find('posts', { depth: 0 })).docs[0]!); const full = (post: Post, author: Author<'depth 0'>) => [post, author]; void full`,
  },
  {
    title: 'filters by any path',
    code: `await cms.find('posts', { where: { 'seo.score': { gt: 3 }, 'links.url': { like: 'x' }, 'layout.blockType': { in: ['hero'] }, links: { exists: true }, 'tags.name': { equals: 'x' }, 'links.to.name': { equals: 'x' }, 'summary.th': { exists: false } } })`,
  },
  {
    title: 'filters through several relations',
    code: `await cms.find('posts', { where: { 'author.boss.boss.name': { equals: 'x' } }, sort: 'author.boss.name' })`,
  },
  {
    title: 'filters by every type of value',
    code: `await cms.find('posts', { where: { views: { in: [1, null] }, reviewedAt: { lt: new Date() }, createdAt: { gte: '2026-01-01' }, author: { equals: 1 }, mood: { not_in: ['calm'] } } })`,
  },
  { title: 'drafts that wait to be published', code: `await cms.find('notes', { where: { pending: { equals: true } }, draft: true })` },
  {
    title: 'filters with a name',
    code: `const calm: Where<'posts'> = { mood: { equals: 'calm' } }; const same: PostWhere = calm; const any: Where = { anything: { equals: 1 } }; await cms.count('posts', { where: { and: [same] } }); void any`,
  },
  { title: 'increment inside a group', code: `await cms.increment('posts', 1, 'seo.score')` },
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
    code: `await cms.find('posts', { locale: 'en', fallbackLocale: false, limit: 0, page: 1, count: false, depth: 2, select: ['title'], draft: true, trash: false, showHidden: true, context: {} })`,
  },
  {
    title: 'goes through all',
    code: `for await (const { id, author } of cms.all('posts', { depth: 0, select: ['author'] })) void [id, author === 1]`,
  },
  { title: 'a total', code: `const total: number = await cms.count('posts', { where: { mood: { equals: 'calm' } } }); void total` },
  {
    title: 'create',
    code: `const { id }: { id: number } = await cms.create('posts', { title: 'x', author: 1, tags: [1], mood: 'bright' }); void id`,
  },
  { title: 'a draft may lack values', code: `await cms.create('notes', { status: 'draft' })` },
  {
    title: 'a hook of a change returns what it received, with texts and rows',
    code: `defineCode<'stays'>({ hooks: { beforeValidate: ({ data }) => ({ ...data, title: data.title?.trim() ?? '' }), beforeChange: async ({ data, originalDoc }) => ({ ...data, title: originalDoc?.title ?? 'x', about: { ...data.about, day: new Date() } }) } }); defineCode<'vaults'>({ hooks: { beforeChange: ({ data }) => ({ ...data, name: 'x' }) } })`,
  },
  {
    title: 'the document of a preview, stored or new, and its options',
    code: `const { doc } = await cms.preview('posts', 1, { title: 'x' }); const [id, created, title, name]: [number, string, string | null, string | undefined] = [doc.id, doc.createdAt, doc.title, doc.author?.name]
const { doc: fresh } = await client.preview('posts', null, { title: 'x' }); const none: number | undefined = fresh.id; const when: string | null = fresh.createdAt
declare const some: number | null; const either: number | undefined = (await cms.preview('posts', some, {})).doc.id
const { doc: flat } = await client.preview('posts', '7', {}, { depth: 0, select: ['author'] }); const author: number | null = flat.author
const { doc: all } = await cms.preview('posts', 1, {}, { locale: 'all', depth: 0 }); await cms.preview('stays', 1, { nights: { th: [{ moods: null }] } }, { locale: 'all' })
const site: string | null = (await cms.previewGlobal('site', { name: 'x' })).doc.name; void [id, created, title, name, none, when, either, author, all, site]`,
  },
  {
    title: 'the content of a version has ids in its relations, and may lack values',
    code: `const { data, status } = await cms.findVersion('notes', 1, 2); const id: number = data.id; const text: string | null = data.text; const there = (await client.findVersion('notes', 1, 2, { locale: 'all' })).data.updatedAt.slice(1); void [status, id, text, there]`,
  },
  {
    title: 'a preview of a document that may be new',
    code: `defineCode<'posts'>({ preview: ({ doc, locale }) => (doc.id === undefined || doc.title === null ? null : [doc.author?.name, doc.seo.title, doc.links[0]?.url, locale ?? 'en'].join('/')) }); defineCode<'vaults'>({ preview: ({ doc }) => doc.name }); defineCode<'site'>({ preview: ({ doc }) => doc.legal.imprint })`,
  },
  {
    title: 'other options without a value',
    code: `declare const no: undefined; createClient({ url: 'x', key: process.env['CMS_KEY'], locale: no, headers: no, fetch: no }); await cms.increment('posts', 1, 'views', 1, { min: no, max: no }); await cms.transaction(async () => 1, { retries: no }); await cms.findVersions('notes', 1, { limit: no, page: no }); await client.findVersions('notes', 1, { limit: no }); await cms.signedURL(1, { expiresIn: no }); await cms.runJobs({ wait: no }); await cms.audit.find({ action: no, from: no, limit: no }); await cms.sendEmail({ to: 'x', subject: 'x', text: 'x', html: no }); await cms.auth.login({ email: 'x', password: 'x', ip: no })`,
  },
  {
    title: 'the code of groups and rows knows their values',
    code: `defineCode<'posts'>({ fields: { links: { validate: (value) => value?.every(({ url }) => url.startsWith('http')) || 'no links' }, seo: { validate: (value) => (value?.score ?? 0) > 1 || 'is low' }, layout: { validate: (value) => value?.[0]?.blockType === 'hero' || 'begin with a hero' } } }); defineCode<'stays'>({ fields: { nights: { validate: (value) => (value?.[0]?.moods?.length ?? 0) < 3 || 'too many' } } })`,
  },
  {
    title: 'the trash of collections that have one',
    code: `declare const isTrash: boolean; await cms.find('vaults', { trash: true }); await cms.findById('vaults', 1, { trash: isTrash }); await cms.count('vaults', { trash: true }); await cms.delete('vaults', 1, { trash: isTrash }); await client.find('vaults', { trash: true }); await client.delete('vaults', 1, { trash: false }); await cms.find('posts', { trash: false }); for (const slug of ['posts', 'vaults'] as const) await cms.find(slug, { trash: isTrash }); for await (const one of cms.all('vaults', { trash: true })) void one.id`,
  },
  {
    title: 'dates are set as texts or dates, and read as texts',
    code: `const { reviewedAt }: { reviewedAt: string | null } = await cms.create('posts', { title: 'x', author: 1, reviewedAt: new Date() }); await client.update('events', 1, { stops: [{ day: new Date(), place: { city: 'x', map: { url: 'x' } } }] }); void reviewedAt`,
  },
  {
    title: 'options without a value',
    code: `declare const old: boolean; await cms.find('posts', { sort: old ? 'views' : undefined, locale: old ? 'th' : undefined, where: undefined, draft: undefined }); await client.update('posts', 1, { views: 1 }, { locale: undefined, ifUnchanged: undefined })`,
  },
  {
    title: 'a variable with the type of the input',
    code: `const input: import('./cms-types.js').PostInput = { title: 'x', author: 1, reviewedAt: new Date() }; await cms.create('posts', input); await client.create('posts', input); await cms.update('posts', 1, input); await client.update('posts', 1, input)`,
  },
  { title: 'a status', code: `const status: 'draft' | 'published' = (await cms.find('notes')).docs[0]!.status; void status` },
  {
    title: 'what was read can be written back',
    code: `const post = (await cms.findById('posts', 1, { depth: 0 }))!; await cms.update('posts', 1, { ...post, title: 'y' }); await client.update('posts', 1, { ...post, title: 'y' })
await cms.create('posts', { ...post, title: 'y', author: (await cms.find('authors')).docs[0]!.id, tags: [1, 2] as const })
const all = (await cms.findById('posts', 1, { depth: 0, locale: 'all' }))!; await cms.update('posts', 1, { ...all, title: 'y' }, { locale: 'all' })
const draft = (await cms.findById('notes', 1, { draft: true }))!; await cms.update('notes', 1, { ...draft, status: 'published' }); await cms.create('notes', { text: null })
const vault = (await cms.findById('vaults', 1, { draft: true }))!; await cms.update('vaults', 1, { name: vault.name, box: vault.box })
const kept = (await cms.findById('vaults', 1, { depth: 0, draft: true }))!; await cms.update('vaults', 1, { body: kept.body, name: 'y' }); const stay = (await cms.findById('stays', 1, { depth: 0 }))!; await cms.update('stays', 1, { body: stay.body, nights: stay.nights })
const event = (await cms.findById('events', 1))!; await cms.update('events', 1, { ...event, title: 'y' })`,
  },
  {
    title: 'hooks receive ids and lists of their own',
    code: `defineCode<'posts'>({ hooks: { beforeChange: ({ data }) => { data.tags?.push(1); const id: number | null = data.author ?? null; return { ...data, second: id, tags: [...(data.tags ?? []), 3] } } } })`,
  },
  { title: 'update in part', code: `await cms.update('posts', 1, { views: null }, { where: { views: { equals: 1 } }, ifMatch: 3 })` },
  {
    title: 'a change of what nobody else has changed',
    code: `const post = (await cms.findById('posts', 1))!; await cms.update('posts', post.id, { views: 1 }, { ifUnchanged: post })`,
  },
  {
    title: 'null empties lists and groups',
    code: `await cms.update('media', 1, { crop: null, focalPoint: null }); await client.update('media', 1, { crop: null })
await cms.update('posts', 1, { seo: null, links: null, tags: null, layout: null }); await cms.create('events', { title: 'x', place: { city: 'x', map: { url: 'x' } }, stops: null, parts: null })
await cms.update('stays', 1, { nights: { en: null, th: [{ moods: null }] } }, { locale: 'all' })`,
  },
  { title: 'increment', code: `const post = await cms.increment('posts', 1, 'views', -1, { min: 0 }); void post?.views` },
  {
    title: 'deleting a user, and reading a version',
    code: `await cms.delete('users', 1, { transferTo: 2 }); await client.delete('users', 1, { transferTo: 'none' }); await cms.findVersion('notes', 1, 1, { locale: 'th', compare: 'live', context: {} }); await client.findVersion('notes', 1, 1, { compare: 2, fallbackLocale: false }); await cms.findVersion('notes', 1, 1, { compare: '2' }); const { find } = client; void find('notes')`,
  },
  { title: 'delete', code: `const { title } = await cms.delete('posts', 1); title.trim()` },
  { title: 'a global', code: `const { name } = await cms.findGlobal('site'); name.trim(); await cms.updateGlobal('site', { name: 'x' })` },
  {
    title: 'a user',
    code: `const { docs } = await cms.as(await cms.me()).find('posts'); void docs; cms.as({ id: 1, role: 'editor' }); cms.as(null)`,
  },
  {
    title: 'a user document',
    code: `cms.as(await cms.create('users', { email: 'x@example.org', role: 'admin', password: 'x' })); cms.as((await cms.findById('users', 1))!)`,
  },
  {
    title: 'rules and hooks know the fields of users',
    code: `defineCode<'posts'>({ access: { update: ({ user }) => user?.team === 'red' && user.role === 'editor' }, hooks: { beforeChange: ({ data, user }) => ({ ...data, memo: user?.name ?? null }) } })`,
  },
  {
    title: 'users of the application, with fields of their own',
    code: `import { hostUser } from 'galley/passport'; declare module 'galley' { interface UserFields { plan?: 'free' | 'paid' } } defineConfig({ secret, db: sqlite({ filename: 'a.db' }), features: [hostUser((user) => ({ id: user.id, role: 'editor', plan: user.plan }))], onRequest: ({ user }) => ({ user: user ?? { id: 'x', role: 'editor', plan: 'free' } }) }); defineCode<'tags'>({ access: { read: ({ user }) => user?.plan === 'paid' } })`,
  },
  {
    title: 'texts of emails',
    code: `defineConfig({ secret, db: sqlite({ filename: 'a.db' }), auth: { emails: { resetPassword: ({ user, url, locale, expiresAt }) => ({ subject: user.name ?? '', text: url + expiresAt.toLocaleString(locale), html: '<p>' }), passwordChanged: async ({ url }) => ({ subject: 'x', text: url ?? '' }) }, members: { roles: ['reader'], emails: { verifyEmail: ({ url }) => ({ subject: 'x', text: url }) } } } })`,
  },
  {
    title: 'a transaction',
    code: `const made: string = await cms.transaction(async (tx) => (await tx.create('tags', { name: 'x' })).name); void made`,
  },
  {
    title: 'features',
    code: `await cms.unpublish('notes', 1); await cms.findVersions('notes', 1); await cms.audit.find({ action: 'sso' }); await cms.auth.user('token')`,
  },
  {
    title: 'the client and the Local API know who signed in',
    code: `const { user } = await client.auth.login({ email: 'x', password: 'x' }); const names: (string | null | undefined)[] = [user.team, (await client.auth.me())?.team, (await cms.auth.login({ email: 'x' })).user.team, (await cms.auth.user('x'))?.team]; void names`,
  },
  {
    title: 'the client reads by depth, select and locale',
    code: `const { author } = (await client.find('posts', { depth: 0, locale: 'all', select: ['author'] })).docs[0]!; void (author === 1)`,
  },
  { title: 'the client reads', code: `const { docs } = await client.find('posts', { sort: '-views', limit: 5 }); docs[0]?.title.trim()` },
  { title: 'the client goes through all', code: `for await (const tag of client.all('tags')) tag.name.trim()` },
  {
    title: 'the client writes',
    code: `const post = await client.create('posts', { title: 'x', author: 1 }); await client.update('posts', post.id, { title: 'y' }, { ifUnchanged: post })`,
  },
  {
    title: 'a global that was never saved has only its defaults',
    code: `const site = await cms.findGlobal('site'); const owner: string | null = site.owner; const imprint: string | null = site.legal.imprint; const cities: string[] = site.offices.map(({ city }) => city); const name: string = site.name; void [owner, imprint, cities, name]`,
  },
  {
    title: 'a field with a condition may be left out, and lack a value',
    code: `const { link, id } = await cms.create('events', { title: 'x', place: { city: 'x', map: { url: 'x' } } }); const url: string | null = link; await cms.update('events', id, { link: null }); void url`,
  },
  {
    title: 'a change may leave out the values of a group',
    code: `await cms.update('events', 1, { place: { note: 'x' } }); await client.update('events', 1, { place: { map: {} } }); await cms.updateGlobal('site', { legal: {} })`,
  },
  { title: 'the client has globals', code: `const name: string = (await client.findGlobal('site')).name; void name` },
  {
    title: 'hooks of changes receive hidden fields, those of reads do not',
    code: `defineCode<'vaults'>({ hooks: { afterChange: ({ doc, previousDoc }) => { const values: (string | null | undefined)[] = [doc.secret, doc.box.key, previousDoc?.secret]; const keeper: number | null = doc.keeper; console.log(values, keeper) }, afterRead: ({ doc }) => ({ ...doc, label: doc.box.label }) } }); defineCode<'safes'>({ hooks: { afterDelete: ({ doc }) => { const owner: number | null = doc.owner; console.log(owner) } } })`,
  },
  {
    title: 'a global whose scope may hold no value',
    code: `const { name, status } = await cms.findGlobal('tenant'); const values: [string | null, 'draft' | 'published' | null] = [name, status]; void values`,
  },
  {
    title: 'a block in a text lacks what it was saved without',
    code: `const { body } = (await cms.find('vaults')).docs[0]!; for (const node of body?.content ?? []) if (node.type === 'contentBlock') { const who: string | undefined = node.attrs.who?.name; const text: string = node.attrs.text; const owner: string | undefined = node.attrs.owner?.name; void [who, text, owner] }`,
  },
  {
    title: 'a field of its own named pending',
    code: `await cms.find('vaults', { where: { pending: { equals: 'x' } } })`,
  },
  {
    title: 'a shown group has the type of its function',
    code: `const masked: unknown = (await cms.find('vaults')).docs[0]!.masked; void masked; await cms.update('vaults', 1, { masked: { a: 'x' } })`,
  },
  {
    title: 'folders and creators',
    code: `const { folder } = (await cms.find('media', { where: { 'folder.name': { equals: 'x' } } })).docs[0]!; const email: string | undefined = (await cms.find('vaults')).docs[0]!.createdBy?.email; await cms.create('media-folders', { name: 'x', parent: folder?.id ?? null }); void email`,
  },
  {
    title: 'what editors say about a file',
    code: `await cms.update('media', 1, { alt: 'x', focalPoint: { x: 50, y: 50 }, folder: 1 }); await cms.increment('media', 1, 'focalPoint.x')`,
  },
  {
    title: 'a total, and none',
    code: `const total: number = (await cms.find('posts')).totalDocs + (await client.find('posts', { page: 2 })).totalDocs; const { totalDocs, totalPages } = await cms.find('posts', { count: false }); const none: null = totalDocs ?? totalPages; declare const count: boolean; const perhaps: number | null = (await client.find('posts', { count })).totalDocs; void [total, none, perhaps]`,
  },
  {
    title: 'a change without a condition returns the document',
    code: `const { title }: Post = await cms.update('posts', 1, { title: 'x' }, { depth: 1 }); const where: Where<'posts'> = {}; const one: Post | null = await cms.update('posts', 1, { title: 'x' }, { where }); void [title, one]`,
  },
  {
    title: 'the client and the Local API take the same',
    code: `await cms.preview('events', 1, { place: { note: 'x' } }); await client.preview('events', 1, { place: { note: 'x' } }); await cms.move('tags', 1, { before: '2' }); const one: { deleted: 1 } = await client.cancelSchedule('notes', 1, 2); void one`,
  },
  {
    title: 'rules and code of fields by path',
    code: `defineCode<'posts'>({ access: { read: ({ user }) => ({ author: { equals: user?.id }, or: [{ 'author.name': { like: 'x' } }] }), update: 'loggedIn' }, fields: { title: { validate: (value) => value?.trim() !== '' || 'is empty' }, 'seo.score': { validate: (value) => (value ?? 0) > 1 || 'is low' }, 'layout.quote.text': { shown: (value) => value?.trim() }, tags: { validate: (value) => (value ?? []).length < 3 || 'too many' } } })`,
  },
]
