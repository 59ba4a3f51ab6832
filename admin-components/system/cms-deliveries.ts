/** `<cms-deliveries>`: pending and failed webhooks and emails, with their errors; retries or deletes them.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/pages.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/pager.ts'
import { ago } from '../texts/texts.ts'
import { SystemPage, type Tried } from './system-page.ts'

interface Delivery {
  id: number
  state: 'failed' | 'pending'
  attempts: number
  error: string | null
  createdAt: string
  nextAttemptAt: string | null
  url?: string
  event?: string
  to?: string
  subject?: string
}

type Found = Page<Delivery> & { counts: { failed: number; pending: number } }

const HEADINGS = ['deliveries.what', 'deliveries.why', 'deliveries.attempts', 'column.createdAt'] as const

class CmsDeliveries extends SystemPage<Found> {
  protected readonly heading = 'area.deliveries'

  get #kind(): string {
    return this.query('kind') ?? 'webhook'
  }

  get #state(): string {
    return this.query('state') ?? 'failed'
  }

  protected ask(): Promise<Found> {
    return this.app.client.get('/admin/deliveries', { kind: this.#kind, state: this.#state, page: this.query('page') ?? 1 })
  }

  protected override acts(): TemplateResult | typeof nothing {
    if (!this.found?.counts.failed) return nothing
    const all = `/admin/deliveries/${this.#kind}`
    return html`
      <button
        ?disabled=${this.isBusy}
        @click=${() => this.attempt(() => this.app.client.post(`${all}/retry`), this.t('deliveries.sentAll'))}>
        ${icon('refresh-cw')}${this.t('deliveries.retryAll')}
      </button>
      <button
        class="danger"
        ?disabled=${this.isBusy}
        @click=${async () => (await confirm(this, { title: this.t('deliveries.deleteAll'), text: this.t('delete.forGood'), yes: this.t('delete'), isDangerous: true })) && this.attempt(() => this.app.client.delete(all), this.t('deliveries.gone'))}>
        ${this.t('deliveries.deleteAll')}
      </button>
    `
  }

  protected body(found: Found): TemplateResult {
    const tab = (kind: string, label: string) => html`
      <button role="tab" aria-selected=${this.#kind === kind} @click=${() => this.go({ kind, page: undefined })}>${label}</button>
    `
    return html`
      <div class="tabs" role="tablist">${tab('webhook', this.t('deliveries.webhooks'))}${tab('email', this.t('deliveries.emails'))}</div>
      <div class="row">
        ${(['failed', 'pending'] as const).map(
          (state) => html`
            <button aria-pressed=${this.#state === state} @click=${() => this.go({ state, page: undefined })}>
              ${this.t(`deliveries.${state}`)}
              <span class="badge ${state === 'failed' && found.counts.failed > 0 ? 'bad' : ''}">${found.counts[state]}</span>
            </button>
          `,
        )}
      </div>
      ${this.table(
        found.docs.map((one) => this.#row(one)),
        { headings: HEADINGS, empty: 'deliveries.none', face: 'send' },
      )}
      ${pager(this, found, (page) => this.go({ page: String(page) }))}
    `
  }

  #row(one: Delivery): TemplateResult {
    const path = `/admin/deliveries/${this.#kind}/${one.id}`
    return html`
      <tr>
        <td class="clip">
          <strong>${one.event ?? one.subject}</strong>
          <br />
          <span class="muted small">${one.url ?? one.to}</span>
        </td>
        <td class="clip" title=${one.error ?? ''}>${one.error ?? '—'}</td>
        <td>${one.attempts}</td>
        <td>${ago(one.createdAt, this.app.language)}</td>
        <td class="tight">
          <button class="small" ?disabled=${this.isBusy} @click=${() => this.#retry(path)}>${this.t('deliveries.retry')}</button>
          <button
            class="small plain icon-only"
            aria-label=${this.t('delete')}
            @click=${() => this.attempt(() => this.app.client.delete(path))}>
            ${icon('trash-2')}
          </button>
        </td>
      </tr>
    `
  }

  #retry(path: string): Promise<boolean> {
    return this.attempt(async () => {
      const tried = await this.app.client.post<Tried>(`${path}/retry`)
      this.app.say(tried.ok ? this.t('deliveries.sent') : tried.error, tried.ok ? 'good' : 'bad')
    })
  }
}

define('cms-deliveries', CmsDeliveries)
