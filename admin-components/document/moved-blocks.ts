/** Finds the blocks and items that somebody took out of a list, an item, a quote or a cell into another one. Blocks that move within one are pairs of
 * `block-pairs.ts`. Pure.
 * Tested by test/admin-components/moved-blocks.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { valueKey } from '../compare/node-keys.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { familyOf, isWithin, likeness, MOST_COMPARED, pairsOf } from './block-pairs.ts'
import { partsOf, splitsOf } from './split-blocks.ts'
import { INSIDE, isSame } from './text-sides.ts'

/** The indexes of a block and of all that it is in, such as `2.0.1`. The text itself has an empty one. */
export type Path = string

/** A block in what it is in; several if it was split. */
export interface Spot {
  paths: readonly Path[]
  nodes: readonly RichTextNode[]
  parent: RichTextNode
}

export interface Moves {
  /** By its path before. */
  moved: ReadonlyMap<Path, Spot>
  /** A block that is still in the same list, item, quote or cell. */
  stayed(path: Path): Spot | undefined
}

export function movesOf(before: RichTextNode, after: RichTextNode): Moves {
  const pairs = new Map<Path, readonly Path[]>([['', ['']]])
  /** Blocks that are equal on both sides, and so all that is in them. */
  const whole = new Set<Path>()
  const isKept = isInBoth(before, after)
  const [gone, come]: [Found[], Found[]] = [[], []]
  const compare = (old: RichTextNode, node: RichTextNode, [from, to]: [Path, Path]): void => {
    if (!INSIDE.has(old.type) || !INSIDE.has(node.type)) return
    const [left, right] = [old.content ?? [], node.content ?? []]
    const inRow = old.type === 'tableRow' && left.length === right.length
    const found = inRow ? new Map(left.map((_, at) => [at, at])) : pairsOf(left, right, isKept)
    const splits = splitsOf(left, right, found)
    const [lefts, rights] = [new Set(found.values()), new Set(found.keys())]
    for (const [at, index] of found) {
      const [one, other] = [right[at] as RichTextNode, left[index] as RichTextNode]
      const [first, last] = splits.get(at) ?? [at, at]
      const parts = Array.from({ length: last - first + 1 }, (_, part) => first + part)
      for (const part of parts) rights.add(part)
      const place = pathIn(from, index)
      pairs.set(
        place,
        parts.map((part) => pathIn(to, part)),
      )
      if (isSame(other, one)) whole.add(place)
      else if (parts.length === 1) compare(other, one, [place, pathIn(to, at)])
    }
    for (const [at, one] of left.entries()) if (!lefts.has(at)) gone.push(...blocksIn(one, old, pathIn(from, at)))
    for (const [at, one] of right.entries()) if (!rights.has(at)) come.push(...blocksIn(one, node, pathIn(to, at)))
  }
  compare(before, after, ['', ''])
  const news = new Set(come.map(({ path }) => path))
  return {
    moved: new Map([...matched(gone, come)].map(([old, one]) => [old.path, spotOf(old.node, one, news)])),
    stayed(path) {
      const paths = placeOf(path, pairs, whole)
      return paths && { paths, nodes: paths.map((one) => nodeAt(after, one)), parent: nodeAt(after, parentPath(paths[0] ?? '')) }
    },
  }
}

export const isInside = (path: Path, other: Path): boolean => path === other || path.startsWith(`${other}.`)

export const parentPath = (path: Path): Path => path.slice(0, Math.max(0, path.lastIndexOf('.')))

export const pathIn = (path: Path, at: number): Path => (path === '' ? String(at) : `${path}.${at}`)

export const nodeAt = (text: RichTextNode, path: Path): RichTextNode =>
  path === '' ? text : path.split('.').reduce((node, at) => node.content?.[Number(at)] as RichTextNode, text)

