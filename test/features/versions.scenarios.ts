/** What versions must do, as tables: kept, compared, restored, pruned, and what is refused. */
import type { Config } from '../../lib/config.ts'
import type { Scenario, Step } from '../harness/scenario.ts'

const ANNA = { id: 7, role: 'editor' }
const BERT = { id: 8, role: 'editor' }

export const withVersions: Partial<Config> = {
  collections: [
    {
      slug: 'posts',
      drafts: true,
      versions: { max: 3 },
      access: { read: 'anyone' },
      fields: [
        { name: 'title', required: true },
        { name: 'note', hidden: true },
        { name: 'fee', type: 'number', access: { read: 'admin', update: 'admin' } },
        { name: 'seo', type: 'group', fields: [{ name: 'text' }] },
        { name: 'rows', type: 'array', fields: [{ name: 'word' }, { name: 'kept', hidden: true }] },
      ],
    },
    {
      slug: 'pages',
      versions: true,
      access: { read: 'anyone', update: ({ user }: any) => user?.id === 7 },
      hooks: { beforeChange: ({ data }: any) => (data.text === 'no' ? Promise.reject(new Error('never')) : undefined) },
      fields: [{ name: 'text', required: true }],
    },
    { slug: 'plain', fields: [{ name: 'text' }] },
  ],
  globals: [
    { slug: 'site', versions: true, access: { read: 'anyone' }, fields: [{ name: 'name' }] },
    { slug: 'tenant', versions: true, scope: () => null, fields: [{ name: 'name' }] },
  ],
}

const post: Step = {
  send: 'POST /posts',
  body: { title: 'One', note: 'canary', rows: [{ word: 'a', kept: 'canary' }], fee: 5 },
  as: ANNA,
  status: 201,
  gives: { id: 1 },
  events: ['create posts'],
}

