/** The request, response and session for a passport strategy. They provide what passport expects, and know nothing of HTTP hosts.
 * Tested by test/features/sso-passport.test.ts.
 */
import type { ProviderClient } from '../lib/auth/provider.ts'

export interface StrategyRequest {
  method: 'GET' | 'POST'
  /** The public URL, whatever address a proxy requested. */
  url: URL
  query: Record<string, string>
  body: object
  session: StrategySession
  client: ProviderClient
}

/** The parts of an Express request that strategies and their `verify` callbacks read. */
export function expressLike({ method, url, query, body, session, client }: StrategyRequest, response: StrategyResponse): object {
  const isSecure = url.protocol === 'https:'
  const headers: Record<string, ProviderClient['headers'][string]> = { ...client.headers, host: url.host }
  for (const name of Object.keys(headers)) if (/^(x-)?forwarded/.test(name)) delete headers[name]
  const header = (name: string) => headers[name.toLowerCase()]
  const socket = { encrypted: isSecure, remoteAddress: client.ip }
  const path = url.pathname + url.search
  return {
    method,
    url: path,
    originalUrl: path,
    path: url.pathname,
    baseUrl: '',
    protocol: url.protocol.slice(0, -1),
    secure: isSecure,
    hostname: url.hostname,
    ip: client.ip,
    headers,
    header,
    get: header,
    query,
    params: {},
    body,
    session,
    socket,
    connection: socket,
    app: { get: () => undefined },
    res: response,
  }
}

/** Records where a strategy redirects the browser; a strategy that writes its own page has no target. */
export class StrategyResponse {
  statusCode = 200
  readonly #headers = new Map<string, unknown>()
  readonly #ended: (location: string | undefined) => void

  constructor(ended: (location: string | undefined) => void) {
    this.#ended = ended
  }

  setHeader(name: string, value: unknown): this {
    this.#headers.set(name.toLowerCase(), value)
    return this
  }

  getHeader(name: string): unknown {
    return this.#headers.get(name.toLowerCase())
  }

  redirect(...given: [string] | [number, string]): void {
    this.setHeader('location', given.at(-1)).end()
  }

  send(): void {
    this.end()
  }

  end(): void {
    const location = this.getHeader('location')
    this.#ended(location === undefined ? undefined : String(location))
  }
}

/** Lives for one sign-in. Its content is stored in the browser's encrypted cookie. */
export class StrategySession {
  constructor(kept: object = {}) {
    Object.assign(this, kept)
  }

  regenerate(done?: () => void): void {
    for (const name of Object.keys(this)) delete (this as Record<string, unknown>)[name]
    done?.()
  }

  save(done?: () => void): void {
    done?.()
  }

  destroy(done?: () => void): void {
    this.regenerate(done)
  }
}
