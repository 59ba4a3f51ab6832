/** `<cms-versions-dialog>`: the version history of a document. Compares each version with the current one, or with the one before, in each
 * language, and can restore it. Tested by test/admin-components/compare.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { type Author, authorName } from '../app/author.ts'
import type { Page, Query } from '../app/client.ts'
import { define } from '../element.ts'
import { labelOf } from '../fields/editing.ts'
import { stateOf, statusBadge } from '../list/state.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { later } from '../parts/later.ts'
import { pager } from '../parts/pager.ts'
import { formatOf } from '../texts/formats.ts'
import { ago, atSecond, onDate } from '../texts/texts.ts'
import '../compare/texts.ts'
import './action-texts.ts'
import { localeName } from '../app/locale-name.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { readsTheSame } from './other-languages.ts'
import type { PlannedChanges } from './planned-changes.ts'
import type { Values } from './values.ts'
import { eventOf } from './version-event.ts'

const A_PAGE = 20

interface Version {
  id: number
  status?: string | null
  /** The kind of save. Old versions lack it. */
  action?: string
  latest: boolean
  author: Author | null
  createdAt: string
  planned?: true
  changed?: readonly string[] | null
  data?: Values
}

/** The other side of a comparison: the current document, or the version before. */
type Against = 'now' | 'previous'

interface Comparison {
  version: Version
  /** Its place in the whole history; 0 is the newest. */
  place: number
  against: Against
  locale: string | undefined
  /** Undefined while they are loading. */
  states?: States
  /** The other languages in which they differ; undefined until that is known. */
  others?: readonly string[]
}

interface States {
  before: Values
  after: Values
}

class CmsVersionsDialog extends CmsDialog<boolean> {
  static override properties = { found: { state: true }, comparison: { state: true }, error: { state: true } }
  declare found: Page<Version> | undefined
  declare comparison: Comparison | undefined
  declare error: string
  form!: Form
  planned!: PlannedChanges
  #page = 1
  protected override shape = 'drawer wide'

  constructor() {
    super()
    this.error = ''
  }

  protected name(): string {
    return this.t('versions')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    void this.#load(1)
  }

  async #load(page: number): Promise<void> {
    this.#page = page
    this.error = ''
    try {
      this.found = await this.#get<Page<Version>>('/versions', { page, limit: A_PAGE, changed: true })
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  #get<T>(path: string, query: Query = {}, locale = this.form.locale): Promise<T> {
    return this.app.client.get<T>(this.form.path + path, { ...query, ...(locale !== undefined && { locale, 'fallback-locale': false }) })
  }

  protected body(): TemplateResult {
    const { comparison } = this
    return html`
      <div class="inside">
        <div class="row apart">
          <h2>${comparison ? this.t('versions.of', { when: atSecond(comparison.version.createdAt, this.app.language) }) : this.t('versions')}</h2>
          <button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        ${failureNote(this, this.error, () => (comparison ? this.#compare(comparison) : this.#load(this.#page)))}
        ${comparison ? this.#compared(comparison) : this.#list()}
      </div>
    `
  }

