/** What a schedule takes and refuses, as tables. */
import type { Config } from '../../lib/config.ts'
import type { Scenario, Step } from '../harness/scenario.ts'

const ANNA = { id: 7, role: 'editor' }
const ADMIN = { id: 1, role: 'admin' }
/** Has no account that a plan could ask for. */
const HOST = { id: 'host:7', role: 'editor' }

export const withSchedule: Partial<Config> = {
  cronSecret: 'the-secret-of-cron',
  jobs: [{ name: 'count', run: () => undefined }],
  collections: [
    { slug: 'posts', drafts: true, schedule: true, access: { read: 'anyone' }, fields: [{ name: 'title', required: true }] },
    { slug: 'locked', drafts: true, schedule: true, access: { read: 'anyone', update: 'admin' }, fields: [{ name: 'title' }] },
    { slug: 'plain', drafts: true, fields: [{ name: 'text' }] },
  ],
  globals: [
    { slug: 'site', drafts: true, schedule: true, access: { read: 'anyone' }, fields: [{ name: 'name' }] },
    { slug: 'tenant', drafts: true, schedule: true, scope: () => null, fields: [{ name: 'name' }] },
  ],
}

const post: Step = { send: 'POST /posts', body: { title: 'One' }, as: ANNA, status: 201, events: ['create posts'] }
const NEXT_YEAR = '2999-01-01T00:00:00.000Z'

