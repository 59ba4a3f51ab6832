/** `http.createServer(cmsHandler(config, app))`: in front of any Node handler, at the speed of plain Node. */
import { IncomingMessage, type ServerResponse } from 'node:http'
import type { Config } from '../lib/config.ts'
import type { Cms } from '../lib/local/cms.ts'
import { checkNext, host, notFound } from './host.ts'
import { NodeExchange, pathOf, send } from './node-exchange.ts'
import { refuseOtherHost } from './wrong-host.ts'

export { drainable } from './graceful.ts'

/** The request handler that `cmsHandler` returns. */
export interface CmsHandler {
  (request: IncomingMessage, response: ServerResponse): void
  /** The Local API as the user of a request, for your own routes. `hostUser` finds your application's user in `request.user`. */
  handle(request: IncomingMessage): Cms
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
  checkNext(next)
  const hosted = host(given)
  // Only hosts with middleware pass a third argument.
  const handler = (request: IncomingMessage, response: ServerResponse, besides?: unknown) => {
    if (!(request instanceof IncomingMessage) || besides !== undefined) refuseOtherHost('galley/node', request)
    const target = request.url ?? '/'
    const answer = hosted.answer(pathOf(target), (prefix) => new NodeExchange(request, target, prefix))
    if (answer) void answer.then((one) => send(one, request, response))
    else if (next) next(request, response)
    else send(notFound(), request, response)
  }
  hosted.cms.catch(() => undefined)
  return Object.assign(handler, {
    cms: hosted.cms,
    handle(request: IncomingMessage) {
      if (!(request instanceof IncomingMessage)) refuseOtherHost('galley/node', request)
      return hosted.handleFor(() => new NodeExchange(request, request.url ?? '/', ''))
    },
  })
}
