/** A server that keeps listening, and its connections open, for a handler that supertest would give another server for each request. */
import { createServer, type RequestListener, type Server } from 'node:http'

/** Servers that are open at once; each of a longer run would hold its descriptors until the end. */
const MOST = 20

const servers = new Map<RequestListener, Server>()

export function listening(handler: RequestListener | Server | string): Server | string {
  if (typeof handler !== 'function') return handler
  const server = servers.get(handler) ?? createServer(handler)
  if (!server.listening) {
    // A connection that the server closes while a request is sent over it would fail that request.
    server.keepAliveTimeout = 0
    server.listen(0).unref()
  }
  servers.delete(handler)
  servers.set(handler, server)
  for (const [oldest, one] of servers) {
    if (servers.size <= MOST) break
    one.close().closeIdleConnections()
    servers.delete(oldest)
  }
  return server
}
