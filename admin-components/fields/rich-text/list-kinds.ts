/** Turns items of one kind of list into those of another, which Tiptap would put inside the item instead.
 * Tested by test/admin-components/rich-text-nodes.test.ts.
 */
import type { Command } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { canJoin } from '@tiptap/pm/transform'
import { select } from './blocks.ts'

const ITEM_OF: Readonly<Record<string, string>> = { bulletList: 'listItem', orderedList: 'listItem', taskList: 'taskItem' }

/** The whole list around the selection. */
export const convertList =
  (name: string): Command =>
  ({ tr, dispatch }) => {
    const list = listAt(tr)
    if (!list || ITEM_OF[list.node.type.name] === ITEM_OF[name]) return false
    if (dispatch) convertItems(tr, list, name, [0, list.node.childCount])
    return true
  }

/** Only the item with the caret. */
export function convertItem(tr: Transaction, name: string, attrs: Readonly<Record<string, unknown>>): boolean {
  const list = listAt(tr)
  if (!list) return false
  const index = tr.selection.$from.index(list.depth)
  convertItems(tr, list, name, [index, index + 1], attrs)
  return true
}

/** How far a list that is split moves what follows. */
const SPLIT = 2

interface List {
  node: Node
  at: number
  depth: number
}

/** The innermost one around the selection. */
function listAt({ selection: { $from, $to } }: Transaction): List | undefined {
  const range = $from.blockRange($to, ({ type }) => Object.hasOwn(ITEM_OF, type.name))
  return range ? { node: range.parent, at: $from.before(range.depth), depth: range.depth } : undefined
}

/** Those before and after them stay a list of the old kind; lists of the new kind next to them take them in. */
function convertItems(tr: Transaction, { node, at }: List, name: string, [first, end]: [number, number], attrs?: object): void {
  const { nodes } = tr.doc.type.schema
  const { selection } = tr
  const { anchor, head } = selection
  const items = node.children.slice(first, end).map((item) => nodes[ITEM_OF[name] as string]?.create(attrs, item.content) as Node)
  const before = first > 0 ? [node.type.create(node.attrs, node.children.slice(0, first))] : []
  const after = end < node.childCount ? [node.type.create(node.attrs, node.children.slice(end))] : []
  tr.replaceWith(at, at + node.nodeSize, [...before, nodes[name]?.create(null, items) as Node, ...after])
  select(tr, before.length > 0 ? SPLIT : 0, selection, [anchor, head])
  const start = at + (before[0]?.nodeSize ?? 0)
  for (const edge of [start + (tr.doc.nodeAt(start)?.nodeSize ?? 0), start])
    if (tr.doc.resolve(edge).nodeBefore?.type === tr.doc.resolve(edge).nodeAfter?.type && canJoin(tr.doc, edge)) tr.join(edge)
}
