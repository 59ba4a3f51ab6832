/** `<cms-closed-text>`: a stored value that cannot be opened. It is shown as is, and replaced only after the user confirms.
 * Tested by test/admin-components/rich-text-kept.test.ts.
 */
import { css, html, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { confirm } from '../../parts/dialog.ts'
import { type Editing, isWrong, labelOf } from '../editing.ts'

class CmsClosedText extends CmsElement {
  static override properties = { editing: { attribute: false }, replace: { attribute: false } }
  static override looks = [
    css`
      .rich .closed { padding: var(--s3) var(--s4); }
      .rich .closed pre { margin: 0; max-block-size: 240px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    `,
  ]
  declare editing: Editing
  /** Called when the user has confirmed. */
  declare replace: () => void

  override render(): TemplateResult {
    const { value, isLocked, field } = this.editing
    return html`
      <div class="rich ${isWrong(this.editing) ? 'wrong' : ''}">
        <div class="closed stack tight">
          <p role="status">${this.t(typeof value === 'string' ? 'text.closed.plain' : 'text.closed.other')} ${this.t('text.closed.stays')}</p>
          <pre tabindex="0" aria-label=${labelOf(this, field)}>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
          ${isLocked ? '' : html`<div><button type="button" @click=${this.#discard}>${this.t('text.closed.replace')}</button></div>`}
        </div>
      </div>
    `
  }

  readonly #discard = async () => {
    const isSure = await confirm(this, {
      title: this.t('text.closed.sure'),
      text: this.t('text.closed.sure.text'),
      yes: this.t('text.closed.replace'),
      isDangerous: true,
    })
    if (isSure) this.replace()
  }
}

define('cms-closed-text', CmsClosedText)