  #list(): TemplateResult {
    const { found } = this
    if (!found) return this.error ? html`` : html`<div class="ghost"></div>`
    return html`
      <ul class="versions">
        ${found.docs.map(
          (version, index) => html`
            <li>
              <span class="grow">
                <strong>${this.#eventOf(version)}</strong>
                ${this.#changedIn(version)}
                <time class="muted small" datetime=${version.createdAt}>
                  ${ago(version.createdAt, this.app.language)} · ${atSecond(version.createdAt, this.app.language)}
                </time>
              </span>
              ${this.#badges(version)}
              <button class="small" @click=${() => this.#see(version, (found.page - 1) * A_PAGE + index)}>${this.t('versions.compare')}</button>
            </li>
          `,
        )}
      </ul>
      ${pager(this, found, (page) => this.#load(page), 'versions.count')}
    `
  }

  #eventOf(version: Version): string {
    const isFirst = version.createdAt === this.form.doc['createdAt']
    return this.t(isFirst ? 'versions.created' : eventOf(version), {
      who: version.author ? authorName(version.author) : this.t('someone.system'),
    })
  }

  /** The labels of the fields that differ from the version before, with the languages in which they do. */
  #changedIn({ changed }: Version): TemplateResult | typeof nothing {
    const labels = this.form.entity.fields.flatMap((field) => {
      const paths = changed?.map((path) => path.split('.')).filter(([name]) => name === field.name) ?? []
      const inside = new Set(paths.flatMap((path) => path.at(-1) ?? []))
      const locales = this.app.known.locales?.all.filter((locale) => inside.has(locale)) ?? []
      return paths.length === 0
        ? []
        : [labelOf(this, field) + (locales.length > 0 ? ` (${locales.map((locale) => localeName(this.app, locale)).join(', ')})` : '')]
    })
    if (labels.length === 0) return nothing
    return html`<span class="changed">${formatOf(Intl.ListFormat, this.app.language).format(labels)}</span>`
  }

  #badges(version: Version): TemplateResult {
    return html`
      ${version.status ? statusBadge(this, stateOf(version)) : nothing}${
        version.latest ? html`<span class="badge accent">${this.t('versions.latest')}</span>` : nothing
      }
    `
  }

