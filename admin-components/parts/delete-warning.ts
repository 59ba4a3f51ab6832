/** The text of the dialogs that ask before a delete: its effect, and the places where the documents are used.
 * Tested by test/admin-components/used-in.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { fateOf } from '../app/deleting.ts'
import type { Entity } from '../app/schema.ts'
import type { UsePlace, Uses } from '../app/uses.ts'
import type { CmsElement } from '../element.ts'
import { icon } from './icon.ts'

const NAMED = 5

interface Deleting {
  /** How many documents are deleted. @default 1 */
  count?: number
  isInTrash?: boolean
}

export function deleteWarning(
  host: CmsElement,
  entity: Entity,
  uses: Uses | undefined,
  { count = 1, isInTrash = false }: Deleting = {},
): TemplateResult {
  return html`<p>${host.t(fateOf(entity, isInTrash), { count })}</p>${uses && uses.total > 0 ? whereUsed(host, uses, count > 1) : nothing}`
}

function whereUsed(host: CmsElement, uses: Uses, areMany: boolean): TemplateResult {
  const { total, trashed, places } = uses
  const count = total - trashed
  if (count === 0) return html`<p>${host.t(areMany ? 'delete.anyUsedTrashed' : 'delete.usedTrashed', { count: trashed })}</p>`
  if (places.length === 0)
    return html`<p>${host.t(areMany ? 'delete.anyUsedUnseen' : 'delete.usedUnseen', { count })} ${trashedToo(host, uses)}</p>`
  return html`<p>${host.t(areMany ? 'delete.anyUsed' : 'delete.used', { count })}</p>${placeList(host, uses)}`
}

/** The first places by name, and how many more there are. Their links leave the dialog as it is. */
export function placeList(host: CmsElement, uses: Uses): TemplateResult {
  const { total, trashed, places } = uses
  const named = places.slice(0, NAMED)
  const more = total - trashed - named.length
  return html`
    <ul class="places">
      ${named.map((place) => html`<li>${placeLink(host, place)}</li>`)}
      ${more > 0 ? html`<li class="muted">${host.t('delete.usedMore', { count: more })}</li>` : nothing}
      ${trashed > 0 ? html`<li class="muted">${trashedToo(host, uses)}</li>` : nothing}
    </ul>
  `
}

const trashedToo = (host: CmsElement, { trashed }: Uses): string => (trashed > 0 ? host.t('delete.trashedToo', { count: trashed }) : '')

function placeLink({ app }: CmsElement, { name, to }: UsePlace): TemplateResult | string {
  if (app.router.base === undefined) return name
  return html`<a href=${app.router.href(to)} target="_blank" rel="noopener">${name}${icon('external-link')}</a>`
}
