/** Names of generated types: content types whose names are alike, or which aren't spelt as names of types. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const SLUGS = [
  'pages',
  'posts',
  'post',
  'posts-where',
  'posts_where',
  'post-wheres',
  'user-inputs',
  'post-seos',
  'b2b-leads',
  'model3d',
  '3d-models',
  '2fa-codes',
  'top10s',
  'a__b',
  ...['rs', 'partials', 'omits', 'omit', 'records', 'dates', 'objects', 'arrays', 'promises', 'readonlies'],
  ...['all', 'find', 'count', 'then', 'to-string', 'value-of', 'registers', 'user-fields', 'galleys'],
]
const CONFIG = `import { sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
const title = { name: 'title', required: true, localized: true }
const words = { name: 'title', required: true }
const layout = ['a1b', 'a_1b'].map((slug) => ({ slug, fields: [words] }))
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters', db: sqlite({ filename: ':memory:' }), localization: { locales: ['en', 'th'] }, fieldTypes: [{ name: 'color', typescript: 'Partial<Record<string, Date>>', base: 'json' }],
  schema: sdl\`type Web3project @collection(slug: "web3projects") { name: String! }\`,
  collections: ${JSON.stringify(SLUGS)}.map((slug) => ({ slug, fields: [title, { name: 'next', type: 'relationship', to: slug }, { name: 'other', type: 'relationship', to: 'rs' }, { name: 'day', type: 'date' }, { name: 'tint', type: 'color' }, { name: 'secret', hidden: true }, { name: 'layout', localized: true, blocks: layout }, { name: 'seo', localized: true, type: 'array', fields: [words] }] })),
  globals: [{ slug: 'page', fields: [{ name: 'perPage', type: 'number', required: true, defaultValue: 10 }] }],
}
`
const USE = `import type { Cms } from 'galley'
declare const cms: Cms
${SLUGS.map(
  (
    slug,
    index,
  ) => `const made${index}: { title: string | null; id: number } = await cms.create('${slug}', { title: 'x', layout: [{ blockType: 'a1b', title: 'x' }, { blockType: 'a_1b', title: 'x' }], seo: [{ title: 'x' }] }); void made${index}
// @ts-expect-error there is no such field
void (await cms.find('${slug}')).docs[0]!.nope
// @ts-expect-error there is no such field
void (await cms.find('${slug}')).docs[0]!.next?.nope
// @ts-expect-error there is no such field
await cms.create('${slug}', { title: 'x', nope: 1 })
await cms.find('${slug}', { where: { 'next.title': { equals: 'x' } }, sort: 'next.title' })`,
).join('\n')}
await cms.create('users', { email: 'x@example.org', role: 'editor' })
const perPage: number = (await cms.findGlobal('page')).perPage
const name: string = (await cms.find('web3projects')).docs[0]!.name
// @ts-expect-error a page is no global
void (await cms.find('pages')).docs[0]!.perPage
void [perPage, name]
`

describe('types: names', function () {
  this.timeout(60_000)

  it('are those of one type each @long', () => {
    const folder = project(CONFIG)
    mkdirSync(path.join(folder, 'node_modules/@types'))
    symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'))
    const { status, output } = galley(folder, 'types')
    expect(status, output).to.equal(0)
    writeFileSync(path.join(folder, 'use.ts'), USE)
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: ['node'],
      strict: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout).to.equal('')
    const types = readFileSync(path.join(folder, 'cms-types.d.ts'), 'utf8')
    for (const one of ['User', 'UserInput', 'Page', 'PageGlobal', 'Post', 'Posts', 'B2BLead', 'Web3Project'])
      expect(types).to.match(new RegExp(`^export interface ${one}\\b`, 'm'))
    rmSync(folder, { recursive: true, force: true })
  })
})
