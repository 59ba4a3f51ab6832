/** `<cms-deliveries>`: pending and failed webhooks and emails, with their errors; sends them again or deletes them, one or many.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/many-deliveries.test.ts.
 */
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { RelatedDocuments } from '../app/related.ts'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import { pager } from '../parts/pager.ts'
import { ticked } from '../parts/selection.ts'
import { timeAgo } from '../parts/time-ago.ts'
import { titleOf } from '../parts/title.ts'
import { ago, onDate } from '../texts/texts.ts'
import { cardsOnPhones } from './cards-on-phones.ts'
import { targetName } from './deeds.ts'
import { failureText } from './failure-text.ts'
import { deleteMany, isSureToDelete, isSureToSend, type Selected, selectedBar, sendMany } from './many-deliveries.ts'
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
  /** The purpose of the change, where the event doesn't say it. */
  intent?: string
  /** The body of a webhook; only admins see it. */
  body?: string | null
  to?: string
  subject?: string
}

interface Counts {
  failed: number
  pending: number
}

/** `receivers`: the addresses of webhooks. */
type Found = Page<Delivery> & { counts: Counts; receivers?: readonly ({ url: string } & Counts)[] }

const HEADINGS = ['deliveries.what', 'deliveries.why', 'deliveries.attempts', 'column.createdAt'] as const

const look = css`
  .deliveries { min-inline-size: 0; }
  .deliveries a { text-decoration: underline; }
  .deliveries td { padding-block: var(--s2); vertical-align: top; }
  .deliveries .deeds button { vertical-align: middle; }
  .deliveries .reveal { margin-inline-start: calc(var(--s2) * -1); color: var(--muted); }
  .deliveries .sent { white-space: pre-wrap; overflow-wrap: anywhere; max-block-size: 480px; overflow-y: auto; }
  .tools .address { max-inline-size: 100%; text-overflow: ellipsis; }
  .deliveries .clip { min-inline-size: 180px; overflow-wrap: anywhere; white-space: normal; }
`

class CmsDeliveries extends SystemPage<Found> {
  static override looks = [look, cardsOnPhones]
  #related: RelatedDocuments | undefined
  static override properties: PropertyDeclarations = {
    ...SystemPage.properties,
    open: { state: true },
    chosen: { state: true },
    isEvery: { state: true },
  }
  /** The delivery whose content is shown. */
  declare open: number | undefined
  /** The selected ones, also on other pages. */
  declare chosen: ReadonlySet<number>
  /** Whether all that match the filter are selected. */
  declare isEvery: boolean
  /** Where a range of tick boxes begins. */
  #last: number | undefined
  /** The filter that the selection belongs to. */
  #chosenIn = ''
  protected readonly heading = 'area.deliveries'

  constructor() {
    super()
    this.#chooseNone()
  }

