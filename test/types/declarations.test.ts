/** Declarations of a project that builds packages for others: what galley returns can be exported, because the entries name every type. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { blocks } from '../docs/blocks.ts'
import { galley, project } from '../harness/project.ts'
import { CONFIG } from './configuration.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = path.join(process.env['TYPESCRIPT'] ?? path.join(root, 'node_modules/typescript'), 'bin/tsc')

/** What code next to a generated file exports, and code that declares its content itself. */
const USE = `import { createCms, defineCode, defineConfig, type Cms } from 'galley'
import { createClient } from 'galley/client'
import { cmsMiddleware } from 'galley/express'
import { cmsHandler } from 'galley/node'
import { cmsFetch } from 'galley/fetch'
import { hostUser } from 'galley/passport'
import { github, google, microsoft } from 'galley/oidc'
import { s3 } from 'galley/s3'
import { disk } from 'galley/disk'
import { smtp } from 'galley/smtp'
import { postgres } from 'galley/postgres'
import { sqlite } from 'galley/sqlite'
import { testCms } from 'galley/testing'
declare const some: Cms
declare const ofAny: never
export const config = defineConfig({ secret: 'x', db: sqlite({ filename: 'x' }) })
export const code = defineCode<'posts'>({ hooks: {} })
const provider = { clientId: 'x', clientSecret: 'x' }
export const providers = [google(provider), microsoft({ ...provider, tenant: 'x' }), github(provider)] as const
export const signIn = google(provider)
export const [files, local, mail, database] = [s3({ bucket: 'x' } as never), disk({} as never), smtp({} as never), postgres({ url: 'x' })]
export default defineCode<'authors'>({ hooks: {} })
export const cms = await createCms(config)
export const client = createClient({ url: 'x' })
export const [mounted, handler, fetcher, feature, test] = [cmsMiddleware(config), cmsHandler(config), cmsFetch(config), hostUser(() => null), await testCms(config)]
export const read = async () => ({
  list: await some.find('posts'), one: await some.findById('posts', 1, { depth: 2 }), part: await some.findById('posts', 1, { select: ['title'] }),
  made: await some.create('authors', { name: 'x' }), all: some.all('posts'), uncounted: some.find('posts', { count: false }), perhaps: some.update('posts', 1, {}, { where: {} }),
})
export const byId = <S extends 'posts' | 'authors'>(slug: S) => some.findById(slug, 1)
export const { find, findById, all, count, create, update, increment, delete: remove, findGlobal, updateGlobal, as, me, user, transaction, auth, emit, runJobs } = some
export const { findVersions, findVersion, references, scheduled, schedule, audit, translations, preview, signedURL, upload, uploadFromURL, move, sendEmail, unpublish, autosave } = some
export const [entries, verified, login, logins] = [() => audit.find(), () => audit.verify(), () => auth.login({}), client.auth]
export const ofClient = () => [client.find('posts'), client.findVersions(ofAny, 1), client.scheduled(ofAny, 1), client.references('posts', 1), client.auth.me(), client.auth.login({ email: 'x', password: 'x' })] as const
`

/** Every kind of function inside fields. */
const DECLARED = `import { defineCollection, defineGlobal } from 'galley'
export const all = defineCollection({ slug: 'all', drafts: true, access: { read: ({ user }) => user !== null }, fields: [
  { name: 'title', required: true, localized: true, validate: (value, { data }) => value !== data['x'] || 'no', access: { read: ({ user, id }) => user?.id === id } },
  { name: 'day', type: 'date', defaultValue: ({ user }) => user && new Date() },
  { name: 'body', type: 'richText', blocks: [{ slug: 'note', fields: [{ name: 'text' }] }], shown: (value) => value },
  { name: 'size', type: 'json', shown: (value) => value },
  { name: 'to', type: 'relationship', to: 'all', filterOptions: ({ user }) => ({ title: { equals: String(user?.id) } }) },
], hooks: { beforeChange: ({ data }) => data } })
export const one = defineGlobal({ slug: 'one', fields: [{ name: 'a' }], scope: () => null })
`

describe('types: declarations of a project', function () {
  this.timeout(120_000)
  let folder: string

  before(() => {
    folder = project(CONFIG)
    const { status, output } = galley(folder, 'types')
    expect(status, output).to.equal(0)
    // A real folder: the compiler takes a link for a part of the project, whose files may be named by their path.
    const installed = path.join(folder, 'node_modules/galley')
    rmSync(installed)
    mkdirSync(installed)
    copyFileSync(path.join(root, 'package.json'), path.join(installed, 'package.json'))
    cpSync(path.join(root, 'dist'), path.join(installed, 'dist'), {
      recursive: true,
      filter: (from) => !/\.(c?js|css|map|br|gz)$/.test(from),
    })
    mkdirSync(path.join(folder, 'node_modules/@types'))
    for (const one of ['express', 'node'])
      symlinkSync(path.join(root, 'node_modules/@types', one), path.join(folder, 'node_modules/@types', one))
    for (const one of ['generated', 'registered']) {
      mkdirSync(path.join(folder, one))
      writeFileSync(path.join(folder, one, 'use.ts'), USE)
    }
    copyFileSync(path.join(folder, 'cms-types.d.ts'), path.join(folder, 'generated/cms-types.d.ts'))
    writeFileSync(path.join(folder, 'registered/declared.ts'), DECLARED)
    for (const { page, text } of blocks) {
      const name = /^\/\/ (\w+\.ts)\n/.exec(text)?.[1]
      if (page === 'docs/typescript.md' && name !== undefined) writeFileSync(path.join(folder, 'registered', name), text)
    }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const kind of ['generated', 'registered'])
    it(`name what galley returns (${kind})${kind === 'registered' ? '' : ' @long'}`, () => {
      const within = path.join(folder, kind)
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2024', 'dom'],
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        declaration: true,
        rootDir: '.',
        outDir: 'out',
      }
      writeFileSync(path.join(within, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: within, encoding: 'utf8' })
      expect(stdout).to.equal('')
    })
})
