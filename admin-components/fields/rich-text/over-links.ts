/** What an input method composes over a link takes its place, as typing does. Browsers compose into the emptied link, put the next letters behind it,
 * and leave those before in it; so the selected words lose their link when the composition begins. Their letters must stay until the browser
 * has inserted the first ones. Tested by test/admin-components/composed-over.test.ts.
 */
import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import { compositionOf } from './over-cells.ts'

export const OverLinks = Extension.create({
  name: 'overLinks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          compositionstart: (view) => {
            const tr = withoutLinks(view.state)
            // One undo reverts the composition and gives the link back.
            if (tr) view.dispatch(tr.setMeta('composition', compositionOf(view)))
            return false
          },
        },
      },
    }),
  ],
})

/** Undefined if no mark in the selection ends with its words. */
function withoutLinks({ selection, doc, tr }: EditorState): Transaction | undefined {
  if (!(selection instanceof TextSelection)) return undefined
  const { from, to, $from, $to } = selection
  const stays = $from.marksAcross($to) ?? []
  doc.nodesBetween(from, to, ({ marks, isText }) => {
    if (!isText) return
    for (const mark of marks) if (mark.type.spec.inclusive === false && !mark.isInSet(stays)) tr.removeMark(from, to, mark)
  })
  return tr.docChanged ? tr : undefined
}
