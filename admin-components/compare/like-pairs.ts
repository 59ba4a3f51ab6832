/** Pairs blocks that are not equal but alike: the edited form of a block at its place, and blocks that were moved and edited. Bounded: among
 * very many changed blocks only neighbours are compared. Tested by test/admin-components/compare-rich-text.test.ts.
 */
import { isReplacement, likeness, type Sketch } from './likeness.ts'
import type { Pair } from './pairs.ts'

type Sketches = ReadonlyMap<number, Sketch>

const ALIKE = 0.4
/** Blocks that moved have to be more alike, the more so the shorter they are, because short texts can be similar by accident. */
const ALIKE_ELSEWHERE = [
  { words: 4, alike: 0.6 },
  { words: 2, alike: 0.8 },
]
const MOST_COMPARISONS = 60_000
/** The largest table that `bestInOrder` fills. */
const MOST_CELLS = 4_000_000

/** In order, within each gap between blocks that are equal. */
export function* likePairs(before: Sketches, after: Sketches, equal: readonly Pair[]): Generator<void, Pair[]> {
  const pairs: Pair[] = []
  const [old, now] = [[...before.keys()], [...after.keys()]]
  let [left, right] = [0, 0]
  for (const [leftEnd, rightEnd] of [...equal, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as Pair]) {
    const [olds, nows]: [number[], number[]] = [[], []]
    while (left < old.length && (old[left] as number) < leftEnd) olds.push(old[left++] as number)
    while (right < now.length && (now[right] as number) < rightEnd) nows.push(now[right++] as number)
    if (olds.length > 0 && nows.length > 0) pairs.push(...(yield* bestInOrder(before, after, olds, nows)))
  }
  return pairs
}

/** The pairs that are most alike in total (a table of the best totals, read backwards). */
function* bestInOrder(before: Sketches, after: Sketches, olds: readonly number[], nows: readonly number[]): Generator<void, Pair[]> {
  const sketchesOf = (at: number, other: number) => [before.get(olds[at] as number), after.get(nows[other] as number)] as [Sketch, Sketch]
  const areCells = olds.length === nows.length && olds.every((_, at) => sketchesOf(at, at).every(({ family }) => family === 'cell'))
  if (areCells) return olds.map((at, index) => [at, nows[index] as number])
  if (olds.length === 1 && nows.length === 1) {
    const [one, other] = sketchesOf(0, 0)
    return isReplacement(one, other) || likeness(one, other) >= ALIKE ? [[olds[0] as number, nows[0] as number]] : []
  }
  const [rows, columns] = [olds.length + 1, nows.length + 1]
  if (rows * columns > MOST_CELLS) return []
  const band = Math.max(10, MOST_COMPARISONS / rows)
  const totals = new Float32Array(rows * columns)
  const total = (row: number, column: number) => totals[row * columns + column] as number
  const likenesses = new Map<number, number>()
  for (let row = 1; row < rows; row++) {
    for (let column = 1; column < columns; column++) {
      const isNear = Math.abs(row - (column * rows) / columns) <= band
      const alike = isNear ? likeness(...sketchesOf(row - 1, column - 1)) : 0
      const paired = alike >= ALIKE ? total(row - 1, column - 1) + alike : 0
      if (paired > 0) likenesses.set(row * columns + column, paired)
      totals[row * columns + column] = Math.max(paired, total(row - 1, column), total(row, column - 1))
    }
    yield
  }
  const pairs: Pair[] = []
  for (let [row, column] = [rows - 1, columns - 1]; row > 0 && column > 0; ) {
    const paired = likenesses.get(row * columns + column)
    if (paired !== undefined && Math.fround(paired) === total(row, column)) pairs.push([olds[--row] as number, nows[--column] as number])
    else if (total(row - 1, column) >= total(row, column - 1)) row--
    else column--
  }
  return pairs.reverse()
}

/** The remaining blocks that agree with one at any other place. */
export function* movedPairs(before: Sketches, after: Sketches): Generator<void, Pair[]> {
  if (before.size * after.size > MOST_COMPARISONS) return []
  const pairs: Pair[] = []
  const free = new Map(after)
  for (const [at, sketch] of before) {
    yield
    let best: { at: number; alike: number } | undefined
    for (const [other, candidate] of free) {
      const alike = likeness(sketch, candidate)
      if (alike >= enoughToMove(sketch, candidate) && alike > (best?.alike ?? 0)) best = { at: other, alike }
    }
    if (!best) continue
    pairs.push([at, best.at])
    free.delete(best.at)
  }
  return pairs
}

function enoughToMove(one: Sketch, other: Sketch): number {
  const hasIdentity = one.identity !== undefined && other.identity !== undefined
  const words = hasIdentity ? Number.POSITIVE_INFINITY : Math.min(one.length, other.length)
  return ALIKE_ELSEWHERE.find((rule) => words >= rule.words)?.alike ?? Number.POSITIVE_INFINITY
}
