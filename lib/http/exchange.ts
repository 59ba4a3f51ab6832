/** One HTTP request in a host-neutral form. The adapters create it; nothing outside `lib/http` sees it. Tested by test/http/odd-hosts.test.ts. */
import type { Readable } from '../node-types.ts'
import type { IncomingHttpHeaders } from './node-types.ts'

export interface Exchange {
  readonly method: string
  /** Relative to the API prefix, still encoded, with a leading `/`. */
  readonly path: string
  /** Without the `?`. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
  /** The whole URL as the client sees it. */
  readonly url: string
  readonly protocol: string
  /** A host name or IP address with its port, always valid in a URL. */
  readonly host: string
  readonly ip: string | undefined
  /** The body, if the host has parsed it. */
  readonly parsed: unknown
  /** The user that the host's own sign-in has set on the request. */
  readonly hostUser: unknown
  /** The body as it arrives; ended if the host has read it. */
  readonly stream: Readable
  /** Aborted when the client closes the connection. */
  readonly disconnected: AbortSignal
  /** Runs work after earlier requests on the same connection have been answered. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
}
