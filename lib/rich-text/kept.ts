/** Names for the parts of a stored text, so that a part that was stored before its field allowed less is recognized when it is saved again. Tested by test/rich-text/check.test.ts. */

/** A name is computed only when a text has problems, because most texts have none. */
export type KeptName = () => string

export const keptName = {
  /** A node without its children, so they can still be edited. */
  node: (node: Node): KeptName => lazily('node', () => [node['type'], plainAttributes(node['attrs'])]),
  mark: (mark: Node): KeptName => lazily('mark', () => [mark['type'], plainAttributes(mark['attrs'])]),
  nesting: (parent: string, child: string): KeptName => lazily('nesting', () => [parent, child]),
  /** Something that isn't a node at all. */
  odd: (value: unknown): KeptName => lazily('odd', () => value),
  /** A whole text. */
  text: (value: unknown): KeptName => lazily('text', () => value),
}

type Node = Record<string, unknown>

const lazily = (what: string, value: () => unknown) => () => `${what} ${JSON.stringify(value())}`

const USUALLY_ONE = ['start', 'colspan', 'rowspan']

/** Editors write attributes that have their usual values, so these count as absent. `value` is never stored. */
function plainAttributes(attrs: unknown): unknown {
  if (!isObject(attrs ?? {})) return attrs
  const given = Object.entries(attrs ?? {}).filter(
    ([name, value]) =>
      name !== 'value' && value !== null && value !== undefined && value !== false && !(USUALLY_ONE.includes(name) && value === 1),
  )
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Adds the names of everything in a stored text. */
export function* keptNamesIn(text: unknown, names: Set<string>): Generator<void> {
  names.add(keptName.text(text)())
  yield* namesBelow(text, undefined, names)
}

function* namesBelow(node: unknown, parent: string | undefined, names: Set<string>): Generator<void> {
  if (!isObject(node)) return void names.add(keptName.odd(node)())
  const { type, content, marks, text } = node
  const isOdd =
    typeof type !== 'string' || (type === 'text' && typeof text !== 'string') || (content !== undefined && !Array.isArray(content))
  if (isOdd) names.add(keptName.odd(node)())
  if (typeof type === 'string' && type !== 'doc') {
    names.add(keptName.node(node)())
    if (parent !== undefined) names.add(keptName.nesting(parent, type)())
  }
  if (marks !== undefined && !Array.isArray(marks)) names.add(keptName.odd(marks)())
  if (Array.isArray(marks)) {
    if (marks.length > 0 && parent !== undefined) names.add(keptName.nesting(parent, 'marks')())
    for (const mark of marks) {
      names.add(isObject(mark) && typeof mark['type'] === 'string' ? keptName.mark(mark)() : keptName.odd(mark)())
    }
  }
  if (!Array.isArray(content)) return
  for (const child of content) {
    yield
    yield* namesBelow(child, typeof type === 'string' ? type : undefined, names)
  }
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
