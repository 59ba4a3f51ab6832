/** The rows of a list by their ids: a change finds the row that it changes without looking through the list for each. */
import type { Doc } from '../store/documents.ts'

/** Of two rows with one id, the first. */
export function rowsById(list: unknown): ReadonlyMap<unknown, Doc> {
  const found = new Map<unknown, Doc>()
  if (Array.isArray(list)) for (const row of list) if (!found.has(row?.id)) found.set(row?.id, row)
  return found
}
