/** Two buttons, one of them pressed: rows of a table, or cards. Tested by test/admin-components/filters.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

export type Look = 'table' | 'cards'

export const lookSwitch = (host: CmsElement, now: Look, choose: (look: Look) => unknown): TemplateResult => html`
  <span class="switch" role="group" aria-label=${host.t('views.look')}>
    ${(['table', 'cards'] as const).map((look) => {
      const label = host.t(`views.${look}`)
      return html`
        <button class="icon-only" aria-label=${label} title=${label} aria-pressed=${look === now} @click=${() => look !== now && choose(look)}>
          ${icon(look === 'cards' ? 'layout-grid' : 'list')}
        </button>
      `
    })}
  </span>
`
