/** `<cms-audit>`: the audit log with filters, the changes of each entry, the integrity check and CSV export.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/audit.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { fieldLabel } from '../app/field-name.ts'
import { localeName } from '../app/locale-name.ts'
import type { AuditEntry, Field } from '../app/schema.ts'
import '../compare/changed-text.ts'
import { RelatedDocuments } from '../app/related.ts'
import { compareLook } from '../compare/compare-look.ts'
import type { Scene } from '../compare/scene.ts'
import { valueView } from '../compare/value-view.ts'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { narrowFilters } from '../parts/narrow-tools.ts'
import { pager } from '../parts/pager.ts'
import { timeAgo } from '../parts/time-ago.ts'
import type { Key } from '../texts/texts.ts'
import { cardsOnPhones } from './cards-on-phones.ts'
import { AREAS, deed, FILTERED, nameOfRole, targetName } from './deeds.ts'
import { entryFacts, permissionChanges } from './entry-details.ts'
import type { Permissions } from './rights.ts'
import { SystemPage } from './system-page.ts'
import '../compare/texts.ts'

const look = css`
  td.deed { overflow-wrap: anywhere; max-inline-size: none; padding-block: var(--s2); }
  td.deed a { text-decoration: underline; }
  /* What happened, and when, needs no label. */
  @container (max-width: 640px) {
    .as-cards.as-cards tr > td:is(.at, .deed)[data-label] { padding-inline-start: 0; }
    .as-cards.as-cards td:is(.at, .deed)[data-label]::before { content: none; }
    td.at { color: var(--muted); font-size: var(--t2); }
  }
  .problem { color: var(--bad); }
  .unfold { white-space: normal; text-align: start; padding-block: var(--s1); margin-inline-start: calc(-1 * var(--s2)); }
  table tr:has(+ .unfolded), tr:has(+ .unfolded) > td { border-block-end: 0; }
  .unfolded > td { padding-block: var(--s1) var(--s4); }
