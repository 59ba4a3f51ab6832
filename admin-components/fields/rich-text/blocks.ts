/** Whole blocks of a text: the innermost one that can move is an item of a list, or a child of the document.
 * Tested by test/admin-components/writing-blocks.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { Fragment, type Node, type NodeType, type ResolvedPos } from '@tiptap/pm/model'
import { NodeSelection, type Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { isRoom } from './room.ts'
import { MAY_REMOVE } from './unknown.ts'

/** One block, or several neighbours in the same parent. */
export interface Blocks {
  from: number
  to: number
}

/** A place between two blocks. `list`: items that are put there need such a list around them. `isOwn`: the blocks that move are there already. */
export interface Gap {
  at: number
  list?: NodeType
  isOwn?: boolean
}

const ITEMS = ['listItem', 'taskItem']

export const isItemType = ({ name }: NodeType): boolean => ITEMS.includes(name)

/** A node that is selected itself, such as a picture, is the only one. */
export function selectedBlocks(selection: Selection): Blocks {
  const { $from, $to } = selection
  if (selection instanceof NodeSelection && selection.node.isBlock) return { from: selection.from, to: selection.to }
  const [first, last] = [blockAt($from), blockAt($to)]
  const { doc } = $from
  if (doc.resolve(first.from).sameParent(doc.resolve(last.from))) return { from: first.from, to: Math.max(first.to, last.to) }
  return { from: $from.before(1), to: $to.after(1) }
}

/** A card is a separate block, also inside an item or a quote. */
export function blockAt($at: ResolvedPos): Blocks {
  const { nodeAfter } = $at
  if (nodeAfter?.isBlock && nodeAfter.isAtom) return { from: $at.pos, to: $at.pos + nodeAfter.nodeSize }
  for (let depth = $at.depth; depth > 0; depth--)
    if (depth === 1 || isItemType($at.node(depth).type)) return { from: $at.before(depth), to: $at.after(depth) }
  return { from: $at.pos, to: $at.pos + (nodeAfter?.nodeSize ?? 0) }
}

export const canMove = ({ state, isEditable }: Editor, by: -1 | 1): boolean =>
  isEditable && gapBeyond(state.doc, selectedBlocks(state.selection), by) !== undefined

export function moveBlocks({ state, view }: Editor, by: -1 | 1): void {
  const blocks = selectedBlocks(state.selection)
  const gap = gapBeyond(state.doc, blocks, by)
  if (gap) view.dispatch(moveTo(state.tr, blocks, gap).scrollIntoView())
}

/** Which of the blocks around it the selected one is. The empty line after the last block doesn't count. */
export function placeOf({ state: { doc, selection } }: Editor): { place: number; count: number } {
  const $at = doc.resolve(selectedBlocks(selection).from)
  const { parent } = $at
  const hasRoom = $at.depth === 0 && parent.lastChild !== null && isRoom(doc, parent.lastChild)
  return { place: $at.index() + 1, count: parent.childCount - Number(hasRoom) }
}

/** Past the neighbour, or out of the list or quote in which it is the first or last. A table cell keeps what is in it. */
function gapBeyond(doc: Node, { from, to }: Blocks, by: -1 | 1): Gap | undefined {
  const $edge = doc.resolve(by < 0 ? from : to)
  const neighbour = by < 0 ? $edge.nodeBefore : $edge.nodeAfter
  if (neighbour) return isRoom(doc, neighbour) ? undefined : { at: $edge.pos + by * neighbour.nodeSize }
  if ($edge.depth === 0 || $edge.parent.type.spec.isolating) return undefined
  return listOf(doc, from) ? gapBeyondList(doc, $edge, by) : gapOutside(doc, $edge, by)
}

/** From the edge of an item into the next one, or out of the list; otherwise to the other side of what is around it. */
function gapOutside(doc: Node, $edge: ResolvedPos, by: -1 | 1): Gap {
  const $outside = doc.resolve(by < 0 ? $edge.before() : $edge.after())
  if (!isItemType($edge.parent.type)) return { at: $outside.pos }
  const isNextToItem = (by < 0 ? $outside.nodeBefore : $outside.nodeAfter) !== null
  return { at: isNextToItem ? $outside.pos + by : by < 0 ? $outside.before() : $outside.after() }
}

