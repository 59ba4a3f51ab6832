/** The examples of docs/hosts.md for hosts that are not among our packages: npm installs Fastify, Hono and Nest, and all answer the same requests. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { blocks, root } from './docs/blocks.ts'
import { pdf } from './harness/files.ts'

const VERSIONS = {
  express: '^4.21.0',
  'express-session': '^1.18.0',
  passport: '^0.7.0',
  'passport-local': '^1.0.0',
  fastify: '^5.10.0',
  hono: '^4.13.0',
  '@hono/node-server': '^2.0.0',
  '@nestjs/common': '^11.1.0',
  '@nestjs/core': '^11.1.0',
  '@nestjs/platform-express': '^11.1.0',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.0',
}
/** It needs 400 MB and a build of half a minute: `TEST_NEXT=true` runs the real one. Otherwise its handlers are called as it calls them. */
const NEXT = { next: '^16.0.0', react: '^19.2.0', 'react-dom': '^19.2.0', '@types/react': '^19.2.0' }

/** Where a block belongs is its first line. */
const fileOf = (text: string) => /^\/\/ (\S+\.(?:c?js|ts))\n/.exec(text)?.[1]
const example = (file: string, at = 'docs/hosts.md') => blocks.find(({ page, text }) => page === at && fileOf(text) === file)!.text