`

const FILTERS = ['action', 'target', 'actor', 'from', 'to'] as const

const HEADINGS = ['audit.at', 'audit.happened', 'audit.changes'] as const

type AuditChange = NonNullable<AuditEntry['changes']>[number]

interface Verified {
  checked: number
  /** The ids of changed entries. */
  invalid: number[]
  gaps: number
  truncated: boolean
}

class CmsAudit extends SystemPage<Page<AuditEntry>> {
  static override properties = { ...SystemPage.properties, unfolded: { state: true } }
  static override looks = [compareLook, look, cardsOnPhones]
  protected readonly heading = 'area.audit'
  /** The ids of the entries whose changes are shown. */
  declare unfolded: ReadonlySet<number>
  #related: RelatedDocuments | undefined

  constructor() {
    super()
    this.unfolded = new Set()
  }

  get #filter() {
    return Object.fromEntries(FILTERS.map((name) => [name, this.query(name)]))
  }

  protected ask(): Promise<Page<AuditEntry>> {
    return this.app.client.page('/admin/audit', { ...this.#filter, page: this.query('page') ?? 1 })
  }

  protected override acts(): TemplateResult {
    return html`
      <button ?disabled=${this.isBusy} @click=${this.#verify}>${icon('shield')}${this.t('audit.check')}</button>
      <a class="button" href=${this.app.client.address('/admin/audit.csv', this.#filter)} download>${icon('download')}CSV</a>
    `
  }

  protected body(found: Page<AuditEntry>): TemplateResult {
    return html`
      <div class="tools">
        ${narrowFilters(
          this,
          Object.values(this.#filter).filter(Boolean).length,
          html`
            ${this.#choice(
              'action',
              FILTERED.map((action) => [action, this.t(`audit.act.${action}`)]),
            )}
            ${this.#choice('target', this.#targets())} ${this.#written('actor', 'search')} ${this.#written('from', 'date')}
            ${this.#written('to', 'date')}
          `,
        )}
      </div>
      ${this.table(
        found.docs.map((entry) => this.#row(entry)),
        { headings: HEADINGS, acts: false, empty: this.t('list.nothing'), face: 'history' },
      )}
      ${pager(this, found, (page) => this.go({ page: String(page) }), 'audit.count')}
    `
  }

  #written(name: (typeof FILTERS)[number], type: 'search' | 'date'): TemplateResult {
    return html`
      <label class="small">
        ${this.t(`audit.${name}`)}
        <input
          type=${type}
          placeholder=${type === 'search' ? this.t('audit.partOfEmail') : nothing}
          .value=${this.query(name) ?? ''}
          @change=${(event: Event) => this.go({ [name]: (event.target as HTMLInputElement).value, page: undefined })} />
      </label>
    `
  }

  /** A value of the address that is none of the options, such as an action of the site's own code, stays. */
  #choice(name: 'action' | 'target', options: readonly (readonly [value: string, label: string])[]): TemplateResult {
    const chosen = this.query(name) ?? ''
    const isOther = chosen !== '' && !options.some(([value]) => value === chosen)
    return html`
      <label class="small">
        ${this.t(`audit.${name}`)}
        <select @change=${(event: Event) => this.go({ [name]: (event.target as HTMLSelectElement).value || undefined, page: undefined })}>
          <option value="" .selected=${chosen === ''}>${this.t('audit.all')}</option>
          ${isOther ? html`<option value=${chosen} selected>${chosen}</option>` : nothing}
          ${options.map(([value, label]) => html`<option value=${value} .selected=${value === chosen}>${label}</option>`)}
        </select>
      </label>
    `
  }

  #targets(): [value: string, label: string][] {
    const { collections, globals } = this.app.known
    const targets = [...collections.map(({ slug }) => slug), ...globals.map(({ slug }) => `global:${slug}`), ...AREAS]
    return targets.map((target) => [target, targetName(this, target)])
  }

  #row(entry: AuditEntry): TemplateResult {
    const { id, at, action, target, actor, changes, detail } = entry
    const isUnfolded = this.unfolded.has(id)
    const hasDetails = (changes?.length ?? 0) > 0 || detail !== null
    return html`
      <tr>
        <td class="at">${timeAgo(this, at)}</td>
        <td class="deed" title=${[action, actor.ip].filter(Boolean).join(' · ')}>
          ${/failed|locked/.test(action) ? html`<span class="problem">${icon('circle-alert')}</span> ` : nothing}${deed(this, entry, { related: this.#titles })}
          ${
            actor.via === 'user' || (actor.via === 'system' && !actor.email)
              ? nothing
              : html`<span class="badge">${this.t(`audit.via.${actor.via as 'system'}`)}</span>`
          }
        </td>
        <td>${hasDetails ? this.#unfolder(target, changes ?? [], id) : nothing}</td>
      </tr>
      ${isUnfolded && hasDetails ? this.#details(target, changes ?? [], detail) : nothing}
    `
  }

  #unfolder(target: string, changes: readonly AuditChange[], id: number): TemplateResult {
    const isUnfolded = this.unfolded.has(id)
    const toggle = () => {
      this.unfolded = isUnfolded ? new Set([...this.unfolded].filter((one) => one !== id)) : new Set([...this.unfolded, id])
    }
    return html`
      <button class="plain small unfold" aria-expanded=${isUnfolded} @click=${toggle}>
        ${icon(isUnfolded ? 'chevron-down' : 'chevron-right')}
        ${changes.length > 0 ? changes.map(({ field }) => this.#labelOf(target, field)).join(', ') : this.t('audit.detail')}
      </button>
    `
  }

  /** Another row, as wide as the table. */
  #details(target: string, changes: readonly AuditChange[], detail: object | null): TemplateResult {
    return html`
      <tr class="unfolded">
        <td colspan=${HEADINGS.length}>
          ${changes.map((change) => this.#change(target, change))}${detail ? entryFacts(this, detail as Record<string, unknown>) : nothing}
        </td>
      </tr>
    `
  }

  /** Large values, such as rich text, are not in the log: it only says that they changed. */
  #change(target: string, change: AuditChange): TemplateResult {
    const label = html`<strong>${this.#labelOf(target, change.field)}</strong>`
    if (!('before' in change) && !('after' in change)) return html`<p class="small">${label} ${this.t('audit.changed')}</p>`
    if (target === 'roles' && change.field === 'permissions')
      return permissionChanges(this, change.before as Permissions, change.after as Permissions)
    const { field } = this.#fieldAt(target, change.field)
    const isRole = target === 'users' && change.field === 'role'
    const shown = (value: unknown) =>
      isRole && typeof value === 'string' ? nameOfRole(this, value) : field ? valueView(this.#scene, field, value) : text(value)
    return html`
      <div class="small">
        ${label}
        <p class="row"><del class="sample">${shown(change.before)}</del><span aria-hidden="true">→</span><ins class="sample">${shown(change.after)}</ins></p>
      </div>
    `
  }

  get #titles(): RelatedDocuments {
    this.#related ??= new RelatedDocuments(this.app)
    return this.#related
  }

  get #scene(): Scene {
    return { host: this, related: this.#titles, isOneSide: true }
  }

  /** `Search engines › Title (Thai)` */
  #labelOf(target: string, path: string): string {
    const { names, locale } = this.#fieldAt(target, path)
    return names.join(' › ') + (locale === undefined ? '' : ` (${localeName(this.app, locale)})`)
  }

  /** The field that a path of the log means. Fields that the schema lost are named as in the log. */
  #fieldAt(target: string, path: string): { field: Field | undefined; names: string[]; locale: string | undefined } {
    const global = /^global:(.*)$/.exec(target)?.[1]
    let fields = (global === undefined ? this.app.collection(target) : this.app.entity('global', global))?.fields
    let field: Field | undefined
    let locale: string | undefined
    const names: string[] = []
    for (const name of path.split('.')) {
      const inside = fields?.find((one) => one.name === name)
      if (!inside && field?.localized && locale === undefined) locale = name
      else {
        field = inside
        names.push(target === 'roles' && OF_ROLES[name] ? this.t(OF_ROLES[name]) : fieldLabel(this.app, inside, name))
        fields = inside?.fields
      }
    }
    return { field, names, locale }
  }

  readonly #verify = () =>
    this.attempt(async () => {
      const { checked, invalid, gaps, truncated } = await this.app.client.post<Verified>('/admin/audit/verify')
      const isWhole = invalid.length === 0 && gaps === 0 && !truncated
      this.app.say(
        isWhole
          ? this.t('audit.whole', { count: checked })
          : this.t('audit.broken', { invalid: invalid.slice(0, 10).join(', ') || '—', gaps }),
        isWhole ? 'good' : 'bad',
      )
    })
}

/** The parts of a role; no schema declares them. */
const OF_ROLES: Readonly<Record<string, Key>> = { name: 'roles.name', permissions: 'audit.permissions' }

const text = (value: unknown): string =>
  value === null || value === undefined ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value)

define('cms-audit', CmsAudit)
