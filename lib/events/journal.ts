/** The record of who did what: features note it, and whoever keeps the record writes it down in the same transaction. */
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import type { Effect } from '../operations/operation.ts'
import type { Written } from '../store/contract.ts'
import type { Ref, Statement, Writing } from '../store/write-set.ts'

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

/** Writes with its note, in one transaction. */
export async function commitNoted(engine: Engine, caller: Caller, note: Note, set: Writing): Promise<Written> {
  const { writes, afterwards } = engine.features.noted(caller, note)
  const written = await engine.store.commit({ ...set, writes: [...(set.writes ?? []), ...writes] })
  await engine.store.settled(async () => {
    for (const effect of afterwards) await effect()
  })
  return written
}

/** Notes something that wrote nothing itself. */
export async function record(engine: Engine, caller: Caller, note: Note): Promise<void> {
  await commitNoted(engine, caller, note, {})
}
