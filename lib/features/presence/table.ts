/** One row per user and document. It expires when the user's browser stops reporting, so leaving needs no request. */

import type { Engine } from '../../engine.ts'
import { isNot, lessThan } from '../../store/conditions.ts'
import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'

const TABLE = '$presence'
/** Seconds; the admin polls every fifteen. */
const HOLDS = 45

export const presenceTable = ownTable({
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'entity', kind: 'text', slugs: { words: [0], owner: true } },
    { name: 'document', kind: 'id' },
    { name: 'account', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'since', kind: 'text' },
    { name: 'seen_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['entity', 'document', 'account'], 'one row for each person at each document', true),
    index(TABLE, ['seen_at'], 'those who left without a word'),
  ],
})

interface Place {
  entity: string
  /** `0` for a global. */
  document: number
  account: string
}

export interface Present {
  account: string
  /** Empty if the account has none. */
  name: string
  since: string
}

/** Announces a user, and returns the others. */
export async function stay({ store, settings }: Engine, { entity, document, account, name }: Place & { name: string }): Promise<Present[]> {
  const now = settings.clock.now()
  const [at, gone] = [now.toISOString(), new Date(now.getTime() - HOLDS * 1000).toISOString()]
  const rows = presenceTable.in(store)
  const onConflict = { unique: ['entity', 'document', 'account'], change: ['seen_at', 'name'] } as const
  return store.atomically(async ({ run }) => {
    await run(rows.delete({ seen_at: lessThan(gone) }))
    await run(rows.insert({ entity, document, account, name, since: at, seen_at: at }, { onConflict }))
    const others = await run(
      rows.select({ entity, document, account: isNot(account) }, { columns: ['account', 'name', 'since'], sort: ['since'] }),
    )
    return others.map((row) => ({ account: row['account'], name: row['name'], since: row['since'] }))
  })
}

export async function leave({ store }: Engine, { entity, document, account }: Place): Promise<void> {
  await store.change(presenceTable.in(store).delete({ entity, document, account }))
}
