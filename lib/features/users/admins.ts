/** Serializes changes that decide who is an admin, across all processes. */
import type { Engine } from '../../engine.ts'
import type { Statement } from '../../store/write-set.ts'

export function lockAdmins({ store }: Engine): Statement[] {
  const sql = store.dialect.lock('admins')
  return sql === undefined ? [] : [{ sql, values: [] }]
}
