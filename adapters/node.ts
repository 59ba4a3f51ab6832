/** `http.createServer(cmsHandler(config, app))`: in front of any Node handler, at the speed of plain Node. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../lib/config.ts'
import type { HttpFront } from '../lib/http/front.ts'
import type { Cms } from '../lib/local/cms.ts'
import { host, notStarted } from './host.ts'
import { isBelow, NodeExchange, pathOf, send } from './node-exchange.ts'

export { drainable } from './graceful.ts'

/** The request handler that `cmsHandler` returns. */
export interface CmsHandler {
  (request: IncomingMessage, response: ServerResponse): void
  /** The Local API; rejects if the start failed. */
  cms: Promise<Cms>
}

/**
 * The CMS in front of any Node handler, without a framework. Requests outside the CMS go to `next`, or get a 404.
 *
 * @example
 * http.createServer(cmsHandler(config, app)).listen(3000)
 */
export function cmsHandler(given: Config | Cms, next?: (request: IncomingMessage, response: ServerResponse) => void): CmsHandler {
  const hosted = host(given)
  const handler = (request: IncomingMessage, response: ServerResponse) => {
    const path = pathOf(request.url ?? '/')
    const beside = hosted.beside(path)
    if (beside) return void beside(new NodeExchange(request, request.url ?? '/', '')).then((answer) => send(answer, request, response))
    if (!isBelow(path, hosted.prefix)) {
      if (next) return next(request, response)
      return send(
        {
          status: 404,
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: '{"errors":[{"message":"Not found","code":"NOT_FOUND"}]}',
        },
        request,
        response,
      )
    }
    if (hosted.api) void answer(hosted.api, request, response, hosted.prefix)
    else void hosted.ready().then((api) => (api ? answer(api, request, response, hosted.prefix) : send(notStarted(), request, response)))
  }
  hosted.cms.catch(() => undefined)
  return Object.assign(handler, { cms: hosted.cms })
}

async function answer(api: HttpFront, request: IncomingMessage, response: ServerResponse, prefix: string): Promise<void> {
  const handled = await api.handle(new NodeExchange(request, request.url ?? '/', prefix))
  send(handled.answer, request, response)
}
