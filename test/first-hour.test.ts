/** The mistakes of the first hour, and the help that each is answered with. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware as expressCms } from '../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../adapters/koa.ts'
import { postgres } from '../adapters/postgres/index.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import { createCms } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import type { CollectionConfig } from '../lib/content-config.ts'
import { Browser, makeUser } from './harness/people.ts'
import { GALLEY, galley, project } from './harness/project.ts'
import { configWith, DATABASES, end } from './harness/start.ts'

const require = createRequire(import.meta.url)
const express = require('express')
const Koa = require('koa').default ?? require('koa')

const POSTS: CollectionConfig[] = [
  { slug: 'posts', access: { read: 'anyone', create: 'anyone' }, fields: [{ name: 'title', required: true }] },
]
const failed = (given: Partial<Config>): Promise<Error> =>
  createCms(configWith(DATABASES[0]!, given)).then(
    () => expect.fail('it started'),
    (error) => error,
  )

describe('first hour', () => {
  it('a Node that is too old', () => {
    const old = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'18.20.0'})"
    const { status, stderr } = spawnSync(process.execPath, ['--import', old, GALLEY, 'doctor'], { encoding: 'utf8' })
    expect(status).to.equal(1)
    expect(stderr).to.match(/^galley needs Node 20\.19 or newer; this is 18\.20\.0\. Get a newer one from https:\/\/nodejs\.org/)
    const folder = project()
    writeFileSync(
      path.join(folder, 'app.mjs'),
      "import { createCms } from 'galley'\ncreateCms({}).catch((error) => console.log(error.stack))\n",
    )
    const output = execFileSync(process.execPath, ['--import', old, 'app.mjs'], { cwd: folder, encoding: 'utf8' })
    expect(output)
      .to.match(/^GalleyError: galley needs Node 20\.19 or newer; this is 18\.20\.0/)
      .and.to.not.include('    at ')
  })

  it('a driver that is not installed, or not built', () => {
    const folder = project(
      "import { sqlite } from 'galley/sqlite'\nexport default { secret: 'x'.repeat(40), db: sqlite({ filename: 'a.db', client: 'sqlite3' }) }\n",
    )
    const hook = (message: string, code: string) =>
      `data:text/javascript,import Module from 'node:module';const load=Module._load;Module._load=function(name,...rest){if(name==='sqlite3')throw Object.assign(new Error(${JSON.stringify(message)}),{code:'${code}'});return load.call(this,name,...rest)}`
    const doctor = (message: string, code: string) =>
      spawnSync(process.execPath, ['--import', hook(message, code), GALLEY, 'doctor'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      })
    expect(doctor("Cannot find module 'sqlite3'", 'MODULE_NOT_FOUND').stderr).to.include(
      "The database driver 'sqlite3' is not installed. Add it:\n  npm install sqlite3",
    )
    expect(doctor('Could not locate the bindings file. Tried:', '').stderr)
      .to.include("The database driver 'sqlite3' is installed but not built. Allow its install script and rebuild it:")
      .and.include('npm rebuild sqlite3')
  })

  it('a sign-in package that is not installed', () => {
    for (const [name, from, provider] of [
      ['passport', 'galley/passport', "passportProvider({ authenticate() {} }, { id: 'a', name: 'A' })"],
      ['openid-client', 'galley/oidc', "oidc({ id: 'a', name: 'A', issuer: 'https://a.example', clientId: 'a' })"],
    ] as const) {
      const folder = project(
        `import { sqlite } from 'galley/sqlite'\nimport * as sso from '${from}'\nexport default { secret: 'x'.repeat(40), db: sqlite({ filename: 'a.db' }), auth: { providers: [sso.${provider}] } }\n`,
      )
      const hook = `data:text/javascript,import Module from 'node:module';const load=Module._load;Module._load=function(name,...rest){if(name==='${name}')throw Object.assign(new Error(),{code:'MODULE_NOT_FOUND'});return load.call(this,name,...rest)}`
      const { stderr } = spawnSync(process.execPath, ['--import', hook, GALLEY, 'doctor'], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      })
      expect(stderr).to.include(`The package '${name}' is not installed. Add it:\n  npm install ${name}`)
    }
  })

  it('a secret that is missing, or short', async () => {
    expect((await failed({ secret: undefined as never })).message).to.include("needs 'secret'")
    expect((await failed({ secret: 'short' })).message).to.include(
      'secret: must be at least 32 characters that nobody can guess, such as those of: openssl rand -base64 48',
    )
  })

  it('a database that is no database, or can’t be reached', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'galley-test-'))
    writeFileSync(path.join(folder, 'notes.txt'), 'These are notes, and no database at all. '.repeat(100))
    expect((await failed({ db: sqlite({ filename: path.join(folder, 'notes.txt') }) })).message).to.include(
      `${folder}/notes.txt is not a SQLite database`,
    )
    expect((await failed({ db: sqlite({ filename: path.join(folder, 'notes.txt/a.db') }) })).message).to.match(
      /The database folder .*notes\.txt can't be created \((EEXIST|ENOTDIR)\): choose another 'filename', or allow this user to write there/,
    )
    mkdirSync(path.join(folder, 'a.db'))
    expect((await failed({ db: sqlite({ filename: path.join(folder, 'a.db') }) })).message).to.include(
      "can't be opened for writing: allow this user to write to it",
    )
    const nowhere = await failed({ db: postgres({ url: 'postgres://nobody:word@127.0.0.1:9/cms' }) })
    expect(nowhere.message).to.include('127.0.0.1').and.to.not.include('word')
  })

  it('a folder of uploads that can’t be written to', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'galley-test-'))
    writeFileSync(path.join(folder, 'file'), '')
    const logged: { level: string; line: string }[] = []
    const cms = await createCms(configWith(DATABASES[0]!, { upload: { dir: path.join(folder, 'file/uploads') } }, logged))
    const error = await cms.upload({ filename: 'a.pdf', content: new TextEncoder().encode('%PDF-1.4\n%%EOF') }).catch((error) => error)
    expect(error.message).to.include(`The upload folder ${folder}/file/uploads can't be written to`).and.to.include('upload.dir')
    await end(cms)
  })

  it('a schema with a mistake: file, line, column, and what was meant', async () => {
    const folder = project()
    mkdirSync(path.join(folder, 'schema'))
    writeFileSync(path.join(folder, 'schema/blog.graphql'), 'type Post @collection(slug: "posts") {\n  title: Strin!\n}\n')
    const { message, stack } = await failed({ schema: path.join(folder, 'schema') })
    expect(message).to.include('blog.graphql:2:10: Unknown type "Strin".').and.to.include("did you mean 'String'")
    expect(stack, 'a host may show it').to.not.include('    at ')
  })

  it('a migration that waits, in production', async () => {
    const production = process.env['NODE_ENV']
    process.env['NODE_ENV'] = 'production'
    try {
      expect((await failed({ collections: POSTS })).message).to.include('Run:\n  npx galley migrate')
    } finally {
      if (production === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = production
    }
  })

  it('no configuration', () => {
    expect(galley(project(), 'serve').output)
      .to.include('No configuration found: looked for cms.config.ts')
      .and.to.include('npx galley init')
  })

  it('a body that somebody read before', async () => {
    const app = express()
    app.use((req: any, _: any, next: any) => req.resume().on('end', next))
    const middleware = expressCms(configWith(DATABASES[0]!, { collections: POSTS }))
    app.use(middleware)
    const { body } = await request(app).post('/api/cms/posts').send({ title: 'x' }).expect(400)
    expect(body.errors[0].message).to.include('mount the CMS before it')
    await end(await middleware.cms)
  })

  it('a body that is missing, or called something else', async () => {
    const app = new Koa()
    const middleware = koaCms(configWith(DATABASES[0]!, { collections: POSTS }))
    app.use(middleware)
    const agent = request(app.callback())
    expect((await agent.post('/api/cms/posts').expect(400)).body.errors).to.deep.equal([
      { message: 'is required', reason: 'required', field: 'title', code: 'REQUIRED' },
    ])
    const form = await agent.post('/api/cms/posts').type('form').send('title=x').expect(415)
    expect(form.body.errors[0].message).to.equal('The body must be JSON, with content-type: application/json')
    expect((await agent.post('/api/cms/posts').type('json').send('{title:1}').expect(400)).body.errors[0].message).to.equal(
      'The body is not valid JSON',
    )
    await end(await middleware.cms)
  })

  it('a proxy that the application does not trust', async () => {
    const app = express()
    const middleware = expressCms(configWith(DATABASES[0]!, { collections: POSTS }))
    app.use(middleware)
    await makeUser(await middleware.cms, 'nok@example.org', { role: 'admin' })
    const browser = await new Browser(app).login('nok@example.org')
    browser.headers = { origin: 'https://site.example.org', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'site.example.org' }
    const refused = await browser.post('/posts', { title: 'x' })
    expect(refused.status).to.equal(403)
    expect(refused.body.errors[0].message)
      .to.include('The application is probably behind a proxy that it does not trust')
      .and.include("use app.set('trust proxy', 1) in Express or app.proxy = true in Koa, or set serverURL")
    app.set('trust proxy', true)
    expect((await browser.post('/posts', { title: 'x' })).status).to.equal(201)
    browser.headers['origin'] = 'https://evil.example.org'
    expect((await browser.post('/posts', { title: 'x' })).body.errors[0].message).to.include('this origin is not allowed to make changes')
    await end(await middleware.cms)
  })

  it('a port that is taken', async () => {
    const folder = project(
      "import { sqlite } from 'galley/sqlite'\nexport default { secret: 'x'.repeat(40), db: sqlite({ filename: 'a.db' }) }\n",
    )
    const server = express().listen(0)
    const { port } = server.address() as { port: number }
    expect(galley(folder, 'serve', '--port', String(port)).output).to.include(
      `Port ${port} is already in use. Choose another one with --port`,
    )
    server.close()
  })

  it('the documentation says all of it', async () => {
    const { readFileSync } = await import('node:fs')
    const page = readFileSync(fileURLToPath(new URL('../docs/troubleshooting.md', import.meta.url)), 'utf8')
    for (const words of [
      'needs Node 20.19',
      'is not installed',
      'is installed but not built',
      'at least 32 characters',
      'is not a SQLite database',
      "can't be written to",
      'Unknown type',
      'npx galley migrate',
      'No configuration found',
      'read the body before it reached the CMS',
      'The body must be JSON',
      'a proxy that it does not trust',
      'is taken',
    ])
      expect(page).to.include(words)
  })
})
