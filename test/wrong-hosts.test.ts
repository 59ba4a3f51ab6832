/** An adapter in a host that it isn't for: the first request says so in one sentence, which names the right import. */
import { spawnSync } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware as expressCms } from '../adapters/express.ts'
import { cmsFetch } from '../adapters/fetch.ts'
import { cmsMiddleware as koaCms } from '../adapters/koa.ts'
import { cmsHandler } from '../adapters/node.ts'
import type { Handle } from '../lib/local/handle.ts'
import { projectWith } from './docs/blocks.ts'
import { DATABASES, end, startCms } from './harness/start.ts'

const require = createRequire(import.meta.url)

/** What an adapter makes of a CMS, as a host calls it. */
type Made = (...args: any[]) => unknown

/** What a handler says when a host calls it. */
type Calling = (made: Made) => Promise<string>

const inExpress =
  (version: string): Calling =>
  async (made) => {
    const app = require(version)()
    const said = new Promise<string>((resolve) => {
      app.use((first: unknown, second: unknown, next: (error?: unknown) => void) => {
        const result = made(first, second, next)
        return result instanceof Promise ? result.catch(next) : result
      })
      app.use((error: Error, _request: unknown, response: any, _next: unknown) => {
        resolve(error.message)
        response.status(500).end()
      })
    })
    await request(app).get('/own').expect(500)
    return said
  }

const inKoa =
  (version: string): Calling =>
  async (made) => {
    const Koa = require(version).default ?? require(version)
    const app = new Koa()
    const said = new Promise<string>((resolve) => void app.on('error', (error: Error) => resolve(error.message)))
    app.use(made)
    await request(app.callback()).get('/own').expect(500)
    return said
  }

const thrown = async (work: () => unknown): Promise<string> => {
  try {
    await work()
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const inNode: Calling = async (made) => {
  let said = ''
  const listener: RequestListener = async (first, second) => {
    said = await thrown(() => made(first, second))
    second.end()
  }
  await request(createServer(listener)).get('/own')
  return said
}

const asRequest: Calling = (made) => thrown(() => made(new Request('http://localhost/own'), {}))
/** What Hono and Fastify pass, neither of which is installed here. */
const asHono: Calling = (made) => thrown(() => made({ req: { raw: new Request('http://localhost/own') }, res: {} }, () => undefined))
const asFastify: Calling = (made) => thrown(() => made({ raw: { socket: {} }, socket: {}, url: '/own' }, {}, () => undefined))

const CALLERS: Record<string, Calling> = {
  'Express 5': inExpress('express'),
  'Express 4': inExpress('express4'),
  'Koa 3': inKoa('koa'),
  'Koa 2': inKoa('koa2'),
  'plain Node': inNode,
  'a web host': asRequest,
  Hono: asHono,
  Fastify: asFastify,
}

const EXPRESS = "in Express: import { cmsMiddleware } from 'galley/express'"
const KOA = "in Koa: import { cmsMiddleware } from 'galley/koa'"
const NODE = "in a server of Node: import { cmsHandler } from 'galley/node'"
const WEB = "in a host that passes a Request: import { cmsFetch } from 'galley/fetch'"
const HONO = "in Hono: import { cmsFetch } from 'galley/fetch', and pass it c.req.raw"
const FASTIFY = "in Fastify: import { cmsHandler } from 'galley/node', and pass it request.raw and reply.raw"

const RIGHT: Record<string, string> = {
  'Express 5': EXPRESS,
  'Express 4': EXPRESS,
  'Koa 3': KOA,
  'Koa 2': KOA,
  'plain Node': NODE,
  'a web host': WEB,
  Hono: HONO,
  Fastify: FASTIFY,
}

const ADAPTERS: Record<string, { own: string[]; made: (cms: Handle) => Made; says?: Record<string, string> }> = {
  'galley/express': { own: ['Express 5', 'Express 4'], made: (cms) => expressCms(cms) },
  'galley/koa': { own: ['Koa 3', 'Koa 2'], made: (cms) => koaCms(cms) },
  'galley/node': {
    own: ['plain Node'],
    made: (cms) => cmsHandler(cms),
    says: { Fastify: "'galley/node' doesn't take what Fastify passes to its handlers: pass it request.raw and reply.raw" },
  },
  'galley/fetch': {
    own: ['a web host'],
    made: (cms) => cmsFetch(cms).fetch,
    says: { Hono: "'galley/fetch' doesn't take what Hono passes to its handlers: pass it c.req.raw" },
  },
}

describe('an adapter in another host', () => {
  let cms: Handle
  before(async () => {
    cms = await startCms(DATABASES[0]!, { collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] })
  })
  after(() => end(cms))

  for (const [adapter, { own, made, says = {} }] of Object.entries(ADAPTERS))
    for (const [caller, calling] of Object.entries(CALLERS))
      if (!own.includes(caller))
        it(`${adapter} in ${caller}`, async () => {
          expect(await calling(made(cms))).to.equal(says[caller] ?? `'${adapter}' doesn't work ${RIGHT[caller]}`)
        })

  it('says the same of the requests that handle gets', async () => {
    const one = cmsFetch(cms)
    expect(await asHono(one.handle as Made)).to.include('pass it c.req.raw')
    expect(await asFastify(cmsHandler(cms).handle as Made)).to.include('pass it request.raw')
    expect(await inExpress('express')(one.handle as Made)).to.include(EXPRESS)
  })

  it('names the import for the host that is installed, if the package of the other one is missing', () => {
    const missing = (names: string[]) =>
      `data:text/javascript,import Module from 'node:module';const resolve=Module._resolveFilename;Module._resolveFilename=function(name,...rest){if(${JSON.stringify(names)}.includes(name))throw Object.assign(new Error(),{code:'MODULE_NOT_FOUND'});return resolve.call(this,name,...rest)}`
    const says = (names: string[], adapter: string) => {
      const folder = projectWith({ 'app.mjs': `import { cmsMiddleware } from '${adapter}'\ncmsMiddleware({})\n` })
      return spawnSync(process.execPath, ['--import', missing(names), 'app.mjs'], { cwd: folder, encoding: 'utf8' }).stderr
    }
    const inExpressOnly = says(['koa', '@koa/router'], 'galley/koa')
    expect(inExpressOnly).to.include('npm install @koa/router')
    expect(inExpressOnly).to.include("In Express, import { cmsMiddleware } from 'galley/express' instead.")
    expect(says(['express'], 'galley/express')).to.include("In Koa, import { cmsMiddleware } from 'galley/koa' instead.")
    expect(says(['@koa/router'], 'galley/koa'))
      .to.include('npm install @koa/router')
      .and.not.include('instead')
  })
})
