/** The button that chooses files to upload: above the library, and in its middle while it is empty. Tested by test/admin-components/library.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import type { Key } from '../texts/texts.ts'

export const uploadButton = (host: CmsElement, picked: (event: Event) => void): TemplateResult => html`
  <label class="button main">
    ${icon('upload')}${host.t('media.upload')}
    <input class="unseen" type="file" multiple accept=${host.app.known.upload.accept} @change=${picked} />
  </label>
`

/** `picked`: undefined if nothing can be uploaded. */
export const emptyLibrary = (host: CmsElement, why: Key, picked: ((event: Event) => void) | undefined): TemplateResult => html`
  <div class="empty card">
    ${icon('image')}
    <p>${host.t(why)}</p>
    ${picked ? html`${uploadButton(host, picked)}<p class="muted small">${host.t('media.dropHere')}</p>` : nothing}
  </div>
`