export const scheduleScenarios: Scenario[] = [
  {
    name: 'plans, lists, replaces and cancels',
    steps: [
      post,
      { send: 'GET /posts/1/schedule', as: ANNA, status: 200, gives: [] },
      {
        send: 'POST /posts/1/schedule',
        body: { action: 'unpublish', at: '2999-06-01T10:00:00+07:00' },
        as: ANNA,
        status: 201,
        gives: { id: 1, action: 'unpublish', runAt: '2999-06-01T03:00:00.000Z', state: 'pending', error: null, author: null },
      },
      { send: 'POST /posts/1/schedule', body: { action: 'publish', at: '2999-05-01' }, as: ANNA, status: 201, gives: { id: 2 } },
      { send: 'POST /posts/1/schedule', body: { action: 'publish', at: NEXT_YEAR }, as: ANNA, status: 201, gives: { id: 3 } },
      {
        send: 'GET /posts/1/schedule',
        as: ANNA,
        status: 200,
        gives: [
          { id: 3, action: 'publish' },
          { id: 1, action: 'unpublish' },
        ],
      },
      { send: 'DELETE /posts/1/schedule/2', as: ANNA, status: 404 },
      { send: 'DELETE /posts/1/schedule/3', as: ANNA, status: 200, gives: { deleted: 1 } },
      { send: 'DELETE /posts/1/schedule/3', as: ANNA, status: 404 },
      { send: 'GET /posts/1/schedule', as: ANNA, status: 200, gives: [{ id: 1 }] },
    ],
  },
  {
    name: 'refuses what can not be planned',
    steps: [
      post,
      {
        send: 'POST /posts/1/schedule',
        as: ANNA,
        status: 400,
        gives: {
          errors: [
            { field: 'action', message: 'must be one of: publish, unpublish' },
            { field: 'at', message: 'is required' },
          ],
        },
      },
      {
        send: 'POST /posts/1/schedule',
        body: { action: 'delete', at: NEXT_YEAR },
        as: ANNA,
        status: 400,
        gives: { errors: [{ field: 'action' }] },
      },
      {
        send: 'POST /posts/1/schedule',
        body: { action: 'publish', at: 'soon' },
        as: ANNA,
        status: 400,
        gives: { errors: [{ field: 'at', message: 'must be a valid date' }] },
      },
      { send: 'POST /posts/1/schedule', body: { action: 'publish', at: 17 }, as: ANNA, status: 400, gives: { errors: [{ field: 'at' }] } },
      {
        send: 'POST /posts/1/schedule',
        body: { action: ['publish'], at: '2999-02-30' },
        as: ANNA,
        status: 400,
        gives: { errors: [{ field: 'action' }, { field: 'at' }] },
      },
      { send: 'POST /posts/1/schedule', body: { action: 'publish', at: NEXT_YEAR }, status: 401 },
      { send: 'GET /posts/1/schedule', status: 401 },
      { send: 'DELETE /posts/1/schedule/1', status: 401 },
      { send: 'POST /posts/9/schedule', body: { action: 'publish', at: NEXT_YEAR }, as: ANNA, status: 404 },
      { send: 'POST /plain/1/schedule', body: {}, as: ANNA, status: 400, says: "'plain' has no schedule" },
      { send: 'POST /locked', body: { status: 'published' }, as: ADMIN, status: 201, events: ['create locked', 'publish locked'] },
      { send: 'POST /locked/1/schedule', body: { action: 'publish', at: NEXT_YEAR }, as: ANNA, status: 403 },
      { send: 'GET /locked/1/schedule', as: ANNA, status: 403 },
      { send: 'DELETE /locked/1/schedule/1', as: ANNA, status: 403 },
      { send: 'DELETE /posts/1/schedule/x', as: ANNA, status: 404 },
      { send: 'PATCH /posts/1/schedule/1', as: ANNA, status: 405 },
      { send: 'POST /globals/site/schedule', body: { action: 'publish', at: NEXT_YEAR }, as: ANNA, status: 400, says: 'save it first' },
      { send: 'GET /globals/site/schedule', as: ANNA, status: 200, gives: [] },
      { send: 'GET /globals/tenant/schedule', as: ANNA, status: 200, gives: [] },
      { send: 'POST /globals/tenant/schedule', body: { action: 'publish', at: NEXT_YEAR }, as: ANNA, status: 400 },
      { send: 'DELETE /globals/tenant/schedule/1', as: ANNA, status: 400 },
    ],
  },
  {
    name: 'runs what is due for whoever may ask for it, with the events of publishing by hand',
    accounts: 7,
    steps: [
      post,
      { send: 'POST /posts/1/schedule', body: { action: 'publish', at: '2001-01-01' }, as: HOST, status: 201 },
      { send: 'GET /jobs/run', status: 401 },
      { send: 'GET /jobs/run', headers: { authorization: 'Bearer wrong' }, status: 401 },
      { send: 'POST /jobs/run', as: ANNA, status: 403 },
      { send: 'PUT /jobs/run', as: ADMIN, status: 405 },
      {
        send: 'GET /jobs/run',
        headers: { authorization: 'Bearer the-secret-of-cron' },
        status: 200,
        gives: {
          scheduled: { ran: 1, failed: 0 },
          webhooks: { sent: 0, failed: 0 },
          emails: { sent: 0, failed: 0 },
          jobs: { ran: 1, failed: 0 },
        },
        events: ['update posts', 'publish posts'],
      },
      { send: 'GET /posts/1', status: 200, gives: { status: 'published' } },
      { send: 'GET /posts/1/schedule', as: ANNA, status: 200, gives: [] },
      { send: 'POST /posts/1/schedule', body: { action: 'unpublish', at: '2001-01-01' }, as: HOST, status: 201 },
      { send: 'POST /jobs/run', as: ADMIN, status: 200, gives: { scheduled: { ran: 1 } }, events: ['update posts', 'unpublish posts'] },
      { send: 'POST /posts/1/schedule', body: { action: 'unpublish', at: '2001-01-01' }, as: HOST, status: 201 },
      { send: 'POST /jobs/run', as: ADMIN, status: 200, gives: { scheduled: { ran: 1, failed: 0 } } },
      { send: 'GET /posts/1', status: 404 },
      { send: 'POST /globals/site', body: { name: 'N' }, as: ANNA, status: 200, events: ['update site'] },
      { send: 'POST /globals/site/schedule', body: { action: 'publish', at: '2001-01-01' }, as: HOST, status: 201 },
      { send: 'POST /jobs/run', as: ADMIN, status: 200, gives: { scheduled: { ran: 1 } }, events: ['update site', 'publish site'] },
      { send: 'GET /globals/site', status: 200, gives: { name: 'N', status: 'published' } },
    ],
  },
]
