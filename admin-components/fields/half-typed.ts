/** What is typed and not a value yet, such as `12e`: it stays in the input, and nothing is saved until it is one. */
import { html, nothing, type TemplateResult } from 'lit'
import { type Editing, isWrong } from './editing.ts'

export function takeValue(e: Editing, value: unknown): void {
  if (e.form.unsaid.has(e.path)) e.form.cannotSay(e.path, undefined)
  e.set(value)
}

/** What is wrong with it. A refused save says that at every field. */
export function unsaidOf(e: Editing): TemplateResult | typeof nothing {
  const why = isWrong(e) ? undefined : e.form.unsaid.reasonAt(e.path)
  return why === undefined ? nothing : html`<span class="error">${why}</span>`
}
