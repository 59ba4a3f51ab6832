/** A request behind proxies that are trusted: its client, protocol and host are what they forward. Tested by test/http/proxied.test.ts. */
import type { IncomingMessage } from 'node:http'
import { NodeExchange } from './node-exchange.ts'

/** Makes the exchanges of a server that only its proxies can reach. `proxies`: how many a request passes, each of which adds one entry. */
export const behind =
  (proxies: number) =>
  (...given: ConstructorParameters<typeof NodeExchange>): NodeExchange =>
    proxies === 0 ? new NodeExchange(...given) : new ProxiedExchange(proxies, ...given)

class ProxiedExchange extends NodeExchange {
  readonly #proxies: number

  constructor(proxies: number, request: IncomingMessage, target: string, prefix: string) {
    super(request, target, prefix)
    this.#proxies = proxies
  }

  protected override get givenProtocol(): string {
    return this.#forwarded('x-forwarded-proto') ?? super.givenProtocol
  }

  protected override get givenHost(): string {
    return this.#forwarded('x-forwarded-host') ?? super.givenHost
  }

  override get ip(): string | undefined {
    return this.#forwarded('x-forwarded-for') ?? super.ip
  }

  /** The entry of the outermost trusted proxy. Those before it were sent by the client, who can write anything. */
  #forwarded(header: string): string | undefined {
    const entries = String(this.headers[header] ?? '')
      .split(',')
      .map((entry) => entry.trim())
    return entries[Math.max(0, entries.length - this.#proxies)] || undefined
  }
}
