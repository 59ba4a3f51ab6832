/** What Express, Koa and plain Node share: a Node request as an exchange, an answer on a raw response. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../lib/http/answer.ts'
import type { Exchange } from '../lib/http/exchange.ts'

export interface Seen {
  readonly request: IncomingMessage
  /** The path and query below the mount point. */
  readonly url: string
  readonly protocol: string
  readonly host: string
  readonly ip: string | undefined
  readonly parsed: unknown
}

/** The exchange of a request below `prefix`. */
export function exchangeOf(seen: Seen, prefix: string): Exchange {
  return new NodeExchange(seen, prefix)
}

/** What is seldom asked for is looked up only then. */
class NodeExchange implements Exchange {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: IncomingMessage['headers']
  readonly stream: IncomingMessage
  readonly #seen: Seen

  constructor(seen: Seen, prefix: string) {
    const mark = seen.url.indexOf('?')
    this.#seen = seen
    this.method = seen.request.method ?? 'GET'
    this.path = (mark < 0 ? seen.url : seen.url.slice(0, mark)).slice(prefix.length) || '/'
    this.search = mark < 0 ? '' : seen.url.slice(mark + 1)
    this.headers = seen.request.headers
    this.stream = seen.request
  }

  get protocol(): string {
    return this.#seen.protocol
  }

  get host(): string {
    return this.#seen.host
  }

  get ip(): string | undefined {
    return this.#seen.ip
  }

  get parsed(): unknown {
    return this.#seen.parsed
  }

  get url(): string {
    const { request } = this.#seen
    return `${this.protocol}://${this.host}${(request as { originalUrl?: string }).originalUrl ?? request.url ?? '/'}`
  }
}

export function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/' || path[prefix.length] === '?')
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
