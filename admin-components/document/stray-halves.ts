/** The half of a block that one person split and moved elsewhere. It goes where the whole block of the other person is kept, in which its words are. Pure.
 * Tested by test/admin-components/kept-in-both-answers.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { missingIn } from './split-blocks.ts'
import { INSIDE, isCell, SIDES, type Side, type Sides } from './text-sides.ts'

/** What one of them made of a block, and what is not kept. */
export interface GivenUp {
  side: Side
  before: RichTextNode
  blocks: readonly RichTextNode[]
}

export function withoutStrayHalves(
  text: RichTextNode | undefined,
  all: readonly GivenUp[],
  sides: Sides<RichTextNode>,
): RichTextNode | undefined {
  const halves = all.map(({ side, before, blocks }) => {
    const [old, left] = [wordsOf([before]), wordsOf(blocks)]
    const half = left === '' ? '' : missingIn(old, left).missing
    const isOnlyThere = SIDES.every((one) => has(sides[one], half) === (one === side))
    return isOnlyThere ? half : ''
  })
  const strays = new Set(halves.filter((half) => half !== ''))
  return text && strays.size > 0 ? without(text, strays) : text
}

const wordsOf = (blocks: readonly RichTextNode[]): string =>
  blocks
    .map((one) => plainText(one))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

const isWords = ({ type }: RichTextNode): boolean => type === 'paragraph' || type === 'heading'

const has = (node: RichTextNode, half: string): boolean =>
  isWords(node) ? wordsOf([node]) === half : INSIDE.has(node.type) && (node.content ?? []).some((one) => has(one, half))

/** Without the lists, items and quotes that it leaves empty. */
function without(node: RichTextNode, strays: ReadonlySet<string>): RichTextNode | undefined {
  if (isWords(node)) return strays.has(wordsOf([node])) ? undefined : node
  if (!INSIDE.has(node.type) || !node.content) return node
  const content = node.content.flatMap((one) => without(one, strays) ?? [])
  if (content.length === node.content.length && content.every((one, at) => one === node.content?.[at])) return node
  if (content.length > 0) return { ...node, content }
  return isCell(node) ? { ...node, content: [{ type: 'paragraph' }] } : undefined
}
