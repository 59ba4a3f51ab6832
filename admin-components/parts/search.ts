/** A search field, by default for the words in the address. Tested by test/admin-components/pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

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
