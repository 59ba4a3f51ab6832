/** One contender in a process of its own. Answers `/cpu` with the processor time it has used, in microseconds. */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { cmsMiddleware as expressCms } from 'galley/express'
import { cmsMiddleware as koaCms } from 'galley/koa'
import { cmsHandler } from 'galley/node'
import { config } from './content.ts'
import { type Floor, floor } from './floors.ts'

/** Galley, with features that a comparison is about. */
const OURS = { galley: {}, audited: { audit: true }, keyed: { apiKeys: true } }
type Ours = keyof typeof OURS

const require = createRequire(import.meta.url)
const [contender, host, where] = process.argv.slice(2) as [Ours | Floor, 'express' | 'koa' | 'node', string]

async function galley(more: object): Promise<RequestListener> {
  const settings = { ...config(where), ...more }
  if (host === 'node') return cmsHandler(settings)
  if (host === 'express') {
    const app = require('express')()
    const middleware = expressCms(settings)
    app.use(middleware)
    await middleware.cms
    return app
  }
  const Koa = require('koa')
  const app = new (Koa.default ?? Koa)()
  const middleware = koaCms(settings)
  app.use(middleware)
  await middleware.cms
  return app.callback()
}

const listener =
  contender in OURS ? await galley(OURS[contender as Ours]) : await floor(contender as Floor, host as 'express' | 'koa', where)
const server = createServer((request, response) => {
  if (request.url !== '/cpu') return listener(request, response)
  const { user, system } = process.cpuUsage()
  response.end(JSON.stringify({ cpu: user + system, rss: process.memoryUsage().rss }))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
process.once('disconnect', () => process.exit(0))
