/** Code has nothing but text and line ends. What leaves it keeps its lines, as line breaks; mentions that get into it become names.
 * Tested by test/admin-components/writing-code.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { type Mapping, ReplaceStep } from '@tiptap/pm/transform'
import { BACKWARD } from './cards.ts'
import { changedRanges, mappingOf } from './edits.ts'
import { nameOfMention } from './paste/origin.ts'

export const InAndOutOfCode = Extension.create({
  name: 'inAndOutOfCode',
  // Before code blocks.
  priority: 110,
  addKeyboardShortcuts: () => ({
    ArrowDown: ({ editor }) => goBelow(editor),
    ...Object.fromEntries(BACKWARD.map((key) => [key, ({ editor }: { editor: Editor }) => becomeText(editor)])),
  }),
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          handleTextInput: (view, from, to, text) => {
            const tr = typedOver(view.state, from, to, text)
            if (tr) view.dispatch(tr.scrollIntoView())
            return tr !== undefined
          },
        },
        appendTransaction: (transactions, { doc: before }, { tr }) => {
          const mapping = mappingOf(transactions)
          if (!mapping) return null
          breakLines(tr, before, mapping)
          nameMentions(tr, transactions, editor)
          return tr.docChanged ? tr : null
        },
      }),
    ]
  },
})

/** At the end of code, to what is below, wherever that is: Tiptap would add a paragraph to the item or quote of the code. */
function goBelow({ state: { selection, doc, tr }, view }: Editor): boolean {
  const { $from, empty } = selection
  if (!empty || !$from.parent.type.spec.code || $from.parentOffset < $from.parent.content.size) return false
  const next = Selection.findFrom(doc.resolve($from.after()), 1)
  if (next) view.dispatch(tr.setSelection(next).scrollIntoView())
  return next !== null
}

/** At the start of code, before another press joins its lines to what is above. */
function becomeText({ state: { selection }, commands }: Editor): boolean {
  const { $from, empty } = selection
  return empty && $from.parent.type.spec.code === true && $from.parentOffset === 0 && commands.setNode('paragraph')
}

/** Over the end of code and the start of what doesn't fit into it, the caret stays in the code, behind what was typed. */
function typedOver({ doc, tr }: EditorState, from: number, to: number, text: string): Transaction | undefined {
  const $from = doc.resolve(from)
  if (!$from.parent.type.spec.code || to <= $from.end()) return undefined
  tr.insertText(text, from, to)
  return tr.setSelection(TextSelection.create(tr.doc, from + text.length))
}

/** Line ends that were already stored outside of code stay as they are. */
function breakLines(tr: Transaction, before: Node, mapping: Mapping): void {
  const { doc } = tr
  const { hardBreak } = doc.type.schema.nodes
  const back = mapping.invert()
  const isOld = (at: number) => {
    const { deleted, pos } = back.mapResult(at)
    return !deleted && !before.resolve(pos).parent.type.spec.code
  }
  for (const [from, to] of changedAsOne(mapping))
    doc.nodesBetween(from, to, ({ text = '', marks }, at, parent) => {
      if (parent?.type.spec.code) return
      for (const { index } of text.matchAll(/\n/g))
        if (!isOld(at + index)) tr.replaceWith(at + index, at + index + 1, hardBreak?.create(null, null, marks) as Node)
    })
}

/** A block that gets another kind is only replaced at its edges. */
function changedAsOne(mapping: Mapping): [from: number, to: number][] {
  const edges = changedRanges(mapping).flat()
  return edges.length > 0 ? [[Math.min(...edges), Math.max(...edges)]] : []
}

/** ProseMirror removes what doesn't fit into code, node by node. */
function nameMentions(tr: Transaction, transactions: readonly Transaction[], editor: Editor): void {
  const maps = transactions.flatMap(({ mapping }) => mapping.maps)
  const steps = transactions.flatMap(({ steps, docs }) => steps.map((step, index) => ({ step, doc: docs[index] })))
  for (const [index, { step, doc }] of steps.entries()) {
    if (!(step instanceof ReplaceStep) || step.slice.size > 0 || step.to - step.from !== 1) continue
    const node = doc?.nodeAt(step.from)
    if (node?.type.name !== 'mention') continue
    const at = maps.slice(index + 1).reduce((pos, map) => map.map(pos), step.from)
    if (tr.doc.resolve(tr.mapping.map(at)).parent.type.spec.code)
      tr.insert(tr.mapping.map(at, -1), tr.doc.type.schema.text(`@${nameOfMention(editor, node)}`))
  }
}
