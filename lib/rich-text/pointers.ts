/** The documents that a text refers to: files, targets of links, and mentions. Only their ids are stored; reads put the documents next to them. Tested by test/rich-text/pointers.test.ts. */
import type { RichTextTarget } from './document.ts'
import { type AnyNode, attrsOf, everyNode, isNode, marksOf } from './nodes.ts'

/** The collection of images and files. */
const MEDIA = 'media'

export interface TargetAt extends RichTextTarget {
  /** The path of its id, below the field. */
  path: string
}

/** `content` blocks have relations of their own, which are not among these. */
export function* textTargets(text: unknown): Generator<TargetAt> {
  for (const { node, path } of everyNode(text)) {
    const target = targetOfNode(node)
    if (target) yield { ...target, path: `${path()}.attrs.${target.collection === MEDIA && 'media' in attrsOf(node) ? 'media' : 'id'}` }
    if (!node['marks']) continue
    for (const [index, mark] of marksOf(node).entries()) {
      const linked = targetOfMark(mark)
      if (linked) yield { ...linked, path: `${path()}.marks.${index}.attrs.id` }
    }
  }
}

function targetOfNode(node: AnyNode): RichTextTarget | undefined {
  const { type } = node
  if (type === 'image' || type === 'file') return targetAt(MEDIA, attrsOf(node)['media'])
  return type === 'mention' ? named(attrsOf(node)) : undefined
}

const targetOfMark = (mark: AnyNode): RichTextTarget | undefined => (mark['type'] === 'link' ? named(attrsOf(mark)) : undefined)

const named = ({ collection, id }: AnyNode) => targetAt(collection, id)

const targetAt = (collection: unknown, id: unknown): RichTextTarget | undefined =>
  typeof collection === 'string' && typeof id === 'number' ? { collection, id } : undefined

/** Whether reads put a document next to the attributes of this node or mark. */
const isPointing = ({ type }: AnyNode): boolean => type === 'image' || type === 'file' || type === 'mention' || type === 'link'

/** Changes the attributes of a node or mark, or returns them unchanged. */
export type AttributeChange = (attrs: AnyNode, of: AnyNode, path: string) => AnyNode

/** Nodes that are copied between two stops: less than a millisecond of work. */
const NODES_AT_A_TIME = 200

/** A node whose content is being walked. */
interface Opened {
  node: AnyNode
  content: readonly unknown[]
  next: number
  /** A copy of the content, once a node in it has changed. */
  changed?: unknown[]
}

/** A copy with other attributes; the text itself if none changes. Stops between nodes. */
export function* withAttributes(text: unknown, change: AttributeChange): Generator<void, unknown> {
  const root = isNode(text) ? opened(text) : undefined
  if (!root) return text
  // One generator for all levels: generators inside each other would cost more than the walk.
  const open = [root]
  const path = () => open.map(({ next }) => `.content.${next - 1}`).join('')
  let nodes = 0
  for (let level = open.at(-1); level; level = open.at(-1)) {
    if (level.next === level.content.length) {
      open.pop()
      if (level.changed) put(open.at(-1), { ...level.node, content: level.changed })
      continue
    }
    if (++nodes % NODES_AT_A_TIME === 0) yield
    const node = level.content[level.next++]
    if (!isNode(node)) continue
    const made = withChangedAttributes(node, change, path)
    if (made !== node) put(level, made)
    const inner = opened(made)
    if (inner) open.push(inner)
  }
  return root.changed ? { ...root.node, content: root.changed } : text
}

const opened = (node: AnyNode): Opened | undefined =>
  Array.isArray(node['content']) ? { node, content: node['content'], next: 0 } : undefined

/** Puts a changed node in the place of the last one that was walked. */
function put(level: Opened | undefined, node: AnyNode): void {
  if (!level) return
  level.changed ??= [...level.content]
  level.changed[level.next - 1] = node
}

function withChangedAttributes(node: AnyNode, change: AttributeChange, path: () => string): AnyNode {
  const made = changedAttributes(node, change, path)
  const { marks } = node
  if (!Array.isArray(marks)) return made
  const changed = marks.map((mark, index) => (isNode(mark) ? changedAttributes(mark, change, () => `${path()}.marks.${index}`) : mark))
  return changed.some((mark, index) => mark !== marks[index]) ? { ...made, marks: changed } : made
}

function changedAttributes(of: AnyNode, change: AttributeChange, path: () => string): AnyNode {
  const { attrs } = of
  if (!isNode(attrs)) return of
  const made = change(attrs, of, `${path()}.attrs`)
  return made === attrs ? of : { ...of, attrs: made }
}

/** Drops the document that a read put there. */
export function withoutTarget(attrs: AnyNode, of: AnyNode): AnyNode {
  if (!isPointing(of) || !Object.hasOwn(attrs, 'value')) return attrs
  const { value: _, ...rest } = attrs
  return rest
}

/** Puts a document next to the id; null if the reader can't see it. */
export function withTarget(attrs: AnyNode, of: AnyNode, find: (target: RichTextTarget) => unknown): AnyNode {
  const target = targetOfNode(of) ?? targetOfMark(of)
  return target ? { ...attrs, value: find(target) ?? null } : attrs
}
