/** One server of the cluster: Express or Koa on a port of its own, running its jobs every half second. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import { postgres } from '../../adapters/postgres/index.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'

const require = createRequire(import.meta.url)

export interface Place {
  primary: string
  replica: string
  sink: string
}

export const configAt = ({ primary, replica, sink }: Place, clock?: Clock): Config => ({
  secret: 'a-secret-that-is-only-for-the-tests',
  db: postgres({ url: primary, replicas: [replica] }),
  audit: true,
  apiKeys: true,
  auth: { rbac: true, roles: ['admin', 'editor'] },
  collections: [
    { slug: 'lines', drafts: true, schedule: true, access: { read: 'anyone' }, fields: [{ name: 'text', unique: true }] },
    { slug: 'ticks', fields: [{ name: 'at' }] },
  ],
  webhooks: [{ url: sink, collections: ['lines'], globals: [] }],
  jobs: [
    {
      name: 'tick',
      every: 2,
      run: async ({ cms, now }) => void (await cms.create('ticks', { at: now.toISOString() })),
    },
  ],
  jobsTimer: false,
  routes: { health: '/healthz' },
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  ...(clock && { clock }),
})

async function main([host, port, place]: string[]): Promise<void> {
  const config = configAt(JSON.parse(place!))
  let listener: Parameters<typeof createServer>[1]
  let started: ReturnType<typeof expressCms>['cms']
  if (host === 'express') {
    const middleware = expressCms(config)
    const app = require('express')()
    app.use(middleware)
    ;[listener, started] = [app, middleware.cms]
  } else {
    const middleware = koaCms(config)
    const app = new (require('koa').default ?? require('koa'))()
    app.use(middleware)
    ;[listener, started] = [app.callback(), middleware.cms]
  }
  const cms = await started
  const server = createServer(listener as any)
  server.listen(Number(port), '127.0.0.1', () => process.send!('ready'))
  let isRunning = false
  setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await cms.runJobs()
    isRunning = false
  }, 500).unref()
  process.once('SIGTERM', async () => {
    server.close()
    server.closeIdleConnections()
    await cms.stop()
    process.exit(0)
  })
  process.once('disconnect', () => process.exit(0))
}

if (process.argv[1]?.endsWith('cluster/server.ts')) await main(process.argv.slice(2))
