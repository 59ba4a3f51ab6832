/** The panel with a document's status, id, and creation and modification times. Tested by test/admin-components/states.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { stateOf, statusBadge } from '../list/state.ts'
import { icon } from '../parts/icon.ts'
import { ago, onDate, onDateInZone } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

export function statePanel(host: DocumentHost, form: Form): TemplateResult | typeof nothing {
  const { entity, doc } = form
  if (form.isNew) return nothing
  const { language } = host.app
  const time = (value: string) => html`<time datetime=${value} title=${onDate(value, language)}>${ago(value, language)}</time>`
  return html`
    ${invitation(host, form)}
    <div class="card stack tight">
      ${host.planned.list.map(
        (one) => html`
          <div class="planned small">
            ${icon('clock')}
            <span class="grow" title=${onDateInZone(one.runAt, language)}>${host.t(`schedule.${one.action}`, { when: onDate(one.runAt, language) })}</span>
            ${
              host.planned.mayCancel
                ? html`
                    <button
                      type="button"
                      class="plain small icon-only"
                      aria-label=${host.t('schedule.cancel')}
                      title=${host.t('schedule.cancel')}
                      @click=${() => host.planned.cancel(one)}>
                      ${icon('x')}
                    </button>
                  `
                : nothing
            }
          </div>
        `,
      )}
      <dl class="facts apart">
        ${
          entity.drafts
            ? html`
                <dt>${host.t('column.status')}</dt>
                <dd>
                  ${statusBadge(host, form.isPending ? 'pending' : stateOf(doc))}
                </dd>
              `
            : nothing
        }
        ${
          doc['updatedAt']
            ? html`
                <dt>${host.t('column.updatedAt')}</dt>
                <dd>${time(doc['updatedAt'])}</dd>
              `
            : nothing
        }
        ${
          doc['createdAt']
            ? html`
                <dt>${host.t('column.createdAt')}</dt>
                <dd>${time(doc['createdAt'])}</dd>
              `
            : nothing
        }
        ${
          doc['id']
            ? html`
                <dt>${host.t('column.id')}</dt>
                <dd>${doc['id']}</dd>
              `
            : nothing
        }
      </dl>
      <a class="small row" href=${host.app.client.address(form.path)} target="_blank" rel="noopener">
        ${icon('code')}${host.t('document.api')}
      </a>
    </div>
  `
}

/** Its code is loaded with the first person whose page an admin opens. */
function invitation({ app }: DocumentHost, { entity, id, doc }: Form): TemplateResult | typeof nothing {
  if (entity.slug !== 'users' || app.user?.role !== 'admin' || app.known.mailsLinks !== true || id === undefined) return nothing
  import('./invitation.ts').catch(() => undefined)
  return html`<cms-invitation person=${id} email=${String(doc['email'])}></cms-invitation>`
}
