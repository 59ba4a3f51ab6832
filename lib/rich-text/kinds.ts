/** Every node and mark that rich text can contain. The check at the door, the renderers, the editor and the documentation read this list, and none of them names a kind that is not on it. */

/** The features that a field can switch on and off. Paragraphs, text and line breaks are always there. */
export const TEXT_FEATURES = [
  'heading',
  'bulletList',
  'orderedList',
  'taskList',
  'blockquote',
  'codeBlock',
  'horizontalRule',
  'table',
  'image',
  'file',
  'embed',
  'block',
  'mention',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'subscript',
  'superscript',
  'link',
] as const

/** A kind of node or mark that a field can switch on and off. */
export type TextFeature = (typeof TEXT_FEATURES)[number]

/** Needs more than its name to be of use: `embeds` says from where, `blocks` which ones. Off unless the field names it, or sets that option. */
export const TEXT_FEATURES_ON_REQUEST: readonly TextFeature[] = ['embed', 'block']

/** The levels of headings, which a field can narrow down. */
export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const

/** What an attribute holds. `null` is always allowed and means that it is absent. */
export type AttributeKind =
  | 'text'
  | 'flag'
  /** A positive whole number. */
  | 'count'
  /** The number of the first item of a list: a whole number of at least 0. */
  | 'number'
  /** How many columns or rows a cell covers: at most as many as `MOST_CELLS`. */
  | 'span'
  /** The id of a document: a positive whole number. */
  | 'id'
  /** The slug of a collection. */
  | 'slug'
  | 'address'
  /** A list of widths, or nulls. */
  | 'widths'

export interface NodeKind {
  feature?: TextFeature
  /** Inside a paragraph, next to text. */
  isInline?: true
  /** The children that it may have: a name, or one of the groups `block` and `inline`; absent if it has none. */
  children?: readonly string[]
  /** Its text has no marks. */
  isPlain?: true
  attributes?: Readonly<Record<string, AttributeKind>>
  /** The attributes without which it shows nothing. */
  needs?: readonly string[]
}

export interface MarkKind {
  feature: TextFeature
  attributes?: Readonly<Record<string, AttributeKind>>
}

const BLOCKS = ['block'] as const
const INLINE = ['inline'] as const

/** Without a prototype: a stored name may be that of a member of every object, such as `constructor`. */
const table = <T>(rows: Readonly<Record<string, T>>): Readonly<Record<string, T>> => Object.assign(Object.create(null), rows)

/** By their names, which are Tiptap's. */
export const NODES = table<NodeKind>({
  paragraph: { children: INLINE },
  text: { isInline: true },
  hardBreak: { isInline: true },
  heading: { feature: 'heading', children: INLINE, attributes: { level: 'count' } },
  bulletList: { feature: 'bulletList', children: ['listItem'] },
  orderedList: { feature: 'orderedList', children: ['listItem'], attributes: { start: 'number' } },
  listItem: { children: BLOCKS },
  taskList: { feature: 'taskList', children: ['taskItem'] },
  taskItem: { children: BLOCKS, attributes: { checked: 'flag' } },
  blockquote: { feature: 'blockquote', children: BLOCKS },
  codeBlock: { feature: 'codeBlock', children: ['text'], isPlain: true, attributes: { language: 'text' } },
  horizontalRule: { feature: 'horizontalRule' },
  table: { feature: 'table', children: ['tableRow'] },
  tableRow: { children: ['tableHeader', 'tableCell'] },
  tableHeader: { children: BLOCKS, attributes: { colspan: 'span', rowspan: 'span', colwidth: 'widths' } },
  tableCell: { children: BLOCKS, attributes: { colspan: 'span', rowspan: 'span', colwidth: 'widths' } },
  image: { feature: 'image', attributes: { media: 'id', alt: 'text', caption: 'text', width: 'count' }, needs: ['media'] },
  file: { feature: 'file', attributes: { media: 'id' }, needs: ['media'] },
  embed: { feature: 'embed', attributes: { url: 'address' }, needs: ['url'] },
  /** The fields of its block type are attributes too. */
  contentBlock: { feature: 'block', attributes: { blockType: 'slug', id: 'text' } },
  mention: { feature: 'mention', isInline: true, attributes: { collection: 'slug', id: 'id' }, needs: ['collection', 'id'] },
})

/** Nodes that only appear inside their own parent, so they are not in the group `block`. */
export const PARTS: readonly string[] = ['listItem', 'taskItem', 'tableRow', 'tableHeader', 'tableCell']

export const MARKS = table<MarkKind>({
  bold: { feature: 'bold' },
  italic: { feature: 'italic' },
  underline: { feature: 'underline' },
  strike: { feature: 'strike' },
  code: { feature: 'code' },
  subscript: { feature: 'subscript' },
  superscript: { feature: 'superscript' },
  /** To a URL (`href`), or to a document (`collection` and `id`) and a place in it (`anchor`). */
  link: { feature: 'link', attributes: { href: 'address', collection: 'slug', id: 'id', anchor: 'text', newTab: 'flag' } },
})

/** Whether a parent may contain a child of this type. */
export function mayContain(parent: string, child: string): boolean {
  const kind = NODES[child]
  const children = parent === 'doc' ? BLOCKS : NODES[parent]?.children
  if (!kind || !children) return false
  return children.some((one) => one === child || (one === 'inline' && kind.isInline) || (one === 'block' && isBlock(child)))
}

const isBlock = (name: string): boolean => !NODES[name]?.isInline && !PARTS.includes(name)
