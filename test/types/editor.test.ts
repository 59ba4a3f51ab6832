/** What an editor offers and shows in a project that declares its content types in code. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { builtInTypes } from '../../schema/field-types.ts'
import { ICONS } from '../../schema/icons.ts'
import { type Editor, openEditor } from '../harness/editor.ts'
import { project } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const CONTENT = `import { type ContentTypes, defineCollection, defineGlobal } from 'galley'
export const authors = defineCollection({ slug: 'authors', trash: true, orderable: true, fields: [{ name: 'name', required: true }, { name: 'boss', type: 'relationship', to: 'authors' }] })
export const posts = defineCollection({
  slug: 'posts',
  drafts: true,
  versions: true,
  schedule: true,
  access: { update: ({ user }) => user?.role === 'admin' },
  fields: [
    { name: 'title', required: true, localized: true },
    { name: 'mood', options: ['calm', 'bright'] },
    { name: 'views', type: 'number' },
    { name: 'author', type: 'relationship', to: 'authors' },
    { name: 'seo', type: 'group', fields: [{ name: 'words' }, { name: 'score', type: 'number' }] },
    { name: 'links', type: 'array', fields: [{ name: 'url', required: true }] },
    { name: 'body', type: 'richText' },
    { name: 'layout', type: 'blocks', blocks: [{ slug: 'hero', fields: [{ name: 'heading', required: true }] }, { slug: 'quote', fields: [{ name: 'text' }] }] },
  ],
})
export const home = defineGlobal({ slug: 'home', drafts: true, fields: [{ name: 'title' }] })
export const site = defineGlobal({ slug: 'site', fields: [{ name: 'name', required: true, defaultValue: 'A site' }] })
declare module 'galley' {
  interface Register extends ContentTypes<[typeof authors, typeof posts], [typeof home, typeof site], 'en' | 'th', 'admin' | 'editor'> {}
}
`
const IMPORTS = `import { type Cms, type CollectionConfig, defineCode, defineCollection, defineConfig, defineGlobal, type DocumentOf, type Field, type Where } from 'galley'
import { createClient } from 'galley/client'
declare const cms: Cms
const client = createClient({ url: 'https://example.org/api/cms' })
`

const SLUGS = ['authors', 'media', 'posts', 'users']
const PATHS = ['author', 'author.name', 'mood', 'seo.score', 'status', 'title', 'title.en', 'views']
const FIELDS = ['author', 'body', 'createdAt', 'id', 'layout', 'links', 'mood', 'seo', 'status', 'title', 'updatedAt', 'views']
const INPUT = ['author', 'body', 'layout', 'links', 'mood', 'seo', 'status', 'title', 'views']
const HOOKS = ['afterChange', 'afterDelete', 'afterRead', 'beforeChange', 'beforeDelete', 'beforeValidate']
const RULES = ['admin', 'anyone', 'loggedIn', 'nobody', 'owner']
const TYPES = builtInTypes.map(({ name }) => name)
const aCollection = (rest: string) => `defineCollection({ slug: 'q', ${rest} })`

/** `|` is where one types; what the editor must offer there. */
const OFFERED: readonly (readonly [code: string, names: readonly string[]])[] = [
  [aCollection(`fields: [{ name: 'x', type: '|' }]`), TYPES],
  [aCollection(`fields: [{ type: '|' }]`), TYPES],
  [aCollection(`fields: [{ name: 'x', type: 'group', fields: [{ name: 'y', type: '|' }] }]`), TYPES],
  [aCollection(`fields: [{ name: 'x', blocks: [{ slug: 'z', fields: [{ name: 'y', type: '|' }] }] }]`), TYPES],
  [`defineGlobal({ slug: 'q', fields: [{ name: 'x', type: '|' }] })`, TYPES],
  [`const q: CollectionConfig = { slug: 'q', fields: [{ name: 'x', type: '|' }] }`, TYPES],
  [`const q: Field[] = [{ name: 'x', type: '|' }]`, TYPES],
  [`defineConfig({ secret: 'x', db: null!, collections: [{ slug: 'q', fields: [{ name: 'x', type: '|' }] }] })`, TYPES],
  [aCollection(`fields: [{ name: 'x', type: 'group', | }]`), ['fields', 'admin', 'label']],
  [aCollection(`fields: [{ name: 'x', type: 'array', | }]`), ['fields', 'minRows', 'maxRows']],
  [aCollection(`fields: [{ name: 'x', type: 'number', | }]`), ['integer', 'min', 'max', 'required']],
  [aCollection(`fields: [{ name: 'x', type: 'relationship', | }]`), ['to', 'hasMany', 'filterOptions']],
  [aCollection(`fields: [{ name: 'title' }, { name: 'x', type: 'slug', from: '|' }]`), ['title']],
  [aCollection(`fields: [{ name: 'x', options: ['a', 'b'], defaultValue: '|' }]`), ['a', 'b']],
  [aCollection(`useAsTitle: '|', fields: [{ name: 'title' }]`), ['title']],
  [aCollection(`icon: '|', fields: [{ name: 'title' }]`), ICONS],
  [aCollection(`access: { | }, fields: [{ name: 'title' }]`), ['create', 'delete', 'read', 'update']],
  [aCollection(`access: { read: '|' }, fields: [{ name: 'title' }]`), RULES],
  [aCollection(`hooks: { | }, fields: [{ name: 'title' }]`), HOOKS],
  [aCollection(`hooks: { afterChange: ({ | }) => {} }, fields: [{ name: 'title' }]`), ['doc', 'previousDoc', 'cms', 'user']],
  [aCollection(`hooks: { afterChange: ({ doc }) => { doc.| } }, fields: [{ name: 'title' }]`), ['id', 'title']],
  [aCollection(`hooks: { beforeChange: ({ data }) => ({ ...data, | }) }, fields: [{ name: 'title' }]`), ['title']],
  [`defineCode<'posts'>({ | })`, ['access', 'fields', 'hooks', 'preview']],
  [`defineCode<'posts'>({ hooks: { | } })`, HOOKS],
  [`defineCode<'posts'>({ access: { read: '|' } })`, [...RULES, 'published']],
  [`cms.find('|')`, SLUGS],
  [`cms.findGlobal('|')`, ['site']],
  [`cms.find('posts', { | })`, ['where', 'sort', 'select', 'locale', 'depth', 'draft', 'limit']],
  [`cms.find('posts', { where: { '|' } })`, PATHS],
  [`cms.find('posts', { where: { and: [{ '|' }] } })`, PATHS],
  [`cms.find('posts', { where: { mood: { | } } })`, ['equals', 'in', 'exists']],
  [`cms.find('posts', { where: { mood: { equals: '|' } } })`, ['calm', 'bright']],
  [`cms.find('posts', { sort: '|' })`, [...PATHS, '-views']],
  [`cms.find('posts', { sort: ['title', '|'] })`, [...PATHS, '-views']],
  [`cms.find('posts', { select: ['title', '|'] })`, FIELDS],
  [`cms.find('posts', { locale: '|' })`, ['all', 'en', 'th']],
  [`cms.in('|')`, ['en', 'th']],
  [`cms.as({ id: 1, role: '|' })`, ['admin', 'editor']],
  [`cms.create('users', { role: '|' })`, ['admin', 'editor']],
  [`cms.create('posts', { | })`, INPUT],
  [`cms.create('posts', { mood: '|' })`, ['calm', 'bright']],
  [`cms.create('posts', { layout: [{ blockType: '|' }] })`, ['hero', 'quote']],
  [`cms.create('posts', { layout: [{ blockType: 'hero', | }] })`, ['heading']],
  [`cms.update('posts', 1, { seo: { | } })`, ['score', 'words']],
  [`cms.update('posts', 1, {}, { where: { '|' } })`, PATHS],
  [`cms.updateGlobal('site', { | })`, ['name']],
  [`cms.increment('posts', 1, '|')`, ['views', 'seo.score']],
  [`client.find('posts', { where: { '|' } })`, PATHS],
  [`client.find('posts', { sort: '|' })`, [...PATHS, '-views']],
  [`client.create('posts', { mood: '|' })`, ['calm', 'bright']],
  [`const { docs } = await cms.find('posts'); docs[0]!.|`, FIELDS],
  [`const { docs } = await cms.find('posts'); docs[0]!.author!.|`, ['id', 'name', 'boss']],
  [`const w: Where<'posts'> = { '|' }`, PATHS],
  [`const lineOf = (post: DocumentOf<'posts'>) => post.|`, FIELDS],
]