const CMS_SECRET = 'a-secret-that-is-only-for-the-tests'
const JO = { authorization: 'Bearer jo' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('other hosts @long', function () {
  this.timeout(300_000)
  let folder: string

  before(() => {
    folder = project(VERSIONS)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function project(dependencies: Record<string, string>): string {
    const made = mkdtempSync(path.join(tmpdir(), 'galley-hosts-'))
    writeFileSync(path.join(made, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
    execFileSync('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error', '--ignore-scripts'], { cwd: made, stdio: 'inherit' })
    symlinkSync(root, path.join(made, 'node_modules/galley'))
    return made
  }

  /** The configuration of the examples, with a secret and a database of its own. */
  async function running(command: string[], home: string, work: (origin: string) => Promise<void>, api = '/api/cms'): Promise<void> {
    const port = await freePort()
    const env = { ...process.env, PORT: String(port), CMS_SECRET }
    const child = spawn(command[0]!, command.slice(1), { cwd: home, env, stdio: ['ignore', 'inherit', 'inherit'] })
    try {
      await answering(child, `http://127.0.0.1:${port}${api}/posts`)
      await work(`http://127.0.0.1:${port}`)
    } finally {
      child.kill('SIGKILL')
      for (const ending of ['', '-shm', '-wal']) rmSync(path.join(home, `content.db${ending}`), { force: true })
    }
  }

  const answers =
    (isOwn = true) =>
    async (origin: string) => {
      const send = async (method: string, at: string, headers: Record<string, string> = {}, body?: string | FormData) => {
        const answer = await fetch(origin + at, { method, headers, body: body ?? null, redirect: 'manual' })
        const text = await answer.text()
        return { status: answer.status, text, cookies: answer.headers.getSetCookie().length }
      }
      const post = (at: string, headers: object, value: unknown) => send('POST', at, { ...JSON_TYPE, ...headers }, JSON.stringify(value))
      expect((await send('GET', '/api/cms/posts')).text).to.include('"totalDocs":0')
      expect((await send('HEAD', '/api/cms/posts')).status).to.equal(200)
      expect((await send('OPTIONS', '/api/cms/posts')).status).to.equal(204)
      expect((await send('GET', '/api/cms/nothing')).status).to.equal(404)
      expect((await post('/api/cms/posts', {}, { title: 'x' })).status).to.equal(401)
      const account = { email: 'boss@example.org', password: 'correct horse battery' }
      expect(await post('/api/cms/users/first-register', {}, account)).to.include({ status: 201, cookies: 2 })
      for (const at of ['/admin', '/admin/login']) expect((await send('GET', at)).text).to.include('<cms-admin')
      if (!isOwn) return
      expect((await post('/api/cms/posts', JO, { title: 'One' })).status).to.equal(201)
      expect((await send('PATCH', '/api/cms/posts/1', { ...JO, ...JSON_TYPE }, '{"title":"Two"}')).status).to.equal(200)
      expect((await post('/api/cms/posts', { ...JO, cookie: 'a=b', origin: 'https://evil.example' }, { title: 'x' })).status).to.equal(403)
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(pdf)]), 'a.pdf')
      const uploaded = JSON.parse((await send('POST', '/api/cms/media', JO, form)).text)
      expect((await send('GET', uploaded.url)).text).to.equal(pdf.toString())
      expect((await send('DELETE', '/api/cms/media/1', JO)).status).to.equal(200)
      const own = async (headers: object, value: object) => (await post('/posts', headers, value)).status
      expect(await own({}, { title: 'x' }), 'a visitor').to.equal(401)
      expect(await own(JO, {}), 'without a title').to.equal(400)
      expect(await own(JO, { title: 'Three' })).to.be.oneOf([200, 201])
      expect((await send('GET', '/')).text)
        .to.include('"title":"Two"')
        .and.to.include('"title":"Three"')
    }

  for (const file of ['fastify.js', 'hono.js'])
    it(`runs ${file}`, async () => {
      writeFileSync(path.join(folder, file), example(file))
      await running([process.execPath, file], folder, answers())
    })

  it('knows the users of passport, in Express 4 and CommonJS, below a mount path', async () => {
    writeFileSync(path.join(folder, 'passport.cjs'), example('passport.cjs', 'docs/host-users.md'))
    const work = async (origin: string) => {
      const signedIn = async (username: string, password: string) => {
        const body = new URLSearchParams({ username, password })
        return (await fetch(`${origin}/login`, { method: 'POST', body })).headers.getSetCookie()[0]?.split(';')[0] ?? ''
      }
      const visit = async (cookie: string) => (await (await fetch(`${origin}/shop`, { headers: { cookie } })).json()) as any
      const create = (cookie: string, more: object = {}) =>
        fetch(`${origin}/shop/api/cms/posts`, { method: 'POST', headers: { ...JSON_TYPE, cookie, ...more }, body: '{"title":"One"}' })
      const [jo, kim] = [await signedIn('jo', 'open sesame'), await signedIn('kim', 'let me in')]
      expect((await visit(jo)).me).to.include({ id: 'host:1', role: 'editor', name: 'jo' })
      expect([(await visit(kim)).me, (await visit('')).me]).to.deep.equal([null, null])
      expect((await create(jo)).status).to.equal(201)
      expect((await create(jo, { origin: 'https://evil.example' })).status).to.equal(403)
      expect([(await create(kim)).status, (await create('')).status]).to.deep.equal([401, 401])
      expect((await visit(kim)).posts.docs).to.have.length(1)
      const admin = await fetch(`${origin}/shop/admin`, { headers: { cookie: jo } })
      expect(await admin.text()).to.include('<cms-admin')
    }
    await running([process.execPath, 'passport.cjs'], folder, work, '/shop/api/cms')
  })

  describe('in TypeScript, compiled with strict types', () => {
    const files = ['fastify', 'hono', 'nest']
    before(() => {
      for (const name of files) writeFileSync(path.join(folder, `${name}.ts`), example(`${name}.ts`))
      const compilerOptions = {
        module: 'nodenext',
        target: 'es2022',
        outDir: 'compiled',
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        noPropertyAccessFromIndexSignature: true,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        types: ['node'],
        typeRoots: [path.join(root, 'node_modules/@types')],
        skipLibCheck: true,
      }
      writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: files.map((name) => `${name}.ts`) }))
      execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc')], { cwd: folder, stdio: 'inherit' })
    })

    for (const name of files) it(`runs ${name}.ts`, () => running([process.execPath, `compiled/${name}.js`], folder, answers()))
  })

  const NEXT_FILES = ['cms.config.ts', 'lib/cms.ts', 'app/api/cms/[...path]/route.ts', 'app/admin/[[...path]]/route.ts']
  function writeNext(home: string, from: (text: string) => string = (text) => text): void {
    for (const file of NEXT_FILES) {
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
      writeFileSync(path.join(home, file), from(example(file)))
    }
  }

  it('answers as route handlers of Next.js', async () => {
    const home = path.join(folder, 'next')
    // Node resolves no imports without an ending.
    writeNext(home, (text) => text.replace(/(from '\.[^']+)'/g, "$1.ts'"))
    writeFileSync(
      path.join(home, 'router.ts'),
      `import { createServer } from 'node:http'
import { webServer } from ${JSON.stringify(path.join(root, 'test/harness/web-server.ts'))}
const api = await import('./app/api/cms/[...path]/route.ts')
const admin = await import('./app/admin/[[...path]]/route.ts')
const routes = (request: Request) => {
  const path = new URL(request.url).pathname.split('/').slice(1)
  const handlers: any = path[0] === 'admin' ? admin : api
  return handlers[request.method](request, { params: Promise.resolve({ path }) })
}
createServer(webServer(routes)).listen(Number(process.env.PORT))
`,
    )
    const tsx = pathToFileURL(path.join(root, 'node_modules/tsx/dist/esm/index.mjs')).href
    await running([process.execPath, '--import', tsx, 'router.ts'], home, answers(false))
  })

  if (process.env['TEST_NEXT'] === 'true')
    it('runs in Next.js', async () => {
      const home = project(NEXT)
      writeNext(home)
      writeFileSync(
        path.join(home, 'next.config.mjs'),
        "export default { serverExternalPackages: ['galley'], outputFileTracingRoot: '/' }\n",
      )
      const next = [process.execPath, path.join(home, 'node_modules/next/dist/bin/next')]
      execFileSync(next[0]!, [next[1]!, 'build', '--webpack'], { cwd: home, stdio: 'inherit' })
      const env = { ...process.env, NODE_ENV: 'production', CMS_SECRET }
      execFileSync(process.execPath, [path.join(root, 'dist/lib/cli/main.js'), 'migrate'], { cwd: home, stdio: 'inherit', env })
      await running([...next, 'start'], home, answers(false))
      rmSync(home, { recursive: true, force: true })
    })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`it ended with ${child.exitCode}`)
}
