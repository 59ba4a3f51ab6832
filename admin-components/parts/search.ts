/** The search field of a list. Tested by test/admin-components/pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

export function searchField({ app }: CmsElement, typed: (event: InputEvent) => void): TemplateResult {
  const label = app.t('search')
  return html`
    <span class="search">
      ${icon('search')}
      <input type="search" aria-label=${label} placeholder=${label} .value=${app.router.place.query.get('q') ?? ''} @input=${typed} />
    </span>
  `
}
