/** `npm run bench:conversions`: how long writers wait while the values of 200,000 documents change, in fields and in rows, in the transaction of the plan and in batches before it. */
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
const WORDS = 'x'.repeat(100)

interface Case {
  before: object
  after: object
  /** The column that is filled, and what a document holds in it. */
  column: string
  value(n: number): unknown
  more?: object
}

const rows = (...fields: object[]) => ({ name: 'rows', type: 'array', fields: [...fields, { name: 'words' }] })
const ROW = { column: 'rows', value: (n: number) => [{ id: `row${n}`, label: `label ${n}`, amount: `${n}`, words: WORDS }] }
const LABELLED = rows({ name: 'label' }, { name: 'amount' })
const RENAMED = rows({ name: 'caption', renamedFrom: 'label' }, { name: 'amount' })

const CASES: Record<string, Case> = {
  'text to number': {
    before: { name: 'price' },
    after: { name: 'price', type: 'number' },
    column: 'price',
    value: (n) => `${n}`,
  },
  'text to number in rows': { before: LABELLED, after: rows({ name: 'label' }, { name: 'amount', type: 'number' }), ...ROW },
  'rename in rows': { before: LABELLED, after: RENAMED, ...ROW },
  'rename in rows, with versions': { before: LABELLED, after: RENAMED, ...ROW, more: { versions: true } },
}

const opened = (where: string, field: object, more: object, migrate: boolean): Promise<Handle> => {
  const collections = [{ slug: 'posts', fields: [{ name: 'name' }, field], ...more }]
  const config = { secret: 'a-secret-that-is-only-for-the-bench', db: adapterFor(where), collections, jobsTimer: false, log: SILENT }
  return createCms(config as Config, { migrate })
}

async function fill({ engine: { store } }: Handle, { column, value, more }: Case): Promise<void> {
  const { dialect } = store
  const at = "'2026-01-01T00:00:00.000Z'"
  const insert = (table: string, columns: string[], values: string[]) =>
    store.exclusively((connection) =>
      connection.all(`insert into ${dialect.table(table)} (${columns.map(dialect.quote).join(', ')}) values ${values.join(', ')}`),
    )
  for (let from = 1; from <= ROWS; from += FILLED_AT_ONCE) {
    const ids = Array.from({ length: FILLED_AT_ONCE }, (_, n) => from + n)
    const text = (n: number) => (typeof value(n) === 'string' ? `${value(n)}` : JSON.stringify(value(n)))
    await insert(
      'posts',
      ['name', column, 'created_at', 'updated_at'],
      ids.map((n) => `('name ${n}', '${text(n)}', ${at}, ${at})`),
    )
    if (more)
      await insert(
        '$versions',
        ['entity', 'document', 'created_at', 'data'],
        ids.map((n) => `('posts', ${n}, ${at}, '${JSON.stringify({ name: `name ${n}`, [column]: value(n) })}')`),
      )
  }
}

/** Writes as an earlier process does, until its tables are gone; gives how many milliseconds the longest write took. */
function writing(cms: Handle, { column, value }: Case): () => Promise<number> {
  let [longest, isOver] = [0, false]
  const done = (async () => {
    for (let n = 1; !isOver; n++) {
      const begun = performance.now()
      await cms.update('posts', n, { [column]: value(n + 0.5) }).catch(() => undefined)
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

const [only = ''] = process.argv.slice(2)
await withPostgres(async () => {
  console.log(`${ROWS} documents, a write every ${PACE} ms:\n`)
  console.log('| change | database | migration | seconds | ms, longest write |\n|---|---|---|---:|---:|')
  for (const [change, one] of Object.entries(CASES).filter(([name]) => name.includes(only)))
    for (const database of ['SQLite', 'Postgres'])
      for (const [how, many] of Object.entries({ 'in its transaction': Number.MAX_SAFE_INTEGER, 'in batches': 1 })) {
        const where = DURABLE[database]!()
        const writer = await opened(where, one.before, one.more ?? {}, true)
        await fill(writer, one)
        const cms = await opened(where, one.after, one.more ?? {}, false)
        const stop = writing(writer, one)
        const begun = performance.now()
        await new Migrator(cms.engine.store, SILENT, { many }).apply(cms.engine.tables(), cms.engine.model)
        const seconds = (performance.now() - begun) / 1000
        console.log(`| ${change} | ${database} | ${how} | ${seconds.toFixed(1)} | ${(await stop()).toFixed(0)} |`)
        await cms.stop()
        await end(writer)
      }
})
