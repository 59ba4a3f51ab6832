/** Every route × every kind of caller. The rows stand beside the route table: a route without a row fails. */
import { expect } from 'chai'
import { consoleEmail } from '../../adapters/console-email.ts'
import { sqlite } from '../../adapters/sqlite.ts'
import type { Identity } from '../../lib/actor.ts'
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
/** Users whom the host signed in are no more than somebody of the table: one with an id and a role of ours, a customer with a role that the CMS does not know. */
const OUTSIDE = { outside: 'stranger', outsideMember: 'member', customer: 'anonymous' } as const satisfies Record<
  string,
  (typeof CALLERS)[number]
>
type Outside = keyof typeof OUTSIDE
type Who = (typeof CALLERS)[number] | Outside
const EVERYBODY = [...(Object.keys(OUTSIDE) as Outside[]), ...CALLERS]

/** They have no account: where its owner is answered, they are not. */
const WITHOUT_ACCOUNT: Record<string, Partial<Record<Outside, number>>> = {
  'POST /auth/:provider/link': { outside: 403 },
  'GET /auth/identities': { outside: 403, outsideMember: 403 },
  'DELETE /auth/identities/:id': { outside: 403, outsideMember: 403 },
  // Discarded by the stranger, with whom they share nothing.
  'GET /:collection/:id /binned/2?trash=true': { outside: 404 },
}

