/** What a good engineer writes by hand, on the same framework and driver, with every statement prepared: `hand` parses and prints objects and sends an ETag, as Express does by itself and Koa with its own middleware; `spliced` sends stored JSON through as text, without a tag. */

import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { adapter } from './content.ts'

const require = createRequire(import.meta.url)

export type Floor = 'hand' | 'spliced'
type Run = (sql: string, values: unknown[]) => Promise<any[]>

const COLUMNS = 'id, title, slug, status, category, "publishedAt", views, featured, author, body, created_at, updated_at'
const PUBLISHED = "status = 'published'"

export async function floor(kind: Floor, host: 'express' | 'koa', where: string): Promise<RequestListener> {
  const connections = await adapter(where).open({ log: console as never })
  const isPostgres = where.startsWith('postgres:')
  const { dialect } = adapter(where)
  const run: Run = (sql, values) => connections.read(sql, values)
  const write: Run = (sql, values) => connections.single(sql, values)
  const handlers = handlersFor(kind, {
    run,
    write,
    native: dialect.native,
    posts: dialect.table('posts'),
    authors: dialect.table('authors'),
    any: isPostgres ? '= any(?::bigint[])' : 'in (select value from json_each(?))',
    isPostgres,
    list: (ids) => dialect.list('id', ids),
  })
  return host === 'express' ? onExpress(handlers, kind) : onKoa(handlers, kind)
}

interface Parts {
  run: Run
  write: Run
  native(sql: string): string
  posts: string
  authors: string
  any: string
  isPostgres: boolean
  list(ids: number[]): unknown
}

interface ListQuery {
  limit: number
  page: number
  depth: number
  category: string | undefined
  moreViewsThan: string | undefined
  isByDate: boolean
}

interface Handlers {
  one(id: number, depth: number): Promise<unknown>
  list(query: ListQuery): Promise<unknown>
  create(data: any): Promise<unknown>
  update(id: number, data: any): Promise<unknown>
}

