/** Lists that no index serves: keeps them for `galley doctor --queries`, and warns on the status page about slow ones. Tested by test/query/unindexed.test.ts. */
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import type { Attention } from '../../feature-answers.ts'
import { unindexedListsTable } from '../../query/unindexed-lists.ts'

const A_DAY = 86_400_000
/** Milliseconds. */
const SLOW = 1000

export const unindexedLists: Feature = {
  name: 'unindexedLists',
  tables: () => [unindexedListsTable],
  attention,
  stop: (engine) => engine.unindexedLists.save(),
}

async function attention({ unindexedLists, settings }: Engine): Promise<Attention[]> {
  const since = new Date(settings.clock.now().getTime() - A_DAY)
  const slow = (await unindexedLists.recent(since)).filter(({ slowest }) => slowest >= SLOW)
  return slow.length === 0
    ? []
    : [{ id: 'slow-lists', count: slow.length, collections: [...new Set(slow.map(({ collection }) => collection))] }]
}
