/** `<cms-document>`: the form for one document or global.
 *
 * @example <cms-document collection="posts" document-id="7"></cms-document>
 * @attribute collection, document-id: the document; without `document-id`, the form creates a new one
 * @attribute global: a global, instead of a document
 * @attribute api, lang: as for `<cms-admin>`
 * @fires cms-saved: with `{ collection, doc }`
 * @fires cms-deleted: with `{ collection, id }`; cancel it to stay on the page
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/writing.test.ts.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { noteOpened } from '../app/recent.ts'
import { RelatedDocuments } from '../app/related.ts'
import type { Entity, Field } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { idOf } from '../fields/editing.ts'
import { fieldsIn, isForSystem } from '../fields/form-fields.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { part } from '../shell/gate.ts'
import { actButton } from './act-button.ts'
import { actionsOf } from './actions.ts'
import type { Copying } from './copying.ts'
import type { DocumentHost, FormPart } from './document-host.ts'
import { documentLook } from './document-look.ts'
import { failureOf } from './failed-save.ts'
import { FilledLanguages } from './filled-languages.ts'
import { Form } from './form.ts'
import { isAside } from './form-order.ts'
import { partOf, partTabs, stateInHead } from './form-parts.ts'
import { headingOf } from './heading.ts'
import { laidOut, tabWith } from './layout.ts'
import { mayLeave } from './leaving.ts'
import { neededAside } from './needed-aside.ts'
import { crumbs, notShown } from './not-shown.ts'
import { showNote } from './note-in-sight.ts'
import { offers } from './offers.ts'
import { topField } from './places.ts'
import { PlannedChanges } from './planned-changes.ts'
import { OtherEditors, presence } from './presence.ts'
import { problemList } from './problem-list.ts'
import { savedLine } from './saved-line.ts'
import { invites, saved, settle } from './saving.ts'
import { ShortTitle, wholeTitle } from './short-title.ts'
import { statePanel } from './state-panel.ts'
import { stillTyped } from './still-typed.ts'
import { UnmovedWords } from './unmoved-words.ts'
import type { Values } from './values.ts'

const FIRST_FIELD = '.sheet > .main :is(input, textarea, select, button, cms-rich-text, cms-json):not(:disabled)'

/** The class of `<cms-document>`. */
export class CmsDocument extends CmsElement implements DocumentHost {
  static override properties = {
    collection: {},
    global: {},
    documentId: { attribute: 'document-id', type: Number },
    isInside: { type: Boolean, attribute: 'inside' },
    tab: { state: true },
    openPart: { state: true },
    wish: { state: true },
    isPreviewing: { state: true },
    isTurning: { state: true },
  }
  static override looks = [documentLook]
  declare collection: string | undefined
  declare global: string | undefined
  declare documentId: number | undefined
  declare isInside: boolean
  /** The first values of a new document. */
  suggested: Values | undefined
  copying: Copying | undefined
  declare tab: number
  declare openPart: FormPart
  declare wish: string | undefined
  /** The form is switching languages. It saves the changes in the current one first. */
  declare isTurning: boolean
  declare isPreviewing: boolean
  form: Form | undefined
  readonly #others = new OtherEditors(this)
  readonly #languages = new FilledLanguages(this)
  readonly planned = new PlannedChanges(this)
  #of = ''
  /** The id that the server assigned to the new document in this form. */
  #made: number | undefined
  #unguard: (() => void) | undefined
  #names: RelatedDocuments | undefined
  /** The form whose first field has already received focus. */
  #greeted: Form | undefined
  /** The form whose document is among those that were opened last. */
  #noted: Form | undefined

