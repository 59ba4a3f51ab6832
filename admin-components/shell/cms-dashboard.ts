/** `<cms-dashboard>`: what needs attention, the first steps on a new site, what to go on with, what is planned, quick links, recent activity, and the host's widgets. Tested by test/admin-components/pages.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { ApiError } from '../../client/api-error.ts'
import type { App } from '../app/app.ts'
import type { Page } from '../app/client.ts'
import type { AuditEntry, Entity } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { link } from '../parts/link.ts'
import '../parts/host-element.ts'
import { recentDocuments } from '../app/recent.ts'
import { RelatedDocuments } from '../app/related.ts'
import { type Planned, planText } from '../list/planned.ts'
import { bars, chartLook } from '../parts/bars.ts'
import { documentLine, documentLineLook } from '../parts/document-line.ts'
import { type Attention, attentionNotes } from '../system/attention.ts'
import { deed, withoutTwins } from '../system/deeds.ts'
import { ago, humanized, type Key, onDateInZone } from '../texts/texts.ts'
import './texts.ts'
import { formatOf } from '../texts/formats.ts'
import { type Counts, firstSteps, firstStepsLook } from './first-steps.ts'

const ghosts = (count: number, look = ''): TemplateResult => html`
  <div class="stack tight" aria-busy="true">${Array.from({ length: count }, () => html`<div class="ghost ${look}"></div>`)}</div>
`

/** How many documents a card shows. */
const LINES = 5

/** Entries of the audit log about people that change nothing. */
const SIGNING_IN = /^(login|logout|sso\.(login|failed)|password\.forgot)\b/
/** How many of the newest entries may be about changes, and how many of those are shown. */
const LOOKED_AT = 100
const MOST_LATEST = 8
/** How long the page waits, in milliseconds, so that nothing moves once it is shown. */
const PATIENCE = 1500
/** How many days the chart of activity covers, and how many of them need entries for it to be shown. */
const DAYS = 30
const FEWEST_ACTIVE = 3
/** Collections that are not content. */
const OTHERS = ['users', 'media', 'media-folders', 'api-keys']

/** The parts that load one by one. */
type Part = 'planned' | 'attention' | 'latest' | 'days'

/** Neither sign-ins nor what was done in the system. */
const isOfContent =
  ({ known }: App) =>
  ({ action, target }: AuditEntry): boolean =>
    !SIGNING_IN.test(action) && [...known.collections, ...known.globals].some(({ slug }) => slug === target && slug !== 'api-keys')

export class CmsDashboard extends CmsElement {
  static override properties = {
    counts: { attribute: false },
    planned: { state: true },
    attention: { state: true },
    latest: { state: true },
    days: { state: true },
    isPartial: { state: true },
    isSettled: { state: true },
    waits: { state: true },
  }
  static override looks = [
    chartLook,
    documentLineLook,
    firstStepsLook,
    css`
      .tiles { display: grid; gap: var(--s3); grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr)); }
      .tile { display: flex; align-items: center; gap: var(--s3); background: var(--surface); border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); padding: var(--s3) var(--s4); min-inline-size: 0; }
      .tile .name { flex: 1; display: grid; min-inline-size: 0; line-height: 1.35; }
      .tile .name a { color: var(--text); font-weight: 550; }
      .lines { display: grid; }
      .lines a, .lines .planned-line { display: flex; align-items: center; gap: var(--s3); padding: var(--s2); margin-inline: calc(var(--s2) * -1); min-block-size: 44px; border-radius: var(--radius); color: var(--text); min-inline-size: 0; }
      .lines a:hover { background: var(--tint); text-decoration: none; }
      .widgets > :only-child { grid-column: 1 / -1; }
      .widgets { display: grid; gap: var(--s4); grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .widgets:not(:has(> *)) { display: none; }
      .widgets .full { grid-column: 1 / -1; }
      @container (max-width: 760px) { .widgets { grid-template-columns: minmax(0, 1fr); } }
    `,
  ]
  /** How many documents each collection has. Undefined until that is known. */
  declare counts: Counts | undefined
  /** Undefined until they are known, or if this person may not know. */
  declare attention: readonly Attention[] | undefined
  declare planned: readonly Planned[]
  declare latest: readonly AuditEntry[]
  /** The number of audit log entries per day. */
  declare days: readonly { day: string; count: number }[]
  /** Something couldn't be loaded. */
  declare isPartial: boolean
  /** What stands above everything else is known, or takes too long. */
  declare isSettled: boolean
  /** The parts that are still loading. */
  declare waits: ReadonlySet<Part>