function placeOf(path: Path, pairs: ReadonlyMap<Path, readonly Path[]>, whole: ReadonlySet<Path>): readonly Path[] | undefined {
  for (let up = path; up !== ''; up = parentPath(up)) {
    const places = pairs.get(up)
    if (places) return up === path ? places : whole.has(up) ? [places[0] + path.slice(up.length)] : undefined
  }
  return path === '' ? [''] : undefined
}

interface Found {
  path: Path
  node: RichTextNode
  parent: RichTextNode
}

/** A block and those in it. */
function blocksIn(node: RichTextNode, parent: RichTextNode, path: Path): Found[] {
  const inner = INSIDE.has(node.type) ? (node.content ?? []).flatMap((one, at) => blocksIn(one, node, pathIn(path, at))) : []
  return [{ path, node, parent }, ...inner]
}

/** Whether both texts have a block with a key once, wherever. */
function isInBoth(...texts: RichTextNode[]): (key: string) => boolean {
  const all = texts.map((text) => {
    const counts = new Map<string, number>()
    for (const found of blocksIn(text, text, '').filter(canMove)) {
      const key = valueKey(found.node)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  })
  return (key) => all.every((counts) => counts.get(key) === 1)
}

/** A moved block, and the others that it was split into since. */
function spotOf(old: RichTextNode, { path, parent }: Found, news: ReadonlySet<Path>): Spot {
  const { content = [] } = parent
  const up = parentPath(path)
  const [first, last] = partsOf(old, content, Number(path.slice(up.length).replace('.', '')), (index) => news.has(pathIn(up, index)))
  const nodes = content.slice(first, last + 1)
  return { paths: nodes.map((_, at) => pathIn(up, first + at)), nodes, parent }
}

/** Less of two texts in common is not an edit of a block that has moved. */
const SIMILAR = 0.6

function matched(gone: readonly Found[], come: readonly Found[]): Map<Found, Found> {
  const found = new Map<Found, Found>()
  const [left, right] = [gone, come].map((all) => all.filter(canMove)) as [Found[], Found[]]
  const isApart = (one: Found, other: Found) => !isInside(one.path, other.path) && !isInside(other.path, one.path)
  const isFree = (old: Found, one: Found) => [...found].every(([earlier, taken]) => isApart(old, earlier) && isApart(one, taken))
  const news = byMark(right)
  for (const [mark, [old, other]] of byMark(left)) {
    const [one, ...more] = news.get(mark) ?? []
    if (old && one && !other && more.length === 0 && isFree(old, one)) found.set(old, one)
  }
  if (left.length * right.length > MOST_COMPARED) return found
  const alike = left.flatMap((old) => right.map((one) => ({ old, one, count: similarity(old.node, one.node) })))
  for (const { old, one } of alike.filter(({ count }) => count >= SIMILAR).sort((first, next) => next.count - first.count))
    if (isFree(old, one)) found.set(old, one)
  return found
}

/** Rows and cells belong to their table, and empty lines look alike. */
const canMove = ({ node }: Found): boolean =>
  !/^table(?:Row|Cell|Header)$/.test(node.type) &&
  (!INSIDE.has(node.type) && !TEXTBLOCK.test(node.type) ? true : plainText(node).trim() !== '')

const TEXTBLOCK = /^(?:paragraph|heading|codeBlock)$/

function byMark(all: readonly Found[]): Map<string, Found[]> {
  const marks = new Map<string, Found[]>()
  for (const one of all) marks.set(markOf(one.node), [...(marks.get(markOf(one.node)) ?? []), one])
  return marks
}

const markOf = (node: RichTextNode): string => (node.type === 'contentBlock' && node.attrs?.['id'] ? familyOf(node) : valueKey(node))

/** Only items and blocks of words are still themselves after an edit. */
function similarity(one: RichTextNode, other: RichTextNode): number {
  const canBeEdited = TEXTBLOCK.test(one.type) || /^(?:list|task)Item$/.test(one.type)
  if (!canBeEdited || familyOf(one) !== familyOf(other)) return 0
  const [before, after] = [plainText(one), plainText(other)]
  return isWithin(before, after) ? Math.max(SIMILAR, likeness(before, after)) : likeness(before, after)
}
