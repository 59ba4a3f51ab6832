/** One HTTP request, as any host can tell it. The adapters make it; nothing behind `lib/http` sees it. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

export interface Exchange {
  method: string
  /** Below the API prefix, still encoded, beginning with `/`. */
  path: string
  /** Without the `?`. */
  search: string
  headers: IncomingHttpHeaders
  /** The whole address as the client sees it. */
  readonly url: string
  protocol: string
  host: string
  readonly ip: string | undefined
  /** The body as the host has parsed it already. */
  readonly parsed: unknown
  /** The body as it arrives; ended when the host has read it. */
  readonly stream: Readable
}
