/** Statistics: keeps what the database knows about its tables up to date, so that it chooses the right index. Tested by test/store/entity-indexes.test.ts. */
import { Attached } from '../../attached.ts'
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'

const PAUSE = 600_000

/** When each CMS refreshed them last. */
const refreshed = new Attached<Engine, number>()

export const statistics: Feature = {
  name: 'statistics',
  jobs: [{ name: 'statistics', run: refresh }],
}

/** In the first round of a process, and every ten minutes after it. Tables that changed little are left out, so this takes milliseconds. */
async function refresh(engine: Engine): Promise<{ refreshed: boolean }> {
  const { store, settings } = engine
  const now = settings.clock.now().getTime()
  const last = refreshed.get(engine)
  if (last !== undefined && Math.abs(now - last) < PAUSE) return { refreshed: false }
  refreshed.set(engine, now)
  await store.exclusively(async (connection) => {
    for (const sql of store.dialect.refreshStatistics) await connection.all(sql)
  })
  return { refreshed: true }
}
