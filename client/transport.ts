/** The connection to the API over HTTP. Only this file knows URLs, cookies and bearer tokens, the CSRF token, and the form of errors.
 * Tested by test/client/cut-answers.test.ts.
 */
/// <reference lib="dom" />
import { ApiError, type Problem } from './api-error.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined | null | object>>

export interface Sending {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request finish even if the user leaves the page. */
  keepalive?: boolean
}

export interface Uploading {
  method?: 'POST' | 'PUT'
  query?: Query
  headers?: Record<string, string>
  /** Receives a share between 0 and 1; only in browsers. */
  progress?: (share: number) => void
  signal?: AbortSignal
}

export interface Answered<T> {
  body: T
  etag: string | undefined
}

export interface TransportOptions {
  /** The URL of the API: `https://example.org/api/cms`; in a page, a path is enough. */
  url: string
  /** An API key, for programs. In a page, the session cookie is used. @default none */
  key?: string | undefined
  /** The function that sends requests. @default the platform's own */
  fetch?: typeof fetch | undefined
  /** Headers that are sent with every request. @default {} */
  headers?: Record<string, string> | undefined
}

export class Transport {
  /** Absolute, without a trailing slash. */
  readonly url: string
  readonly #key: string | undefined
  readonly #fetch: typeof fetch
  readonly #headers: Record<string, string>
  #csrf: string | undefined
  /** The session, if no browser stores its cookie. */
  #session: string | undefined

  constructor({ url, key, fetch: given, headers = {} }: TransportOptions) {
    this.url = absolute(url).replace(/\/+$/, '')
    this.#key = key
    this.#fetch = given ?? ((...args) => fetch(...args))
    this.#headers = headers
  }

  /** The CSRF token that a sign-in response contained. */
  set csrf(token: string | undefined) {
    this.#csrf = token
  }

  /** Returns the ETag too, for changes that must not overwrite what others have changed since. */
  async exchange<T>(method: string, path: string, sending: Sending = {}): Promise<Answered<T>> {
    const { body, etag } = await this.exchangeAny(method, path, sending)
    return { body: wholeObject(body) as T, etag }
  }

  /** Like `exchange`, for paths that may return any JSON, or something else, which becomes `undefined`. */
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

  /** Sends forms with files. Browsers use XMLHttpRequest, because only it reports progress. */
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
    if (typeof path !== 'string')
      throw new ApiError(400, [{ message: "must be a path such as '/posts'", field: 'path', code: 'BAD_REQUEST' }])
    const url = new URL(this.url + (path.startsWith('/') ? path : `/${path}`))
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === '') continue
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    return url.href
  }

  async #ask(method: string, path: string, { query, body, headers, signal, keepalive }: Sending): Promise<Response> {
    const isForm = body instanceof FormData
    const content = isForm ? body : asJson(body)
    const address = this.address(path, query)
    try {
      return await this.#fetch(address, {
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
        ...(content !== undefined && { body: content }),
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

  /** Whether the page and the API share cookies, which then also reflect a sign-in in another tab. */
  get #hasItsCookies(): boolean {
    return new URL(this.url).hostname === globalThis.location?.hostname
  }

  /** Browsers keep session cookies and hide them from scripts; elsewhere we keep them ourselves. */
  #remember({ headers }: Response): void {
    for (const cookie of headers.getSetCookie?.() ?? []) {
      const found = /^svc-session=([^;]*)/.exec(cookie)
      if (found) this.#session = found[1] && !/max-age=0/i.test(cookie) ? found[1] : undefined
    }
  }
}

function absolute(url: unknown): string {
  const base = globalThis.document?.baseURI
  try {
    if (typeof url === 'string' && url !== '') return new URL(url, base).href
  } catch {
    // Only a browser knows where a path starts.
  }
  const must = `must be the address of the API, such as 'https://example.org/api/cms'${base === undefined ? '; only in a page is a path enough' : ''}`
  throw new ApiError(500, [{ message: must, field: 'url', code: 'CONFIG' }])
}

function asJson(body: unknown): string | undefined {
  try {
    return JSON.stringify(body)
  } catch (cause) {
    throw new ApiError(400, [{ message: 'must be a value that JSON can represent', field: 'data', code: 'BAD_REQUEST' }], { cause })
  }
}

const csrfCookie = (): string | undefined => /(?:^|; )svc-csrf=([^;]+)/.exec(globalThis.document?.cookie ?? '')?.[1]

const isAborted = (error: unknown): boolean => ['AbortError', 'TimeoutError'].includes((error as Error).name)

/** The request may have succeeded all the same. */
const lostAnswer = (cause?: unknown): ApiError => new ApiError(0, [], { cause })

/**
 * Incomplete JSON was cut off without a connection error. It counts as lost whatever its status, because without the body the reason for a
 * refusal is unknown.
 */
function bodyOf(text: string, type: string | null): unknown {
  const isJson = /\bjson\b/i.test(type ?? '')
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isJson) throw lostAnswer(error)
    return undefined
  }
}

/** The API returns lists, and objects that are never empty. Anything else comes from in between, such as a network's sign-in page. */
function wholeObject(body: unknown): object {
  if (Array.isArray(body) || (typeof body === 'object' && body !== null && Object.keys(body).length > 0)) return body
  throw lostAnswer()
}

const problemsOf = (body: unknown, { status, statusText }: { status: number; statusText: string }): Problem[] =>
  (body as { errors?: Problem[] } | undefined)?.errors ?? [{ message: `${status} ${statusText}`.trim() }]
