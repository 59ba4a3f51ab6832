/** One contender in a process of its own. Answers `/cpu` with the processor time it has used, in microseconds. */
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { cmsMiddleware as expressCms } from 'galley/express'
import { cmsMiddleware as koaCms } from 'galley/koa'
import { cmsHandler } from 'galley/node'
import { config } from './content.ts'
import { type Floor, floor } from './floors.ts'

const require = createRequire(import.meta.url)
const [contender, host, where] = process.argv.slice(2) as ['galley' | 'audited' | Floor, 'express' | 'koa' | 'node', string]

async function galley(audit: boolean): Promise<RequestListener> {
  const settings = { ...config(where), ...(audit && { audit }) }
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
  contender === 'galley' || contender === 'audited'
    ? await galley(contender === 'audited')
    : await floor(contender, host as 'express' | 'koa', where)
const server = createServer((request, response) => {
  if (request.url !== '/cpu') return listener(request, response)
  const { user, system } = process.cpuUsage()
  response.end(JSON.stringify({ cpu: user + system, rss: process.memoryUsage().rss }))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
process.once('disconnect', () => process.exit(0))