/** What it offers as slugs: none on which the call is always refused. */
const SLUGS_OFFERED: readonly (readonly [code: string, names: readonly string[]])[] = [
  [`cms.find('|')`, SLUGS],
  [`cms.create('|', {})`, SLUGS.filter((slug) => slug !== 'media')],
  [`cms.unpublish('|', 1)`, ['posts']],
  [`cms.as(null).findVersions('|', 1)`, ['posts']],
  [`cms.recover('|', 1)`, ['authors']],
  [`cms.unpublishGlobal('|')`, ['home']],
  [`client.schedule('|', 1, { action: 'publish', at: '' })`, ['posts']],
  [`client.move('|', 1, { before: 2 })`, ['authors']],
]

/** What it shows for a name, in names instead of the shapes behind them. */
const SHOWN: readonly (readonly [code: string, shown: string])[] = [
  [`const one|Post = (await cms.find('posts')).docs[0]!`, 'DocumentIn<Register, "posts", "depth 1">'],
  [`const list|ed = await cms.find('posts')`, 'List<DocumentIn<Register, "posts", "depth 1">, true>'],
  [`const draft = await cms.findById('posts', 1, { draft: true }); draft!.auth|or`, 'DocumentIn<Register, "authors", '],
  [`const only = await cms.find('posts', { select: ['title'] }); only.do|cs`, 'Pick<DocumentIn<Register, "posts", "depth 1">, '],
  [`const one|Site = await cms.findGlobal('site')`, 'GlobalIn<Register, "site", "depth 1">'],
  [`const wh|ere: Where<'posts'> = {}`, 'WhereIn<Register, "posts">'],
  [`const { docs } = await cms.find('posts'); docs[0]!.se|o`, '(property) seo: { '],
  [`const { docs } = await cms.find('posts'); docs[0]!.lin|ks`, '{ id: string; url: string; }[]'],
]

