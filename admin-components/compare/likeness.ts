/** How alike two blocks of rich text are, from 0 to 1: whether one of them could be the edited form of the other. Pure.
 * Tested by test/admin-components/compare-rich-text.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { NODES } from '../../lib/rich-text/kinds.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { wordsIn } from './words.ts'

/** A block, with what is needed to compare it. */
export interface Sketch {
  node: RichTextNode
  family: string
  /** The attribute that identifies an image, file, embed or content block. */
  identity: unknown
  /** How often each word occurs. */
  words: ReadonlyMap<string, number>
  length: number
  /** The letters of all words. */
  weight: number
}

/** Types that editors turn into each other. */
const FAMILIES: Readonly<Record<string, string>> = {
  paragraph: 'text',
  heading: 'text',
  codeBlock: 'text',
  bulletList: 'list',
  orderedList: 'list',
  taskList: 'list',
  listItem: 'item',
  taskItem: 'item',
  tableHeader: 'cell',
  tableCell: 'cell',
}

const IDENTITIES: Readonly<Record<string, string>> = { image: 'media', file: 'media', embed: 'url', contentBlock: 'id' }

/** Two blocks of the same kind that stand alone between unchanged ones are the same block if they are this short, whatever they say. */
const SHORT = 12

const PAUSE = 500

/** A picture may be replaced by another one at its place, but not elsewhere. */
const ANOTHER = 0.45

export function* sketchOf(node: RichTextNode): Generator<void, Sketch> {
  const words = new Map<string, number>()
  let length = 0
  let weight = 0
  for (const { segment, isWordLike } of wordsIn(plainText(node))) {
    if (!isWordLike) continue
    words.set(segment, (words.get(segment) ?? 0) + 1)
    weight += segment.length
    if (++length % PAUSE === 0) yield
  }
  const identity = node.attrs?.[IDENTITIES[node.type] ?? '']
  return { node, family: FAMILIES[node.type] ?? node.type, identity, words, length, weight }
}

/** Long words count more than short ones, which all texts have in common. */
export function likeness(one: Sketch, other: Sketch): number {
  if (one.family !== other.family) return 0
  if (one.identity !== undefined || other.identity !== undefined)
    return one.identity === other.identity ? 1 : one.node.type === 'contentBlock' ? 0 : ANOTHER
  const [less, more] = one.words.size < other.words.size ? [one, other] : [other, one]
  if (less.length === 0) return 0
  let common = 0
  for (const [word, count] of less.words) common += word.length * Math.min(count, more.words.get(word) ?? 0)
  return (2 * common) / (one.weight + other.weight)
}

/** Whether two blocks that stand alone at the same place are one block whose content was replaced. */
export function isReplacement(one: Sketch, other: Sketch): boolean {
  if (one.family !== other.family || one.node.type === 'contentBlock') return false
  const isContainer = NODES[one.node.type]?.children?.includes('inline') === false
  return isContainer || one.length + other.length <= 2 * SHORT
}
