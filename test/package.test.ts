/** The package as npm packs it: installed in hosts of every kind, clean in its exports, and no larger than it says. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { longUnlessDrawn } from './harness/depth.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const about = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
/** The README says so. */
const MOST_PACKED = 3_000_000
const MOST_MODULES = 80

const HOSTS: [name: string, framework: 'express' | 'koa', installed: string][] = [
  ['Express 4', 'express', 'express4'],
  ['Express 5', 'express', 'express'],
  ['Koa 2', 'koa', 'koa2'],
  ['Koa 3', 'koa', 'koa'],
]

const TITLES = HOSTS.map(([title]) => title)

const config =
  'secret: "a-secret-of-at-least-thirty-two-characters", db: sqlite({ filename: ":memory:" }), log: { info() {}, warn: console.warn, error: console.error }, collections: [{ slug: "posts", access: { read: "anyone" }, fields: [{ name: "title" }] }]'
const make = { express: 'express()', koa: 'new Koa()' }
const body = (framework: 'express' | 'koa') =>
  `const app = ${make[framework]}\nconst cms = cmsMiddleware({ ${config} })\napp.use(cms)\nconst server = app.listen(0, async () => { await (await cms.cms).create('posts', { title: 'Packed' }); console.log('port', server.address().port) })\n`

/** A module that imports all of the package; what only browsers load is no CommonJS. */
const everyEntry = (isModule: boolean) =>
  Object.keys(about.exports)
    .filter((entry) => /^\.(\/[a-z-]+)?$/.test(entry) && (isModule || entry !== './admin'))
    .map((entry, index) => `import * as entry${index} from 'galley${entry.slice(1)}'\nexport { entry${index} }\n`)
    .join('')

const name = { express: 'express', koa: 'Koa' }

