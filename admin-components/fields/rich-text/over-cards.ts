/** Selections over pictures, files, embeds, blocks and rules, at which browsers stop: Shift with Up and Down takes those next to the words, and with
 * Control and Home also the one that the text begins with.
 * Tested by test/admin-components/over-cards.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { Selection, TextSelection } from '@tiptap/pm/state'
import { cellAround } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { selectionOver } from './over-tables.ts'

type Step = -1 | 1

export const OverCards = Extension.create({
  name: 'overCards',
  // Before the tables.
  priority: 110,
  addKeyboardShortcuts: () => ({
    'Shift-ArrowUp': ({ editor }) => extend(editor, -1),
    'Shift-ArrowDown': ({ editor }) => extend(editor, 1),
    'Mod-Shift-Home': ({ editor }) => extendToStart(editor),
  }),
})

function extend({ state, view }: Editor, step: Step): boolean {
  const { $anchor, $head } = state.selection
  const $edge = $anchor.parent.isTextblock && isAtEdge(view, $head, step) ? behindCards($head, step) : undefined
  if (!$edge) return false
  const isLess = ($edge.pos - $anchor.pos) * step < 0
  const next = isLess ? Selection.findFrom($edge, step, true) : selectionOver($anchor, $edge, step)
  if (!next) return false
  view.dispatch(state.tr.setSelection(isLess ? TextSelection.create(state.doc, $anchor.pos, next.head) : next).scrollIntoView())
  return true
}

/** Whether no line of the block is above or below the place. ProseMirror tells it of the start or end of a selection only. */
function isAtEdge(view: EditorView, $head: ResolvedPos, step: Step): boolean {
  if (!$head.parent.isTextblock) return true
  const [line, edge] = [$head.pos, step < 0 ? $head.start() : $head.end()].map((at) => view.coordsAtPos(at))
  return line !== undefined && edge !== undefined && (step < 0 ? line.top < edge.bottom : line.bottom > edge.top)
}

/** The other side of the cards next to a block, also if that is the first or last one of a list or quote. A cell is left by no selection of words. */
function behindCards($head: ResolvedPos, step: Step): ResolvedPos | undefined {
  const { doc } = $head
  let $place = $head
  while ($place.depth > 0 && next($place, step) === null && !$place.parent.type.spec['tableRole'])
    $place = doc.resolve(step < 0 ? $place.before() : $place.after())
  const start = $place.pos
  for (let card = next($place, step); card?.isBlock && card.isAtom; card = next($place, step))
    $place = doc.resolve($place.pos + step * card.nodeSize)
  return $place.pos === start ? undefined : $place
}

const next = ($place: ResolvedPos, step: Step) => ($place.parent.isTextblock ? null : step < 0 ? $place.nodeBefore : $place.nodeAfter)

/** From a cell, browsers go as far as the start of the table. */
function extendToStart({ state, view }: Editor): boolean {
  const { doc, tr, selection } = state
  const { $anchor } = selection
  if (Selection.atStart(doc) instanceof TextSelection || !$anchor.parent.isTextblock || cellAround($anchor)) return false
  view.dispatch(tr.setSelection(selectionOver($anchor, doc.resolve(0), -1)).scrollIntoView())
  return true
}
