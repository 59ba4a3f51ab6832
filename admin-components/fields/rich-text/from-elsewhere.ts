/** Applies a document from elsewhere to an editor. The caret keeps its place.
 * Tested by test/admin-components/rich-text-arrivals.test.ts.
 */
import type { Editor } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { EditorState, NodeSelection, TextSelection } from '@tiptap/pm/state'
import { become } from './differences.ts'
import { MAY_REMOVE } from './unknown.ts'

/** The same document, changed elsewhere. Undo still reverts local edits only, unless the writer chose this text over their own words. */
export function merge({ view, state }: Editor, doc: Node, isUndoable = false): void {
  if (state.doc.eq(doc)) return
  const { selection } = state
  const { $anchor, $head, empty } = selection
  const { tr } = state
  become(tr, doc)
  if (empty ? tr.mapping.mapResult($head.pos).deleted : tr.selection.empty) {
    const [anchor, head] = [$anchor, $head].map((place) => again(place, tr.doc))
    if (anchor !== undefined && selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, anchor))
    else if (anchor !== undefined && head !== undefined)
      tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)))
  }
  view.dispatch(tr.setMeta('addToHistory', isUndoable).setMeta('preventUpdate', true).setMeta(MAY_REMOVE, true))
}

/** Another document: the undo history of the previous one is dropped. */
export function replace({ view, state }: Editor, doc: Node): void {
  view.updateState(EditorState.create({ doc, plugins: [...state.plugins] }))
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
