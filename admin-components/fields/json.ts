/** `<cms-json>`: any JSON, as text; while it is none, it stays in sight and nothing is saved. */
import { html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { describedBy, type Editing, idOf, isWrong } from './editors.ts'

export class CmsJson extends CmsElement {
  static override properties = { editing: { attribute: false }, text: { state: true }, problem: { state: true } }
  declare editing: Editing
  declare text: string | undefined
  declare problem: string
  #shown: unknown = Symbol('nothing yet')

  constructor() {
    super()
    this.problem = ''
  }

  protected override willUpdate(): void {
    const { value, form, path } = this.editing
    const isTakenBack = this.problem !== '' && !form.isUnsaid(path)
    if (JSON.stringify(value) === this.#shown && !isTakenBack) return
    this.problem = ''
    this.#shown = JSON.stringify(value)
    this.text = value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
  }

  override render(): TemplateResult {
    return html`<textarea class="code" rows="6" spellcheck="false" id=${idOf(this.editing)} .value=${this.text ?? ''} ?readonly=${this.editing.isLocked} aria-invalid=${this.problem !== ''} aria-describedby=${describedBy(this.editing)} @input=${this.#typed}></textarea>
      ${this.problem && !isWrong(this.editing) ? html`<span class="error">${this.problem}</span>` : nothing}`
  }

  readonly #typed = (event: InputEvent) => {
    this.text = (event.target as HTMLTextAreaElement).value
    try {
      const value = this.text.trim() === '' ? null : JSON.parse(this.text)
      this.problem = ''
      this.#shown = JSON.stringify(value)
      this.editing.form.cannotSay(this.editing.path, undefined)
      this.editing.set(value)
    } catch (error) {
      this.problem = this.t('json.wrong', { why: (error as Error).message })
      this.editing.form.cannotSay(this.editing.path, this.problem)
    }
  }
}

define('cms-json', CmsJson)
