/** Whatever a request says of its host, protocol and address, it is answered, and the application never sees an address that can't be one. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import net, { type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import { cmsHandler } from '../../adapters/node.ts'
import type { Config } from '../../lib/config.ts'
import type { Cms } from '../../lib/local/cms.ts'
import { configWith, DATABASES, end } from '../harness/start.ts'

const require = createRequire(import.meta.url)

const ODD = ['a b', '[::1', 'x:99999', '%', '::', 'x:', 'a/b', 'a@b', 'a?b', 'a#b', '\\', '<>', 'x:y', '[', 'ก'.repeat(3), 'x'.repeat(5000)]
const GOOD = ['x', 'example.org', 'example.org:8080', '127.0.0.1:3000', '[::1]:3000', 'a_b.example']

/** The API, and a route of the application that uses the CMS as whoever asks. */
const APPLICATIONS: Record<string, (config: Config) => { cms: Promise<Cms>; listener: any }> = {
  Express(config) {
    const app = require('express')()
    const middleware = expressCms(config)
    app.set('trust proxy', true)
    app.use(middleware)
    app.get('/own', (request: any, response: any, next: any) => request.cms.find('plain').then((list: any) => response.json(list), next))
    return { cms: middleware.cms, listener: app }
  },
  Koa(config) {
    const Koa = require('koa')
    const app = new (Koa.default ?? Koa)()
    const middleware = koaCms(config)
    app.proxy = true
    app.silent = true
    app.use(middleware)
    app.use(async (ctx: any) => {
      ctx.body = await ctx.cms.find('plain')
    })
    return { cms: middleware.cms, listener: app.callback() }
  },
  'plain Node'(config) {
    const handler = cmsHandler(config, (_request, response) => response.end('{"docs":[]}'))
    return { cms: handler.cms, listener: handler }
  },
}

for (const [host, application] of Object.entries(APPLICATIONS))
  for (const database of DATABASES)
    describe(`http: odd hosts on ${host} with ${database.name}`, () => {
      let cms: Cms
      let server: Server
      const urls: URL[] = []
      before(async () => {
        const started = application(
          configWith(database, {
            collections: [{ slug: 'plain', access: { read: 'anyone' }, fields: [{ name: 'title' }] }],
            onRequest: ({ url }: { url: URL }) => {
              urls.push(url)
              return undefined
            },
            endpoints: [{ path: '/where', method: 'get', handler: ({ url, request }: any) => ({ url: url.href, request: request.url }) }],
          } as never),
        )
        cms = await started.cms
        await cms.create('plain', { title: 'one' })
        server = createServer(started.listener).listen(0, '127.0.0.1')
        await once(server, 'listening')
      })
      after(async () => {
        await new Promise((resolve) => server.close(resolve))
        await end(cms)
      })

      async function send(target: string, hostHeader: string, more = ''): Promise<{ status: number; body: string }> {
        const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
        socket.write(`GET ${target} HTTP/1.1\r\nhost: ${hostHeader}\r\nconnection: close\r\n${more}\r\n`)
        let text = ''
        socket.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        await once(socket, 'close')
        return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
      }

      const ROUTES = ['/api/cms/plain/1', '/api/cms/plain?limit=1', '/api/cms/where', '/own', '/admin/']
      for (const route of ROUTES)
        it(`answers ${route} whatever Host says`, async () => {
          for (const odd of ODD) {
            for (const more of ['', `x-forwarded-host: ${odd}\r\n`, `x-forwarded-proto: ${odd.slice(0, 9)}\r\n`]) {
              const { status, body } = await send(route, more === '' ? odd : 'x', more)
              // What Node itself refuses never comes to us.
              expect([200, 302, 400, 404], `${odd.slice(0, 20)} ${more.slice(0, 40)}: ${body.slice(0, 200)}`).to.include(status)
            }
          }
        })

      it('tells the application a host that is none where the request says none', async () => {
        urls.length = 0
        for (const odd of ['a b', '[::1', 'x:99999', '%', '::']) {
          const { body } = await send('/api/cms/where?a=1', odd)
          expect(body, odd).to.include('"url":"http://unknown.invalid/api/cms/where?a=1"')
        }
        for (const good of GOOD)
          expect((await send('/api/cms/where?a=1', good)).body).to.include(`"url":"http://${good}/api/cms/where?a=1"`)
        expect(new Set(urls.slice(0, 5).map(({ hostname }) => hostname))).to.deep.equal(new Set(['unknown.invalid']))
      })

      it('serves the absolute form of an address', async () => {
        const { port } = server.address() as AddressInfo
        for (const origin of [`http://127.0.0.1:${port}`, 'http://example.org', 'HTTPS://example.org:8443']) {
          const one = await send(`${origin}/api/cms/plain/1?select=title`, 'x')
          expect([one.status, one.body], origin).to.deep.equal([200, '{"id":1,"title":"one"}'])
          expect((await send(`${origin}/api/cms/plain?limit=1`, 'x')).body).to.include('"title":"one"')
          expect((await send(`${origin}/api/cms/where?a=1`, 'x')).body).to.include('/api/cms/where?a=1"')
          expect((await send(`${origin}/admin/`, 'x')).status).to.equal((await send('/admin/', 'x')).status)
          expect((await send(`${origin}/own`, 'x')).status).to.equal(200)
          expect((await send(`${origin}/api/cms/none/1`, 'x')).status).to.equal(404)
        }
      })
    })
