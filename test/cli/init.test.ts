/** `galley init` in projects of every kind: what it writes runs, and where it can't write it leaves nothing. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { byHand, withMiddleware } from '../../lib/cli/init/application.ts'
import { config } from '../../lib/cli/init/files.ts'
import { lookAt } from '../../lib/cli/init/project.ts'
import { folderWith, whileRunning } from '../harness/application.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { GALLEY, galley } from '../harness/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (folder: string, name: string) => readFileSync(path.join(folder, name), 'utf8')

/** What a program answers at a path. */
const answerOf = (folder: string, file: string, at: string): Promise<{ status: number; text: string }> =>
  whileRunning(file, { cwd: folder, env: { ...process.env, PORT: '0', NODE_ENV: 'development' } }, async (origin) => {
    const answer = await fetch(origin + at)
    return { status: answer.status, text: await answer.text() }
  })

const LISTEN = "const server = app.listen(0, () => console.log('port', server.address().port))"
const pkg = (type: string | undefined, more: object = {}) => JSON.stringify({ name: 'x', ...(type && { type }), ...more })

const KINDS: [name: string, app: string, files: Record<string, string>, look: (app: string) => void][] = [
  [
    'Express, ESM',
    'app.js',
    {
      'package.json': pkg('module'),
      'app.js': `import express from 'express'\n\n// Our application.\nconst app = express()\napp.use(express.json())\napp.get('/', (req, res) => res.send('ours'))\n${LISTEN}\n`,
    },
    (app) =>
      expect(app).to.include(
        "import express from 'express'\nimport { cmsMiddleware } from 'galley/express'\nimport config from './cms.config.js'\n\n// Our application.\nconst app = express()\napp.use(cmsMiddleware(config))\napp.use(express.json())",
      ),
  ],
  [
    'Express, CommonJS, with semicolons and double quotes',
    'server/index.js',
    {
      'package.json': pkg(undefined),
      'server/index.js': `"use strict";\nconst express = require("express");\nconst path = require("path");\n\nconst app = express();\napp.get("/", (req, res) => { res.send("ours"); });\n${LISTEN};\n`,
    },
    (app) =>
      expect(app)
        .to.include(
          'const path = require("path");\nconst { cmsMiddleware } = require("galley/express");\nconst config = require("../cms.config.js");\n',
        )
        .and.include('const app = express();\napp.use(cmsMiddleware(config));\n'),
  ],
  [
    'Koa, ESM',
    'src/server.mjs',
    {
      'package.json': pkg(undefined, { dependencies: { koa: '3' } }),
      'src/server.mjs': `import Koa from 'koa'\n\nconst app = new Koa()\napp.use((ctx) => { ctx.body = 'ours' })\n${LISTEN}\n`,
    },
    (app) => expect(app).to.include("'galley/koa'").and.include('const app = new Koa()\napp.use(cmsMiddleware(config))\n'),
  ],
  [
    'Koa, CommonJS',
    'index.js',
    {
      'package.json': pkg(undefined),
      'index.js': `const Koa = require('koa')\nconst app = new Koa({\n  proxy: false,\n})\napp.use((ctx) => { ctx.body = 'ours' })\n${LISTEN}\n`,
    },
    (app) => expect(app).to.include('  proxy: false,\n})\napp.use(cmsMiddleware(config))\n'),
  ],
]

