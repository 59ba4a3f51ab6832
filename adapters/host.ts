/** What all hosts' middleware shares: starts the CMS when it is first needed, and gives each request its own handle. Tested by test/hosts.test.ts. */
import { createCms, membersFor } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import type { Answer } from '../lib/http/answer.ts'
import { isForeign } from '../lib/http/csrf.ts'
import type { Exchange } from '../lib/http/exchange.ts'
import type { HttpFront } from '../lib/http/front.ts'
import { pathsOf, unwell } from '../lib/http/probes.ts'
import type { Cms } from '../lib/local/cms.ts'
import { BareHandle, type Handle } from '../lib/local/handle.ts'
import { consoleLog } from '../lib/log.ts'
import type { Settings } from '../lib/settings.ts'
import { isBelow } from './node-exchange.ts'
import { requestHandles } from './request-cms.ts'

export interface Hosted {
  /** The Local API; rejects if the start failed. */
  cms: Promise<Handle>
  /** The API prefix below the mount point. */
  prefix: string
  /** The handler for paths outside the API: the admin, and endpoints for machines; undefined for any other path. */
  beside(path: string): ((exchange: Exchange) => Promise<Answer>) | undefined
  /** Available without waiting once started; `undefined` before. */
  readonly api: HttpFront | undefined
  ready(): Promise<HttpFront | undefined>
  /** The handle of a request outside the API, available as `req.cms`. */
  handleFor(exchange: () => Exchange): Cms
}

export function host(given: Config | Cms): Hosted {
  const handle = given instanceof BareHandle ? (given as Handle) : undefined
  // Whatever else was given, the start says what is wrong with it.
  const config = handle?.engine.settings ?? ((given ?? {}) as Config)
  const cms = handle ? Promise.resolve(handle) : createCms(given as Config)
  const log = config.log ?? consoleLog()
  const prefix = config.routes?.api ?? '/api/cms'
  const admin = config.admin?.path ?? '/admin'
  const { health, metrics } = pathsOf(config as Settings)
  let api: HttpFront | undefined
  // A plugin may add features, which are known only after the start.
  let requestHandle = requestHandles(membersFor(config as Config))
  const started = cms.then(
    (one) => {
      api = one.engine.http
      requestHandle = requestHandles(one.engine.features.members)
      if (one.engine.settings.endpoints.some((endpoint) => endpoint.root))
        log.warn("endpoints with 'root: true' are served only by `galley serve`, not inside a host application")
      return api
    },
    (error: Error) => {
      log.error('the start failed', { reason: error.message })
      return undefined
    },
  )
  return {
    cms,
    prefix,
    get api() {
      return api
    },
    ready: () => started,
    beside(path) {
      if (isBelow(path, admin)) return async (exchange) => (await (await started)?.site(exchange)) ?? notStarted()
      if (path === health && health !== undefined) return async () => api?.probes.health() ?? unwell('not started')
      if (path === metrics && metrics !== undefined)
        return async (exchange) => (await started)?.probes.metrics(exchange) ?? unwell('not started')
      return undefined
    },
    handleFor: (exchange) => requestHandle(() => callerHandle(cms, exchange())),
  }
}

async function callerHandle(cms: Promise<Handle>, exchange: Exchange): Promise<Cms> {
  const system = await cms
  const { settings, http } = system.engine
  const asVisitor = () => {
    settings.log.warn('a request from another origin uses the CMS as a visitor', {
      origin: String(exchange.headers.origin ?? 'none'),
    })
    return system.as(null)
  }
  if (isForeign(exchange, settings)) return asVisitor()
  const caller = await http.caller(exchange)
  return isForeign(exchange, settings, caller.actor.user) ? asVisitor() : system.engine.handle(caller)
}

/** The response if the start failed; the cause is in the log. */
export const notStarted = (): Answer => ({
  status: 500,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: JSON.stringify({ errors: [{ message: 'Internal Server Error', code: 'INTERNAL' }] }),
})
