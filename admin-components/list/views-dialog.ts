/** `<cms-views>`: saves what a list shows as a view, or renames, shares, reorders and deletes the views there are.
 * Tested by test/admin-components/filters.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { roleName } from '../app/role-name.ts'
import { isOfMembers } from '../app/role-of-members.ts'
import type { Entity } from '../app/schema.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { followMoved, moveButtons } from '../parts/moving.ts'
import { mayChange, type View } from './saved-views.ts'
import './texts.ts'

/** As long as the server takes. */
const LONGEST_NAME = 80

interface About {
  entity: Entity
  views: readonly View[]
  /** The query of the list as it is shown. */
  query: string
  /** Saves a new one. */
  isNew: boolean
}

class CmsViews extends CmsDialog<void> implements About {
  static override properties = { views: { state: true }, roles: { state: true }, error: { state: true } }
  static override looks = [
    css`
      .kept-views { display: grid; gap: var(--s3); }
      .kept-views li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: var(--s2); align-items: center; }
      .kept-views .row { flex-wrap: nowrap; gap: 0; }
      .kept-views li > .row { justify-content: flex-end; }
      @media (max-width: 640px) {
        .kept-views li { grid-template-columns: minmax(0, 1fr); padding-block-end: var(--s3); border-block-end: 1px solid var(--line); }
      }
    `,
  ]
  entity!: Entity
  query!: string
  isNew!: boolean
  declare views: readonly View[]
  /** The roles that a view can be shared with. */
  declare roles: readonly { key: string; name?: string }[]
  declare error: string

  constructor() {
    super()
    this.views = []
    this.roles = []
    this.error = ''
  }

  protected override willUpdate(): void {
    this.shape = this.isNew ? '' : 'wide'
  }

  protected name(): string {
    return this.t(this.isNew ? 'views.keep' : 'views.manage').replace(/ …$/, '')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    const { schema, client } = this.app
    this.roles = (schema?.roles ?? []).map((key) => ({ key }))
    if (schema?.views.includes('roles'))
      void client
        .get<{ roles: { key: string; name: string; system: boolean }[] }>('/admin/roles')
        .then(({ roles }) => (this.roles = roles.filter((role) => !isOfMembers(this.app, role))))
  }

  protected body(): TemplateResult {
    return html`
      <form class="stack" @submit=${this.#keep}>
        <h2>${this.name()}</h2>
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.isNew ? this.#new() : this.#all()}
        <div class="foot">
          <button type="button" @click=${() => this.close()}>${this.t(this.isNew ? 'cancel' : 'close')}</button>
          ${this.isNew ? html`<button class="main">${this.t('save')}</button>` : nothing}
        </div>
      </form>
    `
  }

  #new(): TemplateResult {
    return html`
      <div class="field">
        <label for="view-name">${this.t('views.name')}</label>
        <input id="view-name" name="name" required autofocus />
      </div>
      ${
        this.#mayShare
          ? html`
              <div class="field">
                <label for="view-for">${this.t('views.for')}</label>
                <select id="view-for" name="sharedWith">${this.#audiences(null)}</select>
              </div>
            `
          : nothing
      }
    `
  }

