/** `cmsFetch(config)`: `Request` in, `Response` out, for Next.js, Hono, Bun, Deno and everything else that speaks the web's own types. */
import type { Config } from '../lib/config.ts'
import type { Cms } from '../lib/local/cms.ts'
import { FetchExchange, responseTo, type Sender } from './fetch-exchange.ts'
import { checkNext, host, notFound } from './host.ts'
import { refuseOtherHost } from './wrong-host.ts'

export type { Sender }

/** What `cmsFetch` returns. Its functions don't need `this`. */
export interface CmsFetch {
  /** Answers a request to the API or the admin. Any other request goes to `next`, or gets a 404. */
  fetch(request: Request, sender?: Sender): Promise<Response>
  /** The Local API as the user of a request, for your own routes. */
  handle(request: Request, sender?: Sender): Cms
  /** The Local API; rejects if the start failed. */
  cms: Promise<Cms>
}

/**
 * The CMS for hosts that pass a `Request` and take a `Response`. It is usable at once: requests wait until the CMS has started. Takes a
 * configuration, or a CMS that is already started.
 *
 * @example
 * export const cms = cmsFetch({ secret, db: sqlite({ filename: 'content.db' }), schema: './schema' })
 * export const GET = (request: Request) => cms.fetch(request)
 */
export function cmsFetch(
  given: Config | Cms,
  // biome-ignore lint/suspicious/noExplicitAny: the host's own second argument, such as the server of Bun
  next?: (request: Request, ...rest: any[]) => Response | Promise<Response>,
): CmsFetch {
  checkNext(next, 'app.fetch of Hono')
  const hosted = host(given)
  hosted.cms.catch(() => undefined)
  return {
    cms: hosted.cms,
    async fetch(request, sender, ...rest: unknown[]) {
      const url = urlOf(request)
      const answer = hosted.answer(url.pathname, (prefix) => new FetchExchange(request, url, prefix, sender ?? {}))
      if (answer) return responseTo(request, await answer)
      return next ? next(request, sender, ...rest) : responseTo(request, notFound())
    },
    handle(request, sender) {
      const url = urlOf(request)
      return hosted.handleFor(() => new FetchExchange(request, url, '', sender ?? {}))
    },
  }
}

function urlOf(request: Request): URL {
  try {
    return new URL(request.url)
  } catch (error) {
    refuseOtherHost('galley/fetch', request)
    throw error
  }
}
