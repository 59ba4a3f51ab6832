/** The search field of a list. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

export function searchField({ desk }: CmsElement, typed: (event: InputEvent) => void): TemplateResult {
  const label = desk.t('search')
  return html`
    <span class="search">
      ${icon('search')}
      <input type="search" aria-label=${label} placeholder=${label} .value=${desk.router.place.query.get('q') ?? ''} @input=${typed} />
    </span>
  `
}
