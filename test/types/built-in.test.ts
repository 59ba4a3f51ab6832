/** Real documents of built-in collections, as the Local API, the client and hooks get them, against their types: no key is missing in either. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = path.join(process.env['TYPESCRIPT'] ?? path.join(root, 'node_modules/typescript'), 'bin/tsc')

/** Hidden fields that galley adds for itself: hooks receive them, and the types leave them out on purpose. */
const INTERNAL = ['original', 'place', 'createdByHost', 'hash']

/** Each collection without its hooks. */
const COLLECTIONS: Record<string, string> = {
  users: `slug: 'users', fields: [{ name: 'team' }]`,
  media: `slug: 'media', fields: [{ name: 'credit' }]`,
  'media-folders': `slug: 'media-folders'`,
  'api-keys': `slug: 'api-keys'`,
  posts: `slug: 'posts', drafts: true, versions: true, schedule: true, trash: true, orderable: true, access: { read: 'anyone', update: 'owner' }, fields: [{ name: 'title', required: true }]`,
}

/** Records what its hooks receive. */
const CONFIG = `import { sqlite } from 'galley/sqlite'
export const found = {}
const plain = (value) => JSON.parse(JSON.stringify(value))
const hooksOf = (slug) => {
  const note = (name, key) => (given) => { if (given[key] !== undefined) (found[slug] ??= {})[name + ' ' + key] = plain(given[key]) }
  const both = (...notes) => (given) => { for (const one of notes) one(given) }
  return {
    beforeValidate: note('beforeValidate', 'data'),
    beforeChange: both(note('beforeChange', 'data'), note('beforeChange', 'originalDoc')),
    afterChange: both(note('afterChange', 'doc'), note('afterChange', 'previousDoc')),
    afterRead: note('afterRead', 'doc'),
    afterDelete: note('afterDelete', 'doc'),
  }
}
const collections = [${Object.values(COLLECTIONS)
  .map((one) => `{ ${one} }`)
  .join(', ')}]
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: ':memory:' }),
  apiKeys: true,
  upload: { dir: './uploads', imageSizes: [{ name: 'card', width: 2 }], folders: true },
  collections: collections.map((one) => ({ ...one, hooks: hooksOf(one.slug) })),
}
`

const RUN = `import http from 'node:http'
import { createCms } from 'galley'
import { createClient } from 'galley/client'
import { cmsHandler } from 'galley/node'
import sharp from 'sharp'
import config, { found } from './cms.config.js'
const cms = await createCms({ ...config, log: { info() {}, warn() {}, error: console.error } })
const server = http.createServer(cmsHandler(cms)).listen(0)
const url = 'http://127.0.0.1:' + server.address().port + '/api/cms'
const password = 'a-password-of-some-length'
const user = await cms.create('users', { email: 'ann@example.org', role: 'admin', password })
const as = cms.as(user)
const key = await as.create('api-keys', { name: 'k', permissions: {} })
const folder = await cms.create('media-folders', { name: 'f' })
const data = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } }).png().toBuffer()
const file = await as.upload({ filename: 'a.png', content: data }, { folder: folder.id })
const post = await as.create('posts', { title: 'x', status: 'published' })
const ids = { users: user.id, 'api-keys': key.id, 'media-folders': folder.id, media: file.id, posts: post.id }
await cms.update('media', file.id, { alt: 'x', focalPoint: { x: 1, y: 1 }, crop: { x: 0, y: 0, width: 50, height: 50 } })
await cms.update('users', user.id, { name: 'Ann' })
await cms.update('media-folders', folder.id, { name: 'g' })
await cms.update('api-keys', key.id, { name: 'l' })
await cms.update('posts', post.id, { title: 'y' })
const client = createClient({ url })
const { user: signedIn } = await client.auth.login({ email: user.email, password })
const { token } = await cms.auth.login({ email: user.email, password })
const mine = createClient({ url, headers: { authorization: 'Bearer ' + token } })
for (const [slug, id] of Object.entries(ids)) {
  found[slug]['local'] = await cms.findById(slug, id, { depth: 0 })
  found[slug]['client'] = await mine.findById(slug, id, { depth: 0 })
}
const me = { me: await mine.auth.me(), signedIn }
for (const [slug, id] of Object.entries(ids).reverse()) if (slug !== 'users') await cms.delete(slug, id, slug === 'posts' ? { trash: false } : {})
const other = await cms.create('users', { email: 'bob@example.org', role: 'admin', password })
await cms.delete('users', other.id)
process.stdout.write(JSON.stringify({ found, me }))
server.closeAllConnections()
server.close()
await cms.stop()
`

