/** What features note for the record of who did what. */
import type { Effect } from '../operations/contract.ts'
import type { Ref, Statement } from '../store/write-set.ts'

export interface Change {
  field: string
  before?: unknown
  after?: unknown
}

export interface Note {
  /** `create`, `login`, `role.update`, …; own ones are free. */
  action: string
  /** A slug, `global:<slug>`, or an area such as `roles`. */
  target: string
  doc?: number | Ref | null
  title?: string | null
  changes?: readonly Change[] | null
  detail?: Record<string, unknown> | null
  /** Who it was, where the caller does not say: somebody who is just signing in. */
  by?: { id: number | null; email: string | null }
}

/** To be written with what is noted; what follows the commit. */
export interface Kept {
  writes: readonly Statement[]
  afterwards: readonly Effect[]
}
