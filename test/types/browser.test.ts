/** A project for the browser, without the types of Node: what pages use, with generated types, compiles there as it is published. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { galley, project } from '../harness/project.ts'
import { CONFIG } from './configuration.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = path.join(process.env['TYPESCRIPT'] ?? path.join(root, 'node_modules/typescript'), 'bin/tsc')

const PAGE = `import type {} from 'galley/admin'
import { ApiError, createClient } from 'galley/client'
import { livePreview } from 'galley/preview'
import { fromHTML, toHTML } from 'galley/rich-text'
import type { Post } from './cms-types.js'

const client = createClient({ url: '/api/cms' })
export const titles = async (): Promise<string[]> => (await client.find('posts', { where: { 'author.name': { like: 'x' } } })).docs.map(({ title }: Post) => title)
// @ts-expect-error there is no such field
export const wrong = () => client.find('posts', { sort: 'titel' })
export const html = (text: string): string => toHTML(fromHTML(text))
export const upload = (file: File) => client.upload(file, { alt: 'x' }).catch((error: unknown) => (error instanceof ApiError ? error.status : 0))
export const save = (): Promise<boolean> => document.createElement('cms-document').save()
export const stop = () => livePreview({ show: (doc) => console.log(doc) })
`

describe('types: in a page', function () {
  this.timeout(120_000)
  let folder: string
  before(() => {
    folder = project(CONFIG)
    const { status, output } = galley(folder, 'types')
    expect(status, output).to.equal(0)
    writeFileSync(path.join(folder, 'page.ts'), PAGE)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const [module, moduleResolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ])
    it(`need no types of Node (${moduleResolution})${moduleResolution === 'bundler' ? '' : ' @long'}`, () => {
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['dom', 'es2022'],
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      }
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' })
      expect(stdout).to.equal('')
    })
})
