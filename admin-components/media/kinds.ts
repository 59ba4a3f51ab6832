/** Narrows the library to one kind of file. Tested by test/admin-components/pages.test.ts. */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'

const KINDS = ['', 'image/', 'video/', 'audio/', 'application/'] as const

export function kindChoice(host: CmsElement, current: string, choose: (kind: string) => void): TemplateResult {
  return html`
    <select
      class="locale"
      aria-label=${host.t('media.kind')}
      @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${KINDS.map(
        (kind) => html`
          <option value=${kind} .selected=${kind === current}>
            ${host.t(`media.kind.${kind.replace('/', '') || 'all'}` as 'media.kind.all')}
          </option>
        `,
      )}
    </select>
  `
}
