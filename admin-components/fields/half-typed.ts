/** Handles inputs that are not valid values yet, such as `12e`: they stay in the input and block saving until they are valid.
 * Tested by test/admin-components/half-written.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { type Editing, idOf, isHalfTyped } from './editing.ts'

export function takeValue(e: Editing, value: unknown): void {
  if (e.form.halfWritten.has(e.path)) e.form.cannotSay(e.path, undefined)
  e.set(value)
}

/** The reason why the input is invalid. After a refused save the field's own error already says so. */
export function halfTypedNote(e: Editing): TemplateResult | typeof nothing {
  return isHalfTyped(e)
    ? html`<span class="error" id="${idOf(e)}-typed" role="alert">${e.form.halfWritten.reasonAt(e.path)}</span>`
    : nothing
}
