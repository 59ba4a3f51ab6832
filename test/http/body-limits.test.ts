/** The limits of bodies hold whoever reads them: galley itself, or a parser of the host that takes more. What such a parser doesn't know is read by galley. */
import { once } from 'node:events'
import http, { type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import type { Config } from '../../lib/config.ts'
import type { Cms } from '../../lib/local/cms.ts'
import { isDrawn } from '../harness/depth.ts'
import { configWith, DATABASES, end } from '../harness/start.ts'

const require = createRequire(import.meta.url)

type Application = (config: Config) => { cms: Promise<Cms>; listener: any }

function onExpress(version: string, parser?: (express: any) => any): Application {
  return (config) => {
    const express = require(version)
    const middleware = expressCms(config)
    const app = express().set('env', 'test')
    if (parser) app.use(parser(express))
    return { cms: middleware.cms, listener: app.use(middleware) }
  }
}

function onKoa(version: string, parsed?: (bytes: Buffer) => unknown): Application {
  return (config) => {
    const Koa = require(version)
    const app = new (Koa.default ?? Koa)()
    const middleware = koaCms(config)
    if (parsed)
      app.use(async (ctx: any, next: () => Promise<void>) => {
        const bytes = Buffer.concat(await ctx.req.toArray())
        ctx.request.rawBody = bytes.toString()
        ctx.request.body = parsed(bytes)
        await next()
      })
    app.use(middleware)
    return { cms: middleware.cms, listener: app.callback() }
  }
}

/** As koa-bodyparser and koa-body do it: what they don't know stays unread, and is `{}`. */
function onKoaWithPicky(version: string): Application {
  return (config) => {
    const Koa = require(version)
    const app = new (Koa.default ?? Koa)()
    const middleware = koaCms(config)
    app.use(async (ctx: any, next: () => Promise<void>) => {
      ctx.request.body = ctx.request.is('application/json') ? JSON.parse(Buffer.concat(await ctx.req.toArray()).toString()) : {}
      await next()
    })
    app.use(middleware)
    return { cms: middleware.cms, listener: app.callback() }
  }
}

const json = (express: any) => express.json({ limit: '20mb' })
const APPLICATIONS: Record<string, Application> = {
  Express: onExpress('express'),
  'Express with express.json': onExpress('express', json),
  'Express 4 with express.json': onExpress('express4', json),
  'Express with express.raw': onExpress('express', (express) => express.raw({ type: '*/*', limit: '20mb' })),
  'Express with express.text': onExpress('express', (express) => express.text({ type: '*/*', limit: '20mb' })),
  Koa: onKoa('koa'),
  'Koa with a parser': onKoa('koa', (bytes) => JSON.parse(bytes.toString())),
  'Koa with a parser that leaves what it does not know': onKoaWithPicky('koa'),
  'Koa 2 with a parser': onKoa('koa2', (bytes) => JSON.parse(bytes.toString())),
}

const MOST = 1024 * 1024
/** A body of exactly so many bytes. */
const ofSize = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`

/** A body of so many levels, the object itself included. */
const ofLevels = (levels: number) => `{"data":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

/** Each takes more than 1 MiB, as text or once it is unfolded. */
const LARGE: Record<string, string> = {
  'one byte more': ofSize(MOST + 1),
  numbers: `{"data":[${'1,'.repeat(600_000)}1]}`,
  lists: `{"data":[${'[],'.repeat(500_000)}1]}`,
  rows: `{"rows":[${'{},'.repeat(500_000)}{}]}`,
  'an unknown field': `{"unknown":[${'[],'.repeat(500_000)}1]}`,
  'text of several bytes a letter': `{"title":"${'ก'.repeat(400_000)}"}`,
  'long keys': `{"data":{${Array.from({ length: 6000 }, (_, at) => `"${'k'.repeat(200)}${at}":1`).join()}}}`,
}

for (const [index, [name, application]] of Object.entries(APPLICATIONS).entries())
  describe(`http: limits of bodies on ${name}`, () => {
    let cms: Cms
    let server: Server
    before(async () => {
      const started = application(
        configWith(DATABASES[index % DATABASES.length]!, {
          collections: [
            {
              slug: 'notes',
              access: { read: 'anyone', create: 'anyone', update: 'anyone' },
              fields: [{ name: 'title' }, { name: 'data', type: 'json' }, { name: 'rows', type: 'array', fields: [{ name: 'word' }] }],
            },
          ],
          endpoints: [
            { path: '/own', method: 'post', handler: async ({ json }: any) => ({ keys: Object.keys(await json()) }) },
            { path: '/text', method: 'post', handler: async ({ text }: any) => ({ length: (await text()).length }) },
          ],
        } as never),
      )
      cms = await started.cms
      server = http.createServer(started.listener).listen(0, '127.0.0.1')
      await once(server, 'listening')
    })
    after(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await end(cms)
    })

    async function send(path: string, body: string | Buffer, headers: Record<string, string> = {}, method = 'POST') {
      const { port } = server.address() as AddressInfo
      const request = http.request({ port, host: '127.0.0.1', path: `/api/cms${path}`, method })
      const isChunked = headers['transfer-encoding'] === 'chunked'
      for (const [header, value] of Object.entries({ 'content-type': 'application/json', ...headers })) request.setHeader(header, value)
      if (!isChunked) request.setHeader('content-length', Buffer.byteLength(body))
      request.end(body)
      const [response] = await once(request, 'response')
      const text = Buffer.concat(await response.toArray()).toString()
      return { status: response.statusCode, body: JSON.parse(text) }
    }

    for (const [what, body] of Object.entries(LARGE).filter(([what]) => isDrawn(name, Object.keys(APPLICATIONS), what)))
      it(`${what}: 413 with and without a length, through every door`, async () => {
        for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
          for (const [method, path] of [
            ['POST', '/notes'],
            ['PATCH', '/notes/1'],
            ['POST', '/own'],
            ['POST', '/text'],
            ['POST', '/users/login'],
          ]) {
            const answer = await send(path!, body, headers as Record<string, string>, method)
            expect([answer.status, answer.body.errors?.[0]?.code], `${method} ${path}`).to.deep.equal([413, 'TOO_LARGE'])
          }
      })

    it('a body of 1 MiB is taken', async () => {
      for (const headers of [{}, { 'transfer-encoding': 'chunked' }])
        expect((await send('/own', ofSize(MOST), headers as Record<string, string>)).body).to.deep.equal({ keys: ['title'] })
      const numbers = `{"data":[${'1e9,'.repeat(260_000)}1]}`
      expect((await send('/own', numbers, { 'transfer-encoding': 'chunked' })).status).to.equal(200)
      const escaped = `{"data":"${'\\u0041'.repeat(170_000)}"}`
      expect((await send('/notes', escaped)).status).to.equal(201)
    })

    it('a body of 100 levels is taken, and one of 101 is refused, through every door', async () => {
      const { id } = (await send('/notes', '{"title":"made"}')).body
      for (const [method, path, status] of [
        ['POST', '/notes', 201],
        ['PATCH', `/notes/${id}`, 200],
        ['POST', '/own', 200],
      ] as const) {
        expect((await send(path, ofLevels(100), {}, method)).status, `${method} ${path}`).to.equal(status)
        const refused = await send(path, ofLevels(101), {}, method)
        expect([refused.status, refused.body.errors[0].message], `${method} ${path}`).to.deep.equal([
          400,
          'The data is nested deeper than 100 levels',
        ])
      }
    })

    it('a document of 100 levels is taken by the Local API, and one of 101 is refused', async () => {
      await cms.create('notes', JSON.parse(ofLevels(100)))
      const error = await cms.create('notes', JSON.parse(ofLevels(101))).catch((error) => error)
      expect(error.message).to.equal('The data is nested deeper than 100 levels')
    })

    if (!name.endsWith('with a parser'))
      it('JSON under another name is taken as it was sent', async () => {
        for (const type of ['application/ld+json', 'application/vnd.api+json; charset=utf-8', 'application/merge-patch+json'])
          for (const more of [{}, { 'transfer-encoding': 'chunked' }]) {
            const headers = { 'content-type': type, ...more } as Record<string, string>
            const { body: made } = await send('/notes', '{"title":"made"}', headers)
            expect(made.title, type).to.equal('made')
            const { body: changed } = await send(`/notes/${made.id}`, '{"title":"changed"}', headers, 'PATCH')
            expect(changed.title, type).to.equal('changed')
            expect((await send('/own', '{"key":1}', headers)).body, type).to.deep.equal({ keys: ['key'] })
            expect((await send('/notes', '{"title":', headers)).status, type).to.equal(400)
            expect((await send('/notes', LARGE['numbers']!, headers)).status, type).to.equal(413)
            expect((await send('/notes', gzipSync('{}'), { ...headers, 'content-encoding': 'gzip' })).status, type).to.be.oneOf([201, 415])
          }
      })

    if (!name.endsWith('with a parser'))
      it('what is no JSON is 415, and never an empty document', async () => {
        const count = async () => (await cms.find('notes', { limit: 1 })).totalDocs
        const before = await count()
        for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/octet-stream', 'json', ''])
          for (const more of [{}, { 'transfer-encoding': 'chunked' }])
            for (const [method, path] of [
              ['POST', '/notes'],
              ['PATCH', '/notes/1'],
              ['POST', '/users/login'],
            ]) {
              const answer = await send(path!, 'a=b', { 'content-type': type, ...more } as Record<string, string>, method)
              expect([answer.status, answer.body.errors?.[0]?.code], `${method} ${path} ${type}`).to.deep.equal([415, 'MEDIA_TYPE'])
            }
        expect((await send('/text', 'a=b', { 'content-type': 'text/plain' })).body).to.deep.equal({ length: 3 })
        expect(await count()).to.equal(before)
      })

    it('an encoding or a charset that nobody takes is 415, and says so', async () => {
      const small = '{"title":"small"}'
      for (const path of ['/notes', '/own', '/text']) {
        expect((await send(path, small, { 'content-encoding': 'identity' })).status, path).to.be.oneOf([200, 201])
        expect((await send(path, small, { 'content-type': 'application/json; charset="UTF-8"' })).status, path).to.be.oneOf([200, 201])
        if (name === 'Express' || name === 'Koa')
          for (const [wrong, body, headers] of [
            ['gzip', gzipSync(small), { 'content-encoding': 'gzip' }],
            ['br', small, { 'content-encoding': 'br' }],
            ['utf-16', Buffer.from(small, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
            ['iso-8859-1', small, { 'content-type': 'application/json;charset=iso-8859-1' }],
          ] as const) {
            const { status, body: answer } = await send(path, body, headers)
            expect([status, answer.errors?.[0]?.code], `${path} ${wrong}`).to.deep.equal([415, 'MEDIA_TYPE'])
            expect(answer.errors[0].message).to.include(wrong)
          }
      }
    })

    if (name.includes('express.'))
      it('what a parser unpacked is measured as it is then', async () => {
        const answer = await send('/notes', gzipSync(LARGE['numbers']!), { 'content-encoding': 'gzip' })
        expect([answer.status, answer.body.errors?.[0]?.code]).to.deep.equal([413, 'TOO_LARGE'])
        expect((await send('/notes', gzipSync('{"title":"small"}'), { 'content-encoding': 'gzip' })).body.title).to.equal('small')
      })
  })
