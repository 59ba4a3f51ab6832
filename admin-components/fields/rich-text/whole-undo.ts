/** Whether an undo brings back and takes away one's own words alone: none of others is lost, and none stands twice. Pure.
 * Tested by test/admin-components/undo-after-arrivals.test.ts.
 */
import type { Node } from '@tiptap/pm/model'
import type { Transform } from '@tiptap/pm/transform'

interface Change {
  from: Node
  to: Node
}

/** Each letter stands as often as now, or as after the changes, or between; and no word stands more often. */
export function reverts(changes: readonly Change[], now: Node, after: Node): boolean {
  const isBetween = (countsOf: CountsOf, isKept: (count: number, least: number) => boolean) => {
    const [counts, result] = [countsOf(now), countsOf(after)]
    const changed = new Map(counts)
    for (const { from, to } of changes) {
      for (const [part, count] of countsOf(to)) changed.set(part, (changed.get(part) ?? 0) + count)
      for (const [part, count] of countsOf(from)) changed.set(part, (changed.get(part) ?? 0) - count)
    }
    return [...changed].every(([part, end]) => {
      const ends = [counts.get(part) ?? 0, Math.max(0, end)]
      const count = result.get(part) ?? 0
      return count <= Math.max(...ends) && isKept(count, Math.min(...ends))
    })
  }
  // Words are joined and split: what is left of them may be new words.
  return isBetween(lettersOf, (count, least) => count >= least) && isBetween(wordsOf, () => true)
}

/** Whether all that it removes was there before the changes. */
export function removesOwn(changes: readonly Change[], { docs, mapping }: Transform): boolean {
  const own = changes.map(({ from }) => textIn(from))
  return docs.every((doc, at) => {
    let isOwn = true
    mapping.maps[at]?.forEach((start, end) => {
      isOwn &&= own.some((text) => text.includes(textIn(doc, '', start, end)))
    })
    return isOwn
  })
}

type CountsOf = (doc: Node) => ReadonlyMap<string, number>

const lettersOf: CountsOf = (doc) => counted(textIn(doc))
const wordsOf: CountsOf = (doc) => counted(textIn(doc, '\n').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])

/** With what cards hold. */
const textIn = (doc: Node, between = '', start = 0, end = doc.content.size): string =>
  doc.textBetween(start, end, between, ({ attrs }) => JSON.stringify(attrs))

function counted(parts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1)
  return counts
}
