/** Nodes and marks that a field does not allow, and those that are nested too deep → the text that remains of them. Tested by test/rich-text/from-html.test.ts. */
import type { RichTextMark, RichTextNode } from './document.ts'
import { HEADING_LEVELS, MARKS, NODES, PARTS, type TextFeature } from './kinds.ts'
import { MOST_LEVELS } from './limits.ts'
import { childrenOf, textContent, wellFormedBlocks } from './well-formed.ts'

export interface FeatureLimits {
  /** The features that the text may use. @default all */
  features?: readonly TextFeature[]
  /** The levels that headings may have; others get the nearest one. @default 1 to 6 */
  headings?: readonly number[]
}

/** For example `code block`. */
const WORDS: Readonly<Record<string, string>> = {
  bulletList: 'list',
  orderedList: 'numbered list',
  taskList: 'task list',
  blockquote: 'quote',
  codeBlock: 'code block',
  horizontalRule: 'rule',
  image: 'picture',
  contentBlock: 'block',
  bold: 'bold text',
  italic: 'italic text',
  underline: 'underlined text',
  strike: 'struck text',
  code: 'code',
  subscript: 'subscript',
  superscript: 'superscript',
}

/** The levels inside these nodes, down to the text. */
const LEVELS_INSIDE: Readonly<Record<string, number>> = {
  blockquote: 2,
  bulletList: 3,
  orderedList: 3,
  taskList: 3,
  listItem: 2,
  taskItem: 2,
  table: 4,
  tableRow: 3,
  tableHeader: 2,
  tableCell: 2,
}

const LISTS = ['bulletList', 'orderedList', 'taskList'] as const

/** The list that the field does have; undefined for other nodes, and if the field has no lists. */
export function listInstead(type: string, isAllowed: (feature: TextFeature) => boolean): { list: string; item: string } | undefined {
  const list = LISTS.some((kind) => kind === type) ? LISTS.find(isAllowed) : undefined
  return list && list !== type ? { list, item: list === 'taskList' ? 'taskItem' : 'listItem' } : undefined
}

const fits = ({ type }: RichTextNode, level: number): boolean => level + (LEVELS_INSIDE[type] ?? 0) <= MOST_LEVELS

/** Expects well-formed blocks. `omitted` is called for everything that is lost. */
export function withinFeatures(
  blocks: readonly RichTextNode[],
  limits: FeatureLimits,
  omitted: (kind: string, what: string) => void,
): RichTextNode[] {
  const { features, headings = HEADING_LEVELS } = limits
  const isAllowed = (feature: TextFeature | undefined) => feature === undefined || features === undefined || features.includes(feature)
  const lose = (node: RichTextNode) => omitted(WORDS[node.type] ?? node.type, textContent([node]).slice(0, 100))
  const limit = (node: RichTextNode, depth: number): RichTextNode[] => {
    const instead = isAllowed(NODES[node.type]?.feature) ? undefined : listInstead(node.type, isAllowed)
    if (instead)
      return limit({ type: instead.list, content: childrenOf(node).map(({ content }) => ({ type: instead.item, content })) }, depth)
    const isKept = isAllowed(NODES[node.type]?.feature) && fits(node, depth)
    const inside = node.content?.flatMap((child) => limit(child, isKept ? depth + 1 : depth))
    const limited = withMarks({ ...node, ...(inside && { content: inside }) })
    if (!isKept) {
      if (!PARTS.includes(node.type)) lose(node)
      return remaining(limited, isAllowed('link'))
    }
    const level = Number(node.attrs?.['level'])
    return node.type === 'heading' && !headings.includes(level) ? [atNearest(limited, level, headings)] : [limited]
  }
  const withMarks = (node: RichTextNode): RichTextNode => {
    const isKept = (mark: RichTextMark) => isAllowed(MARKS[mark.type]?.feature)
    for (const mark of node.marks ?? []) if (!isKept(mark)) omitted(WORDS[mark.type] ?? mark.type, node.text ?? '')
    return node.marks ? { ...node, marks: node.marks.filter(isKept) } : node
  }
  return wellFormedBlocks({ content: blocks.flatMap((block) => limit(block, 1)) })
}

/** Lists, quotes and tables leave their paragraphs. */
function remaining(node: RichTextNode, mayLink: boolean): RichTextNode[] {
  if (node.type === 'heading') return [{ type: 'paragraph', content: childrenOf(node) }]
  if (node.type === 'codeBlock') return [{ type: 'paragraph', content: linesOf(textContent([node])) }]
  if (node.type === 'image') return saying(node.attrs?.['caption'] || node.attrs?.['alt'], [])
  if (node.type !== 'embed') return childrenOf(node)
  const url = node.attrs?.['url']
  return saying(url, mayLink ? [{ type: 'link', attrs: { href: url } }] : [])
}

const saying = (text: unknown, marks: RichTextMark[]): RichTextNode[] =>
  text ? [{ type: 'paragraph', content: [{ type: 'text', text: String(text), marks }] }] : []

const linesOf = (text: string): RichTextNode[] =>
  text.split('\n').flatMap((line, index) => [...(index > 0 ? [{ type: 'hardBreak' }] : []), { type: 'text', text: line }])

function atNearest(node: RichTextNode, level: number, headings: readonly number[]): RichTextNode {
  const [nearest] = [...headings].sort((a, b) => Math.abs(a - level) - Math.abs(b - level) || a - b)
  return nearest === undefined ? { ...node, type: 'paragraph', attrs: {} } : { ...node, attrs: { level: nearest } }
}
