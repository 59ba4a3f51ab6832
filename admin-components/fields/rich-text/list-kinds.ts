/** Turns items of one kind of list into those of another, and makes one list of several blocks, where Tiptap would put a list into another one.
 * Tested by test/admin-components/rich-text-nodes.test.ts.
 */
import { type Command, InputRule, wrappingInputRule } from '@tiptap/core'
import { Fragment, type Node, type NodeType, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { canJoin, ReplaceAroundStep } from '@tiptap/pm/transform'
import { select } from './blocks.ts'

const ITEM_OF: Readonly<Record<string, string>> = { bulletList: 'listItem', orderedList: 'listItem', taskList: 'taskItem' }

/** The whole list around the selection becomes one of this kind, or the lists and other blocks that are selected together. */
export const intoList =
  (name: string): Command =>
  ({ tr, dispatch }) =>
    joinBlocks(tr, name, dispatch !== undefined) || convertList(tr, name, dispatch !== undefined)

function convertList(tr: Transaction, name: string, acts: boolean): boolean {
  const list = listAt(tr)
  if (!list || ITEM_OF[list.node.type.name] === ITEM_OF[name]) return false
  if (!acts) return true
  const { selection } = tr
  const { anchor, head } = selection
  tr.replaceWith(list.at, list.at + list.node.nodeSize, listOf(tr.doc.type.schema, name, itemsOf(list.node, name)))
  select(tr, 0, selection, [anchor, head])
  joinAround(tr, list.at)
  return true
}

function joinBlocks(tr: Transaction, name: string, acts: boolean): boolean {
  const { $from, $to } = tr.selection
  const range = $from.blockRange($to)
  const blocks = range?.parent.children.slice(range.startIndex, range.endIndex) ?? []
  if (!range || blocks.length < 2 || isList(range.parent) || !blocks.some(isList)) return false
  if (!acts) return true
  const items = blocks.flatMap((block) => (isList(block) ? itemsOf(block, name) : itemWith(block, block.type.schema, name)))
  const list = listOf(tr.doc.type.schema, name, items)
  tr.replaceWith(range.start, range.end, list)
  tr.setSelection(TextSelection.between(tr.doc.resolve(range.start), tr.doc.resolve(range.start + list.nodeSize)))
  return true
}

/** Only the item with the caret. Those before and after it stay a list of the old kind. Words keep their places, so that an undo can put what was typed
 * since back among them.
 */
export function convertItem(tr: Transaction, name: string, attrs?: Readonly<Record<string, unknown>>): boolean {
  const list = listAt(tr)
  if (!list) return false
  const index = tr.selection.$from.index(list.depth)
  const item = list.node.child(index)
  const from = list.node.children.slice(0, index).reduce((at, { nodeSize }) => at + nodeSize, list.at + 1)
  if (index + 1 < list.node.childCount) tr.split(from + item.nodeSize)
  if (index > 0) tr.split(from)
  const start = index > 0 ? from + 1 : list.at
  const { schema } = tr.doc.type
  const shell = new Slice(Fragment.from(listOf(schema, name, [itemWith(Fragment.empty, schema, name, attrs)])), 0, 0)
  tr.step(new ReplaceAroundStep(start, start + item.nodeSize + 2, start + 2, start + item.nodeSize, shell, 2, true))
  joinAround(tr, start)
  return true
}

/** A sentence may begin with a year. */
const NUMBER = /^(\d{1,3})[.)]\s$/

const MARKERS: Readonly<Record<string, RegExp>> = { bulletList: /^[-+*]\s$/, orderedList: NUMBER }

/** Enter adds an item. A marker typed at its start doesn't start a nested list: one of another kind converts the item. */
export function markerAgain(list: NodeType): InputRule[] {
  const find = MARKERS[list.name]
  if (!find) return []
  const handler: InputRule['handler'] = ({ state: { tr }, range }) => {
    const { $from } = tr.selection
    if (!isInItem($from)) return null
    tr.delete(range.from, range.to)
    if ($from.node(-2).type !== list) convertItem(tr, list.name)
    return undefined
  }
  return [...(list.name === 'bulletList' ? [PLUS] : []), new InputRule({ find, handler })]
}

const isInItem = ($from: ResolvedPos): boolean => $from.depth > 2 && isList($from.node(-2)) && $from.index(-1) === 0

/** Lists of what is good and bad have items that begin with a plus. */
const PLUS = new InputRule({
  find: /^\+\s$/,
  undoable: false,
  handler: ({ state: { tr }, range, match: [signs] }) => {
    if (!isInItem(tr.selection.$from)) return null
    tr.insertText(signs, range.from, range.to)
    return undefined
  },
})

/** `1) ` begins a list as well as `1. `. */
export const listFromNumber = (type: NodeType): InputRule =>
  wrappingInputRule({
    find: NUMBER,
    type,
    getAttributes: ([, number]) => ({ start: Number(number) }),
    joinPredicate: ([, number], { childCount, attrs }) => childCount + attrs['start'] === Number(number),
  })

interface List {
  node: Node
  at: number
  depth: number
}

/** The innermost one around the selection. */
function listAt({ selection: { $from, $to } }: Transaction): List | undefined {
  const range = $from.blockRange($to, isList)
  return range ? { node: range.parent, at: $from.before(range.depth), depth: range.depth } : undefined
}

/** Lists of its kind next to it take it in. */
function joinAround(tr: Transaction, start: number): void {
  for (const edge of [start + (tr.doc.nodeAt(start)?.nodeSize ?? 0), start])
    if (tr.doc.resolve(edge).nodeBefore?.type === tr.doc.resolve(edge).nodeAfter?.type && canJoin(tr.doc, edge)) tr.join(edge)
}

const listOf = ({ nodes }: Schema, name: string, items: Node[]): Node => nodes[name]?.create(null, items) as Node

export const isList = ({ type }: Node): boolean => Object.hasOwn(ITEM_OF, type.name)

const itemsOf = (list: Node, name: string, attrs?: object): Node[] =>
  list.children.map(({ content }) => itemWith(content, list.type.schema, name, attrs))

const itemWith = (content: Node | Fragment, { nodes }: Schema, list: string, attrs?: object): Node =>
  nodes[ITEM_OF[list] as string]?.create(attrs, content) as Node
