/** Converts between the stored value and the editor's document without loss. Unedited content is stored byte for byte as before.
 * Unknown nodes become boxes and unknown marks become kept marks. Extra keys of known nodes and marks stay in the attribute `kept`.
 */
import { isNodeEmpty } from '@tiptap/core'
import {
  type AttributeSpec,
  type Attrs,
  type ContentMatch,
  Fragment,
  Mark,
  type MarkType,
  type Node,
  type NodeType,
  type Schema,
} from '@tiptap/pm/model'
import { isComplete, isUsable } from './attributes.ts'
import { withoutRoom, withRoom } from './room.ts'
import { hasSameMarkup, isSameMark, saySameMarks } from './spelling.ts'
import { KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, KEPT_TEXT, PENDING } from './unknown.ts'

type Json = Record<string, unknown>
/** The editor's schema, with the types that are named here. */
type TextSchema = Schema<'paragraph' | typeof KEPT_BLOCK | typeof KEPT_INLINE, typeof KEPT_MARK | typeof KEPT_TEXT>
/** The deepest nesting of nodes that is opened; anything deeper goes into a box. */
const DEEPEST = 50
/** An attribute of this name holds all attributes of its node: those of content blocks are the fields of their block type. */
export const ALL = 'row'
const OURS = [PENDING, KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, KEPT_TEXT]

/** Whether the value is a rich text document that can be opened. */
export const isReadable = (value: unknown): boolean =>
  (value ?? '') === '' || (isObject(value) && value['type'] === 'doc' && Array.isArray(value['content'] ?? []))

export class StoredText {
  readonly #schema: TextSchema
  /** The stored JSON of each node; nodes are immutable. */
  readonly #known = new WeakMap<Node, Json>()
  /** The document and value that were opened last. */
  #opened: { doc: Node; value: unknown } | undefined

  constructor(schema: TextSchema) {
    this.#schema = schema
  }

  /** Opens a readable value. */
  open(value: unknown): Node {
    const doc = this.#doc(value)
    this.#opened = { doc, value }
    return doc
  }

