/** The files of the library, as a grid of thumbnails or as a table. Tested by test/admin-components/pages.test.ts. */

import { css, html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { fileName } from '../parts/file-name.ts'
import { measures } from '../parts/measures.ts'
import { watchWidth } from '../parts/table-width.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { timeAgo } from '../parts/time-ago.ts'
import { DRAGGED, type Folder } from './folders.ts'

export interface FileArea {
  docs: readonly Doc[]
  folders: readonly Folder[]
  chosen: ReadonlySet<number>
  /** What this person may do with a file. */
  mayTo(id: number): Entity['may']
  choose(id: number, event: MouseEvent): void
  /** The files that move with this one when it is dragged. */
  drag(id: number): readonly number[]
  open(doc: Doc): void
}

export const filesLook = css`
  .files-grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(170px, 45%), 1fr)); gap: var(--s3); }
  .files-grid button { flex-direction: column; align-items: stretch; justify-content: flex-start; padding: 0; block-size: 100%; inline-size: 100%; overflow: hidden; min-block-size: 0; font-weight: 450; white-space: normal; text-align: start; gap: 0; }
  .files-grid .thumb, .files-grid .thumb img { inline-size: 100%; block-size: 130px; object-fit: cover; border-radius: 0; }
  .files-grid .thumb svg { inline-size: 36px; block-size: 36px; }
  .files-grid .ghost { min-block-size: 200px; }
  .files-grid .about { padding: var(--s2) var(--s3); display: grid; min-inline-size: 0; }
  .files-grid li { position: relative; }
  .files-grid .about .badge { justify-self: start; margin-block-start: var(--s1); white-space: normal; }
  .files-grid .pick { position: absolute; inset-block-start: 8px; inset-inline-start: 8px; z-index: 1; }
  .files-grid .is-chosen button { border-color: var(--accent); }
  .files-table td { white-space: nowrap; }
  .files-table td.first { max-inline-size: min(360px, 64cqi); }
  .files-table td .value { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; white-space: normal; word-break: break-all; unicode-bidi: plaintext; text-align: match-parent; }
  .files-table td:has(.value) { min-inline-size: 5rem; }
  /* Where it has no room, the name and the picture say the type. */
  @container (max-width: 940px) { .files-table .type { display: none; } }
  @container (max-width: 1180px) {
    .library .files-table .type { display: none; }
    .library .files-table :is(td, th) { padding-inline: var(--s2); }
    .library .files-table td.first { max-inline-size: 220px; }
  }
  .files-table td button { vertical-align: middle; border: 0; background: none; padding: 0; font-weight: 550; justify-content: flex-start; max-inline-size: 100%; }
`

export function filesGrid(host: CmsElement, area: FileArea): TemplateResult {
  return html`
    <ul class="files-grid">
      ${area.docs.map(
        (doc) => html`
          <li class=${area.chosen.has(doc.id) ? 'is-chosen' : ''} draggable=${moves(host, area, doc)} @dragstart=${(event: DragEvent) => drag(event, area, doc)}>
            ${hasTick(host, area, doc) ? pick(host, area, doc) : nothing}
            <button @click=${() => area.open(doc)}>
              ${thumbnail(doc)}
              <span class="about">
                ${fileName(doc['originalName'], true)}
                <span class="muted small">${measures(host, doc)}</span>
                ${hasNoAlt(doc) ? html`<span class="badge warn">${host.t('relation.noAlt')}</span>` : nothing}
              </span>
            </button>
          </li>
        `,
      )}
    </ul>
  `
}

export function filesTable(host: CmsElement, area: FileArea): TemplateResult {
  const headings = [host.t('media.name'), host.t('media.size'), host.t('media.type'), host.t('media.alt'), host.t('column.createdAt')]
  const hasFolders = area.folders.length > 0
  const hasTicks = area.docs.some((doc) => hasTick(host, area, doc))
  return html`
    <div ${ref(watchWidth)} class="table-frame files-table" role="region" tabindex="0" aria-label=${host.t('area.media')}>
      <table>
        <thead>
          <tr>
            ${hasTicks ? html`<th class="tight"><span class="unseen">${host.t('choose.column')}</span></th>` : nothing}
            ${headings.map((heading) => html`<th scope="col" class=${heading === host.t('media.type') ? 'type' : ''}>${heading}</th>`)}
            ${hasFolders ? html`<th scope="col">${host.t('media.folder')}</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${area.docs.map(
            (doc) => html`
              <tr aria-selected=${area.chosen.has(doc.id)} draggable=${moves(host, area, doc)} @dragstart=${(event: DragEvent) => drag(event, area, doc)}>
                ${hasTicks ? html`<td class="tight">${hasTick(host, area, doc) ? pick(host, area, doc) : nothing}</td>` : nothing}
                <td class="first">
                  <button @click=${() => area.open(doc)}>
                    ${thumbnail(doc)}
                    ${fileName(doc['originalName'])}
                  </button>
                  ${doc['private'] ? html`<span class="badge">${host.t('media.private')}</span>` : nothing}
                </td>
                <td>${measures(host, doc)}</td>
                <td class="type">${doc['mimeType']}</td>
                <td class="clip">${hasNoAlt(doc) ? html`<span class="badge warn">${host.t('relation.noAlt')}</span>` : html`<span class="value">${doc['alt']}</span>`}</td>
                <td>${timeAgo(host, doc['createdAt'])}</td>
                ${hasFolders ? html`<td class="clip"><span class="value">${area.folders.find(({ id }) => id === doc['folder'])?.path}</span></td>` : nothing}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `
}

const moves = ({ app }: CmsElement, { mayTo }: FileArea, { id }: Doc): boolean => mayTo(id).update && app.known.upload.folders

/** Files are selected where something can be done to several at once. */
export const hasTick = (host: CmsElement, area: FileArea, doc: Doc): boolean => area.mayTo(doc.id).delete || moves(host, area, doc)

function drag({ dataTransfer }: DragEvent, area: FileArea, { id }: Doc): void {
  dataTransfer?.setData(DRAGGED, area.drag(id).join())
}

/** People who can't see the picture would not know what it shows. */
const hasNoAlt = (doc: Doc): boolean => doc['mimeType']?.startsWith('image/') && !doc['alt']

const pick = (host: CmsElement, { chosen, choose }: FileArea, doc: Doc): TemplateResult => html`
  <input
    class="pick"
    type="checkbox"
    aria-label=${host.t('choose', { title: doc['originalName'] })}
    .checked=${chosen.has(doc.id)}
    @click=${(event: MouseEvent) => choose(doc.id, event)} />
`
