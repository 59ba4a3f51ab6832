/** What Express, Koa and plain Node share: a Node request as an exchange, an answer on a raw response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../lib/http/answer.ts'
import type { Exchange } from '../lib/http/exchange.ts'

export interface Seen {
  request: IncomingMessage
  /** The path and query below the mount point. */
  url: string
  protocol: string
  host: string
  ip: string | undefined
  parsed: unknown
}

/** The exchange of a request below `prefix`. */
export function exchangeOf(seen: Seen, prefix: string): Exchange {
  const mark = seen.url.indexOf('?')
  const path = mark < 0 ? seen.url : seen.url.slice(0, mark)
  const { request } = seen
  return {
    method: request.method ?? 'GET',
    path: path.slice(prefix.length) || '/',
    search: mark < 0 ? '' : seen.url.slice(mark + 1),
    headers: request.headers,
    protocol: seen.protocol,
    host: seen.host,
    ip: seen.ip,
    parsed: seen.parsed,
    stream: request,
    get url() {
      return `${seen.protocol}://${seen.host}${(request as { originalUrl?: string }).originalUrl ?? request.url ?? '/'}`
    },
  }
}

export function isBelow(path: string, prefix: string): boolean {
  return (
    path.startsWith(prefix) &&
    (path.length === prefix.length || path[prefix.length] === '/' || path[prefix.length] === '?')
  )
}

/** One `writeHead`, one `end`. */
export function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return
  const { status, headers, body = '' } = answer
  if (status !== 204 && status !== 304) headers['content-length'] = String(Buffer.byteLength(body))
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' || status === 204 || status === 304 ? undefined : body)
}

/** The protocol and host of a request that no framework has looked at. */
export function plainSeen(request: IncomingMessage): Seen {
  const encrypted = (request.socket as { encrypted?: boolean }).encrypted === true
  return {
    request,
    url: request.url ?? '/',
    protocol: encrypted ? 'https' : 'http',
    host: request.headers.host ?? '',
    ip: request.socket.remoteAddress,
    parsed: undefined,
  }
}
