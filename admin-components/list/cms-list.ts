/** `<cms-list>`: the documents of a collection, with search, filters, columns, paging and bulk actions.
 *
 * @example <cms-list collection="posts"></cms-list>
 * @attribute collection: the slug of the collection
 * @attribute api, lang: as for `<cms-admin>`
 * @fires cms-open: with `{ collection, id }` before a document opens; cancel it to show the document elsewhere
 * @fires cms-saved, cms-deleted: with `{ collection, ids }` after a bulk action
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/content.test.ts.
 */

import { css, html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../app/client.ts'
import { type Recovered, sayRecovered } from '../app/deleting.ts'
import type { Doc } from '../app/doc.ts'
import { RightsToDocuments } from '../app/document-rights.ts'
import type { Entity } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { later, loadFor } from '../parts/later.ts'
import { link } from '../parts/link.ts'
import { pager } from '../parts/pager.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { whileSearching } from '../parts/search.ts'
import { ticked } from '../parts/selection.ts'
import { sortingLook } from '../parts/sorting.ts'
import '../parts/menu.ts'
import { part } from '../shell/gate.ts'
import { humanized } from '../texts/texts.ts'
import { Branches } from './branches.ts'
import { many } from './bulk/bar.ts'
import { idsOf } from './bulk/each.ts'
import { cards, cardsLook } from './cards.ts'
import { roomIn } from './column-room.ts'
import { chosenColumns, keepColumns } from './columns.ts'
import { emptyList } from './empty.ts'
import type { CmsFilter } from './filter-panel.ts'
import { findInvited } from './invited.ts'
import type { ListHost } from './list-host.ts'
import { liveNote } from './live-note.ts'
import { findPlanned } from './planned.ts'
import { draftsFor, localeIn, lookOf, questionOf, showsTrash, treeOf } from './query.ts'
import { SavedViews } from './saved-views.ts'
import { scrollBack } from './scroll-back.ts'
import { findPending } from './state.ts'
import { table } from './table.ts'
import { tableLook } from './table-look.ts'
import { tools } from './tools.ts'
import { countTrash, findDeletions } from './trashed.ts'
import { findUntranslated } from './untranslated.ts'
import { filterFrom, filterText } from './where.ts'

const TYPING = 250

/** The class of `<cms-list>`. */
export class CmsList extends CmsElement implements ListHost {
  static override properties = {
    collection: {},
    found: { state: true },
    error: { state: true },
    chosen: { state: true },
    columns: { state: true },
    filters: { state: true },
    busy: { state: true },
    isAsking: { state: true },
    trashed: { state: true },
  }
  static override looks = [
    css`
      cms-list { display: block; }
    `,
    tableLook,
    cardsLook,
    sortingLook,
  ]
  declare collection: string
  declare found: Page<Doc> | undefined
  declare error: string
  declare chosen: ReadonlySet<number>
  declare columns: readonly string[]
  declare filters: boolean
  declare busy: string
  /** The rows are those of the search before. */
  declare isAsking: boolean
  declare trashed: number | undefined
  #requested = ''
  #counted = ''
  /** Trashed documents have different buttons, so their rows are never mixed with those of other documents. */
  rowsOf = ''
  #request: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: number | undefined
  #branches: Branches | undefined
  #every: ReadonlySet<number> | undefined
  readonly rights = new RightsToDocuments(this)
  readonly #views = new SavedViews(this)

  constructor() {
    super()
    this.chosen = new Set()
    this.columns = []
    this.error = ''
    this.filters = false
    this.busy = ''
    this.isAsking = false
    onReconnect(this, () => this.error && this.#entity && void this.#load(this.#entity))
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('recovered', this.#recovered)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('recovered', this.#recovered)
  }

  get #entity(): Entity | undefined {
    return this.app.collection(this.collection)
  }

  get hasEvery(): boolean {
    return this.chosen === this.#every
  }

  get query(): URLSearchParams {
    return this.app.router.place.query
  }

  protected override willUpdate(): void {
    const entity = this.#entity
    if (!entity) return
    const key = `${this.app.user?.id} ${entity.slug}?${this.query}`
    if (key === this.#requested) return
    const place = `${this.app.user?.id} ${entity.slug} ${this.query.get('trash')}`
    if (place !== this.rowsOf) {
      this.found = undefined
      this.#branches = undefined
      this.chosen = new Set()
      this.filters = false
      this.busy = ''
      this.rowsOf = place
    }
    this.columns = chosenColumns(entity, this.query.get('columns'), showsTrash(entity, this.query), roomIn(this))
    this.#requested = key
    this.found = whileSearching(this.found)
    void this.#load(entity)
  }

  async #load(entity: Entity): Promise<void> {
    this.#request?.abort()
    const request = new AbortController()
    this.#request = request
    this.isAsking = true
    const query = this.query
    const tree = treeOf(entity, query)
    try {
      const drafts = await draftsFor(this.app, entity, query)
      if (request.signal.aborted) return
      const question = () => questionOf(this.app, entity, query, this.columns, drafts)
      const found = await this.app.client.page<Page<Doc>>(
        `/${entity.slug}`,
        { ...question(), page: query.get('page') ?? 1, limit: query.get('limit') ?? 25 },
        request.signal,
      )
      await Promise.all([
        findPending(this.app, entity, found.docs, { trash: showsTrash(entity, query) }),
        findPlanned(this.app, entity, found.docs),
        findUntranslated(this.app, entity, found.docs, localeIn(this.app, query)),
        findInvited(this.app, entity, found.docs),
        showsTrash(entity, query) && findDeletions(this.app, entity, found.docs),
        !tree && this.#findRights(entity, found.docs),
      ])
      this.#branches = tree ? (this.#branches ?? new Branches(this.app, entity, tree, question)) : undefined
      await this.#branches?.look(found.docs)
      await this.#findRightsToRows(entity, found.docs)
      this.found = found
      this.error = ''
      void this.#countTrash(entity)
      const scroll = this.app.router.takeScroll()
      if (scroll) void this.updateComplete.then(() => scrollBack(scroll))
    } catch (error) {
      if ((error as Error).name !== 'AbortError') this.error = this.app.explain(error)
    }
    if (this.#request === request) this.isAsking = false
  }

  /** Rows with which nothing can be done have no tick box. */
  async #findRights(entity: Entity, docs: readonly Doc[]): Promise<void> {
    const ids = docs.map(({ id }) => id)
    if (!showsTrash(entity, this.query)) await this.rights.look(entity, ids)
  }

  async #findRightsToRows(entity: Entity, docs: readonly Doc[]): Promise<void> {
    if (this.#branches)
      await this.#findRights(
        entity,
        this.#branches.rows(docs).map(({ doc }) => doc),
      )
  }

  /** Again only after this page has changed something. */
  async #countTrash(entity: Entity): Promise<void> {
    const key = `${entity.slug}#${this.app.client.writes}`
    if (key === this.#counted) return
    this.#counted = key
    this.trashed = await countTrash(this.app, entity)
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    const entity = this.#entity
    if (!entity)
      return html`
        <div class="page">
          ${
            this.app.schema
              ? html`<p class="note bad" role="alert">${this.t('list.none', { slug: this.collection })}</p>`
              : html`<div class="ghost"></div>`
          }
        </div>
      `
    const label = this.app.label(entity.labels.plural, humanized(entity.slug))
    const isTrash = showsTrash(entity, this.query)
    return html`
      <div class="page" aria-busy=${this.isAsking}>
        <div class="page-head">
          <div>
            ${isTrash ? html`<nav class="crumbs" aria-label=${this.t('crumbs')}>${link(this, `c/${entity.slug}`, label)}</nav>` : nothing}
            <h1>${isTrash ? this.t('trash.of', { what: label }) : label}</h1>
            ${entity.description ? html`<p class="muted small">${this.app.label(entity.description)}</p>` : nothing}
          </div>
          <div class="row reach">
            ${entity.may.create && !isTrash && (this.found?.docs.length !== 0 || this.#isNarrowed) ? this.#new(entity) : nothing}
          </div>
        </div>
        ${tools(this, entity, this.#views, this.#typed)}
        ${this.#filter(entity)}
        ${failureNote(this, this.error, () => this.#load(entity))} ${liveNote(this, entity, this.found?.docs ?? [])}
        ${
          this.found
            ? this.#shown(entity, this.found, isTrash)
            : this.error
              ? nothing
              : html`
                  <div class="stack tight" aria-busy="true">
                    ${[1, 2, 3, 4, 5].map(() => html`<div class="ghost"></div>`)}
                  </div>
                `
        }
        ${this.found && this.found.docs.length > 0 ? pager(this, { ...this.found, totalDocs: this.#branches?.total ?? this.found.totalDocs }, (page) => this.go({ page: page === 1 ? undefined : String(page) }), entity.slug === 'users' ? 'people.count' : undefined) : nothing}
        ${this.chosen.size > 0 ? many(this, entity) : nothing}
      </div>
    `
  }

  #new(entity: Entity): TemplateResult {
    return html`
      <button class="main" data-new @click=${() => this.open()}>
        ${icon('plus')}${this.t('list.new', { what: this.app.label(entity.labels.singular, humanized(entity.slug)) })}
      </button>
    `
  }

  showColumns(entity: Entity, names: readonly string[]): void {
    this.columns = names
    keepColumns(entity, showsTrash(entity, this.query), names)
    if (this.query.has('columns')) this.go({ columns: names.join(',') })
    else void this.#load(entity)
  }

  /** Says what the list is filtered by, and edits it. */
  #filter(entity: Entity): TemplateResult | typeof nothing {
    const text = this.query.get('filter')
    if (!this.filters && !text) return nothing
    if (!customElements.get('cms-filter')) return later(this, () => import('./filter-panel.ts'))
    return html`
      <cms-filter .entity=${entity} .filter=${filterFrom(text)} .isOpen=${this.filters} @filtered=${this.#filtered}></cms-filter>
    `
  }

  #shown(entity: Entity, { docs }: Page<Doc>, isTrash: boolean): TemplateResult {
    if (docs.length === 0) return emptyList(this, entity, isTrash, this.#isNarrowed ? undefined : this.#new(entity))
    if (lookOf(entity, this.query) === 'cards') return cards(this, entity, docs)
    const flat = (doc: Doc) => ({ doc, depth: 0, siblings: docs, branch: 'none' as const })
    return table(this, entity, this.#branches?.rows(docs) ?? docs.map(flat))
  }

  get #isNarrowed(): boolean {
    return this.query.has('q') || this.query.has('filter')
  }

  async recover(entity: Entity, id: number): Promise<void> {
    try {
      await this.app.client.post(`/${entity.slug}/${id}/recover`)
      this.chosen = new Set([...this.chosen].filter((one) => one !== id))
      sayRecovered(this.app, entity.slug, [id])
    } catch (error) {
      this.app.say(this.app.explain(error), 'bad')
      // Without a response it may have been recovered all the same.
      await this.#load(entity)
    }
  }

  open(id?: number, event?: MouseEvent): void {
    if (event && (event.metaKey || event.ctrlKey || event.button !== 0)) return
    event?.preventDefault()
    if (!this.emit('open', { collection: this.collection, id })) return
    // A list embedded in another page has no document page to go to.
    if (this.shadowRoot || this.#entity?.editIn === 'drawer') void this.#inDrawer(id)
    else void this.app.router.go(`c/${this.collection}/${id ?? 'new'}`)
  }

  async #inDrawer(id?: number): Promise<void> {
    const drawer = await loadFor(this, () => import('../document/drawer.ts'))
    await drawer?.openDrawer(this, this.collection, id)
    if (this.#entity) await this.#load(this.#entity)
  }

  go(changes: Record<string, string | undefined>): void {
    this.app.router.query(changes, 'push')
  }

  choose(id: number, docs: readonly Doc[], event: MouseEvent): void {
    const ids = docs.map((doc) => doc.id)
    this.chosen = ticked(this.chosen, ids, id, this.#last, event)
    this.#last = id
  }

  async chooseEvery(entity: Entity): Promise<void> {
    const drafts = await draftsFor(this.app, entity, this.query)
    const ids = await idsOf(this.app, entity.slug, questionOf(this.app, entity, this.query, [], drafts))
    if (showsTrash(entity, this.query)) this.chosen = new Set(ids)
    else {
      await this.rights.look(entity, ids)
      this.chosen = new Set(ids.filter((id) => this.rights.hasAny(entity, id)))
    }
    this.#every = this.chosen
  }

  chooseAll(docs: readonly Doc[], isOn: boolean): void {
    this.chosen = new Set(isOn ? docs.map(({ id }) => id) : [])
  }

  chooseNone(): void {
    this.chosen = new Set()
  }

  async unfold(id: number): Promise<void> {
    await this.#branches?.toggle(id)
    if (this.#entity && this.found) await this.#findRightsToRows(this.#entity, this.found.docs)
    this.requestUpdate()
  }

  async reload(): Promise<void> {
    if (this.#entity) await this.#load(this.#entity)
  }

  readonly #recovered = (event: Event) => {
    if ((event as CustomEvent<Recovered>).detail.slug === this.collection) void this.reload()
  }

  readonly #typed = (event: InputEvent) => {
    const q = (event.target as HTMLInputElement).value || undefined
    this.found = whileSearching(this.found)
    this.isAsking = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (q === (this.query.get('q') ?? undefined)) void this.reload()
      else this.app.router.query({ q, page: undefined })
    }, TYPING)
  }

  readonly #filtered = (event: Event) => this.go({ filter: filterText((event.target as CmsFilter).filter), page: undefined })
}

define('cms-list', CmsList)
