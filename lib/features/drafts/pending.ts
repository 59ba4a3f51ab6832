/** The pending draft: the next content of a live document, stored on its row until it is published or discarded. */
import { jsonOf } from '../../json.ts'
import { parsedObject } from '../../json-reading.ts'
import type { Row } from '../../store/contract.ts'
import { type Meta, metaOf } from '../../store/document.ts'
import { PENDING, type Snapshot } from '../../store/snapshots.ts'
import type { ColumnSpec } from '../../store/tables.ts'

export const PENDING_AT = '$pending_at'

/** Documents that existed before drafts were enabled are published. */
export const STATUS_COLUMN: ColumnSpec = { name: 'status', kind: 'text', initially: 'published', hides: true }

export const pendingColumns: readonly ColumnSpec[] = [
  { name: PENDING, kind: 'json' },
  { name: PENDING_AT, kind: 'text' },
]

export const noPending = { [PENDING]: null, [PENDING_AT]: null }

export const pendingOf = async (snapshot: Snapshot, at: string) => ({ [PENDING]: await jsonOf(snapshot), [PENDING_AT]: at })

export interface PendingDraft {
  meta: Meta
  snapshot: Snapshot
}

export async function pendingIn(row: Row): Promise<PendingDraft | undefined> {
  const text = row[PENDING]
  if (text === null || text === undefined) return undefined
  return { meta: { ...metaOf(row), updatedAt: row[PENDING_AT] }, snapshot: typeof text === 'string' ? await parsedObject(text) : text }
}
