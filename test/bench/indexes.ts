/** `npm run bench:indexes`: how long writers wait while an index of a million rows is made on Postgres, inside a transaction and concurrently. */
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { withPostgres } from '../harness/postgres-server.ts'
import { DURABLE, end } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const ROWS = 1_000_000
/** Milliseconds between two writes. */
const PACE = 20
let given = 0
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

const opened = (where: string, name: object, code: object, migrate = false): Promise<Handle> => {
  const fields = [{ name: 'name', ...name }, { name: 'code', ...code }, { name: 'body' }]
  const config = {
    secret: 'a-secret-that-is-only-for-the-bench',
    db: adapterFor(where),
    collections: [{ slug: 'posts', fields }],
    jobsTimer: false,
    log: SILENT,
  }
  return createCms(config as Config, { migrate })
}

/** Writes at a steady pace, and gives how many milliseconds each write took. */
function writing(cms: Handle) {
  const took: number[] = []
  let isOver = false
  const pause = () => new Promise((resolve) => setTimeout(resolve, PACE))
  const done = (async () => {
    for (let n = 0; !isOver; n++) {
      const begun = performance.now()
      await (n % 2 === 0
        ? cms.create('posts', { name: `new ${n}`, code: `new ${++given}` })
        : cms.update('posts', 1 + n, { name: `changed ${n}` }))
      took.push(performance.now() - begun)
      await pause()
    }
  })()
  return async () => {
    isOver = true
    await done
    return took.sort((a, b) => a - b)
  }
}

async function measured(what: string, writer: Handle, work: () => Promise<unknown>): Promise<void> {
  const stop = writing(writer)
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  const took = await stop()
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!.toFixed(0)
  console.log(`| ${what} | ${seconds.toFixed(1)} | ${took.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`)
}

await withPostgres(async () => {
  const where = DURABLE['Postgres']!()
  const writer = await opened(where, {}, {}, true)
  const { store } = writer.engine
  const columns = ['name', 'code', 'body', 'created_at', 'updated_at'].map(store.dialect.quote).join(', ')
  await store.exclusively((connection) =>
    connection.all(
      `insert into ${store.dialect.table('posts')} (${columns}) select 'name ' || n % 5000, 'code ' || n, repeat('words ', 50), '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from generate_series(1, ${ROWS}) n`,
    ),
  )
  await writer.create('posts', { name: 'first' })
  console.log(`${ROWS} rows, a write every ${PACE} ms beside each migration:\n`)
  console.log('| migration | seconds | writes | ms, half of them | ms, 99 % | ms, longest |\n|---|---:|---:|---:|---:|---:|')
  await measured('none', writer, () => new Promise((resolve) => setTimeout(resolve, 5000)))
  for (const [how, large] of Object.entries({ 'in its transaction': Number.POSITIVE_INFINITY, concurrently: 0 }))
    for (const [what, name, code] of [
      ['an index', { index: true }, {}],
      ['a unique index', {}, { unique: true }],
    ] as const) {
      const cms = await opened(where, name, code)
      const migrator = new Migrator(cms.engine.store, SILENT, { large })
      await measured(`${what}, ${how}`, writer, () => migrator.apply(cms.engine.tables(), cms.engine.model))
      await migrator.undo(false)
      await cms.stop()
    }
  await end(writer)
})
process.exit(0)
