/** What couldn't be loaded, why, and the button that tries again. Tested by test/admin-components/failures.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'

export const failureNote = (host: CmsElement, error: string, again: () => unknown): TemplateResult | typeof nothing =>
  error === ''
    ? nothing
    : html`
        <div class="note bad row apart" role="alert">
          <span>${error}</span>
          <button type="button" @click=${again}>${host.t('again')}</button>
        </div>
      `
