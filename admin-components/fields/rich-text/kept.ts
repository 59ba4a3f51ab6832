/** Preserves content the editor doesn't know: nodes become boxes, marks stay around their text, attributes stay with their node or mark.
 * Tested by test/admin-components/rich-text-kept.test.ts.
 */
import { Extension, Mark, Node } from '@tiptap/core'
import { isHistoryTransaction } from '@tiptap/pm/history'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { boxView } from './box.ts'
import { asKnown, keptOnPage, whereKnown } from './known.ts'
import { isKept, KEPT_BLOCK, KEPT_INLINE, KEPT_MARK, KEPT_TEXT, type KeptOptions, MAY_REMOVE, nameOf } from './unknown.ts'

const addOptions = (): KeptOptions => ({ t: (key) => key, say: () => undefined })

const inBox = {
  atom: true,
  selectable: true,
  draggable: true,
  addOptions,
  addAttributes: () => ({ json: { default: null, rendered: false } }),
}

const KeptBlock = Node.create<KeptOptions>({
  name: KEPT_BLOCK,
  group: 'block',
  ...inBox,
  parseHTML: () => [whereKnown(KEPT_BLOCK)],
  renderHTML: ({ node }) => ['div', nameOf(node.attrs['json'])],
  renderText: ({ node }) => nameOf(node.attrs['json']),
  addNodeView() {
    return (of) => boxView(of, this.options)
  },
})

const KeptInline = Node.create<KeptOptions>({
  name: KEPT_INLINE,
  group: 'inline',
  inline: true,
  ...inBox,
  parseHTML: () => [whereKnown(KEPT_INLINE)],
  renderHTML: ({ node }) => ['span', nameOf(node.attrs['json'])],
  renderText: ({ node }) => nameOf(node.attrs['json']),
  addNodeView() {
    return (of) => boxView(of, this.options)
  },
})

/** Text typed next to a kept mark is not included in it. */
const KeptMark = Mark.create<KeptOptions>({
  name: KEPT_MARK,
  excludes: '',
  inclusive: false,
  addOptions,
  addAttributes: () => ({ json: { default: null, rendered: false } }),
  parseHTML: () => [whereKnown(KEPT_MARK)],
  renderHTML({ mark }) {
    const title = this.options.t('text.kept', { what: nameOf(mark.attrs['json']) })
    return ['span', { class: 'kept-mark', title, ...asKnown(KEPT_MARK, mark.attrs) }, 0]
  },
})

/** Words that are typed at its end join it. A new paragraph begins without. */
const KeptText = Mark.create({
  name: KEPT_TEXT,
  excludes: '',
  keepOnSplit: false,
  addAttributes: () => ({ shell: { default: null, rendered: false }, part: { default: 0, rendered: false } }),
  parseHTML: () => [whereKnown(KEPT_TEXT)],
  renderHTML: ({ mark }) => ['span', asKnown(KEPT_TEXT, mark.attrs), 0],
})

/** Bundles the kept nodes and marks, with texts in the admin's language. */
export const Kept = Extension.create<KeptOptions>({
  name: 'kept',
  addOptions,
  addGlobalAttributes: () => [{ types: '*', attributes: { kept: keptOnPage } }],
  addExtensions() {
    return [KeptBlock.configure(this.options), KeptInline.configure(this.options), KeptMark.configure(this.options), KeptText]
  },
  addProseMirrorPlugins() {
    const { t, say } = this.options
    return [
      new Plugin({
        filterTransaction: (transaction) => {
          const lost = lostIn(transaction)
          if (lost) say(t('text.kept.stays', { what: nameOf(lost.attrs['json']) }))
          return !lost
        },
      }),
    ]
  },
})

/** Finds a box that would be removed by accident: with surrounding text, by a key, or by typing over it. */
function lostIn(transaction: Transaction): DocNode | undefined {
  const { before, doc, docChanged } = transaction
  if (!docChanged || transaction.getMeta(MAY_REMOVE) || transaction.getMeta('uiEvent') === 'cut' || isHistoryTransaction(transaction))
    return
  const touched = keptIn(before, transaction)
  if (touched.length === 0) return
  const left = countedIn(doc)
  return countedIn(before) > left ? touched[0] : undefined
}

/** The boxes in the text that a transaction replaces. */
function keptIn(before: DocNode, { mapping, docs }: Transaction): DocNode[] {
  const found: DocNode[] = []
  const look = (node: DocNode) => {
    if (isKept(node)) found.push(node)
  }
  for (const [index, map] of mapping.maps.entries())
    map.forEach((start, end) => {
      const doc = docs[index] ?? before
      doc.nodesBetween(start, end, look)
    })
  return found
}

function countedIn(doc: DocNode): number {
  let count = 0
  doc.descendants((node) => {
    if (isKept(node)) count++
  })
  return count
}
