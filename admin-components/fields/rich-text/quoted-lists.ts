/** A quote of selected items goes around their list, which ends before and goes on behind it, where Tiptap would put the quote into one item. Taking it
 * back leaves a list. Tested by test/admin-components/quoted-lists.test.ts.
 */
import type { Command } from '@tiptap/core'
import { NodeRange } from '@tiptap/pm/model'
import { liftTarget } from '@tiptap/pm/transform'
import { isList } from './list-kinds.ts'

export const aroundItems: Command = ({ tr, dispatch }) => {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  const { blockquote } = tr.doc.type.schema.nodes
  if (!range || !blockquote || !isList(range.parent)) return false
  if (!dispatch) return true
  const { parent, start, end, startIndex, endIndex, depth } = range
  const first: number = parent.attrs['start'] ?? 1
  const from = (index: number) => [
    { type: parent.type, attrs: 'start' in parent.attrs ? { ...parent.attrs, start: first + index } : parent.attrs },
  ]
  if (endIndex < parent.childCount) tr.split(end, 1, from(endIndex))
  if (startIndex > 0) tr.split(start, 1, from(startIndex))
  const inside = tr.doc.resolve(startIndex > 0 ? start + 2 : start)
  tr.wrap(new NodeRange(inside, inside, depth - 1), [{ type: blockquote }])
  return true
}

/** The whole blocks of the quote that are selected, such as the list around an item. */
export const outOfQuote: Command = ({ tr, dispatch }) => {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to, ({ type }) => type.name === 'blockquote')
  const target = range && liftTarget(range)
  if (!range || typeof target !== 'number') return false
  if (dispatch) tr.lift(range, target)
  return true
}
