/** The bar below the library with what can be done to all selected files. Tested by test/admin-components/possible-actions.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { RightsToDocuments } from '../app/document-rights.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { icon } from '../parts/icon.ts'
import type { Folder } from './folders.ts'

interface Library extends CmsElement {
  chosen: ReadonlySet<number>
  folders: readonly Folder[]
}

interface Acts {
  rights: RightsToDocuments
  move(select: HTMLSelectElement): unknown
  remove(): unknown
}

export function chosenBar(host: Library, media: Entity, { rights, move, remove }: Acts): TemplateResult {
  const isPending = rights.isPending(media, host.chosen)
  const allowed = rights.to(media, host.chosen)
  /** Stays disabled until it is known whether it is allowed. */
  const offers = (right: 'update' | 'delete') => media.may[right] && (isPending || allowed[right])
  const isLimited = (['update', 'delete'] as const).some((right) => media.may[right] && !offers(right))
  const label = host.t('choose.count', { count: host.chosen.size })
  return html`
    <div class="chosen row apart" role="region" aria-busy=${isPending} aria-label=${label}>
      <span role="status">${label}</span>
      ${isLimited ? html`<span class="muted small">${host.t('choose.limited')}</span>` : nothing}
      <span class="row">
        ${
          offers('update') && host.app.known.upload.folders
            ? html`
                <select
                  aria-label=${host.t('media.move')}
                  ?disabled=${!allowed.update}
                  @change=${(event: Event) => move(event.target as HTMLSelectElement)}>
                  <option value="">${host.t('media.move')}</option>
                  <option value="none">${host.t('media.folder.none')}</option>
                  ${host.folders.map(({ id, path }) => html`<option value=${id}>${path}</option>`)}
                </select>
              `
            : nothing
        }
        ${offers('delete') ? html`<button class="danger" ?disabled=${!allowed.delete} @click=${remove}>${icon('trash-2')}${host.t('delete')}</button>` : nothing}
        <button class="plain" @click=${() => (host.chosen = new Set())}>${host.t('choose.none')}</button>
      </span>
    </div>
  `
}
