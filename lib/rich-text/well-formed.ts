/** Turns whatever is stored into nodes that stand only where `kinds.ts` allows them, with attributes of the right types. The renderers rely on it, and the text of a node that is unknown or out of place is kept. */
import { isSafeAddress } from './addresses.ts'
import type { RichTextMark, RichTextNode } from './document.ts'
import { type AttributeKind, MARKS, NODES, PARTS } from './kinds.ts'
import { MOST_CELLS } from './limits.ts'

/** Deeper nodes keep only their text. */
const MOST_LEVELS = 100

/** From the outermost mark to the innermost. */
export const MARK_ORDER: readonly string[] = ['link', 'bold', 'italic', 'underline', 'strike', 'subscript', 'superscript', 'code']

/** The blocks of a document. Accepts anything, and never throws. */
export const wellFormedBlocks = (stored: unknown): RichTextNode[] => (isObject(stored) ? blocksIn(childrenOf(stored), 0) : [])

/** Editors keep an empty paragraph at the end, to continue writing there. */
export function withoutEmptyEnd(blocks: readonly RichTextNode[]): readonly RichTextNode[] {
  const last = blocks.findLastIndex((node) => node.type !== 'paragraph' || childrenOf(node).length > 0)
  return blocks.slice(0, last + 1)
}

/** The nodes inside another one; those of an odd shape are left out. */
export const childrenOf = ({ content }: { content?: unknown }): RichTextNode[] => (Array.isArray(content) ? content.filter(isNode) : [])

/** The text of nodes at any depth. Doesn't recurse, because stored nodes can be of any depth. */
export function textContent(nodes: readonly RichTextNode[]): string {
  const pieces: string[] = []
  const waiting = [...nodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (typeof node.text === 'string') pieces.push(node.text)
    if (node.type === 'hardBreak') pieces.push('\n')
    const children = childrenOf(node)
    for (let at = children.length - 1; at >= 0; at--) waiting.push(children[at] as RichTextNode)
  }
  return pieces.join('')
}

/** Loose text becomes paragraphs; unknown blocks, and parts such as rows without their table, leave their contents. */
function blocksIn(nodes: readonly RichTextNode[], level: number): RichTextNode[] {
  const blocks: RichTextNode[] = []
  let loose: RichTextNode[] = []
  const close = () => {
    const content = inlineOf(loose)
    if (content.some(isVisible)) blocks.push({ type: 'paragraph', content })
    loose = []
  }
  for (const node of nodes) {
    if (isInline(node)) loose.push(node)
    else {
      close()
      for (const block of blocksFrom(node, level + 1)) blocks.push(block)
    }
  }
  close()
  return blocks
}

/** Usually one; a block inside a paragraph splits it, and an unknown block may contain any number. */
function blocksFrom(node: RichTextNode, level: number): RichTextNode[] {
  const children = childrenOf(node)
  if (level > MOST_LEVELS) return blocksIn([{ type: 'text', text: textContent([node]) }], 0)
  const kind = NODES[node.type]
  if (!kind || PARTS.includes(node.type)) return blocksIn(children, level)
  if (node.type === 'codeBlock') return [codeOf(node)]
  if (!kind.children) return [{ type: node.type, ...attributesOf(node) }]
  if (kind.children.includes('inline')) return linesOf(node, level)
  if (kind.children.includes('block')) return [container(node.type, node, level)]
  const parts = node.type === 'table' ? rowsOf(children, level) : itemsOf(node, level)
  return parts.length > 0 ? [{ type: node.type, ...attributesOf(node), content: parts }] : []
}

function codeOf(node: RichTextNode): RichTextNode {
  const text = textContent([node])
  return { type: 'codeBlock', ...attributesOf(node), ...(text !== '' && { content: [{ type: 'text', text }] }) }
}

function linesOf(node: RichTextNode, level: number): RichTextNode[] {
  const blocks: RichTextNode[] = []
  let line: RichTextNode[] = []
  const close = () => {
    const content = inlineOf(line)
    if (content.length > 0) blocks.push({ type: node.type, ...attributesOf(node), content })
    line = []
  }
  for (const child of inlineOrBlocks(childrenOf(node), level)) {
    if (isInline(child)) line.push(child)
    else {
      close()
      for (const block of blocksFrom(child, level + 1)) blocks.push(block)
    }
  }
  close()
  return blocks.length > 0 ? blocks : [{ type: node.type, ...attributesOf(node) }]
}

/** Inside a paragraph, the contents of unknown nodes continue its text. */
function inlineOrBlocks(nodes: readonly RichTextNode[], level: number): RichTextNode[] {
  return nodes.flatMap((node) => {
    if (NODES[node.type] || isInline(node)) return [node]
    return level > MOST_LEVELS ? [{ type: 'text', text: textContent([node]) }] : inlineOrBlocks(childrenOf(node), level + 1)
  })
}

