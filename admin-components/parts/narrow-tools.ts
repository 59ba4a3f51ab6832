/** Tools above a list: in its row where there is room, in a sheet behind one button on phones. Tested by test/admin-components/small-screens.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

export const narrowTools = (host: CmsElement, tools: TemplateResult): TemplateResult => html`
  <button
    class="icon-only narrow-only"
    aria-label=${host.t('tools')}
    title=${host.t('tools')}
    @click=${(event: Event) => ((event.currentTarget as HTMLElement).nextElementSibling as HTMLElement).togglePopover()}>
    ${icon('sliders-horizontal')}
  </button>
  <div class="sheet" popover role="group" aria-label=${host.t('tools')}>${tools}</div>
`
