/** Edits that were kept in the browser meet what the form says now: a merge by field and row, as with the changes of somebody else. */
import type { Kept } from './edits-in-browser.ts'
import type { Form } from './form.ts'
import { type Conflict, type Keeps, mergeChanges } from './merge-changes.ts'
import { valueAt } from './places.ts'
import { same } from './values.ts'

/** Nothing happens before `decide`, which is asked where both changed the same. */
export function bringBack(form: Form, kept: Kept): { conflicts: readonly Conflict[]; decide(keepsMine: Keeps): void } {
  const before = { ...form.doc, ...kept.before }
  const merged = (keepsMine?: Keeps) =>
    mergeChanges(form.entity.fields, { before, mine: form.values, theirs: { ...before, ...kept.values } }, keepsMine)
  const decide = (keepsMine: Keeps): void => {
    const typed = form.values
    form.show(merged(keepsMine).values)
    form.unsaid.take(kept.texts, form.values, (place) => same(valueAt(place, typed), valueAt(place, form.doc)))
    form.copiedRows.take(kept.originals)
    if (kept.first) form.goOnFrom(kept.first)
  }
  return { conflicts: merged().conflicts, decide }
}
