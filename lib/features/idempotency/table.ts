/** The idempotency keys of the last day, each with the document created under it. Tested by test/http/idempotency.test.ts. */

import type { Engine } from '../../engine.ts'
import { atLeast, lessThan } from '../../store/conditions.ts'
import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'

const TABLE = '$idempotency'
const HOURS = 24

export const idempotencyTable = ownTable({
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'caller', kind: 'text' },
    { name: 'key', kind: 'text' },
    { name: 'collection', kind: 'text', slugs: 'owner' },
    { name: 'request', kind: 'text' },
    { name: 'document', kind: 'id' },
    { name: 'created_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['caller', 'key'], 'a key creates one document for each caller', true),
    index(TABLE, ['created_at'], 'those that are too old'),
  ],
})

/** A stored request. */
export interface Remembered {
  caller: string
  key: string
  collection: string
  /** A digest of the request's content. */
  request: string
}

/** The document that was created under a key. */
export async function find(
  engine: Engine,
  { caller, key }: Remembered,
): Promise<{ id: number; collection: string; request: string } | undefined> {
  const row = await idempotencyTable.in(engine.store).first({ caller, key, created_at: atLeast(oldest(engine)) })
  return row && { id: row['document'], collection: row['collection'], request: row['request'] }
}

/** Statements that store the key for the document inserted in the same transaction, unless a concurrent request was faster. */
export function remember(
  engine: Engine,
  { caller, key, collection, request }: Remembered,
  inserted: string,
  otherwise: () => Error,
): Statement[] {
  const rows = idempotencyTable.in(engine.store)
  const now = engine.settings.clock.now().toISOString()
  const row = { caller, key, collection, request, document: new Ref(inserted, 'id'), created_at: now }
  const onConflict = { unique: ['caller', 'key'], change: [] } as const
  return [
    rows.delete({ caller, key, created_at: lessThan(oldest(engine)) }),
    { ...rows.insert(row, { onConflict, returning: ['id'] }), expect: { rows: 1, otherwise } },
  ]
}

export async function forgetOld(engine: Engine): Promise<void> {
  await engine.store.change(idempotencyTable.in(engine.store).delete({ created_at: lessThan(oldest(engine)) }))
}

const oldest = ({ settings }: Engine): string => new Date(settings.clock.now().getTime() - HOURS * 3_600_000).toISOString()
