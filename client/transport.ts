/** The way to the API over HTTP. It alone knows addresses, who is told by cookie or bearer, the token against foreign forms, and what errors look like. */
/// <reference lib="dom" />
import { ApiError, type Problem } from './api-error.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined | null | object>>

export interface Sending {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** It goes out even while the page is left. */
  keepalive?: boolean
}

export interface Uploading {
  method?: 'POST' | 'PUT'
  query?: Query
  headers?: Record<string, string>
  /** Between 0 and 1; in browsers. */
  progress?: (share: number) => void
  signal?: AbortSignal
}

export interface Answered<T> {
  body: T
  etag: string | undefined
}

export interface TransportOptions {
  /** Where the API is: `https://example.org/api/cms`; in a page a path is enough. */
  url: string
  /** An API key. */
  key?: string
  /** @default the one of the platform */
  fetch?: typeof fetch
  /** Sent with every request. */
  headers?: Record<string, string>
}

export class Transport {
  /** Absolute, without a slash at its end. */
  readonly url: string
  readonly #key: string | undefined
  readonly #fetch: typeof fetch
  readonly #headers: Record<string, string>
  #csrf: string | undefined
  /** Of a session, where no browser keeps its cookie. */
  #session: string | undefined

  constructor({ url, key, fetch: given, headers = {} }: TransportOptions) {
    this.url = new URL(url, globalThis.document?.baseURI).href.replace(/\/+$/, '')
    this.#key = key
    this.#fetch = given ?? ((...asked) => fetch(...asked))
    this.#headers = headers
  }

  /** The token that an answer to a sign-in brought along. */
  set csrf(token: string | undefined) {
    this.#csrf = token
  }

  /** With the tag of what was read, for changes that must not overwrite what somebody else did since. */
  async exchange<T>(method: string, path: string, sending: Sending = {}): Promise<Answered<T>> {
    const { body, etag } = await this.exchangeAny(method, path, sending)
    return { body: wholeObject(body) as T, etag }
  }

  /** As `exchange`, for addresses that may answer any JSON, or something else, which is `undefined`. */
  async exchangeAny(method: string, path: string, sending: Sending = {}): Promise<Answered<unknown>> {
    const response = await this.#ask(method, path, sending)
    this.#remember(response)
    const text = await response.text().catch((error) => {
      if (isAborted(error)) throw error
      throw lostAnswer(error)
    })
    const body = bodyOf(text, response.headers.get('content-type'))
    if (!response.ok) throw new ApiError(response.status, problemsOf(body, response))
    return { body, etag: response.headers.get('etag') ?? undefined }
  }

  /** Forms with files: in browsers by XMLHttpRequest, which alone tells how far they are. */
  async upload<T>(path: string, form: FormData, uploading: Uploading = {}): Promise<T> {
    const { method = 'POST', query, headers, signal, progress } = uploading
    if (progress && typeof XMLHttpRequest !== 'undefined') return this.#uploadInSight<T>(path, form, uploading)
    const { body } = await this.exchange<T>(method, path, {
      body: form,
      query: query ?? {},
      headers: headers ?? {},
      ...(signal && { signal }),
    })
    return body
  }

  address(path: string, query: Query = {}): string {
    const url = new URL(this.url + path)
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === '') continue
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    return url.href
  }

  async #ask(method: string, path: string, { query, body, headers, signal, keepalive }: Sending): Promise<Response> {
    const isForm = body instanceof FormData
    try {
      return await this.#fetch(this.address(path, query), {
        method,
        headers: {
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...this.#guarded(method),
          ...this.#headers,
          ...headers,
        },
        credentials: 'include',
        cache: 'no-store',
        ...(keepalive && { keepalive }),
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      })
    } catch (error) {
      if (isAborted(error)) throw error
      throw lostAnswer(error)
    }
  }

  #uploadInSight<T>(path: string, form: FormData, { method = 'POST', query, headers, progress, signal }: Uploading): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, this.address(path, query))
      request.withCredentials = true
      for (const [name, value] of Object.entries({ ...this.#guarded(method), ...this.#headers, ...headers }))
        request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => progress?.(total > 0 ? loaded / total : 0)
      request.onload = () => {
        try {
          const body = bodyOf(request.responseText, request.getResponseHeader('content-type'))
          if (request.status >= 300) throw new ApiError(request.status, problemsOf(body, request))
          resolve(wholeObject(body) as T)
        } catch (error) {
          reject(error)
        }
      }
      request.onerror = () => reject(lostAnswer())
      request.onabort = () => reject(new DOMException('', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(form)
    })
  }

  #guarded(method: string): Record<string, string> {
    if (this.#key !== undefined) return { authorization: `Bearer ${this.#key}` }
    if (this.#session !== undefined) return { authorization: `Bearer ${this.#session}` }
    const token = this.#hasItsCookies ? (csrfCookie() ?? this.#csrf) : (this.#csrf ?? csrfCookie())
    return method === 'GET' || token === undefined ? {} : { 'x-csrf-token': token }
  }

  /** Those of the page belong to the API too: they also tell of a sign-in in another tab. */
  get #hasItsCookies(): boolean {
    return new URL(this.url).hostname === globalThis.location?.hostname
  }

  /** Browsers keep the cookies of a session, and show them to nobody; elsewhere it is us who keep them. */
  #remember({ headers }: Response): void {
    for (const cookie of headers.getSetCookie?.() ?? []) {
      const found = /^svc-session=([^;]*)/.exec(cookie)
      if (found) this.#session = found[1] && !/max-age=0/i.test(cookie) ? found[1] : undefined
    }
  }
}

const csrfCookie = (): string | undefined => /(?:^|; )svc-csrf=([^;]+)/.exec(globalThis.document?.cookie ?? '')?.[1]

const isAborted = (error: unknown): boolean => ['AbortError', 'TimeoutError'].includes((error as Error).name)

/** What was asked for may have been done all the same. */
const lostAnswer = (cause?: unknown): ApiError => new ApiError(0, [], { cause })

/** JSON that is not whole was cut where the connection didn't say so. It is lost whatever its status: without its body, nobody knows why a change was refused. */
function bodyOf(text: string, type: string | null): unknown {
  const isJson = /\bjson\b/i.test(type ?? '')
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isJson) throw lostAnswer(error)
    return undefined
  }
}

/** The API answers with documents, lists and the like. Anything else comes from something on the way, such as the sign-in page of a network. */
function wholeObject(body: unknown): object {
  if (typeof body === 'object' && body !== null) return body
  throw lostAnswer()
}

const problemsOf = (body: unknown, { status, statusText }: { status: number; statusText: string }): Problem[] =>
  (body as { errors?: Problem[] } | undefined)?.errors ?? [{ message: `${status} ${statusText}`.trim() }]
