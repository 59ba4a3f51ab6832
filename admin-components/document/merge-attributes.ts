/** Three-way merge of a block apart from its content: each attribute is taken from the side that changed it, such as the caption of a picture
 * from one and its width from the other. What describes a picture is not merged with another picture. Pure.
 * Tested by test/admin-components/merge-attributes.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { NODES } from '../../lib/rich-text/kinds.ts'
import { isCell, isSame, oneChanged, SIDES, type Sides } from './text-sides.ts'

/** Undefined if both changed the same. */
export function mergeAttributes({ before, mine, theirs }: Sides<RichTextNode>): RichTextNode | undefined {
  const shells = { before: shellOf(before), mine: shellOf(mine), theirs: shellOf(theirs) }
  const shell = oneChanged(shells)
  if (shell) return shell
  const rest = oneChanged({ before: restOf(shells.before), mine: restOf(shells.mine), theirs: restOf(shells.theirs) })
  const attrs = haveSameAttributes(before, mine, theirs) && !isDescribedAnew(shells) && attributesOf(shells)
  return rest && attrs ? { ...rest, attrs } : undefined
}

const shellOf = ({ content, ...shell }: RichTextNode): RichTextNode => shell

const restOf = ({ attrs, ...rest }: RichTextNode): RichTextNode => rest

/** Attributes of an unknown kind may depend on each other, and so do the kind and the level of a heading. */
const haveSameAttributes = (...nodes: readonly RichTextNode[]): boolean =>
  nodes.every((node) => isCell(node) || (node.type === nodes[0]?.type && NODES[node.type]?.attributes !== undefined))

/** Whether one chose another picture, and the other described the one before. */
function isDescribedAnew({ before, mine, theirs }: Sides<RichTextNode>): boolean {
  const { needs = [], attributes = {} } = NODES[before.type] ?? {}
  const words = Object.keys(attributes).filter((name) => attributes[name] === 'text')
  const hasNew = (names: readonly string[], node: RichTextNode) => names.some((name) => !isSame(node.attrs?.[name], before.attrs?.[name]))
  return (hasNew(needs, mine) && hasNew(words, theirs)) || (hasNew(needs, theirs) && hasNew(words, mine))
}

function attributesOf(sides: Sides<RichTextNode>): Record<string, unknown> | undefined {
  const merged: Record<string, unknown> = {}
  for (const name of new Set(SIDES.flatMap((side) => Object.keys(sides[side].attrs ?? {})))) {
    const of = (side: keyof Sides<unknown>) => ({ value: sides[side].attrs?.[name] })
    const one = oneChanged({ before: of('before'), mine: of('mine'), theirs: of('theirs') })
    if (!one) return undefined
    if (one.value !== undefined) merged[name] = one.value
  }
  return merged
}