  /** The value to store for a document: the opened value itself if nothing has changed. */
  valueOf(doc: Node): unknown {
    if (this.#opened?.doc.eq(doc)) return this.#opened.value
    const isNothing = (isNodeEmpty(doc) && !hasTable(doc)) || this.#contentOf(doc).length === 0
    return isNothing ? null : this.#stored(doc)
  }

  #doc(value: unknown): Node {
    const type = this.#schema.topNodeType
    if (!isObject(value)) return type.create(null, this.#schema.nodes.paragraph.create())
    // biome-ignore lint/style/noNonNullAssertion: boxes hold what a document can't
    return withRoom(this.#element(value, type, type, 0)!)
  }

  #element(json: Json, type: NodeType, parent: NodeType, depth: number): Node | undefined {
    const items = json['content'] ?? []
    if (depth > DEEPEST || !Array.isArray(items)) return undefined
    const children = this.#children(items, type, depth)
    if (!children) return undefined
    const attrs = attrsOf(type, json['attrs'])
    const marks = type.isInline ? this.#marks(json['marks'], parent) : Mark.none
    const make = (kept: Json | null) => type.create({ ...attrs, kept }, children, marks)
    const bare = make(null)
    const shell = shellOf(json)
    const node = JSON.stringify(shellOf(this.#stored(bare))) === JSON.stringify(shell) ? bare : make(shell)
    this.#known.set(node, json)
    return node
  }

  /** Undefined if the parent cannot hold the children, not even as boxes. */
  #children(items: readonly unknown[], parent: NodeType, depth: number): Fragment | undefined {
    const children: Node[] = []
    let match: ContentMatch | null = parent.contentMatch
    for (const one of items) {
      if (isObject(one) && one['type'] === 'text' && one['text'] === '') continue
      const child: Node = this.#child(one, parent, match, depth + 1, children.at(-1))
      match = match.matchType(child.type)
      if (!match) return undefined
      children.push(child)
    }
    if (match.validEnd) return Fragment.from(children)
    const filled = match.fillBefore(Fragment.empty, true)
    return filled ? Fragment.from(children).append(filled) : undefined
  }

  #child(json: unknown, parent: NodeType, match: ContentMatch, depth: number, before: Node | undefined): Node {
    const type = isObject(json) ? this.#typeIn(this.#schema.nodes, json) : undefined
    const node =
      type && match.matchType(type) && isComplete(type.name, attrsGiven(json))
        ? type.isText
          ? this.#text(json as Json, parent, before)
          : this.#element(json as Json, type, parent, depth)
        : undefined
    return node ?? this.#box(json, parent.inlineContent)
  }

  /** The mark `keptText` holds the spelling of a text, and what ProseMirror joins no neighbours by: texts that are stored one by one. */
  #text(json: Json, parent: NodeType, before: Node | undefined): Node | undefined {
    const { text } = json
    if (typeof text !== 'string') return undefined
    const bare = this.#schema.text(text, this.#marks(json['marks'], parent))
    const isApart = before?.isText === true && hasSameMarkup(this.#stored(before), json)
    if (!isApart && JSON.stringify(this.#stored(bare)) === JSON.stringify(json)) return bare
    const part = isApart ? (partOf(before) % 2) + 1 : 0
    return bare.mark(this.#schema.marks[KEPT_TEXT].create({ shell: { ...json, text: '' }, part }).addToSet(bare.marks))
  }

  #box(json: unknown, isInline: boolean): Node {
    return this.#schema.nodes[isInline ? KEPT_INLINE : KEPT_BLOCK].create({ json })
  }

  #marks(value: unknown, parent: NodeType): readonly Mark[] {
    let marks: readonly Mark[] = Mark.none
    for (const json of Array.isArray(value) ? value : []) {
      const mark = this.#mark(json, parent)
      const isClash = marks.some((other) => mark.type.excludes(other.type) || other.type.excludes(mark.type))
      marks = (isClash ? this.#schema.marks[KEPT_MARK].create({ json }) : mark).addToSet(marks)
    }
    return marks
  }

  #mark(json: unknown, parent: NodeType): Mark {
    const type = isObject(json) ? this.#typeIn(this.#schema.marks, json) : undefined
    if (!type || !parent.allowsMarkType(type)) return this.#schema.marks[KEPT_MARK].create({ json })
    const attrs = attrsOf(type, (json as Json)['attrs'])
    const bare = type.create({ ...attrs, kept: null })
    return isSameMark(this.#storedMark(bare), json) ? bare : type.create({ ...attrs, kept: json })
  }

  #typeIn<Type>(types: Readonly<Record<string, Type>>, { type }: Json): Type | undefined {
    return typeof type === 'string' && !OURS.includes(type) && type !== 'doc' ? types[type] : undefined
  }

  #stored(node: Node): Json {
    const known = this.#known.get(node)
    if (known) return known
    const stored = this.#made(node)
    this.#known.set(node, stored)
    return stored
  }

  #made(node: Node): Json {
    if (node.type.name === KEPT_BLOCK || node.type.name === KEPT_INLINE) return node.attrs['json']
    const shell: Json | null = node.isText ? shellOfText(node) : node.attrs['kept']
    const content = this.#contentOf(node)
    return filled(node.type.name, shell, {
      attrs: this.#attrs(node.type, node.attrs, shell, this.#schema.nodes),
      content: content.length > 0 ? content : emptied(shell?.['content']),
      marks: node.isInline ? this.#storedMarks(node.marks, shell?.['marks']) : shell?.['marks'],
      ...(node.text !== undefined && { text: node.text }),
    })
  }

  #contentOf(node: Node): Json[] {
    const children = withoutRoom(node).content.content
    const settled = children.filter(({ type }) => type.name !== PENDING)
    // Only uploads were there, and the parent can't be empty.
    if (settled.length === 0 && children.length > 0 && node.type !== this.#schema.topNodeType) return [{ type: 'paragraph' }]
    return node.isTextblock ? this.#joined(settled) : settled.map((child) => this.#stored(child))
  }

