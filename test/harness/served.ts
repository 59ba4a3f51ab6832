/** A process of its own that serves a CMS over HTTP: `fork`ed with a database and a configuration, tells its port. Counts how often scrypt runs, how much memory it holds, and how long its event loop was busy. */

import { createServer } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { cmsHandler } from '../../adapters/node.ts'
import { postgres } from '../../adapters/postgres/index.ts'
import { adapterFor } from '../store/writer.ts'
import { LoopDelays } from './turns.ts'

const crypto = createRequire(import.meta.url)('node:crypto')
const { scrypt } = crypto
let runs = 0
crypto.scrypt = (...given: unknown[]) => {
  runs++
  return scrypt(...given)
}
syncBuiltinESMExports()

const { COST } = await import('../../lib/auth/passwords.ts')
const [where, cost, config] = process.argv.slice(2) as [string, string, string]
COST.N = Number(cost)

const [address, schema] = where.split(' ') as [string, string?]
const db = schema === undefined ? adapterFor(address) : postgres({ url: address, schema })
const quiet = { info: () => undefined, warn: () => undefined, error: (line: string, facts?: object) => console.error(line, facts) }
const handler = cmsHandler({ secret: 'a-secret-that-is-only-for-the-tests', db, log: quiet, ...JSON.parse(config) })
await handler.cms
const delays = new LoopDelays()

const server = createServer((request, response) => {
  if (request.url === '/runs') return void response.end(String(runs))
  if (request.url === '/memory') return void response.end(String(process.memoryUsage.rss()))
  if (request.url === '/turn') return void response.end(String(delays.takeLongest()))
  return handler(request, response)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
