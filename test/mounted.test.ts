/** Below a mount path, every address leads there: of files, in emails, of sign-ins with a provider, and in the description of the API. */
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware as expressCms } from '../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../adapters/koa.ts'
import { standalone } from '../adapters/standalone.ts'
import type { Config } from '../lib/config.ts'
import type { Handle } from '../lib/local/handle.ts'
import { makeUser } from './harness/people.ts'
import { configWith, DATABASES, end, type Started, startCms } from './harness/start.ts'

const require = createRequire(import.meta.url)
const MOUNT = '/shop/content'

const letters: string[] = []
const callbacks: string[] = []

const config: Partial<Config> = {
  routes: { mount: MOUNT },
  collections: [{ slug: 'media', access: { read: 'anyone' }, fields: [] }],
  email: { name: 'kept', send: async ({ text }) => void letters.push(text) },
  auth: {
    providers: [
      {
        id: 'outside',
        name: 'Outside',
        begin: async ({ callbackURL }) => {
          callbacks.push(callbackURL)
          return { url: 'https://provider.example', kept: {} }
        },
        finish: async () => Promise.reject(new Error('refused')),
      },
    ],
  },
}

interface Mounted {
  cms: Promise<Handle>
  listener: any
}

function onExpress(given: Config): Mounted {
  const middleware = expressCms(given)
  return { cms: middleware.cms as Promise<Handle>, listener: require('express')().use(MOUNT, middleware) }
}

/** Does what `koa-mount` does. */
const koaMount = (at: string, middleware: any) => async (ctx: any, next: () => Promise<unknown>) => {
  if (ctx.path !== at && !ctx.path.startsWith(`${at}/`)) return next()
  ctx.mountPath = at
  ctx.path = ctx.path.slice(at.length) || '/'
  return middleware(ctx, next)
}

function onKoa(given: Config): Mounted {
  const middleware = koaCms(given)
  const app = new (require('koa').default ?? require('koa'))()
  app.use(koaMount(MOUNT, middleware))
  return { cms: middleware.cms as Promise<Handle>, listener: app.callback() }
}

