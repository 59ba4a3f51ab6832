/** The middleware inside the applications people have: mount paths, proxies, body parsers, CommonJS, foreign origins. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware as expressCms } from '../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../adapters/koa.ts'
import { cmsHandler } from '../adapters/node.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import { standalone } from '../adapters/standalone.ts'
import type { Config } from '../lib/config.ts'
import type { CollectionConfig } from '../lib/content-config.ts'
import { GalleyError } from '../lib/errors.ts'
import type { Handle } from '../lib/local/handle.ts'
import { blog } from './harness/blog.ts'
import { listening } from './harness/listening.ts'
import { configWith, DATABASES, HOSTS, OTHER_HOSTS, type Started, start, startCms, temporaryFile } from './harness/start.ts'

const require = createRequire(import.meta.url)
const root = fileURLToPath(new URL('..', import.meta.url))
const config = (given: Partial<Config> = {}, logged: Started['logged'] = []) =>
  configWith(DATABASES[0]!, { schema: blog, ...given }, logged)

const express = require('express')
const Koa = require('koa').default ?? require('koa')

describe('hosts', () => {
  it('is usable at once: the first request waits for the start', async () => {
    const middleware = expressCms(config())
    await request(express().use(middleware)).get('/api/cms/posts').expect(200)
    await (await middleware.cms).stop()
  })

  it('answers 500 when the start failed, logs the cause, rejects .cms, and leaves the host alone', async () => {
    for (const host of ['express', 'koa']) {
      const logged: Started['logged'] = []
      const wrong = { ...config({}, logged), secret: 'short', production: true }
      const middleware = host === 'express' ? expressCms(wrong) : koaCms(wrong)
      const app =
        host === 'express'
          ? express()
              .use(middleware)
              .get('/own', (_: any, res: any) => res.send('own'))
          : new Koa()
              .use(middleware)
              .use((ctx: any) => {
                ctx.body = 'own'
              })
              .callback()
      const answer = await request(app).get('/api/cms/posts').expect(500)
      expect(answer.text).to.equal('{"errors":[{"message":"Internal Server Error","code":"INTERNAL"}]}')
      await request(app).get('/own').expect(200, 'own')
      expect(logged.map((one) => one.line).join()).to.include('at least 32 characters')
      expect(await middleware.cms.catch((error) => error.code)).to.equal('CONFIG')
    }
  })

  it('lets everything outside its prefix through, and nothing inside', async () => {
    const middleware = expressCms(config())
    const app = express()
      .use(middleware)
      .use((_: any, res: any) => res.status(418).send('host'))
    await request(app).get('/api/cmsx').expect(418)
    await request(app).get('/other').expect(418)
    await request(app).get('/api/cms/nope').expect(404)
    await request(app).get('/api/cms').expect(404)
    await (await middleware.cms).stop()
  })

  it('works under a mount path, on Express and Koa', async () => {
    const middleware = expressCms(config())
    const app = express().use('/site', middleware)
    await request(app).post('/site/api/cms/tags').send({ name: 'x' }).expect(201)
    await request(app).get('/api/cms/tags').expect(404)
    await (await middleware.cms).stop()

    const koa = koaCms(config())
    const mounted = new Koa().use(async (ctx: any, next: any) => {
      if (!ctx.path.startsWith('/site')) return
      const before = ctx.path
      ctx.path = ctx.path.slice('/site'.length)
      await koa(ctx, next)
      ctx.path = before
    })
    await request(mounted.callback()).post('/site/api/cms/tags').send({ name: 'x' }).expect(201)
    await (await koa.cms).stop()
  })

  it('lets the host’s own error handling answer a refusal with its status, and keeps to itself what went wrong', async () => {
    const routes: [string, number, (cms: Handle) => Promise<unknown>][] = [
      ['/visitor', 401, (cms) => cms.create('tags', { name: 'x' })],
      ['/user', 403, (cms) => cms.as({ id: 1, role: 'editor' }).create('closed', {})],
      ['/missing', 404, (cms) => cms.as({ id: 1, role: 'editor' }).update('tags', 99, {})],
      ['/wrong', 400, (cms) => cms.find('tags', { where: { nothing: { equals: 1 } } } as any)],
      ['/broken', 500, () => Promise.reject(new GalleyError('INTERNAL', 'the cause'))],
    ]
    const collections: CollectionConfig[] = [
      { slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }] },
      { slug: 'closed', access: { create: 'nobody' }, fields: [{ name: 'name' }] },
    ]
    for (const version of ['express', 'express4', 'koa', 'koa2']) {
      const given = configWith(DATABASES[0]!, { collections })
      const isKoa = version.startsWith('koa')
      const middleware = isKoa ? koaCms(given) : expressCms(given)
      const app = require(version)
      let listener: any
      if (isKoa) {
        const koa = new (app.default ?? app)()
        koa.silent = true
        koa.use(middleware).use(async (ctx: any) => {
          ctx.body = await routes.find(([at]) => at === ctx.path)![2](ctx.cms)
        })
        listener = koa.callback()
      } else {
        // The environment `test` keeps its last handler from writing to the console.
        listener = app().set('env', 'test').use(middleware)
        for (const [at, , run] of routes)
          listener.get(at, (req: any, res: any, next: any) => void run(req.cms).then((found) => res.json(found), next))
      }
      for (const [at, status] of routes) {
        const answer = await request(listener).get(at)
        expect(answer.status, `${version} ${at}: ${answer.text}`).to.equal(status)
        if (isKoa) expect(answer.text.includes('the cause')).to.equal(false)
      }
      await (await middleware.cms).stop()
    }
  })

  it('takes another API prefix', async () => {
    const middleware = expressCms(config({ routes: { api: '/content' } }))
    await request(express().use(middleware)).get('/content/posts').expect(200)
    await (await middleware.cms).stop()
  })

  it('takes a body that the host has parsed already, and says what is wrong when it kept none', async () => {
    const middleware = expressCms(config())
    const parsed = express()
      .use(express.json(), express.urlencoded({ extended: true }))
      .use(middleware)
    await request(parsed).post('/api/cms/tags').send({ name: 'parsed' }).expect(201)
    await request(parsed).post('/api/cms/tags').type('form').send({ name: 'x' }).expect(415)
    await request(parsed)
      .post('/api/cms/tags')
      .send({ name: 'a', ['constructor']: 1 })
      .expect(400)
    const swallowed = express()
      .use((req: any, _res: any, next: any) => req.resume().on('end', () => next()))
      .use(middleware)
    const answer = await request(swallowed).post('/api/cms/tags').send({ name: 'x' }).expect(400)
    expect(answer.body.errors[0].message).to.include('read the body before it reached the CMS')
    await (await middleware.cms).stop()

    const koa = koaCms(config())
    const app = new Koa()
      .use(async (ctx: any, next: any) => {
        const chunks = []
        for await (const chunk of ctx.req) chunks.push(chunk)
        ctx.request.body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
        return next()
      })
      .use(koa)
    await request(app.callback()).post('/api/cms/tags').send({ name: 'parsed' }).expect(201)
    await (await koa.cms).stop()
  })

  it('gives each request its own handle, under its own user', async () => {
    for (const host of HOSTS) {
      const given = {
        schema: blog,
        localization: { locales: ['en'] },
        onRequest: ({ headers }: any) => (headers['x-user'] ? { user: { id: 5, role: String(headers['x-user']) } } : undefined),
        collections: [{ slug: 'secrets', access: { read: 'admin' as const }, fields: [{ name: 'a' }] }],
      }
      const middleware = host.name === 'Express' ? expressCms(config(given)) : koaCms(config(given))
      const answer = async (cms: any) =>
        cms.find('secrets').then(
          (list: any) => `found ${list.docs.length}`,
          (error: any) => error.code,
        )
      const app =
        host.name === 'Express'
          ? express()
              .use(middleware)
              .use(async (req: any, res: any) => res.send(await answer(req.url === '/visitor' ? req.cms.as(null).in('en') : req.cms)))
          : new Koa()
              .use(middleware)
              .use(async (ctx: any) => {
                ctx.body = await answer(ctx.url === '/visitor' ? ctx.cms.as(null).in('en') : ctx.cms)
              })
              .callback()
      await request(app).get('/page').expect(200, 'UNAUTHENTICATED')
      await request(app).get('/page').set('x-user', 'editor').expect(200, 'FORBIDDEN')
      await request(app).get('/page').set('x-user', 'admin').expect(200, 'found 0')
      await request(app).get('/visitor').set('x-user', 'admin').expect(200, 'UNAUTHENTICATED')
      await request(app).post('/page').set('x-user', 'admin').set('origin', 'https://evil.example').expect(200, 'UNAUTHENTICATED')
      await (await middleware.cms).stop()
    }
  })

  it('hides details of what went wrong in production, and logs them', async () => {
    const handler = () => {
      throw new Error('canary at /etc/secret')
    }
    for (const host of HOSTS) {
      const db = () => sqlite({ filename })
      const filename = temporaryFile('.db')
      const logged: Started['logged'] = []
      const given = { endpoints: [{ path: '/boom', method: 'get' as const, handler }] }
      const development = await host.start({ ...config(given, logged), db: db() })
      expect((await request(development.listener).get('/api/cms/boom').expect(500)).text).to.include('canary')
      await development.cms.stop()
      logged.length = 0
      const { cms, listener } = await host.start({ ...config(given, logged), db: db(), production: true })
      const { body } = await request(listener).get('/api/cms/boom').expect(500)
      expect(body).to.deep.equal({ errors: [{ message: 'Internal Server Error', code: 'INTERNAL' }] })
      const errors = logged.filter(({ level }) => level === 'error').map(({ line }) => line)
      expect(errors).to.have.length(1)
      expect(errors[0]).to.match(/^GET \/boom failed .*canary at \/etc\/secret/)
      await cms.stop()
    }
  })

  it('serves endpoints of one’s own, with a Response, a value, parameters, and 405', async () => {
    const { agent, cms } = await start(HOSTS[0]!, DATABASES[0]!, {
      schema: blog,
      endpoints: [
        {
          path: '/hello/:name',
          method: 'get',
          handler: ({ params, ip, url, cms }) => ({
            name: params['name'],
            ip: typeof ip,
            path: url.pathname,
            cms: typeof cms.find,
          }),
        },
        {
          path: '/hello/fixed',
          method: 'get',
          handler: () => new Response('plain', { status: 202, headers: { 'content-type': 'text/plain', 'x-own': '1' } }),
        },
        { path: '/echo', method: 'post', handler: async ({ json }) => json() },
        { path: '/nothing', method: 'get', handler: () => undefined },
        {
          path: '/request',
          method: 'put',
          handler: async ({ request }) => ({ text: await request.text(), method: request.method }),
        },
      ],
    })
    expect((await agent.get('/api/cms/hello/Malee').expect(200)).body).to.deep.equal({
      name: 'Malee',
      ip: 'string',
      path: '/api/cms/hello/Malee',
      cms: 'function',
    })
    const fixed = await agent.get('/api/cms/hello/fixed').expect(202)
    expect([fixed.text, fixed.headers['x-own']]).to.deep.equal(['plain', '1'])
    expect((await agent.post('/api/cms/echo').send({ a: 1 })).body).to.deep.equal({ a: 1 })
    await agent.post('/api/cms/echo').send('[1]').set('content-type', 'application/json').expect(400)
    await agent
      .post('/api/cms/echo')
      .send('x'.repeat(1024 * 1024 + 1))
      .set('content-type', 'application/json')
      .expect(413)
    expect((await agent.get('/api/cms/nothing')).text).to.equal('null')
    expect((await agent.put('/api/cms/request').send('raw').set('content-type', 'text/plain')).body).to.deep.equal({
      text: 'raw',
      method: 'PUT',
    })
    await agent.delete('/api/cms/echo').expect(405).expect('allow', 'POST, OPTIONS')
    await cms.stop()
  })

  it('streams the body of an endpoint’s Response, and ends it when the client leaves', async () => {
    let leave: () => void
    const handler = () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from('data: first\n\n')),
        cancel: () => leave?.(),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    for (const host of [...HOSTS, ...OTHER_HOSTS]) {
      const { cms, listener } = await host.start(config({ endpoints: [{ path: '/events', method: 'get', handler }] }))
      const { port } = (listening(listener) as Server).address() as AddressInfo
      const gone = new AbortController()
      const { body } = await fetch(`http://127.0.0.1:${port}/api/cms/events`, { signal: gone.signal })
      const { value } = await body!.getReader().read()
      expect(Buffer.from(value!).toString(), host.name).to.equal('data: first\n\n')
      const left = new Promise<void>((resolve) => (leave = resolve))
      gone.abort()
      await left
      await cms.stop()
    }
  })

  it('survives bodies that stop, lie about their length or are no UTF-8', async () => {
    const middleware = expressCms(config())
    const server = express().use(middleware).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const raw = (text: string | Buffer, end: boolean) =>
      new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(text)
          if (end) setTimeout(() => socket.destroy(), 50)
        })
        let answer = ''
        socket.on('data', (chunk) => {
          answer += chunk
          socket.destroy()
        })
        socket.on('close', () => resolve(answer))
      })
    const head = (length: number) =>
      `POST /api/cms/tags HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
    expect(await raw(`${head(500)}{"name":`, true)).to.equal('')
    expect(await raw(head(2_000_000), false)).to.match(/^HTTP\/1.1 413/)
    expect(await raw(Buffer.concat([Buffer.from(`${head(12)}{"name":"`), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]), false)).to.match(
      /^HTTP\/1.1 400/,
    )
    await request(`http://127.0.0.1:${port}`).get('/api/cms/posts').expect(200)
    await new Promise((resolve) => server.close(resolve))
    await (await middleware.cms).stop()
  })

  it('runs in front of any Node handler', async () => {
    const handler = cmsHandler(config(), (_request, response) => response.end('next'))
    await request(handler).get('/api/cms/posts').expect(200)
    await request(handler).get('/elsewhere').expect(200, 'next')
    await (await handler.cms).stop()
  })

  it('runs as a server of its own, with endpoints from the root, /healthz, and a graceful end', async () => {
    const cms = await startCms(DATABASES[0]!, {
      schema: blog,
      endpoints: [
        { path: '/robots.txt', method: 'get', root: true, handler: () => new Response('User-agent: *') },
        {
          path: '/slow',
          method: 'get',
          handler: () => new Promise((resolve) => setTimeout(() => resolve('done'), 300)),
        },
      ],
    })
    const { server, stop } = await standalone(cms, 0)
    const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    await request(origin).get('/robots.txt').expect(200, 'User-agent: *')
    await request(origin).get('/healthz').expect(200, '{"status":"ok"}')
    await request(origin).get('/api/cms/robots.txt').expect(404)
    const slow = request(origin)
      .get('/api/cms/slow')
      .then((answer) => answer.text)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const stopped = stop()
    expect(await slow).to.equal('"done"')
    await stopped
  })

  it('is required by a CommonJS host', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'galley-cjs-'))
    const file = path.join(folder, 'app.cjs')
    writeFileSync(
      file,
      `const { createRequire } = require('node:module')
const from = createRequire(${JSON.stringify(path.join(root, 'package.json'))})
const express = from('express')
const { cmsMiddleware } = from('galley/express')
const { sqlite } = from('galley/sqlite')
const { sdl } = from('galley')
const middleware = cmsMiddleware({ secret: 'a-secret-that-is-only-for-the-tests', db: sqlite({ filename: ':memory:' }), schema: sdl\`type Tag @collection(slug: "tags") @access(read: anyone) { name: String! }\`, log: { info() {}, warn: console.error, error: console.error } })
const server = express().use(middleware).listen(0, async () => {
  const answer = await fetch('http://127.0.0.1:' + server.address().port + '/api/cms/tags')
  console.log(answer.status, (await answer.json()).totalDocs)
  server.close()
  await (await middleware.cms).stop()
})`,
    )
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: root })).to.equal('200 0\n')
  })
})
