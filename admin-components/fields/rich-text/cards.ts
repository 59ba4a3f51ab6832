/** A selected card, such as a picture, is never replaced by what is typed, pasted or inserted next: that goes below it.
 * Tested by test/admin-components/writing-cards.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

export const Cards = Extension.create({
  name: 'cards',
  priority: 1000,
  /** Browsers stay at a selected card. */
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => writeBelow(editor),
    'Mod-Home': ({ editor }) => goFromCard(editor, Selection.atStart),
    'Mod-End': ({ editor }) => goFromCard(editor, Selection.atEnd),
  }),
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => {
          const tr = belowCard(view.state)
          if (tr) view.dispatch(tr.insertText(text).scrollIntoView())
          return tr !== undefined
        },
        handlePaste: (view) => {
          leave(view)
          return false
        },
        handleDOMEvents: {
          compositionstart: (view) => {
            leave(view)
            return false
          },
        },
      },
      appendTransaction: (transactions, _, state) => {
        const isPasted = transactions.some((one) => (one.getMeta('appendedTransaction') ?? one).getMeta('uiEvent') === 'paste')
        return isPasted ? afterCard(state) : null
      },
    }),
  ],
})

/** Also below the first block of a text. A caret above it is where the arrow keys lead. */
function writeBelow({ view, state }: Editor): boolean {
  const tr = belowCard(state)
  if (tr) view.dispatch(tr.scrollIntoView())
  return tr !== undefined
}

function goFromCard({ view, state }: Editor, to: (doc: Node) => Selection): boolean {
  if (!isCard(state.selection)) return false
  view.dispatch(state.tr.setSelection(to(state.doc)).scrollIntoView())
  return true
}

/** Makes room for what a command inserts next. */
export function leaveCard({ view }: Editor): void {
  leave(view)
}

/** Goes on behind what a command has inserted. */
export function goBehindCard({ view }: Editor): void {
  const tr = afterCard(view.state)
  if (tr) view.dispatch(tr)
}

function leave(view: Editor['view']): void {
  const tr = belowCard(view.state)
  if (tr) view.dispatch(tr)
}

/** With the caret in an empty paragraph below the card, a new one if there is none. Undefined if no card is selected. */
function belowCard(state: EditorState): Transaction | undefined {
  const { selection, tr, schema } = state
  if (!isCard(selection)) return undefined
  const { to, $to } = selection
  const next = $to.nodeAfter
  const isEmpty = next?.type.name === 'paragraph' && next.content.size === 0
  if (!isEmpty) tr.insert(to, schema.node('paragraph'))
  return tr.setSelection(TextSelection.create(tr.doc, to + 1))
}

function afterCard({ selection, doc, tr }: EditorState): Transaction | null {
  const next = isCard(selection) && Selection.findFrom(doc.resolve(selection.to), 1, true)
  return next ? tr.setSelection(next) : null
}

const isCard = (selection: Selection): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.isBlock && selection.node.isAtom
