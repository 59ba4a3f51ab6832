/** What an input method composes over selected words takes their place, as typing does, and is one step to undo. Browsers compose into what is left of a
 * link, bold words or the first of several blocks, put the next letters elsewhere, and leave those before; so only one piece of text with the marks of
 * typed words is left when the composition begins. Its letters must stay until the browser has inserted the first ones.
 * Tested by test/admin-components/composed-over.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { compositionOf } from './over-cells.ts'

export const ComposedOver = Extension.create({
  name: 'composedOver',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          compositionstart: (view) => {
            const tr = withOnePiece(view.state)
            if (tr) view.dispatch(tr.setMeta('composition', compositionOf(view)))
            return false
          },
        },
      },
    }),
  ],
})

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
