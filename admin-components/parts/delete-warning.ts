/** The text of the dialogs that ask before a delete: its effect, the places where the documents are used, and what becomes of these.
 * Tested by test/admin-components/used-in.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Entity } from '../app/schema.ts'
import type { KnownUses, UsePlace, Uses } from '../app/uses.ts'
import '../document/action-texts.ts'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

const NAMED = 5

interface Deleting {
  /** How many documents are deleted. @default 1 */
  count?: number
  isInTrash?: boolean
  /** The name of a person, in place of “it”. */
  name?: string
}

export function deleteWarning(
  host: CmsElement,
  entity: Entity,
  uses: KnownUses,
  { count = 1, isInTrash = false, name }: Deleting = {},
): TemplateResult {
  const fate = entity.trash && !isInTrash ? 'delete.toTrash' : 'delete.forGood'
  if (uses === 'unknown') return html`<p>${host.t(fate, { count })}</p><p class="note warn">${host.t('delete.usesUnknown', { count })}</p>`
  const sentences = name === undefined ? (count > 1 ? MANY : ONE) : PERSON
  return html`
    <p>${host.t(fate, { count })}</p>
    ${uses?.moved ? whatMoves(host, entity, uses.moved, count > 1) : nothing}
    ${uses && uses.total > 0 ? whereUsed(host, uses, sentences, name) : nothing}
  `
}

const ONE = { used: 'delete.used', trashed: 'delete.usedTrashed', unseen: 'delete.usedUnseen' } as const
const MANY = { used: 'delete.anyUsed', trashed: 'delete.anyUsedTrashed', unseen: 'delete.anyUsedUnseen' } as const
const PERSON = { used: 'delete.personUsed', trashed: 'delete.personUsedTrashed', unseen: 'delete.personUsedUnseen' } as const

type Sentences = typeof ONE | typeof MANY | typeof PERSON

/** Documents below a deleted one, and the contents of a folder, stay and take another place. */
function whatMoves(host: CmsElement, { slug }: Entity, moved: Uses, areMany: boolean): TemplateResult {
  const where = slug === 'media-folders' ? 'delete.inFolder' : areMany ? 'delete.belowAny' : 'delete.below'
  return html`<p>${host.t(where, { count: moved.total - moved.trashed })}</p>${placeList(host, moved)}`
}

function whereUsed(host: CmsElement, uses: Uses, sentences: Sentences, who = ''): TemplateResult {
  const { total, trashed, places } = uses
  const count = total - trashed
  if (count === 0) return html`<p>${host.t(sentences.trashed, { count: trashed, who })}</p>`
  if (places.length === 0) return html`<p>${host.t(sentences.unseen, { count, who })} ${trashedToo(host, uses)}</p>`
  return html`
    <p>${host.t(sentences.used, { count, who })}</p>
    ${placeList(host, uses)}${uses.needed > 0 ? whereNeeded(host, uses) : nothing}
  `
}

/** Required fields keep the reference, but what it led to can't be read any more. */
const whereNeeded = (host: CmsElement, { needed, lists }: Uses): TemplateResult => html`
  <div class="note warn places">
    ${host.t('delete.needed', { count: needed })}
    ${lists.map((list) => html` ${placeLink(host, list)}`)}
  </div>
`

/** The first places by name, the others once they are asked for, and how many can't be named. Their links leave the dialog as it is. */
export function placeList(host: CmsElement, uses: Uses): TemplateResult {
  const { total, trashed, places } = uses
  const item = (place: UsePlace) =>
    html`<li>${placeLink(host, place)}${place.kind ? html` <span class="muted small">${place.kind}</span>` : nothing}</li>`
  const others = places.slice(NAMED)
  const unnamed = total - trashed - places.length
  return html`
    <ul class="places">
      ${places.slice(0, NAMED).map(item)}
      ${
        others.length > 0
          ? html`
              <li class="muted">
                <details>
                  <summary>${host.t('delete.usedMore', { count: others.length })}</summary>
                  <ul>${others.map(item)}</ul>
                </details>
              </li>
            `
          : nothing
      }
      ${unnamed > 0 ? html`<li class="muted">${host.t('delete.usedUnnamed', { count: unnamed })}</li>` : nothing}
      ${trashed > 0 ? html`<li class="muted">${trashedToo(host, uses)}</li>` : nothing}
    </ul>
  `
}

const trashedToo = (host: CmsElement, { trashed }: Uses): string => (trashed > 0 ? host.t('delete.trashedToo', { count: trashed }) : '')

function placeLink({ app }: CmsElement, { name, to }: UsePlace): TemplateResult | string {
  if (app.router.base === undefined) return name
  return html`<a href=${app.router.href(to)} target="_blank" rel="noopener">${name}${icon('external-link')}</a>`
}
