/** Undo and redo in the inputs of a form, each by its own history. The browser has a single one for the whole page: once something has been written
 * in a rich text, which browsers can't undo, it stops there, and what was typed into an input before stays.
 * Tested by test/admin-components/undo-in-inputs.test.ts.
 */
import { focused } from '../parts/focus.ts'
import { InputHistory, type Written } from './input-history.ts'
import { isRedo, isUndoOrRedo } from './rich-text/undo-keys.ts'

type TextInput = HTMLInputElement | HTMLTextAreaElement

interface Kept {
  history: InputHistory
  /** The form, which is another one for another document or language. */
  form: unknown
  /** Before the change that comes next. */
  before: Written | undefined
}

const kept = new WeakMap<TextInput, Kept>()
let isOn = false
/** Each composition is one step. */
let composition = 0

/** For the whole page, from its first rich text on: until then, browsers do it well. */
export function undoInInputs(): void {
  if (isOn) return
  isOn = true
  for (const [type, act] of Object.entries(LISTENERS)) document.addEventListener(type, act, true)
}

const LISTENERS: Readonly<Record<string, (event: Event) => void>> = {
  keydown: (event) => {
    const input = inputOf(event)
    if (!input || !isUndoOrRedo(event) || !(event instanceof KeyboardEvent) || event.isComposing) return
    event.preventDefault()
    goBack(input, isRedo(event))
  },
  beforeinput: (event) => {
    const { inputType } = event as InputEvent
    if (inputType.startsWith('history')) undoFromMenu(event as InputEvent)
    else {
      const input = inputOf(event)
      if (input) keptOf(input).before = writtenIn(input)
    }
  },
  input: (event) => {
    const input = inputOf(event)
    if (!input || !event.isTrusted) return
    const one = keptOf(input)
    if (one.before) one.history.add(one.before, writtenIn(input), stepOf(event as InputEvent))
    one.before = undefined
  },
  compositionstart: () => {
    composition++
  },
  focusout: (event) => {
    const input = inputOf(event)
    if (input) kept.get(input)?.history.endStep()
  },
}

/** By its menu or a gesture, a browser may undo elsewhere on the page. */
function undoFromMenu(event: InputEvent): void {
  const input = focused()
  if (!isOfForm(input)) return
  event.preventDefault()
  event.stopPropagation()
  goBack(input, event.inputType === 'historyRedo')
}

function goBack(input: TextInput, redoes: boolean): void {
  const one = keptOf(input)
  const now = writtenIn(input)
  const next = redoes ? one.history.redo(now) : one.history.undo(now)
  if (!next) return
  input.value = next.value
  if (next.to !== null) input.setSelectionRange(next.from, next.to)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: redoes ? 'historyRedo' : 'historyUndo' }))
}

function keptOf(input: TextInput): Kept {
  const form = (input.closest('cms-document') as { form?: unknown } | null)?.form
  const before = kept.get(input)
  if (before?.form === form && before) return before
  const made = { history: new InputHistory(), form, before: undefined }
  kept.set(input, made)
  return made
}

const writtenIn = ({ value, selectionStart, selectionEnd }: TextInput): Written => ({ value, from: selectionStart, to: selectionEnd })

/** What follows each other in the same kind of step is undone together; undefined if it is a step on its own. */
function stepOf({ inputType, isComposing }: InputEvent): string | undefined {
  if (isComposing || /Composition/.test(inputType)) return `composed ${composition}`
  if (inputType === 'insertText') return 'typed'
  return /^deleteContent/.test(inputType) ? inputType : undefined
}

function inputOf(event: Event): TextInput | undefined {
  const [target] = event.composedPath()
  return isOfForm(target) ? target : undefined
}

const TYPED = 'textarea, input:is([type=text], [type=email], [type=url], [type=tel], [type=search], [type=password])'

/** Not those in a rich text, whose history has them. */
const isOfForm = (target: unknown): target is TextInput =>
  target instanceof HTMLElement && target.matches(`.field[data-path] :is(${TYPED})`) && !(target as TextInput).readOnly
