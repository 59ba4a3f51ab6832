/** A large project: sixty collections that refer to each other, each of them read and changed. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const COLLECTIONS = 60
const thing = (index: number) => {
  const other = (distance: number) => `Thing${(index + distance) % COLLECTIONS}`
  return `type Thing${index} @collection(slug: "things-${index}", drafts: ${index % 3 === 0}) {
    title: String!, summary: Text @localized, body: RichText, views: Int, rating: Float, day: DateTime, active: Boolean, mood: Mood, seo: Seo
    author: ${other(1)}!, second: ${other(7)}, others: [${other(13)}!], cover: Media, gallery: [Media!], links: [Link${index}!], layout: [Block${index}!]
  }
  type Link${index} { url: String!, to: ${other(3)} }
  union Block${index} = Hero${index} | Quote${index}
  type Hero${index} { heading: String!, image: Media }
  type Quote${index} { text: String!, by: ${other(5)} }`
}

const use = (index: number) => `export async function use${index}() {
  const { docs } = await cms.find('things-${index}', { where: { 'author.title': { like: 'x' }, or: [{ views: { gt: 1 } }] }, sort: ['-views', 'author.title'] })
  const one = await cms.findById('things-${index}', 1, { depth: 2, select: ['title', 'author'] })
  await cms.update('things-${index}', 1, { title: 'x', author: 2, mood: 'calm' })
  const made = await cms.create('things-${index}', { title: 'x', author: 1 })
  return [docs[0]?.author?.title, one?.author?.author?.title, made.id, docs[0]?.layout[0]?.blockType]
}`

/** The same kind of collection as `{ slug, fields }` in code. */
const declared = (index: number) => {
  const other = (distance: number) => `'things-${(index + distance) % COLLECTIONS}'`
  return `import { defineCollection } from 'galley'
export const things${index} = defineCollection({
  slug: 'things-${index}',
  drafts: ${index % 3 === 0},
  fields: [
    { name: 'title', required: true }, { name: 'summary', type: 'textarea', localized: true }, { name: 'body', type: 'richText' },
    { name: 'views', type: 'number', integer: true }, { name: 'rating', type: 'number' }, { name: 'day', type: 'date' },
    { name: 'active', type: 'boolean' }, { name: 'mood', options: ['calm', 'bright'] },
    { name: 'seo', fields: [{ name: 'title' }, { name: 'score', type: 'number' }] },
    { name: 'author', type: 'relationship', to: ${other(1)}, required: true }, { name: 'second', type: 'relationship', to: ${other(7)} },
    { name: 'others', type: 'relationship', to: ${other(13)}, hasMany: true },
    { name: 'cover', type: 'upload' }, { name: 'gallery', type: 'upload', hasMany: true },
    { name: 'links', type: 'array', fields: [{ name: 'url', required: true }, { name: 'to', type: 'relationship', to: ${other(3)} }] },
    { name: 'layout', blocks: [
      { slug: 'hero', fields: [{ name: 'heading', required: true }, { name: 'image', type: 'upload' }] },
      { slug: 'quote', fields: [{ name: 'text', required: true }, { name: 'by', type: 'relationship', to: ${other(5)} }] },
    ] },
  ],
  hooks: { beforeChange: ({ data }) => ({ ...data, title: data.title?.trim() ?? '' }) },
})
`
}

const registered = (all: readonly number[]) => `import type { ContentTypes } from 'galley'
${all.map((index) => `import type { things${index} } from './things-${index}.js'`).join('\n')}
declare module 'galley' {
  interface Register extends ContentTypes<[${all.map((index) => `typeof things${index}`).join(', ')}], [], 'en' | 'th'> {}
}
`

const HEAD = `import type { Cms } from 'galley'\ndeclare const cms: Cms\n`
const numbers = Array.from({ length: COLLECTIONS }, (_, index) => index)

describe('types: a large project @long', function () {
  this.timeout(120_000)
  let folder: string
  before(() => {
    folder = project(`import { sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: ':memory:' }),
  localization: { locales: ['en', 'th'] },
  schema: sdl\`type Seo { title: String, score: Int } enum Mood { calm bright } ${numbers.map(thing).join('\n')}\`,
}`)
    mkdirSync(path.join(folder, 'node_modules/@types'))
    symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'))
    const { status, output } = galley(folder, 'types')
    expect(status, output).to.equal(0)
    writeFileSync(path.join(folder, 'large.ts'), HEAD + numbers.map(use).join('\n'))
    for (const index of numbers) writeFileSync(path.join(folder, `things-${index}.ts`), declared(index))
    writeFileSync(path.join(folder, 'register.ts'), registered(numbers))
    writeFileSync(path.join(folder, 'empty.ts'), `${HEAD}export const find = () => cms.find('posts')`)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function check(...files: string[]): { errors: string; instantiations: number; types: number; seconds: number } {
    const compilerOptions = { module: 'nodenext', target: 'es2022', lib: ['es2024', 'dom'], types: ['node'], strict: true, noEmit: true }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { stdout } = spawnSync(
      process.execPath,
      [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--extendedDiagnostics', '--singleThreaded'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(stdout)?.[1])
    return {
      errors: stdout
        .split('\n')
        .filter((line) => line.includes('error TS'))
        .join('\n'),
      instantiations: numberOf('Instantiations'),
      types: numberOf('Types'),
      seconds: numberOf('Check time'),
    }
  }

  it('is checked in seconds', () => {
    const empty = check('empty.ts')
    const large = check('large.ts', 'cms-types.d.ts')
    expect([empty.errors, large.errors]).to.deep.equal(['', ''])
    expect(large.instantiations).to.be.within(1, 400_000)
    expect(large.seconds - empty.seconds).to.be.below(10)
  })

  it('is declared without comparing the methods of lists', () => {
    const { errors, types } = check(...numbers.map((index) => `things-${index}.ts`))
    expect(errors).to.equal('')
    expect(types - check('empty.ts').types).to.be.within(1, 50_000)
  })

  it('is inferred without combining the collections', () => {
    const { errors, instantiations } = check('large.ts', 'register.ts')
    expect(errors).to.equal('')
    expect(instantiations).to.be.within(1, 5_000_000)
  })
})
