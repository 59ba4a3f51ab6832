/** Visits the nodes of a stored rich text as they are, unknown ones too. */
import { checkDocument, checkVisitor } from './arguments.ts'
import type { RichTextNode } from './document.ts'
import { childrenOf } from './well-formed.ts'

/** Called for each node, before the nodes inside it. `parents` are the nodes around it, from the document inwards; copy the list if you keep it. Return `false` to skip the nodes inside. */
export type RichTextVisitor = (node: RichTextNode, parents: readonly RichTextNode[]) => unknown

/** Visits every node of a rich text field in reading order, without the document itself. Accepts anything that a field can hold. */
export function walk(doc: unknown, visitor: RichTextVisitor): void {
  checkDocument('walk', doc)
  checkVisitor('walk', visitor)
  if (typeof doc !== 'object' || doc === null) return
  const parents = [doc as RichTextNode]
  // One list for each parent: the nodes inside it that are still to be visited, the next one last.
  const waiting = [childrenOf(doc).reverse()]
  for (let nodes = waiting.at(-1); nodes; nodes = waiting.at(-1)) {
    const node = nodes.pop()
    if (!node) {
      waiting.pop()
      parents.pop()
    } else if (visitor(node, parents) !== false) {
      waiting.push(childrenOf(node).reverse())
      parents.push(node)
    }
  }
}
