/** The code of a `<pre>` and its language, however its lines are marked up: as text, with line breaks, or each in an element. Tested by test/rich-text/from-html.test.ts. */
import { elementsIn, type HTMLElementNode, type HTMLTreeNode } from './html-tree.ts'

/** Elements that begin on a new line. */
const LINES = ['div', 'p', 'li', 'ol', 'ul', 'tr', 'table', 'section', 'header', 'figcaption', 'blockquote']

export function codeIn(element: HTMLElementNode): { language: string | undefined; text: string } {
  const codes = elementsIn(element.children, 'code')
  const language = languageOf([element, ...codes])
  const [only, ...others] = codes
  // Chat programs put the name of the language and a button into the box, above the code.
  const isLabelled = only && others.length === 0 && labelOf(element, only) === language?.toLowerCase()
  const children = isLabelled ? only.children : element.children
  const text = textOf(children)
    .replaceAll('\r\n', '\n')
    .replace(typeof element.children[0] === 'string' ? /^\n/ : '', '')
    .replace(/\n$/, '')
  return { language, text }
}

const labelOf = ({ children }: HTMLElementNode, code: HTMLElementNode): string =>
  textOf(without(children, (node) => node === code || node.name === 'button'))
    .trim()
    .toLowerCase()

const without = (nodes: readonly HTMLTreeNode[], isLeft: (node: HTMLElementNode) => boolean): HTMLTreeNode[] =>
  nodes
    .filter((node) => typeof node === 'string' || !isLeft(node))
    .map((node) => (typeof node === 'string' ? node : { ...node, children: without(node.children, isLeft) }))

function textOf(nodes: readonly HTMLTreeNode[]): string {
  const pieces: string[] = []
  const add = (piece: string) => void (piece === '' || pieces.push(piece))
  const endLine = () => void (pieces.length > 0 && !pieces.at(-1)?.endsWith('\n') && pieces.push('\n'))
  let owesLine = false
  const read = (inside: readonly HTMLTreeNode[]) => {
    for (const node of inside) {
      const isLine = typeof node !== 'string' && LINES.includes(node.name)
      if (isLine || owesLine) endLine()
      owesLine = false
      if (typeof node === 'string') add(node)
      else if (node.name === 'br') add('\n')
      else read(node.children)
      if (isLine) owesLine = true
    }
  }
  read(nodes)
  return pieces.join('')
}

const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?-(\S+)|brush:\s*([^\s;]+))/

function languageOf(elements: readonly HTMLElementNode[]): string | undefined {
  for (const { attributes } of elements) {
    const [, named, brushed] = LANGUAGE.exec(attributes['class'] ?? '') ?? []
    const language = named ?? brushed ?? attributes['data-language'] ?? attributes['data-lang']
    if (language) return language
  }
  return undefined
}
