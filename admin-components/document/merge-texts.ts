/** Three-way merge of a rich text by blocks: each block is taken from the side that changed, added, removed or moved it. Lists merge by their
 * items, tables by their rows, content blocks by their fields, pictures by their attributes. A block that both changed is a conflict; everything
 * else is merged around it. Pure. Tested by test/admin-components/merge-texts.test.ts and test/admin-components/kept-in-both-answers.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { inOrder, pairsOf } from './block-pairs.ts'
import { mergeAttributes } from './merge-attributes.ts'
import { findMoves, settleMoves } from './settled-moves.ts'
import { splitsOf } from './split-blocks.ts'
import { type GivenUp, withoutStrayHalves } from './stray-halves.ts'
import { INSIDE, isCell, isSame, oneChanged, type Side, type Sides, withContent } from './text-sides.ts'
import type { Values } from './values.ts'

/** Merges the fields of a content block; undefined if they conflict. */
export type MergeFields = (sides: Sides<Values>) => Values | undefined

/** The text with every conflict decided for one side. Without conflicts, both are the same. */
export interface MergedText extends Record<Side, RichTextNode | null> {
  hasConflict: boolean
}

/** Undefined if one of the values is not a rich text. An empty text is `null`. */
export function mergeTexts(sides: Sides<unknown>, mergeFields: MergeFields): MergedText | undefined {
  const [before, mine, theirs] = [textOf(sides.before), textOf(sides.mine), textOf(sides.theirs)]
  if (!before || !mine || !theirs) return undefined
  const isOfOne = isSame(before, mine) || isSame(before, theirs)
  const moves = isOfOne ? [] : findMoves({ before, mine, theirs })
  const merged = (keeps: Side) => {
    const merging = new TextMerge(keeps, mergeFields)
    const whole = merging.node(settleMoves(moves, { before, mine, theirs }, merging))
    const text = withoutStrayHalves(whole, merging.givenUp, { before, mine, theirs })
    return { text: text?.content?.length ? text : null, hasConflict: merging.hasConflict }
  }
  const kept = merged('mine')
  return { mine: kept.text, theirs: (kept.hasConflict ? merged('theirs') : kept).text, hasConflict: kept.hasConflict }
}

const EMPTY: RichTextNode = { type: 'doc', content: [] }

const textOf = (value: unknown): RichTextNode | undefined => {
  const text = value || EMPTY
  return isTree(text) && text.type === 'doc' ? text : undefined
}

const isTree = (value: unknown): value is RichTextNode => {
  if (typeof value !== 'object' || value === null) return false
  const { type, content } = value as Partial<RichTextNode>
  return typeof type === 'string' && (content === undefined || (Array.isArray(content) && content.every(isTree)))
}

/** Names a block on all sides: its index in the text before, or a number after these. */
type Identity = number

class TextMerge {
  hasConflict = false
  readonly placed = new Set<string>()
  readonly givenUp: GivenUp[] = []
  readonly #keeps: Side
  readonly #mergeFields: MergeFields

  constructor(keeps: Side, mergeFields: MergeFields) {
    this.#keeps = keeps
    this.#mergeFields = mergeFields
  }

  /** Undefined if nothing remains of it. */
  node(sides: Sides<RichTextNode>): RichTextNode | undefined {
    const { before, mine, theirs } = sides
    if (isSame(before, mine) || isSame(mine, theirs)) return theirs
    if (isSame(before, theirs)) return mine
    if (before.type === 'contentBlock') return this.#contentBlock(sides)
    const shell = mergeAttributes(sides)
    if (!shell || !areExchangeable(before.type, mine.type, theirs.type)) return this.decide(sides)
    if (INSIDE.has(before.type)) return this.#inside(shell, sides)
    const content = oneChanged({ before: before.content ?? [], mine: mine.content ?? [], theirs: theirs.content ?? [] })
    return content ? withContent(shell, content) : this.#decideParts({ before, mine: [mine], theirs: [theirs] })[0]
  }

