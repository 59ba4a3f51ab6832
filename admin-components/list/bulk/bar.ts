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

export function many(host: ListHost, entity: Entity): TemplateResult {
  const { may, drafts } = entity
  const { size } = host.chosen
  const total = host.found?.totalDocs ?? 0
  const isBusy = host.busy !== ''
  const button = (action: Action, look = '') => html`
    <button class=${look} ?disabled=${isBusy} @click=${async () => (await acting(host))?.actOn(host, entity, action)}>${host.t(LABELS[action])}</button>
  `
  return html`
    <div class="chosen row apart" role="region" aria-label=${host.t('choose.count', { count: size })}>
      <span role="status">${host.busy || host.t('choose.count', { count: size })}</span>
      ${
        size < total
          ? html`<button class="plain small" @click=${() => host.chooseEvery(entity)}>${host.t('choose.every', { count: total })}</button>`
          : nothing
      }
      <span class="row">
        ${may.update && showsTrash(entity, host.query) ? button('recover') : nothing}
        ${
          may.update && !showsTrash(entity, host.query)
            ? html`<button ?disabled=${isBusy} @click=${async () => (await acting(host))?.edit(host, entity)}>${icon('pencil')}${host.t('bulk.edit')}</button>`
            : nothing
        }
        ${drafts && may.publish && !showsTrash(entity, host.query) ? html`${button('publish')}${button('unpublish')}` : nothing}
        ${may.delete ? button('delete', 'danger') : nothing}
        <button class="plain" @click=${() => host.chooseNone()}>${host.t('choose.none')}</button>
      </span>
    </div>
  `
}