  get #kind(): string {
    return this.query('kind') ?? 'webhook'
  }

  /** Until somebody chooses: what failed, or what is waiting if nothing failed. */
  #first: 'failed' | 'pending' = 'failed'

  get #state(): string {
    return this.query('state') ?? this.#first
  }

  get #url(): string | undefined {
    return this.#kind === 'webhook' ? this.query('url') : undefined
  }

  protected async ask(): Promise<Found> {
    const [kind, url] = [this.#kind, this.#url]
    const about = (state: string) => this.app.client.page<Found>('/admin/deliveries', { kind, state, url, page: this.query('page') ?? 1 })
    let found = await about(this.query('state') ?? 'failed')
    this.#first = found.counts.failed === 0 && found.counts.pending > 0 ? 'pending' : 'failed'
    if (this.query('state') === undefined && this.#first === 'pending') found = await about('pending')
    const filter = [kind, this.#state, url].join()
    if (filter !== this.#chosenIn) this.#chooseNone()
    this.#chosenIn = filter
    return found
  }

  /** Says what the other list holds, so that an empty one doesn't promise too much. */
  #emptyText({ counts }: Found): string {
    if (this.#state === 'failed' && counts.pending > 0) return this.t('deliveries.emptyFailed', { count: counts.pending })
    if (this.#state === 'pending' && counts.failed > 0) return this.t('deliveries.emptyPending', { count: counts.failed })
    return this.t(this.#url === undefined ? 'deliveries.none' : 'deliveries.noneThere')
  }

  protected body(found: Found): TemplateResult {
    const tab = (kind: string, label: string) => html`
      <button role="tab" aria-selected=${this.#kind === kind} @click=${() => this.go({ kind, url: undefined, page: undefined })}>${label}</button>
    `
    return html`
      <div class="tabs" role="tablist">${tab('webhook', this.t('deliveries.webhooks'))}${tab('email', this.t('deliveries.emails'))}</div>
      <div class="tools">
        ${(['failed', 'pending'] as const).map(
          (state) => html`
            <button aria-pressed=${this.#state === state} @click=${() => this.go({ state, page: undefined })}>
              ${this.t(`deliveries.${state}`)}
              <span class="badge ${state === 'failed' && found.counts.failed > 0 ? 'bad' : ''}">${found.counts[state]}</span>
            </button>
          `,
        )}
        ${this.#addresses(found)}
      </div>
      <div class="deliveries">${this.table(
        found.docs.map((one) => this.#row(one)),
        { headings: HEADINGS, all: this.#tickAll(found), empty: this.#emptyText(found), face: 'send' },
      )}</div>
      ${pager(this, found, (page) => this.go({ page: String(page) }), 'deliveries.count')}
      ${this.#bar(found)}
    `
  }

  /** Only where there are several to choose from. */
  #addresses({ receivers = [] }: Found): TemplateResult | typeof nothing {
    const chosen = this.#url
    const isKnown = chosen === undefined || receivers.some(({ url }) => url === chosen)
    if (receivers.length < 2 && chosen === undefined) return nothing
    const go = (event: Event) => this.go({ url: (event.target as HTMLSelectElement).value || undefined, page: undefined })
    return html`
      <select class="address" aria-label=${this.t('deliveries.address')} @change=${go}>
        <option value="" .selected=${chosen === undefined}>${this.t('deliveries.everyAddress')}</option>
        ${isKnown ? nothing : html`<option value=${chosen} selected>${chosen}</option>`}
        ${receivers.map(({ url, ...counts }) => html`<option value=${url} .selected=${url === chosen}>${url} (${counts[this.#state as 'failed']})</option>`)}
      </select>
    `
  }

  #tickAll({ docs }: Found): TemplateResult {
    const choose = (event: Event) => {
      this.isEvery = false
      this.chosen = new Set((event.target as HTMLInputElement).checked ? docs.map(({ id }) => id) : [])
    }
    return html`
      <input
        type="checkbox"
        aria-label=${this.t('choose.all')}
        .checked=${docs.every(({ id }) => this.#isChosen(id))}
        @change=${choose} />
    `
  }

  #isChosen(id: number): boolean {
    return this.isEvery || this.chosen.has(id)
  }

  #choose(id: number, event: MouseEvent): void {
    const ids = (this.found?.docs ?? []).map((one) => one.id)
    this.chosen = ticked(this.isEvery ? new Set(ids) : this.chosen, ids, id, this.#last, event)
    this.isEvery = false
    this.#last = id
  }

  #chooseNone(): void {
    this.chosen = new Set()
    this.isEvery = false
    this.#last = undefined
  }

  #bar({ totalDocs }: Found): TemplateResult | typeof nothing {
    const count = this.isEvery ? totalDocs : this.chosen.size
    if (count === 0) return nothing
    const selection = this.isEvery ? { state: this.#state, url: this.#url } : { ids: [...this.chosen] }
    const selected: Selected = { kind: this.#kind, selection, count }
    return selectedBar(
      this,
      { count, total: totalDocs },
      {
        send: async () => (await isSureToSend(this, count)) && this.#sendMany(selected),
        delete: async () => (await isSureToDelete(this, count, selected.kind === 'email')) && this.#deleteMany(selected),
        chooseEvery: () => (this.isEvery = true),
        chooseNone: () => this.#chooseNone(),
      },
    )
  }

  #sendMany(selected: Selected): Promise<boolean> {
    return this.attempt(async () => {
      const { text, hasFailed } = await sendMany(this, selected)
      this.#chooseNone()
      this.app.say(text, hasFailed ? 'bad' : 'good')
    })
  }

  #deleteMany(selected: Selected): Promise<boolean> {
    return this.attempt(async () => {
      const text = await deleteMany(this, selected)
      this.#chooseNone()
      this.app.say(text)
    })
  }

  #row(one: Delivery): TemplateResult {
    const path = `/admin/deliveries/${this.#kind}/${one.id}`
    return html`
      <tr aria-selected=${this.#isChosen(one.id)}>
        <td class="tight tick">
          <input
            type="checkbox"
            aria-label=${this.t('choose', { title: this.#nameOf(one) })}
            .checked=${this.#isChosen(one.id)}
            @click=${(event: MouseEvent) => this.#choose(one.id, event)} />
        </td>
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
          ${one.nextAttemptAt ? html`<br /><span class="muted small" title=${onDate(one.nextAttemptAt, this.app.language)}>${this.#nextAttempt(one.nextAttemptAt)}</span>` : nothing}
        </td>
        <td>${timeAgo(this, one.createdAt)}</td>
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
      ${one.body && this.open === one.id ? html`<tr><td colspan="6"><pre class="small sent">${indented(one.body)}</pre></td></tr>` : nothing}
    `
  }

  /** For the tick box, which has no other words next to it. */
  #nameOf({ event = '', intent, subject, url, to, createdAt }: Delivery): string {
    return [subject ?? this.#eventName(event, intent), url ?? to, ago(createdAt, this.app.language)].join(' · ')
  }

  #eventName(event: string, intent: string | undefined): string {
    if (intent === 'recover') return this.t('deliveries.event.recover')
    const known = EVENTS.find((one) => event === one)
    return known ? this.t(`deliveries.event.${known}`) : event
  }

  /** A time that has passed means that the jobs, which make the attempts, have not run since. */
  #nextAttempt(at: string): string {
    return Date.parse(at) <= Date.now()
      ? this.t('deliveries.nextJobs')
      : this.t('deliveries.next', { when: ago(at, this.app.language, 'short') })
  }

  /** `Published · Post “Night trains”`, with a link to the document. */
  #what({ event = '', intent, subject, collection, doc, global, body }: Delivery): TemplateResult {
    if (subject !== undefined) return html`<strong>${subject}</strong>`
    const target = global === undefined ? (collection ?? '') : `global:${global}`
    const name = targetName(this, target, doc === undefined ? 'plural' : 'singular')
    const to = global === undefined ? `c/${collection}/${doc}` : `g/${global}`
    const isThere = event !== 'delete'
    // A deleted document is at its address as long as the trash has it.
    const isOpen = (isThere || this.app.collection(collection ?? '')?.trash === true) && (doc !== undefined || global !== undefined)
    const title = this.#titleOf(collection, doc, body, isThere)
    const shown = global === undefined ? title : name
    return html`
      <strong>${this.#eventName(event, intent)}</strong>
      ${target === '' || global !== undefined ? nothing : html`<span class="muted">${name}</span>`}
      ${shown === undefined ? nothing : isOpen ? link(this, to, shown) : shown}
    `
  }

  /** From what is sent, if the reader may see that, or from the document. */
  #titleOf(slug = '', id: number | undefined, body: string | null | undefined, isThere: boolean): string | undefined {
    const entity = this.app.collection(slug)
    const sent = titleIn(body, entity?.title ? [entity.title] : ['title', 'name'], this.app.known.locales?.default ?? '')
    if (sent !== undefined || id === undefined) return sent
    this.#related ??= new RelatedDocuments(this.app)
    const doc = isThere ? this.#related.find(slug, id, this) : null
    return doc && entity ? titleOf(this, entity, doc) : String(id)
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

/** The title of the document in the body of a webhook; of one in several languages, that of the first that has one. */
function titleIn(body: string | null | undefined, fields: readonly string[], locale: string): string | undefined {
  try {
    const { doc = {} } = JSON.parse(body ?? '') as { doc?: Record<string, unknown> }
    const inLanguages = (value: unknown) =>
      typeof value === 'object' && value !== null ? Object.values({ [locale]: '', ...value }) : [value]
    return fields.flatMap((field) => inLanguages(doc[field])).find((one): one is string => typeof one === 'string' && one !== '')
  } catch {
    return undefined
  }
}

define('cms-deliveries', CmsDeliveries)
