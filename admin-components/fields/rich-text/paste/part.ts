/** A part of one block that is pasted next to other words is words: it doesn't make them a heading, a list or code. In a list, items are items of
 * that list. Tested by test/admin-components/pasted-parts.test.ts.
 */
import { type ResolvedPos, Slice } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'

export function asPart(slice: Slice, { $from, $to }: Selection): Slice {
  if (!$from.parent.isTextblock) return slice
  const isWholeBlock = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size
  const isList = /List$/.test(slice.content.firstChild?.type.name ?? '')
  const isInItem = /Item$/.test($from.node(-1).type.name)
  return isWholeBlock && !(isList && isInItem) ? slice : (wordsOf(slice) ?? itemsFor($from, slice))
}

/** Undefined for more than a part of one block. */
function wordsOf(slice: Slice): Slice | undefined {
  const inner = unwrapped(slice)
  return inner && (slice.content.firstChild?.isTextblock ? new Slice(inner.content, 0, 0) : wordsOf(inner))
}

function itemsFor($from: ResolvedPos, slice: Slice): Slice {
  const items = unwrapped(slice)
  return items?.content.firstChild?.type === $from.node(-1).type ? items : slice
}

function unwrapped({ content, openStart, openEnd }: Slice): Slice | undefined {
  const only = content.childCount === 1 && openStart > 0 && openEnd > 0 ? content.firstChild : null
  return only ? new Slice(only.content, openStart - 1, openEnd - 1) : undefined
}
