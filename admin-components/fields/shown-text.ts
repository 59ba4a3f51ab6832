/** What an input shows for a value. A number can be written in many ways (`-0`, `1.50`, `1e3`), and the user's spelling stays:
 * the input changes only if the value came from elsewhere, such as a merge or an undo of all changes.
 * Tested by test/admin-components/half-written.test.ts.
 */
import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'
import type { Editing } from './editing.ts'

class ShownText extends Directive {
  /** The text last passed by the form. If it is the same again, nothing came from elsewhere. */
  #given: string | undefined
  #wasUnsaid = false

  override render(_editing: Editing, _text: string, _says: (written: string) => boolean): unknown {
    return noChange
  }

  override update(part: ElementPart, [{ form, path }, text, says]: Parameters<this['render']>): unknown {
    const input = part.element as HTMLInputElement
    const isUnsaid = form.halfWritten.has(path)
    const isFromElsewhere = text !== this.#given || this.#wasUnsaid
    this.#wasUnsaid = isUnsaid
    const typed = form.halfWritten.textAt(path)
    if (typed !== undefined && input.value !== typed) input.value = typed
    if (isUnsaid || !isFromElsewhere) return noChange
    this.#given = text
    if (input.validity.badInput || !says(input.value)) input.value = text
    return noChange
  }
}

/** `says`: whether the text in the input already means this value. */
export const shownText = directive(ShownText)
