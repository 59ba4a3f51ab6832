/** A process of its own that serves a CMS over HTTP: `fork`ed with a database and a configuration, tells its port. Counts how often scrypt runs, how much memory it holds, and how long its event loop was busy. */

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { cmsHandler } from '../../adapters/node.ts'
import { postgres } from '../../adapters/postgres.ts'
import { adapterFor } from '../store/writer.ts'

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
/** Processor time of the main thread in milliseconds. Only Linux counts it by thread; elsewhere that of all threads has to do. */
function busy(): number {
  if (process.platform === 'linux') return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let longestTurn = 0
let last = 0
function endTurn(): void {
  const now = busy()
  longestTurn = Math.max(longestTurn, now - last)
  last = now
}

/** The processor time of the longest turn since it was asked the last time. A turn ends where a timer comes to its turn. */
function takeLongestTurn(): number {
  if (last === 0) setInterval(endTurn, 1).unref()
  else endTurn()
  const longest = longestTurn
  last = busy()
  longestTurn = 0
  return longest
}

const server = createServer((request, response) => {
  if (request.url === '/runs') return void response.end(String(runs))
  if (request.url === '/memory') return void response.end(String(process.memoryUsage.rss()))
  if (request.url === '/turn') return void response.end(String(takeLongestTurn()))
  return handler(request, response)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit(0))
