/** Applies a document from elsewhere to an editor. Replaces only what differs, so that the caret keeps its place.
 * Tested by test/admin-components/rich-text-arrivals.test.ts.
 */
import type { Editor } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { EditorState, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { MAY_REMOVE } from './unknown.ts'

/** The same document, changed elsewhere. Undo still reverts local edits only. */
export function merge({ view, state }: Editor, doc: Node): void {
  if (state.doc.eq(doc)) return
  const { $anchor, $head } = state.selection
  const differing = changed(state, doc)
  const tr = differing.doc.eq(doc) ? differing : state.tr.replaceWith(0, state.doc.content.size, doc.content)
  if (JSON.stringify(tr.doc.attrs) !== JSON.stringify(doc.attrs))
    for (const [name, value] of Object.entries(doc.attrs)) tr.setDocAttribute(name, value)
  const [anchor, head] = [$anchor, $head].map((place) => again(place, tr.doc))
  if (anchor !== undefined && head !== undefined) tr.setSelection(TextSelection.create(tr.doc, anchor, head))
  else if (tr !== differing) tr.setSelection(Selection.near(tr.doc.resolve(Math.min($head.pos, tr.doc.content.size))))
  view.dispatch(tr.setMeta('addToHistory', false).setMeta('preventUpdate', true).setMeta(MAY_REMOVE, true))
}

/** Another document: the undo history of the previous one is dropped. */
export function replace({ view, state }: Editor, doc: Node): void {
  view.updateState(EditorState.create({ doc, plugins: [...state.plugins] }))
}

function changed({ doc: old, tr }: EditorState, doc: Node): Transaction {
  const start = old.content.findDiffStart(doc.content)
  if (start === null) return tr
  // biome-ignore lint/style/noNonNullAssertion: documents that differ at a start differ at an end
  const end = old.content.findDiffEnd(doc.content)!
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return tr.replace(start, end.a + overlap, doc.slice(start, end.b + overlap))
}

/** The new position of a place if its block still exists; picks the nearest block with the same content. */
function again($place: ResolvedPos, doc: Node): number | undefined {
  if ($place.depth === 0) return undefined
  const block = $place.node(1)
  let found: { at: number; far: number } | undefined
  doc.forEach((one, at, index) => {
    const far = Math.abs(index - $place.index(0))
    if (one.eq(block) && (!found || far < found.far)) found = { at, far }
  })
  return found && found.at + $place.pos - $place.before(1)
}
