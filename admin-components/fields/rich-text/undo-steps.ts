/** What one undo reverts: a word while typing, however fast; what Markdown has made of typed characters, which come back; otherwise a single action,
 * such as a paste or a mark.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import { closeHistory, isHistoryTransaction } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { EditorState, Plugin, Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

import { MarkdownSource } from './markdown-source.ts'

let sessions = 0

/** For the meta key `composition`: changes of one session are undone together, such as what is typed into one input. */
export const newSession = (): number => -++sessions

type Act = 'typing' | 'erasing' | 'other'

/** Steps end where this file says, not after a pause: somebody who types slowly doesn't undo letter by letter. */
export const NO_PAUSE = Number.POSITIVE_INFINITY

interface Steps {
  last: Act | number | undefined
  /** Set while several changes are to be one step: the first of them, once it has been made. */
  together: { first: Transaction | undefined } | undefined
  source: MarkdownSource
}

export const UndoSteps = Extension.create<object, Steps>({
  name: 'undoSteps',
  addStorage: () => ({ last: undefined, together: undefined, source: new MarkdownSource() }),
  dispatchTransaction({ transaction, next }) {
    const { storage, editor } = this
    const { together } = storage
    const last = together ? undefined : lastCharacter(editor.state, transaction)
    if (together?.first) transaction.setMeta('appendedTransaction', together.first)
    else if (last) transaction.setMeta('appendedTransaction', typeFirst(last, editor, storage, next, transaction))
    else if (transaction.docChanged && !isHistoryTransaction(transaction) && transaction.getMeta('addToHistory') !== false) {
      beginStep(storage, transaction)
      if (together) together.first = transaction
    }
    if (!last) noteInSource(storage, transaction)
    // Tiptap would turn an empty list into a paragraph, and every step before into one that fits nowhere.
    if (isHistoryTransaction(transaction)) transaction.setMeta('preventClearDocument', true)
    next(transaction)
    if (transaction.docChanged) storage.source.noteAdded(transaction.doc, editor.state.doc)
  },
})

function noteInSource({ source }: Steps, transaction: Transaction): void {
  const isTyped = transaction.docChanged && !isHistoryTransaction(transaction) && actOf(transaction) === 'typing'
  if (isTyped) source.noteTyped(transaction)
  else if (transaction.docChanged || transaction.selectionSet) source.forget()
}

function beginStep(storage: Steps, transaction: Transaction): void {
  // An input method composes a phrase: it is one step, whatever it changes on the way.
  const act: Act | number = transaction.getMeta('composition') ?? actOf(transaction)
  if (act === 'other' || act !== storage.last || (act === 'typing' && beginsWord(transaction))) closeHistory(transaction)
  // The first letter takes the place of selected words, and the next ones belong to it.
  storage.last = act === 'other' && isTypedOver(transaction) ? 'typing' : act
}

interface LastCharacter {
  from: number
  to: number
  text: string
}

/** The character that completed the Markdown: Tiptap doesn't insert it. */
function lastCharacter({ plugins }: EditorState, transaction: Transaction): LastCharacter | undefined {
  const rules = plugins.find((plugin) => isOfRules(plugin) && transaction.getMeta(plugin))
  const found: LastCharacter | undefined = rules && transaction.getMeta(rules)
  return found && found.text !== '' && found.text !== '\n' ? found : undefined
}

/** The same, if nothing has happened since. */
export const markdownIn = (state: EditorState): LastCharacter | undefined =>
  state.plugins.find((plugin) => isOfRules(plugin) && plugin.getState(state))?.getState(state)

const isOfRules = ({ spec }: Plugin): boolean => 'isInputRules' in spec

/** Inserts it, as one step, and takes it away again, as the beginning of the next. */
function typeFirst(
  { from, to, text }: LastCharacter,
  editor: Editor,
  storage: Steps,
  next: (transaction: Transaction) => void,
  made: Transaction,
): Transaction {
  const character = editor.state.tr.insertText(text, from, to)
  const typed = storage.source.typedFor(editor.state, character, made)
  storage.source.noteMade(character, made)
  beginStep(storage, typed)
  next(typed)
  const { steps, docs } = typed
  const { tr } = editor.state
  for (const [index, step] of [...steps.entries()].reverse()) tr.step(step.invert(docs[index] as Node))
  next(closeHistory(tr))
  storage.last = 'other'
  return tr
}

/** Makes the changes of several commands one step. */
export function asOneStep({ storage }: Editor, run: () => void): void {
  const steps = (storage as unknown as { undoSteps: Steps }).undoSteps
  steps.together = { first: undefined }
  run()
  steps.together = undefined
}

function actOf({ steps: [step, second] }: Transaction): Act {
  if (second || !(step instanceof ReplaceStep)) return 'other'
  const { content } = step.slice
  if (content.size === 0) return step.to - step.from === 1 ? 'erasing' : 'other'
  return step.from === step.to && content.childCount === 1 && content.firstChild?.isText ? 'typing' : 'other'
}

function isTypedOver({ steps: [step, second] }: Transaction): boolean {
  if (second || !(step instanceof ReplaceStep) || step.from === step.to) return false
  const { firstChild, childCount } = step.slice.content
  return childCount === 1 && [...(firstChild?.text ?? '')].length === 1
}

function beginsWord({ steps: [step], before }: Transaction): boolean {
  const typed = (step instanceof ReplaceStep && step.slice.content.firstChild?.text) || ' '
  if (/^\s/.test(typed)) return false
  const { parentOffset, parent } = before.resolve((step as ReplaceStep).from)
  const earlier = parent.textBetween(Math.max(0, parentOffset - LONGEST_WORD), parentOffset, ' ', ' ')
  return /\s$/.test(earlier) || (WITHOUT_SPACES.test(typed) && isWordEnd(earlier, typed))
}

const LONGEST_WORD = 40
/** The scripts that put no spaces between words. */
const WITHOUT_SPACES =
  /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Whether a word ends with the earlier text, and another one begins with what was typed. */
function isWordEnd(earlier: string, typed: string): boolean {
  if (earlier === '') return false
  const segment = words.segment(earlier + typed).containing(earlier.length)
  return segment?.index === earlier.length
}
