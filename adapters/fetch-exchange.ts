/** Web requests as exchanges, and answers as web responses. Tested by test/http/fetch.test.ts. */
import { setMaxListeners } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Answer } from '../lib/http/answer.ts'
import type { Exchange } from '../lib/http/exchange.ts'
import { abandon } from '../lib/storage/abandon.ts'

/** Facts about a request that only the host knows. */
export interface Sender {
  /** The client's address, for limits and the audit log. Take it from the connection, or from a header that your own proxy sets. */
  ip?: string | undefined
  /** The user whom your application has signed in, for `hostUser`. */
  user?: unknown
}

export class FetchExchange implements Exchange {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: IncomingHttpHeaders
  readonly protocol: string
  readonly host: string
  readonly ip: string | undefined
  readonly hostUser: unknown
  readonly url: string
  readonly #request: Request
  #stream: Readable | undefined
  #disconnected: AbortSignal | undefined

  constructor(request: Request, url: URL, prefix: string, { ip, user }: Sender) {
    this.method = request.method
    this.path = url.pathname.slice(prefix.length) || '/'
    this.search = url.search.slice(1)
    this.headers = headersOf(request)
    this.protocol = url.protocol === 'https:' ? 'https' : 'http'
    this.host = hostOf(request, url)
    this.ip = ip
    this.hostUser = user
    this.url = `${this.protocol}://${this.host}${url.pathname}${url.search}`
    this.#request = request
  }

  get parsed(): undefined {
    return undefined
  }

  get stream(): Readable {
    this.#stream ??= bodyOf(this.#request)
    return this.#stream
  }

  get disconnected(): AbortSignal {
    this.#disconnected ??= endOf(this.#request.signal)
    return this.#disconnected
  }

  /** Each request has its own response. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }
}

/** Some hosts put the address they listen at into the URL; the header has the one that the client asked for. */
function hostOf({ headers }: Request, url: URL): string {
  const given = headers.get('host')
  return given !== null && URL.canParse(`http://${given}`) && !/[/?#@\\\s]/.test(given) ? given : url.host
}

function headersOf({ headers, body }: Request): IncomingHttpHeaders {
  const given: IncomingHttpHeaders = Object.fromEntries(headers)
  // A request that a program creates, or that arrives over HTTP/2, may say nothing about the length of its body.
  if (body && given['content-length'] === undefined) given['transfer-encoding'] ??= 'chunked'
  return given
}

/** A body that the host has already read is an ended stream. */
function bodyOf({ body, bodyUsed, signal }: Request): Readable {
  if (!body) return Readable.from([])
  if (bodyUsed || body.locked) return Readable.from([]).destroy()
  // The client may leave after the last reader has. Some hosts say so by the signal alone.
  return Readable.fromWeb(body as NodeReadableStream, { signal }).on('error', () => undefined)
}

/** The same signal for any number of listeners, such as one per statement. */
function endOf(signal: AbortSignal): AbortSignal {
  const ended = new AbortController()
  setMaxListeners(0, ended.signal)
  if (signal.aborted) ended.abort()
  else signal.addEventListener('abort', () => ended.abort(), { once: true })
  return ended.signal
}

/** Statuses that have no body, for which `Response` refuses one. */
const WITHOUT_BODY = new Set([204, 205, 304])

export function responseTo({ method, signal }: Request, { status, headers, body = '' }: Answer): Response {
  const isStream = body instanceof Readable
  const isEmpty = WITHOUT_BODY.has(status)
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) sent.append(name, one)
  if (!isStream && !isEmpty && !sent.has('content-length')) sent.set('content-length', String(Buffer.byteLength(body)))
  if (isEmpty || method === 'HEAD') {
    if (isStream) abandon(body)
    return new Response(null, { status, headers: sent })
  }
  if (isStream) abandonWith(signal, body)
  return new Response(isStream ? chunksOf(body) : (body as string | Uint8Array<ArrayBuffer>), { status, headers: sent })
}

/** For hosts that leave the response as it is when the client leaves. */
function abandonWith(signal: AbortSignal, body: Readable): void {
  const end = () => abandon(body)
  if (signal.aborted) return end()
  signal.addEventListener('abort', end)
  body.once('close', () => signal.removeEventListener('abort', end))
}

/** Reads one chunk ahead of the client; what reads texts has texts for chunks. */
function chunksOf(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body.on('error', () => undefined)[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? Buffer.from(value) : value)
    },
    cancel: () => abandon(body),
  })
}
