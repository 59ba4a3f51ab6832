/** Finds the blocks of a rich text in an edited form of it: equal ones, edited ones and moved ones. Pure.
 * Tested by test/admin-components/merge-texts.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { NODES } from '../../lib/rich-text/kinds.ts'
import { valueKey } from '../compare/node-keys.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { isSame } from './text-sides.ts'

interface Block {
  /** The index in its list. */
  at: number
  node: RichTextNode
  key: string
}

/** By the index in `after`: the index of the same block in `before`. */
export type Pairs = ReadonlyMap<number, number>

/** `isElsewhere`: whether a block, by its key, is in another list as well, so that no other one is an edit of it. */
export function pairsOf(before: readonly RichTextNode[], after: readonly RichTextNode[], isElsewhere = (_key: string) => false): Pairs {
  const pairs = new Map<number, number>()
  const pair = (one: Block, other: Block) => void pairs.set(other.at, one.at)
  const [left, right] = trimmed(blocksOf(before), blocksOf(after), pair)
  const { fixed, moved } = equalPlaces(left, right)
  for (const [from, to] of moved) pair(left[from] as Block, right[to] as Block)
  const [olds, news] = [new Set(moved.map(([from]) => from)), new Set(moved.map(([, to]) => to))]
  const gap = (from: Place, to: Place) =>
    align(
      left.slice(from[0], to[0]).filter(({ key }, index) => !olds.has(from[0] + index) && !isElsewhere(key)),
      right.slice(from[1], to[1]).filter(({ key }, index) => !news.has(from[1] + index) && !isElsewhere(key)),
      pair,
    )
  let start: Place = [0, 0]
  for (const point of fixed) {
    gap(start, point)
    pair(left[point[0]] as Block, right[point[1]] as Block)
    start = [point[0] + 1, point[1] + 1]
  }
  gap(start, [left.length, right.length])
  pairMoved(left, right, pairs, pair)
  return pairs
}

/** The longest list of the given numbers that rises. */
export function inOrder(numbers: readonly number[]): number[] {
  /** For each length, the index at which the best list of that length ends. */
  const ends: number[] = []
  const ahead: (number | undefined)[] = []
  for (const [index, one] of numbers.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < one) low = middle + 1
      else high = middle
    }
    ahead.push(ends[low - 1])
    ends[low] = index
  }
  const rising: number[] = []
  for (let at = ends.at(-1); at !== undefined; at = ahead[at]) rising.unshift(numbers[at] as number)
  return rising
}

type Pair = (one: Block, other: Block) => void

const blocksOf = (nodes: readonly RichTextNode[]): Block[] => nodes.map((node, at) => ({ at, node, key: valueKey(node) }))

/** Pairs the equal blocks at both ends, and returns the others. */
function trimmed(left: Block[], right: Block[], pair: Pair): [Block[], Block[]] {
  const [before, after] = [[...left], [...right]]
  while (before[0] && before[0].key === after[0]?.key) pair(before.shift() as Block, after.shift() as Block)
  while (before.at(-1) && before.at(-1)?.key === after.at(-1)?.key) pair(before.pop() as Block, after.pop() as Block)
  return [before, after]
}

/** In the two lists. */
type Place = readonly [number, number]

/** The positions of the blocks that both lists contain once: of those that have moved, and of the others. Without empty lines. */
function equalPlaces(left: readonly Block[], right: readonly Block[]): { fixed: Place[]; moved: Place[] } {
  const places = placesOf(right)
  const points = new Map<number, number>()
  for (const [key, at] of placesOf(left)) {
    const there = places.get(key)
    if (at !== undefined && there !== undefined && !isEmpty(left[at] as Block)) points.set(there, at)
  }
  const all = [...points].sort(([one], [other]) => one - other).map(([there, at]): Place => [at, there])
  const stays = new Set(inOrder(all.map(([at]) => at)))
  return { fixed: all.filter(([at]) => stays.has(at)), moved: all.filter(([at]) => !stays.has(at)) }
}

const isEmpty = ({ node: { type, content = [] } }: Block): boolean => type === 'paragraph' && content.length === 0

/** Undefined for a block that occurs several times. */
function placesOf(blocks: readonly Block[]): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>()
  for (const [index, { key }] of blocks.entries()) places.set(key, places.has(key) ? undefined : index)
  return places
}

/** More comparisons than this would take too long: then nothing between two fixed points is the same block. */
export const MOST_COMPARED = 40_000
/** Adding a block, or removing one. Empty lines come and go. */
const costOf = (block: Block): number => (isEmpty(block) ? 0.25 : 1)
/** Replacing all words of a block costs a bit less than removing it and adding another one. */
const REPLACED = 1.9
/** A block with the words of another one is more likely that one, and a list whose items are tasks isn't an edit of other items. */
const NOT_REPLACED = 2.5

