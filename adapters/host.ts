/** What all hosts' middleware shares: starts the CMS when it is first needed, and gives each request its own handle. Tested by test/hosts.test.ts. */
import { createCms, membersFor } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import { type Code, configError, GalleyError } from '../lib/errors.ts'
import { type Answer, json } from '../lib/http/answer.ts'
import { isForeign } from '../lib/http/csrf.ts'
import type { Exchange } from '../lib/http/exchange.ts'
import type { Handled, HttpFront } from '../lib/http/front.ts'
import { pathsOf, unwell } from '../lib/http/probes.ts'
import type { Cms } from '../lib/local/cms.ts'
import { BareHandle, type Handle } from '../lib/local/handle.ts'
import { consoleLog, isLog } from '../lib/log.ts'
import type { Settings } from '../lib/settings.ts'
import { isBelow } from './node-exchange.ts'
import { requestHandles } from './request-cms.ts'

export interface Hosted {
  /** The Local API; rejects if the start failed. */
  cms: Promise<Handle>
  /** The API prefix below the mount point. */
  prefix: string
  /** Answers requests outside the API: to the admin, and from machines. Undefined if the path belongs to the application. */
  beside(path: string, exchange: () => Exchange): Promise<Answer> | undefined
  /** Answers a request to the API, once the CMS has started. */
  handle(exchange: Exchange): Promise<Handled>
  /** Both, for hosts that don't match paths themselves. */
  answer(path: string, exchange: (prefix: string) => Exchange): Promise<Answer> | undefined
  /** Notes where the application mounts the CMS, as a request shows. `anyCase`: visitors may write the path in capitals. */
  mountedAt(path: string, anyCase?: boolean): void
  /** The handle of a request outside the API, available as `req.cms`. */
  handleFor(exchange: () => Exchange): Cms
}

export function host(given: Config | Cms): Hosted {
  if (isRequest(given))
    throw configError('The CMS needs a configuration: write app.use(cmsMiddleware(config)) instead of app.use(cmsMiddleware)')
  const running = given instanceof BareHandle ? (given as Handle) : undefined
  // Whatever else was given, the start says what is wrong with it.
  const config = running?.engine.settings ?? ((given ?? {}) as Config)
  const cms = running ? Promise.resolve(running) : createCms(given as Config)
  const log = isLog(config.log) ? config.log : consoleLog()
  const prefix = config.routes?.api ?? '/api/cms'
  const admin = config.admin?.path ?? '/admin'
  const mount = config.routes?.mount ?? ''
  let isElsewhere = false
  const { health, metrics } = pathsOf(config as Settings)
  let api: HttpFront | undefined
  /** Why the start failed, for developers to see in the browser. */
  let problem: Error | undefined
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
      // The log has one line per event, and escapes what would break it.
      for (const line of `the start failed: ${error.message}`.split('\n')) log.error(line)
      if (!(config.production ?? process.env['NODE_ENV'] === 'production')) problem = error
      return undefined
    },
  )
  const site = async (exchange: Exchange) => (await (await started)?.site(exchange)) ?? notStartedPage(problem)
  const counted = async (exchange: Exchange) => (await started)?.probes.metrics(exchange) ?? unwell('not started')
  const beside: Hosted['beside'] = (path, exchange) => {
    if (isBelow(path, admin)) return site(exchange())
    if (path === health && health !== undefined) return api?.probes.health() ?? Promise.resolve(unwell('not started'))
    if (path === metrics && metrics !== undefined) return counted(exchange())
    return undefined
  }
  const handle: Hosted['handle'] = (exchange) =>
    api ? api.handle(exchange) : started.then((front) => front?.handle(exchange) ?? unhandled(notStarted(problem)))
  return {
    cms,
    prefix,
    beside,
    handle,
    answer: (path, exchange) =>
      beside(path, () => exchange('')) ?? (isBelow(path, prefix) ? handle(exchange(prefix)).then(({ answer }) => answer) : undefined),
    mountedAt(path, anyCase = false) {
      if (path === mount || isElsewhere || (anyCase && path.toLowerCase() === mount.toLowerCase())) return
      isElsewhere = true
      const asWritten = anyCase && path !== path.toLowerCase() ? ', in the capitals or small letters of your code' : ''
      const option = path === '' ? "remove 'routes.mount'" : `set routes: { mount: '${path}' }${asWritten}`
      log.warn(`the CMS is mounted at '${path || '/'}': ${option}, or the addresses of files, in emails and of sign-ins lead elsewhere`)
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

/** The answer of a host without an application for the paths that are not ours. */
export const notFound = (): Answer => json(404, '{"errors":[{"message":"Not found","code":"NOT_FOUND"}]}')

const unhandled = (answer: Answer): Handled => ({ answer, status: answer.status, template: undefined })

/** The response if the start failed. In production, the cause is only in the log. */
const notStarted = (problem: Error | undefined): Answer =>
  unstarted(
    'application/json',
    JSON.stringify({ errors: [{ message: problem?.message ?? 'Internal Server Error', code: codeOf(problem) }] }),
  )

const codeOf = (problem: Error | undefined): Code => (problem instanceof GalleyError ? problem.code : 'INTERNAL')

const notStartedPage = (problem: Error | undefined): Answer =>
  problem ? unstarted('text/plain', `The CMS did not start.\n\n${problem.message}\n`) : notStarted(problem)

const unstarted = (type: string, body: string): Answer => ({
  status: 500,
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  body,
})

/** Whether a request was passed instead of a configuration: of Node, or in a context of Koa. */
const isRequest = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && ('socket' in given || ('req' in given && 'res' in given))

/** Checked at the call: otherwise, the first request outside the CMS would end the process. */
export function checkNext(next: unknown, example = 'app.callback() of Koa'): void {
  if (next === undefined || typeof next === 'function') return
  const given = next === null ? 'null' : typeof next === 'object' ? 'an object' : `a ${typeof next}`
  throw configError(`next: must be a function that answers all other requests, such as ${example}, not ${given}`)
}
