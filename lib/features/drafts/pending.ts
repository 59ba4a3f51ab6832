/** The pending draft: the next content of a live document, stored on its row until it is published or discarded. */
import { jsonOf } from '../../json.ts'
import { parsedObject } from '../../json-reading.ts'
import type { Row } from '../../store/contract.ts'
import { type Meta, metaOf } from '../../store/document.ts'
import { type IndexSpec, index, sorting } from '../../store/index-spec.ts'
import { PENDING, type Snapshot } from '../../store/snapshots.ts'
import type { ColumnSpec } from '../../store/tables.ts'

export const PENDING_AT = '$pending_at'

/** Documents that existed before drafts were enabled are published. */
export const STATUS_COLUMN: ColumnSpec = { name: 'status', kind: 'text', initially: 'published', hides: true }

export const pendingColumns: readonly ColumnSpec[] = [
  { name: PENDING, kind: 'json' },
  { name: PENDING_AT, kind: 'text' },
]

/** The time of the last change that editors see. */
export const LAST_SAVED = { column: PENDING_AT, kind: 'text', fallback: 'updated_at' } as const

/** Named apart from an index of the column itself. */
export const byLastSave = (slug: string): IndexSpec => ({
  ...sorting(slug, [PENDING_AT, 'id'], "editors' lists sorted by their last change"),
  name: index(slug, [PENDING_AT, 'id', 'seen'], '').name,
  visible: { [PENDING_AT]: LAST_SAVED },
})

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