for (const [name, mounting] of Object.entries({ Express: onExpress, Koa: onKoa }))
  describe(`mounted below a path, on ${name}`, () => {
    const logged: Started['logged'] = []
    let cms: Handle
    let server: request.Agent
    let app: Mounted

    before(async () => {
      app = mounting(configWith(DATABASES[0]!, config, logged))
      cms = await app.cms
      server = request.agent(app.listener)
    })
    after(() => end(cms))

    it('files are where their documents say', async () => {
      const { url } = await cms.upload({ filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') })
      expect(url).to.match(/^\/shop\/content\/api\/cms\/media\/file\//)
      await server.get(url as string).expect(200)
    })

    it('links in emails open the admin', async () => {
      await makeUser(cms, 'ada@example.org')
      await server.post(`${MOUNT}/api/cms/users/forgot-password`).send({ email: 'ada@example.org' }).expect(200)
      while (letters.length === 0) await setTimeout(10)
      const [link] = /http:\S+/.exec(letters.pop()!)!
      const { pathname } = new URL(link)
      expect(pathname).to.equal(`${MOUNT}/admin/reset-password`)
      await server.get(pathname).expect(200)
    })

    it('sign-ins with a provider come back', async () => {
      const begun = await server.get(`${MOUNT}/api/cms/auth/outside/login`).expect(302)
      const { pathname } = new URL(callbacks.pop()!)
      expect(pathname).to.equal(`${MOUNT}/api/cms/auth/outside/callback`)
      const state = /[^;]+/.exec(begun.headers['set-cookie']![0]!)![0]
      const back = await server.get(`${pathname}?state=wrong`).set('cookie', state).expect(302)
      expect(back.headers['location']).to.match(/^\/shop\/content\/admin\/login\?sso=/)
      await server.get(back.headers['location']!).expect(200)
    })

    it('the description of the API names it', async () => {
      const { body } = await server.get(`${MOUNT}/api/cms/openapi.json`).expect(200)
      expect(body.servers).to.deep.equal([{ url: `${MOUNT}/api/cms` }])
    })

    it('nothing is said where the option is right, and once where it is missing', async () => {
      expect(logged.filter(({ line }) => line.includes('mounted'))).to.deep.equal([])
      const { routes: _, ...without } = config
      const said: Started['logged'] = []
      const bare = mounting(configWith(DATABASES[0]!, without, said))
      await bare.cms
      for (let n = 0; n < 2; n++) await request(bare.listener).get(`${MOUNT}/api/cms/openapi.json`).expect(200)
      expect(said.filter(({ line }) => line.includes(`set routes: { mount: '${MOUNT}' }`))).to.have.length(1)
      await end(await bare.cms)
    })
  })

/** What the log says after a request: a visitor may send any of them. */
const ADVICE: { host: 'express' | 'koa'; given: string; path: string; says?: string }[] = [
  ...(['express', 'koa'] as const).flatMap((host) => [
    { host, given: '/app/cms', path: '/app/cms/api/cms/openapi.json' },
    { host, given: '/app/cms', path: '/app/cms' },
    { host, given: '/app/cms', path: '/app/cms/?x=/cms' },
    { host, given: '/cms', path: '/app/cms/api/cms/openapi.json', says: "set routes: { mount: '/app/cms' }," },
    { host, given: '/cms', path: '/app/cms', says: "set routes: { mount: '/app/cms' }," },
    { host, given: '', path: '/app/cms/admin', says: "set routes: { mount: '/app/cms' }," },
    { host, given: '/app/cms', path: '/app/CMS/api/cms/openapi.json' },
  ]),
  {
    host: 'express',
    given: '/cms',
    path: '/app/CMS/admin',
    says: "set routes: { mount: '/app/CMS' }, in the capitals or small letters of your code,",
  },
]

describe('mounted below two paths, one in the other', () => {
  for (const { host, given, path, says } of ADVICE)
    it(`on ${host} with '${given}': ${path} makes the log say ${says ?? 'nothing'}`, async () => {
      const said: string[] = []
      const write = (line: string) => void said.push(line)
      const log = { debug() {}, info() {}, warn: write, error: write }
      // The mount is looked at before anything else: no request waits for the start.
      const config = { ...configWith(DATABASES[0]!, given === '' ? {} : { routes: { mount: given } }), log } as unknown as Config
      if (host === 'express') {
        const [outer, inner, middleware] = [require('express')(), require('express').Router(), expressCms(config)]
        await request(outer.use('/app', inner.use('/cms', middleware))).get(path)
        await end((await middleware.cms) as Handle)
      } else {
        const [Koa, middleware] = [require('koa').default ?? require('koa'), koaCms(config)]
        const [outer, inner] = [new Koa(), koaMount('/cms', middleware)]
        await request(outer.use(koaMount('/app', inner)).callback()).get(path)
        await end((await middleware.cms) as Handle)
      }
      const advice = said.filter((line) => line.includes('mounted'))
      expect(advice).to.have.length(says === undefined ? 0 : 1)
      if (says !== undefined) expect(advice[0]).to.include(says)
    })
})

describe('mounted below a path, in a server of its own', () => {
  it('answers with the path and without', async () => {
    const cms = await startCms(DATABASES[0]!, config)
    const { server, stop } = await standalone(cms, 0, '127.0.0.1')
    const { url } = await cms.upload({ filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') })
    for (const path of [url as string, (url as string).slice(MOUNT.length), `${MOUNT}/admin`, '/admin'])
      await request(server).get(path).expect(200)
    await request(server).get('/shop/contents/admin').expect(404)
    await stop()
  })

  it('answers where the path begins like the API', async () => {
    const cms = await startCms(DATABASES[0]!, { ...config, routes: { mount: '/api' } })
    const { server, stop } = await standalone(cms, 0, '127.0.0.1')
    for (const path of ['/api/cms/openapi.json', '/api/api/cms/openapi.json', '/api/admin', '/admin'])
      await request(server).get(path).expect(200)
    await stop()
  })
})
