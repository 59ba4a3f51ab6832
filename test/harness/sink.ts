/** A receiver of webhooks that keeps what it gets, and answers as it is told to, or not at all. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Reply = number | 'hang' | 'drip' | 'close'

export interface Got {
  path: string
  headers: IncomingMessage['headers']
  raw: string
  body: any
}

export class Sink {
  readonly got: Got[] = []
  /** The most requests that were open at the same time. */
  most = 0
  #open = 0
  /** How each request is answered; the last one goes on. */
  replies: (Reply | ((got: Got) => Reply))[] = [200]
  readonly #server: Server = createServer((request, response) => void this.#take(request, response))

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  of(event: string): Got[] {
    return this.got.filter(({ headers }) => headers['x-svc-event'] === event)
  }

  forget(...replies: Sink['replies']): void {
    this.got.length = 0
    this.most = 0
    this.replies = replies.length > 0 ? replies : [200]
  }

  /** Waits until so many have come, and a moment longer. */
  async until(count: number): Promise<Got[]> {
    for (let n = 0; n < 1000 && this.got.length < count; n++) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, 30))
    return this.got
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.most = Math.max(this.most, ++this.#open)
    response.once('close', () => this.#open--)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString()
    const got = { path: request.url!, headers: request.headers, raw, body: JSON.parse(raw) }
    this.got.push(got)
    const next = this.replies.length > 1 ? this.replies.shift()! : this.replies[0]!
    const reply = typeof next === 'function' ? next(got) : next
    if (reply === 'close') return void request.socket.destroy()
    if (reply === 'hang') return
    if (reply === 'drip') return drip(response)
    response.writeHead(reply, reply === 301 ? { location: `${this.origin}/elsewhere` } : {}).end('x'.repeat(100_000))
  }
}

/** A head that never ends, a byte at a time. */
function drip(response: ServerResponse): void {
  const { socket } = response
  socket!.write('HTTP/1.1 200 OK\r\n')
  const timer = setInterval(() => socket!.write('x'), 50)
  socket!.on('close', () => clearInterval(timer))
  socket!.on('error', () => undefined)
}