describe('cli: init', function () {
  this.timeout(180_000)

  for (const [name, file, files, look] of KINDS) {
    it(`${name}: writes what runs${longUnlessDrawn(
      name,
      KINDS.map(([each]) => each),
      'init',
    )}`, async () => {
      const folder = folderWith({ ...files, '.env': 'OTHER=1', '.gitignore': 'node_modules\n' })
      const { status, output } = galley(folder, 'init', '--yes', '--no-install')
      expect(status, output).to.equal(0)
      look(read(folder, file))
      const [, secret] = /^CMS_SECRET=(\S{43})$/m.exec(read(folder, '.env'))!
      expect(output).to.not.include(secret)
      expect(output).to.include('CMS_SECRET=…').and.to.include('To undo').and.to.include('schema/posts.graphql')
      expect(read(folder, '.env')).to.match(/^OTHER=1\n/)
      expect(read(folder, '.gitignore')).to.equal('node_modules\n.env\ncms.db*\nuploads/\nbackups/\n')
      expect(await answerOf(folder, file, '/api/cms/posts?limit=1')).to.include({ status: 200 })
      expect((await answerOf(folder, file, '/')).text).to.equal('ours')
      expect((await answerOf(folder, file, '/admin')).text).to.include('<cms-admin')
      expect(galley(folder, 'schema:check').output).to.include('The schema is valid')
      writeFileSync(path.join(folder, 'schema/posts.mjs'), 'export default { hooks: { beforeChange: ({ data }) => data } }')
      expect(galley(folder, 'schema:check').output, 'code next to the schema').to.include('The schema is valid')
    })
  }

  for (const modules of ['nodenext', 'commonjs'] as const) {
    it(`TypeScript, ${modules}: writes what compiles and runs @long`, async () => {
      const isEsm = modules === 'nodenext'
      const folder = folderWith({
        'package.json': pkg(isEsm ? 'module' : undefined),
        'tsconfig.json': JSON.stringify({
          compilerOptions: {
            module: isEsm ? 'nodenext' : 'node20',
            target: 'es2022',
            strict: true,
            outDir: 'out',
            rootDir: 'src',
            types: ['node'],
            esModuleInterop: true,
            noPropertyAccessFromIndexSignature: true,
            skipLibCheck: true,
          },
          include: ['src'],
        }),
        'src/express.d.ts': "declare module 'express' { const express: any; export default express }\n",
        'src/app.ts': `import express from 'express'\n\nconst app: any = express()\n${LISTEN.replace('const server', 'const server: any')}\n`,
      })
      const { status, output } = galley(folder, 'init', '--yes', '--no-install')
      expect(status, output).to.equal(0)
      expect(output).to.include('npm install --save-dev json-schema-to-typescript').and.to.include('\n  npx galley types\n  start your')
      expect(read(folder, 'src/app.ts')).to.include(`import config from './cms.config${isEsm ? '.js' : ''}'`)
      execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder, stdio: 'inherit' })
      expect(await answerOf(folder, 'out/app.js', '/api/cms/posts')).to.include({ status: 200 })
      expect(galley(folder, 'schema:check').output).to.include('The schema is valid')
    })
  }

  it('makes a small site in an empty folder @long', async () => {
    const above = folderWith({})
    const { status, output } = galley(above, 'init', 'My Site', '--yes', '--no-install')
    expect(status, output).to.equal(0)
    const folder = path.join(above, 'My Site')
    const { dependencies, engines, ...about } = JSON.parse(read(folder, 'package.json'))
    expect(about).to.include({ name: 'my-site', type: 'module' })
    // Neither needs a compiler.
    if (isBuiltin('node:sqlite')) expect([engines.node, Object.keys(dependencies)]).to.deep.equal(['>=22.13', ['express', 'galley']])
    else expect([engines.node, dependencies['@photostructure/sqlite']]).to.deep.equal(['>=20.19', '^1.2.1'])
    expect(output).to.include("cd 'My Site'").and.to.include("rm -r 'My Site'").and.to.include('npm install').and.to.include('npm start')
    writeFileSync(path.join(folder, 'try.js'), read(folder, 'server.js').replace(/const port[\s\S]*$/, LISTEN))
    expect(await answerOf(folder, 'try.js', '/')).to.deep.equal({
      status: 200,
      text: '<p>Nothing yet: write something at <a href="/admin">/admin</a>.</p>',
    })
  })

  it('says what to add where no application is found', () => {
    const folder = folderWith({ 'package.json': pkg('module', { dependencies: { koa: '3' } }) })
    const { output } = galley(folder, 'init', '--yes', '--no-install', '--database', 'postgres')
    expect(output).to.include("import { cmsMiddleware } from 'galley/koa'").and.to.include('app.use(cmsMiddleware(config))')
    expect(output).to.include('npm install galley@').and.to.include(' pg')
    expect(read(folder, 'cms.config.js')).to.include('postgres({ url: process.env.DATABASE_URL })')
    expect(read(folder, '.env')).to.match(/^DATABASE_URL=/m)
  })

  it('adds a driver of SQLite only where there is none @long', () => {
    const added = (dependencies: object) => {
      const { output } = galley(folderWith({ 'package.json': pkg('module', { dependencies }) }), 'init', '--yes', '--no-install')
      return /npm install (.*)/.exec(output)?.[1]?.replace(/galley@\S+/, 'galley')
    }
    expect(added({})).to.equal(isBuiltin('node:sqlite') ? 'galley' : 'galley @photostructure/sqlite')
    for (const driver of ['sqlite3', 'better-sqlite3', 'libsql']) expect(added({ [driver]: '*' }), driver).to.equal('galley')
    expect(added({ galley: '*', sqlite3: '*' })).to.equal(undefined)
  })

  it('mounts the CMS behind passport, in the indentation of the file', () => {
    const app = [
      "const express = require('express')",
      "const passport = require('passport')",
      'module.exports = () => {',
      '  const app = express()',
      '  app.use(passport.initialize())',
      "  app.use(passport.authenticate('session'))",
      "  app.get('/', (req, res) => res.send('ours'))",
      '  return app',
      '}',
    ]
    const project = lookAt(folderWith({ 'package.json': pkg(undefined), 'app.js': app.join('\n') }))!
    expect(withMiddleware(project.app!, project, 'cms.config.js').split('\n').slice(7, 10)).to.deep.equal([
      "  app.use(passport.authenticate('session'))",
      '  app.use(cmsMiddleware(config))',
      "  app.get('/', (req, res) => res.send('ours'))",
    ])
    expect(config(project, 'sqlite'))
      .to.include("const { hostUser } = require('galley/passport')")
      .and.include('features: [hostUser((user) =>')
  })

  it('mounts the CMS behind passport that another file prepares', () => {
    const cases: readonly [auth: string, text: string, app: readonly string[], before: string][] = [
      [
        'auth.js',
        'export function setUpAuth(app) { app.use(passport.session()) }',
        [
          "import express from 'express'",
          "import { setUpAuth } from './auth.js'",
          'const app = express()',
          'setUpAuth(app)',
          'app.listen(3000)',
        ],
        'setUpAuth(app)',
      ],
      [
        'lib/auth/index.js',
        "exports.all = () => [passport.initialize(), passport.authenticate('session')]",
        [
          "const express = require('express')",
          "const auth = require('./lib/auth')",
          'const app = express()',
          'app.use(',
          '  auth.all(),',
          ')',
          'app.listen(3000)',
        ],
        ')',
      ],
      [
        'auth.ts',
        'export const a = 1, signIn = () => [passport.session()]',
        [
          "import Koa from 'koa'",
          "import { a, signIn as enter } from './auth.js'",
          'const app = new Koa()',
          'app.use(enter())',
          'app.listen(3000)',
        ],
        'app.use(enter())',
      ],
    ]
    for (const [auth, text, app, before] of cases) {
      const project = lookAt(
        folderWith({ 'package.json': pkg('module', { dependencies: { passport: '*' } }), [auth]: text, 'app.js': app.join('\n') }),
      )!
      const lines = withMiddleware(project.app!, project, 'cms.config.js').split('\n')
      const at = lines.indexOf('app.use(cmsMiddleware(config))')
      expect(lines.slice(at - 1, at + 2), auth).to.deep.equal([before, 'app.use(cmsMiddleware(config))', 'app.listen(3000)'])
      expect(config(project, 'sqlite')).to.include("{ hostUser } from 'galley/passport'")
    }
  })

  it('says where the CMS belongs if the application signs people in without passport', () => {
    const applicationWith = (line: string) => {
      const app = ["import express from 'express'", 'const app = express()', line, 'app.listen(3000)'].join('\n')
      return folderWith({ 'package.json': pkg('module', { dependencies: { express: '*' } }), 'app.js': app })
    }
    for (const [line, isSeen] of [
      ["import session from 'express-session'", true],
      ['app.use((req, res, next) => { req.user = whoIs(req); next() })', true],
      ['app.use((ctx, next) => { ctx.state.user = whoIs(ctx); return next() })', true],
      ["app.get('/', (req, res) => res.json(req.user === undefined))", false],
    ] as const)
      expect(lookAt(applicationWith(line))!.signIn, line).to.equal(isSeen)
    expect(galley(applicationWith("import session from 'express-session'"), 'init', '--yes', '--no-install').output).to.include(
      'Your application seems to sign people in. If some of them should work in the CMS, move its line behind that',
    )
  })

  it('says where the CMS belongs if passport is used somewhere else', () => {
    const app = "import express from 'express'\nconst site = express()\nsite.listen(3000)\n"
    const folder = folderWith({ 'package.json': pkg('module', { dependencies: { express: '*', passport: '*' } }), 'app.js': app })
    const { status, output } = galley(folder, 'init', '--yes', '--no-install')
    expect(status, output).to.equal(0)
    expect(output)
      .to.include('Add this to app.js, behind the line that signs people in, such as passport.session():')
      .and.include('site.use(cmsMiddleware(config))')
      .and.include('Your application uses passport: cms.config.js says who of its users may work in the CMS')
    expect(read(folder, 'app.js')).to.equal(app)
    expect(read(folder, 'cms.config.js')).to.include('features: [hostUser(')
  })

  it('says how the CMS gets in front of Fastify and Hono', () => {
    for (const [name, line] of [
      ['fastify', 'serverFactory: (handler) => createServer(cmsHandler(config, handler))'],
      ['hono', 'createServer(cmsHandler(config, getRequestListener(app.fetch)))'],
      ['@nestjs/core', 'app.use(cmsMiddleware(config))'],
    ] as const) {
      const project = lookAt(folderWith({ 'package.json': pkg('module', { dependencies: { [name]: '*' } }) }))!
      expect(byHand(project, 'cms.config.js').lines.join('\n'))
        .to.include(line)
        .and.include(name.startsWith('@') ? 'galley/express' : "{ cmsHandler } from 'galley/node'")
    }
  })

  it('knows pnpm and yarn @long', () => {
    for (const [lock, command] of [
      ['pnpm-lock.yaml', 'pnpm add galley@'],
      ['yarn.lock', 'yarn add galley@'],
    ] as const) {
      const folder = folderWith({ 'package.json': pkg('module'), [lock]: '' })
      expect(galley(folder, 'init', '--yes', '--no-install').output).to.include(command)
    }
  })

  it('says which package manager is missing, and what to run then @long', () => {
    for (const [lock, manager, says] of [
      ['pnpm-lock.yaml', 'pnpm', 'pnpm is not installed, which this project uses. Install it, and then run:\n  pnpm add galley@'],
      ['package-lock.json', 'npm', 'npm is not installed. Install it, and then run:\n  npm install galley@'],
    ] as const) {
      const folder = folderWith({ 'package.json': pkg('module'), [lock]: '' })
      const env = { ...process.env, PATH: folder, NO_COLOR: '1' }
      const { status, stderr } = spawnSync(process.execPath, [GALLEY, 'init', '--yes'], { cwd: folder, env, encoding: 'utf8' })
      expect(status, manager).to.equal(1)
      expect(stderr).to.include(`The files were written, but ${says}`)
    }
  })

  it('writes nothing without being told to, over what is there, or halfway @long', () => {
    const files = { 'package.json': pkg('module'), 'app.js': "import express from 'express'\nconst app = express()\n" }
    const folder = folderWith(files)
    const before = readdirSync(folder)
    const unasked = galley(folder, 'init', '--no-install')
    expect(unasked).to.include({ status: 1 })
    expect(unasked.output)
      .to.include('schema/posts.graphql  (new)')
      .and.to.include('Nothing was written. To write without asking, add --yes')
    expect(readdirSync(folder)).to.deep.equal(before)

    mkdirSync(path.join(folder, '.gitignore'))
    const halfway = galley(folder, 'init', '--yes', '--no-install')
    expect(halfway.status).to.equal(1)
    expect(halfway.output).to.match(/'.*\.gitignore' is a folder, not a file/)
    expect(readdirSync(folder)).to.deep.equal(['.gitignore', ...before])
    expect(read(folder, 'app.js')).to.equal(files['app.js'])

    const taken = folderWith({ ...files, 'cms.config.json': '{}' })
    expect(galley(taken, 'init', '--yes').output).to.include('There is a cms.config.json here already. Nothing was written')
    const full = folderWith({ 'notes.txt': '' })
    expect(galley(full, 'init', '--yes').output).to.include('is not empty and has no package.json')
    expect(galley(full, 'init', '--yes', '--database', 'mongo').output).to.include("--database must be sqlite or postgres, not 'mongo'")
  })

  it('takes back what it wrote where one file can’t be written', () => {
    const folder = folderWith({ 'package.json': pkg('module'), 'src/app.js': "import express from 'express'\nconst app = express()\n" })
    mkdirSync(path.join(folder, 'src/app.js.galley-new'))
    const { status, output } = galley(folder, 'init', '--yes', '--no-install')
    expect(status).to.equal(1)
    expect(output).to.match(/Nothing was written: '.*src\/app\.js\.galley-new' is a folder, not a file/)
    for (const name of ['schema', 'cms.config.js', '.env', '.gitignore']) expect(existsSync(path.join(folder, name)), name).to.equal(false)
  })
})
