/** `galley init` in projects of many layouts, in both kinds of modules and TypeScript, and with what may be there before: the application starts afterwards. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import type { Session } from '../../lib/cli/command.ts'
import { initCommand } from '../../lib/cli/init/command.ts'
import { type Files, folderWith, whileRunning } from '../harness/application.ts'
import { oneIn } from '../harness/depth.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8')

/** What it says, without the colours that it has where CI is set. */
async function init(folder: string): Promise<string> {
  const said: string[] = []
  const say = (line = '') => said.push(line)
  const session = { say, fail: say } as unknown as Session
  await initCommand.run(session, { yes: true, install: false }, folder)
  return stripVTControlCharacters(said.join('\n'))
}

/** What an application that runs in another folder answers: a page of its own, and the states of one of the API and of the admin. */
function answersOf(folder: string, file: string, from = tmpdir()): Promise<unknown[]> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'development' }
  delete env['CMS_SECRET']
  return whileRunning(path.join(folder, file), { cwd: from, env }, async (origin) => {
    const answers = await Promise.all(['/', '/api/cms/tags', '/admin'].map((at) => fetch(origin + at)))
    const [own] = await Promise.all(answers.map((answer) => answer.text()))
    return [own, ...answers.slice(1).map(({ status }) => status)]
  })
}

const WORKS = ['ours', 200, 200]
const LISTEN = "const server = APP.listen(0, '127.0.0.1', () => console.log('port', server.address().port))"
const listening = (app: string) => LISTEN.replace('APP', app)
const OURS = "(req, res) => res.send('ours')"

type Kind = 'ESM' | 'CommonJS'
const KINDS: readonly Kind[] = ['ESM', 'CommonJS']

const load = (kind: Kind, name: string, from: string) =>
  kind === 'ESM' ? `import ${name} from '${from}'` : `const ${name} = require('${from}')`
const share = (kind: Kind, name: string) => (kind === 'ESM' ? `export default ${name}` : `module.exports = ${name}`)