  /** Shared views come before personal ones; each kind keeps its order. */
  #all(): TemplateResult {
    if (this.views.length === 0) return html`<p class="muted">${this.t('views.none')}</p>`
    return html`
      <ul class="kept-views">
        ${this.views.map((view) => (this.#mayChange(view) ? this.#one(view) : html`<li><span class="clip">${view.name}</span>${this.#audience(view)}</li>`))}
      </ul>
    `
  }

  #one(view: View): TemplateResult {
    const title = view.name
    const alike = this.views.filter((other) => this.#mayChange(other) && (other.sharedWith === null) === (view.sharedWith === null))
    const at = alike.indexOf(view)
    const act = (face: string, label: string, run: () => unknown, isOff = false) => html`
      <button type="button" class="plain small icon-only" aria-label=${label} title=${label} ?disabled=${isOff} @click=${run}>${icon(face)}</button>
    `
    return html`
      <li data-id=${view.id}>
        <input
          aria-label="${this.t('views.name')}: ${title}"
          required
          .value=${title}
          @change=${({ target }: Event) => {
            const input = target as HTMLInputElement
            if (input.reportValidity() && this.#mayBeCalled(input.value, view)) void this.#change(view, { name: input.value })
          }} />
        ${
          this.#mayShare
            ? html`
                <select
                  aria-label="${this.t('views.for')}: ${title}"
                  @change=${(event: Event) => this.#share(view, event.target as HTMLSelectElement)}>
                  ${this.#audiences(view.sharedWith)}
                </select>
              `
            : this.#audience(view)
        }
        <span class="row">
          ${moveButtons(this, { title, at, count: alike.length, move: (to) => this.#move(alike, at, to) })}
          ${act('refresh-cw', this.t('views.now', { title }), () => this.#change(view, { query: this.query }), view.query === this.query)}
          ${act('trash-2', this.t('views.delete', { title }), () => this.#delete(view))}
        </span>
      </li>
    `
  }

  get #mayShare(): boolean {
    return this.app.user?.role === 'admin'
  }

  #mayChange(view: View): boolean {
    return mayChange(this.app, view)
  }

  #audience({ sharedWith }: View): TemplateResult {
    return html`<span class="muted">${this.#audienceText(sharedWith)}</span>`
  }

  #audiences(now: string | null): TemplateResult[] {
    const all = [null, '*', ...new Set([...this.roles.map(({ key }) => key), ...(now && now !== '*' ? [now] : [])])]
    return all.map((one) => html`<option value=${one ?? ''} .selected=${one === now}>${this.#audienceText(one)}</option>`)
  }

  #audienceText(sharedWith: string | null): string {
    if (sharedWith === null) return this.t('views.for.me')
    if (sharedWith === '*') return this.t('views.for.all')
    const name = this.roles.find(({ key }) => key === sharedWith)?.name
    return this.t('views.for.role', { role: roleName(this.app, sharedWith, name) })
  }

  readonly #keep = (event: SubmitEvent) => {
    event.preventDefault()
    if (!this.isNew) return
    const given = new FormData(event.target as HTMLFormElement)
    const name = String(given.get('name'))
    if (!this.#mayBeCalled(name)) return
    const view = { collection: this.entity.slug, query: this.query, name, sharedWith: given.get('sharedWith') || null }
    void this.#try(async () => {
      await this.app.client.post('/admin/views', view)
      this.app.say(this.t('saved'))
      this.close()
    })
  }

  /** Two views of one name can't be told apart in the menu, and a name that is cut off says little. */
  #mayBeCalled(given: string, view?: View): boolean {
    const name = given.trim()
    const isTaken = this.views.some((other) => other !== view && other.name.toLowerCase() === name.toLowerCase())
    const over = name.length - LONGEST_NAME
    this.error = isTaken ? this.t('views.taken', { name }) : over > 0 ? this.t('views.long', { count: over, limit: LONGEST_NAME }) : ''
    return this.error === ''
  }

  /** If that is refused, the select goes back to whom the view is shared with. */
  async #share(view: View, select: HTMLSelectElement): Promise<void> {
    if (!(await this.#change(view, { sharedWith: select.value || null }))) select.value = view.sharedWith ?? ''
  }

  #change(view: View, changes: Partial<View>): Promise<boolean> {
    return this.#try(async () => {
      const changed = await this.app.client.patch<View>(`/admin/views/${view.id}`, changes)
      this.views = inOrder(this.views.map((one) => (one.id === view.id ? changed : one)))
      this.app.say(this.t('saved'))
    })
  }

  #move(alike: readonly View[], from: number, to: number): Promise<boolean> {
    return this.#try(async () => {
      const next = [...alike]
      next.splice(to, 0, ...next.splice(from, 1))
      await this.app.client.post('/admin/views/order', { ids: next.map(({ id }) => id) })
      const others = this.views.filter((one) => !alike.includes(one))
      this.views = inOrder([...others, ...next])
      await this.updateComplete
      followMoved(this, this.querySelector(`li[data-id='${alike[from]?.id}']`), { from, to, count: alike.length })
    })
  }

  async #delete(view: View): Promise<void> {
    const title = view.name
    const isSure = await confirm(this, {
      title: this.t('delete.title', { title }),
      text: this.t(view.sharedWith === null ? 'views.delete.mine' : 'views.delete.shared'),
      yes: this.t('delete'),
      isDangerous: true,
    })
    if (!isSure) return
    await this.#try(async () => {
      await this.app.client.delete(`/admin/views/${view.id}`)
      this.views = this.views.filter((one) => one.id !== view.id)
      this.app.say(this.t('deleted', { title }))
    })
  }

  async #try(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      this.error = ''
    } catch (error) {
      this.error = this.app.explain(error)
    }
    return this.error === ''
  }
}

const inOrder = (views: readonly View[]): View[] => [
  ...views.filter(({ sharedWith }) => sharedWith !== null),
  ...views.filter(({ sharedWith }) => sharedWith === null),
]

define('cms-views', CmsViews)

export const manageViews = (from: CmsElement, about: About): Promise<void> =>
  ask(from, Object.assign(document.createElement('cms-views') as CmsViews, about))
