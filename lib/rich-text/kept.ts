/** Names for the parts of a stored text, so that a part that was stored before its field allowed less is recognized when it is saved again. Tested by test/rich-text/check.test.ts. */
import { MARKS, mayContain, NODES } from './kinds.ts'

/** A name is computed only when a text has problems, because most texts have none. */
export type KeptName = () => string

export const keptName = {
  /** A node without its children, so they can still be edited. */
  node: (node: Node): KeptName => lazily('node', () => [node['type'], plainAttributes(node['attrs'])]),
  mark: (mark: Node): KeptName => lazily('mark', () => [mark['type'], plainAttributes(mark['attrs'])]),
  /** One attribute, so that the others can still be edited. */
  attribute: (type: string, name: string, value: unknown): KeptName =>
    lazily('attribute', () => [type, name, value ?? USUAL[`${type}.${name}`]]),
  /** The value of a content block's field, whose type or options may have changed since. */
  blockValue: (blockType: unknown, name: string, value: unknown): KeptName => lazily('block value', () => [blockType, name, value]),
  /** A node where its type can't be: it may be moved to another such place. */
  misplaced: (type: string): KeptName => lazily('misplaced', () => type),
  /** Marks on a text that can't have any. */
  marksOnPlainText: (): string => 'marks on plain text',
  /** Something that isn't a node at all. */
  odd: (value: unknown): KeptName => lazily('odd', () => value),
  /** A whole text. */
  text: (value: unknown): KeptName => lazily('text', () => value),
}

type Node = Record<string, unknown>

const lazily = (what: string, value: () => unknown) => () => `${what} ${JSON.stringify(value())}`

/** What an absent attribute counts as. */
const USUAL: Readonly<Record<string, unknown>> = { 'heading.level': 1 }

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
  if (!isObject(text)) return
  if (text['marks'] !== undefined) names.add(keptName.odd(text['marks'])())
  yield* namesAmong(text['content'], 'doc', names)
}

function* namesAmong(nodes: unknown, parent: string | undefined, names: Set<string>): Generator<void> {
  if (!Array.isArray(nodes)) return
  for (const node of nodes) {
    yield
    yield* namesOf(node, parent, names)
  }
}

/** `parent`: the type of the node around it, if galley knows it. */
function* namesOf(node: unknown, parent: string | undefined, names: Set<string>): Generator<void> {
  if (!isObject(node)) return void names.add(keptName.odd(node)())
  const { type, content, marks, text } = node
  const isOdd =
    typeof type !== 'string' || (type === 'text' && typeof text !== 'string') || (content !== undefined && !Array.isArray(content))
  if (isOdd) names.add(keptName.odd(node)())
  const kind = typeof type === 'string' ? NODES[type] : undefined
  if (typeof type === 'string') {
    names.add(keptName.node(node)())
    addAttributes(node, type, kind?.attributes, names)
    if (type === 'contentBlock' && isObject(node['attrs'])) addBlockValues(node['attrs'], names)
    if (kind && parent !== undefined && !mayContain(parent, type)) names.add(keptName.misplaced(type)())
  }
  if (marks !== undefined && !Array.isArray(marks)) names.add(keptName.odd(marks)())
  if (Array.isArray(marks)) addMarks(marks, parent, names)
  yield* namesAmong(content, kind && (type as string), names)
}

function addMarks(marks: readonly unknown[], parent: string | undefined, names: Set<string>): void {
  if (marks.length > 0 && parent !== undefined && NODES[parent]?.isPlain) names.add(keptName.marksOnPlainText())
  for (const mark of marks) {
    if (isObject(mark) && typeof mark['type'] === 'string') {
      names.add(keptName.mark(mark)())
      for (const key of ['content', 'marks']) if (mark[key] !== undefined) names.add(keptName.odd(mark[key])())
      addAttributes(mark, mark['type'], MARKS[mark['type']]?.attributes, names)
    } else names.add(keptName.odd(mark)())
  }
}

/** `known`: the attributes that galley knows. */
function addAttributes({ attrs }: Node, type: string, known: object | undefined, names: Set<string>): void {
  for (const name in known) names.add(keptName.attribute(type, name, isObject(attrs) ? attrs[name] : undefined)())
}

function addBlockValues(attrs: Node, names: Set<string>): void {
  for (const [name, value] of Object.entries(attrs)) names.add(keptName.blockValue(attrs['blockType'], name, value)())
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