  /** Texts that have become equal but for their spelling are one, as ProseMirror joins those without. It is spelled like the one that was stored. */
  #joined(children: readonly Node[]): Json[] {
    const all: Json[] = []
    let last: { json: Json; rank: number } | undefined
    for (const child of children) {
      const json = this.#stored(child)
      const rank = this.#spellingRank(child)
      const isApart = partOf(child) > 0 && rank === 2
      if (!child.isText || !last || isApart || !hasSameMarkup(last.json, json)) {
        all.push(json)
        last = child.isText ? { json, rank } : undefined
        continue
      }
      const spelling = rank > last.rank ? json : last.json
      last = { json: { ...spelling, text: `${last.json['text']}${json['text']}` }, rank: Math.max(rank, last.rank) }
      all[all.length - 1] = last.json
    }
    return all
  }

  /** 2 if the text has the spelling that it was stored in, 1 in the usual one, 0 in that of another text: what is typed after a link. */
  #spellingRank(node: Node): 0 | 1 | 2 {
    const shell = shellOfText(node)
    if (!shell) return 1
    return saySameMarks(this.#stored(node)['marks'], shell['marks']) ? 2 : 0
  }

  /** In their original order, followed by new ones. */
  #storedMarks(marks: readonly Mark[], before: unknown): unknown {
    const now = marks.filter(({ type }) => type.name !== KEPT_TEXT).map((mark) => this.#storedMark(mark))
    const listed = Array.isArray(before) ? before : []
    const isAmong = (one: unknown, all: readonly unknown[]) => all.some((other) => isSameMark(one, other))
    const all = [...listed.filter((one) => isAmong(one, now)), ...now.filter((one) => !isAmong(one, listed))]
    return all.length > 0 ? all : emptied(before)
  }

  #storedMark(mark: Mark): unknown {
    if (mark.type.name === KEPT_MARK) return mark.attrs['json']
    const shell: Json | null = mark.attrs['kept']
    return filled(mark.type.name, shell, { attrs: this.#attrs(mark.type, mark.attrs, shell, this.#schema.marks) })
  }

  /** The original attributes with the changes since. Attributes of a former type are dropped when the type has changed. */
  #attrs(type: NodeType | MarkType, now: Attrs, shell: Json | null, types: Readonly<Record<string, NodeType | MarkType>>): unknown {
    if (ALL in now) return now[ALL]
    const names = namesOf(type)
    if (!shell) {
      const said = ownAttrs(type).filter(
        ([name, { default: usual }]) => JSON.stringify(now[name] ?? null) !== JSON.stringify(usual ?? null),
      )
      return said.length > 0 ? Object.fromEntries(said.map(([name]) => [name, now[name]])) : undefined
    }
    const former = types[shell['type'] as string] ?? type
    const was = attrsOf(former, shell['attrs'])
    const changed = names.filter((name) => !(name in was) || JSON.stringify(was[name]) !== JSON.stringify(now[name]))
    if (changed.length === 0 && former === type) return shell['attrs']
    const gone = former === type ? [] : namesOf(former)
    const rest = Object.entries(isObject(shell['attrs']) ? shell['attrs'] : {}).filter(([name]) => !gone.includes(name))
    const attrs = Object.fromEntries([...rest, ...changed.map((name) => [name, now[name]])])
    return Object.keys(attrs).length > 0 ? attrs : undefined
  }
}

const keptTextOf = ({ marks }: Node): Mark | undefined => marks.find(({ type }) => type.name === KEPT_TEXT)

const shellOfText = (node: Node): Json | null => keptTextOf(node)?.attrs['shell'] ?? null

/** Above 0 for a text that stays apart from an equal one before it. */
const partOf = (node: Node): number => keptTextOf(node)?.attrs['part'] ?? 0

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A node without its content, which changes. Remembers whether it had a `content` list. */
const shellOf = (json: Json): Json =>
  Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, key === 'content' && Array.isArray(value) ? value.slice(0, 0) : value]),
  )

/** Restores the original spelling of an empty list. */
const emptied = (before: unknown): unknown => (Array.isArray(before) && before.length > 0 ? undefined : before)

const ownAttrs = (type: NodeType | MarkType): [string, AttributeSpec][] =>
  Object.entries(type.spec.attrs ?? {}).filter(([name]) => name !== 'kept' && name !== 'filler')

const namesOf = (type: NodeType | MarkType): string[] => ownAttrs(type).map(([name]) => name)

const attrsGiven = (json: unknown): Json => (isObject(json) && isObject(json['attrs']) ? json['attrs'] : {})

function attrsOf(type: NodeType | MarkType, given: unknown): Json {
  const attrs = isObject(given) ? given : {}
  if (type.spec.attrs && ALL in type.spec.attrs) return { [ALL]: attrs }
  return Object.fromEntries(
    ownAttrs(type).map(([name, { default: usual }]) => [
      name,
      Object.hasOwn(attrs, name) && isUsable(type.name, name, attrs[name]) ? attrs[name] : (usual ?? null),
    ]),
  )
}

/** An empty table is something that somebody has made. */
function hasTable(doc: Node): boolean {
  let isFound = false
  doc.descendants(({ type, isTextblock }) => {
    isFound ||= type.name === 'table'
    return !isFound && !isTextblock
  })
  return isFound
}

/** In the original key order, otherwise in ProseMirror's. */
function filled(type: string, shell: Json | null, parts: Json): Json {
  const all: Json = { ...shell, type, ...parts }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
