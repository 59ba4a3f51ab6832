/** Other origins: what browsers elsewhere may read, and what they may not change. */
import { createRequire } from 'node:module'
import { expect } from 'chai'
import request from 'supertest'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import type { Config } from '../../lib/config.ts'
import { blog } from '../harness/blog.ts'
import { configWith, DATABASES, HOSTS, start, temporaryFile } from '../harness/start.ts'

const require = createRequire(import.meta.url)
const config = (given: Partial<Config> = {}) => configWith(DATABASES[0]!, { schema: blog, ...given })

const express = require('express')
const Koa = require('koa').default ?? require('koa')

describe('http/origins', () => {
  it('answers CORS for allowed origins only, on answers and errors alike', async () => {
    const { agent, cms } = await start(HOSTS[0]!, DATABASES[0]!, {
      schema: blog,
      cors: ['https://app.example'],
      auth: { trustedOrigins: ['https://trusted.example'] },
    })
    const allowed = await agent.get('/api/cms/posts').set('origin', 'https://app.example')
    expect(allowed.headers)
      .to.include({
        'access-control-allow-origin': 'https://app.example',
        'access-control-expose-headers': 'etag, retry-after',
      })
      .and.not.have.property('access-control-allow-credentials')
    const trusted = await agent.get('/api/cms/nope').set('origin', 'https://trusted.example').expect(404)
    expect(trusted.headers).to.include({
      'access-control-allow-origin': 'https://trusted.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    const crossOrigin = await agent.get('/api/cms/posts').set('origin', 'https://evil.example').expect(200)
    expect(crossOrigin.headers).to.not.have.property('access-control-allow-origin')
    const preflight = await agent
      .options('/api/cms/posts')
      .set({
        origin: 'https://app.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'content-type,x-own',
      })
      .expect(204)
    expect(preflight.headers).to.include({
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
      'access-control-allow-headers': 'content-type,x-own',
      'access-control-max-age': '600',
    })
    await cms.stop()
    const open = await start(HOSTS[1]!, DATABASES[0]!, { schema: blog, cors: '*' })
    expect((await open.agent.get('/api/cms/posts').set('origin', 'https://any.example')).headers)
      .to.include({ 'access-control-allow-origin': '*' })
      .and.not.have.property('access-control-allow-credentials')
    await open.cms.stop()
  })

  it('refuses changes from foreign origins', async () => {
    const { agent, cms } = await start(HOSTS[0]!, DATABASES[0]!, { schema: blog, cors: ['https://app.example'] })
    const post = (headers: object) =>
      agent
        .post('/api/cms/tags')
        .set(headers as never)
        .send({ name: `t${Math.random()}` })
    const refused = await post({ origin: 'https://evil.example' }).expect(403)
    expect(refused.body.errors[0])
      .to.include({ code: 'CSRF' })
      .and.property('message')
      .to.match(/^CSRF check failed/)
    await post({ origin: 'null' }).expect(403)
    await post({ 'sec-fetch-site': 'cross-site' }).expect(403)
    await post({ 'sec-fetch-site': 'same-origin' }).expect(201)
    await post({ origin: 'https://app.example' }).expect(201)
    await post({ origin: 'http://own.example', host: 'own.example' }).expect(201)
    await post({ origin: 'https://evil.example', authorization: 'Bearer x' }).expect(201)
    await cms.stop()
  })

  /** What a host may sign people in by, and whether browsers add it to requests that foreign pages make. */
  const CREDENTIALS: [Record<string, string>, boolean][] = [
    [{ authorization: 'Basic YWRhOmFkYQ==' }, true],
    [{ authorization: 'basic YWRhOmFkYQ==' }, true],
    [{ authorization: 'Digest username="ada"' }, true],
    [{ authorization: 'Negotiate YWRh' }, true],
    [{ authorization: 'NTLM YWRh' }, true],
    [{ authorization: 'Something else' }, true],
    [{ authorization: 'Bearer' }, true],
    [{ cookie: 'host-session=ada' }, true],
    [{ cookie: 'host-session=ada', authorization: 'Bearer x' }, true],
    [{ authorization: 'Bearer x' }, false],
    [{ authorization: 'bearer  x' }, false],
  ]

  it('takes from foreign pages no change that the browser itself may have signed in', async () => {
    for (const host of HOSTS) {
      const { agent, cms } = await start(host, DATABASES[0]!, {
        ...config({ cors: ['https://app.example'], auth: { trustedOrigins: ['https://trusted.example'] } }),
        // The host's own sign-in: whoever brings something is an admin.
        onRequest: ({ headers }: any) => (headers.authorization || headers.cookie ? { user: { id: 'ada', role: 'admin' } } : undefined),
      })
      for (const [credentials, isAutomatic] of CREDENTIALS) {
        const what = JSON.stringify(credentials)
        const post = async (headers: object) => {
          const answer = await agent
            .post('/api/cms/tags')
            .set({ ...credentials, ...headers })
            .send({ name: `t${Math.random()}` })
          if (answer.status === 403) expect(answer.body.errors[0].code, what).to.equal('CSRF')
          return answer.status
        }
        const run = async (site: string) => (await agent.get('/api/cms/jobs/run').set({ ...credentials, 'sec-fetch-site': site })).status
        const expected = isAutomatic ? 403 : 201
        expect(await post({ origin: 'https://evil.example' }), what).to.equal(expected)
        expect(await post({ origin: 'null' }), what).to.equal(expected)
        expect(await post({ 'sec-fetch-site': 'cross-site' }), what).to.equal(expected)
        expect(await post({ origin: 'https://app.example' }), what).to.equal(expected)
        expect(await post({ origin: 'https://trusted.example' }), what).to.equal(201)
        expect(await post({ origin: 'http://own.example', host: 'own.example' }), what).to.equal(201)
        expect(await post({}), `${what} from a program`).to.equal(201)
        expect(await run('cross-site'), what).to.equal(isAutomatic ? 403 : 200)
        expect(await run('same-site'), what).to.equal(isAutomatic ? 403 : 200)
        expect(await run('same-origin'), what).to.equal(200)
        expect((await agent.get('/api/cms/jobs/run').set(credentials)).status, what).to.equal(200)
      }
      await cms.stop()
    }
  })

  it('in production only serverURL is its own origin, whatever Host says', async () => {
    for (const host of HOSTS) {
      const filename = temporaryFile('.db')
      const given = () => ({ ...config({ serverURL: 'https://cms.example' }), db: sqlite({ filename }) })
      const post = (listener: any, origin: string) =>
        request(listener)
          .post('/api/cms/tags')
          .set({ origin, host: 'asked.example' })
          .send({ name: `t${Math.random()}` })
      const development = await host.start(given())
      await post(development.listener, 'https://cms.example').expect(201)
      await post(development.listener, 'http://asked.example').expect(201)
      await development.cms.stop()
      const { cms, listener } = await host.start({ ...given(), production: true })
      await post(listener, 'https://cms.example').expect(201)
      const refused = await post(listener, 'http://asked.example').expect(403)
      expect(refused.body.errors[0]).to.include({ code: 'CSRF' })
      await cms.stop()
    }
  })

  it('believes a forwarded host and protocol only where the application trusts its proxy', async () => {
    for (const [trust, status] of [
      [true, 201],
      [false, 403],
    ] as const) {
      const middleware = expressCms(config())
      const app = express()
      app.set('trust proxy', trust)
      app.use(middleware)
      await request(app)
        .post('/api/cms/tags')
        .set({ origin: 'https://public.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.example' })
        .send({ name: 'x' })
        .expect(status)
      await (await middleware.cms).stop()
      const koa = koaCms(config())
      const koaApp = new Koa({ proxy: trust }).use(koa)
      await request(koaApp.callback())
        .post('/api/cms/tags')
        .set({ origin: 'https://public.example', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.example' })
        .send({ name: 'x' })
        .expect(status)
      await (await koa.cms).stop()
    }
  })
})
