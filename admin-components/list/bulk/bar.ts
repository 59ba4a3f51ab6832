/** The bar below a list with what can be done to all selected documents. Tested by test/admin-components/content.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Entity } from '../../app/schema.ts'
import { icon } from '../../parts/icon.ts'
import { loadFor } from '../../parts/later.ts'
import type { Key } from '../../texts/texts.ts'
import type { ListHost } from '../list-host.ts'
import { showsTrash } from '../query.ts'

export type Action = 'publish' | 'unpublish' | 'delete' | 'recover'

/** The labels of the buttons. */
export const LABELS: Record<Action, Key> = { publish: 'publish', unpublish: 'unpublish', delete: 'delete', recover: 'trash.recover' }

const acting = (host: ListHost) => loadFor(host, () => import('./act.ts'))

/** Whether anything can be done to several documents of the list at once. */
export const hasBulkActions = ({ may, drafts }: Entity): boolean => may.update || may.delete || (drafts && may.publish)

export function many(host: ListHost, entity: Entity): TemplateResult {
  const isTrash = showsTrash(entity, host.query)
  // In the trash is only what may be deleted.
  const allowed = isTrash ? entity : { ...entity, may: host.rights.to(entity, host.chosen) }
  const { drafts } = entity
  const may = isTrash ? entity.may : { ...entity.may, publish: entity.may.publish && entity.may.update }
  const { size } = host.chosen
  const total = host.found?.totalDocs ?? 0
  const isBusy = host.busy !== ''
  const isOff = (right: 'update' | 'publish' | 'delete') => isBusy || !allowed.may[right]
  const button = (action: Action, right: 'update' | 'publish' | 'delete', look = '') => html`
    <button class=${look} ?disabled=${isOff(right)} @click=${async () => (await acting(host))?.actOn(host, allowed, action)}>${host.t(LABELS[action])}</button>
  `
  return html`
    <div class="chosen row apart" role="region" aria-busy=${!isTrash && host.rights.isPending(entity)} aria-label=${host.t('choose.count', { count: size })}>
      <span role="status">${host.busy || host.t('choose.count', { count: size })}</span>
      ${
        size < total
          ? html`<button class="plain small" @click=${() => host.chooseEvery(entity)}>${host.t('choose.every', { count: total })}</button>`
          : nothing
      }
      ${!isTrash && host.rights.isLimited(entity) ? html`<span class="muted small">${host.t('choose.limited')}</span>` : nothing}
      <span class="row">
        ${may.update && isTrash ? button('recover', 'update') : nothing}
        ${
          may.update && !isTrash
            ? html`<button ?disabled=${isOff('update')} @click=${async () => (await acting(host))?.edit(host, allowed)}>${icon('pencil')}${host.t('bulk.edit')}</button>`
            : nothing
        }
        ${drafts && may.publish && !isTrash ? html`${button('publish', 'publish')}${button('unpublish', 'publish')}` : nothing}
        ${may.delete ? button('delete', 'delete', 'danger') : nothing}
        <button class="plain" @click=${() => host.chooseNone()}>${host.t('choose.none')}</button>
      </span>
    </div>
  `
}
