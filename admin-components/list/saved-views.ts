/** Saved views of a list: the user's own, and those shared with their role or with everybody. Opened from a menu, edited in a dialog.
 * Tested by test/admin-components/content.test.ts.
 */
import type { ReactiveController } from 'lit'
import type { App } from '../app/app.ts'
import type { Entity } from '../app/schema.ts'
import { loadFor } from '../parts/later.ts'
import type { Item } from '../parts/menu.ts'
import type { ListHost } from './list-host.ts'

export interface View {
  id: number
  collection: string
  name: string
  /** The query of the URL, without the page. */
  query: string
  /** A role, `*` for everybody, or `null` if it isn't shared. */
  sharedWith: string | null
  isMine: boolean
}

/** Shared views are changed by admins, and by those who have shared them. */
export const mayChange = ({ user }: App, { isMine }: View): boolean => isMine || user?.role === 'admin'

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
    const views = this.#viewsOf(entity)
    const now = held(host.query)
    const current = this.#current(entity)
    return [
      { label: host.t('views.all'), icon: 'list', isOn: now === '', run: () => this.#open('') },
      ...views.map((view) => ({
        label: view.name,
        icon: view.sharedWith === null ? 'bookmark' : 'users',
        isOn: view === current,
        run: () => this.#open(view.query),
      })),
      'line',
      { label: host.t('views.keep'), icon: 'plus', run: () => void this.#manage(entity, true) },
      ...(views.some((view) => mayChange(host.app, view))
        ? [{ label: host.t('views.manage'), icon: 'pencil', run: () => void this.#manage(entity, false) }]
        : []),
    ]
  }

  /** The name of the view that the list shows. */
  nameOf(entity: Entity): string | undefined {
    return this.#current(entity)?.name
  }

  /** A view holds the columns that were shown, which the URL of the list may leave to the choice of the user. */
  #current(entity: Entity): View | undefined {
    const { query, columns } = this.#host
    if (held(query) === '') return undefined
    const now = shown(query, columns)
    return this.#viewsOf(entity).find((view) => shown(new URLSearchParams(view.query), columns) === now)
  }

  #viewsOf({ slug }: Entity): View[] {
    return this.#views.filter(({ collection }) => collection === slug)
  }

  #open(query: string): void {
    const wanted = new URLSearchParams(query)
    this.#host.go({ ...Object.fromEntries(HELD.map((name) => [name, wanted.get(name) ?? undefined])), page: undefined })
  }

  async #manage(entity: Entity, isNew: boolean): Promise<void> {
    const { query, columns } = this.#host
    const dialog = await loadFor(this.#host, () => import('./views-dialog.ts'))
    await dialog?.manageViews(this.#host, { entity, views: this.#viewsOf(entity), query: shown(query, columns), isNew })
    await this.#load()
  }

  async #load(): Promise<void> {
    this.#views = await this.#host.app.client.get<View[]>('/admin/views').catch(() => [])
    this.#host.requestUpdate()
  }
}

/** With the columns, also where the URL doesn't name them. */
function shown(query: URLSearchParams, columns: readonly string[]): string {
  const whole = new URLSearchParams(query)
  if (!whole.has('columns')) whole.set('columns', columns.join(','))
  return held(whole)
}

/** In a fixed order, so that equal views are equal strings. */
const held = (query: URLSearchParams): string =>
  new URLSearchParams(
    HELD.flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  ).toString()