  #haveCounts: () => void = () => undefined
  readonly #counted = new Promise<void>((resolve) => {
    this.#haveCounts = resolve
  })
  readonly #documents = () => (this.#related ??= new RelatedDocuments(this.app))
  #related: RelatedDocuments | undefined

  constructor() {
    super()
    this.planned = []
    this.latest = []
    this.days = []
    this.isPartial = false
    this.isSettled = false
    this.waits = new Set()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    void this.app.open().then(() => this.#load())
  }

  readonly #load = async (): Promise<void> => {
    const { schema, client } = this.app
    this.isPartial = false
    const show = <T>(part: Part, path: string, query: Record<string, number>, then: (found: T) => void) => {
      this.waits = new Set([...this.waits, part])
      return client
        .get<T>(path, query)
        .then(then, (error: ApiError) => (this.isPartial ||= error.status !== 403))
        .finally(() => (this.waits = new Set([...this.waits].filter((one) => one !== part))))
    }
    const above: Promise<unknown>[] = [this.#counted]
    if (schema?.collections.some(({ schedule }) => schedule))
      above.push(show<Planned[]>('planned', '/admin/planned', {}, (planned) => (this.planned = planned)))
    if (schema?.views.includes('status'))
      above.push(show<{ attention: Attention[] }>('attention', '/admin/status', {}, ({ attention }) => (this.attention = attention)))
    void Promise.race([Promise.all(above), new Promise((enough) => setTimeout(enough, PATIENCE))]).then(() => (this.isSettled = true))
    if (schema?.views.includes('audit')) {
      void show<Page<AuditEntry>>('latest', '/admin/audit', { limit: LOOKED_AT }, ({ docs }) => {
        this.latest = withoutTwins(docs).filter(isOfContent(this.app)).slice(0, MOST_LATEST)
      })
      void show<Pick<CmsDashboard, 'days'>>('days', '/admin/audit/activity', {}, ({ days }) => (this.days = days))
    }
  }

  protected override willUpdate(): void {
    if (this.counts !== undefined) this.#haveCounts()
  }

  override render(): TemplateResult {
    const { schema, user } = this.app
    if (!schema) return html``
    const contents = schema.collections.filter(({ slug, may }) => may.read && !OTHERS.includes(slug))
    const hasFiles = this.app.collection('media')?.may.read === true && (this.counts?.['media'] ?? 0) > 0
    const steps = firstSteps(this, contents, this.counts)
    const isBegun = contents.some(({ slug }) => (this.counts?.[slug] ?? 0) > 0)
    // The first steps offer to begin where nothing has begun.
    const shown = contents.filter(({ slug, may }) => this.counts?.[slug] !== 0 || (may.create && (isBegun || steps === nothing)))
    return html`
      <div class="page">
        <div class="page-head"><h1>${this.t('dashboard.hello', { name: user?.name || user?.email || '' })}</h1></div>
        ${this.isSettled ? nothing : ghosts(3, 'tall')}
        ${
          this.isPartial
            ? html`
                <div class="note bad row apart" role="alert">
                  ${this.t('attention.some')}
                  <button @click=${this.#load}>${this.t('again')}</button>
                </div>
              `
            : nothing
        }
        ${this.isSettled ? html`${this.#health()}${steps}<div class="widgets">${this.#continue()} ${this.#upcoming()}</div>` : nothing}
        ${
          this.isSettled && (shown.length > 0 || hasFiles)
            ? html`
                <section class="stack">
                  <h2>${this.t('area.content')}</h2>
                  <div class="tiles">
                    ${shown.map((entity) => this.#tile(entity))}${hasFiles ? this.#files() : nothing}
                  </div>
                </section>
              `
            : nothing
        }
        ${this.isSettled && steps === nothing && !hasFiles ? this.#emptiness(shown) : nothing}
        <div class="widgets">
          ${schema.dashboard.map(
            ({ component, width, label }) => html`
              <section class="card stack ${width}">
                ${label ? html`<h2>${this.app.label(label)}</h2>` : nothing}
                <cms-own .tag=${component} .about=${{}}></cms-own>
              </section>
            `,
          )}
          ${this.isSettled ? this.#history() : nothing}
        </div>
      </div>
    `
  }

  /** Both at once, so that nothing moves: the chart stands above the changes. */
  #history(): TemplateResult | typeof nothing {
    if (this.waits.has('latest') || this.waits.has('days'))
      return html`<section class="card stack tight full"><h2>${this.t('dashboard.latest')}</h2>${ghosts(MOST_LATEST)}</section>`
    return html`
      ${this.days.length >= FEWEST_ACTIVE ? this.#activity() : nothing} ${this.latest.length > 0 ? this.#changes() : nothing}
    `
  }

  #activity(): TemplateResult {
    return html`
      <section class="card stack full">
        <h2>${this.t('dashboard.activity')}</h2>
        ${bars(this, this.#lastDays(), this.t('dashboard.activity'))}
      </section>
    `
  }

  #changes(): TemplateResult {
    return html`
      <section class="card full">
        <h2>${this.t('dashboard.latest')}</h2>
        <ul class="feed">
          ${this.latest.map(
            (entry) => html`
              <li>
                <span class="grow">${deed(this, entry, { related: this.#documents(), isPersonal: true })}</span>
                <time class="muted small" datetime=${entry.at}>${ago(entry.at, this.app.language)}</time>
              </li>
            `,
          )}
        </ul>
      </section>
    `
  }

  #tile(entity: Entity): TemplateResult {
    const { slug, labels, may } = entity
    const what = this.app.label(labels.singular, slug)
    return this.#place(entity.icon, link(this, `c/${slug}`, this.app.label(labels.plural, humanized(slug)), 'clip'), {
      count: this.counts?.[slug],
      of: 'pages.count',
      add: may.create
        ? link(this, `c/${slug}/new`, html`${icon('plus')}<span class="unseen">${this.t('list.new', { what })}</span>`, 'button')
        : nothing,
    })
  }

  /** The library, which is all that some people work with. */
  #files(): TemplateResult {
    return this.#place('image', link(this, 'media', this.t('area.media'), 'clip'), { count: this.counts?.['media'], of: 'dashboard.files' })
  }

  #place(face: string, name: unknown, { count, of, add = nothing }: { count: number | undefined; of: Key; add?: unknown }): TemplateResult {
    return html`
      <div class="tile">
        ${icon(face)}
        <span class="name">
          ${name} ${count === undefined ? nothing : html`<span class="muted small">${this.t(of, { count })}</span>`}
        </span>
        ${add}
      </div>
    `
  }

  /** For those who may not begin anything. */
  #emptiness(shown: readonly unknown[]): TemplateResult | typeof nothing {
    const { schema } = this.app
    if (this.waits.has('latest') || shown.length + this.latest.length + (schema?.dashboard.length ?? 0) > 0) return nothing
    return html`<div class="empty card">${icon('file-text')}<p>${this.t('dashboard.empty')}</p></div>`
  }

  /** What needs attention, or that nothing does. */
  #health(): TemplateResult | typeof nothing {
    if (this.attention === undefined) return this.waits.has('attention') ? ghosts(1) : nothing
    if (this.attention.length === 0)
      return html`<p class="row muted">${icon('check')}<span>${this.t('attention.none')}</span> ${link(this, 'system/status', this.t('area.status'))}</p>`
    return html`${attentionNotes(this, this.attention)}`
  }

  #continue(): TemplateResult | typeof nothing {
    const { app } = this
    const lines = recentDocuments(app).flatMap(({ slug, id }) => {
      const entity = app.collection(slug)
      const doc = this.#documents().find(slug, id, this)
      if (!entity || doc === null) return []
      const to = slug === 'media' ? `media?id=${id}` : `c/${slug}/${id}`
      return [
        html`<li>${doc ? link(this, to, documentLine(this, entity, doc, { hasPicture: true })) : html`<div class="ghost tall"></div>`}</li>`,
      ]
    })
    if (lines.length === 0) return nothing
    return html`
      <section class="card stack tight">
        <h2>${this.t('dashboard.continue')}</h2>
        <ul class="lines">${lines.slice(0, LINES)}</ul>
      </section>
    `
  }

  #upcoming(): TemplateResult | typeof nothing {
    if (this.planned.length === 0) return nothing
    return html`
      <section class="card stack tight">
        <h2>${this.t('dashboard.planned')}</h2>
        <ul class="lines">
          ${this.planned.slice(0, LINES).map(
            (plan) => html`
              <li>
                ${link(
                  this,
                  `c/${plan.collection}/${plan.id}`,
                  html`
                    ${icon('clock')}
                    <span class="line-text">
                      <span class="clip">${plan.title ?? this.t('untitled', { id: plan.id })}</span>
                      <span class="clip muted" title=${onDateInZone(plan.runAt, this.app.language)}>${planText(this, plan)}</span>
                    </span>
                  `,
                )}
              </li>
            `,
          )}
        </ul>
      </section>
    `
  }

  /** Includes days without entries. */
  #lastDays(): { label: string; value: number }[] {
    const known = new Map(this.days.map(({ day, count }) => [day, count]))
    const date = formatOf(Intl.DateTimeFormat, this.app.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return Array.from({ length: DAYS }, (_, index) => {
      const at = new Date(Date.now() - (DAYS - 1 - index) * 86_400_000)
      return { label: date.format(at), value: known.get(at.toISOString().slice(0, 10)) ?? 0 }
    })
  }
}

define('cms-dashboard', CmsDashboard)
