/** Tools above a list: in its row where there is room, in a sheet behind one button on phones. Tested by test/admin-components/small-screens.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

export const narrowTools = (host: CmsElement, tools: TemplateResult): TemplateResult => html`
  <button class="icon-only narrow-only" aria-label=${host.t('tools')} title=${host.t('tools')} @click=${turn}>${icon('sliders-horizontal')}</button>
  ${sheet(host.t('tools'), tools)}
`

/** Tools that are all filters; the button says how many are set. */
export const narrowFilters = (host: CmsElement, count: number, filters: TemplateResult): TemplateResult => html`
  <button class="narrow-only" aria-label=${count > 0 ? `${host.t('filter')} ${count}` : nothing} @click=${turn}>
    ${icon('filter')}${host.t('filter')}${count > 0 ? html`<span class="badge accent">${count}</span>` : nothing}
  </button>
  ${sheet(host.t('filter'), filters)}
`

const sheet = (label: string, tools: TemplateResult): TemplateResult =>
  html`<div class="sheet" popover role="group" aria-label=${label}>${tools}</div>`

const turn = ({ currentTarget }: Event): void => {
  const popover = (currentTarget as HTMLElement).nextElementSibling as HTMLElement
  popover.togglePopover()
}
