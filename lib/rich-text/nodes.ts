/** Every node of a rich text, whatever it looks like. Tested by test/rich-text/pointers.test.ts. */

/** A node as it may be stored: anything can be missing or have another type. */
export type AnyNode = Record<string, unknown>

/** Yields each node with its path below the field, such as `.content.0`, parents first. */
export function* everyNode(text: unknown, path = ''): Generator<{ node: AnyNode; path: string }> {
  const content = isNode(text) ? text['content'] : undefined
  if (!Array.isArray(content)) return
  for (const [index, node] of content.entries()) {
    if (!isNode(node)) continue
    const at = `${path}.content.${index}`
    yield { node, path: at }
    yield* everyNode(node, at)
  }
}

export const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && !Array.isArray(value)

export const attrsOf = (node: AnyNode): AnyNode => (isNode(node['attrs']) ? node['attrs'] : {})

export const marksOf = (node: AnyNode): AnyNode[] => (Array.isArray(node['marks']) ? node['marks'].filter(isNode) : [])