/** Their first file is the one that runs. */
const LAYOUTS: Record<string, (kind: Kind) => Files> = {
  'an ordinary file': (kind) => ({
    'app.js': `${load(kind, 'express', 'express')}\n\nconst app = express()\napp.get('/', ${OURS})\n${listening('app')}\n`,
  }),
  'Windows line ends, semicolons, double quotes': (kind) => ({
    'app.js':
      `${load(kind, 'express', 'express')};\n\nconst app = express();\napp.get("/", (req, res) => { res.send("ours"); });\n${listening('app')};\n`
        .replaceAll("'", '"')
        .replaceAll('\n', '\r\n'),
  }),
  'an application that is a module of its own, named otherwise': (kind) => ({
    'bin/www.js': `${load(kind, 'app', '../site.js')}\n${listening('app')}\n`,
    'site.js': `${load(kind, 'express', 'express')}\nconst site = express()\nsite.get('/', ${OURS})\n${share(kind, 'site')}\n`,
  }),
  'a factory': (kind) => ({
    'server.js': `${load(kind, 'make', './lib/make.js')}\n${listening('make()')}\n`,
    'lib/make.js': `${load(kind, 'express', 'express')}\nfunction make() {\n  const app = express()\n  app.get('/', ${OURS})\n  return app\n}\n${share(kind, 'make')}\n`,
  }),
  'a factory on one line': (kind) => ({
    'server.js': `${load(kind, 'express', 'express')}\nfunction make() { const app = express(); app.get('/', ${OURS}); return app }\n${listening('make()')}\n`,
  }),
  'a class that assigns it': (kind) => ({
    'src/index.js': `${load(kind, 'App', './App.js')}\nconst { app } = new App()\n${listening('app')}\n`,
    'src/App.js': `${load(kind, 'express', 'express')}\n\nclass App {\n  constructor() {\n    this.app = express()\n    this.routes()\n  }\n\n  routes() {\n    this.app.get('/', ${OURS})\n  }\n}\n\n${share(kind, 'App')}\n`,
  }),
  'a class with a field': (kind) => ({
    'src/index.js': `${load(kind, 'App', './App.js')}\nconst { app } = new App()\n${listening('app')}\n`,
    'src/App.js': `${load(kind, 'express', 'express')}\n\nclass App {\n  app = express()\n\n  constructor() {\n    this.app.get('/', ${OURS})\n  }\n}\n\n${share(kind, 'App')}\n`,
  }),
  'a chain of calls on lines of their own': (kind) => ({
    'app.js': `${load(kind, 'Koa', 'koa')}\n\nconst server = new Koa()\n  .use((ctx) => { ctx.body = 'ours' })\n  .listen(0, '127.0.0.1', () => console.log('port', server.address().port))\n`,
  }),
  'a chain of calls on one line': (kind) => ({
    'app.js': `${load(kind, 'express', 'express')}\nconst app = express().disable('x-powered-by').get('/', ${OURS})\n${listening('app')}\n`,
  }),
  'a name of its own for the framework': (kind) => ({
    'app.js': `${load(kind, 'Application', 'koa')}\nlet app\napp = new Application({\n  proxy: false,\n})\napp.use((ctx) => { ctx.body = 'ours' })\n${listening('app')}\n`,
  }),
  'its own config': (kind) => ({
    'app.js': `${load(kind, 'express', 'express')}\n${load(kind, 'config', './config.js')}\nconst app = express()\napp.get('/', (req, res) => res.send(config.text))\n${listening('app')}\n`,
    'config.js': `${share(kind, "{ text: 'ours' }")}\n`,
  }),
  'comments and texts that look like the application': (kind) => ({
    'app.js': `${load(kind, 'express', 'express')}\n// const app = express()\n/* const app = express()\nconst app = express() */\nconst text = \`\nconst app = express()\n\`\nconst server_ = express() // the app\nserver_.get('/', (req, res) => res.send(text && 'ours'))\n${listening('server_')}\n`,
  }),
  'several applications': (kind) => ({
    'app.js': `${load(kind, 'express', 'express')}\nconst admin = express(), site = express()\nsite.use('/backoffice', admin)\nsite.get('/', ${OURS})\n${listening('site')}\n`,
  }),
  'one line that exports it too': (kind) => ({
    'server.js': `${load(kind, 'express', 'express')}\nconst app = ${kind === 'ESM' ? 'globalThis.app' : 'module.exports'} = express()\napp.get('/', ${OURS})\n${listening('app')}\n`,
  }),
  'one line in all': (kind) => ({
    'app.js': `${load(kind, 'express', 'express')}; const app = express(); app.get('/', ${OURS}); ${listening('app')}\n`,
  }),
  'imports over several lines': (kind) => ({
    'app.js':
      kind === 'ESM'
        ? `#!/usr/bin/env node\n'use strict'\nimport express, {\n  Router,\n} from 'express'\nimport {\n  join,\n} from 'node:path'\nconst app = express()\napp.use(Router().get(join('/', ''), ${OURS}))\n${listening('app')}\n`
        : `#!/usr/bin/env node\n'use strict'\nconst express = require('express'),\n  path = require('node:path')\n\nconst {\n  join,\n} = path\nvar http = require('node:http')\n  , app = express()\napp.get(join('/', ''), ${OURS})\n${listening('app')}\n`,
  }),
  'the framework called where it is loaded': (kind) => ({
    'app.js':
      kind === 'ESM'
        ? `const { default: express } = await import('express')\nconst app = express()\napp.get('/', ${OURS})\n${listening('app')}\n`
        : `#!/usr/bin/env node\nconst app = require('express')()\napp.get('/', ${OURS})\n${listening('app')}\n`,
  }),
}

const TYPESCRIPT: Record<string, (ending: string) => Files> = {
  'a class': (ending) => ({
    'src/index.ts': `import App from './App${ending}'\n\nconst { app } = new App()\n${listening('app').replace('server', 'server: any')}\n`,
    'src/App.ts': `import express from 'express'\n\nexport default class App {\n  public app: any\n\n  constructor() {\n    this.app = express()\n    this.app.get('/', (req: any, res: any) => res.send('ours'))\n  }\n}\n`,
  }),
  'a class with a field': (ending) => ({
    'src/index.ts': `import App from './App${ending}'\n\nconst { app } = new App()\n${listening('app').replace('server', 'server: any')}\n`,
    'src/App.ts': `import express from 'express'\n\nexport default class App {\n  public readonly app: any = express()\n\n  constructor() {\n    this.app.get('/', (req: any, res: any) => res.send('ours'))\n  }\n}\n`,
  }),
  'added by hand where nobody can tell which application it is': (ending) => ({
    'src/index.ts': `import { site } from './app${ending}'\n\n${listening('site').replace('server', 'server: any')}\n`,
    'src/app.ts': `import express from 'express'\n\nexport const admin = express()\nexport const site = express()\n// here\nsite.get('/', (req: any, res: any) => res.send('ours'))\n`,
  }),
}

