/** `app.use(cmsMiddleware(config))` in an Express application, version 4 or 5. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../lib/config.ts'
import type { Cms } from '../lib/local/cms.ts'
import { host } from './host.ts'
import { NodeExchange, pathOf, send } from './node-exchange.ts'
import { packageOfHost, refuseOtherHost } from './wrong-host.ts'

/** The parts of Express' request that we use. */
interface ExpressRequest extends IncomingMessage {
  url: string
  /** The path at which this middleware is mounted. */
  baseUrl: string
  protocol: string
  hostname: string
  ip?: string
  body?: unknown
  route?: unknown
  cms?: Cms
  get(name: string): string | undefined
  app: { get(setting: string): unknown }
}

type Next = (error?: unknown) => void

declare global {
  namespace Express {
    interface Request {
      /** The Local API as the user of the request, in every handler behind `cmsMiddleware`. */
      cms: Cms
    }
  }
}

/** The middleware that `cmsMiddleware` returns. Requests outside the CMS pass through it with `request.cms` set. */
export interface CmsMiddleware {
  // biome-ignore lint/suspicious/noExplicitAny: the types differ between versions of Express
  (request: any, response: any, next: Next): void
  /** The Local API; rejects if the start failed. */
  cms: Promise<Cms>
}

/**
 * The CMS as Express middleware, for Express 4 and 5. It is usable at once: requests wait until the CMS has started. Takes a configuration,
 * or a CMS that is already started. Behind it, `request.cms` is the Local API as the user of the request.
 *
 * @example
 * const app = express()
 * app.use(cmsMiddleware({ secret, db: sqlite({ filename: 'content.db' }), schema: './schema' }))
 */
export function cmsMiddleware(given: Config | Cms): CmsMiddleware {
  const hosted = host(given)
  const router = packageOfHost('express').Router({ caseSensitive: true, strict: true })

  router.use(hosted.prefix, async (request: ExpressRequest, response: ServerResponse) => {
    const { answer, template } = await hosted.handle(new ExpressExchange(request))
    if (template !== undefined) request.route = { path: template }
    send(answer, request, response)
  })

  const middleware = (request: ExpressRequest, response: ServerResponse, next: Next) => {
    if (request.baseUrl === undefined) refuseOtherHost('galley/express', request)
    hosted.mountedAt(request.baseUrl, !request.app.get('case sensitive routing'))
    const beside = hosted.beside(pathOf(request.url), () => new ExpressExchange(request))
    if (beside) return void beside.then((answer) => send(answer, request, response))
    request.cms = hosted.handleFor(() => new ExpressExchange(request))
    router(request, response, next)
  }
  return Object.assign(middleware, { cms: silenced(hosted.cms) })
}

class ExpressExchange extends NodeExchange {
  constructor(request: ExpressRequest) {
    super(request, request.url, '')
  }

  protected override get givenProtocol(): string {
    return (this.stream as ExpressRequest).protocol
  }

  protected override get givenHost(): string {
    return hostOf(this.stream as ExpressRequest)
  }

  override get ip(): string | undefined {
    return (this.stream as ExpressRequest).ip
  }

  override get parsed(): unknown {
    return (this.stream as ExpressRequest).body
  }
}

/** The forwarded host counts only if the application trusts its proxy. */
function hostOf(request: ExpressRequest): string {
  const forwarded = request.get('x-forwarded-host')?.split(',')[0]?.trim()
  const trusts = request.app.get('trust proxy fn') as ((address: string, hop: number) => boolean) | undefined
  return forwarded && trusts?.(request.socket.remoteAddress ?? '', 0) ? forwarded : (request.headers.host ?? '')
}

/** A failed start is logged; it must not crash applications that never use `.cms`. */
function silenced(cms: Promise<Cms>): Promise<Cms> {
  cms.catch(() => undefined)
  return cms
}
