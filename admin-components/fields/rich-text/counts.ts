/** Counts words and characters. Thai, Chinese and Japanese words are found by the browser's dictionary, as they have no spaces between them.
 * Tested by test/admin-components/text-counts.test.ts.
 */
import type { Node } from '@tiptap/pm/model'
import type { SelectionRange } from '@tiptap/pm/state'

export interface TextCounts {
  words: number
  characters: number
}

const NONE: TextCounts = { words: 0, characters: 0 }
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** A block doesn't change: one that differs is another node. So typing counts only the block that is typed into. */
const known = new WeakMap<Node, TextCounts>()

export function countsOf(node: Node): TextCounts {
  const before = known.get(node)
  if (before) return before
  const counts = node.isTextblock ? countsIn(node.textContent) : sum(node.content.content.map(countsOf))
  known.set(node, counts)
  return counts
}

/** The counts of parts of the text, such as the selected cells of a table; the ends of a part may be inside a word. */
export function countsBetween(doc: Node, ranges: readonly Range[]): TextCounts {
  const parts: TextCounts[] = []
  for (const { $from, $to } of ranges) {
    const [from, to] = [$from.pos, $to.pos]
    doc.nodesBetween(from, to, (node, at) => {
      if (!node.isTextblock) return true
      const start = at + 1
      const isWhole = from <= start && to >= start + node.content.size
      parts.push(isWhole ? countsOf(node) : countsIn(node.textBetween(Math.max(0, from - start), Math.min(node.content.size, to - start))))
      return false
    })
  }
  return sum(parts)
}

type Range = Pick<SelectionRange, '$from' | '$to'>

export function countsIn(text: string): TextCounts {
  let count = 0
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count++
  return { words: count, characters: isPlain(text) ? text.length : [...characters.segment(text)].length }
}

/** One unit of JavaScript's is one character in such a text, so it needs no segmenter. */
const isPlain = (text: string): boolean => /^[\x20-\x7e\u00a0-\u02ff]*$/.test(text)

function sum(all: readonly TextCounts[]): TextCounts {
  return all.reduce((one, other) => ({ words: one.words + other.words, characters: one.characters + other.characters }), NONE)
}

/** The speed of an adult who reads quietly. */
const WORDS_PER_MINUTE = 230

export const minutesToRead = ({ words }: TextCounts): number => Math.max(1, Math.round(words / WORDS_PER_MINUTE))
