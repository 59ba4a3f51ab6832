/** The API for the admin: over the one way that every client takes, with a sign-in in between where a session has ended. */
import type { ApiError } from '../../client/api-error.ts'
import { type Answered, type Query, type Sending as Sent, Transport, type Uploading } from '../../client/transport.ts'
import type { User } from './schema.ts'

export type { Query, Uploading }

export interface Sending extends Sent {
  /** Nobody asked for it: it changes no content, opens no sign-in, and goes out even while the page is left. */
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
  /** Asked when a session is over: resolves once somebody is signed in again, with `false` where they would not. */
  onSessionEnd: () => Promise<boolean> = async () => false
  /** Whose page this is, while somebody is signed in. Requests that come without their session are refused with 401. */
  user: () => User['id'] | undefined = () => undefined
  /** How many changes this page has made. */
  writes = 0

  constructor(api: string) {
    super({ url: api })
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

  /** Signing in and out, and asking who is signed in: whoever it is by now. A 401 says that the credentials are wrong, not that the session is over. */
  async sendAsAnyone<T = any>(method: string, path: string, sending: Sent = {}): Promise<T> {
    return (await super.exchange<T>(method, path, sending)).body
  }

  override async exchange<T = any>(method: string, path: string, { isAside, ...sending }: Sending = {}): Promise<Answered<T>> {
    try {
      const headers = { ...this.#forUser, ...sending.headers }
      const answered = await super.exchange<T>(method, path, { ...sending, headers, ...(isAside && { keepalive: true }) })
      if (method !== 'GET' && !isAside) this.writes++
      return answered
    } catch (error) {
      if (!isAside && (await this.#isSignedInAgain(error))) return this.exchange(method, path, sending)
      throw error
    }
  }

  get #forUser(): Record<string, string> {
    const id = this.user()
    return id === undefined ? {} : { 'x-cms-user': encodeURIComponent(id) }
  }

  async #isSignedInAgain(error: unknown): Promise<boolean> {
    return (error as Partial<ApiError>).status === 401 && (await this.onSessionEnd())
  }

  /** Always in sight: whoever uploads wants to know how far it is. */
  override async upload<T = any>(path: string, form: FormData, uploading: Uploading = {}): Promise<T> {
    try {
      const headers = { ...this.#forUser, ...uploading.headers }
      const uploaded = await super.upload<T>(path, form, { progress: () => undefined, ...uploading, headers })
      this.writes++
      return uploaded
    } catch (error) {
      if (await this.#isSignedInAgain(error)) return this.upload(path, form, uploading)
      throw error
    }
  }
}
