/** A small proxy: passes requests on to whichever server is well, in turns. Reads that break are asked of another one. */
import http, { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const MOST_TRIES = 4

export class Balancer {
  readonly #ports: readonly number[]
  readonly #server: Server
  readonly #well = new Set<number>()
  #turn = 0
  #checking: NodeJS.Timeout | undefined

  constructor(ports: readonly number[]) {
    this.#ports = ports
    this.#server = createServer((request, response) => void this.#pass(request, response))
  }

  async start(): Promise<string> {
    await this.#check()
    this.#checking = setInterval(() => void this.#check(), 100)
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    clearInterval(this.#checking)
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Who does not take connections gets none; whose database is away may still read from the replica. */
  async #check(): Promise<void> {
    for (const port of this.#ports) {
      const isThere = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(3000) }).then(
        () => true,
        () => false,
      )
      if (isThere) this.#well.add(port)
      else this.#well.delete(port)
    }
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const port = this.#next()
      const answer = port === undefined ? undefined : await this.#ask(port, request, body)
      if (port !== undefined && !answer) this.#well.delete(port)
      const isOver = answer && (answer.status < 500 || tries === MOST_TRIES - 1)
      if (isOver || (answer && request.method !== 'GET')) return void response.writeHead(answer.status, answer.headers).end(answer.body)
      if (request.method !== 'GET' && port !== undefined) break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    response.writeHead(502).end()
  }

  #next(): number | undefined {
    const well = this.#ports.filter((port) => this.#well.has(port))
    return well[this.#turn++ % (well.length || 1)]
  }

  #ask(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
    return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer } | undefined>((resolve) => {
      const upstream = http.request({ port, host: '127.0.0.1', method, path: url, headers }, async (answer) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of answer) chunks.push(chunk)
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(chunks) })
        } catch {
          resolve(undefined)
        }
      })
      upstream.on('error', () => resolve(undefined))
      upstream.end(body)
    })
  }
}