describe('package', function () {
  this.timeout(180_000)
  let folder: string
  let size: number
  let packed: string

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-packed-'))
    const [tarball] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    )
    size = tarball.size
    execFileSync('tar', ['-xzf', path.join(folder, tarball.filename), '-C', folder])
    packed = path.join(folder, 'package')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** Nothing is there but what the package says it needs, and what the host has. */
  function host(framework: string, installed: string, type: string): string {
    const project = mkdtempSync(path.join(folder, 'host-'))
    const modules = path.join(project, 'node_modules')
    const link = (from: string, to: string) => {
      mkdirSync(path.dirname(path.join(modules, to)), { recursive: true })
      symlinkSync(path.join(root, 'node_modules', from), path.join(modules, to))
    }
    execFileSync('cp', ['-R', packed, path.join(modules.replace(/node_modules$/, ''), 'unpacked')])
    mkdirSync(modules)
    execFileSync('mv', [path.join(project, 'unpacked'), path.join(modules, 'galley')])
    for (const one of [...Object.keys(about.dependencies), '@photostructure/sqlite', '@types/node', 'undici-types'])
      if (existsSync(path.join(root, 'node_modules', one))) link(one, one)
    link(installed, framework)
    if (framework === 'koa') link('@koa/router', '@koa/router')
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ type }))
    return project
  }

  async function titleFrom(project: string, file: string): Promise<string> {
    const child: ChildProcess = spawn(process.execPath, [file], { cwd: project, stdio: 'pipe' })
    let output = ''
    try {
      const port = await new Promise<string>((resolve, reject) => {
        for (const stream of [child.stdout!, child.stderr!])
          stream.on('data', (chunk) => {
            output += chunk
            const found = /port (\d+)/.exec(output)?.[1]
            if (found) resolve(found)
          })
        child.on('exit', () => reject(new Error(output)))
      })
      expect((await fetch(`http://127.0.0.1:${port}/admin`)).status).to.equal(200)
      const answer = await fetch(`http://127.0.0.1:${port}/api/cms/posts`)
      return ((await answer.json()) as any).docs[0].title
    } finally {
      child.kill('SIGKILL')
    }
  }

  for (const [title, framework, installed] of HOSTS) {
    it(`works in an ESM and a CommonJS host on ${title}${longUnlessDrawn(title, TITLES, 'package')}`, async () => {
      const esm = host(framework, installed, 'module')
      writeFileSync(
        path.join(esm, 'app.js'),
        `import ${name[framework]} from '${framework}'\nimport { cmsMiddleware } from 'galley/${framework}'\nimport { sqlite } from 'galley/sqlite'\n${body(framework)}`,
      )
      expect(await titleFrom(esm, 'app.js')).to.equal('Packed')
      const cjs = host(framework, installed, 'commonjs')
      writeFileSync(
        path.join(cjs, 'app.js'),
        `const ${name[framework]} = require('${framework}')\nconst { cmsMiddleware } = require('galley/${framework}')\nconst { sqlite } = require('galley/sqlite')\n${body(framework)}`,
      )
      expect(await titleFrom(cjs, 'app.js')).to.equal('Packed')
    })
  }

  for (const [module, type] of [
    ['nodenext', 'module'],
    ['node20', 'commonjs'],
    ['node16', 'commonjs'],
  ] as const) {
    it(`is typed in a TypeScript host (${module}, ${type}), strictly, with every entry @long`, async () => {
      const project = host('express', 'express', type)
      writeFileSync(path.join(project, 'express.d.ts'), "declare module 'express' { const express: any; export default express }\n")
      writeFileSync(path.join(project, 'entries.ts'), everyEntry(type === 'module'))
      writeFileSync(
        path.join(project, 'app.ts'),
        `import express from 'express'\nimport { defineConfig, type Cms } from 'galley'\nimport { cmsMiddleware } from 'galley/express'\nimport { createClient } from 'galley/client'\nimport { sqlite } from 'galley/sqlite'\nconst config = defineConfig({ ${config} })\nconst app = express()\nconst cms = cmsMiddleware(config)\napp.use(cms)\nconst handle: Promise<Cms> = cms.cms\nexport const client = createClient({ url: 'http://127.0.0.1/api/cms' })\nconst server = app.listen(0, async () => { await (await handle).create('posts', { title: 'Packed' }); console.log('port', server.address().port) })\n`,
      )
      const options = {
        module,
        target: 'es2022',
        strict: true,
        lib: ['es2024', 'dom'],
        types: ['node'],
        esModuleInterop: true,
        skipLibCheck: false,
        outDir: 'out',
        rootDir: '.',
      }
      writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
      execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: project, stdio: 'inherit' })
      expect(await titleFrom(project, 'out/app.js')).to.equal('Packed')
    })
  }

  it('renders rich text and shows the admin, typed for Node and for bundlers, with every entry', () => {
    const project = host('express', 'express', 'module')
    writeFileSync(path.join(project, 'entries.ts'), everyEntry(true))
    writeFileSync(
      path.join(project, 'page.ts'),
      `import { load } from 'galley/admin'
await load('cms-document')
const form = document.createElement('cms-document')
form.documentId = 7
form.addEventListener('cms-saved', ({ detail }) => console.log(detail.collection, detail.doc.title))
export const saved: Promise<boolean> = form.save()
// @ts-expect-error the id is a number
form.documentId = '7'\n`,
    )
    const stored = "{ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a < b' }] }] }"
    writeFileSync(
      path.join(project, 'rich.ts'),
      `import { fromMarkdown, type HTMLOptions, toHTML, toMarkdown } from 'galley/rich-text'
const options: HTMLOptions = { link: ({ collection, value }) => value && \`/\${collection}/\${String(value['slug'])}\`, block: (block, render) => render(block['body']) }
console.log(toHTML(${stored}, options) + toMarkdown(fromMarkdown('*x*')))
// @ts-expect-error the name of an option is wrong
export const refused = () => toHTML(null, { links: () => null })\n`,
    )
    for (const [module, moduleResolution] of [
      ['esnext', 'bundler'],
      ['nodenext', 'nodenext'],
    ]) {
      const options = {
        module,
        moduleResolution,
        target: 'es2022',
        strict: true,
        lib: ['es2024', 'dom'],
        types: ['node'],
        skipLibCheck: false,
        outDir: 'out',
      }
      writeFileSync(
        path.join(project, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['rich.ts', 'entries.ts', 'page.ts'] }),
      )
      execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: project, stdio: 'inherit' })
    }
    expect(execFileSync(process.execPath, ['out/rich.js'], { cwd: project, encoding: 'utf8' })).to.equal('<p>a &lt; b</p>_x_\n\n')
    writeFileSync(path.join(project, 'rich.cjs'), `console.log(require('galley/rich-text').toText(${stored}))\n`)
    expect(execFileSync(process.execPath, ['rich.cjs'], { cwd: project, encoding: 'utf8' })).to.equal('a < b\n')
  })

  it('types the client by what galley types wrote @long', () => {
    const project = host('express', 'express', 'module')
    writeFileSync(
      path.join(project, 'cms.config.js'),
      `import { sqlite } from 'galley/sqlite'\nexport default { ${config.replace('{ name: "title" }', '{ name: "title", required: true }')} }\n`,
    )
    mkdirSync(path.join(project, 'node_modules'), { recursive: true })
    symlinkSync(path.join(root, 'node_modules/json-schema-to-typescript'), path.join(project, 'node_modules/json-schema-to-typescript'))
    execFileSync(process.execPath, [path.join(project, 'node_modules/galley/dist/lib/cli/main.js'), 'types'], { cwd: project })
    writeFileSync(
      path.join(project, 'typed.ts'),
      `import { createClient } from 'galley/client'
const client = createClient({ url: 'http://127.0.0.1/api/cms' })
const { docs } = await client.find('posts')
export const title: string = docs[0]!.title
// @ts-expect-error there is no such collection
await client.find('nothing')
// @ts-expect-error a title is no number
await client.create('posts', { title: 7 })
`,
    )
    const options = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      lib: ['es2024', 'dom'],
      types: ['node'],
      skipLibCheck: true,
      noEmit: true,
    }
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.ts'] }))
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: project, stdio: 'inherit' })
  })

  it('has a command that runs', () => {
    const project = host('express', 'express', 'module')
    const output = execFileSync(process.execPath, [path.join(project, 'node_modules/galley/dist/lib/cli/main.js'), '--version'], {
      encoding: 'utf8',
    })
    expect(output.trim()).to.equal(about.version)
  })

  it('has few modules, since Node needs a while for each, and classes that are called what they are exported as', () => {
    const modules = readdirSync(path.join(packed, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    expect(modules.filter((file) => !file.startsWith('admin')).length).to.be.lessThan(MOST_MODULES)
    const project = host('express', 'express', 'module')
    writeFileSync(path.join(project, 'entries.js'), everyEntry(true).replace(/.*galley\/admin'\n.*\n/, ''))
    const names = `for (const entry of Object.values(await import('./entries.js'))) for (const [name, value] of Object.entries(entry)) if (String(value).startsWith('class') && value.name !== name) console.log(name, value.name)`
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', names], { cwd: project, encoding: 'utf8' })).to.equal('')
  })

  it('says of its exports what publint finds nothing to say of', async () => {
    const { messages } = await publint({ pkgDir: packed, level: 'warning', pack: false })
    expect(messages.map((message) => formatMessage(message, about, { color: false }))).to.deep.equal([])
  })

  it('holds the documentation that its README and its pages link to', () => {
    const pages = readdirSync(path.join(packed, 'docs')).filter((name) => name.endsWith('.md'))
    for (const page of ['README.md', 'CHANGELOG.md', ...pages.map((name) => `docs/${name}`)]) {
      const links = [...readFileSync(path.join(packed, page), 'utf8').matchAll(/\]\(([\w./-]+\.(?:md|png))(?:#[^)]*)?\)/g)]
      const missing = links.map(([, to]) => path.join(path.dirname(page), to!)).filter((file) => !existsSync(path.join(packed, file)))
      expect(missing, page).to.deep.equal([])
    }
  })

  it('is as small as it says', () => {
    expect(size).to.be.lessThan(MOST_PACKED)
    for (const not of ['test', 'lib', 'dist/admin-components/main.js']) expect(existsSync(path.join(packed, not)), not).to.equal(false)
  })
})
