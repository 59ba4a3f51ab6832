/** Content types in code, as users write them: what must compile. */
import type { Case } from './cases.ts'

export const DECLARED_IMPORTS = `import { createCms, defineCode, defineCollection, defineConfig, defineGlobal, type Cms, type CollectionConfig, type ContentTypes, type Field } from 'galley'
import { sqlite } from 'galley/sqlite'
const secret = 'a-secret-of-at-least-thirty-two-characters'
const db = sqlite({ filename: 'a.db' })
export { createCms, db, defineCode, defineCollection, defineConfig, defineGlobal, secret }
export type { Cms, CollectionConfig, ContentTypes, Field }
`

/** Collections whose documents are inferred, for cases that read and write them. */
const INFERRED = `const posts = defineCollection({
  slug: 'posts',
  drafts: true,
  schedule: true,
  fields: [
    { name: 'title', required: true },
    { name: 'summary', localized: true },
    { name: 'views', type: 'number', min: 0 },
    { name: 'mood', options: ['calm', { value: 'bright', label: 'Bright' }] },
    { name: 'author', type: 'relationship', to: 'authors', required: true },
    { name: 'tags', type: 'relationship', to: 'authors', hasMany: true },
    { name: 'cover', type: 'upload' },
    { name: 'seo', fields: [{ name: 'title' }, { name: 'score', type: 'number' }] },
    { name: 'links', type: 'array', fields: [{ name: 'url', required: true }, { name: 'to', type: 'relationship', to: 'authors' }] },
    { name: 'layout', blocks: [{ slug: 'hero', fields: [{ name: 'heading', required: true }] }, { slug: 'rule', fields: [{ name: 'size', type: 'number' }] }] },
    { name: 'token', hidden: true },
    { name: 'memo', access: { read: ({ user }) => user !== null } },
  ],
})
const authors = defineCollection({ slug: 'authors', fields: [{ name: 'name', required: true }, { name: 'boss', type: 'relationship', to: 'authors' }] })
const events = defineCollection({
  slug: 'events',
  fields: [
    { name: 'title', required: true },
    { name: 'kind', options: ['online', 'here'] },
    { name: 'link', required: true, admin: { condition: { field: 'kind', equals: 'online' } } },
    { name: 'place', fields: [{ name: 'city', required: true }, { name: 'map', fields: [{ name: 'url', required: true }] }, { name: 'note' }] },
    { name: 'hall', admin: { condition: { field: 'kind', equals: 'here' } }, fields: [{ name: 'name', required: true }] },
    { name: 'stops', type: 'array', fields: [{ name: 'place', fields: [{ name: 'city', required: true }] }] },
    { name: 'parts', blocks: [{ slug: 'talk', fields: [{ name: 'place', fields: [{ name: 'city', required: true }] }] }] },
  ],
  hooks: { beforeChange: ({ data }) => ({ place: { note: data.place?.note ?? null } }) },
})
const talks = defineCollection({
  slug: 'talks',
  versions: { max: 10 },
  orderable: true,
  fields: [
    { name: 'at', type: 'date', required: true }, { name: 'made', type: 'date', defaultValue: () => new Date() },
    { name: 'code', shown: (value) => String(value).length }, { name: 'size', type: 'json', shown: (value) => ({ width: Number(value) }) },
  ],
  hooks: { beforeChange: ({ data }) => ({ at: data.at?.slice(0, 10) ?? new Date() }) },
})
const essays = defineCollection({
  slug: 'essays',
  fields: [
    { name: 'plain', type: 'richText', features: ['bold'] },
    { name: 'body', type: 'richText', required: true, headings: [2], blocks: [
      { slug: 'callout', fields: [{ name: 'text', required: true }, { name: 'note' }, { name: 'who', type: 'relationship', to: 'authors', required: true }] }, 'quote',
    ] },
  ],
})
const site = defineGlobal({ slug: 'site', fields: [
  { name: 'name', defaultValue: 'A site', required: true }, { name: 'owner', required: true }, { name: 'since', required: true, defaultValue: () => 'today' },
  { name: 'legal', fields: [{ name: 'imprint', required: true }] }, { name: 'offices', type: 'array', fields: [{ name: 'city', required: true }] },
] })
const vaults = defineCollection({
  slug: 'vaults',
  drafts: true,
  trash: { purgeAfterDays: 3 },
  fields: [
    { name: 'name', required: true }, { name: 'title', localized: true }, { name: 'secret', hidden: true }, { name: 'pending' },
    { name: 'masked', type: 'group', fields: [{ name: 'a' }], shown: () => 'masked' },
    { name: 'moods', type: 'select', options: ['x', 'y'], hasMany: true, shown: (value) => String(value) },
    { name: 'friend', type: 'relationship', to: 'authors', shown: () => 3 },
    { name: 'rows', type: 'array', fields: [{ name: 'a' }], shown: () => undefined },
  ],
})
const tenant = defineGlobal({ slug: 'tenant', drafts: true, versions: true, schedule: true, scope: ({ context }) => context['tenant'] as string | null, fields: [{ name: 'name', required: true, defaultValue: 'T' }] })
const shop = defineGlobal({ slug: 'shop', scope: ({ context }) => String(context['shop']), fields: [{ name: 'name', required: true, defaultValue: 'T' }] })
type Own = ContentTypes<
  [typeof posts, typeof authors, typeof events, typeof talks, typeof vaults, typeof essays], [typeof site, typeof tenant, typeof shop], 'en' | 'th', 'admin' | 'editor' | 'reader',
  { imageSizes: 'card'; folders: true; createdBy: 'vaults' }
>
declare const own: Cms<Own>
`

