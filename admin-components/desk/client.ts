/** The API over HTTP. It alone knows addresses, the token against foreign forms, and what errors look like. */
import { ApiError } from './api-error.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined | null | object>>

export interface Sending {
  query?: Query
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Nobody asked for it: it changes no content, opens no sign-in, and goes out even while the page is left. */
  isAside?: boolean
}

export interface Uploading {
  method?: 'POST' | 'PUT'
  query?: Query
  /** Between 0 and 1. */
  progress?: (share: number) => void
  signal?: AbortSignal
}

export interface Page<T> {
  docs: T[]
  totalDocs: number
  limit: number
  page: number
  totalPages: number
  hasNextPage: boolean
  hasPrevPage: boolean
}

export class Client {
  /** Absolute, without a slash at its end. */
  readonly api: string
  /** Asked when a session is over: resolves once somebody is signed in again, with `false` where they would not. */
  onSessionEnd: () => Promise<boolean> = async () => false
  /** How many changes this page has made. */
  writes = 0
  #csrf: string | undefined

  constructor(api: string) {
    this.api = new URL(api, document.baseURI).href.replace(/\/+$/, '')
  }

  /** The token that an answer to a sign-in brought along. */
  set csrf(token: string | undefined) {
    this.#csrf = token
  }

  get<T = any>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
    return this.send<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) })
  }

  post<T = any>(path: string, body: unknown = {}, query?: Query): Promise<T> {
    return this.send<T>('POST', path, { body, ...(query && { query }) })
  }

  patch<T = any>(path: string, body: unknown, query?: Query): Promise<T> {
    return this.send<T>('PATCH', path, { body, ...(query && { query }) })
  }

  delete<T = any>(path: string, query?: Query): Promise<T> {
    return this.send<T>('DELETE', path, { ...(query && { query }) })
  }

  async send<T = any>(method: string, path: string, sending: Sending = {}): Promise<T> {
    return (await this.exchange<T>(method, path, sending)).body
  }

  /** With the tag of what was read, for changes that must not overwrite what somebody else did since. */
  async exchange<T = any>(method: string, path: string, sending: Sending = {}): Promise<{ body: T; etag: string | undefined }> {
    const response = await this.#fetch(method, path, sending)
    const text = await response.text().catch(() => '')
    const body = parsed(text)
    if (response.ok && method !== 'GET' && !sending.isAside) this.writes++
    if (response.ok) return { body: body as T, etag: response.headers.get('etag') ?? undefined }
    const error = new ApiError(response.status, problemsOf(body, response))
    if (response.status === 401 && !sending.isAside && !path.startsWith('/users/') && (await this.onSessionEnd()))
      return this.exchange(method, path, sending)
    throw error
  }

  /** Forms with files go by XMLHttpRequest: it alone tells how far they are. */
  upload<T = any>(path: string, form: FormData, { method = 'POST', query, progress, signal }: Uploading = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, this.url(path, query))
      for (const [name, value] of Object.entries(this.#guarded(method))) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => progress?.(total > 0 ? loaded / total : 0)
      request.onload = () => {
        const body = parsed(request.responseText)
        if (request.status < 300) {
          this.writes++
          return resolve(body as T)
        }
        reject(new ApiError(request.status, problemsOf(body, request)))
      }
      request.onerror = () => reject(new ApiError(0, []))
      request.onabort = () => reject(new DOMException('', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(form)
    })
  }

  url(path: string, query: Query = {}): string {
    const url = new URL(this.api + path)
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null || value === '') continue
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
    }
    return url.href
  }

  async #fetch(method: string, path: string, { query, body, headers, signal, isAside }: Sending): Promise<Response> {
    try {
      return await fetch(this.url(path, query), {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...this.#guarded(method), ...headers },
        credentials: 'include',
        cache: 'no-store',
        ...(isAside && { keepalive: true }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      })
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error
      throw new ApiError(0, [])
    }
  }

  #guarded(method: string): Record<string, string> {
    const token = this.#csrf ?? /(?:^|; )svc-csrf=([^;]+)/.exec(document.cookie)?.[1]
    return method === 'GET' || token === undefined ? {} : { 'x-csrf-token': token }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const problemsOf = (body: unknown, { status, statusText }: { status: number; statusText: string }) =>
  (body as { errors?: [] } | undefined)?.errors ?? [{ message: `${status} ${statusText}`.trim() }]
