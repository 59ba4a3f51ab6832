/** `<cms-deliveries>`: pending and failed webhooks and emails, with their errors; retries or deletes them.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/pages.test.ts.
 */
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { RelatedDocuments } from '../app/related.ts'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { nameOf } from '../parts/document-line.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { pager } from '../parts/pager.ts'
import { ago } from '../texts/texts.ts'
import { cardsOnPhones } from './cards-on-phones.ts'
import { targetName } from './deeds.ts'
import { failureText } from './failure-text.ts'
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
  collection?: string
  doc?: number
  global?: string
  /** The body of a webhook; only admins see it. */
  body?: string | null
  to?: string
  subject?: string
}

type Found = Page<Delivery> & { counts: { failed: number; pending: number } }

const HEADINGS = ['deliveries.what', 'deliveries.why', 'deliveries.attempts', 'column.createdAt'] as const

const look = css`
  .deliveries { min-inline-size: 0; }
  .deliveries a { text-decoration: underline; }
  .deliveries td { padding-block: var(--s2); vertical-align: top; }
  .deliveries .deeds button { vertical-align: middle; }
  .deliveries .reveal { margin-inline-start: calc(var(--s2) * -1); color: var(--muted); }
  .deliveries .sent { white-space: pre-wrap; overflow-wrap: anywhere; max-block-size: 480px; overflow-y: auto; }
  .deliveries .clip { min-inline-size: 180px; overflow-wrap: anywhere; white-space: normal; }
`

class CmsDeliveries extends SystemPage<Found> {
  static override looks = [look, cardsOnPhones]
  #related: RelatedDocuments | undefined
  static override properties: PropertyDeclarations = { ...SystemPage.properties, open: { state: true } }
  /** The delivery whose content is shown. */
  declare open: number | undefined
  protected readonly heading = 'area.deliveries'

  get #kind(): string {
    return this.query('kind') ?? 'webhook'
  }

  /** Until somebody chooses: what failed, or what is waiting if nothing failed. */
  #first: 'failed' | 'pending' = 'failed'

  get #state(): string {
    return this.query('state') ?? this.#first
  }

  protected async ask(): Promise<Found> {
    const kind = this.#kind
    const about = (state: string) => this.app.client.get<Found>('/admin/deliveries', { kind, state, page: this.query('page') ?? 1 })
    const found = await about(this.query('state') ?? 'failed')
    this.#first = found.counts.failed === 0 && found.counts.pending > 0 ? 'pending' : 'failed'
    return this.query('state') === undefined && this.#first === 'pending' ? about('pending') : found
  }

  /** Says what the other list holds, so that an empty one doesn't promise too much. */
  #emptyText({ counts }: Found): string {
    if (this.#state === 'failed' && counts.pending > 0) return this.t('deliveries.emptyFailed', { count: counts.pending })
    if (this.#state === 'pending' && counts.failed > 0) return this.t('deliveries.emptyPending', { count: counts.failed })
    return this.t('deliveries.none')
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
      <div class="deliveries">${this.table(
        found.docs.map((one) => this.#row(one)),
        { headings: HEADINGS, empty: this.#emptyText(found), face: 'send' },
      )}</div>
      ${pager(this, found, (page) => this.go({ page: String(page) }), 'deliveries.count')}
    `
  }

  #row(one: Delivery): TemplateResult {
    const path = `/admin/deliveries/${this.#kind}/${one.id}`
    return html`
      <tr>
        <td class="clip">
          ${this.#what(one)}
          <br />
          <span class="muted small">${one.url ?? one.to}</span>
          ${
            one.body
              ? html`
                  <br />
                  <button
                    class="plain small reveal"
                    aria-expanded=${this.open === one.id}
                    @click=${() => (this.open = this.open === one.id ? undefined : one.id)}>
                    ${icon(this.open === one.id ? 'chevron-down' : 'chevron-right')}${this.t('deliveries.body')}
                  </button>
                `
              : nothing
          }
        </td>
        <td class="clip" title=${one.error ?? ''}>${one.error ? failureText(this, one.error) : '—'}</td>
        <td>
          ${one.attempts}
          ${one.nextAttemptAt ? html`<br /><span class="muted small">${this.#nextAttempt(one.nextAttemptAt)}</span>` : nothing}
        </td>
        <td>${ago(one.createdAt, this.app.language)}</td>
        <td class="deeds">
          <button class="small" ?disabled=${this.isBusy} @click=${() => this.#retry(path)}>${this.t('deliveries.retry')}</button>
          <button
            class="small plain icon-only"
            aria-label=${this.t('delete')}
            @click=${() => this.attempt(() => this.app.client.delete(path))}>
            ${icon('trash-2')}
          </button>
        </td>
      </tr>
      ${one.body && this.open === one.id ? html`<tr><td colspan="5"><pre class="small sent">${indented(one.body)}</pre></td></tr>` : nothing}
    `
  }

  /** A time that has passed means that the jobs, which make the attempts, have not run since. */
  #nextAttempt(at: string): string {
    return Date.parse(at) <= Date.now() ? this.t('deliveries.nextJobs') : this.t('deliveries.next', { when: ago(at, this.app.language) })
  }

  /** `Published · Post “Night trains”`, with a link to the document. */
  #what({ event = '', subject, collection, doc, global, body }: Delivery): TemplateResult {
    if (subject !== undefined) return html`<strong>${subject}</strong>`
    const said = EVENTS.find((one) => event === one)
    const target = global === undefined ? (collection ?? '') : `global:${global}`
    const name = targetName(this, target, doc === undefined ? 'plural' : 'singular')
    const to = global === undefined ? `c/${collection}/${doc}` : `g/${global}`
    const isOpen = event !== 'delete' && (doc !== undefined || global !== undefined)
    const title = this.#titleOf(collection, doc, body, event !== 'delete')
    const shown = global === undefined ? title : name
    return html`
      <strong>${said ? this.t(`deliveries.event.${said}`) : event}</strong>
      ${target === '' || global !== undefined ? nothing : html`<span class="muted">${name}</span>`}
      ${shown === undefined ? nothing : isOpen ? link(this, to, shown) : shown}
    `
  }

  /** From what is sent, if the reader may see that, or from the document. */
  #titleOf(slug = '', id: number | undefined, body: string | null | undefined, isThere: boolean): string | undefined {
    const entity = this.app.collection(slug)
    const sent = titleIn(body, entity?.title ? [entity.title] : ['title', 'name'])
    if (sent !== undefined || id === undefined) return sent
    this.#related ??= new RelatedDocuments(this.app)
    const doc = isThere ? this.#related.find(slug, id, this) : null
    return doc && entity ? nameOf(this, entity, doc) : String(id)
  }

  #retry(path: string): Promise<boolean> {
    return this.attempt(async () => {
      const tried = await this.app.client.post<Tried>(`${path}/retry`)
      this.app.say(tried.ok ? this.t('deliveries.sent') : failureText(this, tried.error), tried.ok ? 'good' : 'bad')
    })
  }
}

const EVENTS = ['create', 'update', 'publish', 'unpublish', 'delete', 'draft'] as const

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The title of the document in the body of a webhook, if it is one text and not one per language. */
function titleIn(body: string | null | undefined, fields: readonly string[]): string | undefined {
  try {
    const { doc = {} } = JSON.parse(body ?? '') as { doc?: Record<string, unknown> }
    return fields.map((field) => doc[field]).find((one): one is string => typeof one === 'string' && one !== '')
  } catch {
    return undefined
  }
}

define('cms-deliveries', CmsDeliveries)
