/** Turns one document of the editor into another one, changing only what differs in each block: carets, undo steps and elements of all other
 * blocks stay.
 * Tested by test/admin-components/text-differences.test.ts.
 */
import type { Fragment, Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { RichTextNode } from '../../../lib/rich-text/document.ts'
import { inOrder, pairsOf } from '../../document/block-pairs.ts'

/** Changes the document of a transaction. */
export function become(tr: Transaction, doc: Node): void {
  const start = tr.doc
  changeInside(tr, start, doc, 0)
  if (!tr.doc.content.eq(doc.content)) tr.replaceWith(0, tr.doc.content.size, doc.content)
  if (!start.sameMarkup(doc)) for (const [name, value] of Object.entries(doc.attrs)) tr.setDocAttribute(name, value)
}

/** `at`: where the content of the node begins. */
function changeInside(tr: Transaction, old: Node, node: Node, at: number): void {
  if (old.content.eq(node.content)) return
  if (node.inlineContent) changeWords(tr, old, node, at)
  else changeBlocks(tr, old, node, at)
}

function changeWords(tr: Transaction, old: Node, node: Node, at: number): void {
  const start = old.content.findDiffStart(node.content) as number
  const end = old.content.findDiffEnd(node.content) as { a: number; b: number }
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  tr.replace(at + start, at + end.a + overlap, node.slice(start, end.b + overlap))
}

/** From the end to the beginning, so that earlier positions stay valid. */
function changeBlocks(tr: Transaction, old: Node, node: Node, at: number): void {
  const [from, to] = [edgesOf(old.content, at), edgesOf(node.content, 0)]
  const replace = ([left, right]: Place, [leftEnd, rightEnd]: Place) => {
    if (left === leftEnd && right === rightEnd) return
    const content = node.content.cut(to[right] as number, to[rightEnd] as number)
    tr.replaceWith(from[left] as number, from[leftEnd] as number, content)
  }
  let end: Place = [old.childCount, node.childCount]
  for (const [left, right] of samePlaces(old, node).reverse()) {
    replace([left + 1, right + 1], end)
    changeBlock(tr, old.child(left), node.child(right), from[left] as number)
    end = [left, right]
  }
  replace([0, 0], end)
}

function changeBlock(tr: Transaction, old: Node, node: Node, at: number): void {
  if (old.eq(node)) return
  if (old.type !== node.type || old.isLeaf) return void tr.replaceWith(at, at + old.nodeSize, node)
  changeInside(tr, old, node, at + 1)
  if (!old.sameMarkup(node)) tr.setNodeMarkup(at, undefined, node.attrs, node.marks)
}

/** The index of a block in the old node and in the new one. */
type Place = readonly [old: number, node: number]

/** Blocks that are on both sides, in the same order. */
function samePlaces(old: Node, node: Node): Place[] {
  const most = Math.min(old.childCount, node.childCount)
  let start = 0
  while (start < most && old.child(start).eq(node.child(start))) start++
  let end = 0
  while (end < most - start && old.child(old.childCount - 1 - end).eq(node.child(node.childCount - 1 - end))) end++
  const pairs = pairsOf(between(old, start, end), between(node, start, end))
  const inside = new Map([...pairs].map(([right, left]) => [left, right]))
  const stays = inOrder([...pairs].sort(([one], [other]) => one - other).map(([, left]) => left))
  return [
    ...Array.from({ length: start }, (_, index): Place => [index, index]),
    ...stays.map((left): Place => [left + start, (inside.get(left) as number) + start]),
    ...Array.from({ length: end }, (_, index): Place => [old.childCount - end + index, node.childCount - end + index]),
  ]
}

const between = ({ content }: Node, start: number, end: number): RichTextNode[] =>
  content.content.slice(start, content.childCount - end).map((one) => one.toJSON())

/** Where each child begins, and where the last one ends. */
function edgesOf({ content }: Fragment, at: number): number[] {
  const edges = [at]
  for (const { nodeSize } of content) edges.push((edges.at(-1) as number) + nodeSize)
  return edges
}
