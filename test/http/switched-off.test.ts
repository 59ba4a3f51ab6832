/** Routes of services that are switched off: 404 for every method and everybody, with what would switch them on. */
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start, startCms } from '../harness/start.ts'

/** Paths that another service has as well, or that stand under a name. */
const PARTS = [
  '/api-keys',
  '/api-keys/1',
  '/media-folders',
  ...['webhook', 'email'].flatMap((kind) => ['', '/1', '/retry', '/1/retry'].map((rest) => `/admin/deliveries/${kind}${rest}`)),
]

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const

/** Everything that a configuration can switch on, as far as it brings routes. */
const ON = {
  apiKeys: true,
  audit: true,
  webhooks: [{ url: 'http://127.0.0.1:9' }],
  email: { name: 'nowhere', from: 'a@example.org', send: async () => undefined },
  upload: {
    folders: true,
    storage: {
      name: 'far',
      put: async () => undefined,
      get: async () => null,
      delete: async () => undefined,
      uploadURL: async () => ({ url: '', method: 'PUT', headers: {} }),
    },
  },
  localization: { locales: ['en'] },
  auth: {
    rbac: true,
    roles: ['admin', 'editor', 'reader'],
    members: { roles: ['reader'], signup: { role: 'reader', verifyEmail: false } },
    providers: [{ id: 'some', name: 'Some', begin: async () => ({ url: '', kept: {} }), finish: async () => Promise.reject(new Error()) }],
  },
}

describe('http/switched-off', () => {
  everywhere((host, database) => {
    let started: Started
    let everybody: Browser[]
    let absent: string[]

    before(async () => {
      started = await start(host, database, { collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] })
      const all = await startCms({ name: 'SQLite', fresh: () => sqlite({ filename: ':memory:' }) }, ON)
      const here = new Set(started.cms.engine.http.routes.map(({ path }) => path))
      absent = [...new Set(all.engine.http.routes.map(({ path }) => path))].filter((path) => !here.has(path))
      await all.stop()
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      everybody = [new Browser(started.listener), await new Browser(started.listener).login('boss@example.org')]
    })
    after(() => end(started?.cms))

    it('finds nothing where a service is off, whatever the method @long', async () => {
      expect(absent).to.include.members(['/users/signup', '/users/verify-email', '/admin/roles', '/admin/audit', '/auth/:provider/login'])
      const paths = absent.map((path) => path.replace(/:provider/, 'some').replace(/:\w+/g, '1'))
      for (const path of [...paths, ...PARTS, '/nothing', '/nothing/1', '/posts/none', '/globals/none'])
        for (const method of METHODS)
          for (const browser of everybody) {
            const answer = await browser.send(method, path, method === 'get' ? undefined : {})
            expect(answer.status, `${method} ${path}`).to.equal(404)
          }
    })

    it('says what would switch it on @long', async () => {
      for (const path of [...absent.map((path) => path.replace(/:\w+/g, '1')), ...PARTS])
        for (const method of METHODS)
          for (const browser of everybody) {
            const { body } = await browser.send(method, path, method === 'get' ? undefined : {})
            expect(body.errors[0].message, `${method} ${path}`).to.match(/^This is not enabled here; to enable it, configure /)
          }
      const [visitor] = everybody
      const options = {
        '/auth/identities': 'auth: { providers }',
        '/admin/audit.csv': 'audit: true',
        '/api-keys': 'apiKeys: true',
        '/users/forgot-password': 'email',
        '/admin/deliveries/webhook': 'webhooks',
        '/admin/deliveries/email/1/retry': 'email',
        '/media/uploads': 'upload: { storage: s3(…) }',
      }
      for (const [path, words] of Object.entries(options)) expect((await visitor!.get(path)).body.errors[0].message).to.include(words)
      expect((await visitor!.get('/nothing')).body.errors[0].message).to.equal("There is no collection 'nothing'")
    })

    it('still names the methods of what is there', async () => {
      for (const browser of everybody) {
        expect((await browser.send('put', '/posts/1', {})).headers['allow']).to.equal('GET, PATCH, DELETE, HEAD, OPTIONS')
        expect((await browser.delete('/users/me')).status).to.equal(405)
      }
    })
  })
})
