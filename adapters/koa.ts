/** `app.use(cmsMiddleware(config))` in a Koa application, version 2 or 3. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../lib/config.ts'
import type { Answer } from '../lib/http/answer.ts'
import type { Cms } from '../lib/local/cms.ts'
import { host } from './host.ts'
import { NodeExchange, pathOf } from './node-exchange.ts'
import { packageOfHost, refuseOtherHost } from './wrong-host.ts'

/** The parts of Koa's context that we use. */
interface Context {
  req: IncomingMessage & { url: string }
  res: ServerResponse
  request: { body?: unknown }
  state: { user?: unknown }
  status: number
  body: unknown
  readonly protocol: string
  readonly host: string
  readonly ip: string
  /** Set by `koa-mount`: the path of the innermost mount. */
  mountPath?: string
  /** Before any mount took its path away. */
  readonly originalUrl: string
  _matchedRoute?: unknown
  cms?: Cms
}

// biome-ignore lint/suspicious/noTsIgnore: projects that have these types have no error to expect
/** @ts-ignore Projects without `@types/koa` have nothing to add to. */
declare module 'koa' {
  interface ExtendableContext {
    /** The Local API as the user of the request, in all middleware behind `cmsMiddleware`. */
    cms: Cms
  }
}

/** The middleware that `cmsMiddleware` returns. Requests outside the CMS pass through it with `ctx.cms` set. */
export interface CmsMiddleware {
  // biome-ignore lint/suspicious/noExplicitAny: the type differs between versions of Koa
  (ctx: any, next: () => Promise<unknown>): Promise<unknown>
  /** The Local API; rejects if the start failed. */
  cms: Promise<Cms>
}

/**
 * The CMS as Koa middleware, for Koa 2 and 3. It is usable at once: requests wait until the CMS has started. Takes a configuration, or a CMS
 * that is already started. Behind it, `ctx.cms` is the Local API as the user of the request.
 *
 * @example
 * const app = new Koa()
 * app.use(cmsMiddleware({ secret, db: sqlite({ filename: 'content.db' }), schema: './schema' }))
 */
export function cmsMiddleware(given: Config | Cms): CmsMiddleware {
  const hosted = host(given)
  const module = packageOfHost('@koa/router')
  const Router = module.default ?? module.Router ?? module
  const router = new Router({ sensitive: true, strict: true })

  router.all(under(hosted.prefix), async (ctx: Context) => {
    const { answer, template } = await hosted.handle(new KoaExchange(ctx, hosted.prefix))
    if (template !== undefined) ctx._matchedRoute = hosted.prefix + template
    send(answer, ctx)
  })
  const routes = router.routes()

  const middleware = (ctx: Context, next: () => Promise<unknown>) => {
    if (ctx.request === undefined) refuseOtherHost('galley/koa', ctx)
    const mount = mountOf(ctx)
    if (mount !== undefined) hosted.mountedAt(mount)
    const beside = hosted.beside(pathOf(ctx.req.url), () => new KoaExchange(ctx, ''))
    if (beside) return beside.then((answer) => send(answer, ctx))
    ctx.cms = hosted.handleFor(() => new KoaExchange(ctx, ''))
    return routes(ctx, next)
  }
  hosted.cms.catch(() => undefined)
  return Object.assign(middleware, { cms: hosted.cms })
}

/** The paths of all mounts around this middleware; undefined without one, or if something else rewrote the path. */
function mountOf({ mountPath, originalUrl, req }: Context): string | undefined {
  if (mountPath === undefined) return undefined
  const [whole, rest] = [pathOf(originalUrl), pathOf(req.url)]
  if (whole.endsWith(rest)) return whole.slice(0, whole.length - rest.length)
  return rest === '/' && whole.endsWith(mountPath) ? whole : undefined
}

/** A pattern without parameters, so that the router has nothing to parse: the engine does the matching. */
const under = (prefix: string) => new RegExp(`^${prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/|$)`)

/** Headers go straight to the response; status and body through Koa, so that outer middleware sees them. */
function send({ status, headers, body }: Answer, ctx: Context): void {
  // biome-ignore lint/style/noNonNullAssertion: `name` is one of the names in `headers`
  for (const name in headers) ctx.res.setHeader(name, headers[name]!)
  ctx.status = status
  const isHead = body === undefined && headers['content-length'] !== undefined
  if (status !== 204 && status !== 304 && !isHead) ctx.body = body ?? ''
}

class KoaExchange extends NodeExchange {
  readonly #ctx: Context

  constructor(ctx: Context, prefix: string) {
    super(ctx.req, ctx.req.url, prefix)
    this.#ctx = ctx
  }

  protected override get givenProtocol(): string {
    return this.#ctx.protocol
  }

  protected override get givenHost(): string {
    return this.#ctx.host
  }

  override get ip(): string | undefined {
    return this.#ctx.ip
  }

  override get hostUser(): unknown {
    return this.#ctx.state.user ?? super.hostUser
  }

  override get parsed(): unknown {
    return this.#ctx.request.body
  }
}
