/** The page of an address that leads nowhere, at least for this person. Tested by test/admin-components/system-pages.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'

/** The schema that a role gets doesn't name what it may not open, so both reasons are possible. */
export const nowhere = (host: CmsElement): TemplateResult => html`
  <div class="page">
    <div class="empty">
      ${icon('map-pin')}
      <h1>${host.t('nowhere')}</h1>
      ${host.app.user?.role === 'admin' ? nothing : html`<p>${host.t('nowhere.role')}</p>`}
      ${link(host, '', host.t('nowhere.back'))}
    </div>
  </div>
`
