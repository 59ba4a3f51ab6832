/** A server of its own, for who has no application to plug into: the API, endpoints from the root, and `/healthz`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { httpOf } from '../lib/cms.ts'
import type { Cms } from '../lib/local/handle.ts'
import { isBelow, NodeExchange, send } from './node-exchange.ts'

/** How long answers in flight may take once the end was asked for. */
const GRACE = 10_000

export interface Standalone {
  server: Server
  /** No new connections, answers in flight finished, the database closed. */
  stop(): Promise<void>
}

export async function standalone(cms: Cms, port: number, hostname?: string): Promise<Standalone> {
  const api = httpOf(cms)
  const prefix = cms.engine.settings.routes.api
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/healthz') return health(cms, request, response)
    const below = isBelow(path, prefix)
    const exchange = new NodeExchange(request, path, below ? prefix : '')
    const { answer } = await (below ? api.handle(exchange) : api.handleRoot(exchange))
    send(answer, request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  return { server, stop: () => stop(server, cms) }
}

async function health(cms: Cms, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  const isUp = await cms.engine.store.read('select 1').then(
    () => true,
    () => false,
  )
  send({ status: isUp ? 200 : 503, headers, body: JSON.stringify({ status: isUp ? 'ok' : 'database away' }) }, request, response)
}

async function stop(server: Server, cms: Cms): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), GRACE)
  await closed
  clearTimeout(timer)
  await cms.stop()
}
