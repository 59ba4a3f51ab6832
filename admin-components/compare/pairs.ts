/** Pairs the equal entries of two lists in order, in bounded time: Myers' algorithm where few entries differ, otherwise the entries that
 * are unique on both sides as fixed points, and the stretches between them. Knows only keys. Tested by test/admin-components/compare-lists.test.ts.
 */
import { diffArrays } from 'diff'

/** The positions of one entry in the list before and in the list after. */
export type Pair = readonly [before: number, after: number]

/** About how many entries a single, uninterrupted call of Myers' algorithm may look at. */
const MOST_STEPS = 200_000
const MOST_EDITS = 200

interface Stretch {
  from: Pair
  to: Pair
}

/** Pauses between stretches. Stretches that have nothing unique in common, and are too different for Myers, have no pairs. */
export function* pairsOf(before: readonly string[], after: readonly string[]): Generator<void, Pair[]> {
  const pairs: Pair[] = []
  const waiting: Stretch[] = [{ from: [0, 0], to: [before.length, after.length] }]
  for (let stretch = waiting.pop(); stretch; stretch = waiting.pop()) {
    const gap = trimmed(before, after, stretch, pairs)
    if (!gap) continue
    yield
    const found = fewestEdits(before, after, gap)
    if (found) pairs.push(...found)
    else {
      yield
      waiting.push(...stretchesBetween(fixedPoints(before, after, gap), gap))
    }
  }
  yield
  return pairs.sort(([a], [b]) => a - b)
}

/** Pairs the equal entries at both ends of a stretch. Returns what remains between them, unless one side is empty. */
function trimmed(before: readonly string[], after: readonly string[], { from, to }: Stretch, pairs: Pair[]): Stretch | undefined {
  let [[left, right], [leftEnd, rightEnd]] = [from, to]
  while (left < leftEnd && right < rightEnd && before[left] === after[right]) pairs.push([left++, right++])
  while (leftEnd > left && rightEnd > right && before[leftEnd - 1] === after[rightEnd - 1]) pairs.push([--leftEnd, --rightEnd])
  return left < leftEnd && right < rightEnd ? { from: [left, right], to: [leftEnd, rightEnd] } : undefined
}

/** Undefined if the two sides differ too much to find out in a short time. */
function fewestEdits(before: readonly string[], after: readonly string[], { from, to }: Stretch): Pair[] | undefined {
  const [one, other] = [before.slice(from[0], to[0]), after.slice(from[1], to[1])]
  const maxEditLength = Math.min(MOST_EDITS, Math.ceil(MOST_STEPS / (one.length + other.length)))
  const edits = diffArrays(one, other, { maxEditLength })
  if (!edits) return undefined
  const pairs: Pair[] = []
  let [left, right] = from
  for (const { count, added, removed } of edits) {
    if (!added && !removed) for (let n = 0; n < count; n++) pairs.push([left + n, right + n])
    if (!added) left += count
    if (!removed) right += count
  }
  return pairs
}

/** The entries that occur exactly once on each side and have the same order on both. */
function fixedPoints(before: readonly string[], after: readonly string[], { from, to }: Stretch): Pair[] {
  const [left, right] = [uniqueIn(before, from[0], to[0]), uniqueIn(after, from[1], to[1])]
  const common = [...left].flatMap(([key, at]): Pair[] => {
    const other = right.get(key)
    return at === undefined || other === undefined ? [] : [[at, other]]
  })
  const inOrder = longestRise(common.map(([, at]) => at))
  return common.filter((_, index) => inOrder.has(index))
}

/** The position of each key, or undefined if it occurs more than once. */
function uniqueIn(keys: readonly string[], from: number, to: number): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>()
  for (let at = from; at < to; at++) {
    const key = keys[at] as string
    places.set(key, places.has(key) ? undefined : at)
  }
  return places
}

/** Each stretch begins with its fixed point, which is paired as its first entry. Without fixed points there is nothing to pair. */
function stretchesBetween(points: readonly Pair[], { from, to }: Stretch): Stretch[] {
  const [first] = points
  if (!first) return []
  return [{ from, to: first }, ...points.map((point, index) => ({ from: point, to: points[index + 1] ?? to }))]
}

/** The indexes of the longest subsequence of different numbers that only rises. */
export function longestRise(numbers: readonly number[]): Set<number> {
  /** The index of the smallest number that ends a rise of each length. */
  const ends: number[] = []
  const previous: (number | undefined)[] = []
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1]
    ends[low] = index
  }
  const rise = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) rise.add(index)
  return rise
}
