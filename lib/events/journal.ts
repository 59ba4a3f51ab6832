/** Audit notes: features note what happened, and the feature that keeps the log stores the entry in the same transaction. */
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import type { ReturnedRows } from '../store/contract.ts'
import type { Writing } from '../store/write-set.ts'
import type { Note } from './note.ts'

/** Commits writes and their note in one transaction. */
export async function commitNoted(engine: Engine, caller: Caller, note: Note, set: Writing): Promise<ReturnedRows> {
  const { writes, afterwards } = engine.features.noted(caller, note)
  const written = await engine.store.commit({ ...set, writes: [...(set.writes ?? []), ...writes] })
  await engine.store.settled(async () => {
    for (const effect of afterwards) await effect()
  })
  return written
}

/** Notes an event that wrote nothing itself. */
export async function record(engine: Engine, caller: Caller, note: Note): Promise<void> {
  await commitNoted(engine, caller, note, {})
}
