/** How far an upload is, and the files that could not be uploaded, each with the reason, and a button that tries those again that may work then. Tested by test/admin-components/picking-files.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import type { Uploaded } from './upload.ts'

export const failuresLook = css`
  .failures { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s3); align-items: center; justify-content: space-between; }
  .failures ul { flex: 1 1 16em; max-block-size: 20vh; overflow-y: auto; overflow-wrap: anywhere; }
`

export const uploadFailures = (host: CmsElement, failed: Uploaded['failed'], retry: (files: File[]) => unknown): TemplateResult => html`
  <div class="note bad failures" role="alert">
    <ul>
      ${failed.map(({ file, why }) => html`<li><strong>${file.name}</strong>: ${why}</li>`)}
    </ul>
    ${
      failed.some(({ mayWorkLater }) => mayWorkLater)
        ? html`<button type="button" class="small" @click=${() => retry(failed.flatMap((one) => (one.mayWorkLater ? [one.file] : [])))}>${host.t('again')}</button>`
        : nothing
    }
  </div>
`

/** How much of an upload is done, between 0 and 1. */
export const uploadShare = (host: CmsElement, share: number | undefined): TemplateResult | typeof nothing =>
  share === undefined ? nothing : html`<progress max="1" .value=${share} aria-label=${host.t('media.uploading')}></progress>`
