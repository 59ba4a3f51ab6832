/** Checks a rich text against the options of its field. It finds everything that is wrong, and says under which name the stored text may
 * hold the same already: what is stored may be saved again.
 */
import { SAFE_PROTOCOLS } from './addresses.ts'
import { wrongAttributes } from './attributes.ts'
import { type EmbedProvider, embedOf } from './embeds.ts'
import { type KeptName, keptName } from './kept.ts'
import { MARKS, type MarkKind, mayContain, NODES, type NodeKind, type TextFeature } from './kinds.ts'
import { MOST_LEVELS, MOST_NODES } from './limits.ts'
import { TEXT_REASONS } from './reasons.ts'
import { unsafeAddresses } from './unsafe-addresses.ts'

export interface TextOptions {
  features: readonly TextFeature[]
  headings: readonly number[]
  blocks: readonly { slug: string; fields?: readonly { name: string }[] }[]
  embeds: readonly EmbedProvider[]
  unknown: 'refuse' | 'keep'
}

export interface TextProblem {
  /** Below the field: `.content.3.type`; empty if the whole text is wrong. */
  path: string
  message: string
  reason?: TextReason
  /** Named in the message. */
  values?: Values
  /** The name by which a stored text may hold it already, so that it may be saved again. */
  kept?: KeptName
  /** A URL that could run a script: never allowed. */
  isUnsafe?: true
}

/** A block whose values must be checked by the fields of its type. */
export interface BlockInText {
  slug: string
  attrs: Record<string, unknown>
  /** The path of `attrs`. */
  path: string
}

export interface CheckedText {
  problems: TextProblem[]
  blocks: BlockInText[]
}

/** Nodes, and the type of the node around them. */
interface NodesIn {
  content: readonly unknown[]
  parent: string | undefined
}

/** Nodes between two stopping points. */
const NODES_AT_A_TIME = 200

export function* checkText(text: unknown, options: TextOptions): Generator<void, CheckedText> {
  const check = new TextCheck(options)
  yield* check.run(text)
  return check
}

class TextCheck implements CheckedText {
  readonly options: TextOptions
  readonly problems: TextProblem[] = []
  readonly blocks: BlockInText[] = []
  #nodes = 0

  constructor(options: TextOptions) {
    this.options = options
  }

