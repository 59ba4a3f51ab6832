/** What an input method composes over selected words takes their place, as typing does, and is one step to undo. Browsers compose into what is left of a
 * link, bold words or the first of several blocks, put the next letters elsewhere, and leave those before; so only one piece of text with the marks of
 * typed words is left when the composition begins. Its letters must stay until the browser has inserted the first ones.
 * Tested by test/admin-components/composed-over.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { Mark, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { compositionOf } from './over-cells.ts'

/** The words of a link that a keyboard corrects: they are linked again once it has. */
interface Corrected {
  from: number
  to: number
  link: Mark
}

const key = new PluginKey<Corrected | undefined>('composedOver')
/** ProseMirror has read what was composed a moment after its end. */
const READ = 60

export const ComposedOver = Extension.create({
  name: 'composedOver',
  addProseMirrorPlugins: () => [
    new Plugin<Corrected | undefined>({
      key,
      state: {
        init: () => undefined,
        apply: (tr, before) => {
          const given: Corrected | null | undefined = tr.getMeta(key)
          if (given !== undefined) return given ?? undefined
          return before && { ...before, from: tr.mapping.map(before.from, -1), to: tr.mapping.map(before.to, 1) }
        },
      },
      props: {
        handleDOMEvents: {
          compositionstart: (view) => {
            const isCaret = view.state.selection.empty
            // A keyboard that corrects a word has just selected it.
            view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            const tr = withOnePiece(view.state)
            const link = isCaret && tr ? linkOf(view.state) : undefined
            if (tr)
              view.dispatch(
                tr
                  .setMeta('composition', compositionOf(view))
                  .setMeta(key, link ? { from: tr.selection.from, to: tr.selection.to, link } : null),
              )
            return false
          },
          compositionend: (view) => {
            const composition = compositionOf(view)
            if (key.getState(view.state)) setTimeout(() => linkAgain(view, composition), READ)
            return false
          },
        },
      },
    }),
  ],
})

/** The link of all the selected words. */
function linkOf({ selection: { from, to, $from }, doc }: EditorState): Mark | undefined {
  const link = $from.nodeAfter?.marks.find(({ type }) => type.name === 'link')
  let isAll = true
  doc.nodesBetween(from, to, ({ isText, marks }) => {
    isAll &&= !isText || link?.isInSet(marks) === true
  })
  return isAll ? link : undefined
}

function linkAgain(view: EditorView, composition: number): void {
  if (view.isDestroyed || view.composing) return
  const { tr } = view.state
  const { from, to, link } = key.getState(view.state) ?? {}
  tr.setMeta(key, null)
  if (link && from !== undefined && to !== undefined && from < to) tr.addMark(from, to, link).setMeta('composition', composition)
  view.dispatch(tr)
}

/** Types the first of the selected words over all of them. Undefined where the selection has no words at its start, or begins or ends in a table. */
function withOnePiece({ selection, tr }: EditorState): Transaction | undefined {
  const { from, to, $from, $to } = selection
  const first = $from.nodeAfter
  if (!(selection instanceof TextSelection) || selection.empty || !first?.isText || isAcrossTable($from, $to)) return undefined
  const words = (first.text ?? '').slice(0, to - from)
  tr.insertText(words, from, to)
  // A paragraph doesn't join code, so that the selection is behind the code.
  const start = [tr.selection.to - words.length, from].find((at) => tr.doc.textBetween(at, at + words.length) === words)
  return tr.docChanged && start !== undefined ? tr.setSelection(TextSelection.create(tr.doc, start, start + words.length)) : undefined
}

function isAcrossTable($from: ResolvedPos, $to: ResolvedPos): boolean {
  const shared = $from.sharedDepth($to.pos)
  return [$from, $to].some(($end) =>
    Array.from({ length: $end.depth - shared }, (_, n) => $end.node(shared + 1 + n)).some(({ type }) => type.spec['tableRole']),
  )
}
