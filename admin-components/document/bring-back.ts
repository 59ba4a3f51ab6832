/** Merges edits kept in the browser into the form, by field and row, the same way as changes by other people.
 * Tested by test/admin-components/brought-back.test.ts.
 */
import type { StoredEdits } from './edits-in-browser.ts'
import type { Form } from './form.ts'
import { type Conflict, type Keeps, mergeChanges } from './merge-changes.ts'
import { valueAt } from './places.ts'
import { same } from './values.ts'

/** Nothing changes until `decide` is called with the user's answers to the conflicts. */
export function bringBack(form: Form, stored: StoredEdits): { conflicts: readonly Conflict[]; decide(keepsMine: Keeps): void } {
  const before = { ...form.doc, ...stored.before }
  const merged = (keepsMine?: Keeps) =>
    mergeChanges(form.entity.fields, { before, mine: form.values, theirs: { ...before, ...stored.values } }, keepsMine)
  const decide = (keepsMine: Keeps): void => {
    const typed = form.values
    form.show(merged(keepsMine).values)
    form.halfWritten.take(stored.texts, form.values, (place) => same(valueAt(place, typed), valueAt(place, form.doc)))
    form.copiedRows.take(stored.originals)
    form.knownRows.take(stored.rows)
    if (stored.first) form.goOnFrom(stored.first)
  }
  return { conflicts: merged().conflicts, decide }
}
