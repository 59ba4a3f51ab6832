/** Notes for the audit log. Tested by test/features/audit/audit.test.ts. */
import type { Effect } from '../operations/contract.ts'
import type { Ref, Statement } from '../store/write-set.ts'

export interface NotedChange {
  field: string
  before?: unknown
  after?: unknown
}

export interface Note {
  /** `create`, `login`, `role.update`, …; you may also use your own. */
  action: string
  /** A slug, `global:<slug>`, or an area such as `roles`. */
  target: string
  doc?: number | Ref | null
  title?: string | null
  changes?: readonly NotedChange[] | null
  detail?: Record<string, unknown> | null
  /** The acting user, if the caller doesn't say: somebody who is just signing in. */
  by?: { id: number | null; email: string | null }
}

/** Statements to write with the noted change, and effects that run after the commit. */
export interface NoteWrites {
  writes: readonly Statement[]
  afterwards: readonly Effect[]
}
