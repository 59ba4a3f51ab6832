/** The files that could not be uploaded, each with the reason, and a button that tries them again. Tested by test/admin-components/picking-files.test.ts. */
import { css, html, type TemplateResult } from 'lit'
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
    <button type="button" class="small" @click=${() => retry(failed.map(({ file }) => file))}>${host.t('again')}</button>
  </div>
`