  *run(text: unknown): Generator<void> {
    if (!isObject(text) || text['type'] !== 'doc' || (text['content'] !== undefined && !Array.isArray(text['content'])))
      this.say('', `must be rich text: { "type": "doc", "content": [ … ] }`, keptName.text(text))
    yield* this.addresses(text)
    if (!isObject(text)) return
    if (text['marks'] !== undefined) this.extra('.marks', 'a document', text['marks'])
    if (Array.isArray(text['content'])) yield* this.children(text['content'], '.content', 'doc', 1)
    if (this.#nodes > MOST_NODES) this.say('', `has more than ${MOST_NODES} nodes`)
  }

  /** `parent`: the type of the node around them, if galley knows it. */
  private *children(nodes: readonly unknown[], path: string, parent: string | undefined, depth: number): Generator<void> {
    if (depth > MOST_LEVELS && nodes.length > 0) return this.say(path, `is nested deeper than ${MOST_LEVELS} nodes`)
    for (const [index, node] of nodes.entries()) {
      this.#nodes += 1
      if (this.#nodes > MOST_NODES) return
      if (this.#nodes % NODES_AT_A_TIME === 0) yield
      const at = `${path}.${index}`
      const inside = this.node(node, at, parent)
      if (inside) yield* this.children(inside.content, `${at}.content`, inside.parent, depth + 1)
    }
  }

  /** Returns the nodes inside it, if it has a list of them. */
  private node(node: unknown, path: string, parent: string | undefined): NodesIn | undefined {
    if (!isObject(node) || typeof node['type'] !== 'string')
      return this.say(isObject(node) ? `${path}.type` : path, 'must be a node with a type', keptName.odd(node))
    const { type, content, marks, text } = node
    const kind = NODES[type]
    if (kind) this.known(node, type, kind, path, parent)
    else if (this.options.unknown === 'refuse') this.refuse(`${path}.type`, 'unknown-in-text', { type, part: 'node' }, keptName.node(node))
    if (type === 'text' && typeof text !== 'string') this.say(`${path}.text`, 'must be a string', keptName.odd(node))
    if (content !== undefined && !Array.isArray(content)) this.say(`${path}.content`, 'must be a list', keptName.odd(node))
    if (marks !== undefined) this.marks(marks, `${path}.marks`, parent)
    return Array.isArray(content) ? { content, parent: kind && type } : undefined
  }

  private known(node: Node, type: string, kind: NodeKind, path: string, parent: string | undefined): void {
    const attrs = isObject(node['attrs']) ? node['attrs'] : NOTHING
    const { feature, attributes, needs = [] } = kind
    const kept: KeptName = () => keptName.node(node)()
    const isOff = feature !== undefined && !this.options.features.includes(feature)
    if (parent !== undefined && !mayContain(parent, type))
      this.say(`${path}.type`, `'${type}' can't be directly inside '${parent}'`, keptName.misplaced(type))
    if (isOff) return this.refuse(`${path}.type`, 'not-in-text', { type }, kept)
    if (node['attrs'] !== undefined && node['attrs'] !== null && !isObject(node['attrs']))
      return this.say(`${path}.attrs`, 'must be an object', kept)
    const keptValue = (name: string): KeptName => keptName.attribute(type, name, attrs[name])
    if (attributes && attrs !== NOTHING)
      for (const { name, message } of wrongAttributes(attrs, attributes)) this.say(`${path}.attrs.${name}`, message, keptValue(name))
    const { headings, embeds, blocks } = this.options
    const url = attrs['url']
    const level = attrs['level'] ?? 1
    if (type === 'heading' && typeof level === 'number' && !headings.includes(level))
      this.refuse(`${path}.attrs.level`, 'heading-level', { levels: headings }, keptValue('level'))
    if (type === 'embed' && typeof url === 'string' && !embedOf(url, embeds))
      this.say(`${path}.attrs.url`, `must be the URL of a page of: ${embeds.map(nameOf).join(', ')}`, keptValue('url'))
    for (const name of needs) if ((attrs[name] ?? null) === null) this.refuse(`${path}.attrs.${name}`, 'required', undefined, kept)
    if (type === 'contentBlock') this.block(attrs, path, blocks, keptValue('blockType'))
  }

  private block(attrs: Node, path: string, blocks: TextOptions['blocks'], kept: KeptName): void {
    const slug = attrs['blockType']
    if (typeof slug === 'string' && blocks.some((block) => block.slug === slug)) this.blocks.push({ slug, attrs, path: `${path}.attrs` })
    else this.say(`${path}.attrs.blockType`, `must be one of: ${blocks.map((block) => block.slug).join(', ')}`, kept)
  }

  private marks(marks: unknown, path: string, parent: string | undefined): void {
    if (!Array.isArray(marks)) return this.say(path, 'must be a list', keptName.odd(marks))
    this.#nodes += marks.length
    if (marks.length > 0 && parent !== undefined && NODES[parent]?.isPlain)
      this.say(path, `text inside '${parent}' can't have marks`, keptName.marksOnPlainText)
    for (const [index, mark] of marks.entries()) this.mark(mark, `${path}.${index}`)
  }

  private mark(mark: unknown, path: string): void {
    if (!isObject(mark) || typeof mark['type'] !== 'string')
      return this.say(isObject(mark) ? `${path}.type` : path, 'must be a mark with a type', keptName.odd(mark))
    for (const key of ['content', 'marks']) if (mark[key] !== undefined) this.extra(`${path}.${key}`, 'a mark', mark[key])
    const { type } = mark
    const kind: MarkKind | undefined = MARKS[type]
    const kept = keptName.mark(mark)
    if (!kind) {
      if (this.options.unknown === 'refuse') this.refuse(`${path}.type`, 'unknown-in-text', { type, part: 'mark' }, kept)
      return
    }
    if (!this.options.features.includes(kind.feature)) return this.refuse(`${path}.type`, 'not-in-text', { type }, kept)
    if (mark['attrs'] !== undefined && mark['attrs'] !== null && !isObject(mark['attrs']))
      return this.say(`${path}.attrs`, 'must be an object', kept)
    const attrs = isObject(mark['attrs']) ? mark['attrs'] : {}
    for (const { name, message } of wrongAttributes(attrs, kind.attributes ?? {}))
      this.say(`${path}.attrs.${name}`, message, keptName.attribute(type, name, attrs[name]))
    if (type === 'link') this.target(attrs, path, kept)
  }

  /** A URL, or a document, which is named by its collection and its id together. */
  private target(attrs: Node, path: string, kept: KeptName): void {
    const [collection, id] = [attrs['collection'] ?? null, attrs['id'] ?? null]
    if (collection === null && id === null && String(attrs['href'] ?? '').trim() === '')
      this.refuse(`${path}.attrs.href`, 'required', undefined, kept)
    if (collection !== null && id === null) this.refuse(`${path}.attrs.id`, 'required', undefined, kept)
    if (collection === null && id !== null) this.refuse(`${path}.attrs.collection`, 'required', undefined, kept)
  }

  /** Everywhere, in what is unknown or out of place too. */
  private *addresses(text: unknown): Generator<void> {
    for (const path of yield* unsafeAddresses(text, this.options.blocks))
      this.problems.push({ path, ...becauseOf('unsafe-url', { protocols: SAFE_PROTOCOLS }), isUnsafe: true })
  }

  /** A key that belongs to nodes only. */
  private extra(path: string, of: string, value: unknown): void {
    if (this.options.unknown === 'refuse') this.say(path, `${of} can't have ${path.slice(path.lastIndexOf('.') + 1)}`, keptName.odd(value))
  }

  private refuse<Name extends TextReason>(path: string, reason: Name, values: ValuesOf<Name>, kept: KeptName): void {
    this.problems.push({ path, ...becauseOf(reason, values), kept })
  }

  private say(path: string, message: string, kept?: KeptName): undefined {
    this.problems.push({ path, message, ...(kept && { kept }) })
  }
}

type TextReason = keyof typeof TEXT_REASONS
type ValuesOf<Name extends TextReason> = Parameters<(typeof TEXT_REASONS)[Name]>[0]
type Values = Readonly<Record<string, string | readonly (string | number)[]>>

function becauseOf<Name extends TextReason>(reason: Name, values: ValuesOf<Name>): Pick<TextProblem, 'message' | 'reason' | 'values'> {
  const sentence = TEXT_REASONS[reason] as (values: ValuesOf<Name>) => string
  return { message: sentence(values), reason, ...(values && { values }) }
}

type Node = Record<string, unknown>

const NOTHING: Node = Object.freeze({})

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

const nameOf = (provider: EmbedProvider): string => (typeof provider === 'string' ? provider : provider.name)
