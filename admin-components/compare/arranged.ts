/** Puts two lists into one sequence: what stayed, changed its place, was added and was removed. Knows only positions.
 * Tested by test/admin-components/compare-lists.test.ts.
 */
import { longestRise, type Pair } from './pairs.ts'

export type Direction = 'up' | 'down'

/** A moved entry appears twice: as `moved` at its new place, and as `left` at its former one. */
export type Place =
  | { kind: 'kept'; before: number; after: number }
  | { kind: 'moved'; before: number; after: number; direction: Direction }
  | { kind: 'left'; before: number; direction: Direction }
  | { kind: 'added'; after: number }
  | { kind: 'removed'; before: number }

interface Lengths {
  before: number
  after: number
}

/** `pairs`: which entries are the same one, in any order. As few of them as possible count as moved. */
export function arranged(lengths: Lengths, pairs: readonly Pair[]): Place[] {
  const sorted = pairs.toSorted(([a], [b]) => a - b)
  const inOrder = longestRise(sorted.map(([, after]) => after))
  const kept = sorted.filter((_, index) => inOrder.has(index))
  const moved = sorted.filter((_, index) => !inOrder.has(index))
  const directionOf = ([before, after]: Pair): Direction => (kept.some((one) => one[0] < before && one[1] > after) ? 'up' : 'down')
  const from = new Map(moved.map((pair) => [pair[0], directionOf(pair)]))
  const to = new Map(moved.map((pair) => [pair[1], pair]))
  const places: Place[] = []
  let [left, right] = [0, 0]
  for (const [before, after] of [...kept, [lengths.before, lengths.after] as Pair]) {
    for (; left < before; left++) {
      const direction = from.get(left)
      places.push(direction ? { kind: 'left', before: left, direction } : { kind: 'removed', before: left })
    }
    for (; right < after; right++) {
      const pair = to.get(right)
      places.push(pair ? { kind: 'moved', before: pair[0], after: right, direction: directionOf(pair) } : { kind: 'added', after: right })
    }
    if (left < lengths.before && right < lengths.after) places.push({ kind: 'kept', before: left++, after: right++ })
  }
  return places
}
