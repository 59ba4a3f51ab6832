/** Delete at the end of a block joins the words that follow, also into a list and out of one, where Tiptap would only move their block first.
 * Tested by test/admin-components/writing-delete.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { canJoin } from '@tiptap/pm/transform'
import { hasContent, isWhole } from './cards.ts'

const ITEMS = ['listItem', 'taskItem']
const KEYS = ['Delete', 'Mod-Delete', 'Alt-Delete', 'Ctrl-d', 'Alt-d', 'Ctrl-Alt-Backspace']

export const DeleteForward = Extension.create({
  name: 'deleteForward',
  // Before the keys of lists.
  priority: 1000,
  addKeyboardShortcuts() {
    const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
    const run = () => {
      const { state, view } = this.editor
      const transaction = joinNext(state)
      if (transaction) view.dispatch(transaction.scrollIntoView())
      return transaction !== undefined
    }
    return Object.fromEntries(KEYS.filter((key) => isApple || !/^(Ctrl|Alt)/.test(key)).map((key) => [key, run]))
  },
})

/** Undefined if the caret isn't at the end of a block, or if the editor joins what is directly behind it. */
export function joinNext({ selection, tr }: Pick<EditorState, 'selection' | 'tr'>): Transaction | undefined {
  const { $from } = selection
  const isAtEnd = selection instanceof TextSelection && selection.empty && $from.parentOffset === $from.parent.content.size
  if (!isAtEnd) return undefined
  const isInItem = ITEMS.includes($from.node(-1).type.name)
  const $next = nextBlock($from)
  if ($next && !$next.parent.isTextblock) {
    const isOutside = $from.sharedDepth($next.pos) < $from.depth - 1
    const isSelectedFirst = isInItem || isOutside || ($from.parent.content.size > 0 && hasContent($next.nodeAfter))
    return isSelectedFirst ? tr.setSelection(NodeSelection.create(tr.doc, $next.pos)) : undefined
  }
  const shared = $next ? $from.sharedDepth($next.pos) : 0
  if (!$next || (shared === $from.depth - 1 && shared === $next.depth - 1)) return undefined
  if ($from.parent.content.size === 0 && !isInItem) return tr.delete($from.before(), $from.after())
  takeOut(tr, $next, shared)
  // Joining keeps only what the block may contain: code has no marks.
  tr.insert($from.after(), $next.parent).join($from.after())
  return tr.setSelection(TextSelection.create(tr.doc, $from.pos))
}

/** The start of the next block with words, or the place of a card or table; undefined at the end of what is around the caret. */
function nextBlock($end: ResolvedPos): ResolvedPos | undefined {
  let depth = $end.depth
  while (depth > 0 && $end.indexAfter(depth - 1) === $end.node(depth - 1).childCount)
    if ($end.node(--depth).type.spec.isolating) return undefined
  if (depth === 0) return undefined
  let at = $end.after(depth)
  for (let node = $end.doc.nodeAt(at); node; node = node.firstChild) {
    if (isWhole(node)) return $end.doc.resolve(at)
    at++
    if (node.isTextblock) return $end.doc.resolve(at)
  }
  return undefined
}

/** Removes a block, with the item that it begins and with lists and quotes that it leaves empty. What else the item has stays at its level. */
function takeOut(tr: Transaction, $block: ResolvedPos, shared: number): void {
  const item = $block.depth - 1
  const isItem = item > shared && ITEMS.includes($block.node(item).type.name)
  const rest: readonly Node[] = isItem ? $block.node(item).children.slice(1) : []
  let depth = isItem ? item : $block.depth
  while (depth - 1 > shared && $block.node(depth - 1).childCount === 1) depth--
  // Between two items, the rest belongs to the first of them.
  const isBetweenItems = isItem && shared === item - 1
  const start = $block.before(shared + 1) - (isBetweenItems ? 1 : 0)
  tr.delete($block.before(depth), $block.after(depth))
  tr.insert(start, rest as Node[])
  const end = start + rest.reduce((size, { nodeSize }) => size + nodeSize, 0)
  for (const edge of rest.length > 0 ? [end, start] : []) joinLists(tr, edge)
}

function joinLists(tr: Transaction, at: number): void {
  const { nodeBefore, nodeAfter } = tr.doc.resolve(at)
  const isList = nodeBefore?.type === nodeAfter?.type && /List$/.test(nodeBefore?.type.name ?? '')
  if (isList && canJoin(tr.doc, at)) tr.join(at)
}
