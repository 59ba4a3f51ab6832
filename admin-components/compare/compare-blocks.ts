/** Compares two lists of blocks of rich text: which ones stayed, changed, moved, were added or removed, and what changed inside them. Pure.
 * Tested by test/admin-components/compare-rich-text.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { NODES } from '../../lib/rich-text/kinds.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { arranged, type Direction } from './arranged.ts'
import { compareInline, type Run } from './compare-inline.ts'
import { likePairs, movedPairs } from './like-pairs.ts'
import { type Sketch, sketchOf } from './likeness.ts'
import { keyOf } from './node-keys.ts'
import { type Pair, pairsOf } from './pairs.ts'

export type BlockChange = KeptBlock | { state: 'added' | 'removed'; node: RichTextNode } | MovedBlock | LeftBlock

export type KeptBlock = { state: 'same'; node: RichTextNode } | ChangedBlock

export interface ChangedBlock {
  state: 'changed'
  before: RichTextNode
  after: RichTextNode
  /** The words of a paragraph, a heading, a code block, or a node of an unknown type. */
  runs?: Run[]
  /** The blocks inside a list, a quote, a table, a row or a cell. */
  blocks?: BlockChange[]
}

/** At its new place; what it says may have changed as well. */
export interface MovedBlock {
  state: 'moved'
  direction: Direction
  block: KeptBlock
}

/** The former place of a block that moved. */
export interface LeftBlock {
  state: 'left'
  direction: Direction
  node: RichTextNode
}

export function* compareBlocks(before: readonly RichTextNode[], after: readonly RichTextNode[]): Generator<void, BlockChange[]> {
  const [old, now] = [yield* keysOf(before), yield* keysOf(after)]
  const equal = yield* pairsOf(old, now)
  const moved = equalElsewhere(before, old, now, equal)
  const like = yield* likePairs(
    yield* sketchesOf(before, [...equal, ...moved], 0),
    yield* sketchesOf(after, [...equal, ...moved], 1),
    equal,
  )
  const pairs = [...equal, ...moved, ...like]
  pairs.push(...(yield* movedPairs(yield* sketchesOf(before, pairs, 0), yield* sketchesOf(after, pairs, 1))))
  const changes: BlockChange[] = []
  for (const place of arranged({ before: before.length, after: after.length }, pairs)) {
    yield
    if (place.kind === 'added') changes.push({ state: 'added', node: after[place.after] as RichTextNode })
    else if (place.kind === 'removed') changes.push({ state: 'removed', node: before[place.before] as RichTextNode })
    else if (place.kind === 'left') changes.push({ state: 'left', direction: place.direction, node: before[place.before] as RichTextNode })
    else {
      const [one, other] = [before[place.before] as RichTextNode, after[place.after] as RichTextNode]
      const block = old[place.before] === now[place.after] ? ({ state: 'same', node: other } as const) : yield* changedBlock(one, other)
      changes.push(place.kind === 'moved' ? { state: 'moved', direction: place.direction, block } : block)
    }
  }
  return changes
}

function* keysOf(nodes: readonly RichTextNode[]): Generator<void, string[]> {
  const keys: string[] = []
  for (const node of nodes) {
    keys.push(keyOf(node))
    yield
  }
  return keys
}

/** Equal blocks that the order left unpaired. Blocks without words, such as empty paragraphs, don't move. */
function equalElsewhere(before: readonly RichTextNode[], old: readonly string[], now: readonly string[], pairs: readonly Pair[]): Pair[] {
  const [isPairedBefore, isPairedAfter] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, at]) => at))]
  const places = new Map<string, number[]>()
  for (const [at, key] of now.entries()) if (!isPairedAfter.has(at)) places.set(key, [...(places.get(key) ?? []), at])
  return old.flatMap((key, at): Pair[] => {
    if (isPairedBefore.has(at) || isBlank(before[at] as RichTextNode)) return []
    const other = places.get(key)?.shift()
    return other === undefined ? [] : [[at, other]]
  })
}

const isBlank = ({ attrs, content = [] }: RichTextNode): boolean =>
  content.length === 0 && Object.values(attrs ?? {}).every((value) => value === null)

/** Sketches of the blocks without a partner, by position. */
function* sketchesOf(nodes: readonly RichTextNode[], pairs: readonly Pair[], side: 0 | 1): Generator<void, Map<number, Sketch>> {
  const isPaired = new Set(pairs.map((pair) => pair[side]))
  const sketches = new Map<number, Sketch>()
  for (const [at, node] of nodes.entries()) {
    if (isPaired.has(at)) continue
    sketches.set(at, yield* sketchOf(node))
    yield
  }
  return sketches
}

function* changedBlock(before: RichTextNode, after: RichTextNode): Generator<void, ChangedBlock> {
  const change: ChangedBlock = { state: 'changed', before, after }
  if (!NODES[after.type]) return { ...change, runs: yield* compareInline(wordsOf(before), wordsOf(after)) }
  if (holdsText(before) && holdsText(after)) return { ...change, runs: yield* compareInline(before.content ?? [], after.content ?? []) }
  if (NODES[after.type]?.children) return { ...change, blocks: yield* compareBlocks(before.content ?? [], after.content ?? []) }
  return change
}

const holdsText = ({ type }: RichTextNode): boolean =>
  NODES[type]?.children?.some((child) => child === 'inline' || child === 'text') ?? false

function wordsOf(node: RichTextNode): RichTextNode[] {
  const text = plainText(node)
  return text === '' ? [] : [{ type: 'text', text }]
}
