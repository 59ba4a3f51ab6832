/** A standalone server, if you have no application of your own: the API, the admin, endpoints from the root, and `/healthz`. */
import { createServer, type Server } from 'node:http'

import { pathsOf } from '../lib/http/probes.ts'
import type { Handle } from '../lib/local/handle.ts'
import { drainable } from './graceful.ts'
import { isBelow, pathOf, send } from './node-exchange.ts'
import { behind } from './proxied-exchange.ts'

/** Seconds: process managers usually send SIGKILL ten seconds after SIGTERM. */
const ENDS_WITHIN = 9

export interface Standalone {
  server: Server
  /** Accepts no new connections, finishes running responses, and closes the database. */
  stop(): Promise<void>
}

/** `proxies`: how many trusted proxies every request passes. */
export async function standalone(cms: Handle, port: number, hostname?: string, proxies = 0): Promise<Standalone> {
  const exchangeOf = behind(proxies)
  const api = cms.engine.http
  const { settings } = cms.engine
  const { api: prefix, mount } = settings.routes
  const own = [prefix, settings.admin.path]
  const { health = '/healthz', metrics } = pathsOf(settings)
  const server = createServer(async (request, response) => {
    const target = belowMount(request.url ?? '/', mount, own)
    const path = pathOf(target)
    if (path === health) return send(await api.probes.health(), request, response)
    if (path === metrics) return send(await api.probes.metrics(exchangeOf(request, target, '')), request, response)
    const isUnder = isBelow(path, prefix)
    const exchange = exchangeOf(request, target, isUnder ? prefix : '')
    const answer = isUnder ? (await api.handle(exchange)).answer : ((await api.site(exchange)) ?? (await api.handleRoot(exchange)).answer)
    send(answer, request, response)
  })
  const { drain } = drainable(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, hostname, resolve)
  })
  return {
    server,
    async stop() {
      const begun = performance.now()
      await drain()
      await cms.stop({ within: Math.max(1, ENDS_WITHIN - (performance.now() - begun) / 1000) })
    },
  }
}

/** Addresses of files and links contain the mount path; this server answers with it and without. */
function belowMount(target: string, mount: string | undefined, own: readonly string[]): string {
  const path = pathOf(target)
  if (mount === undefined || !isBelow(path, mount) || own.some((one) => isBelow(path, one))) return target
  const rest = target.slice(mount.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}