/** The first line of an error is about the mistake, not about the shape of a type. */
const MISTAKES: readonly (readonly [code: string, names: string])[] = [
  [`(await cms.find('posts')).docs[0]!.titel`, `on type 'DocumentIn<Register, "posts", "depth 1">'`],
  [`await cms.find('posts', { where: { titel: {} } })`, `in type 'WhereIn<Register, "posts">'`],
  [`await cms.find('posts', { sort: 'titel' })`, 'SortIn<Register, "posts">'],
  [`await cms.create('posts', { titel: 'x' })`, `in type 'InputIn<Register, "posts", "depth 0">'`],
  [`await cms.update('posts', 1, { titel: 'x' })`, 'InputIn<Register, "posts", '],
  [`await cms.update('posts', 1, { seo: { wrds: 'x' } })`, `'wrds' does not exist`],
  [`await cms.create('posts', { layout: [{ blockType: 'hero', headin: 'x' }] })`, `'headin' does not exist`],
  [`await cms.updateGlobal('site', { nme: 'x' })`, 'GlobalInputIn<Register, "site", '],
  [`const n: number = await cms.findGlobal('site')`, `'GlobalIn<Register, "site", "depth 1">' is not assignable to type 'number'`],
  [`const author: DocumentOf<'authors'> = (await cms.find('posts')).docs[0]!`, `from type 'DocumentIn<Register, "authors", "depth 1">'`],
  [`const field: Field = { name: 'x', type: 'array' }`, `'{ name: string; type: "array"; }' is not assignable to type 'Field'`],
]
/** On a screen that shows a quarter of what TypeScript would print. */
const LONGEST = 250

describe('types: editor', function () {
  this.timeout(120_000)
  let folder: string
  let editor: Editor

  before(async () => {
    folder = project()
    mkdirSync(path.join(folder, 'node_modules/@types'))
    symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'))
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: ['node'],
      strict: true,
      skipLibCheck: true,
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    writeFileSync(path.join(folder, 'content.ts'), CONTENT)
    editor = await openEditor(folder)
  })
  after(() => {
    editor?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('offers what can be written @long', async () => {
    for (const [code, names] of OFFERED) expect(await editor.completions(IMPORTS + code), code).to.include.members([...names])
  })
  it('offers only slugs for which a call makes sense', async () => {
    for (const [code, names] of SLUGS_OFFERED) expect((await editor.completions(IMPORTS + code)).sort(), code).to.deep.equal([...names])
  })
  it('shows content types by their names', async () => {
    for (const [code, shown] of SHOWN) expect((await editor.hover(IMPORTS + code)).replaceAll(/\s+/g, ' '), code).to.include(shown)
  })

  it('begins errors with the mistake', async () => {
    for (const [code, names] of MISTAKES) {
      const [first = ''] = (await editor.errors(`${IMPORTS};${code}`)).map((error) => error.split('\n')[0] ?? '')
      expect(first, code).to.include(names).and.to.have.length.below(LONGEST)
    }
  })
})
