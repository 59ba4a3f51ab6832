/** The tables of the matrix: what each route answers to each kind of caller. */
import { PASSWORD } from '../harness/people.ts'

/** `owner` created the documents of `owned`, `stranger` none. `weak` is an admin's API key without permissions, `keyed` one for `owned` and reading `site`. `tokenless` is the admin's cookie without its CSRF token, `cron` the bearer secret of scheduled jobs, `linked` a visitor with the preview link of the owner's first document. */
export const CALLERS = [
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
export const OUTSIDE = { outside: 'stranger', outsideMember: 'member', customer: 'anonymous' } as const satisfies Record<
  string,
  (typeof CALLERS)[number]
>
export type Outside = keyof typeof OUTSIDE
export type Who = (typeof CALLERS)[number] | Outside
export const EVERYBODY = [...(Object.keys(OUTSIDE) as Outside[]), ...CALLERS]

/** They have no account: where its owner is answered, they are not. */
export const WITHOUT_ACCOUNT: Record<string, Partial<Record<Outside, number>>> = {
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
  GET    /users/:id/password-link                           /users/1/password-link           401  401  401  403  403  403  200  403  403  200  401  401
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
  GET    /admin/texts/:language                             /admin/texts/ar                  404  404  404  404  404  404  404  404  404  404  404  404
  GET    /admin/counts                                      /admin/counts                    401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/search                                      /admin/search?q=x                401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/pending                                     /admin/pending?collection=binned&q=x 401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/rights                                      /admin/rights?collection=owned&ids=1 401  401  401  403  200  200  200  403  403  200  401  401
  POST   /admin/choices                                     /admin/choices                   401  401  401  403  400  400  400  403  403  403  401  401
  POST   /admin/problems                                    /admin/problems                  401  401  401  403  200  200  200  403  403  403  401  401
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
  POST   /admin/views/order                                 /admin/views/order               401  401  401  403  200  200  200  403  403  403  401  401
  PATCH  /admin/views/:id                                   /admin/views/9                   401  401  401  403  404  404  404  403  403  403  401  401
  DELETE /admin/views/:id                                   /admin/views/9                   401  401  401  403  404  404  404  403  403  403  401  401
  GET    /admin/planned                                     /admin/planned                   401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/references                                  /admin/references?collection=owned&ids=1 401  401  401  403  200  200  200  403  403  200  401  401
  GET    /admin/trashed                                     /admin/trashed?collection=binned&ids=1 401  401  401  403  200  200  200  403  403  200  401  401
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
  POST   /media/uploads                                     /media/uploads                   401  401  401  403  201  201  201  403  403  403  401  401
  POST   /media/uploads/complete                            /media/uploads/complete          401  401  401  403  400  400  400  403  403  403  401  401
`

/**
 * What one route answers to callers by what a link, the trash or a rule opens. `binned` holds in the trash: 1 of the owner, 2 of the stranger; 3 of the owner is not in it.
 * Of `filtered` everybody reads 1, which is open, and admins also 2, which is not; 3 is in the trash. The rules of `misshapen` give what is no filter.
 */
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
  POST   /:collection/:id/recover                           /binned/3/recover                401  401  401  403  200  200  200  403  403  403  401  401
  PATCH  /:collection/:id                                   /binned/1?trash=true             401  401  401  403  404  404  404  403  403  403  401  401
  GET    /:collection                                       /filtered                        200  200  200  200  200  200  200  403  403  200  200  200
  POST   /:collection                                       /filtered                        401  401  401  403  403  403  403  403  403  403  401  401
  GET    /:collection/:id                                   /filtered/1                      200  200  200  200  200  200  200  403  403  200  200  401
  GET    /:collection/:id                                   /filtered/2                      404  404  404  404  404  404  200  403  403  200  404  401
  GET    /:collection/:id                                   /filtered/2?draft=true           404  404  404  404  404  404  200  403  403  200  404  401
  GET    /:collection/:id                                   /filtered/2?trash=true           401  401  401  404  404  404  404  403  403  404  401  401
  PATCH  /:collection/:id                                   /filtered/1                      401  401  401  403  403  403  403  403  403  403  401  401
  PATCH  /:collection/:id                                   /filtered/2                      401  401  401  404  404  404  403  403  403  403  401  401
  DELETE /:collection/:id                                   /filtered/2                      401  401  401  404  404  404  403  403  403  403  401  401
  POST   /:collection/:id/recover                           /filtered/3/recover              401  401  401  404  404  404  404  403  403  403  401  401
  GET    /:collection/:id/references                        /filtered/2/references           404  404  404  404  404  404  200  403  403  200  404  404
  GET    /schema/:collection                                /schema/filtered                 200  200  200  200  200  200  200  403  403  200  200  200
  GET    /:collection                                       /misshapen                       401  401  401  403  403  403  403  403  403  403  401  401
  GET    /:collection                                       /misshapen?trash=true            401  401  401  403  403  403  403  403  403  403  401  401
  POST   /:collection                                       /misshapen                       401  401  401  403  403  403  403  403  403  403  401  401
  GET    /:collection/:id                                   /misshapen/1                     401  401  401  403  403  403  403  403  403  403  401  401
  GET    /:collection/:id                                   /misshapen/1?draft=true          401  401  401  403  403  403  403  403  403  403  401  401
  PATCH  /:collection/:id                                   /misshapen/1                     401  401  401  403  403  403  403  403  403  403  401  401
  DELETE /:collection/:id                                   /misshapen/1                     401  401  401  403  403  403  403  403  403  403  401  401
  GET    /:collection/:id/references                        /misshapen/1/references          401  401  401  403  403  403  403  403  403  403  401  401
  GET    /schema/:collection                                /schema/misshapen                401  401  401  403  403  403  403  403  403  403  401  401
`

export const BODIES: Record<string, object> = {
  'POST /:collection': { text: 'x' },
  'PATCH /:collection/:id': { text: 'y' },
  'POST /globals/:slug': { name: 'x' },
  'POST /:collection/:id/schedule': { action: 'publish', at: '2999-01-01' },
  'POST /globals/:slug/schedule': { action: 'publish', at: '2999-01-01' },
  'PATCH /globals/:slug': { name: 'x' },
  'POST /admin/choices': { collection: 'owned', field: 'none' },
  'POST /admin/problems': { collection: 'owned', data: {}, unfinished: ['text'] },
  'POST /admin/views/order': { ids: [] },
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

/** A row for every route. */
export const ROWS = rowsOf(TABLE)
export const FAMILY_ROWS = rowsOf(FAMILIES)
