/** A search field, by default for the words in the address. Tested by test/admin-components/pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

/**
 * What is shown while the next search runs: documents stay, so that nothing jumps. An empty result goes, since it would look like the
 * answer to the new words.
 */
export const whileSearching = <Found extends Page<unknown>>(found: Found | undefined): Found | undefined =>
  found?.docs.length === 0 ? undefined : found

/** `hint`: says what it looks in. */
export function searchField(
  { app }: CmsElement,
  typed: (event: InputEvent) => void,
  text = app.router.place.query.get('q') ?? '',
  hint = app.t('search'),
): TemplateResult {
  const label = app.t('search')
  return html`
    <span class="search">
      ${icon('search')}
      <input type="search" aria-label=${label} placeholder=${hint} .value=${text} @input=${typed} />
    </span>
  `
}
