/** Every route × every kind of caller. The rows stand beside the route table: a route without a row fails. */
import { expect } from 'chai'
import { consoleEmail } from '../../adapters/console-email.ts'
import { sqlite } from '../../adapters/sqlite.ts'
import type { AuthProvider } from '../../lib/auth/provider.ts'
import { httpOf } from '../../lib/cms.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { end, everywhere, type Started, start, temporaryFile } from '../harness/start.ts'

/** `owner` created the documents of `owned`, `stranger` none. `weak` is an admin's API key without permissions, `keyed` one for `owned` and reading `site`. `tokenless` is the admin's cookie without its CSRF token, `cron` the bearer secret of scheduled jobs, `linked` a visitor with the preview link of the owner's first document. */
const CALLERS = [
  'anonymous',
  'dead',
  'inactive',
  'member',
  'stranger',
  'owner',
  'admin',
  'weak',
  'keyed',
  'tokenless',
  'cron',
  'linked',
] as const
type Who = (typeof CALLERS)[number]

/** Method, path in the route table, address asked for, and the statuses in the order of `CALLERS`. */
const TABLE = `
                                                                                      anon dead inac memb stra ownr admn weak keyd tknl cron link
  GET    /:collection                                       /owned                           401  401  401  403  200  200  200  403  200  200  401  401
  POST   /:collection                                       /owned                           401  401  401  403  201  201  201  403  201  403  401  401
  GET    /:collection/:id                                   /owned/1                         401  401  401  403  200  200  200  403  200  200  401  200
  PATCH  /:collection/:id                                   /owned/1                         401  401  401  404  403  200  200  403  200  403  401  401
  DELETE /:collection/:id                                   /owned/2                         401  401  401  403  403  403  200  403  404  403  401  401
  GET    /globals/:slug                                     /globals/site                    401  401  401  403  200  200  200  403  200  200  401  401
  POST   /globals/:slug                                     /globals/site                    401  401  401  403  200  200  200  403  403  403  401  401
  PATCH  /globals/:slug                                     /globals/site                    401  401  401  403  200  200  200  403  403  403  401  401
  GET    /schema/:collection                                /schema/owned                    401  401  401  403  200  200  200  403  200  200  401  401
  GET    /openapi.json                                      /openapi.json                    200  200  200  200  200  200  200  200  200  200  200  200
  GET    /users/init                                        /users/init                      200  200  200  200  200  200  200  200  200  200  200  200
  GET    /users/me                                          /users/me                        200  200  200  200  200  200  200  200  200  200  200  200
  POST   /users/first-register                              /users/first-register            403  403  403  403  403  403  403  403  403  403  403  403
  POST   /users/login                                       /users/login                     401  401  401  401  401  401  401  401  401  403  401  401
  POST   /users/logout                                      /users/logout                    200  200  200  200  200  200  200  200  200  403  200  200
  POST   /users/forgot-password                             /users/forgot-password           200  200  200  200  200  200  200  200  200  403  200  200
  GET    /users/reset-password                              /users/reset-password?token=x    400  400  400  400  400  400  400  400  400  400  400  400
  POST   /users/reset-password                              /users/reset-password            400  400  400  400  400  400  400  400  400  403  400  400
  POST   /users/:id/password-link                           /users/1/password-link           401  401  401  403  403  403  200  403  403  403  401  401
  GET    /users/signup                                      /users/signup                    200  200  200  200  200  200  200  200  200  200  200  200
  POST   /users/signup                                      /users/signup                    400  400  400  400  400  400  400  400  400  403  400  400
  POST   /users/verify-email                                /users/verify-email              400  400  400  400  400  400  400  400  400  403  400  400
  GET    /users/verify-email/page                           /users/verify-email/page         200  200  200  200  200  200  200  200  200  200  200  200
  GET    /users/reset-password/page                         /users/reset-password/page       200  200  200  200  200  200  200  200  200  200  200  200
  GET    /admin/email                                       /admin/email                     401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/email/verify                                /admin/email/verify              401  401  401  403  403  403  200  403  403  403  401  401
  POST   /admin/email/test                                  /admin/email/test                401  401  401  403  403  403  200  403  403  403  401  401
  GET    /admin/deliveries                                  /admin/deliveries                401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/deliveries/:kind/:id/retry                  /admin/deliveries/email/9/retry  401  401  401  403  404  404  404  403  403  403  401  401
  POST   /admin/deliveries/:kind/retry                      /admin/deliveries/email/retry    401  401  401  403  200  200  200  403  403  403  401  401
  DELETE /admin/deliveries/:kind/:id                        /admin/deliveries/email/9        401  401  401  403  404  404  404  403  403  403  401  401
  DELETE /admin/deliveries/:kind                            /admin/deliveries/email          401  401  401  403  200  200  200  403  403  403  401  401
  GET    /admin/audit                                       /admin/audit                     401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/audit/activity                              /admin/audit/activity            401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/audit.csv                                   /admin/audit.csv                 401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/audit/verify                                /admin/audit/verify              401  401  401  403  200  200  200  403  403  403  401  401
  GET    /admin/schema                                      /admin/schema                    200  200  200  403  200  200  200  403  403  200  200  200
  GET    /admin/counts                                      /admin/counts                    401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/search                                      /admin/search?q=x                401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/choices                                     /admin/choices                   401  401  401  403  400  400  400  403  403  403  401  401
  GET    /admin/status                                      /admin/status                    401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/backups                                     /admin/backups                   401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/backups                                     /admin/backups                   401  401  401  403  403  403  202  403  403  403  401  401
  GET    /admin/backups/:id/download                        /admin/backups/9/download        401  401  401  403  403  403  404  403  403  404  401  401
  DELETE /admin/backups/:id                                 /admin/backups/9                 401  401  401  403  403  403  404  403  403  403  401  401
  GET    /admin/sso                                         /admin/sso                       401  401  401  403  403  403  200  403  403  200  401  401
  GET    /auth/:provider/login                              /auth/some/login                 302  302  302  302  302  302  302  302  302  302  302  302
  GET    /auth/:provider/callback                           /auth/some/callback              302  302  302  302  302  302  302  302  302  302  302  302
  POST   /auth/:provider/link                               /auth/some/link                  401  401  401  403  200  200  200  403  403  403  401  401
  GET    /auth/identities                                   /auth/identities                 401  401  401  200  200  200  200  403  403  200  401  401
  DELETE /auth/identities/:id                               /auth/identities/9               401  401  401  404  404  404  404  403  403  403  401  401
  GET    /admin/owned/:userId                               /admin/owned/1                   401  401  401  403  403  403  200  403  403  200  401  401
  GET    /admin/roles                                       /admin/roles                     401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/roles                                       /admin/roles                     401  401  401  403  403  403  400  403  403  403  401  401
  PATCH  /admin/roles/:id                                   /admin/roles/1                   401  401  401  403  403  403  400  403  403  403  401  401
  DELETE /admin/roles/:id                                   /admin/roles/1                   401  401  401  403  403  403  400  403  403  403  401  401
  GET    /admin/roles/:id/history                           /admin/roles/1/history           401  401  401  403  403  403  200  403  403  200  401  401
  POST   /:collection/:id/unpublish                         /owned/3/unpublish               401  401  401  404  403  200  200  403  200  403  401  401
  POST   /globals/:slug/presence                            /globals/site/presence           401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/:id/presence                          /owned/1/presence                401  401  401  403  403  200  200  403  403  403  401  401
  GET    /admin/views                                       /admin/views                     401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/views                                       /admin/views                     401  401  401  403  201  201  201  403  403  403  401  401
  DELETE /admin/views/:id                                   /admin/views/9                   401  401  401  403  404  404  404  403  403  403  401  401
  POST   /globals/:slug/autosave                            /globals/site/autosave           401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/:id/autosave                          /owned/1/autosave                401  401  401  404  403  200  200  403  200  403  401  401
  POST   /globals/:slug/discard-draft                       /globals/site/discard-draft      401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/:id/discard-draft                     /owned/1/discard-draft           401  401  401  404  403  200  200  403  200  403  401  401
  POST   /globals/:slug/unpublish                           /globals/site/unpublish          401  401  401  403  200  200  200  403  403  403  401  401
  GET    /:collection/:id/versions                          /owned/1/versions                401  401  401  404  403  200  200  403  200  200  401  401
  GET    /globals/:slug/versions                            /globals/site/versions           401  401  401  403  200  200  200  403  403  200  401  401
  GET    /:collection/:id/versions/:version                 /owned/1/versions/1              401  401  401  404  403  200  200  403  200  200  401  401
  GET    /globals/:slug/versions/:version                   /globals/site/versions/4         401  401  401  403  200  200  200  403  403  200  401  401
  POST   /:collection/:id/versions/:version/restore         /owned/1/versions/1/restore      401  401  401  404  403  200  200  403  200  403  401  401
  POST   /globals/:slug/versions/:version/restore           /globals/site/versions/4/restore 401  401  401  403  200  200  200  403  403  403  401  401
  GET    /:collection/:id/schedule                          /owned/1/schedule                401  401  401  404  403  200  200  403  200  200  401  401
  GET    /globals/:slug/schedule                            /globals/site/schedule           401  401  401  403  200  200  200  403  403  200  401  401
  POST   /:collection/:id/schedule                          /owned/1/schedule                401  401  401  404  403  201  201  403  201  403  401  401
  POST   /globals/:slug/schedule                            /globals/site/schedule           401  401  401  403  201  201  201  403  403  403  401  401
  DELETE /:collection/:id/schedule/:job                     /owned/1/schedule/99             401  401  401  404  403  404  404  403  404  403  401  401
  DELETE /globals/:slug/schedule/:job                       /globals/site/schedule/99        401  401  401  403  404  404  404  403  403  403  401  401
  GET    /:collection/:id/translations                      /owned/1/translations            400  400  400  400  400  400  400  400  400  400  400  400
  GET    /globals/:slug/translations                        /globals/site/translations       400  400  400  400  400  400  400  400  400  400  400  400
  GET    /:collection/:id/references                        /owned/1/references              401  401  401  403  200  200  200  403  200  200  401  401
  POST   /:collection/:id/recover                           /owned/1/recover                 400  400  400  400  400  400  400  400  400  403  400  400
  POST   /:collection/:id/move                              /owned/1/move                    400  400  400  400  400  400  400  400  400  403  400  400
  POST   /:collection/:id/preview                           /owned/1/preview                 401  401  401  404  403  200  200  403  200  403  401  401
  POST   /globals/:slug/preview                             /globals/site/preview            401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/preview                               /owned/preview                   401  401  401  403  200  200  200  403  200  403  401  401
  GET    /jobs/run                                          /jobs/run                        401  401  401  403  403  403  200  403  403  200  200  401
  POST   /jobs/run                                          /jobs/run                        401  401  401  403  403  403  200  403  403  403  200  401
  GET    /media/file/:name                                  /media/file/a-1a2b3c4d.png       404  404  404  404  404  404  404  404  404  404  404  404
  GET    /media/private/:name                               /media/private/a-1a2b3c4d.png    404  404  404  404  404  404  404  404  404  404  404  404
  PUT    /media/:id/file                                    /media/1/file                    401  401  401  403  400  400  400  403  403  403  401  401
  POST   /media/:id/signed-url                              /media/1/signed-url              200  200  200  200  200  200  200  403  403  403  200  200
  POST   /media/uploads                                     /media/uploads                   401  401  401  403  404  404  404  403  403  403  401  401
  POST   /media/uploads/complete                            /media/uploads/complete          401  401  401  403  400  400  400  403  403  403  401  401
`

