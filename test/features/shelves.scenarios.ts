/** Trash, order and where-used, as tables. */
import type { Config } from '../../lib/config.ts'
import type { Scenario, Step } from '../harness/scenario.ts'

const ANNA = { id: 7, role: 'editor' }
const ADMIN = { id: 1, role: 'admin' }
const IN_A = { id: 7, role: 'editor', tenant: 'a' }

export const withShelves: Partial<Config> = {
  localization: { locales: ['en', 'th'] },
  collections: [
    {
      slug: 'posts',
      trash: true,
      access: { read: 'anyone', delete: 'admin' },
      useAsTitle: 'title',
      fields: [{ name: 'title' }, { name: 'code', unique: true }],
    },
    { slug: 'items', orderable: true, access: { read: 'anyone' }, fields: [{ name: 'name' }] },
    {
      slug: 'uses',
      drafts: true,
      useAsTitle: 'name',
      access: { read: 'anyone' },
      fields: [
        { name: 'name' },
        { name: 'post', type: 'relationship', to: 'posts' },
        { name: 'posts', type: 'relationship', to: 'posts', hasMany: true, localized: true },
        { name: 'rows', type: 'array', fields: [{ name: 'post', type: 'relationship', to: 'posts' }] },
        { name: 'kept', type: 'relationship', to: 'posts', hidden: true },
        { name: 'keptToo', type: 'relationship', to: 'posts', hasMany: true, hidden: true },
        { name: 'ruled', type: 'relationship', to: 'posts', access: { read: 'admin', update: 'anyone' } },
      ],
    },
    { slug: 'secrets', access: { read: 'admin' }, fields: [{ name: 'post', type: 'relationship', to: 'posts' }] },
    {
      slug: 'binned',
      trash: true,
      drafts: true,
      orderable: true,
      useAsTitle: 'title',
      access: {
        read: ({ user }: any) => user !== null && (user.role === 'admin' || { tenant: { equals: user.tenant ?? 'none' } }),
        update: 'loggedIn',
        delete: ({ user }: any) => user !== null && (user.role === 'admin' || { by: { equals: user.id } }),
      },
      fields: [
        { name: 'title' },
        { name: 'tenant' },
        { name: 'by', type: 'number' },
        { name: 'friend', type: 'relationship', to: 'binned' },
        { name: 'post', type: 'relationship', to: 'posts' },
      ],
    },
  ],
  globals: [{ slug: 'site', access: { read: 'anyone' }, fields: [{ name: 'home', type: 'relationship', to: 'posts' }] }],
}

const post = (title: string): Step => ({
  send: 'POST /posts',
  body: { title, code: title },
  as: ANNA,
  status: 201,
  events: ['create posts'],
})
const item = (name: string): Step => ({ send: 'POST /items', body: { name }, as: ANNA, status: 201, events: ['create items'] })
const order = (...names: string[]): Step => ({ send: 'GET /items', status: 200, gives: { docs: names.map((name) => ({ name })) } })

