/** A server of its own, for who has no application to plug into: the API, the admin, endpoints from the root, and `/healthz`. */
import { createServer, type Server } from 'node:http'
import { httpOf } from '../lib/cms.ts'
import { pathsOf } from '../lib/http/probes.ts'
import type { Cms } from '../lib/local/handle.ts'
import { isBelow, NodeExchange, pathOf, send } from './node-exchange.ts'

/** How long answers in flight may take once the end was asked for. */
const GRACE = 10_000

export interface Standalone {
  server: Server
  /** No new connections, answers in flight finished, the database closed. */
  stop(): Promise<void>
}

export async function standalone(cms: Cms, port: number, hostname?: string): Promise<Standalone> {
  const api = httpOf(cms)
  const { settings } = cms.engine
  const prefix = settings.routes.api
  const { health = '/healthz', metrics } = pathsOf(settings)
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const probe = pathOf(path)
    if (probe === health) return send(await api.probes.health(), request, response)
    if (probe === metrics) return send(await api.probes.metrics(new NodeExchange(request, path, '')), request, response)
    const below = isBelow(path, prefix)
    const exchange = new NodeExchange(request, path, below ? prefix : '')
    const answer = below ? (await api.handle(exchange)).answer : ((await api.site(exchange)) ?? (await api.handleRoot(exchange)).answer)
    send(answer, request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  return { server, stop: () => stop(server, cms) }
}

async function stop(server: Server, cms: Cms): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), GRACE)
  await closed
  clearTimeout(timer)
  await cms.stop()
}
