/** The elements that htmlparser2 reads, and what is asked of them. Tested by test/rich-text/from-html.test.ts. */
import { parseDocument } from 'htmlparser2'
import type { HTMLAttributeValues } from './html-marks.ts'

export interface HTMLElementNode {
  name: string
  attributes: HTMLAttributeValues
  children: readonly HTMLTreeNode[]
}

/** An element, or a text. */
export type HTMLTreeNode = HTMLElementNode | string

type ParsedNode = ReturnType<typeof parseDocument>['children'][number]

/** Deeper elements keep only their text. */
const MOST_LEVELS = 200

export const parseHTML = (html: string): readonly HTMLTreeNode[] => treeOf(parseDocument(html).children, 0)

function treeOf(nodes: readonly ParsedNode[], level: number): HTMLTreeNode[] {
  return nodes.flatMap((node) => {
    if ('data' in node) return node.type === 'text' ? [node.data] : []
    if (!('children' in node)) return []
    const children = level < MOST_LEVELS ? treeOf(node.children as ParsedNode[], level + 1) : [deepText(node.children as ParsedNode[])]
    return 'attribs' in node ? [{ name: node.name, attributes: node.attribs, children }] : children
  })
}

/** Doesn't recurse, because elements can be of any depth. */
function deepText(nodes: readonly ParsedNode[]): string {
  const pieces: string[] = []
  const waiting = [...nodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('data' in node && node.type === 'text') pieces.push(node.data)
    if ('children' in node) for (const child of [...(node.children as ParsedNode[])].reverse()) waiting.push(child)
  }
  return pieces.join('')
}

export function textInside(nodes: readonly HTMLTreeNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : node.name === 'br' ? '\n' : textInside(node.children))).join('')
}

/** The elements of these names, at any depth, in their order. */
export function elementsIn(nodes: readonly HTMLTreeNode[], ...names: string[]): HTMLElementNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return names.includes(node.name) ? [node] : elementsIn(node.children, ...names)
  })
}
