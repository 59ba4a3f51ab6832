/** Fits what is pasted to what the field allows: its words stay, kinds that are switched off become plain. Counts what has no words to leave.
 * Tested by test/admin-components/narrow-field.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { Fragment, type Mark, type Node, type Schema, Slice } from '@tiptap/pm/model'
import { MARKS, NODES } from '../../../../lib/rich-text/kinds.ts'
import { listInstead } from '../../../../lib/rich-text/within-features.ts'
import { storable, storableValue } from '../../../parts/storable-text.ts'
import type { TextSettings } from '../settings.ts'
import { hostOf } from '../text-host.ts'
import { isKept, PENDING } from '../unknown.ts'
import { type LeftOut, nothingLeftOut } from './left-out.ts'
import { nameOfMention } from './origin.ts'

export function fitSlice(slice: Slice, editor: Editor): { slice: Slice; left: LeftOut } {
  const fitting = new Fitting(editor)
  const content = fitting.all(slice.content)
  // Words of one block are pasted as words anyway.
  fitting.left.isPlainer &&= blocksIn(slice.content) > 1
  return { slice: content.eq(slice.content) ? slice : Slice.maxOpen(content), left: fitting.left }
}

/** The whole text, as far as the field allows it. The same object if it allows everything. */
export function fitText(doc: Node, editor: Editor): Node {
  const content = new Fitting(editor).all(doc.content)
  return content.eq(doc.content) ? doc : doc.copy(content)
}

function blocksIn(content: Fragment): number {
  let count = 0
  content.descendants(({ isTextblock }) => {
    if (isTextblock) count++
    return !isTextblock
  })
  return count
}

class Fitting {
  readonly left = nothingLeftOut()
  readonly #editor: Editor
  readonly #settings: TextSettings

  constructor(editor: Editor) {
    this.#editor = editor
    this.#settings = hostOf(editor).settings
  }

  all(content: Fragment): Fragment {
    return Fragment.from(content.content.flatMap((node) => this.#node(node)))
  }

  #node(node: Node): readonly Node[] {
    const { type } = node
    if (isKept(node) || type.name === PENDING) return [node]
    const kind = Object.hasOwn(NODES, type.name) ? NODES[type.name] : undefined
    const isOn = !kind?.feature || this.#settings.features.has(kind.feature)
    const marks = node.marks.filter((mark) => this.#allows(mark)).map((mark) => mark.type.create(storableValue(mark.attrs)))
    if (node.isText) return textsOf(type.schema, storable(node.text ?? ''), marks)
    if (node.isLeaf) return isOn ? [type.create(storableValue(node.attrs), null, marks)] : this.#words(node, marks)
    const instead = isOn ? undefined : listInstead(type.name, (feature) => this.#settings.features.has(feature))
    if (instead) return this.#node(asList(node, instead))
    if (!isOn) this.left.isPlainer = true
    if (type.name === 'codeBlock' && !isOn) return [type.schema.node('paragraph', null, linesOf(type.schema, node.textContent))]
    const content = this.all(node.content)
    if (type.name === 'heading' && isOn)
      return [type.create({ ...node.attrs, level: nearest(node.attrs['level'], this.#settings.headings) }, content)]
    if (isOn && !isPartOfWhatIsOff(type.name, this.#settings)) return [node.copy(content)]
    if (node.isTextblock) return [type.schema.node('paragraph', null, content)]
    return content.content
  }

  #allows({ type: { name } }: Mark): boolean {
    const feature = Object.hasOwn(MARKS, name) ? MARKS[name]?.feature : undefined
    return !feature || this.#settings.features.has(feature)
  }

  /** What remains of a node without text that the field doesn't allow. */
  #words(node: Node, marks: readonly Mark[]): Node[] {
    const { name, schema } = node.type
    const { attrs } = node
    const line = (words: unknown, link?: Mark) =>
      words ? [schema.node('paragraph', null, [schema.text(String(words), link && this.#allows(link) ? [link] : [])])] : []
    if (name === 'mention') return [schema.text(`@${nameOfMention(this.#editor, node)}`, marks)]
    if (name === 'embed') return line(attrs['url'], schema.mark('link', { href: attrs['url'] }))
    if (name === 'image') this.left.pictures++
    if (name === 'file') this.left.files++
    if (name === 'contentBlock') this.left.blocks++
    return name === 'image' ? line(attrs['caption'] || attrs['alt']) : []
  }
}

function asList({ children, type: { schema } }: Node, { list, item }: { list: string; item: string }): Node {
  const items = children.map(({ content }) => schema.node(item, null, content))
  return schema.node(list, null, items)
}

const textsOf = (schema: Schema, text: string, marks: readonly Mark[]): Node[] => (text === '' ? [] : [schema.text(text, marks)])

/** The text of code, with line breaks. */
export const linesOf = (schema: Schema, text: string): Node[] =>
  text.split('\n').flatMap((line, index) => [...(index > 0 ? [schema.node('hardBreak')] : []), ...textsOf(schema, line, [])])

/** Items, rows and cells go with their list or table. */
function isPartOfWhatIsOff(name: string, { features }: TextSettings): boolean {
  if (name === 'listItem') return !features.has('bulletList') && !features.has('orderedList')
  if (name === 'taskItem') return !features.has('taskList')
  return ['tableRow', 'tableCell', 'tableHeader'].includes(name) && !features.has('table')
}

const nearest = (level: number | null, levels: readonly number[]): number =>
  [...levels].sort((a, b) => Math.abs(a - (level ?? 1)) - Math.abs(b - (level ?? 1)))[0] ?? 1
