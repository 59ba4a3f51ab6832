/** Notices that another host than its own calls an adapter, and names the right import. Tested by test/wrong-hosts.test.ts. */
import { configError } from '../lib/errors.ts'
import { isInstalled, notInstalled, optional } from '../lib/optional.ts'

type Adapter = 'galley/express' | 'galley/koa' | 'galley/node' | 'galley/fetch'

interface Caller {
  name: string
  adapter: Adapter
  /** What to do in the adapter, if it isn't called with the arguments of this host. */
  pass?: string
}

const EXPRESS: Caller = { name: 'Express', adapter: 'galley/express' }
const KOA: Caller = { name: 'Koa', adapter: 'galley/koa' }
const NODE: Caller = { name: 'a server of Node', adapter: 'galley/node' }
const FASTIFY: Caller = { name: 'Fastify', adapter: 'galley/node', pass: 'request.raw and reply.raw' }
const FETCH: Caller = { name: 'a host that passes a Request', adapter: 'galley/fetch' }
const HONO: Caller = { name: 'Hono', adapter: 'galley/fetch', pass: 'c.req.raw' }

const EXPORTS: Record<Adapter, string> = {
  'galley/express': 'cmsMiddleware',
  'galley/koa': 'cmsMiddleware',
  'galley/node': 'cmsHandler',
  'galley/fetch': 'cmsFetch',
}

/** Throws if the first argument of a call shows that the adapter isn't the one for its host. */
export function refuseOtherHost(adapter: Adapter, first: unknown): void {
  const caller = callerOf(first)
  if (!caller) return
  const { name, pass } = caller
  if (caller.adapter !== adapter) {
    const also = pass === undefined ? '' : `, and pass it ${pass}`
    throw configError(`'${adapter}' doesn't work in ${name}: import { ${EXPORTS[caller.adapter]} } from '${caller.adapter}'${also}`)
  }
  if (pass !== undefined) throw configError(`'${adapter}' doesn't take what ${name} passes to its handlers: pass it ${pass}`)
}

// biome-ignore lint/suspicious/noExplicitAny: a host may pass anything
function callerOf(first: any): Caller | undefined {
  if (typeof first !== 'object' || first === null) return undefined
  if (first instanceof Request) return FETCH
  if (first.req?.raw instanceof Request) return HONO
  if (first.req && first.res && first.request) return KOA
  if (first.raw?.socket) return FASTIFY
  if (!first.socket) return undefined
  return typeof first.baseUrl === 'string' ? EXPRESS : NODE
}

/** The package of a host. If it is missing but the other host is installed, the import may be the mistake. */
// biome-ignore lint/suspicious/noExplicitAny: its callers know the types of their package
export function packageOfHost(name: 'express' | '@koa/router'): any {
  const [own, other] = name === 'express' ? ([EXPRESS, KOA] as const) : ([KOA, EXPRESS] as const)
  const packageOf = ({ name: host }: Caller) => host.toLowerCase()
  if (isInstalled(name) || isInstalled(packageOf(own)) || !isInstalled(packageOf(other))) return optional(name)
  throw configError(`${notInstalled(name).message}\nIn ${other.name}, import { cmsMiddleware } from '${other.adapter}' instead.`)
}
