/** A card, such as a picture, or a table is selected before a key deletes it. A selected one is never replaced by what is typed, pasted or inserted next:
 * that goes below it. What is inserted doesn't replace selected words either, and never cuts a word in two.
 * Tested by test/admin-components/writing-cards.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Node, ResolvedPos, Slice } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'
import { OPEN } from './card-view.ts'
import { asOneStep } from './undo-steps.ts'

/** The code of every key that an input method takes; on Android, of all keys. */
const OF_INPUT_METHOD = 229
/** Whether the key begins a composition. On Android it may be any key. */
export const isOfInputMethod = ({ keyCode }: KeyboardEvent): boolean => keyCode === OF_INPUT_METHOD && !/Android/.test(navigator.userAgent)

const WAYS_BELOW = ['Shift-Enter', 'Mod-Enter']
export const BACKWARD = ['Backspace', 'Mod-Backspace', 'Shift-Backspace', 'Alt-Backspace']

export const Cards = Extension.create({
  name: 'cards',
  priority: 1000,
  /** Browsers stay at a selected card, and go to the first words below one. */
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => openCard(editor) || writeBelow(editor),
    ...Object.fromEntries(WAYS_BELOW.map((key) => [key, ({ editor }: { editor: Editor }) => writeBelow(editor)])),
    ...Object.fromEntries(BACKWARD.map((key) => [key, ({ editor }: { editor: Editor }) => selectBefore(editor)])),
    'Mod-Home': ({ editor }) => goTo(editor, Selection.atStart),
    'Mod-End': ({ editor }) => goTo(editor, Selection.atEnd),
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
          // Chrome counts the letters before the caret when a composition starts, so the room must be there before.
          keydown: (view, event) => {
            if (isOfInputMethod(event)) leave(view)
            return false
          },
          compositionstart: (view) => {
            leave(view)
            return false
          },
        },
      },
      appendTransaction: (transactions, before, state) =>
        transactions.some(isPasted) ? goOn(state, isEmptyLine(before.selection.$to.parent)) : null,
    }),
  ],
})

/** Also what another plugin adds to it. */
export const isPasted = (one: Transaction): boolean => (one.getMeta('appendedTransaction') ?? one).getMeta('uiEvent') === 'paste'

/** At the start of words below it; ProseMirror would delete it. `delete-forward.ts` does the same above it. */
function selectBefore({ view, state: { selection, doc, tr } }: Editor): boolean {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parentOffset > 0 || $from.parent.content.size === 0) return false
  const { nodeBefore, pos } = doc.resolve($from.before())
  if (!nodeBefore || !isWhole(nodeBefore) || !hasContent(nodeBefore)) return false
  view.dispatch(tr.setSelection(NodeSelection.create(doc, pos - nodeBefore.nodeSize)).scrollIntoView())
  return true
}

/** A rule is gone as easily as it is typed. */
export const hasContent = (card: Node | null): boolean => card !== null && card.type.name !== 'horizontalRule'

/** Those that have a form or a dialog open it. */
function openCard({ view, state: { selection } }: Editor): boolean {
  return isCard(selection) && view.nodeDOM(selection.from)?.dispatchEvent(new Event(OPEN, { cancelable: true })) === false
}

/** Also below the first block of a text. A caret above it is where the arrow keys lead. */
function writeBelow({ view, state }: Editor): boolean {
  const tr = belowCard(state)
  if (tr) view.dispatch(tr.scrollIntoView())
  return tr !== undefined
}

function goTo({ view, state }: Editor, to: (doc: Node) => Selection): boolean {
  const next = to(state.doc)
  if (!isCard(state.selection) && !isCard(next)) return false
  view.dispatch(state.tr.setSelection(next).scrollIntoView())
  return true
}

/** Makes room for what a command inserts next: below a selected card, and after the block with the caret or the end of the selected words. At the start
 * of a block, the caret stays.
 */
export function leaveSelection({ view }: Editor): void {
  leave(view)
  const { selection, doc, tr } = view.state
  const { $to, empty } = selection
  if (empty && $to.parentOffset === 0) return
  view.dispatch(tr.setSelection(Selection.near($to.parent.isTextblock ? doc.resolve($to.end()) : $to, -1)))
}

/** Pastes what is only cards below the words, in place of what is selected, and cuts none of them in two. */
export function pasteCards(editor: Editor, cards: Slice): void {
  asOneStep(editor, () => {
    leave(editor.view)
    const { selection, tr } = editor.state
    if (!selection.empty && !isCard(selection)) editor.view.dispatch(tr.deleteSelection())
    leaveSelection(editor)
    editor.view.dispatch(editor.state.tr.replaceSelection(cards).setMeta('paste', true).setMeta('uiEvent', 'paste').scrollIntoView())
  })
}

/** Goes on behind what a command has inserted: who was at the end of a line, in a new line. */
export function goBehindCard({ view }: Editor, { $to }: Selection): void {
  const tr = goOn(view.state, $to.parent.isTextblock && $to.parentOffset === $to.parent.content.size)
  if (tr) view.dispatch(tr.scrollIntoView())
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

/** Behind a card or table that was inserted, and never in the next cell, item or quote. */
function goOn({ selection, doc, tr, schema }: EditorState, wantsLine: boolean): Transaction | null {
  const next = isCard(selection) ? Selection.findFrom(doc.resolve(selection.to), 1, true) : selection
  const place = next?.empty ? endOfCard(next.$from) : undefined
  if (place && (place.isElsewhere || (wantsLine && !isEmptyLine(next?.$from.parent as Node))))
    return tr.insert(place.end, schema.node('paragraph')).setSelection(TextSelection.create(tr.doc, place.end + 1))
  return next && next !== selection ? tr.setSelection(next) : null
}

const isEmptyLine = ({ isTextblock, content }: Node): boolean => isTextblock && content.size === 0

/** Where the card or table in front of the caret ends. `isElsewhere`: in another cell, item or quote than the caret. */
function endOfCard($caret: ResolvedPos): { end: number; isElsewhere: boolean } | undefined {
  if (!$caret.parent.isTextblock || $caret.parentOffset > 0) return undefined
  let { depth } = $caret
  while (depth > 1 && $caret.index(depth - 1) === 0) depth--
  const start = $caret.before(depth)
  let [end, node] = [start, $caret.doc.resolve(start).nodeBefore]
  for (; node && !isWhole(node); node = node.lastChild) end--
  return node ? { end, isElsewhere: end < start || depth < $caret.depth } : undefined
}

/** A block that is selected and deleted as one: a card or a table. */
export const isWhole = ({ isAtom, isText, type }: Node): boolean => (isAtom && !isText) || type.spec['tableRole'] === 'table'

export const isCard = (selection: Selection): selection is NodeSelection =>
  selection instanceof NodeSelection && selection.node.isBlock && isWhole(selection.node)
