/** What an input shows of a value. A number has many spellings (`-0`, `1.50`, `1e3`), and what somebody types stays as they spell it:
 * text goes into the input only if the value came from elsewhere, such as a merge or an undo of all changes.
 */
import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'
import type { Editing } from './editing.ts'

class ShownText extends Directive {
  /** The text the form passed last. When it is the same again, nothing came from elsewhere. */
  #given: string | undefined
  #wasUnsaid = false

  override render(_editing: Editing, _text: string, _says: (written: string) => boolean): unknown {
    return noChange
  }

  override update(part: ElementPart, [{ form, path }, text, says]: Parameters<this['render']>): unknown {
    const input = part.element as HTMLInputElement
    const isUnsaid = form.unsaid.has(path)
    const isFromElsewhere = text !== this.#given || this.#wasUnsaid
    this.#wasUnsaid = isUnsaid
    const typed = form.unsaid.textAt(path)
    if (typed !== undefined && input.value !== typed) input.value = typed
    if (isUnsaid || !isFromElsewhere) return noChange
    this.#given = text
    if (input.validity.badInput || !says(input.value)) input.value = text
    return noChange
  }
}

/** `says`: whether what is written in the input already means the value. */
export const shownText = directive(ShownText)