const PACKAGES = { galley: '*', '@koa/router': '*', '@photostructure/sqlite': '*' }
const packageOf = (kind: Kind) => JSON.stringify({ name: 'x', dependencies: PACKAGES, ...(kind === 'ESM' && { type: 'module' }) })
const projectOf = (layout: string, kind: Kind) => {
  const files = LAYOUTS[layout]!(kind)
  return { folder: folderWith({ 'package.json': packageOf(kind), ...files }), run: Object.keys(files)[0]!, files }
}

/** What is done to a project in which init has run, and how many files the next one writes. */
const BETWEEN: Record<string, (folder: string) => void> = {
  'nothing at all': () => undefined,
  'the configuration deleted': (folder) => rmSync(path.join(folder, 'cms.config.js')),
  'the schema deleted': (folder) => rmSync(path.join(folder, 'schema'), { recursive: true }),
  'a content type deleted that another one needs': (folder) => rmSync(path.join(folder, 'schema/tags.graphql')),
  'the secret deleted': (folder) => rmSync(path.join(folder, '.env')),
  'all of them deleted': (folder) => {
    for (const name of ['schema', 'cms.config.js', '.env', '.gitignore']) rmSync(path.join(folder, name), { recursive: true })
  },
  'the line deleted, but not its imports': (folder) =>
    writeFileSync(path.join(folder, 'app.js'), read(folder, 'app.js').replace('app.use(cmsMiddleware(config))\n', '')),
  'the application as it was before': (folder) =>
    writeFileSync(
      path.join(folder, 'app.js'),
      read(folder, 'app.js')
        .split('\n')
        .filter((line) => !/cmsMiddleware|cms\.config/.test(line))
        .join('\n'),
    ),
}

