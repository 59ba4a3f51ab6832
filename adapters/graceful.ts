/** The end of a server: it takes no new connections, finishes the answers under way, and tells every client that keeps its connection to close it. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** Milliseconds for answers under way, among them downloads and uploads. */
const GRACE = 8000
/** Milliseconds without a request after which a connection is closed at once. */
const IDLE = 5000
/**
 * A client that got an answer a moment ago may have sent its next request already; that answer tells it to close. So a
 * connection is closed once it was found idle so many times; a process that is too busy to look takes none for idle.
 */
const LOOKS = 10
const BETWEEN_LOOKS = 50
/** Turns of the loop without a new connection after which none waits, and how many turns there are at most. */
const QUIET_TURNS = 3
const MOST_TURNS = 1000

interface Connected {
  underWay: Set<ServerResponse>
  /** When its last answer ended. */
  idleSince: number
  foundIdle: number
}

/** Watches a server from its start on, so that `drain` cuts no answer. */
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

  /** Those whose connection stands already are taken in before the door closes. Node accepts one in each turn of its loop. */
  async function acceptWaiting(): Promise<void> {
    for (let [turns, quiet] = [0, 0]; turns < MOST_TURNS && quiet < QUIET_TURNS; turns++) {
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
      // Only now: a client that is told to close connects again at once, and must be refused.
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

/** Says `connection: close`, where the head is not sent yet. Other connections are closed once they have been idle for a moment. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false
}
