/** Links of a page to its headings, which get other ids in rich text. Tested by test/rich-text/heading-links.test.ts. */
import { idsOfTitles, placeIn } from './heading-ids.ts'
import { elementsIn, type HTMLElementNode, type HTMLTreeNode, textInside } from './html-tree.ts'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Links to a heading by a name that the page gives it lead to the id that the heading gets. Others stay as they are. */
export function withHeadingLinks(nodes: readonly HTMLTreeNode[]): readonly HTMLTreeNode[] {
  const isLinked = elementsIn(nodes, 'a').some(({ attributes }) => attributes['href']?.startsWith('#'))
  const ids = isLinked ? idsByName(nodes) : new Map<string, string>()
  return ids.size === 0 ? nodes : relinked(nodes, ids)
}

function idsByName(nodes: readonly HTMLTreeNode[]): Map<string, string> {
  const headings = elementsIn(nodes, ...HEADINGS)
  const ids = new Map<string, string>()
  for (const [at, id] of idsOfTitles(headings.map(({ children }) => textInside(children))).entries())
    for (const name of headings[at] ? namesIn(headings[at]) : []) ids.set(name, id)
  return ids
}

function namesIn({ name, attributes, children }: HTMLElementNode): string[] {
  const own = [attributes['id'], name === 'a' ? attributes['name'] : undefined].filter((one) => one !== undefined && one !== '')
  return [...(own as string[]), ...children.flatMap((child) => (typeof child === 'string' ? [] : namesIn(child)))]
}

function relinked(nodes: readonly HTMLTreeNode[], ids: ReadonlyMap<string, string>): readonly HTMLTreeNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node
    const { href } = node.attributes
    const id = node.name === 'a' && href?.startsWith('#') ? ids.get(placeIn(href)) : undefined
    return {
      ...node,
      children: relinked(node.children, ids),
      ...(id !== undefined && { attributes: { ...node.attributes, href: `#${id}` } }),
    }
  })
}
