/** The admin's API client: the shared transport, plus a new sign-in when the session has expired. */
import { ApiError } from '../../client/api-error.ts'
import { type Answered, type Query, type Sending as Sent, Transport, type Uploading } from '../../client/transport.ts'
import type { User } from './schema.ts'

export type { Query, Uploading }

export interface Sending extends Sent {
  /** A background request: it changes no content, never opens the sign-in, and is sent even while the page is being closed. */
  isAside?: boolean
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

export class Client extends Transport {
  /** Called when the session has expired. Resolves once the user has signed in again, or with `false` if they cancelled. */
  onSessionEnd: () => Promise<boolean> = async () => false
  /** The signed-in user of this page. Requests sent with another user's session are refused with 401. */
  user: () => User['id'] | undefined = () => undefined
  /** Puts what the API refuses into the language of the admin. */
  inOwnWords: (error: ApiError) => Promise<ApiError> = async (error) => error
  /** The number of changes made by this page. */
  writes = 0

  constructor(api: string) {
    super({ url: api })
  }

  get<T = unknown>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
    return this.send<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) })
  }

  /** A page of a list; the last one where the page is beyond the end, as after its rows were deleted. */
  async page<Found extends Page<unknown>>(path: string, query: Query, signal?: AbortSignal): Promise<Found> {
    const found = await this.get<Found>(path, query, signal)
    const last = Math.max(1, found.totalPages)
    return found.page > last ? this.get<Found>(path, { ...query, page: last }, signal) : found
  }

  post<T = unknown>(path: string, body: unknown = {}, query?: Query): Promise<T> {
    return this.send<T>('POST', path, { body, ...(query && { query }) })
  }

  patch<T = unknown>(path: string, body: unknown, query?: Query): Promise<T> {
    return this.send<T>('PATCH', path, { body, ...(query && { query }) })
  }

  delete<T = unknown>(path: string, query?: Query): Promise<T> {
    return this.send<T>('DELETE', path, { ...(query && { query }) })
  }

  async send<T = unknown>(method: string, path: string, sending: Sending = {}): Promise<T> {
    return (await this.exchange<T>(method, path, sending)).body
  }

  /** For signing in and out, and asking who is signed in: works for any user. A 401 means wrong credentials, not an expired session. */
  async sendAsAnyone<T = unknown>(method: string, path: string, sending: Sent = {}): Promise<T> {
    try {
      return (await super.exchange<T>(method, path, sending)).body
    } catch (error) {
      throw await this.#refused(error)
    }
  }

  override async exchange<T = unknown>(method: string, path: string, { isAside, ...sending }: Sending = {}): Promise<Answered<T>> {
    try {
      const headers = { ...this.#forUser, ...sending.headers }
      const answered = await super.exchange<T>(method, path, { ...sending, headers, ...(isAside && { keepalive: true }) })
      if (method !== 'GET' && !isAside) this.writes++
      return answered
    } catch (error) {
      if (!isAside && (await this.#isSignedInAgain(error))) return this.exchange(method, path, sending)
      throw await this.#refused(error)
    }
  }

  get #forUser(): Record<string, string> {
    const id = this.user()
    return id === undefined ? {} : { 'x-cms-user': encodeURIComponent(id) }
  }

  async #isSignedInAgain(error: unknown): Promise<boolean> {
    return (error as Partial<ApiError>).status === 401 && (await this.onSessionEnd())
  }

  /** Always reports progress, because users want to see how far an upload is. */
  override async upload<T = unknown>(path: string, form: FormData, uploading: Uploading = {}): Promise<T> {
    try {
      const headers = { ...this.#forUser, ...uploading.headers }
      const uploaded = await super.upload<T>(path, form, { progress: () => undefined, ...uploading, headers })
      this.writes++
      return uploaded
    } catch (error) {
      if (await this.#isSignedInAgain(error)) return this.upload(path, form, uploading)
      throw await this.#refused(error)
    }
  }

  async #refused(error: unknown): Promise<unknown> {
    return error instanceof ApiError && error.problems.length > 0 ? this.inOwnWords(error) : error
  }
}
