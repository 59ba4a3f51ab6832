/** Two processes of a rolling deploy on one database: one has the older schema still, the other the newer one, which is applied. */
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { configWith, type Database, driversFor, end, temporaryFile } from '../harness/start.ts'

export const SHARED: readonly Database[] = driversFor('store/deployed').map(({ name, client, fresh }) => ({
  name,
  fresh: client ? () => sqlite({ filename: temporaryFile('.db'), client }) : fresh,
}))

export interface Deployed {
  older: Handle
  newer: Handle
}

export async function deployed(database: Database, older: Partial<Config>, newer: Partial<Config>): Promise<Deployed> {
  const config = { ...configWith(database, {}), jobsTimer: false }
  await (await createCms({ ...config, ...newer } as Config)).stop()
  return {
    // It has been running since before the newer schema was applied.
    older: await createCms({ ...config, ...older } as Config, { migrate: false }),
    newer: await createCms({ ...config, ...newer, production: true, serverURL: 'https://example.org' } as Config),
  }
}

export async function endDeployed(both: Deployed | undefined): Promise<void> {
  await both?.older.stop()
  await end(both?.newer)
}

/** The row as it is stored, JSON parsed. */
export async function storedRow({ engine: { store } }: Handle, table: string, id: number): Promise<Record<string, any>> {
  const { dialect } = store
  const [row] = await store.read(dialect.native(`select * from ${dialect.table(table)} where ${dialect.quote('id')} = ?`), [id])
  const parsed = ([key, value]: [string, unknown]) => [key, typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value]
  return Object.fromEntries(Object.entries(row!).map(parsed as never))
}
