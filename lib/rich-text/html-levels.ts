/** Slack writes the levels of a list as lists next to each other, each with its level. Tested by test/rich-text/html-levels.test.ts. */
import type { HTMLElementNode, HTMLTreeNode } from './html-tree.ts'

/** Slack has no deeper lists. */
const MOST_LEVELS = 8

interface Growing extends HTMLElementNode {
  children: HTMLTreeNode[]
}

/** With the deeper lists inside the items of the others. */
export function nestedByLevel(nodes: readonly HTMLTreeNode[]): readonly HTMLTreeNode[] {
  if (!nodes.some(isLevel)) return nodes
  const made: HTMLTreeNode[] = []
  let last: Growing | undefined
  for (const node of nodes) {
    if (last && typeof node === 'string' && node.trim() === '') continue
    const list = isLevel(node) ? growing(node) : undefined
    if (!list) made.push(node)
    else if (!last || !putBehind(last, list, levelOf(list) - levelOf(last))) made.push(list)
    else continue
    last = list
  }
  return made
}

/** Into the last item of a list, as many levels down as there are. Items of the same kind and level belong to one list. False if it stands alone. */
function putBehind(before: Growing, list: Growing, level: number): boolean {
  const item = before.children.findLast((one): one is Growing => typeof one !== 'string' && one.name === 'li')
  if (level <= 0 || !item) {
    if (level < 0 || before.name !== list.name) return false
    for (const one of list.children) before.children.push(one)
    return true
  }
  const inside = item.children.findLast((one): one is Growing => isLevel(one))
  if (!inside || !putBehind(inside, list, level - 1)) item.children.push(list)
  return true
}

const growing = (list: HTMLElementNode): Growing => ({
  ...list,
  children: list.children.map((one) => (typeof one === 'string' ? one : { ...one, children: [...one.children] })),
})

const levelOf = ({ attributes }: HTMLElementNode): number => Math.min(MOST_LEVELS, Math.trunc(Number(attributes['data-indent'])) || 0)

function isLevel(node: HTMLTreeNode): node is HTMLElementNode {
  if (typeof node === 'string' || (node.name !== 'ul' && node.name !== 'ol')) return false
  const { class: name = '', 'data-indent': indent, 'data-stringify-type': kind } = node.attributes
  return indent !== undefined && (kind !== undefined || name.includes('rich_text_list'))
}
