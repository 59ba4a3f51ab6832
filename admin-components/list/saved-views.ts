/** Saved views of a list: the user's own, and those shared with their role or with everybody. Opened from a menu, edited in a dialog.
 * Tested by test/admin-components/content.test.ts.
 */
import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit'
import type { Entity } from '../app/schema.ts'
import { define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import type { Item } from '../parts/menu.ts'
import type { ListHost } from './list-host.ts'

interface View {
  id: number
  collection: string
  name: string
  /** The query of the URL, without the page. */
  query: string
  /** A role, `*` for everybody, or `null` if it isn't shared. */
  sharedWith: string | null
  isMine: boolean
}

/** The parts of the URL query that a view saves. */
const HELD = ['q', 'filter', 'sort', 'limit', 'view', 'locale', 'columns']

export class SavedViews implements ReactiveController {
  #views: readonly View[] = []
  readonly #host: ListHost
  #hasAsked = false

  constructor(host: ListHost) {
    this.#host = host
    host.addController(this)
  }

  hostUpdate(): void {
    if (this.#hasAsked || !this.#host.app.isIn) return
    this.#hasAsked = true
    void this.#load()
  }

  /** The items of the menu. */
  items(entity: Entity): (Item | 'line')[] {
    const host = this.#host
    const mine = this.#views.filter(({ collection }) => collection === entity.slug)
    const now = held(host.query)
    return [
      { label: host.t('views.all'), icon: now === '' ? 'check' : 'list', run: () => this.#open('') },
      ...mine.map((view) => ({
        label: view.name,
        icon: view.query === now ? 'check' : view.sharedWith === null ? 'bookmark' : 'users',
        run: () => this.#open(view.query),
      })),
      'line',
      { label: host.t('views.keep'), icon: 'plus', run: () => void this.#manage(entity) },
    ]
  }

  #open(query: string): void {
    const wanted = new URLSearchParams(query)
    this.#host.go({ ...Object.fromEntries(HELD.map((name) => [name, wanted.get(name) ?? undefined])), page: undefined })
  }

  async #manage(entity: Entity): Promise<void> {
    const { query, columns } = this.#host
    const shown = new URLSearchParams(query)
    if (!shown.has('columns')) shown.set('columns', columns.join(','))
    const views = this.#views.filter(({ collection }) => collection === entity.slug)
    const dialog = Object.assign(document.createElement('cms-views') as CmsViews, { entity, views, query: held(shown) })
    await ask(this.#host, dialog)
    await this.#load()
  }

  async #load(): Promise<void> {
    this.#views = await this.#host.app.client.get<View[]>('/admin/views').catch(() => [])
    this.#host.requestUpdate()
  }
}

/** In a fixed order, so that equal views are equal strings. */
const held = (query: URLSearchParams): string =>
  new URLSearchParams(
    HELD.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  ).toString()

class CmsViews extends CmsDialog<void> {
  static override properties = { views: { state: true }, roles: { state: true }, error: { state: true } }
  static override looks = [
    css`
      .kept-views li { display: flex; align-items: center; gap: var(--s2); border-block-end: 1px solid var(--line); padding-block: var(--s1); }
    `,
  ]
  entity!: Entity
  query!: string
  declare views: readonly View[]
  /** The roles that a view can be shared with. */
  declare roles: readonly string[]
  declare error: string

  constructor() {
    super()
    this.views = []
    this.roles = []
    this.error = ''
  }

  protected name(): string {
    return this.t('views.keep')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    const { schema, client } = this.app
    this.roles = schema?.roles ?? []
    if (schema?.views.includes('roles'))
      void client.get<{ roles: { key: string }[] }>('/admin/roles').then(({ roles }) => (this.roles = roles.map(({ key }) => key)))
  }

  protected body(): TemplateResult {
    return html`
      <form class="stack" @submit=${this.#keep}>
        <h2>${this.name()}</h2>
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        <label>
          ${this.t('views.name')}
          <input name="name" required autofocus />
        </label>
        ${
          this.roles.length > 0
            ? html`
                <label>
                  ${this.t('views.for')}
                  <select name="sharedWith">
                    <option value="">${this.t('views.for.me')}</option>
                    <option value="*">${this.t('views.for.all')}</option>
                    ${this.roles.map((role) => html`<option value=${role}>${role}</option>`)}
                  </select>
                </label>
              `
            : nothing
        }
        ${
          this.views.length > 0
            ? html`
                <ul class="kept-views">
                  ${this.views.map((view) => this.#one(view))}
                </ul>
              `
            : nothing
        }
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t('close')}</button>
          <button class="main">${this.t('save')}</button>
        </div>
      </form>
    `
  }

  #one(view: View): TemplateResult {
    const isDeletable = view.isMine || this.app.user?.role === 'admin'
    const owner =
      view.sharedWith === null
        ? nothing
        : html`<span class="badge">${view.sharedWith === '*' ? this.t('views.for.all') : view.sharedWith}</span>`
    return html`
      <li>
        <span class="grow clip">${view.name}</span>
        ${owner}
        ${
          isDeletable
            ? html`
                <button
                  type="button"
                  class="plain small icon-only"
                  aria-label=${this.t('remove.one', { title: view.name })}
                  @click=${() => this.#remove(view)}>
                  ${icon('trash-2')}
                </button>
              `
            : nothing
        }
      </li>
    `
  }

  readonly #keep = async (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const view = { collection: this.entity.slug, query: this.query, name: given.get('name'), sharedWith: given.get('sharedWith') || null }
    try {
      await this.app.client.post('/admin/views', view)
      this.app.say(this.t('saved'))
      this.close()
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }

  async #remove(view: View): Promise<void> {
    try {
      await this.app.client.delete(`/admin/views/${view.id}`)
      this.views = this.views.filter((one) => one !== view)
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }
}

define('cms-views', CmsViews)