export const shelfScenarios: Scenario[] = [
  {
    name: 'moves what is deleted to the trash, brings it back, and ends it the second time',
    steps: [
      post('One'),
      post('Two'),
      { send: 'POST /uses', body: { post: 1, status: 'published' }, as: ANNA, status: 201, events: ['create uses', 'publish uses'] },
      { send: 'DELETE /posts/1', as: ANNA, status: 403 },
      { send: 'DELETE /posts/1', as: ADMIN, status: 200, gives: { title: 'One' }, events: ['delete posts'] },
      { send: 'GET /posts/1', status: 404 },
      { send: 'GET /posts', status: 200, gives: { totalDocs: 1, docs: [{ title: 'Two' }] } },
      { send: 'GET /uses/1', status: 200, gives: { post: null } },
      { send: 'GET /uses?where[post.title][equals]=One', status: 200, gives: { totalDocs: 0 } },
      {
        send: 'POST /uses',
        body: { post: 1 },
        as: ANNA,
        status: 400,
        gives: { errors: [{ field: 'post', message: 'posts 1 does not exist' }] },
      },
      { send: 'PATCH /posts/1', body: { title: 'x' }, as: ADMIN, status: 404 },
      { send: 'GET /posts?trash=true', status: 401 },
      { send: 'GET /posts?trash=true', as: ANNA, status: 403 },
      { send: 'GET /posts?trash=perhaps', as: ADMIN, status: 400 },
      { send: 'GET /posts?trash=true', as: ADMIN, status: 200, gives: { totalDocs: 1, docs: [{ title: 'One' }] } },
      { send: 'GET /posts/1?trash=true', as: ADMIN, status: 200, gives: { title: 'One' } },
      { send: 'GET /posts/2?trash=true', as: ADMIN, status: 404 },
      { send: 'POST /posts/1/recover', status: 401 },
      { send: 'POST /posts/1/recover', as: ANNA, status: 200, gives: { title: 'One' }, events: ['create posts'] },
      { send: 'POST /posts/1/recover', as: ANNA, status: 200, gives: { title: 'One' } },
      { send: 'GET /uses/1', status: 200, gives: { post: { title: 'One' } } },
      { send: 'DELETE /posts/1', as: ADMIN, status: 200, events: ['delete posts'] },
      { send: 'DELETE /posts/1', as: ADMIN, status: 200 },
      { send: 'GET /posts?trash=true', as: ADMIN, status: 200, gives: { totalDocs: 0 } },
      { send: 'POST /posts/1/recover', as: ADMIN, status: 404 },
      { send: 'POST /items/1/recover', as: ADMIN, status: 400, says: "'items' has no trash" },
      { send: 'GET /items?trash=true', as: ADMIN, status: 200 },
    ],
  },
  {
    name: 'keeps the order that editors choose',
    steps: [
      item('a'),
      item('b'),
      item('c'),
      order('a', 'b', 'c'),
      { send: 'POST /items/3/move', body: { before: 1 }, as: ANNA, status: 200, gives: { name: 'c' }, events: ['update items'] },
      order('c', 'a', 'b'),
      { send: 'POST /items/3/move', body: { after: 1 }, as: ANNA, status: 200, events: ['update items'] },
      order('a', 'c', 'b'),
      { send: 'POST /items/1/move', body: { after: 2 }, as: ANNA, status: 200, events: ['update items'] },
      order('c', 'b', 'a'),
      item('d'),
      order('c', 'b', 'a', 'd'),
      { send: 'GET /items?sort=name', status: 200, gives: { docs: [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }] } },
      { send: 'GET /items?sort=$position', status: 400 },
      { send: 'GET /items?limit=2&page=2', status: 200, gives: { docs: [{ name: 'a' }, { name: 'd' }], totalDocs: 4 } },
      { send: 'POST /items/1/move', body: { after: 1 }, as: ANNA, status: 200 },
      { send: 'POST /items/1/move', body: { before: 2 }, status: 401 },
      { send: 'POST /items/1/move', body: {}, as: ANNA, status: 400 },
      { send: 'POST /items/1/move', body: { before: 2, after: 3 }, as: ANNA, status: 400 },
      { send: 'POST /items/1/move', body: { before: 99 }, as: ANNA, status: 404 },
      { send: 'POST /items/1/move', body: { before: 'x' }, as: ANNA, status: 404 },
      { send: 'POST /items/99/move', body: { before: 1 }, as: ANNA, status: 404 },
      { send: 'POST /posts/1/move', body: { before: 1 }, as: ANNA, status: 400, says: 'no order of its own' },
    ],
  },
  {
    name: 'says where a document is used, by those that the caller may read',
    steps: [
      post('One'),
      { send: 'GET /posts/1/references', status: 200, gives: { total: 0, references: [] } },
      {
        send: 'POST /uses',
        body: { name: 'Live', post: 1, posts: [1], rows: [{ post: 1 }], status: 'published' },
        as: ANNA,
        status: 201,
        events: ['create uses', 'publish uses'],
      },
      { send: 'POST /uses', body: { name: 'Draft', posts: [1] }, as: ANNA, status: 201, events: ['create uses'] },
      {
        send: 'POST /uses',
        body: { name: 'None', kept: 1, keptToo: [1], ruled: 1, status: 'published' },
        as: ANNA,
        status: 201,
        events: ['create uses', 'publish uses'],
      },
      {
        send: 'PATCH /uses/3?locale=th',
        body: { name: 'Next', posts: [1], status: 'draft' },
        as: ANNA,
        status: 200,
        events: ['draft uses'],
      },
      { send: 'POST /secrets', body: { post: 1 }, as: ADMIN, status: 201, events: ['create secrets'] },
      { send: 'POST /globals/site', body: { home: 1 }, as: ADMIN, status: 200, events: ['update site'] },
      {
        send: 'GET /posts/1/references',
        as: ANNA,
        status: 200,
        gives: {
          total: 5,
          references: [
            { collection: 'uses', id: 1, title: 'Live', fields: ['post', 'posts', 'rows.post'], draft: false },
            { collection: 'uses', id: 2, title: 'Draft', draft: false },
            { collection: 'uses', id: 3, title: 'Next', fields: ['posts'], draft: true },
            { global: 'site', title: null, fields: ['home'] },
          ],
        },
      },
      {
        send: 'GET /posts/1/references',
        status: 200,
        gives: { total: 2, references: [{ id: 1 }, { global: 'site' }] },
        never: ['Draft', 'Next', 'Live draft'],
      },
      { send: 'GET /posts/9/references', status: 404 },
      { send: 'GET /secrets/1/references', as: ANNA, status: 403 },
      { send: 'POST /uses/3/discard-draft', as: ANNA, status: 200 },
      { send: 'DELETE /uses/1', as: ANNA, status: 200, events: ['delete uses'] },
      { send: 'GET /posts/1/references', as: ANNA, status: 200, gives: { total: 3 } },
      {
        send: 'GET /posts/1/references',
        as: ADMIN,
        status: 200,
        gives: { references: [{ id: 2 }, { id: 3, fields: ['ruled'], draft: false }, {}, {}] },
      },
    ],
  },
  {
    name: 'shows of the trash what the caller may both read and delete',
    steps: [
      post('In the bin'),
      ...[
        { title: 'mine', tenant: 'a', by: 7, post: 1 },
        { title: 'theirs', tenant: 'a', by: 8 },
        { title: 'foreign', tenant: 'b', by: 7 },
        { title: 'kept', tenant: 'a', by: 7, friend: 1 },
        { title: 'draft', tenant: 'a', by: 8, status: 'draft' },
      ].map(
        (body): Step => ({
          send: 'POST /binned',
          body: { status: 'published', ...body },
          as: ADMIN,
          status: 201,
          events: body.status === 'draft' ? ['create binned'] : ['create binned', 'publish binned'],
        }),
      ),
      ...[1, 2, 3, 5].map((id): Step => ({ send: `DELETE /binned/${id}`, as: ADMIN, status: 200, events: ['delete binned'] })),
      { send: 'DELETE /posts/1', as: ADMIN, status: 200, events: ['delete posts'] },
      ...(['GET /binned?trash=true', 'GET /binned?trash=true&draft=true', 'GET /binned?trash=true&sort=title&limit=1'] as const).map(
        (send): Step => ({
          send,
          as: IN_A,
          status: 200,
          gives: { totalDocs: 1, docs: [{ id: 1 }] },
          never: ['theirs', 'foreign', '"draft"'],
        }),
      ),
      { send: 'GET /binned?trash=true&where[title][equals]=theirs', as: IN_A, status: 200, gives: { totalDocs: 0 } },
      { send: 'GET /binned/1?trash=true&depth=2', as: IN_A, status: 200, gives: { title: 'mine', post: null } },
      ...[2, 3, 4, 5, 9].map((id): Step => ({ send: `GET /binned/${id}?trash=true&draft=true`, as: IN_A, status: 404 })),
      { send: 'GET /binned/4?trash=true', as: ADMIN, status: 404 },
      { send: 'GET /binned?trash=true', status: 401 },
      { send: 'GET /binned?trash=true&draft=true', as: ADMIN, status: 200, gives: { totalDocs: 4 } },
      // Related documents are those outside the trash.
      { send: 'GET /binned?trash=true&where[post.title][equals]=In the bin', as: ADMIN, status: 200, gives: { totalDocs: 0 } },
      { send: 'GET /binned/4?depth=1', as: IN_A, status: 200, gives: { friend: null } },
      { send: 'PATCH /binned/2?trash=true', body: { title: 'x' }, as: IN_A, status: 404 },
      { send: 'DELETE /binned/2?trash=true', as: IN_A, status: 404 },
      { send: 'GET /binned/1/references?trash=true', as: IN_A, status: 404 },
    ],
  },
  {
    name: 'counts in “where used” what the caller may know of',
    steps: [
      post('One'),
      {
        send: 'POST /uses',
        body: { name: 'Live', status: 'published' },
        as: ANNA,
        status: 201,
        events: ['create uses', 'publish uses'],
      },
      { send: 'PATCH /uses/1', body: { name: 'Next', post: 1, status: 'draft' }, as: ANNA, status: 200, events: ['draft uses'] },
      { send: 'POST /uses', body: { name: 'Draft', post: 1 }, as: ANNA, status: 201, events: ['create uses'] },
      {
        send: 'POST /uses',
        body: { name: 'Ruled', ruled: 1, status: 'published' },
        as: ANNA,
        status: 201,
        events: ['create uses', 'publish uses'],
      },
      { send: 'POST /secrets', body: { post: 1 }, as: ADMIN, status: 201, events: ['create secrets'] },
      { send: 'GET /posts/1/references', status: 200, gives: { total: 0, references: [] } },
      { send: 'GET /posts/1/references', as: ANNA, status: 200, gives: { total: 3, references: [{ id: 1 }, { id: 2 }] } },
      {
        send: 'GET /posts/1/references',
        as: ADMIN,
        status: 200,
        gives: { total: 4, references: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 1 }] },
      },
    ],
  },
  {
    name: 'moves next to documents that the caller may read',
    steps: [
      ...[
        { title: 'mine', tenant: 'a' },
        { title: 'foreign', tenant: 'b' },
        { title: 'binned', tenant: 'a' },
        { title: 'draft', tenant: 'a', status: 'draft' },
      ].map(
        (body): Step => ({
          send: 'POST /binned',
          body: { status: 'published', ...body },
          as: ADMIN,
          status: 201,
          events: body.status === 'draft' ? ['create binned'] : ['create binned', 'publish binned'],
        }),
      ),
      { send: 'DELETE /binned/3', as: ADMIN, status: 200, events: ['delete binned'] },
      ...[2, 3, 99].map(
        (id): Step => ({
          send: 'POST /binned/1/move',
          body: { before: id },
          as: IN_A,
          status: 404,
          gives: { errors: [{ message: 'There is no document to move it next to' }] },
        }),
      ),
      { send: 'POST /binned/1/move', body: { after: 4 }, as: IN_A, status: 200, gives: { title: 'mine' }, events: ['update binned'] },
      { send: 'POST /binned/1/move', body: { before: 2 }, as: ADMIN, status: 200, events: ['update binned'] },
    ],
  },
]
