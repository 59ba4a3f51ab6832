/** Rows that show other content than their columns, such as a pending draft instead of the live version. Tested by test/features/pending.test.ts. */

import { type Entity, wholeOf } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import { Pace } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import { decode } from '../store/decode.ts'
import type { Documents } from '../store/documents.ts'
import { missingIn, unfolded } from '../store/snapshots.ts'
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'
import type { Filter } from './filter.ts'
import type { Stored } from './objects.ts'
import type { OwnedColumn } from './sort.ts'
import { isAnswered, matchOf } from './unsaved-content.ts'

export interface Overlay {
  /** Columns that it needs. */
  columns: readonly string[]
  /** The column that sorts the documents by the `updatedAt` shown. */
  updatedAt?: OwnedColumn
  /** The content shown instead of the row's, if any. */
  of(row: Row): Promise<Stored | undefined>
}

interface Parts {
  access: Access
  documents: Documents
  store: Store
}

/**
 * The alternative content may be out of the caller's reach while the row is not; the row's own content is shown then.
 * A preview link gives a visitor access to a draft, but not to a field that the row hides.
 */
export async function overlaid(
  entity: Entity,
  rows: readonly Row[],
  overlay: Overlay,
  caller: Caller,
  parts: Parts,
): Promise<(Stored | undefined)[]> {
  const pace = new Pace()
  const found: (Stored | undefined)[] = []
  for (const row of rows) {
    found.push(await overlay.of(row))
    const turn = pace.rest()
    if (turn) await turn
  }
  if (!found.some((one) => one?.aside)) return found
  const whole = wholeOf(entity)
  const rule = await parts.access.documents.filter(entity, 'read', caller)
  const readable = rule.is === 'all' ? found : await within(rule, found)
  return found.map((one, index) => {
    if (!one?.aside) return one
    if (!readable[index]) return undefined
    // biome-ignore lint/style/noNonNullAssertion: there is one document for each row
    return caller.actor.pass ? { ...one, behind: () => decode(entity, rows[index]!) } : one
  })

  /** Which of them match a filter. */
  async function within(filter: Filter, all: readonly (Stored | undefined)[]): Promise<unknown[]> {
    if (filter.is === 'none') return []
    const questions: (Statement | undefined)[] = []
    for (const one of all) {
      const aside = one?.aside
      const content = aside && {
        entity: whole,
        // biome-ignore lint/style/noNonNullAssertion: content that replaces a row's columns has the row's metadata
        id: one.meta!.id,
        doc: await unfolded(whole, aside, undefined, pace),
        lacks: missingIn(whole, aside),
      }
      questions.push(content && matchOf(content, filter, parts))
      const turn = pace.rest()
      if (turn) await turn
    }
    return Promise.all(questions.map((one) => one && isAnswered(one, parts.store)))
  }
}
