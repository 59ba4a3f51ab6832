/** The connection to the API over HTTP. Only this file knows URLs, cookies and bearer tokens, the CSRF token, and the form of errors.
 * Tested by test/client/cut-answers.test.ts.
 */
/// <reference lib="dom" />
import { kindOf } from '../schema/plain-object.ts'
import { ApiError } from './api-error.ts'
import { jsonOf } from './sent-json.ts'

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
    const { body, response } = await this.#answer(method, path, sending)
    return { body: wholeObject(body, this.#source(method, path, response)) as T, etag: response.headers.get('etag') ?? undefined }
  }

  /** Like `exchange`, for paths that may return any JSON, or something else, which becomes `undefined`. */
  async exchangeAny(method: string, path: string, sending: Sending = {}): Promise<Answered<unknown>> {
    const { body, response } = await this.#answer(method, path, sending)
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
      url.searchParams.set(name, typeof value === 'object' ? (jsonOf(value, name, name) ?? '') : String(value))
    }
    return url.href
  }

  async #answer(method: string, path: string, sending: Sending): Promise<{ body: unknown; response: Response }> {
    const response = await this.#ask(method, path, sending)
    this.#remember(response)
    const source = this.#source(method, path, response)
    const text = await response.text().catch((error) => {
      throw lost(error, source, sending.signal)
    })
    const body = bodyOf(text, source)
    if (!response.ok) throw refusal(body, source)
    return { body, response }
  }

  async #ask(method: string, path: string, { query, body, headers, signal, keepalive }: Sending): Promise<Response> {
    const isForm = body instanceof FormData
    const content = isForm ? body : jsonOf(body, 'data')
    const address = this.address(path, query)
    const request: RequestInit = {
      method,
      headers: layered(
        body !== undefined && !isForm ? { 'content-type': 'application/json' } : {},
        this.#guarded(method),
        this.#headers,
        headers,
      ),
      credentials: 'include',
      cache: 'no-store',
      // A change that follows a redirect would become a GET, whose answer looks like that of the change.
      redirect: method.toUpperCase() === 'GET' ? 'follow' : 'manual',
      ...(keepalive && { keepalive }),
      ...(content !== undefined && { body: content }),
    }
    let response: Response
    try {
      response = await this.#fetch(address, { ...request, ...(signal && { signal }) })
    } catch (error) {
      if (!signal?.aborted) refuseUnsendable(address, request)
      throw lost(error, { method, address }, signal)
    }
    if (typeof response?.text !== 'function')
      throw new ApiError(500, [{ message: `must return a Response, not ${kindOf(response)}`, field: 'fetch', code: 'CONFIG' }])
    if (isRedirect(response)) throw redirected(this.#source(method, path, response), response)
    return response
  }

  #source(method: string, path: string, { status, statusText, headers, url }: Response): Source {
    return { method, address: url || this.address(path), status, statusText, type: headers.get('content-type') }
  }

  #uploadInSight<T>(path: string, form: FormData, { method = 'POST', query, headers, progress, signal }: Uploading): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      const address = this.address(path, query)
      request.open(method, address)
      request.withCredentials = true
      for (const [name, value] of Object.entries(layered(this.#guarded(method), this.#headers, headers)))
        request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => progress?.(total > 0 ? loaded / total : 0)
      request.onload = () => {
        const { status, statusText } = request
        const source = { method, address, status, statusText, type: request.getResponseHeader('content-type') }
        try {
          const body = bodyOf(request.responseText, source)
          if (status >= 300) throw refusal(body, source)
          resolve(wholeObject(body, source) as T)
        } catch (error) {
          reject(error)
        }
      }
      request.onerror = () => reject(lost(undefined, { method, address }, signal))
      request.onabort = () => reject(signal?.reason ?? new DOMException('', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      if (signal?.aborted) reject(signal.reason)
      else request.send(form)
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

function absolute(given: unknown): string {
  const base = globalThis.document?.baseURI
  const must = (what: string): never => {
    throw new ApiError(500, [{ message: `must ${what}`, field: 'url', code: 'CONFIG' }])
  }
  const otherwise = base === undefined ? '; only in a page is a path enough' : ''
  const url = parsed(given, base) ?? must(`be the address of the API, such as 'https://example.org/api/cms'${otherwise}`)
  if (!/^https?:$/.test(url.protocol)) return must("begin with http:// or https://, such as 'https://example.org/api/cms'")
  if (url.username !== '' || url.password !== '') return must('be without a user name and a password; `headers` can contain them')
  if (url.search !== '' || url.hash !== '') return must('be without ? and #')
  return url.href
}

function parsed(url: unknown, base: string | undefined): URL | undefined {
  try {
    return typeof url === 'string' && url !== '' ? new URL(url, base) : undefined
  } catch {
    // Only a browser knows where a path starts.
    return undefined
  }
}

const csrfCookie = (): string | undefined => /(?:^|; )svc-csrf=([^;]+)/.exec(globalThis.document?.cookie ?? '')?.[1]

/** Later headers win, in any case of their names. */
function layered(...layers: (Record<string, string> | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const layer of layers) for (const [name, value] of Object.entries(layer ?? {})) headers[name.toLowerCase()] = value
  return headers
}

/** Where an answer comes from. */
interface Source {
  method: string
  address: string
  status: number
  statusText: string
  type: string | null
}

/** Without the query, which may contain what somebody searches for. */
const requestOf = ({ method, address }: Pick<Source, 'method' | 'address'>): string => `${method} ${address.replace(/[?#].*/, '')}`

/** The error of an answer that never came, or not whole: the request may have succeeded all the same. The caller's own abort isn't one. */
function lost(cause: unknown, source: Pick<Source, 'method' | 'address'>, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason
  const { name, cause: inner } = (cause ?? {}) as { name?: string; cause?: { code?: string; message?: string } }
  if (name === 'AbortError' || name === 'TimeoutError') return cause
  const why = inner?.code ?? inner?.message
  return new ApiError(0, [], { cause }, `No response from the server to ${requestOf(source)}${why === undefined ? '' : ` (${why})`}`)
}

/** A request that the platform can't even put together, such as a GET with a body, was never sent. */
function refuseUnsendable(address: string, request: RequestInit): void {
  try {
    new Request(address, request)
  } catch (cause) {
    throw new ApiError(400, [{ message: `The request can't be sent: ${(cause as Error).message}`, code: 'BAD_REQUEST' }], { cause })
  }
}

/** Browsers hide the status and the target of a redirect. */
const isRedirect = ({ type, status }: Response): boolean => type === 'opaqueredirect' || (status >= 301 && status <= 308 && status !== 304)

function redirected(source: Source, { headers }: Response): ApiError {
  const target = headers.get('location')
  const message = `${requestOf(source)} redirects${target === null ? '' : ` to ${target}`}, so nothing was changed. Pass the address of the API itself as url`
  return new ApiError(source.status || 302, [{ message }])
}

function strange(source: Source): string {
  const { status, type } = source
  const hint = status < 300 || status === 404 ? '. Check the url of the client' : ''
  return `The answer to ${requestOf(source)} (${status}${type ? `, ${type}` : ''}) isn't from galley${hint}`
}

/**
 * Incomplete JSON was cut off without a connection error. It counts as lost whatever its status, because without the body the reason for a
 * refusal is unknown.
 */
function bodyOf(text: string, source: Source): unknown {
  const isJson = /\bjson\b/i.test(source.type ?? '')
  try {
    return JSON.parse(text)
  } catch (error) {
    if (isJson) throw lost(error, source)
    return undefined
  }
}

/** The API returns lists, and objects that are never empty. Anything else comes from in between, such as a network's sign-in page. */
function wholeObject(body: unknown, source: Source): object {
  if (Array.isArray(body) || (typeof body === 'object' && body !== null && Object.keys(body).length > 0)) return body
  throw new ApiError(0, [], undefined, strange(source))
}

function refusal(body: unknown, source: Source): ApiError {
  const errors = (body as { errors?: unknown } | null | undefined)?.errors
  const problems = Array.isArray(errors) ? errors.filter((one) => typeof one?.message === 'string') : []
  if (problems.length > 0) return new ApiError(source.status, problems)
  return new ApiError(source.status, [{ message: `${source.status} ${source.statusText}`.trim() }], undefined, strange(source))
}
