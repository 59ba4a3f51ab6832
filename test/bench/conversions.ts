/** `npm run bench:conversions`: how long writers wait while 200,000 texts become numbers, in the transaction of the plan and in batches before it. */
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { withPostgres } from '../harness/postgres-server.ts'
import { DURABLE, end } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const ROWS = 200_000
const FILLED_AT_ONCE = 10_000
/** Milliseconds between two writes. */
const PACE = 20
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

const opened = (where: string, price: string, migrate: boolean): Promise<Handle> => {
  const collections = [{ slug: 'posts', fields: [{ name: 'name' }, { name: 'price', type: price }] }]
  const config = { secret: 'a-secret-that-is-only-for-the-bench', db: adapterFor(where), collections, jobsTimer: false, log: SILENT }
  return createCms(config as Config, { migrate })
}

async function fill({ engine: { store } }: Handle): Promise<void> {
  const { dialect } = store
  const columns = ['name', 'price', 'created_at', 'updated_at'].map(dialect.quote).join(', ')
  for (let from = 1; from <= ROWS; from += FILLED_AT_ONCE) {
    const rows = Array.from(
      { length: FILLED_AT_ONCE },
      (_, n) => `('name ${from + n}', '${from + n}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    )
    await store.exclusively((connection) => connection.all(`insert into ${dialect.table('posts')} (${columns}) values ${rows.join(', ')}`))
  }
}

/** Writes as an earlier process does, until its tables are gone; gives how many milliseconds the longest write took. */
function writing(cms: Handle): () => Promise<number> {
  let [longest, isOver] = [0, false]
  const done = (async () => {
    for (let n = 1; !isOver; n++) {
      const begun = performance.now()
      await cms.update('posts', n, { price: `${n}.5` }).catch(() => undefined)
      longest = Math.max(longest, performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, PACE))
    }
  })()
  return async () => {
    isOver = true
    await done
    return longest
  }
}

await withPostgres(async () => {
  console.log(`${ROWS} rows, a write every ${PACE} ms:\n`)
  console.log('| database | migration | seconds | ms, longest write |\n|---|---|---:|---:|')
  for (const database of ['SQLite', 'Postgres'])
    for (const [how, many] of Object.entries({ 'in its transaction': Number.MAX_SAFE_INTEGER, 'in batches': 1 })) {
      const where = DURABLE[database]!()
      const writer = await opened(where, 'text', true)
      await fill(writer)
      const cms = await opened(where, 'number', false)
      const stop = writing(writer)
      const begun = performance.now()
      await new Migrator(cms.engine.store, SILENT, { many }).apply(cms.engine.tables(), cms.engine.model)
      const seconds = (performance.now() - begun) / 1000
      console.log(`| ${database} | ${how} | ${seconds.toFixed(1)} | ${(await stop()).toFixed(0)} |`)
      await cms.stop()
      await end(writer)
    }
})
