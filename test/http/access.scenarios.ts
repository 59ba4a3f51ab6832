/** What access rules must do, as tables. */
import type { Scenario } from '../harness/scenario.ts'

const ADMIN = { id: 1, role: 'admin' }
const ANNA = { id: 7, role: 'editor' }
const BERT = { id: 8, role: 'editor' }
const errors = (...list: object[]) => ({ errors: list })

export const accessScenarios: Scenario[] = [
  {
    name: 'lets rules decide: 401, 403, 404, filters, and what a filter must still admit',
    steps: [
      { send: 'GET /papers', status: 401, header: { 'www-authenticate': 'Bearer' } },
      { send: 'POST /papers', body: { text: 'x' }, status: 401 },
      {
        send: 'POST /papers',
        body: { text: 'mine', owner: 7, salary: 5, diary: 'dear', code: 'code-canary' },
        as: ANNA,
        status: 201,
        gives: { id: 1, owner: 7, diary: 'dear' },
        never: ['salary', 'code-canary'],
        events: ['create papers'],
      },
      { send: 'POST /papers', body: { text: 'not mine', owner: 8 }, as: ANNA, status: 403 },
      {
        send: 'GET /papers',
        as: ADMIN,
        status: 200,
        gives: { totalDocs: 1, docs: [{ salary: null }] },
        never: ['diary', 'code-canary'],
      },
      { send: 'GET /papers', as: BERT, status: 200, gives: { totalDocs: 0 } },
      { send: 'GET /papers/1', as: BERT, status: 404 },
      { send: 'PATCH /papers/1', body: { text: 'taken' }, as: BERT, status: 404 },
      { send: 'PATCH /papers/1', body: { text: 'x' }, as: ADMIN, status: 403 },
      { send: 'PATCH /papers/1', body: { owner: 8 }, as: ANNA, status: 403 },
      { send: 'GET /papers/1', as: ANNA, status: 200, gives: { owner: 7, text: 'mine' }, never: ['salary'] },
      {
        send: 'PATCH /papers/1',
        body: { salary: 9, text: 'changed' },
        as: ANNA,
        status: 200,
        gives: { text: 'changed' },
        events: ['update papers'],
      },
      { send: 'GET /papers/1', as: ADMIN, status: 200, gives: { salary: null } },
      { send: 'PATCH /papers/1', body: { locked: true }, as: ANNA, status: 403 },
      { send: 'DELETE /papers/1', as: ANNA, status: 403 },
      { send: 'DELETE /papers/1', status: 401 },
      { send: 'GET /papers?where[salary][gt]=1', as: ANNA, status: 403, gives: errors({ code: 'FIELD_FORBIDDEN' }) },
      { send: 'GET /papers?sort=salary', as: ANNA, status: 403 },
      { send: 'GET /papers?select=salary', as: ANNA, status: 403 },
      { send: 'GET /papers?where[diary][equals]=dear', as: ANNA, status: 403 },
      { send: 'GET /papers?where[code][equals]=x', as: ADMIN, status: 400 },
      { send: 'GET /papers?where[parts.kept][equals]=x', as: ADMIN, status: 400 },
      { send: 'GET /papers?where[parts.wage][equals]=x', as: ANNA, status: 403 },
      {
        send: 'PATCH /papers/1',
        body: { parts: [{ shown: 's', kept: 'kept-canary', wage: 'w' }] },
        as: ANNA,
        status: 200,
        gives: { parts: [{ shown: 's' }] },
        never: ['kept-canary', 'wage'],
        events: ['update papers'],
      },
      {
        send: 'GET /papers/1',
        as: ADMIN,
        status: 200,
        gives: { parts: [{ shown: 's', wage: null }] },
        never: ['kept-canary'],
      },
      {
        send: 'POST /notes',
        body: { about: 1, several: [1] },
        status: 201,
        gives: { about: null, several: [] },
        events: ['create notes'],
      },
      { send: 'GET /notes/1', status: 200, gives: { about: null, several: [] } },
      {
        send: 'GET /notes/1',
        as: ANNA,
        status: 200,
        gives: { about: { text: 'changed' }, several: [{ id: 1 }] },
        never: ['salary', 'kept-canary'],
      },
      { send: 'GET /notes?where[about.text][equals]=changed', status: 200, gives: { totalDocs: 0 } },
      { send: 'GET /notes?where[several.text][equals]=changed', status: 200, gives: { totalDocs: 0 } },
      { send: 'GET /notes?where[about.text][not_equals]=changed', status: 200, gives: { totalDocs: 1 } },
      { send: 'GET /notes?where[about.text][equals]=changed', as: ANNA, status: 200, gives: { totalDocs: 1 } },
      { send: 'GET /notes?where[about.salary][gt]=1', as: ANNA, status: 403 },
      { send: 'GET /notes?where[about.code][equals]=x', as: ANNA, status: 400 },
    ],
  },
]