  decide<T>({ mine, theirs }: Record<Side, T>): T {
    this.hasConflict = true
    return this.#keeps === 'mine' ? mine : theirs
  }

  #contentBlock(sides: Sides<RichTextNode>): RichTextNode {
    const { before, mine, theirs } = sides
    if (!hasSameBlockType(before, mine) || !hasSameBlockType(before, theirs)) return this.decide(sides)
    const attrs = this.#mergeFields({ before: before.attrs ?? {}, mine: mine.attrs ?? {}, theirs: theirs.attrs ?? {} })
    return attrs ? { ...theirs, attrs } : this.decide(sides)
  }

  #inside(shell: RichTextNode, sides: Sides<RichTextNode>): RichTextNode | undefined {
    const { before, mine, theirs } = sides
    const lists = { before: before.content ?? [], mine: mine.content ?? [], theirs: theirs.content ?? [] }
    if (before.type === 'table' && (!hasSameGrid(before, mine) || !hasSameGrid(before, theirs))) return this.decide(sides)
    const content = before.type === 'tableRow' ? this.#cells(lists) : this.#blocks(lists)
    if (content.length === 0 && isCell(before)) return withContent(shell, [{ type: 'paragraph' }])
    if (content.length === 0) return undefined
    return withContent(shell, content)
  }

  /** The tables have the same columns. */
  #cells({ before, mine, theirs }: Sides<RichTextNode[]>): RichTextNode[] {
    return before.flatMap((cell, at) => this.node({ before: cell, mine: mine[at] ?? cell, theirs: theirs[at] ?? cell }) ?? [])
  }

  #blocks({ before, mine, theirs }: Sides<RichTextNode[]>): RichTextNode[] {
    const known = identified({ before, mine, theirs }, (key) => this.placed.has(key))
    return arranged(known, before.length).flatMap((identity) => {
      const [old, ours, others] = [before[identity], known.mine.get(identity), known.theirs.get(identity)]
      if (!old) return ours ?? others ?? []
      if (ours && others) return this.parts({ before: old, mine: ours, theirs: others })
      const left = ours ?? others
      if (!left || isSame([old], left)) return []
      if (LISTS.has(old.type) && left.length === 1) return this.#emptied(old, left[0] as RichTextNode, ours ? 'mine' : 'theirs')
      return this.decide({ mine: ours, theirs: others }) ?? []
    })
  }

  /** A list or quote that one of them removed takes along what was in it then, not what the other has put into it since. */
  #emptied(before: RichTextNode, left: RichTextNode, side: Side): RichTextNode | [] {
    const none = { ...before, content: [] }
    return this.node({ before, mine: none, theirs: none, [side]: left }) ?? []
  }

  /** A block that one of them may have split. A new kind or tick is that of the first part. */
  parts({ before, mine, theirs }: { before: RichTextNode } & Record<Side, readonly RichTextNode[]>): readonly RichTextNode[] {
    const [[ours, ...more], [others, ...theirMore]] = [mine, theirs]
    if (!ours || !others) return []
    const isWhole = more.length + theirMore.length === 0
    const hasWords = ({ content }: RichTextNode) => isSame(content, before.content)
    if (isWhole || (more.length === 0 && hasWords(ours)) || (theirMore.length === 0 && hasWords(others)))
      return [this.node({ before, mine: ours, theirs: others }) ?? [], more, theirMore].flat()
    return oneChanged({ before: [before], mine, theirs }) ?? this.#decideParts({ before, mine, theirs })
  }

  #decideParts({ before, ...parts }: { before: RichTextNode } & Record<Side, readonly RichTextNode[]>): readonly RichTextNode[] {
    const side = this.#keeps === 'mine' ? 'theirs' : 'mine'
    this.givenUp.push({ side, before, blocks: parts[side] })
    return this.decide(parts)
  }
}

const LISTS: ReadonlySet<string> = new Set(['bulletList', 'orderedList', 'taskList', 'listItem', 'taskItem', 'blockquote'])