function handlersFor(kind: Floor, { run, write, native, posts, authors, any, list, isPostgres }: Parts): Handlers {
  const one = native(`select ${COLUMNS} from ${posts} where id = ? and ${PUBLISHED}`)
  const author = native(`select id, name, bio, created_at, updated_at from ${authors} where id ${any}`)
  /** Two statements for each question that is asked: the page, and the total. */
  const lists = new Map<string, { page: string; count: string }>()
  const statementsFor = ({ category, moreViewsThan, isByDate }: ListQuery) => {
    const where = [PUBLISHED, ...(category ? ['category = ?'] : []), ...(moreViewsThan ? ['views > ?'] : [])].join(' and ')
    const order = isByDate ? `"publishedAt" desc${isPostgres ? ' nulls last' : ''}, created_at desc` : 'created_at desc'
    const made = lists.get(where + order) ?? {
      page: native(`select ${COLUMNS} from ${posts} where ${where} order by ${order}, id desc limit ? offset ?`),
      count: native(`select count(*) as n from ${posts} where ${where}`),
    }
    lists.set(where + order, made)
    return made
  }
  const insert = native(
    `insert into ${posts} (created_at, updated_at, status, title, slug, category, "publishedAt", views, featured, author, body) values (?, ?, 'published', ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
  )
  const change = native(`update ${posts} set views = ?, updated_at = ? where id = ? returning ${COLUMNS}`)
  const show = kind === 'hand' ? asObject : asText
  const authorsOf = async (rows: any[], depth: number) => {
    if (depth === 0) return undefined
    const found = await run(author, [list([...new Set(rows.map((row) => row.author as number))])])
    return new Map(found.map((row) => [row.id, kind === 'hand' ? authorObject(row) : JSON.stringify(authorObject(row))]))
  }
  return {
    async one(id, depth) {
      const rows = await run(one, [id])
      return show(rows[0], await authorsOf(rows, depth))
    },
    async list(query) {
      const { limit, page: number, depth } = query
      const { page, count } = statementsFor(query)
      const values = [query.category, query.moreViewsThan && Number(query.moreViewsThan)].filter((value) => value !== undefined)
      const rows = await run(page, [...values, limit, (number - 1) * limit])
      const [{ n }] = (await run(count, values)) as [{ n: number }]
      const total = Number(n)
      const known = await authorsOf(rows, depth)
      const pages = {
        totalDocs: total,
        limit,
        page: number,
        totalPages: Math.ceil(total / limit),
        hasNextPage: number * limit < total,
        hasPrevPage: number > 1,
      }
      if (kind === 'hand') return { docs: rows.map((row) => asObject(row, known)), ...pages }
      return `{"docs":[${rows.map((row) => asText(row, known)).join()}],${JSON.stringify(pages).slice(1)}`
    },
    async create(data) {
      const at = new Date().toISOString()
      const [{ id }] = (await write(insert, [
        at,
        at,
        data.title,
        data.slug,
        data.category,
        data.publishedAt,
        data.views,
        null,
        data.author,
        JSON.stringify(data.body),
      ])) as [{ id: number }]
      return show({ id, created_at: at, updated_at: at, status: 'published', ...data, featured: null, body: JSON.stringify(data.body) })
    },
    async update(id, data) {
      return show((await write(change, [data.views, new Date().toISOString(), id]))[0])
    },
  }
}

function asObject(row: any, authors?: Map<number, unknown>) {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    status: row.status,
    category: row.category,
    publishedAt: row.publishedAt,
    views: row.views,
    featured: row.featured === null ? null : Boolean(row.featured),
    author: authors ? authors.get(row.author) : row.author,
    body: JSON.parse(row.body),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function asText(row: any, authors?: Map<number, unknown>): string {
  const featured = row.featured === null ? 'null' : row.featured ? 'true' : 'false'
  return `{"id":${row.id},"title":${JSON.stringify(row.title)},"slug":${JSON.stringify(row.slug)},"status":"${row.status}","category":${JSON.stringify(row.category)},"publishedAt":"${row.publishedAt}","views":${row.views},"featured":${featured},"author":${authors ? authors.get(row.author) : row.author},"body":${row.body},"createdAt":"${row.created_at}","updatedAt":"${row.updated_at}"}`
}

const authorObject = (row: any) => ({
  id: row.id,
  name: row.name,
  bio: row.bio,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

function onExpress(handlers: Handlers, kind: Floor): RequestListener {
  const express = require('express')
  const app = express()
  const send =
    kind === 'hand'
      ? (response: any, value: unknown) => response.set(HEADERS).json(value)
      : (response: any, value: unknown) => raw(response, value as string)
  app.use(express.json())
  app.get('/api/cms/posts/:id', async (request: any, response: any) =>
    send(response, await handlers.one(Number(request.params.id), Number(request.query.depth))),
  )
  app.get('/api/cms/posts', async (request: any, response: any) => send(response, await handlers.list(listQuery(request.query))))
  app.post('/api/cms/posts', async (request: any, response: any) => send(response.status(201), await handlers.create(request.body)))
  app.patch('/api/cms/posts/:id', async (request: any, response: any) =>
    send(response, await handlers.update(Number(request.params.id), request.body)),
  )
  return app
}

function raw(response: ServerResponse, text: string): void {
  response.writeHead(response.statusCode, { ...HEADERS, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

function onKoa(handlers: Handlers, kind: Floor): RequestListener {
  const Koa = require('koa')
  const Router = require('@koa/router')
  const app = new (Koa.default ?? Koa)()
  const router = new (Router.default ?? Router)()
  if (kind === 'hand') for (const name of ['koa-conditional-get', '@koa/etag']) app.use((require(name).default ?? require(name))())
  const send = (ctx: any, value: unknown) => {
    ctx.set(HEADERS)
    ctx.body = kind === 'hand' ? JSON.stringify(value) : value
  }
  router.get('/api/cms/posts/:id', async (ctx: any) => send(ctx, await handlers.one(Number(ctx.params.id), Number(ctx.query.depth))))
  router.get('/api/cms/posts', async (ctx: any) => send(ctx, await handlers.list(listQuery(ctx.query))))
  router.post('/api/cms/posts', async (ctx: any) => {
    ctx.status = 201
    send(ctx, await handlers.create(await read(ctx.req)))
  })
  router.patch('/api/cms/posts/:id', async (ctx: any) => send(ctx, await handlers.update(Number(ctx.params.id), await read(ctx.req))))
  app.use(router.routes())
  return app.callback()
}

const listQuery = (query: any) => ({
  limit: Number(query.limit ?? 10),
  page: Number(query.page ?? 1),
  category: query['where[category][equals]'] ?? query.where?.category?.equals,
  moreViewsThan: query['where[views][gt]'] ?? query.where?.views?.gt,
  isByDate: query.sort === '-publishedAt',
  depth: Number(query.depth),
})

async function read(stream: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