  /** The latest version is the document itself, so it is compared with the one before. */
  #see(version: Version, place: number): Promise<void> {
    const against = version.latest && this.#hasPrevious(place) ? 'previous' : 'now'
    return this.#compare({ version, place, against, locale: this.form.locale })
  }

  #hasPrevious(place: number): boolean {
    return place + 1 < (this.found?.totalDocs ?? 0)
  }

  async #compare(comparison: Comparison): Promise<void> {
    this.comparison = comparison
    this.error = ''
    try {
      const states = await this.#statesOf(comparison)
      if (this.comparison !== comparison) return
      this.comparison = { ...comparison, states }
      await this.#compareOthers(this.comparison)
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  async #compareOthers(comparison: Comparison): Promise<void> {
    if (comparison.locale === undefined) return
    const others: string[] = []
    for (const locale of this.app.known.locales?.all ?? []) {
      if (locale === comparison.locale) continue
      const { before, after } = await this.#statesOf({ ...comparison, locale })
      if (!readsTheSame(this.form.entity.fields, before, after)) others.push(locale)
    }
    if (this.comparison === comparison) this.comparison = { ...comparison, others }
  }

  async #statesOf({ version, place, against, locale }: Comparison): Promise<States> {
    const [one, other] = await Promise.all([
      this.#content(version.id, locale),
      against === 'now' ? this.#current(locale) : this.#previous(place, locale),
    ])
    return against === 'now' ? { before: one, after: other } : { before: other, after: one }
  }

  async #content(id: number, locale: string | undefined): Promise<Values> {
    return (await this.#get<Version>(`/versions/${id}`, {}, locale)).data ?? {}
  }

  async #current(locale: string | undefined): Promise<Values> {
    const { doc, entity } = this.form
    return locale === this.form.locale ? doc : this.#get<Values>('', { depth: 0, draft: entity.drafts || undefined }, locale)
  }

  async #previous(place: number, locale: string | undefined): Promise<Values> {
    const { docs } = await this.#get<Page<Version>>('/versions', { page: place + 2, limit: 1 })
    return docs[0] ? this.#content(docs[0].id, locale) : {}
  }

  #compared(comparison: Comparison): TemplateResult {
    const { states, locale, version } = comparison
    const { entity } = this.form
    return html`
      <p class="row"><span class="muted">${this.#eventOf(version)}</span> ${this.#badges(version)}</p>
      ${this.#choices(comparison)} ${this.#otherLanguages(comparison)}
      <p class="row small muted legend">
        <del class="sample">${this.t('compare.legend.gone')}</del>
        <ins class="sample">${this.t('compare.legend.new')}</ins>
      </p>
      ${
        !states
          ? this.error
            ? nothing
            : html`<div class="ghost"></div>`
          : customElements.get('cms-changes')
            ? html`<cms-changes .comparing=${{ fields: entity.fields, ...states, locale }}></cms-changes>`
            : later(this, () => import('../compare/cms-changes.ts'))
      }
      <div class="foot">
        ${version.latest ? html`<span class="muted grow">${this.t('versions.now')}</span>` : nothing}
        <button @click=${() => (this.comparison = undefined)}>${this.t('back')}</button>
        ${
          this.form.may.update && !version.latest
            ? html`<button class="main" @click=${() => this.#restore(version.id)}>${this.t('versions.restore')}</button>`
            : nothing
        }
      </div>
    `
  }

  #choices(comparison: Comparison): TemplateResult {
    const { against, locale, place } = comparison
    const { locales } = this.app.known
    const offered: readonly Against[] = this.#hasPrevious(place) ? ['now', 'previous'] : ['now']
    return html`
      <div class="tools">
        <label class="small">
          ${this.t('compare.with')}
          <select @change=${(event: Event) => this.#choose(comparison, { against: (event.target as HTMLSelectElement).value as Against })}>
            ${offered.map((one) => html`<option value=${one} ?selected=${one === against}>${this.t(`compare.with.${one}`)}</option>`)}
          </select>
        </label>
        ${
          locale === undefined || !locales
            ? nothing
            : html`
                <label class="small">
                  ${this.t('locale')}
                  <select @change=${(event: Event) => this.#choose(comparison, { locale: (event.target as HTMLSelectElement).value })}>
                    ${locales.all.map((one) => html`<option value=${one} ?selected=${one === locale}>${localeName(this.app, one)}</option>`)}
                  </select>
                </label>
              `
        }
      </div>
    `
  }

  #otherLanguages(comparison: Comparison): TemplateResult | typeof nothing {
    const { others = [] } = comparison
    if (others.length === 0) return nothing
    return html`
      <p class="row small" role="status">
        ${this.t('compare.others')}
        ${others.map((locale) => html`<button class="small" @click=${() => this.#choose(comparison, { locale })}>${localeName(this.app, locale)}</button>`)}
      </p>
    `
  }

  #choose({ version, place, against, locale }: Comparison, choice: Partial<Pick<Comparison, 'against' | 'locale'>>): void {
    void this.#compare({ version, place, against, locale, ...choice })
  }

  /** What visitors will see of it, and when. */
  async #consequence(): Promise<string> {
    if (!this.form.entity.drafts) return this.t('versions.atOnce')
    await this.planned.look()
    const plan = this.planned.publication
    return plan ? this.t('versions.asDraft.planned', { when: onDate(plan.runAt, this.app.language) }) : this.t('versions.asDraft')
  }

  /** A comparison shows one language, but a version is of all of them. */
  #languages(): string {
    const { known, language } = this.app
    if (this.form.locale === undefined || !known.locales) return ''
    return this.t('versions.everyLanguage', {
      locales: formatOf(Intl.ListFormat, language).format(known.locales.all.map((one) => localeName(this.app, one))),
    })
  }

  async #restore(id: number): Promise<void> {
    if (
      !(await confirm(this, {
        title: this.t('versions.restoreTitle'),
        text: `${await this.#consequence()} ${this.#languages()}`.trim(),
        yes: this.t('versions.restore'),
      }))
    )
      return
    try {
      // Saves the last edits first: they go into the history, or are offered again after the reload.
      await this.form.settle()
      await this.form.change(() => this.app.client.post(`${this.form.path}/versions/${id}/restore`), { typed: 'offered' })
      this.close(true)
    } catch (error) {
      // The version may be the document by now, though its answer was lost.
      if (this.comparison) await this.#compare(this.comparison)
      this.error = this.app.explain(error)
    }
  }
}

define('cms-versions-dialog', CmsVersionsDialog)

export async function showVersions(host: DocumentHost, form: Form): Promise<void> {
  const dialog = Object.assign(document.createElement('cms-versions-dialog') as CmsVersionsDialog, { form, planned: host.planned })
  if (await ask(host, dialog)) host.app.say(host.t('versions.restored'))
}
