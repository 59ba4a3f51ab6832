/** Decides the place of a block or item that one of two people took out of a list, quote or cell, or both did: once, with what both have written in it. What
 * one removed is gone also where the other moved it to; what the other also changed is asked about. Pure.
 * Tested by test/admin-components/moved-blocks.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { valueKey } from '../compare/node-keys.ts'
import { isInside, type Moves, movesOf, nodeAt, type Path, parentPath, pathIn, type Spot } from './moved-blocks.ts'
import { INSIDE, isSame, type Side, type Sides } from './text-sides.ts'

/** The blocks that take the place of one; none where it goes. */
type Edits = Map<Path, readonly RichTextNode[]>

/** How the words of a block are merged, and whose change stays if both can't. A block is several if it was split. */
export interface Deciding {
  parts(sides: { before: RichTextNode } & Record<Side, readonly RichTextNode[]>): readonly RichTextNode[]
  decide<T>(choices: Record<Side, T>): T
  /** The keys of moved blocks at the place that they keep, where they are not edits of another block. */
  readonly placed: Set<string>
}

interface Place extends Spot {
  isMoved: boolean
}

interface Moved extends Record<Side, Place | undefined> {
  path: Path
  before: RichTextNode
  parent: RichTextNode
  /** True for a person who removed the list, item or quote that it was in. */
  lost: Record<Side, boolean>
}

const SIDES = ['mine', 'theirs'] as const

/** The moves of both, to be settled once for each side that may be kept. */
export function findMoves({ before, mine, theirs }: Sides<RichTextNode>): readonly Moved[] {
  const moves: Record<Side, Moves> = { mine: movesOf(before, mine), theirs: movesOf(before, theirs) }
  const paths = [...new Set([...moves.mine.moved.keys(), ...moves.theirs.moved.keys()])]
  const outer = paths.filter((path) => !paths.some((other) => other !== path && isInside(path, other)))
  return outer.map((path) => {
    const placeIn = (side: Side): Place | undefined => {
      const [moved, stayed] = [moves[side].moved.get(path), moves[side].stayed(path)]
      return moved ? { ...moved, isMoved: true } : stayed && { ...stayed, isMoved: false }
    }
    const up = parentPath(path)
    const isLost = (side: Side) => moves[side].stayed(up) === undefined
    return {
      path,
      before: nodeAt(before, path),
      parent: nodeAt(before, up),
      mine: placeIn('mine'),
      theirs: placeIn('theirs'),
      lost: { mine: isLost('mine'), theirs: isLost('theirs') },
    }
  })
}

/** The same texts, with each moved block only at the place that it keeps, as if somebody had added it there. */
export function settleMoves(all: readonly Moved[], { before, mine, theirs }: Sides<RichTextNode>, deciding: Deciding): Sides<RichTextNode> {
  const edits: Sides<Edits> = { before: new Map(), mine: new Map(), theirs: new Map() }
  for (const one of all) if (isApart(one, edits)) settle(one, edits, deciding)
  const text = (node: RichTextNode, changes: Edits) => edited(node, changes)[0] ?? node
  return { before: text(before, edits.before), mine: text(mine, edits.mine), theirs: text(theirs, edits.theirs) }
}

/** A block inside of another moved one is left to the merge of its words. */
const isApart = (one: Moved, edits: Sides<Edits>): boolean =>
  SIDES.every((side) =>
    [...edits[side].keys()].every((other) => (one[side]?.paths ?? []).every((path) => !isInside(path, other) && !isInside(other, path))),
  )

function settle({ path, before, parent, mine, theirs, lost }: Moved, edits: Sides<Edits>, deciding: Deciding): void {
  edits.before.set(path, [])
  const put = (side: Side, { paths }: Place, nodes: readonly RichTextNode[]) => {
    for (const [at, path] of paths.entries()) edits[side].set(path, at === 0 ? nodes : [])
  }
  if (mine && theirs) {
    const words = deciding.parts({ before, mine: mine.nodes, theirs: theirs.nodes })
    const kinds = new Set([parent, mine.parent, theirs.parent].map(({ type }) => type))
    const isAtTheirs = theirs.isMoved && (!mine.isMoved || kinds.size < 3 || !deciding.decide({ mine: true, theirs: false }))
    for (const one of words) deciding.placed.add(valueKey(one))
    put('mine', mine, isAtTheirs ? [] : words)
    put('theirs', theirs, isAtTheirs ? words : [])
    return
  }
  const [side, other] = mine ? (['mine', 'theirs'] as const) : (['theirs', 'mine'] as const)
  const left = mine ?? theirs
  if (!left) return
  const isOnlyMoved = isSame([before], left.nodes) && left.parent.type === parent.type && !(lost[other] && !lost[side])
  if (isOnlyMoved || !deciding.decide({ mine: side === 'mine', theirs: side === 'theirs' })) put(side, left, [])
}

/** Without the lists, items and quotes that it leaves empty. */
function edited(node: RichTextNode, edits: Edits, path: Path = ''): readonly RichTextNode[] {
  const edit = edits.get(path)
  if (edit) return edit
  if (!node.content || ![...edits.keys()].some((one) => path === '' || isInside(one, path))) return [node]
  const content = node.content.flatMap((one, at) => edited(one, edits, pathIn(path, at)))
  if (content.length > 0 || node.type === 'doc') return [{ ...node, content }]
  if (/^table(?:Cell|Header)$/.test(node.type)) return [{ ...node, content: [{ type: 'paragraph' }] }]
  return INSIDE.has(node.type) ? [] : [node]
}