function container(type: string, node: RichTextNode, level: number): RichTextNode {
  const content = blocksIn(childrenOf(node), level)
  const attributes = attributesOf({ type, ...(node.attrs && { attrs: node.attrs }) })
  return { type, ...attributes, content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

/** A list directly inside a list belongs to the item before it, as browsers show it. */
function itemsOf(list: RichTextNode, level: number): RichTextNode[] {
  const part = list.type === 'taskList' ? 'taskItem' : 'listItem'
  const items: RichTextNode[] = []
  for (const child of childrenOf(list)) {
    const last = items.at(-1)
    if (child.type === 'listItem' || child.type === 'taskItem') items.push(container(part, child, level + 1))
    else if (last && /List$/.test(child.type)) for (const block of blocksFrom(child, level + 1)) last.content?.push(block)
    else items.push(container(part, { type: part, content: [child] }, level + 1))
  }
  return items
}

/** Rows without cells are left out, and the cells that reach into them become as much shorter. */
function rowsOf(nodes: readonly RichTextNode[], level: number): RichTextNode[] {
  const rows = nodes.map((node) => (node.type === 'tableRow' ? childrenOf(node) : [node]))
  let count = 0
  /** How many of the rows up to each one have cells. */
  const filled = rows.map((cells) => (cells.length > 0 ? ++count : count))
  return rows.flatMap((cells, index) => {
    const content = cells.map((cell) => {
      if (!isCell(cell)) return container('tableCell', { type: 'tableCell', content: [cell] }, level + 1)
      const made = container(cell.type, cell, level + 1)
      const end = index + Number(made.attrs?.['rowspan'] ?? 1) - 1
      const inside = Math.min(end, rows.length - 1)
      const bare = inside - index - ((filled[inside] ?? 0) - (filled[index] ?? 0))
      return bare > 0 ? { ...made, attrs: { ...made.attrs, rowspan: end - index + 1 - bare } } : made
    })
    return content.length > 0 ? [{ type: 'tableRow', content }] : []
  })
}

const isCell = ({ type }: RichTextNode): boolean => type === 'tableCell' || type === 'tableHeader'

/** Text with known marks in one order; neighbours with the same marks are joined. */
function inlineOf(nodes: readonly RichTextNode[]): RichTextNode[] {
  const inline: RichTextNode[] = []
  for (const node of nodes) {
    const marks = marksOf(node)
    const withMarks = marks.length > 0 && { marks }
    const last = inline.at(-1)
    if (node.type !== 'text' && NODES[node.type]) inline.push({ type: node.type, ...attributesOf(node), ...withMarks })
    else if (typeof node.text !== 'string' || node.text === '') continue
    else if (last?.type === 'text' && areSame(last.marks ?? [], marks)) last.text += node.text
    else inline.push({ type: 'text', text: node.text, ...withMarks })
  }
  return inline
}

const areSame = (some: readonly RichTextMark[], others: readonly RichTextMark[]): boolean =>
  some.length === others.length && (some.length === 0 || JSON.stringify(some) === JSON.stringify(others))

function marksOf({ marks }: RichTextNode): RichTextMark[] {
  if (!Array.isArray(marks)) return []
  const known = marks.flatMap((mark: unknown) => (isNode(mark) && MARKS[mark.type] ? [knownMark(mark)] : []))
  return MARK_ORDER.flatMap((name) => known.find((mark) => mark.type === name && (name !== 'link' || leadsSomewhere(mark))) ?? [])
}

/** Editors that know no `newTab` write a `target`. */
function knownMark(mark: RichTextMark): RichTextMark {
  const newTab = mark.attrs?.['target'] === '_blank' && { newTab: true }
  const attrs = { ...newTab, ...knownAttributes(mark.attrs, MARKS[mark.type]?.attributes) }
  return { type: mark.type, ...(Object.keys(attrs).length > 0 && { attrs }) }
}

const leadsSomewhere = ({ attrs }: RichTextMark): boolean =>
  typeof attrs?.['href'] === 'string' || (attrs?.['collection'] !== undefined && attrs['id'] !== undefined)

function attributesOf({ type, attrs }: RichTextNode): { attrs?: Record<string, unknown> } {
  const known = type === 'contentBlock' && isObject(attrs) ? attrs : knownAttributes(attrs, NODES[type]?.attributes)
  return Object.keys(known).length > 0 ? { attrs: known } : {}
}

const VALID: Readonly<Record<AttributeKind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  count: isPositive,
  number: (value) => value === 0 || isPositive(value),
  span: (value) => isPositive(value) && Number(value) <= MOST_CELLS,
  id: isPositive,
  slug: (value) => typeof value === 'string' && value !== '',
  address: (value) => typeof value === 'string' && isSafeAddress(value),
  widths: (value) => Array.isArray(value) && value.every((one) => one === null || isPositive(one)),
}

/** With the `value` that a read adds to the id of a document. */
function knownAttributes(attrs: unknown, kinds: Readonly<Record<string, AttributeKind>> = {}): Record<string, unknown> {
  if (!isObject(attrs)) return {}
  const known: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(kinds)) if (VALID[kind](attrs[name])) known[name] = attrs[name]
  if (Object.values(kinds).includes('id') && isObject(attrs['value'])) known['value'] = attrs['value']
  return known
}

/** An unknown node that has a text counts as that text. */
const isInline = (node: RichTextNode): boolean => NODES[node.type]?.isInline ?? (!NODES[node.type] && typeof node.text === 'string')

const isVisible = ({ type, text }: RichTextNode): boolean => type !== 'text' || /\S/.test(text ?? '')

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0
}

function isNode(value: unknown): value is RichTextNode {
  return isObject(value) && typeof value['type'] === 'string'
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
