/** Takes the changes of others into a text while somebody writes in it. While an input method composes, they wait, since a change of the page
 * would end the composition.
 * Tested by test/admin-components/two-writers.test.ts.
 */
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Field } from '../../app/schema.ts'
import { mergeChanges } from '../../document/merge-changes.ts'
import { merge } from './from-elsewhere.ts'
import type { InSight } from './in-sight.ts'

/** The text that they arrive in. */
interface Receiver {
  field(): Field
  /** The value of what the editor shows. */
  written(editor: Editor): unknown
  opened(value: unknown): Node
  /** Passes a value to the form. */
  say(value: unknown): void
  inSight: InSight
}

/** The editor reads what was composed a moment after it is over. */
const AFTER = 60

export class Arrivals {
  readonly #receiver: Receiver
  #waiting: { editor: Editor; before: unknown; value: unknown } | undefined

  constructor(receiver: Receiver) {
    this.#receiver = receiver
  }

  /** Until then, the form has words that the editor doesn't show yet. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined
  }

  /** `isUndoable`: the user has just chosen it over their own words. */
  take(editor: Editor, value: unknown, isUndoable: boolean): void {
    if (this.#waiting) this.#waiting.value = value
    else if (editor.view.composing) {
      this.#waiting = { editor, before: this.#receiver.written(editor), value }
      this.#settleAfter(editor)
    } else this.#show(editor, value, isUndoable)
  }

  /** The line with the caret stays where it is on the screen. Browsers keep only the beginning of the text there. */
  #show(editor: Editor, value: unknown, isUndoable: boolean): void {
    const doc = this.#receiver.opened(value)
    const { view } = editor
    if (!view.hasFocus()) return merge(editor, doc, isUndoable)
    this.#receiver.inSight.stay(
      () => view.coordsAtPos(view.state.selection.head).top,
      () => merge(editor, doc, isUndoable),
    )
  }

  #settleAfter(editor: Editor): void {
    const isOver = () => (editor.isDestroyed || !editor.view.composing ? this.settle() : this.#settleAfter(editor))
    editor.view.dom.addEventListener('compositionend', () => setTimeout(isOver, AFTER), { once: true })
  }

  /** The editor shows another document now. */
  forget(): void {
    this.#waiting = undefined
  }

  /** Adds what was composed in the meantime. */
  settle(): void {
    const { editor, before, value } = this.#waiting ?? {}
    if (!editor) return
    this.#waiting = undefined
    const { text } = mergedText(this.#receiver.field(), { before, mine: this.#receiver.written(editor), theirs: value })
    this.#show(editor, text, false)
    this.#receiver.say(text)
  }
}

/** Where both changed the same block, it has the words of one side, and isn't whole. */
export function mergedText(
  field: Field,
  { before, mine, theirs }: Record<'before' | 'mine' | 'theirs', unknown>,
  keeps: 'mine' | 'theirs' = 'mine',
): { text: unknown; isWhole: boolean } {
  const state = (text: unknown) => ({ [field.name]: text })
  const { values, conflicts } = mergeChanges(
    [field],
    { before: state(before), mine: state(mine), theirs: state(theirs) },
    () => keeps === 'mine',
  )
  return { text: values[field.name], isWhole: conflicts.length === 0 }
}
