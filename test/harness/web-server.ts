/** A host that speaks `Request` and `Response`, on plain Node: what Hono, Bun and Deno do to a request before they hand it on. */
import type { RequestListener } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sender } from '../../adapters/fetch.ts'

export const webServer =
  (answer: (request: Request, sender: Sender) => Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.once('close', () => outgoing.writableEnded || gone.abort())
    const { method = 'GET', rawHeaders } = incoming
    const headers = new Headers()
    for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!)
    const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream)
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`)
    const given = { method, headers, body, signal: gone.signal, ...(body && { duplex: 'half' }) }
    const response = await answer(new Request(url, given as RequestInit), { ip: incoming.socket.remoteAddress })
    for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
    outgoing.setHeader('set-cookie', response.headers.getSetCookie())
    outgoing.writeHead(response.status)
    if (!response.body) return void outgoing.end()
    await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined)
  }