  constructor() {
    super()
    new ShortTitle(this, new UnmovedWords(this))
    this.isInside = false
    this.isPreviewing = false
    this.isTurning = false
    this.tab = 0
    this.openPart = 'content'
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('beforeunload', this.#leaving)
    window.addEventListener('keydown', this.#keys)
    window.addEventListener('online', this.#online)
    window.addEventListener('focus', this.#returned)
    if (!this.isInside) this.#unguard = this.app.router.guard(() => this.mayLeave())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('beforeunload', this.#leaving)
    window.removeEventListener('keydown', this.#keys)
    window.removeEventListener('online', this.#online)
    window.removeEventListener('focus', this.#returned)
    this.#unguard?.()
  }

  get entity(): Entity | undefined {
    return this.global !== undefined ? this.app.entity('global', this.global) : this.app.collection(this.collection ?? '')
  }

  get locale(): string | undefined {
    const { locales } = this.app.known
    if (!locales || !this.entity?.localized) return undefined
    const wanted = this.isInside ? this.wish : (this.app.router.place.query.get('locale') ?? this.wish)
    return wanted && locales.all.includes(wanted) ? wanted : locales.default
  }

  async mayLeave(): Promise<boolean> {
    return this.form === undefined || mayLeave(this, this.form)
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['collection', 'global', 'documentId'].some((name) => changed.has(name))) this.#made = undefined
    const { entity } = this
    if (!entity || !this.app.schema) return
    // An id that is not a number belongs to no document, and is not taken for a new one.
    const id = this.documentId ?? this.#made
    const key = this.#keyOf(entity, id)
    if (key === this.#of) return
    this.#of = key
    this.tab = 0
    this.openPart = 'content'
    const earlier =
      this.form?.entity === entity && this.form.user === this.app.user?.id && this.form.id === id && id !== undefined
        ? this.form
        : undefined
    const form = new Form(this.app, entity, id, this.locale, { startsDraft: !this.isInside, suggested: this.suggested, earlier })
    this.form?.edits?.release()
    form.addEventListener('change', () => this.requestUpdate())
    form.addEventListener('made', () => form === this.form && this.#hasMade(form))
    this.form = form
    void form.load()
  }

  #keyOf({ kind, slug }: Entity, id: number | undefined): string {
    return `${this.app.user?.id}/${kind}/${slug}/${id ?? ''}/${this.locale ?? ''}`
  }

  /** Changes only the address, so that the caret keeps its position. */
  #hasMade({ entity, id }: Form): void {
    this.#made = id
    if (id === undefined) this.documentId = undefined
    this.#of = this.#keyOf(entity, id)
    if (this.isConnected && !this.isInside) this.app.router.rename(`c/${entity.slug}/${id ?? 'new'}`)
  }

  protected override updated(): void {
    super.updated()
    this.#noteOpened()
    if (!this.form?.isNew || this.form.phase !== 'idle' || this.#greeted === this.form) return
    this.#greeted = this.form
    if (!this.shadowRoot) setTimeout(() => this.#focusFirst())
  }

  #noteOpened(): void {
    const { form } = this
    if (form?.phase !== 'idle' || form.id === undefined || form === this.#noted) return
    this.#noted = form
    noteOpened(this.app, form.entity.slug, form.id)
  }

  /** Focuses the title of a new document, or else its first field. On a touch screen the keyboard would cover half of the form, so nothing is
   * focused there.
   */
  #focusFirst(): void {
    const { entity } = this
    const title = entity?.title ?? entity?.fields.find(({ type, hasMany }) => type === 'text' && !hasMany)?.name
    if (matchMedia('(pointer: coarse)').matches) return
    const root = this.getRootNode() as ShadowRoot
    const topmost = [...root.querySelectorAll('dialog[open]')].at(-1)
    if (this.contains(root.activeElement) || topmost?.contains(this) === false) return
    const field = title === undefined ? null : this.querySelector<HTMLElement>(`#${CSS.escape(idOf({ path: title }))}`)
    ;(field ?? this.querySelector<HTMLElement>(FIRST_FIELD))?.focus()
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    const { form, entity } = this
    if (!entity || !form) return html`<div class="page"><div class="ghost"></div></div>`
    const instead = notShown(this, form)
    if (instead) return instead
    return html`
      <form class="page document" novalidate @submit=${(event: Event) => event.preventDefault()} aria-busy=${form.phase === 'loading'}>
        ${this.#head(form)} ${this.#notes(form)}
        ${
          form.phase === 'loading'
            ? html`
                <div class="stack">
                  ${[1, 2, 3].map(() => html`<div class="ghost tall"></div>`)}
                </div>
              `
            : html`
                <div class="sheet ${this.openPart} ${this.isPreviewing ? 'previewing' : ''}" ?inert=${this.isTurning}>
                  ${partTabs(this, form, this.#aside(entity))}
                  <div class="stack main">${neededAside(this, form, this.#aside(entity), (path) => this.#show(path))}${laidOut(
                    this,
                    form,
                    entity.fields.filter((field) => !isAside(field)),
                  )}</div>
                  ${this.isPreviewing ? html`<cms-preview .form=${form}></cms-preview>` : nothing}${this.#side(entity, form)}
                </div>
              `
        }
      </form>
    `
  }

  #head(form: Form): TemplateResult {
    const title = this.#title(form)
    const { main, others } = actionsOf(this, form)
    const line = savedLine(this, form)
    return html`
      <div class="page-head">
        <div>
          ${crumbs(this, form)}
          <h1 @pointerenter=${wholeTitle}>${form.phase === 'loading' ? html`<span class="ghost title"><span class="unseen">${this.t('loading')}</span></span>` : title}</h1>
          <p class="muted small saved-line">${stateInHead(this, form)}<span role="status">${line}</span></p>
          ${presence(this, this.#others)}
        </div>
        <div class="row reach" data-saved=${line || nothing}>
          ${this.locale ? this.#languages.select(this.locale, this.#choose) : nothing} ${form.phase === 'loading' ? nothing : main.map((act) => actButton(act, form))}
          ${
            others.length > 0
              ? html`
                  <cms-menu
                    .label=${this.t('more')}
                    look="icon-only"
                    .face=${icon('ellipsis')}
                    .items=${others.map((one) => (one === 'line' ? one : { label: one.label, about: one.about, icon: one.icon, isDangerous: one.isDangerous, isOff: one.isOff, run: () => void one.run() }))}></cms-menu>
                `
              : nothing
          }
        </div>
      </div>
    `
  }

  #title(form: Form): string {
    this.#names ??= new RelatedDocuments(this.app)
    return headingOf(this, form, this.#names)
  }

  /** If the user stays to keep their edits, the select goes back to the current language. */
  readonly #choose = async (event: Event) => {
    const select = event.target as HTMLSelectElement
    const { locale = '' } = this
    if (!(await this.speak(select.value))) select.value = locale
  }

  async speak(locale: string): Promise<boolean> {
    this.isTurning = true
    const mayTurn = await this.mayLeave()
    this.isTurning = false
    if (!mayTurn) return false
    this.wish = locale
    if (!this.isInside) this.app.router.query({ locale })
    return true
  }

  #notes(form: Form): TemplateResult {
    return html`
      ${form.phase === 'deleted' ? stillTyped(this, form) : offers(this, form)}
      ${failureOf(this, form)}
      ${form.problems.size > 0 ? problemList(this, form.entity, form.problems, (path) => this.#show(path)) : nothing}
    `
  }

  #side(entity: Entity, form: Form): TemplateResult {
    const aside = this.#aside(entity)
    return html`
      <aside
        class="stack"
        aria-label="${this.t('document.about')}: ${this.#title(form)}">
        ${statePanel(this, form)}
        ${
          aside.length > 0
            ? html`
                <div class="card stack aside">
                  ${fieldsIn(this, form, aside, form.values, '', (name, value) => form.set(name, value), form.isLocked)}
                </div>
              `
            : nothing
        }
        ${entity.admin.sidebar?.map(
          (tag) => html`<div class="card"><cms-own .tag=${tag} .about=${{ doc: form.values, collection: entity.slug }}></cms-own></div>`,
        )}
      </aside>
    `
  }

  readonly #aside = ({ fields }: Entity): Field[] =>
    fields.filter((field) => isAside(field) && !isForSystem(field, this.form?.values[field.name]))

  async #show(path: string): Promise<void> {
    if (this.entity) {
      this.openPart = partOf(path, this.#aside(this.entity))
      this.tab = tabWith(this.entity, path) ?? this.tab
    }
    await this.updateComplete
    const found =
      this.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ??
      this.querySelector<HTMLElement>(`[data-path="${CSS.escape(topField(path))}"]`)
    found?.scrollIntoView({ block: 'center' })
    const within =
      found?.querySelector<HTMLElement>(`#${CSS.escape(idOf({ path }))}`) ??
      found?.querySelector<HTMLElement>('cms-rich-text, cms-json, input, textarea, select, button')
    within?.focus()
  }

  /** Shows or hides the preview next to the form. Its code is loaded on first use. */
  async togglePreview(): Promise<void> {
    if (await loadFor(this, () => import('./preview-frame.ts'))) this.isPreviewing = !this.isPreviewing
    await this.updateComplete
    const preview = this.querySelector('cms-preview')
    // On narrow screens it is above the form, and doesn't stay in view.
    if (preview && getComputedStyle(preview).position === 'static') preview.scrollIntoView({ block: 'nearest' })
  }

  /** Saves, and moves the focus to the problem if that fails. */
  async save(more: Values = {}): Promise<boolean> {
    const { form } = this
    if (!form) return false
    try {
      const before = { isInvited: invites(form), publication: this.planned.publication }
      const doc = await settle(this, form, more)
      if (!doc) return false
      await saved(this, form, doc, before)
      return true
    } catch {
      await this.updateComplete
      const note = this.querySelector<HTMLElement>('.problems, [role=alert]')
      if (note) showNote(note)
      return false
    }
  }

  readonly #leaving = (event: BeforeUnloadEvent) => {
    if (!this.form) return
    // Also removes the copy of edits that were reverted since.
    this.form.keep()
    if (this.form.isUnsettled) event.preventDefault()
  }

  readonly #keys = (event: KeyboardEvent) => {
    if (!((event.ctrlKey || event.metaKey) && event.key === 's')) return
    const dialogs = (this.getRootNode() as ShadowRoot).querySelectorAll('dialog[open]')
    const topmost = [...dialogs].at(-1)
    if (topmost && !topmost.contains(this)) return
    event.preventDefault()
    const first = this.form && actionsOf(this, this.form).main.find(({ isSave }) => isSave)
    if (first && !first.isOff && this.form?.phase !== 'saving') void first.run()
  }

  readonly #online = () => this.form?.resume()

  readonly #returned = () => void this.form?.freshen()
}

define('cms-document', CmsDocument)