/** Kinds whose content fits into each other. */
const EXCHANGEABLE = [
  ['paragraph', 'heading'],
  ['bulletList', 'orderedList'],
  ['tableCell', 'tableHeader'],
]

const areExchangeable = (...types: readonly string[]): boolean =>
  types.every((type) => type === types[0]) || EXCHANGEABLE.some((kinds) => types.every((type) => kinds.includes(type)))

const hasSameBlockType = (one: RichTextNode, other: RichTextNode): boolean =>
  one.type === other.type && one.attrs?.['blockType'] === other.attrs?.['blockType']

/** Whether rows of two tables can be exchanged: all have the same columns, and no cell reaches into another row. Otherwise every cell counts. */
const hasSameGrid = (one: RichTextNode, other: RichTextNode): boolean => gridOf(one) === gridOf(other)

function gridOf({ content = [] }: RichTextNode): string {
  const rows = content.map(({ content: cells = [] }) =>
    cells.map(({ attrs }) => `${attrs?.['colspan'] ?? 1}:${attrs?.['rowspan'] ?? 1}`).join(),
  )
  const isEven = rows.every((row) => row === rows[0]) && !/[^1:,]/.test(rows[0] ?? '')
  return isEven ? (rows[0] ?? '') : rows.join(';')
}

/** A block is several if it was split. */
type Known = { [side in Side]: ReadonlyMap<Identity, RichTextNode[]> }

/** The blocks of each side, in its order. */
function identified({ before, mine, theirs }: Sides<RichTextNode[]>, isPlaced: (key: string) => boolean): Known {
  let next = before.length
  const added: { identity: Identity; behind: Identity | undefined; node: RichTextNode }[] = []
  const named = (blocks: RichTextNode[], identify: (node: RichTextNode, behind: Identity | undefined) => Identity) => {
    const pairs = pairsOf(before, blocks, isPlaced)
    const parts = new Map(
      [...splitsOf(before, blocks, pairs)].map(([at, [first, last]]) => [first, { old: pairs.get(at) as Identity, last }]),
    )
    const all = new Map<Identity, RichTextNode[]>()
    let behind: Identity | undefined
    for (let at = 0; at < blocks.length; at++) {
      const node = blocks[at] as RichTextNode
      const split = parts.get(at)
      const old = split?.old ?? pairs.get(at)
      all.set(old ?? identify(node, behind), split ? blocks.slice(at, split.last + 1) : [node])
      if (split) at = split.last
      if (old !== undefined) behind = old
    }
    return all
  }
  const theirBlocks = named(theirs, (node, behind) => {
    added.push({ identity: next, behind, node })
    return next++
  })
  const myBlocks = named(mine, (node, behind) => {
    const at = added.findIndex((one) => one.behind === behind && isSame(one.node, node))
    return at < 0 ? next++ : (added.splice(at, 1)[0]?.identity ?? next++)
  })
  return { mine: myBlocks, theirs: theirBlocks }
}

/** Their order, with what I added or moved after the block that it follows in mine. */
function arranged({ mine, theirs }: Known, count: number): Identity[] {
  const isOld = (identity: Identity) => identity < count
  const ours = [...mine.keys()]
  const stays = new Set(inOrder(ours.filter(isOld)))
  const theyMoved = new Set([...theirs.keys()].filter(isOld))
  for (const identity of inOrder([...theyMoved])) theyMoved.delete(identity)
  const isPlaced = (identity: Identity) => theirs.has(identity) && (!isOld(identity) || stays.has(identity) || theyMoved.has(identity))
  const all = [...theirs.keys()].filter((identity) => !mine.has(identity) || isPlaced(identity))
  for (const [at, identity] of ours.entries()) {
    const ahead = ours[at - 1]
    if (!isPlaced(identity)) all.splice(ahead === undefined ? 0 : all.indexOf(ahead) + 1, 0, identity)
  }
  return all
}
