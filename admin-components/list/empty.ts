/** A list without documents says why, and offers the next step. Tested by test/admin-components/everyday.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Entity } from '../app/schema.ts'
import { icon } from '../parts/icon.ts'
import type { ListHost } from './list-host.ts'

/** `create`: the button for the first document; undefined if a search or filter found nothing. */
export function emptyList(host: ListHost, entity: Entity, isTrash: boolean, create: TemplateResult | undefined): TemplateResult {
  const { description, link } = entity.admin.empty ?? {}
  const why = create ? (isTrash ? host.t('trash.empty') : host.app.label(description, host.t('list.empty'))) : host.t('list.nothing')
  return html`
    <div class="empty card">
      ${icon(isTrash ? 'trash-2' : entity.icon)}
      <p>${why}</p>
      ${
        create
          ? nothing
          : html`<button @click=${() => host.go({ q: undefined, filter: undefined, page: undefined })}>${host.t(host.query.has('filter') ? 'filter.clear' : 'search.clear')}</button>`
      }
      ${create && !isTrash && entity.may.create ? create : nothing}
      ${create && !isTrash && link ? html`<a href=${link}>${host.t('list.learn')}</a>` : nothing}
    </div>
  `
}
