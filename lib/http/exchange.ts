/** One HTTP request, as any host can tell it. The adapters make it; nothing behind `lib/http` sees it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

export interface Exchange {
  readonly method: string
  /** Below the API prefix, still encoded, beginning with `/`. */
  readonly path: string
  /** Without the `?`. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
  /** The whole address as the client sees it. */
  readonly url: string
  readonly protocol: string
  /** A name or address with its port, always one that an address can have. */
  readonly host: string
  readonly ip: string | undefined
  /** The body as the host has parsed it already. */
  readonly parsed: unknown
  /** The user that the host's own sign-in has put on the request. */
  readonly hostUser: unknown
  /** The body as it arrives; ended when the host has read it. */
  readonly stream: Readable
  /** Aborted once the client has closed the connection. */
  readonly gone: AbortSignal
  /** Runs work once earlier requests of the same connection are answered. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}
