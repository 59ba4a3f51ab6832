/** Graceful shutdown: accepts no new connections, finishes running responses, and asks clients to close kept-alive connections. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Milliseconds for running responses, including downloads and uploads. */
const GRACE = 8000
/** Connections that had no request for this many milliseconds are closed at once. */
const IDLE = 5000
/**
 * A client that just got a response may already have sent its next request; that response will tell it to close. So a connection is closed
 * only after this many checks found it idle. A process that is too busy to check considers none idle.
 */
const LOOKS = 10
const BETWEEN_LOOKS = 50
/** Stop accepting after this many event loop turns without a new connection, or after this many turns in total. */
const QUIET_TURNS = 3
const MOST_TURNS = 1000

interface Connected {
  underWay: Set<ServerResponse>
  /** When its last response ended. */
  idleSince: number
  foundIdle: number
}

/**
 * Prepares a server for a graceful shutdown. Call it right after creating the server: `drain` then stops accepting connections and waits for
 * the responses that are under way, at most `grace` milliseconds (8000 by default).
 *
 * @example
 * const { drain } = drainable(server)
 * process.once('SIGTERM', async () => {
 *   await drain()
 *   const running = await handler.cms.catch(() => undefined)
 *   await running?.stop()
 * })
 */
export function drainable(server: Server): { drain(grace?: number): Promise<void> } {
  const connections = new Map<Socket, Connected>()
  let isDraining = false
  let accepted = 0

  server.on('connection', (socket: Socket) => {
    accepted++
    connections.set(socket, { underWay: new Set(), idleSince: performance.now(), foundIdle: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connected = connections.get(socket)
    connected?.underWay.add(response)
    response.once('close', () => {
      if (!connected) return
      connected.underWay.delete(response)
      connected.idleSince = performance.now()
      connected.foundIdle = 0
    })
    if (isDraining) closeAfter(response)
  })

  /** Accepts clients that have already connected before the server closes. Node accepts one per turn of its event loop. */
  async function acceptWaiting(): Promise<void> {
    for (let [ticks, quiet] = [0, 0]; ticks < MOST_TURNS && quiet < QUIET_TURNS; ticks++) {
      const before = accepted
      await new Promise((resolve) => setImmediate(resolve))
      quiet = accepted === before ? quiet + 1 : 0
    }
  }

  return {
    async drain(grace = GRACE) {
      await acceptWaiting()
      // An HTTP server's own `close` would cut connections whose next request is on its way.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      // Set only now: a client asked to close reconnects at once, and must be refused.
      isDraining = true
      for (const { underWay } of connections.values()) for (const response of underWay) closeAfter(response)
      const closeIdle = () => {
        const now = performance.now()
        for (const [socket, connected] of connections) {
          if (connected.underWay.size > 0) continue
          if (now - connected.idleSince >= IDLE || ++connected.foundIdle >= LOOKS) socket.destroySoon()
        }
      }
      closeIdle()
      const looking = setInterval(closeIdle, BETWEEN_LOOKS)
      const timer = setTimeout(() => server.closeAllConnections(), grace)
      await closed
      clearInterval(looking)
      clearTimeout(timer)
    },
  }
}

/** Sends `connection: close` if the head has not been sent yet. Other connections are closed once they have been idle for a moment. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
