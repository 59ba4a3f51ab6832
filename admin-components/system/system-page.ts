/** The base of the system pages: loads data, renders it, and reloads it after a change. Tested by test/admin-components/system.test.ts. */
import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import { CmsElement } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { watchWidth } from '../parts/table-width.ts'
import { part } from '../shell/gate.ts'
import type { Key } from '../texts/texts.ts'
import { labelCells } from './cards-on-phones.ts'
import './texts.ts'

/** The server's answer after it tried something, such as a delivery. */
export type Tried = { ok: true } | { ok: false; error: string }

export abstract class SystemPage<Found> extends CmsElement {
  static override properties: PropertyDeclarations = {
    found: { state: true },
    error: { state: true },
    isBusy: { state: true },
    isAsking: { state: true },
  }
  declare found: Found | undefined
  declare error: string
  declare isBusy: boolean
  /** The address asks for something else than what is shown. */
  declare isAsking: boolean
  #requested: string | undefined
  #unguard: (() => void) | undefined

  protected abstract readonly heading: Key
  protected abstract ask(): Promise<Found>
  protected abstract body(found: Found): TemplateResult
  /** Rendered next to the title. */
  protected acts(): TemplateResult | typeof nothing {
    return nothing
  }

  constructor() {
    super()
    this.error = ''
    this.isBusy = false
    this.isAsking = false
    onReconnect(this, () => this.error && void this.load())
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('beforeunload', this.#leaving)
    this.#unguard = this.app.router.guard(() => this.mayLeave())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('beforeunload', this.#leaving)
    this.#unguard?.()
  }

  /** Whether something was entered that leaving the page would lose. */
  protected get isUnsaved(): boolean {
    return false
  }

  /** Forgets what was entered, since the user left it. */
  protected letGo(): void {}

  /** Asks before what was entered is lost. */
  protected async mayLeave(title: Key = 'unsaved.title'): Promise<boolean> {
    if (!this.isUnsaved) return true
    const leaves = await confirm(this, {
      title: this.t(title),
      text: this.t('unsaved.text'),
      yes: this.t(title === 'unsaved.title' ? 'unsaved.leave' : 'unsaved.discard'),
      isDangerous: true,
    })
    if (leaves) this.letGo()
    return leaves
  }

  readonly #leaving = (event: BeforeUnloadEvent) => {
    if (this.isUnsaved) event.preventDefault()
  }

  protected override willUpdate(): void {
    const requested = `${this.app.user?.id}?${this.app.router.place.query}`
    if (!this.app.isIn || this.#requested === requested) return
    this.#requested = requested
    this.isAsking = true
    void this.load()
  }

  async load(): Promise<void> {
    const requested = this.#requested
    try {
      const found = await this.ask()
      if (requested !== this.#requested) return
      this.found = found
      this.error = ''
    } catch (error) {
      if (requested !== this.#requested) return
      this.error = this.app.explain(error)
    }
    this.isAsking = false
  }

  /** Runs an action, shows a message and reloads. */
  async attempt(work: () => Promise<unknown>, message?: string): Promise<boolean> {
    this.isBusy = true
    try {
      await work()
      if (message) this.app.say(message)
      await this.load()
      return true
    } catch (error) {
      this.app.say(this.app.explain(error), 'bad')
      return false
    } finally {
      this.isBusy = false
    }
  }

  protected override updated(): void {
    super.updated()
    labelCells(this.querySelector('table.as-cards'))
  }

  /**
   * A table with headings; a last column without a heading holds the actions, and a first one the tick boxes, with `all` as its heading.
   * Without rows, it shows the `empty` text.
   */
  protected table(
    rows: readonly TemplateResult[],
    {
      headings,
      all,
      acts = true,
      empty,
      face,
    }: { headings: readonly Key[]; all?: TemplateResult; acts?: boolean; empty: string; face: string },
  ): TemplateResult {
    if (rows.length === 0 && this.isAsking) return html`<div class="ghost tall"></div>`
    if (rows.length === 0)
      return html`
        <div class="empty card">
          ${icon(face)}
          <p>${empty}</p>
        </div>
      `
    return html`
      <div ${ref(watchWidth)} class="table-frame" role="region" tabindex="0" aria-label=${this.t(this.heading)}>
        <table class="as-cards ${acts ? 'acting' : ''}">
          <thead>
            <tr>
              ${all ? html`<th class="tight">${all}</th>` : nothing}
              ${headings.map((heading) => html`<th scope="col">${this.t(heading)}</th>`)}
              ${acts ? html`<th><span class="unseen">${this.t('more')}</span></th>` : nothing}
            </tr>
          </thead>
          <tbody>${rows}</tbody>
        </table>
      </div>
    `
  }

  protected query(name: string): string | undefined {
    return this.app.router.place.query.get(name) ?? undefined
  }

  protected go(changes: Record<string, string | undefined>): void {
    this.app.router.query(changes)
  }

  override render(): TemplateResult {
    return part(this, () => this.#content())
  }

  #content(): TemplateResult {
    return html`
      <div class="page" aria-busy=${this.isAsking}>
        <div class="page-head">
          <h1>${this.t(this.heading)}</h1>
          <div class="row reach">${this.acts()}</div>
        </div>
        ${failureNote(this, this.error, () => this.load())}
        ${this.found === undefined ? (this.error ? nothing : html`<div class="stack tight">${[1, 2, 3].map(() => html`<div class="ghost tall"></div>`)}</div>`) : this.body(this.found)}
      </div>
    `
  }
}