export const inferred = (title: string, code: string, error?: readonly string[]): Case => ({
  title,
  code: INFERRED + code,
  ...(error && { error }),
})

export const DECLARED_RIGHT: readonly Case[] = [
  ...['title', 'kind', 'code', 'note', 'mail'].map((name) => ({
    title: `a title: ${name}`,
    code: `defineCollection({ slug: 'a', useAsTitle: '${name}', fields: [{ name: 'title' }, { name: 'kind', options: ['x'], unique: true }, { name: 'code', type: 'slug' }, { name: 'note', type: 'textarea' }, { name: 'mail', type: 'email', localized: true }] })`,
  })),
  {
    title: 'words about one value and about several',
    code: `const isMany = Math.random() > 1; const fields: Field[] = [
      { name: 'a', type: 'relationship', to: 'posts', unique: true, uniqueWithin: 'b', index: true }, { name: 'b', type: 'upload', unique: true },
      { name: 'c', type: 'relationship', to: 'posts', hasMany: true, index: true, minRows: 1, localized: true }, { name: 'd', options: ['x'], hasMany: true, index: true, maxRows: 2 },
      { name: 'e', type: 'array', localized: true, fields: [{ name: 'x', index: true }] }, { name: 'f', type: 'richText', localized: true }, { name: 'g', type: 'json', localized: true },
      { name: 'h', type: 'upload', hasMany: isMany }, { name: 'i', type: 'boolean', unique: true },
    ]; void fields`,
  },
  {
    title: 'a collection with everything',
    code: `defineConfig({ secret, db, collections: [{
      slug: 'posts', labels: { singular: 'Post', plural: { en: 'Posts', th: 'โพสต์' } }, icon: 'file-text', useAsTitle: 'title', drafts: true, versions: { max: 5 },
      schedule: true, trash: { purgeAfterDays: 30 }, indexes: [['status', '-day']], editIn: 'page',
      access: { read: 'published', create: 'loggedIn', update: ({ user }) => user !== null && { owner: { equals: user.id } } },
      admin: { group: 'Blog', layout: [{ tabs: [{ label: 'Text', fields: ['title', { row: ['day', 'mood'] }] }] }], badge: { where: { mood: { equals: 'calm' } } } },
      fields: [
        { name: 'title', required: true, minLength: 3, pattern: '^[A-Z]', unique: true, validate: (value) => value?.startsWith('A') || 'must begin with A' },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'views', type: 'number', integer: true, min: 0, defaultValue: 0, validate: (value) => (value ?? 0) % 2 === 0 || 'must be even' },
        { name: 'mood', type: 'select', options: ['calm', { value: 'bright', label: { en: 'Bright', th: 'สดใส' } }], hasMany: true },
        { name: 'day', type: 'date', defaultValue: ({ user }) => (user ? '2026-01-01' : undefined) },
        { name: 'body', type: 'richText', features: ['bold', 'heading'], headings: [2, 3], blocks: [{ slug: 'quote', fields: [{ name: 'text' }] }] },
        { name: 'cover', type: 'upload', mimeTypes: ['image/*'] },
        { name: 'author', type: 'relationship', to: 'authors', filterOptions: ({ id }) => id === undefined || { id: { not_equals: id } } },
        { name: 'links', type: 'array', maxRows: 3, fields: [{ name: 'url', localized: true }] },
        { name: 'seo', type: 'group', fields: [{ name: 'title' }] },
        { name: 'layout', type: 'blocks', blocks: [{ slug: 'quote', labels: { singular: 'Quote' }, fields: [{ name: 'text' }] }] },
        { name: 'extra', type: 'json', admin: { position: 'sidebar', condition: { field: 'views', exists: true } } },
      ],
      hooks: {
        beforeChange: [({ data, operation }) => ({ ...data, title: data['title']?.trim(), operation })],
        afterChange: async ({ doc, previousDoc, cms }) => { await cms.find('posts'); void [doc['title'], previousDoc?.['title']] },
        afterDelete: ({ id }) => console.log(id.toFixed()),
      },
      preview: ({ doc }) => \`/posts/\${doc['slug']}\`,
    }], globals: [{ slug: 'site', fields: [{ name: 'name' }], access: { read: 'anyone' }, scope: ({ context }) => String(context['tenant']) }] })`,
  },
  {
    title: 'a schema file with its code',
    code: `defineConfig({ secret, db, collections: [{ schema: './post.graphql', access: { read: 'anyone' } }, { schema: './note.graphql', ...defineCode<'notes'>({ fields: { text: { validate: (value: string) => value !== '' || 'is empty' } } }) }] })`,
  },
  {
    title: 'a list of fields with a type',
    code: `const seo: Field[] = [{ name: 'title' }, { name: 'score', type: 'number' }]; const page: CollectionConfig = { slug: 'pages', fields: [...seo, { name: 'seo', fields: seo }] }; defineConfig({ secret, db, collections: [page] })`,
  },
  {
    title: 'fields that a collection shares as Field[], whose documents have any fields there',
    code: `const shared: Field[] = [{ name: 'note' }]
const all = defineCollection({ slug: 'all', fields: shared, hooks: { beforeChange: ({ data }) => ({ ...data, note: data['note']?.trim() }) } })
const some = defineCollection({ slug: 'some', useAsTitle: 'note', fields: [...shared, { name: 'title', required: true }] })
const inside = defineCollection({ slug: 'inside', fields: [
  { name: 'title', required: true }, { name: 'seo', fields: shared }, { name: 'rows', type: 'array', fields: shared },
  { name: 'parts', blocks: [{ slug: 'note', fields: shared }] }, { name: 'to', type: 'relationship', to: 'all' },
] })
const none = defineCollection({ slug: 'none' })
declare const open: Cms<ContentTypes<[typeof all, typeof some, typeof inside, typeof none]>>
export async function use(): Promise<unknown[]> {
  await open.create('none', {})
  await open.create('all', { note: 'x' })
  await open.create('some', { title: 'x', note: 'y' })
  await open.create('inside', { title: 'x', seo: { note: 'x' }, rows: [{ note: 'x' }], parts: [{ blockType: 'note', note: 3 }] })
  await open.find('some', { where: { title: { equals: 'y' }, or: [{ note: { like: 'x' } }] }, sort: ['title', '-note'], select: ['note'] })
  await open.find('inside', { where: { 'seo.note': { equals: 'y' }, 'rows.note': { equals: 3 }, 'to.note': { like: 'x' }, title: { like: 'x' } }, sort: 'seo.note' })
  await open.increment('all', 1, 'note')
  const [one, other] = [await open.findById('all', 1), await open.findById('inside', 1)]
  const [id, title]: [number | undefined, string | undefined] = [one?.id, other?.title]
  return [id, title, one?.['note'].length, other?.seo['note'], other?.rows[0]?.['note'], other?.parts[0]?.blockType]
}`,
  },
  {
    title: 'a choice without a type knows the values that it validates',
    code: `const one: Field = { name: 'mood', options: ['calm'], validate: (value) => value?.startsWith('c') || 'no', shown: (value) => value?.length }
const many: Field = { name: 'moods', options: ['calm'], hasMany: true, validate: (value) => (value ?? []).length < 3 || 'too many' }
defineConfig({ secret, db, collections: [{ slug: 'posts', fields: [one, many, { name: 'size', options: ['s'], validate: (value) => value?.startsWith('s') || 'no' }] }] })
export const posts = defineCollection({ slug: 'posts', fields: [{ name: 'mood', options: ['calm'], validate: (value) => value?.startsWith('c') || 'no' }] })`,
  },
  {
    title: 'code by a slug',
    code: `export default defineCode<'posts'>({ access: { read: 'anyone' }, hooks: { beforeChange: ({ data, originalDoc }) => { const author: number | null | undefined = originalDoc?.author; return { ...data, title: data.title?.trim() ?? 'x', second: author } }, afterChange: ({ doc }) => console.log(doc.tags.map((id: number) => id)) }, preview: ({ doc }) => '/' + doc.title, fields: { title: { validate: (value: string) => value !== 'x' || 'no' } } })`,
  },
  {
    title: 'code of a global',
    code: `export default defineCode<'site'>({ hooks: { beforeChange: ({ data }) => ({ name: data.name?.trim() ?? '' }) } })`,
  },
  {
    title: 'hooks know a localized value in one locale and in all',
    code: `defineCode<'posts'>({ hooks: { beforeChange: ({ data }) => { const { summary } = data; console.log(typeof summary === 'object' ? summary?.th : summary?.trim()) } } })`,
  },
  {
    title: 'hooks of a collection in code',
    code: `defineCollection({ slug: 'posts', fields: [{ name: 'views', type: 'number' }, { name: 'author', type: 'relationship', to: 'authors' }], hooks: { beforeChange: ({ data, originalDoc }) => ({ ...data, views: (data.views ?? 0) + (originalDoc?.views ?? 0), author: originalDoc?.author ?? null }) } })`,
  },
  {
    title: 'the configuration takes what is defined',
    code: `defineConfig({ secret, db, collections: [defineCollection({ slug: 'posts', fields: [{ name: 'title' }] })], globals: [defineGlobal({ slug: 'site', fields: [{ name: 'name' }] })] })`,
  },
  {
    title: 'a preview of a declared document that may be new',
    code: `defineCollection({ slug: 'posts', drafts: true, fields: [{ name: 'title', required: true }, { name: 'author', type: 'relationship', to: 'authors' }, { name: 'rows', type: 'array', fields: [{ name: 'a' }] }], preview: ({ doc, locale }) => (doc.id === undefined ? null : [doc.title?.trim(), doc.author?.['name'], doc.rows[0]?.a, locale ?? 'en'].join('/')) }); defineGlobal({ slug: 'site', fields: [{ name: 'name', required: true }], preview: ({ doc }) => doc.name })`,
  },
  inferred(
    'inferred: the trash of collections that have one',
    `declare const isTrash: boolean; await own.find('vaults', { trash: true }); await own.delete('vaults', 1, { trash: isTrash }); await own.find('posts', { trash: false }); const binned = defineCollection({ slug: 'binned', trash: true }); const perhaps = defineCollection({ slug: 'perhaps', trash: isTrash, fields: [] }); declare const both: Cms<ContentTypes<[typeof binned, typeof perhaps]>>; await both.delete('binned', 1, { trash: true }); await both.find('perhaps', { trash: true })`,
  ),
  inferred('inferred: texts', `const title: string = (await own.find('posts')).docs[0]!.title; void title`),
  inferred(
    'inferred: nested relations',
    `const post = await own.findById('posts', 1); const name: string | undefined = post?.author?.name; const boss: number | null | undefined = post?.author?.boss; void [name, boss]`,
  ),
  inferred(
    'inferred: ids',
    `const { author, tags } = (await own.find('posts', { depth: 0 })).docs[0]!; const ids: (number | null)[] = [author, ...tags]; void ids`,
  ),
  inferred(
    'inferred: select',
    `const { id, mood }: { id: number; mood: 'calm' | 'bright' | null } = (await own.find('posts', { select: ['mood'] })).docs[0]!; void [id, mood]`,
  ),
  inferred(
    'inferred: drafts',
    `const title: string | null = (await own.find('posts', { draft: true })).docs[0]!.title; const status: 'draft' | 'published' = (await own.find('posts')).docs[0]!.status; void [title, status]`,
  ),
  inferred(
    'inferred: locales',
    `const { th }: { th: string | null } = (await own.find('posts', { locale: 'all' })).docs[0]!.summary; void th`,
  ),
  inferred(
    'inferred: groups, rows and blocks',
    `const { seo, links, layout } = (await own.find('posts')).docs[0]!; const score: number | null = seo.score; for (const block of layout) if (block.blockType === 'hero') block.heading.trim(); links[0]?.to?.name.trim(); void score`,
  ),
  inferred(
    'inferred: a field with a read rule may be absent',
    `const { memo, ...post } = (await own.find('posts')).docs[0]!; const same: (Own['collections']['posts'] & { as: 'depth 1' })['read'] = post; const text: string | null | undefined = memo; void [same, text]`,
  ),
  inferred(
    'inferred: what a rich text may contain',
    `const { body } = await own.create('essays', { plain: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }] }] }] }, body: { type: 'doc', content: [{ type: 'heading', attrs: { level: 2 } }, { type: 'contentBlock', attrs: { blockType: 'callout', text: 'x', who: 1 } }, { type: 'contentBlock', attrs: { blockType: 'quote', words: 'x' } }] } })
for (const node of body.content ?? []) if (node.type === 'contentBlock' && node.attrs.blockType === 'callout') { const parts: [string, string | null | undefined, string | undefined] = [node.attrs.text, node.attrs.note, node.attrs.who?.name]; void parts }`,
  ),
  inferred(
    'inferred: blocks in texts of drafts may lack values, and hold ids at depth 0',
    `const { body } = (await own.find('essays', { draft: true })).docs[0]!; for (const node of body?.content ?? []) if (node.type === 'contentBlock' && node.attrs.blockType === 'callout') { const text: string | null | undefined = node.attrs.text; void text }
const plain = (await own.findById('essays', 1, { depth: 0 }))!; for (const node of plain.body.content ?? []) if (node.type === 'contentBlock' && node.attrs.blockType === 'callout') { const who: number | null = node.attrs.who; void who }`,
  ),
  inferred(
    'inferred: built-in collections',
    `const url: string | null | undefined = (await own.findById('posts', 1))?.cover?.url; const email: string = (await own.find('users')).docs[0]!.email; void [url, email]`,
  ),
  inferred(
    'inferred: input',
    `const { id }: { id: number } = await own.create('authors', { name: 'x' }); await own.create('posts', {}); await own.update('posts', id, { mood: 'calm', links: [{ url: 'x' }], seo: { score: 1 } })`,
  ),
  inferred(
    'inferred: filters and sorting',
    `await own.find('posts', { where: { 'author.name': { like: 'A' }, 'seo.score': { gt: 1 }, 'links.url': { equals: 'x' }, 'summary.th': { exists: true }, mood: { in: ['calm'] }, or: [{ 'layout.blockType': { equals: 'hero' } }] }, sort: ['-views', 'author.name'] })`,
  ),
  inferred(
    'inferred: filters of pending drafts, of pictures, and behind a second relation',
    `await own.find('posts', { where: { pending: { equals: true }, 'cover.focalPoint.x': { gt: 1 }, 'author.boss.name': { equals: 'x' } }, sort: 'author.boss.name' })`,
  ),
  inferred(
    'inferred: dates are set as texts or dates, and read as texts',
    `const { at, made }: { at: string; made: string | null } = await own.create('talks', { at: new Date(), made: '2026-01-01' }); await own.update('talks', 1, { at: new Date() }); void [at, made]`,
  ),
  inferred(
    'inferred: what readers get in place of the stored value',
    `const { code, size } = (await own.find('talks')).docs[0]!; const numbers: number[] = [code, size.width]; await own.create('talks', { at: 'x', code: 'x' }); void numbers`,
  ),
  inferred(
    'inferred: what was read can be written back',
    `const post = (await own.findById('posts', 1, { draft: true, depth: 0 }))!; await own.update('posts', 1, { title: post.title, author: post.author, tags: post.tags, seo: post.seo, links: post.links, layout: post.layout })
const plain = (await own.findById('posts', 1, { draft: true, depth: 0 }))!; await own.update('posts', 1, { ...plain, mood: 'calm' })
const essay = (await own.findById('essays', 1, { depth: 0 }))!; await own.update('essays', 1, { ...essay, plain: null })
const letter = defineCollection({ slug: 'letters', drafts: true, fields: [{ name: 'body', type: 'richText', blocks: [{ slug: 'callout', fields: [{ name: 'text', required: true }] }] }] }); declare const post2: Cms<ContentTypes<[typeof letter]>>; const read = (await post2.findById('letters', 1, { draft: true, depth: 0 }))!; await post2.update('letters', 1, { ...read, status: 'published' })
const all = (await own.findById('posts', 1, { depth: 0, locale: 'all' }))!; await own.update('posts', 1, { summary: all.summary, tags: [1, 2] as const }, { locale: 'all' })
const event = (await own.findById('events', 1))!; await own.update('events', 1, { ...event, title: 'y' })`,
  ),
  inferred('inferred: increment', `await own.increment('posts', 1, 'views'); await own.increment('posts', 1, 'seo.score')`),
  inferred('inferred: globals', `const name: string = (await own.findGlobal('site')).name; void name`),
  inferred(
    'inferred: a global that was never saved has only its defaults',
    `const { owner, since, legal, offices } = await own.findGlobal('site'); const values: (string | null)[] = [owner, since, legal.imprint]; const cities: string[] = offices.map(({ city }) => city); void [values, cities]`,
  ),
  inferred(
    'inferred: a field with a condition may be left out, and lack a value',
    `const { id, link, hall } = await own.create('events', { title: 'x', place: { city: 'x', map: { url: 'x' } } }); const values: (string | null)[] = [link, hall.name]; await own.update('events', id, { link: null, hall: {} }); void values`,
  ),
  inferred(
    'inferred: null empties lists and groups',
    `await own.update('posts', 1, { seo: null, links: null, tags: null, layout: null }); await own.create('events', { title: 'x', place: { city: 'x', map: { url: 'x' } }, stops: null, hall: null }); await own.update('media', 1, { crop: null })`,
  ),
  inferred(
    'inferred: a change may leave out the values of a group',
    `await own.update('events', 1, { place: { note: 'x' } }); await own.update('events', 1, { place: { map: {} } }); await own.updateGlobal('site', { legal: {} })`,
  ),
  {
    title: 'inferred: registered types of collections whose hooks use the Local API',
    code: `export const notes = defineCollection({
  slug: 'notes',
  fields: [{ name: 'text' }, { name: 'about', type: 'relationship', to: 'notes' }],
  hooks: {
    beforeChange: async ({ data, cms }) => ({ ...data, text: (await cms.findById('notes', data.about ?? 0))?.text ?? null }),
    afterChange: async ({ doc, cms }) => { await cms.update('notes', doc.about ?? 0, { text: doc.text }) },
  },
})
interface Mine extends ContentTypes<[typeof notes]> {}
declare const mine: Cms<Mine>
export const text: string | null | undefined = (await mine.find('notes')).docs[0]?.text`,
  },
  inferred(
    'inferred: a registered type would do the same',
    `interface Mine extends ContentTypes<[typeof posts, typeof authors]> {} declare const mine: Cms<Mine>; (await mine.find('posts')).docs[0]!.title.trim()`,
  ),
  {
    title: 'defined: hooks of changes receive hidden fields, localized values in one locale or in all',
    code: `defineCollection({ slug: 'a', fields: [{ name: 'secret', hidden: true }, { name: 'title', localized: true }], hooks: { afterChange: ({ doc, previousDoc }) => { const secret: string | null | undefined = previousDoc?.secret; console.log(secret, typeof doc.title === 'object' ? doc.title?.['th'] : doc.title.trim()) } } })`,
  },
  {
    title: 'defined: hooks of a global',
    code: `defineGlobal({ slug: 'a', fields: [{ name: 'need', required: true }, { name: 'name', required: true, defaultValue: 'x' }], hooks: { afterRead: ({ doc }) => ({ ...doc, need: doc.need?.trim() ?? '', name: doc.name.trim() }), afterChange: ({ doc }) => console.log(doc.need.trim(), doc.updatedAt.trim()) } })`,
  },
  inferred(
    'inferred: shown groups, lists and relations',
    `const { masked, moods, friend, rows } = (await own.find('vaults')).docs[0]!; const all: [string, string, number, null] = [masked, moods, friend, rows]; await own.update('vaults', 1, { masked: { a: 'x' }, friend: 3 }); void all`,
  ),
  inferred(
    'inferred: a global whose scope may hold no value',
    `const { name, status } = await own.findGlobal('tenant'); const values: [string | null, 'draft' | 'published' | null] = [name, status]; const always: string = (await own.findGlobal('shop')).name; void [values, always]`,
  ),
  inferred('inferred: a field of its own named pending', `await own.find('vaults', { where: { pending: { equals: 'x' } } })`),
  inferred(
    'inferred: roles, folders, creators and sizes',
    `await own.create('users', { email: 'x@example.org', role: 'reader', password: 'x' }); const { folder, private: isPrivate, sizes } = (await own.find('media', { where: { 'folder.name': { equals: 'x' }, filename: { like: 'x' } }, sort: 'filesize' })).docs[0]!; await own.create('media-folders', { name: 'x', parent: folder?.id ?? null }); await own.update('media', 1, { alt: 'x', focalPoint: { x: 1 }, folder: 1, private: isPrivate }); const email: string | undefined = (await own.find('vaults', { where: { createdBy: { equals: 1 } } })).docs[0]!.createdBy?.email; void [email, sizes.card?.url]`,
  ),
  {
    title: 'defined: names of fields in options of fields, and defaults among the options',
    code: `defineCollection({ slug: 'a', drafts: true, fields: [{ name: 'title' }, { name: 'path', type: 'slug', from: 'title', validate: (value) => value?.startsWith('x') || 'no' }, { name: 'note', admin: { condition: { field: 'status', equals: 'draft' } }, shown: (value) => value?.trim() }, { name: 'mood', options: ['calm', { value: 'bright', label: 'Bright' }], defaultValue: 'bright' }, { name: 'moods', options: ['calm'], hasMany: true, defaultValue: ['calm'] }, { name: 'other', options: ['calm'], defaultValue: () => 'calm' }] }); defineCollection({ slug: 'users', fields: [{ name: 'team', admin: { condition: { field: 'role', equals: 'editor' } } }] })`,
  },
  {
    title: 'code: the documents that a relation may lead to',
    code: `defineCode<'posts'>({ fields: { author: { filterOptions: { name: { like: 'x' }, 'boss.name': { equals: 'x' }, or: [{ name: { equals: 'x' } }] } }, 'links.to': { filterOptions: ({ user }) => user !== null && { name: { equals: 'x' } } } } })`,
  },
  {
    title: 'defined: hooks of users and media know the built-in fields',
    code: `defineCollection({ slug: 'users', fields: [{ name: 'bio' }], hooks: { beforeChange: ({ data, originalDoc }) => ({ ...data, name: data.name ?? data.email ?? originalDoc?.role ?? null }), afterChange: ({ doc, operation }) => { const all: [string, string | null, boolean | null, string | null] = [doc.email, doc.name, doc.active, doc.bio]; if (operation === 'create') console.log(all, doc.role.length) } }, preview: ({ doc }) => doc.email })
defineCollection({ slug: 'media', fields: [{ name: 'credit' }], hooks: { beforeChange: ({ data }) => { if ((data.width ?? 0) > 4000 || data.mimeType === 'image/gif') throw new Error(data.originalName ?? ''); return { ...data, alt: data.alt ?? data.credit ?? null } }, afterChange: ({ doc }) => console.log(doc.url?.length, doc.filename, doc.sizes['card']?.width), afterRead: ({ doc }) => ({ ...doc, alt: doc.alt ?? doc.credit }) } })`,
  },
  {
    title: 'defined: names of fields in options and rules',
    code: `defineCollection({ slug: 'a', useAsTitle: 'title', drafts: true, indexes: [['status', '-day'], ['seo.title'], ['author']], access: { read: ({ user }) => user !== null && { author: { equals: user.id }, or: [{ 'author.name': { like: 'x' } }] } }, admin: { layout: ['title', { row: ['day', 'status'] }], list: { sort: '-author.name' } }, fields: [{ name: 'title', localized: true }, { name: 'day', type: 'date' }, { name: 'seo', fields: [{ name: 'title' }] }, { name: 'author', type: 'relationship', to: 'a' }] }); defineCollection({ slug: 'users', useAsTitle: 'email', fields: [{ name: 'team' }] })`,
  },
  {
    title: 'defined: rules where they mean something',
    code: `const more = defineCollection({ slug: 'posts', access: { read: 'published' } }); const own = defineCollection({ slug: 'a', drafts: true, access: { read: 'published', update: 'owner' }, fields: [{ name: 'x' }] }); const people = defineCollection({ slug: 'users', access: { update: 'self' }, fields: [{ name: 'x' }] }); const site = defineGlobal({ slug: 'site', drafts: true, access: { read: 'published' }, fields: [{ name: 'x' }] }); defineConfig({ secret, db, collections: [more, own, people], globals: [site] })`,
  },
]
