/** Every node of a rich text, whatever it looks like. Tested by test/rich-text/pointers.test.ts. */

/** A node as it may be stored: anything can be missing or have another type. */
export type AnyNode = Record<string, unknown>

interface Level {
  content: readonly unknown[]
  next: number
}

/** Yields each node, parents first. `path()` is its path below the field, such as `.content.0`; ask for it before the next node. */
export function* everyNode(text: unknown): Generator<{ node: AnyNode; path(): string }> {
  // Generators inside each other would pass every node of a deep text through all of its levels.
  const open: Level[] = []
  const path = () => open.map(({ next }) => `.content.${next - 1}`).join('')
  const enter = (parent: unknown) => {
    const content = isNode(parent) ? parent['content'] : undefined
    if (Array.isArray(content)) open.push({ content, next: 0 })
  }
  enter(text)
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.next === level.content.length) open.pop()
    else {
      const node = level.content[level.next++]
      if (!isNode(node)) continue
      yield { node, path }
      enter(node)
    }
  }
}

export const isNode = (value: unknown): value is AnyNode => typeof value === 'object' && value !== null && !Array.isArray(value)

export const attrsOf = (node: AnyNode): AnyNode => (isNode(node['attrs']) ? node['attrs'] : {})

export const marksOf = (node: AnyNode): AnyNode[] => (Array.isArray(node['marks']) ? node['marks'].filter(isNode) : [])
