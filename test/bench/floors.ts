/** What a good engineer writes by hand, on the same framework and driver, with every statement prepared: `hand` parses and prints objects and sends an ETag, as Express does by itself and Koa with its own middleware; `spliced` sends stored JSON through as text, without a tag. */

import type { RequestListener, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { adapter } from './content.ts'

const require = createRequire(import.meta.url)

export type Floor = 'hand' | 'spliced'
type Run = (sql: string, values: unknown[]) => Promise<any[]>

const COLUMNS = 'id, title, slug, category, views, featured, author, body, created_at, updated_at'

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
  list(ids: number[]): unknown
}

interface Handlers {
  one(id: number, depth: number): Promise<unknown>
  list(query: { limit: number; page: number; category: string | undefined; depth: number }): Promise<unknown>
  create(data: any): Promise<unknown>
  update(id: number, data: any): Promise<unknown>
}

function handlersFor(kind: Floor, { run, write, native, posts, authors, any, list }: Parts): Handlers {
  const one = native(`select ${COLUMNS} from ${posts} where id = ?`)
  const author = native(`select id, name, bio, created_at, updated_at from ${authors} where id ${any}`)
  const page = native(`select ${COLUMNS} from ${posts} order by created_at desc, id desc limit ? offset ?`)
  const count = native(`select count(*) as n from ${posts}`)
  const ofCategory = native(`select ${COLUMNS} from ${posts} where category = ? order by created_at desc, id desc limit ? offset ?`)
  const countOfCategory = native(`select count(*) as n from ${posts} where category = ?`)
  const insert = native(
    `insert into ${posts} (created_at, updated_at, title, slug, category, views, featured, author, body) values (?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
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
    async list({ limit, page: number, category, depth }) {
      const rows = await run(
        category ? ofCategory : page,
        category ? [category, limit, (number - 1) * limit] : [limit, (number - 1) * limit],
      )
      const [{ n }] = (await run(category ? countOfCategory : count, category ? [category] : [])) as [{ n: number }]
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
        data.views,
        null,
        data.author,
        JSON.stringify(data.body),
      ])) as [{ id: number }]
      return show({ id, created_at: at, updated_at: at, ...data, featured: null, body: JSON.stringify(data.body) })
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
    category: row.category,
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
  return `{"id":${row.id},"title":${JSON.stringify(row.title)},"slug":${JSON.stringify(row.slug)},"category":${JSON.stringify(row.category)},"views":${row.views},"featured":${featured},"author":${authors ? authors.get(row.author) : row.author},"body":${row.body},"createdAt":"${row.created_at}","updatedAt":"${row.updated_at}"}`
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
  depth: Number(query.depth),
})

async function read(stream: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
