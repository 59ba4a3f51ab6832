/** Shared by Express, Koa and plain Node: wraps a Node request as an exchange, and sends an answer on a raw response. Tested by test/http/odd-hosts.test.ts. */

import { setMaxListeners } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Attached } from '../lib/attached.ts'
import type { Answer } from '../lib/http/answer.ts'
import type { Exchange } from '../lib/http/exchange.ts'
import { abandon } from '../lib/storage/abandon.ts'
import { derived } from '../schema/derived.ts'

/** A plain Node request; hosts that know more about it override this in a subclass. Rarely needed values are computed on demand. */
export class NodeExchange implements Exchange {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: IncomingMessage['headers']
  readonly stream: IncomingMessage

  /** `asked` is the path and query below the mount point; the exchange's path is the part after `prefix`. */
  constructor(request: IncomingMessage, target: string, prefix: string) {
    const url = originForm(target)
    const mark = url.indexOf('?')
    this.method = request.method ?? 'GET'
    this.path = (mark < 0 ? url : url.slice(0, mark)).slice(prefix.length) || '/'
    this.search = mark < 0 ? '' : url.slice(mark + 1)
    this.headers = request.headers
    this.stream = request
  }

  get protocol(): string {
    return this.givenProtocol === 'https' ? 'https' : 'http'
  }

  get host(): string {
    return isHost(this.givenHost) ? this.givenHost : UNKNOWN_HOST
  }

  /** The host's own value; it may be any text that a client or proxy sent. */
  protected get givenProtocol(): string {
    return (this.stream.socket as { encrypted?: boolean }).encrypted ? 'https' : 'http'
  }

  protected get givenHost(): string {
    return this.headers.host ?? ''
  }

  get ip(): string | undefined {
    return this.stream.socket.remoteAddress
  }

  /** The body, if the host has parsed it. */
  get parsed(): unknown {
    return undefined
  }

  get hostUser(): unknown {
    return (this.stream as { user?: unknown }).user
  }

  get disconnected(): AbortSignal {
    return closingOf(this.stream.socket)
  }

  /** Responses on one connection are sent in order, so pipelined requests wait for their turn, and are dropped if the client leaves. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { socket, httpVersionMajor } = this.stream
    if (httpVersionMajor > 1) return work()
    const earlier = lastOf.get(socket)
    const mine = earlier ? earlier.then(() => setImmediate()).then(work) : work()
    const ended = mine.then(nothing, nothing)
    lastOf.set(socket, ended)
    try {
      return await mine
    } finally {
      if (lastOf.get(socket) === ended) lastOf.take(socket)
    }
  }

  get url(): string {
    const { originalUrl, url = '/' } = this.stream as { originalUrl?: string; url?: string }
    return `${this.protocol}://${this.host}${originForm(originalUrl ?? url)}`
  }
}

/** A placeholder host that no address can have, and that never belongs to anybody. */
const UNKNOWN_HOST = 'unknown.invalid'
const PLAIN_HOST = /^[a-z][a-z0-9.-]*[a-z0-9](?::\d{1,4})?$/i

const isHost = (given: string): boolean => PLAIN_HOST.test(given) || (/^[^/?#@\\\s]+$/.test(given) && URL.canParse(`http://${given}`))

/** Path and query of `GET http://host/path`, the form that proxies receive; any other URL unchanged. */
function originForm(url: string): string {
  if (url.startsWith('/')) return url
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The last unanswered request of each connection. */
const lastOf = new Attached<Socket, Promise<void>>()
const nothing = () => undefined

/** Aborted once a socket is closed. Shared by all its requests, so that a kept-alive connection has a single listener. */
const closingOf = derived((socket: Socket): AbortSignal => {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  if (socket.destroyed) closing.abort()
  // The simulated sockets of serverless platforms emit no event when they end.
  else socket.once?.('close', () => closing.abort())
  return closing.signal
})

/** The path of a URL, without its query. */
export function pathOf(target: string): string {
  const url = originForm(target)
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

export function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/' || path[prefix.length] === '?')
}

/** Sends an answer with one `writeHead` and one `end`. */
export function send(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body = '' } = answer
  if (response.headersSent || response.destroyed) return void (body instanceof Readable && abandon(body))
  if (body instanceof Readable) {
    response.writeHead(status, headers)
    pipeline(body, response, () => undefined)
    return
  }
  if (status !== 204 && status !== 304) headers['content-length'] ??= String(Buffer.byteLength(body))
  response.writeHead(status, headers)
  response.end(request.method === 'HEAD' || status === 204 || status === 304 ? undefined : body)
}