const BODIES: Record<string, object> = {
  'POST /:collection': { text: 'x' },
  'PATCH /:collection/:id': { text: 'y' },
  'POST /globals/:slug': { name: 'x' },
  'POST /:collection/:id/schedule': { action: 'publish', at: '2999-01-01' },
  'POST /globals/:slug/schedule': { action: 'publish', at: '2999-01-01' },
  'PATCH /globals/:slug': { name: 'x' },
  'POST /admin/choices': { collection: 'owned', field: 'none' },
  'POST /admin/views': { collection: 'owned', name: 'Mine', query: '' },
  'POST /users/first-register': { email: 'f@x.org', password: PASSWORD },
  'POST /media/uploads': { filename: 'a.png', mimeType: 'image/png', filesize: 9 },
  'POST /users/login': { email: 'nobody@x.org', password: 'wrong password' },
  'POST /users/forgot-password': { email: 'nobody@x.org' },
  'POST /users/reset-password': { token: 'x', password: PASSWORD },
  'POST /users/signup': { email: 's@x.org', password: PASSWORD },
  'POST /users/verify-email': { token: 'x' },
}

const ROWS = TABLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method, route, path, ...gives] = line.trim().split(/\s+/) as [string, string, string, ...string[]]
    return { method: method.toLowerCase() as 'get', route: `${method} ${route}`, path, gives: gives.map(Number) }
  })

