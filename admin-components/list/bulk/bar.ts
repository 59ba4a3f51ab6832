/** The bar below a list with what can be done to all selected documents. Tested by test/admin-components/content.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../../app/doc.ts'
import type { Entity } from '../../app/schema.ts'
import { icon } from '../../parts/icon.ts'
import { loadFor } from '../../parts/later.ts'
import type { Key } from '../../texts/texts.ts'
import type { ListHost } from '../list-host.ts'
import { showsTrash } from '../query.ts'

export type Action = 'publish' | 'unpublish' | 'delete' | 'recover'

/** The labels of the buttons. */
export const LABELS: Record<Action, Key> = { publish: 'publish', unpublish: 'unpublish', delete: 'delete', recover: 'trash.recover' }

const RIGHTS = ['update', 'publish', 'delete'] as const
type Right = (typeof RIGHTS)[number]

const acting = (host: ListHost) => loadFor(host, () => import('./act.ts'))

/** Whether the document can be changed together with others. In the trash is only what may be deleted. */
export const hasTick = (host: ListHost, entity: Entity, { id }: Doc): boolean =>
  showsTrash(entity, host.query) ? entity.may.update || entity.may.delete : host.rights.hasAny(entity, id)

export function many(host: ListHost, entity: Entity): TemplateResult {
  const isTrash = showsTrash(entity, host.query)
  const isPending = !isTrash && host.rights.isPending(entity, host.chosen)
  const allowed = isTrash ? entity : { ...entity, may: host.rights.to(entity, host.chosen) }
  const { drafts } = entity
  const may = isTrash ? entity.may : { ...entity.may, publish: entity.may.publish && entity.may.update }
  const { size } = host.chosen
  const total = host.found?.totalDocs ?? 0
  const isBusy = host.busy !== ''
  const isOff = (right: Right) => isBusy || !allowed.may[right]
  /** Stays disabled until it is known whether it is allowed for each of them. */
  const offers = (right: Right) => may[right] && (isPending || allowed.may[right])
  const isLimited = RIGHTS.some((right) => may[right] && !offers(right) && (right !== 'publish' || drafts))
  const button = (action: Action, right: Right, look = '') => html`
    <button class=${look} ?disabled=${isOff(right)} @click=${async () => (await acting(host))?.actOn(host, allowed, action)}>${host.t(LABELS[action])}</button>
  `
  return html`
    <div class="chosen row apart" role="region" aria-busy=${isPending} aria-label=${host.t('choose.count', { count: size })}>
      <span role="status">${host.busy || host.t('choose.count', { count: size })}</span>
      ${
        size < total && !host.hasEvery
          ? html`
              <button class="plain small" @click=${() => host.chooseEvery(entity)}>
                ${!isTrash && entity.may.dependsOnDocument ? host.t('choose.possible') : host.t('choose.every', { count: total })}
              </button>
            `
          : nothing
      }
      ${isLimited ? html`<span class="muted small">${host.t('choose.limited')}</span>` : nothing}
      <span class="row">
        ${offers('update') && isTrash ? button('recover', 'update') : nothing}
        ${
          offers('update') && !isTrash
            ? html`<button ?disabled=${isOff('update')} @click=${async () => (await acting(host))?.edit(host, allowed)}>${icon('pencil')}${host.t('bulk.edit')}</button>`
            : nothing
        }
        ${drafts && offers('publish') && !isTrash ? html`${button('publish', 'publish')}${button('unpublish', 'publish')}` : nothing}
        ${offers('delete') ? button('delete', 'delete', 'danger') : nothing}
        <button class="plain" @click=${() => host.chooseNone()}>${host.t('choose.none')}</button>
      </span>
    </div>
  `
}
