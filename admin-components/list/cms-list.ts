/** `<cms-list collection="posts">`: the documents of a collection: search, filters, columns, pages, work on many at once.
 * Events: `cms-open` with `{ collection, id }` before a document is opened (preventable), `cms-deleted`.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Page } from '../desk/client.ts'
import type { Entity } from '../desk/schema.ts'
import { CmsElement, define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { pager } from '../parts/pager.ts'
import '../parts/menu.ts'
import { part } from '../sign-in/around.ts'
import { humanized } from '../texts/texts.ts'
import { type BulkAction, forEach, idsOf } from './bulk.ts'
import { type Column, cell, chosenColumns, columnLabel, columnsOf, keepColumns, titleOf } from './columns.ts'
import { saveAsCsv } from './csv.ts'
import './filter-panel.ts'
import type { CmsFilter } from './filter-panel.ts'
import { mover } from './mover.ts'
import { questionOf, showsOrder } from './query.ts'
import { filterFrom, filterText } from './where.ts'

type Doc = Record<string, any> & { id: number }

const TYPING = 250
const SIZES = [10, 25, 50, 100]

export class CmsList extends CmsElement {
  static override properties = {
    collection: {},
    found: { state: true },
    error: { state: true },
    chosen: { state: true },
    columns: { state: true },
    filters: { state: true },
    busy: { state: true },
  }
  static override looks = [
    css`
      cms-list { display: block; }
      th button { border: 0; background: none; padding: 0; min-block-size: 32px; color: inherit; font-size: inherit; font-weight: inherit; }
      th button svg.icon { inline-size: 14px; block-size: 14px; }
      td a { color: var(--text); font-weight: 550; }
      @container (max-width: 640px) {
        .list-table table, .list-table tbody { display: block; }
        .list-table thead { display: none; }
        .list-table tr { display: flex; flex-wrap: wrap; gap: 2px var(--s3); padding: var(--s3); border-block-end: 1px solid var(--line); align-items: center; }
        .list-table td { display: block; border: 0; padding: 0; block-size: auto; inline-size: auto; font-size: var(--t2); color: var(--muted); }
        .list-table td.first { font-size: var(--t3); flex: 1 0 calc(100% - 40px); }
        .list-table td:empty { display: none; }
      }
    `,
  ]
  declare collection: string
  declare found: Page<Doc> | undefined
  declare error: string
  declare chosen: ReadonlySet<number>
  declare columns: readonly string[]
  declare filters: boolean
  declare busy: string
  #asked = ''
  #asking: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #last: number | undefined

  constructor() {
    super()
    this.chosen = new Set()
    this.columns = []
    this.error = ''
    this.filters = false
    this.busy = ''
  }

  get #entity(): Entity | undefined {
    return this.desk.collection(this.collection)
  }

  get #query(): URLSearchParams {
    return this.desk.router.place.query
  }

  protected override willUpdate(): void {
    const entity = this.#entity
    if (!entity) return
    const key = `${entity.slug}?${this.#query}`
    if (key === this.#asked) return
    if (!this.#asked.startsWith(`${entity.slug}?`)) {
      this.columns = chosenColumns(entity)
      this.found = undefined
      this.chosen = new Set()
      this.filters = this.#query.has('filter')
    }
    this.#asked = key
    void this.#load(entity)
  }

  async #load(entity: Entity): Promise<void> {
    this.#asking?.abort()
    const asking = (this.#asking = new AbortController())
    const query = this.#query
    try {
      this.found = await this.desk.client.get<Page<Doc>>(
        `/${entity.slug}`,
        {
          ...questionOf(entity, query, this.columns),
          page: query.get('page') ?? 1,
          limit: query.get('limit') ?? 25,
        },
        asking.signal,
      )
      this.error = ''
    } catch (error) {
      if ((error as Error).name !== 'AbortError') this.error = this.desk.explain(error)
    }
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    const entity = this.#entity
    if (!entity)
      return html`<div class="page">${this.desk.schema ? html`<p class="note bad" role="alert">${this.t('list.none', { slug: this.collection })}</p>` : html`<div class="ghost"></div>`}</div>`
    const label = this.desk.label(entity.labels.plural, humanized(entity.slug))
    const isTrash = this.#query.get('trash') === 'true'
    return html`<div class="page">
      <header class="page-head">
        <div><h1>${isTrash ? this.t('trash.of', { what: label }) : label}</h1>${entity.description ? html`<p class="muted small">${entity.description}</p>` : nothing}</div>
        <div class="row">
          ${entity.may.create && !isTrash ? html`<button class="main" data-new @click=${() => this.#open()}>${icon('plus')}${this.t('list.new', { what: this.desk.label(entity.labels.singular, humanized(entity.slug)) })}</button>` : nothing}
        </div>
      </header>
      ${this.#tools(entity)}
      ${this.filters ? html`<cms-filter .entity=${entity} .filter=${filterFrom(this.#query.get('filter'))} @filtered=${this.#filtered}></cms-filter>` : nothing}
      ${this.error ? html`<div class="note bad row apart" role="alert">${this.error}<button @click=${() => this.#load(entity)}>${this.t('again')}</button></div>` : nothing}
      ${this.found ? this.#table(entity, this.found, isTrash) : this.error ? nothing : html`<div class="stack tight" aria-busy="true">${[1, 2, 3, 4, 5].map(() => html`<div class="ghost"></div>`)}</div>`}
      ${this.found && this.found.docs.length > 0 ? pager(this, this.found, (page) => this.#go({ page: page === 1 ? undefined : String(page) })) : nothing}
      ${this.chosen.size > 0 ? this.#many(entity) : nothing}
    </div>`
  }

  #tools(entity: Entity): TemplateResult {
    const count = filterFrom(this.#query.get('filter')).tests.filter(({ value }) => value !== '').length
    const isTrash = this.#query.get('trash') === 'true'
    return html`<div class="tools">
      <span class="search">${icon('search')}<input type="search" aria-label=${this.t('search')} placeholder=${this.t('search')} .value=${this.#query.get('q') ?? ''} @input=${this.#typed} /></span>
      <button aria-expanded=${this.filters} @click=${() => (this.filters = !this.filters)}>${icon('filter')}${this.t('filter')}${count > 0 ? html`<span class="badge accent">${count}</span>` : nothing}</button>
      <cms-menu .label=${this.t('columns')} look="" .face=${html`${icon('sliders-horizontal')}${this.t('columns')}`} .items=${this.#columnItems(entity)}></cms-menu>
      ${entity.localized ? this.#locales() : nothing}
      <cms-menu .label=${this.t('more')} look="icon-only" .face=${icon('ellipsis')} .items=${[
        ...SIZES.map((size) => ({
          label: this.t('pages.size', { count: size }),
          icon: String(this.found?.limit) === String(size) ? 'check' : 'minus',
          run: () => this.#go({ limit: String(size), page: undefined }),
        })),
        'line' as const,
        { label: this.t('list.csv'), icon: 'download', run: () => void this.#csv(entity) },
        ...(entity.trash
          ? [
              {
                label: isTrash ? this.t('trash.leave') : this.t('trash'),
                icon: 'trash-2',
                run: () => this.#go({ trash: isTrash ? undefined : 'true', page: undefined }),
              },
            ]
          : []),
      ]}></cms-menu>
    </div>`
  }

  #locales(): TemplateResult {
    const { locales } = this.desk.schema!
    const now = this.#query.get('locale') ?? locales!.default
    return html`<select aria-label=${this.t('locale')} class="locale" @change=${(event: Event) => this.#go({ locale: (event.target as HTMLSelectElement).value })}>${locales!.all.map((locale) => html`<option value=${locale} ?selected=${locale === now}>${locale}</option>`)}</select>`
  }

  #columnItems(entity: Entity) {
    return columnsOf(entity).map((column) => ({
      label: columnLabel(this, column),
      icon: this.columns.includes(column.name) ? 'check' : 'minus',
      run: () => {
        const has = this.columns.includes(column.name)
        this.columns = columnsOf(entity)
          .map(({ name }) => name)
          .filter((name) => (name === column.name ? !has : this.columns.includes(name)))
        keepColumns(entity, this.columns)
        void this.#load(entity)
      },
    }))
  }

  #table(entity: Entity, { docs }: Page<Doc>, isTrash: boolean): TemplateResult {
    if (docs.length === 0) return this.#empty(entity, isTrash)
    const columns = columnsOf(entity).filter(({ name }) => this.columns.includes(name))
    const ordered = [...columns.filter(({ name }) => name === entity.title), ...columns.filter(({ name }) => name !== entity.title)]
    const isOrdered = showsOrder(entity, this.#query)
    const first = ordered[0]?.name === entity.title ? ordered.shift() : undefined
    return html`<div class="table-frame list-table" role="region" tabindex="0" aria-label=${this.desk.label(entity.labels.plural, humanized(entity.slug))}><table>
      <thead><tr>
        <th class="tight"><input type="checkbox" aria-label=${this.t('choose.all')} .checked=${docs.every(({ id }) => this.chosen.has(id))} @change=${(event: Event) => this.#chooseAll(docs, (event.target as HTMLInputElement).checked)} /></th>
        ${this.#heading(first ?? { name: 'id', sorts: true })} ${ordered.filter(({ name }) => first || name !== 'id').map((column) => this.#heading(column))} ${isOrdered ? html`<th class="tight"><span class="unseen">${this.t('order')}</span></th>` : nothing}
      </tr></thead>
      <tbody>${docs.map(
        (doc, index) => html`<tr aria-selected=${this.chosen.has(doc.id)}>
          <td class="tight"><input type="checkbox" aria-label=${this.t('choose', { title: titleOf(this, entity, doc) })} .checked=${this.chosen.has(doc.id)} @click=${(event: MouseEvent) => this.#choose(doc.id, docs, event)} /></td>
          <td class="first">${isTrash ? html`${titleOf(this, entity, doc)} <button class="small" @click=${() => this.#recover(entity, doc.id)}>${icon('rotate-ccw')}${this.t('trash.recover')}</button>` : html`<a href=${this.desk.router.href(`c/${entity.slug}/${doc.id}`)} @click=${(event: MouseEvent) => this.#open(doc.id, event)}>${titleOf(this, entity, doc)}</a>`}</td>
          ${ordered.filter(({ name }) => first || name !== 'id').map((column) => html`<td class="clip">${cell(this, column, doc)}</td>`)}
          ${isOrdered ? html`<td class="tight">${mover(this, entity, docs, index, () => this.#load(entity))}</td>` : nothing}
        </tr>`,
      )}</tbody>
    </table></div>`
  }

  #heading(column: Column): TemplateResult {
    const sort = this.#query.get('sort') ?? ''
    const isUp = sort === column.name
    const isDown = sort === `-${column.name}`
    if (!column.sorts) return html`<th scope="col">${columnLabel(this, column)}</th>`
    return html`<th scope="col" aria-sort=${isUp ? 'ascending' : isDown ? 'descending' : 'none'}><button @click=${() => this.#go({ sort: isUp ? `-${column.name}` : isDown ? undefined : column.name, page: undefined })}>${columnLabel(this, column)}${isUp ? icon('arrow-up') : isDown ? icon('arrow-down') : nothing}</button></th>`
  }

  #empty(entity: Entity, isTrash: boolean): TemplateResult {
    const isNarrowed = this.#query.has('q') || this.#query.has('filter')
    const { description, link } = entity.admin.empty ?? {}
    return html`<div class="empty card">${icon(isTrash ? 'trash-2' : entity.icon)}
      <p>${isNarrowed ? this.t('list.nothing') : isTrash ? this.t('trash.empty') : this.desk.label(description, this.t('list.empty'))}</p>
      ${isNarrowed ? html`<button @click=${() => this.#go({ q: undefined, filter: undefined, page: undefined })}>${this.t('filter.clear')}</button>` : nothing}
      ${!isNarrowed && !isTrash && link ? html`<a href=${link}>${this.t('list.learn')}</a>` : nothing}
    </div>`
  }

  #many(entity: Entity): TemplateResult {
    const { may } = entity
    const act = (action: BulkAction, label: string, look = '') =>
      html`<button class=${look} ?disabled=${this.busy !== ''} @click=${() => this.#actOn(entity, action)}>${label}</button>`
    return html`<div class="chosen row apart" role="region" aria-label=${this.t('choose.count', { count: this.chosen.size })}>
      <span role="status">${this.busy || this.t('choose.count', { count: this.chosen.size })}</span>
      ${this.found && this.chosen.size < this.found.totalDocs ? html`<button class="plain small" @click=${() => this.#chooseEvery(entity)}>${this.t('choose.every', { count: this.found.totalDocs })}</button>` : nothing}
      <span class="row">
        ${entity.drafts && may.publish ? html`${act('publish', this.t('publish'))}${act('unpublish', this.t('unpublish'))}` : nothing}
        ${may.delete ? act('delete', this.t('delete'), 'danger') : nothing}
        <button class="plain" @click=${() => (this.chosen = new Set())}>${this.t('choose.none')}</button>
      </span>
    </div>`
  }

  async #actOn(entity: Entity, action: BulkAction): Promise<void> {
    const ids = [...this.chosen]
    const isSure = await confirm(this, {
      title: this.t(`bulk.${action}`, { count: ids.length }),
      ...(action === 'delete' && { text: this.t(entity.trash ? 'delete.toTrash' : 'delete.forGood') }),
      yes: this.t(action),
      isDangerous: action === 'delete',
    })
    if (!isSure) return
    const { done, failed } = await forEach(
      this.desk,
      entity.slug,
      ids,
      action,
      (count) => (this.busy = this.t('bulk.progress', { done: count, of: ids.length })),
    )
    this.busy = ''
    this.chosen = new Set(failed.map(({ id }) => id))
    this.desk.say(this.t('bulk.done', { count: done.length }), failed.length > 0 ? 'plain' : 'good')
    for (const { id, why } of failed.slice(0, 3)) this.desk.say(`${id}: ${why}`, 'bad')
    if (action === 'delete') this.emit('deleted', { collection: entity.slug, ids: done })
    await this.#load(entity)
  }

  async #recover(entity: Entity, id: number): Promise<void> {
    try {
      await this.desk.client.post(`/${entity.slug}/${id}/recover`)
      this.desk.say(this.t('trash.recovered'))
      await this.#load(entity)
    } catch (error) {
      this.desk.say(this.desk.explain(error), 'bad')
    }
  }

  /** What is shown, of every page. */
  async #csv(entity: Entity): Promise<void> {
    const columns = columnsOf(entity).filter(({ name }) => this.columns.includes(name))
    const lines: unknown[][] = [columns.map((column) => columnLabel(this, column))]
    for (let page = 1; ; page++) {
      const found = await this.desk.client.get<Page<Doc>>(`/${entity.slug}`, {
        ...questionOf(entity, this.#query, this.columns),
        page,
        limit: 100,
      })
      for (const doc of found.docs) lines.push(columns.map(({ name }) => doc[name]))
      if (!found.hasNextPage) break
    }
    saveAsCsv(entity.slug, lines)
  }

  #open(id?: number, event?: MouseEvent): void {
    if (event && (event.metaKey || event.ctrlKey || event.button !== 0)) return
    event?.preventDefault()
    if (!this.emit('open', { collection: this.collection, id })) return
    // By itself in a foreign page, a list has no other page to go to.
    if (this.shadowRoot || this.#entity?.editIn === 'drawer') void this.#inDrawer(id)
    else void this.desk.router.go(`c/${this.collection}/${id ?? 'new'}`)
  }

  async #inDrawer(id?: number): Promise<void> {
    const { openDrawer } = await import('../document/drawer.ts')
    await openDrawer(this, this.collection, id)
    if (this.#entity) await this.#load(this.#entity)
  }

  #go(changes: Record<string, string | undefined>): void {
    this.desk.router.query(changes, 'push')
  }

  #choose(id: number, docs: readonly Doc[], { shiftKey, target }: MouseEvent): void {
    const isOn = (target as HTMLInputElement).checked
    const ids = docs.map((doc) => doc.id)
    const [from, to] = [ids.indexOf(this.#last ?? id), ids.indexOf(id)].sort((a, b) => a - b) as [number, number]
    const range = shiftKey && from >= 0 ? ids.slice(from, to + 1) : [id]
    const next = new Set(this.chosen)
    for (const one of range) isOn ? next.add(one) : next.delete(one)
    this.#last = id
    this.chosen = next
  }

  /** Of all pages. */
  async #chooseEvery(entity: Entity): Promise<void> {
    this.chosen = new Set(await idsOf(this.desk, entity.slug, questionOf(entity, this.#query, [])))
  }

  #chooseAll(docs: readonly Doc[], isOn: boolean): void {
    this.chosen = new Set(isOn ? docs.map(({ id }) => id) : [])
  }

  readonly #typed = (event: InputEvent) => {
    const q = (event.target as HTMLInputElement).value
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.desk.router.query({ q: q || undefined, page: undefined }), TYPING)
  }

  readonly #filtered = (event: Event) => this.#go({ filter: filterText((event.target as CmsFilter).filter), page: undefined })
}

define('cms-list', CmsList)