/** Leads somewhere, and brings nobody back. */
const provider: AuthProvider = {
  id: 'some',
  name: 'Some',
  begin: async () => ({ url: 'https://provider.example', kept: {} }),
  finish: async () => Promise.reject(new Error('never asked')),
}

describe('http/matrix', () => {
  everywhere((host, database) => {
    let started: Started
    let callers: Record<Who, () => Promise<Browser>>
    let linkedTo: string
    const clock = new MovedClock()

    before(async () => {
      started = await start(host, database, {
        clock,
        upload: { dir: temporaryFile('-files') },
        apiKeys: true,
        audit: true,
        backups: { dir: temporaryFile('-backups'), sqlite: (filename) => sqlite({ filename }) },
        webhooks: [{ url: 'http://127.0.0.1:9', events: [] }],
        cronSecret: 'the-secret-of-cron',
        email: consoleEmail(() => undefined),
        auth: {
          rbac: true,
          providers: [provider],
          roles: ['admin', 'editor', 'reader'],
          members: { roles: ['reader'], signup: { role: 'reader' } },
          lockWindow: 60,
        },
        collections: [
          {
            slug: 'owned',
            drafts: true,
            versions: true,
            schedule: true,
            access: { read: 'loggedIn', update: 'owner', delete: 'admin' },
            fields: [{ name: 'text' }],
          },
        ],
        globals: [{ slug: 'site', drafts: true, versions: true, schedule: true, fields: [{ name: 'name' }] }],
      })
      const { cms, listener } = started
      const people = {
        admin: await makeUser(cms, 'admin@x.org', { role: 'admin' }),
        owner: await makeUser(cms, 'owner@x.org'),
        stranger: await makeUser(cms, 'stranger@x.org'),
        member: await makeUser(cms, 'member@x.org', { role: 'reader' }),
        inactive: await makeUser(cms, 'inactive@x.org'),
      }
      for (let n = 0; n < 3; n++)
        await cms.as({ id: people.owner.id, role: 'editor' }).create('owned', { text: `mine ${n}`, status: 'published' })
      await cms.upload({ filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') })
      await cms.updateGlobal('site', { name: 'a', status: 'published' })
      const signedIn = async (email: string) => new Browser(listener).login(email)
      const gone = await signedIn(people.inactive.email)
      await cms.update('users', people.inactive.id, { active: false })
      const keys = await signedIn(people.admin.email)
      const keyed = async (permissions: object) => {
        const app = new Browser(listener)
        const { body } = await keys.post('/api-keys', { name: 'key', permissions })
        app.headers = { authorization: `Bearer ${body.key}` }
        return app
      }
      const weak = await keyed({})
      const strong = await keyed({ collections: { owned: ['read', 'create', 'update', 'delete', 'publish'] }, globals: { site: ['read'] } })
      callers = {
        anonymous: async () => new Browser(listener),
        dead: async () => {
          const one = new Browser(listener)
          one.cookies.set('svc-session', 'D'.repeat(43))
          return one
        },
        inactive: async () => gone,
        member: () => signedIn(people.member.email),
        stranger: () => signedIn(people.stranger.email),
        owner: () => signedIn(people.owner.email),
        admin: () => signedIn(people.admin.email),
        weak: async () => weak,
        keyed: async () => strong,
        tokenless: async () => {
          const one = await signedIn(people.admin.email)
          one.headers = { 'x-csrf-token': '' }
          return one
        },
        cron: async () => {
          const one = new Browser(listener)
          one.headers = { authorization: 'Bearer the-secret-of-cron' }
          return one
        },
        linked: async () => {
          linkedTo = await cms.as({ id: people.owner.id, role: 'editor' }).createPreviewToken('owned', 1)
          return new Browser(listener)
        },
      }
    })
    after(() => end(started?.cms))

    it('has a row for every route', () => {
      const routes = httpOf(started.cms).routes.map(({ method, path }) => `${method} ${path}`)
      expect(ROWS.map((row) => row.route).sort()).to.deep.equal(routes.sort())
    })

    for (const { method, route, path, gives } of ROWS) {
      it(route, async () => {
        const given: Record<string, number> = {}
        for (const who of CALLERS) {
          clock.forward(700)
          const browser = await callers[who]()
          const link = who === 'linked' ? `${path.includes('?') ? '&' : '?'}preview=${linkedTo}` : ''
          const answer = await browser.send(method, path + link, BODIES[route])
          given[who] = answer.status
          if (answer.status === 401) expect(answer.headers['www-authenticate']).to.equal('Bearer')
          if (answer.status >= 400) expect(Object.keys(answer.body)).to.deep.equal(['errors'])
        }
        expect(given).to.deep.equal(Object.fromEntries(CALLERS.map((who, index) => [who, gives[index]])))
        expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      })
    }
  })
})
