/** The note about a save by hand that failed: that the document was not published, and why, until something else was done about it.
 * Tested by test/admin-components/failed-save.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export function failureOf({ app }: DocumentHost, { failure, isNotPublished }: Form): TemplateResult | typeof nothing {
  const text = isNotPublished ? `${app.t('publish.failed')} ${failure || app.t('publish.failedDraft')}` : failure
  return text === '' ? nothing : html`<div class="note bad" role="alert">${text}</div>`
}
