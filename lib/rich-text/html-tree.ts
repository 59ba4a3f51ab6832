/** The elements that htmlparser2 reads, and what is asked of them. Tested by test/rich-text/from-html.test.ts. */
import { Parser } from 'htmlparser2'
import type { HTMLAttributeValues } from './html-marks.ts'

export interface HTMLElementNode {
  name: string
  attributes: HTMLAttributeValues
  children: readonly HTMLTreeNode[]
}

/** An element, or a text. */
export type HTMLTreeNode = HTMLElementNode | string

/** Deeper elements keep only their text. Browsers have such a limit too. */
const MOST_LEVELS = 200

/** They contain no elements, so they are never too deep; only inside `<svg>` and `<math>` they may be in each other. */
const WITHOUT_ELEMENTS = ['br', 'hr', 'img', 'script', 'style', 'textarea', 'title']

export function parseHTML(html: string): readonly HTMLTreeNode[] {
  const tree = new HTMLTree()
  new BoundedParser(tree).end(html)
  return tree.nodes
}

/** Opens no element inside `MOST_LEVELS` others, because the parser takes time for all that are open with every tag. */
class BoundedParser extends Parser {
  readonly #tree: HTMLTree
  /** How many elements the one that is read is inside of. Its own end counts as outside. */
  #level = 0

  constructor(tree: HTMLTree) {
    super(tree)
    this.#tree = tree
  }

  override onopentagname(start: number, end: number): void {
    this.#level = this.#tree.level
    super.onopentagname(start, end)
  }

  override onclosetag(start: number, end: number): void {
    this.#level = 0
    super.onclosetag(start, end)
  }

  override isVoidElement(name: string): boolean {
    return super.isVoidElement(name) || !mayOpen(name, this.#level)
  }
}

/** Whether the tree has such an element inside that many others. */
const mayOpen = (name: string, level: number): boolean => level < MOST_LEVELS || (level === MOST_LEVELS && WITHOUT_ELEMENTS.includes(name))

interface OpenElement extends HTMLElementNode {
  children: HTMLTreeNode[]
}

class HTMLTree {
  readonly nodes: HTMLTreeNode[] = []
  readonly #open: OpenElement[] = []
  #isInText = false

  get level(): number {
    return this.#open.length
  }

  onopentag(name: string, attributes: HTMLAttributeValues): void {
    const element: OpenElement = { name, attributes, children: [] }
    this.#siblings.push(element)
    this.#open.push(element)
    this.#isInText = false
  }

  onclosetag(name: string): void {
    this.#open.pop()
    const siblings = this.#siblings
    const isTooDeep = !mayOpen(name, this.level)
    if (isTooDeep) siblings.pop()
    this.#isInText = isTooDeep && typeof siblings.at(-1) === 'string'
  }

  oncomment(): void {
    this.#isInText = false
  }

  ontext(data: string): void {
    const siblings = this.#siblings
    if (this.#isInText) siblings.push(`${siblings.pop()}${data}`)
    else siblings.push(data)
    this.#isInText = true
  }

  get #siblings(): HTMLTreeNode[] {
    return this.#open.at(-1)?.children ?? this.nodes
  }
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