type Found = Record<string, Record<string, Record<string, unknown>>>

const withoutInternal = (doc: object): string => JSON.stringify(doc, (key, value) => (INTERNAL.includes(key) ? undefined : value))

/** Hooks that assign the documents that real ones received to the types that theirs have. */
function hooksFor(documents: Record<string, object>): string {
  const given: Record<string, string[]> = {}
  for (const [name, doc] of Object.entries(documents)) {
    const [hook = '', key] = name.split(' ')
    if (key !== undefined)
      given[hook] = [...(given[hook] ?? []), `const ${key}: NonNullable<typeof given.${key}> = ${withoutInternal(doc)}; void ${key}`]
  }
  return `hooks: { ${Object.entries(given)
    .map(([hook, lines]) => `${hook}: (given) => { ${lines.join('\n')} }`)
    .join(',\n')} }`
}

const documentsOf = (slug: string, documents: Record<string, object>, type: string) =>
  ['local', 'client']
    .map((one) => `export const ${slug.replace('-', '_')}_${one}: ${type} = ${withoutInternal(documents[one] ?? {})}\n`)
    .join('')

describe('types: built-in collections', function () {
  this.timeout(120_000)
  let folder: string
  let found: Found
  let me: Record<string, object>

  before(() => {
    folder = project(CONFIG)
    writeFileSync(path.join(folder, 'run.js'), RUN)
    symlinkSync(path.join(root, 'node_modules/sharp'), path.join(folder, 'node_modules/sharp'))
    mkdirSync(path.join(folder, 'node_modules/@types'))
    symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'))
    const { stdout, stderr } = spawnSync(process.execPath, ['run.js'], { cwd: folder, encoding: 'utf8', timeout: 60_000 })
    expect(stderr).to.equal('')
    ;({ found, me } = JSON.parse(stdout))
    const { status, output } = galley(folder, 'types')
    expect(status, output).to.equal(0)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function check(name: string, text: string, ...others: string[]): void {
    writeFileSync(path.join(folder, name), text)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [name, ...others] }))
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
    expect(stdout).to.equal('')
  }

  it('have every document in generated types', () => {
    const slugs = Object.keys(COLLECTIONS)
    const made = `export const key = async (cms: Cms): Promise<string> => (await cms.create('api-keys', { name: 'k' })).key\n`
    const user = `import type { Session } from 'galley/client'\nexport const me: Session['user'] = ${JSON.stringify(me['me'])}\nexport const signedIn: Session['user'] = ${JSON.stringify(me['signedIn'])}\n`
    check(
      'generated.ts',
      `import { type Cms, defineCode, type DocumentOf } from 'galley'\n${made}${user}${slugs
        .map(
          (slug) =>
            documentsOf(slug, found[slug] ?? {}, `DocumentOf<'${slug}', 'depth 0'>`) +
            `defineCode<'${slug}'>({ ${hooksFor(found[slug] ?? {})} })\n`,
        )
        .join('')}`,
      'cms-types.d.ts',
    )
  })

  it('have every document in types that are inferred from code @long', () => {
    const slugs = Object.keys(COLLECTIONS)
    const named = (slug: string) => slug.replace('-', '_')
    check(
      'inferred.ts',
      `import { type Cms, type ContentTypes, defineCollection, type Read } from 'galley'\n${slugs
        .map((slug) => `const ${named(slug)} = defineCollection({ ${COLLECTIONS[slug]}, ${hooksFor(found[slug] ?? {})} })\n`)
        .join('')}
type Own = ContentTypes<[${slugs.map((slug) => `typeof ${named(slug)}`).join(', ')}], [], never, 'admin' | 'editor', { imageSizes: 'card'; folders: true; apiKeys: true; createdBy: 'posts' }>
type Undeclared = ContentTypes<[typeof posts], [], never, 'admin' | 'editor', { imageSizes: 'card'; folders: true; apiKeys: true; createdBy: 'posts' }>
${slugs.map((slug) => documentsOf(slug, found[slug] ?? {}, `Read<Own, '${slug}', 'depth 0'>`)).join('')}
export const key = async (cms: Cms<Own>): Promise<string> => (await cms.create('api-keys', { name: 'k' })).key
// @ts-expect-error no call sets it
export const prefixed = (cms: Cms<Own>) => cms.create('api-keys', { name: 'k', prefix: 'x' })
export const all: [keyof Own['collections'], keyof Undeclared['collections']][] = [${slugs.map((slug) => `['${slug}', '${slug}']`).join(', ')}]
`,
    )
  })
})