describe('cli: init in projects', function () {
  this.timeout(180_000)

  for (const [index, layout] of oneIn(2, Object.keys(LAYOUTS)).entries())
    for (const kind of KINDS)
      it(`${layout}, ${kind}: the application starts, in any working directory${index > 0 || kind === 'ESM' ? ' @long' : ''}`, async () => {
        const { folder, run, files } = projectOf(layout, kind)
        const said = await init(folder)
        expect(said).to.include('start your application, and open /admin').and.to.not.include('Add this')
        expect(await answersOf(folder, run)).to.deep.equal(WORKS)
        expect(existsSync(path.join(folder, 'cms.db')), 'the database is in the project').to.equal(true)
        const changed = Object.keys(files).filter((name) => read(folder, name) !== files[name])
        expect(changed).to.have.length(1)
        const [before, after] = [files[changed[0]!]!, read(folder, changed[0]!)]
        if (before.includes('\r\n')) expect(after.replaceAll('\r\n', '')).to.not.include('\n')
        expect(await init(folder), 'a second time').to.match(/Already there: .*\n.*Nothing was written/s)
        expect(read(folder, changed[0]!)).to.equal(after)
      })

  for (const [between, change] of Object.entries(BETWEEN))
    for (const kind of KINDS)
      it(`again, ${between}, ${kind}: the application starts${between === 'the configuration deleted' && kind === 'ESM' ? '' : ' @long'}`, async () => {
        const { folder, run } = projectOf('an ordinary file', kind)
        await init(folder)
        const written = read(folder, run)
        change(folder)
        await init(folder)
        expect(read(folder, run)).to.equal(written)
        expect(await answersOf(folder, run)).to.deep.equal(WORKS)
      })

  for (const kind of KINDS)
    it(`an application with the CMS in it, written by hand, ${kind}: says where, and writes nothing`, async () => {
      for (const [given, line] of [
        ["app.use(cmsMiddleware({ secret: 'x', db: sqlite({ filename: 'a.db' }), schema: [] }))", 5],
        ['const cms = await createCms(settings)\napp.use(cmsMiddleware(cms))', 6],
      ] as const) {
        const loads = [
          load(kind, 'express', 'express'),
          load(kind, '{ createCms }', 'galley'),
          load(kind, '{ cmsMiddleware }', 'galley/express'),
        ]
        const app = `${loads.join('\n')}\nconst app = express()\n${given}\napp.listen(3000)\n`
        const folder = folderWith({ 'package.json': packageOf(kind), 'src/server.js': app })
        expect(await init(folder)).to.equal(
          `Already there: src/server.js mounts the CMS in line ${line}\nIts configuration stays where it is. Nothing was written`,
        )
        expect(readdirSync(folder).sort()).to.deep.equal(['node_modules', 'package.json', 'src'])
      }
    })

  it('types and comments about the CMS, and another file that mounts one for tests, are not the CMS', async () => {
    const folder = folderWith({
      'package.json': packageOf('ESM'),
      'test/site.js': "import { cmsMiddleware } from 'galley/express'\nexport const cms = cmsMiddleware({})\n",
      'lib/types.ts':
        "import type { CmsMiddleware } from 'galley/express'\nexport const cmsMiddleware = (): CmsMiddleware | undefined => undefined\n",
      'app.js':
        "import express from 'express'\n// import { cmsMiddleware } from 'galley/express'\n// app.use(cmsMiddleware(config))\nconst app = express()\n",
    })
    await init(folder)
    expect(read(folder, 'app.js')).to.include('const app = express()\napp.use(cmsMiddleware(config))')
  })

  for (const [other, files] of Object.entries<Files>({
    'a folder of something else': { 'schema/api.graphql': 'type Query { hello: String }\n' },
    'a file': { schema: 'create table posts' },
    'code of something else': { 'schema/users.js': 'export const users = {}\n' },
  }))
    it(`schema is ${other}: the content types are somewhere else, and it says so @long`, async () => {
      const app = LAYOUTS['an ordinary file']!('ESM')
      const folder = folderWith({ 'package.json': packageOf('ESM'), ...app, ...files })
      expect(await init(folder)).to.match(/schema\/? holds something else, so content types go into cms-schema\//)
      expect(await answersOf(folder, 'app.js')).to.deep.equal(WORKS)
    })

  it('a package.json that can’t be read: names it, with the line', async () => {
    for (const [text, problem] of [
      ['{\n  // ours\n}', /package\.json:2:3/],
      ['', /package\.json is empty/],
      ['[]', /package\.json must hold an object, not a list/],
    ] as const) {
      const folder = folderWith({ 'package.json': text })
      const error = await init(folder).catch((thrown) => thrown)
      expect(error.message).to.match(problem).and.to.include('Nothing was written')
      expect(readdirSync(folder).sort()).to.deep.equal(['node_modules', 'package.json'])
    }
    expect(await init(folderWith({ 'package.json': '\uFEFF{ "name": "x" }' }))).to.include('cms.config.js')
  })

  it('undoes what it did from where one is, whatever the names of the folders', async () => {
    const above = folderWith({ "it's mine/package.json": '{}', "it's mine/app.js": "const app = require('express')()\n" })
    const folder = path.join(above, "it's mine")
    const [, removal = ''] = /\n {2}(rm .*)/.exec(await init(folder)) ?? []
    execFileSync('sh', ['-c', removal])
    expect(readdirSync(folder).sort()).to.deep.equal(['app.js', 'package.json', 'schema'])
    expect(readdirSync(path.join(folder, 'schema'))).to.deep.equal([])
  })

  it('Koa without the router that galley/koa needs: installs it', async () => {
    const said = await init(folderWith({ 'package.json': '{}', 'app.js': "const Koa = require('koa')\nconst app = new Koa()\n" }))
    expect(said).to.match(/npm install galley@\S+ @koa\/router/)
  })

  for (const kind of KINDS)
    for (const [layout, files] of oneIn(2, Object.entries(TYPESCRIPT)))
      it(`TypeScript, ${layout}, ${kind}: compiles and starts @long`, async () => {
        const compilerOptions = {
          module: kind === 'ESM' ? 'nodenext' : 'node20',
          target: 'es2022',
          strict: true,
          outDir: 'dist',
          rootDir: 'src',
          types: ['node'],
          esModuleInterop: true,
          skipLibCheck: true,
        }
        const folder = folderWith({
          'package.json': packageOf(kind),
          'tsconfig.json': `{\n  // ours\n  "compilerOptions": ${JSON.stringify(compilerOptions)}, "include": ["src"]\n}`,
          'src/express.d.ts': "declare module 'express' { const express: any; export default express }\n",
          ...files(kind === 'ESM' ? '.js' : ''),
        })
        const said = await init(folder)
        const [, from = ''] = /as seen from (\S+):/.exec(said) ?? []
        if (from) {
          const lines = said.split('\n').filter((line) => /^ {2}(import|app\.use)/.test(line))
          expect(lines).to.have.length(3)
          const [imports, use] = [lines.slice(0, 2), lines[2]!.trim().replace('app', 'site')]
          writeFileSync(path.join(folder, from), [...imports, read(folder, from).replace('// here', use)].join('\n'))
        }
        execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder, stdio: 'inherit' })
        expect(await answersOf(folder, 'dist/index.js')).to.deep.equal(WORKS)
      })
})
