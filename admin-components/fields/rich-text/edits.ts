/** The ranges that a writer has just changed. Undo and changes from elsewhere don't count, since they bring earlier text back.
 * Tested by test/admin-components/writing-lists.test.ts.
 */
import { isHistoryTransaction } from '@tiptap/pm/history'
import type { Transaction } from '@tiptap/pm/state'
import { Mapping } from '@tiptap/pm/transform'

/** From the text before the edits to the text after them; undefined if there were none. */
export function mappingOf(transactions: readonly Transaction[]): Mapping | undefined {
  const isEdit = (one: Transaction) =>
    one.docChanged && !isHistoryTransaction(one) && one.getMeta('addToHistory') !== false && !one.getMeta('preventUpdate')
  return transactions.some(isEdit) ? new Mapping(transactions.flatMap(({ mapping }) => mapping.maps)) : undefined
}

/** The ranges that were replaced, in the text after the edits. */
export function changedRanges(mapping: Mapping): [from: number, to: number][] {
  const ranges: [number, number][] = []
  for (const [index, map] of mapping.maps.entries()) {
    const rest = mapping.slice(index + 1)
    map.forEach((_from, _to, from, to) => void ranges.push([rest.map(from, -1), rest.map(to, 1)]))
  }
  return ranges
}
