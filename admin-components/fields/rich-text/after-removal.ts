/** Where one goes on after something was removed, also by somebody else: at that place, and not in the next cell, item or table, whose words the next
 * letters would change.
 * Tested by test/admin-components/after-removal.test.ts.
 */
import { Extension } from '@tiptap/core'
import { isHistoryTransaction } from '@tiptap/pm/history'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'
import { isCard, isPasted, isWhole } from './cards.ts'

export const AfterRemoval = Extension.create({
  name: 'afterRemoval',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, state) => {
        const isElsewhere = transactions.some((one) => isHistoryTransaction(one) || isPasted(one) || one.getMeta('uiEvent') === 'drop')
        return isElsewhere || before.doc === state.doc ? null : stayInPlace(transactions, before, state)
      },
    }),
  ],
})

function stayInPlace(transactions: readonly Transaction[], before: EditorState, { selection, doc, tr }: EditorState): Transaction | null {
  const mapping = new Mapping(transactions.flatMap(({ mapping }) => mapping.maps))
  const place = removedPlace(before.selection, mapping)
  if (place === undefined || !selection.empty) return null
  const $place = doc.resolve(place)
  // The commands for rows and columns choose a cell.
  if (/^(table|row)$/.test($place.parent.type.spec['tableRole'])) return null
  const back = mapping.invert()
  const isInOther = (one: Selection) => isInOtherCell(one.$head, before, back)
  const isHere = ({ $from }: Selection) => $from.depth > $place.depth && $from.start($place.depth) === $place.start()
  if (!isInOther(selection) && (!isCard(before.selection) || isHere(selection))) return null
  const near = Selection.findFrom($place, -1, true)
  if (near && isHere(near) && !isInOther(near)) return tr.setSelection(near)
  const card = cardAt($place, 1) ?? cardAt($place, -1)
  return card === undefined ? null : tr.setSelection(NodeSelection.create(doc, card))
}

/** Where the selected card was, or the block with the caret; undefined if it is still there. */
function removedPlace(before: Selection, mapping: Mapping): number | undefined {
  const { pos, deletedAfter, deletedAcross } = mapping.mapResult(isCard(before) ? before.from : before.head)
  return (isCard(before) ? deletedAfter : deletedAcross) ? pos : undefined
}

/** Whether a place is in a cell that was there before, and that the earlier selection was not in. */
function isInOtherCell($head: ResolvedPos, before: EditorState, back: Mapping): boolean {
  return Array.from({ length: $head.depth }, (_, depth) => depth + 1).some((depth) => {
    if (!isCell($head.node(depth))) return false
    const { pos, deleted } = back.mapResult($head.before(depth))
    const cell = deleted ? null : before.doc.nodeAt(pos)
    const { head } = before.selection
    return cell !== null && isCell(cell) && (head <= pos || head >= pos + cell.nodeSize)
  })
}

const isCell = ({ type }: Node): boolean => /cell$/.test(type.spec['tableRole'])

/** The card or table that follows a place, or comes before it, also as the first one of an item or a quote. */
function cardAt($place: ResolvedPos, by: -1 | 1): number | undefined {
  let at = $place.pos
  for (let node = by < 0 ? $place.nodeBefore : $place.nodeAfter; node; node = by < 0 ? node.lastChild : node.firstChild) {
    if (isWhole(node)) return by < 0 ? at - node.nodeSize : at
    at += by
  }
  return undefined
}
