/** Warns when a text is longer than its `maxLength`. The input accepts it all the same: a cut paste would lose its end unnoticed.
 * Tested by test/admin-components/long-texts.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { type Editing, isWrong } from './editing.ts'

/** How many characters are too many. After a refused save the field's own error already says so. */
export function overLength(e: Editing): TemplateResult | typeof nothing {
  const most = e.field.maxLength ?? Number.POSITIVE_INFINITY
  const count = charactersOf(e.value) - most
  return count <= 0 || isWrong(e) ? nothing : html`<span class="error">${e.host.t('text.tooLong', { count, most })}</span>`
}

/** Counted as the server does: an emoji outside the basic plane is one character, although JavaScript stores it as two. */
const charactersOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0)