export const versionScenarios: Scenario[] = [
  {
    name: 'keeps every save, newest first, without hidden fields',
    steps: [
      post,
      {
        send: 'PATCH /posts/1',
        body: { title: 'Two', status: 'published' },
        as: ANNA,
        status: 200,
        events: ['update posts', 'publish posts'],
      },
      { send: 'PATCH /posts/1', body: { title: 'Three', status: 'draft' }, as: ANNA, status: 200, events: ['draft posts'] },
      {
        send: 'GET /posts/1/versions',
        as: ANNA,
        status: 200,
        gives: {
          totalDocs: 3,
          limit: 10,
          page: 1,
          hasNextPage: false,
          docs: [
            { id: 3, status: 'draft', latest: true, author: null },
            { id: 2, status: 'published', latest: false },
            { id: 1, status: 'draft', latest: false },
          ],
        },
        never: ['data', 'canary'],
      },
      {
        send: 'GET /posts/1/versions?limit=1&page=2',
        as: ANNA,
        status: 200,
        gives: { docs: [{ id: 2, latest: false }], hasNextPage: true, hasPrevPage: true },
      },
      { send: 'GET /posts/1/versions?limit=0', as: ANNA, status: 400 },
      { send: 'GET /posts/1/versions?page=0', as: ANNA, status: 400 },
      {
        send: 'GET /posts/1/versions/1',
        as: ANNA,
        status: 200,
        gives: { id: 1, status: 'draft', latest: false, data: { title: 'One', status: 'draft', rows: [{ word: 'a' }] } },
        never: ['canary', 'fee'],
      },
      { send: 'PATCH /posts/1', body: { title: 'Four' }, as: ANNA, status: 200, events: ['draft posts'] },
      { send: 'GET /posts/1/versions', as: ANNA, status: 200, gives: { totalDocs: 3, docs: [{ id: 4 }, { id: 3 }, { id: 2 }] } },
      { send: 'POST /posts/1/discard-draft', as: ANNA, status: 200, gives: { title: 'Two' } },
      {
        send: 'GET /posts/1/versions',
        as: ANNA,
        status: 200,
        gives: { totalDocs: 3, docs: [{ id: 4, latest: true }, { id: 3 }, { id: 2 }] },
      },
    ],
  },
  {
    name: 'compares a version with another one and with what is live',
    steps: [
      post,
      {
        send: 'PATCH /posts/1',
        body: { title: 'Two', seo: { text: 't' }, status: 'published' },
        as: ANNA,
        status: 200,
        events: ['update posts', 'publish posts'],
      },
      { send: 'PATCH /posts/1', body: { title: 'Three', status: 'draft' }, as: ANNA, status: 200, events: ['draft posts'] },
      {
        send: 'GET /posts/1/versions/3?compare=1',
        as: ANNA,
        status: 200,
        gives: {
          changes: [
            { field: 'title', before: 'One', after: 'Three' },
            { field: 'seo.text', before: null, after: 't' },
          ],
        },
      },
      {
        send: 'GET /posts/1/versions/3?compare=live',
        as: ANNA,
        status: 200,
        gives: {
          changes: [
            { field: 'title', before: 'Two', after: 'Three' },
            { field: 'status', before: 'published', after: 'draft' },
          ],
        },
      },
      { send: 'GET /posts/1/versions/3?compare=99', as: ANNA, status: 404 },
      { send: 'GET /posts/1/versions/3?compare=other', as: ANNA, status: 400 },
    ],
  },
  {
    name: 'restores a version: as a draft where there are drafts, through hooks and validation elsewhere',
    steps: [
      post,
      {
        send: 'PATCH /posts/1',
        body: { title: 'Two', status: 'published' },
        as: ANNA,
        status: 200,
        events: ['update posts', 'publish posts'],
      },
      {
        send: 'POST /posts/1/versions/1/restore',
        as: ANNA,
        status: 200,
        gives: { title: 'One', status: 'draft' },
        events: ['draft posts'],
      },
      { send: 'GET /posts/1', status: 200, gives: { title: 'Two' } },
      { send: 'GET /posts/1/versions', as: ANNA, status: 200, gives: { totalDocs: 3 } },
      { send: 'POST /posts/1/unpublish', as: ANNA, status: 200, gives: { title: 'One' }, events: ['update posts', 'unpublish posts'] },
      {
        send: 'POST /posts/1/versions/2/restore',
        as: ANNA,
        status: 200,
        gives: { title: 'Two', status: 'draft' },
        events: ['update posts'],
      },
      { send: 'POST /pages', body: { text: 'a' }, as: ANNA, status: 201, events: ['create pages'] },
      { send: 'PATCH /pages/1', body: { text: 'b' }, as: ANNA, status: 200, events: ['update pages'] },
      { send: 'POST /pages/1/versions/6/restore', as: ANNA, status: 200, gives: { text: 'a' }, events: ['update pages'] },
      { send: 'GET /pages/1/versions', as: ANNA, status: 200, gives: { docs: [{ id: 8, status: null }, { id: 7 }, { id: 6 }] } },
      { send: 'GET /pages/1/versions', as: BERT, status: 403 },
      { send: 'GET /pages/1/versions', status: 401 },
      { send: 'GET /pages/1/versions/7', as: BERT, status: 403 },
      { send: 'POST /pages/1/versions/7/restore', as: BERT, status: 403 },
    ],
  },
  {
    name: 'does the same with globals, and refuses what is not there',
    steps: [
      { send: 'GET /globals/site/versions', as: ANNA, status: 200, gives: { docs: [], totalDocs: 0 } },
      { send: 'GET /globals/site/versions/1', as: ANNA, status: 404 },
      { send: 'POST /globals/site/versions/1/restore', as: ANNA, status: 404 },
      { send: 'POST /globals/site', body: { name: 'a' }, as: ANNA, status: 200, events: ['update site'] },
      { send: 'POST /globals/site', body: { name: 'b' }, as: ANNA, status: 200, events: ['update site'] },
      {
        send: 'GET /globals/site/versions/1?compare=live',
        as: ANNA,
        status: 200,
        gives: { data: { name: 'a' }, changes: [{ field: 'name', before: 'b', after: 'a' }] },
      },
      { send: 'POST /globals/site/versions/1/restore', as: ANNA, status: 200, gives: { name: 'a' }, events: ['update site'] },
      { send: 'GET /globals/site/versions', as: ANNA, status: 200, gives: { totalDocs: 3 } },
      { send: 'GET /globals/tenant/versions', as: ANNA, status: 200, gives: { docs: [] } },
      { send: 'GET /globals/tenant/versions/1', as: ANNA, status: 404 },
      { send: 'POST /globals/tenant/versions/1/restore', as: ANNA, status: 400 },
      { send: 'GET /plain/1/versions', as: ANNA, status: 400, says: "'plain' has no versions" },
      { send: 'GET /posts/9/versions', as: ANNA, status: 404 },
      { send: 'GET /posts/x/versions', as: ANNA, status: 404 },
      { send: 'GET /globals/nothing/versions', as: ANNA, status: 404 },
      post,
      { send: 'GET /posts/1/versions/x', as: ANNA, status: 404 },
      { send: 'GET /posts/1/versions/1', as: ANNA, status: 404 },
      { send: 'GET /posts/1/versions/4/other', as: ANNA, status: 404 },
      { send: 'DELETE /posts/1/versions/4', as: ANNA, status: 405 },
      { send: 'DELETE /posts/1', as: ANNA, status: 200, events: ['delete posts'] },
      { send: 'GET /posts/1/versions', as: ANNA, status: 404 },
    ],
  },
  {
    name: 'keeps one version of a row of autosaves by one author, and tells nobody of them',
    steps: [
      post,
      { send: 'POST /posts/1/autosave', body: { title: 'T' }, as: ANNA, status: 200, gives: { title: 'T', status: 'draft' } },
      { send: 'POST /posts/1/autosave', body: { title: 'Tw' }, as: ANNA, status: 200, gives: { title: 'Tw' } },
      { send: 'POST /posts/1/autosave', body: { title: 'Two' }, as: ANNA, status: 200, gives: { title: 'Two' } },
      { send: 'GET /posts/1/versions', as: ANNA, status: 200, gives: { totalDocs: 2 } },
      { send: 'GET /posts/1/versions/4', as: ANNA, status: 200, gives: { data: { title: 'Two' }, latest: true } },
      { send: 'GET /posts/1/versions/1', as: ANNA, status: 200, gives: { data: { title: 'One' } } },
      { send: 'POST /posts/1/autosave', body: { title: 'Drei' }, as: BERT, status: 200 },
      { send: 'GET /posts/1/versions', as: ANNA, status: 200, gives: { totalDocs: 3 } },
      { send: 'PATCH /posts/1', body: { title: 'Three' }, as: BERT, status: 200, events: ['update posts'] },
      { send: 'POST /posts/1/autosave', body: { title: 'Four' }, as: BERT, status: 200 },
      { send: 'GET /posts/1/versions', as: ANNA, status: 200, gives: { docs: [{ id: 7 }, { id: 6 }, { id: 5 }] } },
    ],
  },
  {
    name: 'lets an autosave change nothing that is live',
    steps: [
      { ...post, body: { title: 'One', status: 'published' }, events: ['create posts', 'publish posts'] },
      {
        send: 'POST /posts/1/autosave',
        body: { title: 'Two', status: 'published' },
        as: ANNA,
        status: 200,
        gives: { title: 'Two', status: 'draft' },
      },
      { send: 'GET /posts/1', status: 200, gives: { title: 'One', status: 'published' } },
      { send: 'GET /posts/1?draft=true', as: ANNA, status: 200, gives: { title: 'Two', status: 'draft' } },
      {
        send: 'POST /posts/1/autosave',
        body: { title: 'x' },
        as: ANNA,
        headers: { 'if-match': '"r1"' },
        status: 400,
        says: 'has changed since it was read',
      },
      { send: 'POST /posts/1/autosave', body: { title: 7 }, as: ANNA, status: 400 },
      { send: 'POST /posts/1/autosave', body: { title: 'x' }, status: 401 },
      { send: 'POST /posts/9/autosave', body: { title: 'x' }, as: ANNA, status: 404 },
      { send: 'POST /pages/1/autosave', body: { text: 'x' }, as: ANNA, status: 400, says: "'pages' has no drafts" },
      { send: 'POST /globals/site/autosave', body: { name: 'x' }, as: ANNA, status: 400, says: "'site' has no drafts" },
    ],
  },
]