/** Pairs the blocks of a stretch so that the edit is as small as possible. */
function align(left: readonly Block[], right: readonly Block[], pair: Pair): void {
  if (left.length * right.length === 0 || left.length * right.length > MOST_COMPARED) return
  const texts = [left, right].map((blocks) => blocks.map(({ node }) => plainText(node))) as [string[], string[]]
  const isPart = texts[1].map((after) => texts[0].some((before) => isWithin(before, after)))
  const changes = left.map((one, i) =>
    right.map((other, j) => cost(one, other, texts[0][i] as string, texts[1][j] as string, isPart[j] ? NOT_REPLACED : REPLACED)),
  )
  /** The cost of what remains from here on. */
  const rest = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  const restAt = (i: number, j: number) => rest[i]?.[j] as number
  const paired = (i: number, j: number) => restAt(i + 1, j + 1) + (changes[i]?.[j] as number)
  const removed = (i: number, j: number) => restAt(i + 1, j) + costOf(left[i] as Block)
  const added = (i: number, j: number) => restAt(i, j + 1) + costOf(right[j] as Block)
  for (let i = left.length; i >= 0; i--)
    for (let j = right.length; j >= 0; j--) {
      const row = rest[i] as number[]
      if (i < left.length && j < right.length) row[j] = Math.min(paired(i, j), removed(i, j), added(i, j))
      else if (i < left.length) row[j] = removed(i, j)
      else if (j < right.length) row[j] = added(i, j)
    }
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    if (restAt(i, j) === paired(i, j)) pair(left[i++] as Block, right[j++] as Block)
    else if (restAt(i, j) === removed(i, j)) i++
    else j++
  }
}

/** How alike two texts are at least if all words of one are in the other. */
const WITHIN = 0.6

function cost(one: Block, other: Block, before: string, after: string, replaced: number): number {
  if (one.key === other.key) return 0
  if (familyOf(one.node) !== familyOf(other.node)) return Number.POSITIVE_INFINITY
  if (!isSame(shownBy(one.node), shownBy(other.node))) return REPLACED
  if (isWithin(before, after)) return REPLACED * (1 - 0.9 * Math.max(WITHIN, likeness(before, after)))
  const isOtherKind = (one.node.type === 'taskList') !== (other.node.type === 'taskList')
  return (isOtherKind ? NOT_REPLACED : replaced) * (1 - 0.9 * likeness(before, after))
}

/** What tells pictures, files and embeds apart, instead of words. */
const shownBy = ({ type, attrs }: RichTextNode): unknown[] => (NODES[type]?.needs ?? []).map((name) => attrs?.[name])

/** Types that editors turn into each other. A content block stays itself. */
export function familyOf({ type, attrs }: RichTextNode): string {
  if (type === 'contentBlock') return `block ${attrs?.['id']}`
  if (type === 'heading' || type === 'codeBlock') return 'paragraph'
  return type.replace(/^(bullet|ordered|task)List$/, 'list').replace(/^tableHeader$/, 'tableCell')
}

/** How much of two texts is their common beginning and end: people change one place at a time. */
export function likeness(one: string, other: string): number {
  const { start, end } = commonEdges(one, other)
  return one.length + other.length === 0 ? 1 : (2 * (start + end)) / (one.length + other.length)
}

/** Whether all words of one text begin or end the other, however much somebody wrote or deleted next to them. */
export function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const isAhead = long.startsWith(short) && /^\W/.test(long.slice(short.length))
  return short.trim() !== '' && (isAhead || (long.endsWith(short) && /\W$/.test(long.slice(0, -short.length))))
}

/** How many letters two texts have in common at their beginning and, behind that, at their end. */
export function commonEdges(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start++
  let end = 0
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return { start, end }
}

/** Pairs what remains: equal blocks, and content blocks by their ids. Empty lines don't move. */
function pairMoved(left: readonly Block[], right: readonly Block[], pairs: Pairs, pair: Pair): void {
  const paired = new Set(pairs.values())
  const waiting = new Map<string, Block[]>()
  for (const one of left) if (!paired.has(one.at)) waiting.set(markOf(one), [...(waiting.get(markOf(one)) ?? []), one])
  for (const other of right) {
    const one = pairs.has(other.at) || isEmpty(other) ? undefined : waiting.get(markOf(other))?.shift()
    if (one) pair(one, other)
  }
}

const markOf = ({ node, key }: Block): string => (node.type === 'contentBlock' && node.attrs?.['id'] ? familyOf(node) : key)
