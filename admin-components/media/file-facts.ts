/** The facts about a file: its type, size, age, and where it is used. Tested by test/admin-components/system.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { KnownUses } from '../app/uses.ts'
import type { CmsElement } from '../element.ts'
import { placeList } from '../parts/delete-warning.ts'
import { measures } from '../parts/measures.ts'
import { onDate } from '../texts/texts.ts'

export function fileFacts(host: CmsElement, doc: Doc, uses: KnownUses, again: () => unknown): TemplateResult {
  const { language } = host.app
  const sizes = Object.entries<{ width: number; height: number }>(doc['sizes'] ?? {})
  return html`
    <dl class="facts">
      <dt>${host.t('media.type')}</dt>
      <dd>${doc['mimeType']}</dd>
      <dt>${host.t('media.size')}</dt>
      <dd>${measures(host, doc)}</dd>
      ${
        sizes.length > 0
          ? html`
              <dt>${host.t('media.sizes')}</dt>
              <dd>
                ${sizes.map(([name, { width, height }]) => html`<span class="badge">${name} <bdi dir="ltr" class="whole">${width} × ${height}</bdi></span>`)}
              </dd>
            `
          : nothing
      }
      <dt>${host.t('column.createdAt')}</dt>
      <dd>${onDate(doc['createdAt'], language)}</dd>
      <dt>${host.t('media.used')}</dt>
      <dd>${uses === undefined ? '…' : uses === 'unknown' ? html`<span>${host.t('delete.usesUnknown', { count: 1 })}</span> <button type="button" class="small" @click=${again}>${host.t('again')}</button>` : uses.total === 0 ? host.t('media.unused') : placeList(host, uses)}</dd>
    </dl>
  `
}