/** Method, path in the route table, address asked for, and the statuses in the order of `CALLERS`. */
const TABLE = `
                                                                                      anon dead inac memb stra ownr admn weak keyd tknl cron link
  GET    /:collection                                       /owned                           401  401  401  403  200  200  200  403  200  200  401  401
  POST   /:collection                                       /owned                           401  401  401  403  201  201  201  403  201  403  401  401
  GET    /:collection/:id                                   /owned/1                         401  401  401  403  200  200  200  403  200  200  401  200
  PATCH  /:collection/:id                                   /owned/1                         401  401  401  403  403  200  200  403  200  403  401  401
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
  GET    /admin/deliveries                                  /admin/deliveries                401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/deliveries/:kind/:id/retry                  /admin/deliveries/email/9/retry  401  401  401  403  403  403  404  403  403  403  401  401
  POST   /admin/deliveries/:kind/retry                      /admin/deliveries/email/retry    401  401  401  403  403  403  200  403  403  403  401  401
  DELETE /admin/deliveries/:kind/:id                        /admin/deliveries/email/9        401  401  401  403  403  403  404  403  403  403  401  401
  DELETE /admin/deliveries/:kind                            /admin/deliveries/email          401  401  401  403  403  403  200  403  403  403  401  401
  GET    /admin/audit                                       /admin/audit                     401  401  401  403  403  403  200  403  403  200  401  401
  GET    /admin/audit/activity                              /admin/audit/activity            401  401  401  403  403  403  200  403  403  200  401  401
  GET    /admin/audit.csv                                   /admin/audit.csv                 401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/audit/verify                                /admin/audit/verify              401  401  401  403  403  403  200  403  403  403  401  401
  GET    /admin/schema                                      /admin/schema                    200  200  200  403  200  200  200  403  403  200  200  200
  GET    /admin/counts                                      /admin/counts                    401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/search                                      /admin/search?q=x                401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/choices                                     /admin/choices                   401  401  401  403  400  400  400  403  403  403  401  401
  GET    /admin/status                                      /admin/status                    401  401  401  403  403  403  200  403  403  200  401  401
  GET    /admin/backups                                     /admin/backups                   401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/backups                                     /admin/backups                   401  401  401  403  403  403  202  403  403  403  401  401
  GET    /admin/backups/:id/download                        /admin/backups/9/download        401  401  401  403  403  403  404  403  403  404  401  401
  DELETE /admin/backups/:id                                 /admin/backups/9                 401  401  401  403  403  403  404  403  403  403  401  401
  GET    /admin/sso                                         /admin/sso                       401  401  401  403  403  403  200  403  403  200  401  401
  GET    /auth/:provider/login                              /auth/some/login                 302  302  302  302  302  302  302  302  302  302  302  302
  GET    /auth/:provider/callback                           /auth/some/callback              302  302  302  302  302  302  302  302  302  302  302  302
  POST   /auth/:provider/callback                           /auth/posting/callback           303  303  303  303  303  303  303  303  303  303  303  303
  POST   /auth/:provider/login                              /auth/entered/login              401  401  401  401  401  401  401  401  401  403  401  401
  POST   /auth/:provider/link                               /auth/some/link                  401  401  401  403  200  200  200  403  403  403  401  401
  GET    /auth/identities                                   /auth/identities                 401  401  401  200  200  200  200  403  403  200  401  401
  DELETE /auth/identities/:id                               /auth/identities/9               401  401  401  404  404  404  404  403  403  403  401  401
  GET    /admin/owned/:userId                               /admin/owned/1                   401  401  401  403  403  403  200  403  403  200  401  401
  GET    /admin/roles                                       /admin/roles                     401  401  401  403  403  403  200  403  403  200  401  401
  POST   /admin/roles                                       /admin/roles                     401  401  401  403  403  403  400  403  403  403  401  401
  PATCH  /admin/roles/:id                                   /admin/roles/1                   401  401  401  403  403  403  400  403  403  403  401  401
  DELETE /admin/roles/:id                                   /admin/roles/1                   401  401  401  403  403  403  400  403  403  403  401  401
  GET    /admin/roles/:id/history                           /admin/roles/1/history           401  401  401  403  403  403  200  403  403  200  401  401
  POST   /:collection/:id/unpublish                         /owned/3/unpublish               401  401  401  403  403  200  200  403  200  403  401  401
  POST   /globals/:slug/presence                            /globals/site/presence           401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/:id/presence                          /owned/1/presence                401  401  401  403  403  200  200  403  403  403  401  401
  GET    /admin/views                                       /admin/views                     401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/views                                       /admin/views                     401  401  401  403  201  201  201  403  403  403  401  401
  DELETE /admin/views/:id                                   /admin/views/9                   401  401  401  403  404  404  404  403  403  403  401  401
  POST   /globals/:slug/autosave                            /globals/site/autosave           401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/:id/autosave                          /owned/1/autosave                401  401  401  403  403  200  200  403  200  403  401  401
  POST   /globals/:slug/discard-draft                       /globals/site/discard-draft      401  401  401  403  200  200  200  403  403  403  401  401
  POST   /:collection/:id/discard-draft                     /owned/1/discard-draft           401  401  401  403  403  200  200  403  200  403  401  401
  POST   /globals/:slug/unpublish                           /globals/site/unpublish          401  401  401  403  200  200  200  403  403  403  401  401
  GET    /:collection/:id/versions                          /owned/1/versions                401  401  401  403  403  200  200  403  200  200  401  401
  GET    /globals/:slug/versions                            /globals/site/versions           401  401  401  403  200  200  200  403  403  200  401  401
  GET    /:collection/:id/versions/:version                 /owned/1/versions/1              401  401  401  403  403  200  200  403  200  200  401  401
  GET    /globals/:slug/versions/:version                   /globals/site/versions/4         401  401  401  403  200  200  200  403  403  200  401  401
  POST   /:collection/:id/versions/:version/restore         /owned/1/versions/1/restore      401  401  401  403  403  200  200  403  200  403  401  401
  POST   /globals/:slug/versions/:version/restore           /globals/site/versions/4/restore 401  401  401  403  200  200  200  403  403  403  401  401
  GET    /:collection/:id/schedule                          /owned/1/schedule                401  401  401  403  403  200  200  403  200  200  401  401
  GET    /globals/:slug/schedule                            /globals/site/schedule           401  401  401  403  200  200  200  403  403  200  401  401
  POST   /:collection/:id/schedule                          /owned/1/schedule                401  401  401  403  403  201  201  403  201  403  401  401
  POST   /globals/:slug/schedule                            /globals/site/schedule           401  401  401  403  201  201  201  403  403  403  401  401
  DELETE /:collection/:id/schedule/:job                     /owned/1/schedule/99             401  401  401  403  403  404  404  403  404  403  401  401
  DELETE /globals/:slug/schedule/:job                       /globals/site/schedule/99        401  401  401  403  404  404  404  403  403  403  401  401
  GET    /:collection/:id/translations                      /owned/1/translations            400  400  400  400  400  400  400  400  400  400  400  400
  GET    /globals/:slug/translations                        /globals/site/translations       400  400  400  400  400  400  400  400  400  400  400  400
  GET    /:collection/:id/references                        /owned/1/references              401  401  401  403  200  200  200  403  200  200  401  401
  POST   /:collection/:id/recover                           /owned/1/recover                 400  400  400  400  400  400  400  400  400  403  400  400
  POST   /:collection/:id/move                              /owned/1/move                    400  400  400  400  400  400  400  400  400  403  400  400
  POST   /:collection/:id/preview                           /owned/1/preview                 401  401  401  403  403  200  200  403  200  403  401  401
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

/** What one route answers to callers by what a link or the trash opens. `binned` holds in the trash: 1 of the owner, 2 of the stranger; 3 of the owner is not in it. */
const FAMILIES = `
                                                                                      anon dead inac memb stra ownr admn weak keyd tknl cron link
  GET    /:collection/:id                                   /owned/1?depth=3                 401  401  401  403  200  200  200  403  200  200  401  200
  GET    /:collection/:id                                   /owned/1?select=text             401  401  401  403  200  200  200  403  200  200  401  200
  GET    /:collection/:id                                   /owned/1?select=note             401  401  401  403  403  403  200  403  200  200  401  403
  GET    /:collection/:id                                   /owned/3?draft=true              401  401  401  403  200  200  200  403  200  200  401  401
  GET    /:collection/:id                                   /binned/3                        401  401  401  403  200  200  200  403  403  200  401  401
  GET    /:collection                                       /owned?draft=true                401  401  401  403  200  200  200  403  200  200  401  401
  GET    /:collection                                       /owned?where[note][equals]=x     401  401  401  403  403  403  200  403  200  200  401  401
  GET    /:collection                                       /binned?trash=true               401  401  401  403  200  200  200  403  403  200  401  401
  GET    /:collection/:id                                   /binned/1?trash=true             401  401  401  403  404  200  200  403  403  200  401  401
  GET    /:collection/:id                                   /binned/2?trash=true             401  401  401  403  200  404  200  403  403  200  401  401
  GET    /:collection/:id                                   /binned/3?trash=true             401  401  401  403  404  404  404  403  403  404  401  401
  GET    /:collection/:id                                   /binned/1                        401  401  401  403  404  404  404  403  403  404  401  401
  PATCH  /:collection/:id                                   /binned/1?trash=true             401  401  401  403  404  404  404  403  403  403  401  401
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
  'POST /auth/:provider/callback': { state: 'x', code: 'y' },
  'POST /auth/:provider/login': { username: 'nobody', password: 'wrong password' },
  'POST /users/forgot-password': { email: 'nobody@x.org' },
  'POST /users/reset-password': { token: 'x', password: PASSWORD },
  'POST /users/signup': { email: 's@x.org', password: PASSWORD },
  'POST /users/verify-email': { token: 'x' },
}

const rowsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [method, route, path, ...gives] = line.trim().split(/\s+/) as [string, string, string, ...string[]]
      return { method: method.toLowerCase() as 'get', route: `${method} ${route}`, path, gives: gives.map(Number) }
    })

const ROWS = rowsOf(TABLE)

/** One of each kind: they lead somewhere and bring nobody back, and know nobody. */
const leads = {
  begin: async () => ({ url: 'https://provider.example', kept: {} }),
  finish: async () => Promise.reject(new Error('never asked')),
}
const providers: AuthProvider[] = [
  { id: 'some', name: 'Some', ...leads },
  { id: 'posting', name: 'Posting', kind: 'post', ...leads },
  { id: 'entered', name: 'Entered', kind: 'credentials', verify: async () => undefined },
]

/** What a host's own sign-in puts on a request. */
const outsideUser = (header: unknown): Identity | undefined =>
  header === undefined ? undefined : { user: JSON.parse(String(header)), isOutside: true }

/** Routes that `auth.rbac` brings. */
const isOfRoles = (route: string) => / \/admin\/roles(\/|$)/.test(route)

/** The same table with and without roles: switching them on changes no answer, since the first grant is what everybody had. */
const suite = (rbac: boolean) => () => {
  everywhere((host, database) => {
    // Hosts and databases are compared with roles; without them, each is used once.
    if (!rbac && (host.name === 'Express') !== (database.name === 'SQLite')) return
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
          rbac,
          providers,
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
            fields: [{ name: 'text' }, { name: 'note', access: { read: 'admin' } }],
          },
          { slug: 'binned', trash: true, access: { read: 'loggedIn', delete: 'owner' }, fields: [{ name: 'text' }] },
        ],
        features: [{ name: 'host-login', authenticate: ({ headers }) => outsideUser(headers['x-host']) }],
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
      for (const { id } of [people.owner, people.stranger, people.owner])
        await cms.as({ id, role: 'editor' }).create('binned', { text: 'x' })
      for (const id of [1, 2]) await cms.delete('binned', id)
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
      const signedInByHost = (user: object) => {
        const one = new Browser(listener)
        one.headers = { 'x-host': JSON.stringify(user) }
        return one
      }
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
        outside: async () => signedInByHost({ id: people.owner.id, role: 'editor' }),
        outsideMember: async () => signedInByHost({ id: people.member.id, role: 'reader' }),
        customer: async () => signedInByHost({ id: people.admin.id, role: 'customer' }),
        linked: async () => {
          linkedTo = await cms.as({ id: people.owner.id, role: 'editor' }).createPreviewToken('owned', 1)
          return new Browser(listener)
        },
      }
    })
    after(() => end(started?.cms))

    it('has a row for every route', () => {
      const routes = httpOf(started.cms).routes.map(({ method, path }) => `${method} ${path}`)
      const rows = ROWS.filter((row) => rbac || !isOfRoles(row.route))
      expect(rows.map((row) => row.route).sort()).to.deep.equal(routes.sort())
    })

    const rows = [
      ...ROWS.map((row) => ({ ...row, title: row.route })),
      ...rowsOf(FAMILIES).map((row) => ({ ...row, title: `${row.route}: ${row.path}` })),
    ]
    for (const { method, route, path, gives, title } of rows) {
      it(title, async () => {
        const given: Record<string, number> = {}
        for (const who of EVERYBODY) {
          clock.forward(700)
          const browser = await callers[who]()
          const link = who === 'linked' ? `${path.includes('?') ? '&' : '?'}preview=${linkedTo}` : ''
          const answer = await browser.send(method, path + link, BODIES[route])
          given[who] = answer.status
          if (answer.status === 401) expect(answer.headers['www-authenticate']).to.equal('Bearer')
          if (answer.status >= 400) expect(Object.keys(answer.body)).to.deep.equal(['errors'])
        }
        const isOff = !rbac && isOfRoles(route)
        const expected = (who: (typeof CALLERS)[number]) =>
          isOff && !(who === 'tokenless' && method !== 'get') ? 404 : gives[CALLERS.indexOf(who)]
        const wanted = EVERYBODY.map((who) => {
          const like = OUTSIDE[who as Outside]
          return [
            who,
            like
              ? ((WITHOUT_ACCOUNT[`${route} ${path}`] ?? WITHOUT_ACCOUNT[route])?.[who as Outside] ?? expected(like))
              : expected(who as (typeof CALLERS)[number]),
          ]
        })
        expect(given).to.deep.equal(Object.fromEntries(wanted))
        expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      })
    }
  })
}

describe('http/matrix', suite(true))
describe('http/matrix without roles', suite(false))
