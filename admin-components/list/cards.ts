/** A list as cards: the image, title and state of each document. Tested by test/admin-components/pages.test.ts. */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { coverOf } from '../parts/document-line.ts'
import { icon } from '../parts/icon.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { titleOf } from '../parts/title.ts'
import { hasTick } from './bulk/bar.ts'
import { updated } from './columns.ts'
import { invitedMark } from './invited.ts'
import type { ListHost } from './list-host.ts'
import { plannedFor } from './planned.ts'
import { showsTrash } from './query.ts'
import { stateOf, statusBadge } from './state.ts'
import { showWhole } from './table.ts'
import { stateInTrash } from './trashed.ts'
import { untranslatedMark } from './untranslated.ts'

export const cardsLook = css`
  .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr)); gap: var(--s3); }
  .cards li { position: relative; background: var(--surface); border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); overflow: hidden; display: grid; grid-template-rows: auto 1fr; }
  .cards li:hover { border-color: var(--edge); }
  .cards li.is-chosen { border-color: var(--accent); background: var(--wash); }
  .cards .thumb, .cards .thumb img { inline-size: 100%; block-size: 130px; object-fit: cover; border-radius: 0; }
  .cards .thumb svg.icon { inline-size: 32px; block-size: 32px; color: var(--muted); }
  .cards .about { display: grid; grid-template-rows: auto 1fr; gap: var(--s1); padding: var(--s3); }
  .cards .about .row { align-self: end; }
  .cards .name { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; align-self: start; }
  .cards .ages { white-space: nowrap; }
  .cards .changes::before { content: '· '; }
  .cards .about .row { gap: 2px var(--s2); }
  .cards a { color: var(--text); font-weight: 600; overflow-wrap: anywhere; }
  .cards a::after { content: ''; position: absolute; inset: 0; }
  .cards input { position: absolute; inset-block-start: 10px; inset-inline-start: 10px; z-index: 1; }
`

export function cards(host: ListHost, entity: Entity, docs: readonly Doc[]): TemplateResult {
  const cover = coverOf(entity)
  const ticked = docs.filter((doc) => hasTick(host, entity, doc))
  return html`
    <ul class="cards" @pointerover=${showWhole}>
      ${docs.map((doc) => card(host, entity, doc, ticked, cover?.name))}
    </ul>
  `
}

function card(host: ListHost, entity: Entity, doc: Doc, ticked: readonly Doc[], cover: string | undefined): TemplateResult {
  const title = titleOf(host, entity, doc)
  const picture = cover === undefined ? undefined : doc[cover]
  const { router } = host.app
  const isTrash = showsTrash(entity, host.query)
  return html`
    <li class=${host.chosen.has(doc.id) ? 'is-chosen' : ''}>
      ${
        ticked.includes(doc)
          ? html`
              <input
                type="checkbox"
                aria-label=${host.t('choose', { title })}
                .checked=${host.chosen.has(doc.id)}
                @click=${(event: MouseEvent) => host.choose(doc.id, ticked, event)} />
            `
          : nothing
      }
      ${picture ? thumbnail(picture) : html`<span class="thumb">${icon(entity.icon)}</span>`}
      <span class="about">
        ${
          isTrash
            ? html`<strong class="name">${title}</strong>`
            : html`
                <a class="name" href=${router.href(`c/${entity.slug}/${doc.id}`)} @click=${(event: MouseEvent) => host.open(doc.id, event)}>${title}</a>
              `
        }
        <span class="row small muted">
          ${entity.drafts ? (isTrash ? stateInTrash(host, doc) : statusBadge(host, stateOf(doc))) : nothing} ${plannedFor(host, doc)} ${untranslatedMark(host, doc)} ${invitedMark(host, doc)} ${updated(host, doc)}
        </span>
      </span>
    </li>
  `
}
