/** Fits what is pasted to what the field allows: its words stay, kinds that are switched off become plain.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { MARKS, NODES } from '../../../../lib/rich-text/kinds.ts'
import type { TextSettings } from '../settings.ts'
import { isKept, PENDING } from '../unknown.ts'

export function fitSlice(slice: Slice, settings: TextSettings): Slice {
  const content = fitted(slice.content, settings)
  if (content.eq(slice.content)) return slice
  return Slice.maxOpen(content)
}

/** The whole text, as far as the field allows it. The same object if it allows everything. */
export function fitText(doc: Node, settings: TextSettings): Node {
  const content = fitted(doc.content, settings)
  return content.eq(doc.content) ? doc : doc.copy(content)
}

function fitted(content: Fragment, settings: TextSettings): Fragment {
  return Fragment.from(content.content.flatMap((node) => fittedNode(node, settings)))
}

function fittedNode(node: Node, settings: TextSettings): readonly Node[] {
  const { type } = node
  const marks = node.marks.filter((mark) => {
    const feature = Object.hasOwn(MARKS, mark.type.name) ? MARKS[mark.type.name]?.feature : undefined
    return !feature || settings.features.has(feature)
  })
  if (isKept(node) || type.name === PENDING) return [node]
  const kind = Object.hasOwn(NODES, type.name) ? NODES[type.name] : undefined
  const isOn = !kind?.feature || settings.features.has(kind.feature)
  if (node.isLeaf) return isOn ? [node.mark(marks)] : []
  const content = fitted(node.content, settings)
  if (type.name === 'heading' && isOn)
    return [type.create({ ...node.attrs, level: nearest(node.attrs['level'], settings.headings) }, content)]
  if (isOn && !isPartOfWhatIsOff(type.name, settings)) return [node.copy(content)]
  if (node.isTextblock) return [type.schema.node('paragraph', null, content)]
  return content.content
}

/** Items, rows and cells go with their list or table. */
function isPartOfWhatIsOff(name: string, { features }: TextSettings): boolean {
  if (name === 'listItem') return !features.has('bulletList') && !features.has('orderedList')
  if (name === 'taskItem') return !features.has('taskList')
  return ['tableRow', 'tableCell', 'tableHeader'].includes(name) && !features.has('table')
}

const nearest = (level: number | null, levels: readonly number[]): number =>
  [...levels].sort((a, b) => Math.abs(a - (level ?? 1)) - Math.abs(b - (level ?? 1)))[0] ?? 1
