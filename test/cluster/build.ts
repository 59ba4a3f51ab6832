/** One server with the older or the newer build of a schema, on a port of its own. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import type { Config } from '../../lib/config.ts'
import { SECRET } from '../harness/start.ts'
import { known, type Process, type Shape } from '../store/two-models.ts'
import { adapterFor } from '../store/writer.ts'

const require = createRequire(import.meta.url)

export const configOf = (where: string, build: Process, fields: readonly Shape[]): Config =>
  ({
    secret: SECRET,
    db: adapterFor(where),
    collections: [{ slug: 'posts', access: { read: 'anyone' }, drafts: true, versions: true, fields: known(build, fields) }],
    jobsTimer: false,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }) as unknown as Config

async function main([host, where, build, fields]: string[]): Promise<void> {
  const config: Config = { ...configOf(where!, build as Process, JSON.parse(fields!)), production: true, serverURL: 'http://127.0.0.1' }
  const middleware = host === 'express' ? expressCms(config) : koaCms(config)
  const cms = await middleware.cms
  const listener =
    host === 'express' ? require('express')().use(middleware) : new (require('koa').default ?? require('koa'))().use(middleware).callback()
  const server = createServer(listener)
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
  process.once('SIGTERM', async () => {
    server.close()
    server.closeIdleConnections()
    await cms.stop()
    process.exit(0)
  })
  process.once('disconnect', () => process.exit(0))
}

if (process.argv[1]?.endsWith('cluster/build.ts')) await main(process.argv.slice(2))
