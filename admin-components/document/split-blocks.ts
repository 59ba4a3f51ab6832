/** Finds the blocks into which somebody split one. They stay together where the other person moves it. Pure.
 * Tested by test/admin-components/moved-blocks.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { commonEdges, familyOf, likeness } from './block-pairs.ts'

/** The first and the last index of the parts. */
export type Parts = readonly [first: number, last: number]

/** By the index of a block that is in the text before, for those that were split. */
export function splitsOf(
  before: readonly RichTextNode[],
  after: readonly RichTextNode[],
  pairs: ReadonlyMap<number, number>,
): ReadonlyMap<number, Parts> {
  const splits = new Map<number, Parts>()
  for (const [at, old] of pairs) {
    const [first, last] = partsOf(before[old] as RichTextNode, after, at, (index) => !pairs.has(index))
    if (first < last) splits.set(at, [first, last])
  }
  return splits
}

/** `isNew`: whether the block with an index is in no other place before. */
export function partsOf(old: RichTextNode, after: readonly RichTextNode[], at: number, isNew: (index: number) => boolean): Parts {
  const node = after[at] as RichTextNode
  if (old === node || !SPLIT.test(node.type)) return [at, at]
  const { missing, by } = missingIn(plainText(old), plainText(node))
  const isPart = (index: number) => isNew(index) && familyOf(after[index] as RichTextNode) === familyOf(node)
  const end = missing === '' ? at : endOfParts(at, by, missing, after, isPart)
  return by > 0 ? [at, end] : [end, at]
}

/** The kinds that the Enter key splits. */
const SPLIT = /^(?:paragraph|heading|listItem|taskItem)$/

/** The words that a block has lost, and on which side of it they were. */
export function missingIn(words: string, left: string): { missing: string; by: -1 | 1 } {
  if (words.startsWith(left)) return { missing: words.slice(left.length).trim(), by: 1 }
  if (words.endsWith(left)) return { missing: words.slice(0, -left.length).trim(), by: -1 }
  const { start, end } = commonEdges(words, left)
  return { missing: words.slice(start, words.length - end).trim(), by: start >= end ? 1 : -1 }
}

/** More of a part may have been written since. */
const SIMILAR = 0.5

/** With the empty lines between the parts. */
function endOfParts(at: number, by: -1 | 1, missing: string, after: readonly RichTextNode[], isPart: (index: number) => boolean): number {
  let last = at
  for (let index = at + by; after[index] && isPart(index); index += by) {
    const words = plainText(after[index] as RichTextNode).trim()
    if (words === '') continue
    if (!missing.includes(words) && !words.includes(missing) && likeness(missing, words) < SIMILAR) break
    last = index
  }
  return last
}
