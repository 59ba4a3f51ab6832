/** A part of one block that is pasted or dropped next to other words is words: it doesn't make them a heading, a list or code. In a list, pasted items
 * are items of that list. Tested by test/admin-components/pasted-parts.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { Fragment, type NodeType, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { type Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { copiedText } from '../copied-text.ts'

export function asPart(slice: Slice, { $from, $to }: Selection): Slice {
  if (!$from.parent.isTextblock) return slice
  const isWholeBlock = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size
  const isList = /List$/.test(slice.content.firstChild?.type.name ?? '')
  const isInItem = isItem($from.node(-1).type)
  if (isWholeBlock && !(isList && isInItem)) return slice
  return wordsOf(slice) ?? (isInItem ? itemsFor($from, slice) : slice)
}

/** Whether it was a part of one block, or came into code, and was dropped. */
export function dropPart(
  editor: Editor,
  view: EditorView,
  { clientX: left, clientY: top }: DragEvent,
  slice: Slice,
  moved: boolean,
): boolean {
  const place = view.posAtCoords({ left, top })
  const parent = place && view.state.doc.resolve(place.pos).parent
  const words = parent?.type.spec.code ? codeOf(editor, slice) : parent?.inlineContent && parent.content.size > 0 && wordsOf(slice)
  if (!place || !words) return false
  const { tr } = view.state
  if (moved) tr.deleteSelection()
  const from = tr.mapping.map(place.pos)
  tr.replace(from, from, words)
  tr.setSelection(TextSelection.create(tr.doc, from, from + words.size))
  view.focus()
  view.dispatch(tr.setMeta('uiEvent', 'drop'))
  return true
}

/** As text, with its lines: the editor would take code apart at whatever else it gets. Undefined for whole blocks. */
function codeOf(editor: Editor, slice: Slice): Slice | undefined {
  const text = copiedText(editor, slice)
  const isPart = slice.openStart > 0 || slice.content.firstChild?.isInline === true
  return isPart && text !== '' ? new Slice(Fragment.from(editor.schema.text(text)), 0, 0) : undefined
}

/** Undefined for more than a part of one block. */
function wordsOf(slice: Slice): Slice | undefined {
  const inner = unwrapped(slice)
  return inner && (slice.content.firstChild?.isTextblock ? new Slice(inner.content, 0, 0) : wordsOf(inner))
}

/** Tasks become items without a tick box, and items become tasks. */
function itemsFor($from: ResolvedPos, slice: Slice): Slice {
  const inner = unwrapped(slice)
  const { type } = $from.node(-1)
  const items = inner?.content.content ?? []
  if (!inner || !items.every((one) => isItem(one.type))) return slice
  const fitting = items.map((one) => (one.type === type ? one : type.create(null, one.content)))
  return new Slice(Fragment.from(fitting), inner.openStart, inner.openEnd)
}

function unwrapped({ content, openStart, openEnd }: Slice): Slice | undefined {
  const only = content.childCount === 1 && openStart > 0 && openEnd > 0 ? content.firstChild : null
  return only ? new Slice(only.content, openStart - 1, openEnd - 1) : undefined
}

const isItem = ({ name }: NodeType): boolean => /Item$/.test(name)