function gapBeyondList(doc: Node, $edge: ResolvedPos, by: -1 | 1): Gap | undefined {
  const list = $edge.parent.type
  const $list = doc.resolve(by < 0 ? $edge.before() : $edge.after())
  if (isItemType($list.parent.type) && $list.node(-1).type === list) return { at: by < 0 ? $list.before() : $list.after() }
  const beyond = by < 0 ? $list.nodeBefore : $list.nodeAfter
  if (!beyond || isRoom(doc, beyond)) return undefined
  if (beyond.type === list) return { at: $list.pos + by }
  return { at: $list.pos + by * beyond.nodeSize, list }
}

/** The places to which blocks can be dragged, in the order of the text. */
export function gapsFor(doc: Node, { from, to }: Blocks): Gap[] {
  const list = listOf(doc, from)
  const gaps: Gap[] = []
  const add = (at: number, isInList: boolean) => {
    const isOwn = isNextTo(doc, { from, to }, at)
    if (at <= from || at >= to) gaps.push({ at, isOwn, ...(!isInList && list && { list }) })
  }
  doc.forEach((_, at) => {
    add(at, false)
  })
  if (doc.lastChild && !isRoom(doc, doc.lastChild)) add(doc.content.size, false)
  if (list)
    doc.descendants((node, at, parent) => {
      if (parent?.type === list) {
        add(at, true)
        if (node === parent.lastChild) add(at + node.nodeSize, true)
      }
      return at < from || at >= to ? !node.isTextblock : false
    })
  return gaps.sort((one, other) => one.at - other.at)
}

/** Also outside of a list whose first or last item moves. */
function isNextTo(doc: Node, { from, to }: Blocks, at: number): boolean {
  const by = at <= from ? -1 : 1
  let $edge = doc.resolve(by < 0 ? from : to)
  while ($edge.pos !== at && $edge.depth > 0 && !(by < 0 ? $edge.nodeBefore : $edge.nodeAfter))
    $edge = doc.resolve(by < 0 ? $edge.before() : $edge.after())
  return $edge.pos === at
}

function listOf(doc: Node, at: number): NodeType | undefined {
  const { parent, nodeAfter } = doc.resolve(at)
  return nodeAfter && isItemType(nodeAfter.type) ? parent.type : undefined
}

/** The selection goes along. */
export function moveTo(tr: Transaction, { from, to }: Blocks, { at, list }: Gap): Transaction {
  const { selection, doc } = tr
  const { content } = doc.slice(from, to)
  const [anchor, head] = [selection.anchor - from, selection.head - from]
  cut(tr, { from, to }, at)
  const target = tr.mapping.map(at, at < from ? -1 : 1)
  tr.insert(target, list ? Fragment.from(list.create(null, content)) : content)
  const start = target + (list ? 1 : 0)
  return select(tr, start, selection, [anchor, head])
}

/** A list, item or quote goes with the last block in it, unless it has the gap that the blocks move to. */
function cut(tr: Transaction, { from, to }: Blocks, gap?: number): void {
  const $from = tr.doc.resolve(from)
  let [start, end] = [from, to]
  for (let depth = $from.depth; depth > 0; depth--) {
    const isWhole = start === $from.start(depth) && end === $from.end(depth)
    const [before, after] = [$from.before(depth), $from.after(depth)]
    const hasGap = gap !== undefined && gap > before && gap < after
    if (!isWhole || hasGap || $from.node(depth).type.spec.isolating) break
    ;[start, end] = [before, after]
  }
  tr.delete(start, end)
}

/** The same selection in a copy that begins at `start`; `anchor` and `head` are relative to it. */
export function select(tr: Transaction, start: number, selection: Selection, [anchor, head]: [number, number]): Transaction {
  if (selection instanceof NodeSelection) return tr.setSelection(NodeSelection.create(tr.doc, start + anchor))
  return tr.setSelection(TextSelection.between(tr.doc.resolve(start + anchor), tr.doc.resolve(start + head)))
}

export function duplicateBlocks({ state, view }: Editor): void {
  const { from, to } = selectedBlocks(state.selection)
  const { selection, tr } = state
  tr.insert(to, state.doc.slice(from, to).content)
  view.dispatch(select(tr, to, selection, [selection.anchor - from, selection.head - from]).scrollIntoView())
}

export function removeBlocks({ state, view }: Editor): void {
  const { tr, selection } = state
  cut(tr, selectedBlocks(selection))
  view.dispatch(tr.setMeta(MAY_REMOVE, true).scrollIntoView())
}
