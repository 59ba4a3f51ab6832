/** Dialogs opened from code that resolve to an answer; each kind is its own element. Tested by test/admin-components/keyboard.test.ts. */
import { html, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { focused, isFocusLost } from './focus.ts'
import './toasts.ts'

export abstract class CmsDialog<Answer> extends CmsElement {
  answered: (answer: Answer | undefined) => void = () => undefined
  #answer: Answer | undefined
  #uncover: (() => void) | undefined
  /** Where the focus was before. */
  #from: HTMLElement | undefined

  /** `wide`, `drawer`, or empty for the normal width. */
  protected shape = ''
  protected abstract body(): TemplateResult
  protected abstract name(): string

  override render(): TemplateResult {
    return html`
      <dialog class=${this.shape} aria-label=${this.name()} @close=${this.#closed} @cancel=${this.#cancelled}>${this.body()}<cms-toasts></cms-toasts></dialog>
    `
  }

  protected override firstUpdated(): void {
    const dialog = this.requireElement<HTMLDialogElement>('dialog')
    this.#from = focused()
    dialog.showModal()
    this.#moveToasts()
    this.#uncover = this.app.router.cover(() => this.leave())
    // The focus may be at its end.
    dialog.scrollTop = 0
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#uncover?.()
    this.#moveToasts()
  }

  /** Those that are shown go on in the topmost dialog, or return to the page. */
  #moveToasts(): void {
    if (this.app.toasts.length > 0) this.app.changed()
  }

  protected override updated(): void {
    super.updated()
    this.#keepFocus()
  }

  /** Where the button that was pressed is gone with what the dialog showed before, its heading takes the focus. */
  #keepFocus(): void {
    const dialog = this.requireElement<HTMLDialogElement>('dialog')
    const heading = dialog.querySelector('h2')
    if (!dialog.open || !heading || !isFocusLost()) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }

  /** Whether it may be closed without an answer. */
  protected mayLeave(): boolean | Promise<boolean> {
    return true
  }

  /** Answers at once: the browser's event comes later than the next key, which belongs to what goes on then. */
  close(answer?: Answer): void {
    this.#answer = answer
    this.requireElement<HTMLDialogElement>('dialog').close()
    this.#leavePage()
  }

  protected async leave(): Promise<void> {
    if (await this.mayLeave()) this.close()
  }

  readonly #closed = (event: Event) => {
    if (event.target === this.querySelector('dialog')) this.#leavePage()
  }

  #leavePage(): void {
    const root = this.getRootNode() as ParentNode
    this.remove()
    this.answered(this.#answer)
    setTimeout(() => this.#returnFocus(root))
  }

  /** The browser returns the focus, unless what had it could not be used or was gone at that moment. */
  #returnFocus(root: ParentNode): void {
    if (!isFocusLost()) return
    this.#from?.focus()
    if (isFocusLost()) [...root.querySelectorAll<HTMLElement>('dialog[open] h2, main')].at(-1)?.focus({ preventScroll: true })
  }

  readonly #cancelled = (event: Event) => {
    if (event.target !== this.querySelector('dialog')) return
    event.preventDefault()
    void this.leave()
  }
}

/** Opens a dialog over the page that contains an element. */
export function ask<Answer>(from: CmsElement, dialog: CmsDialog<Answer>): Promise<Answer | undefined> {
  const root = from.getRootNode() as ShadowRoot | Document
  const place = from.shadowRoot ?? (root instanceof ShadowRoot ? root : document.body)
  return new Promise((resolve) => {
    dialog.answered = resolve
    place.append(dialog)
  })
}

export interface Question {
  title: string
  text?: string | TemplateResult
  /** The label of the confirm button. */
  yes: string
  /** The label of another way to go on. */
  instead?: string
  isDangerous?: boolean
  /** A dangerous question that has no way back begins on the button that cancels it, so that two presses of Enter don't answer it. */
  canBeUndone?: boolean
  /** There is nothing to decide: it only has the button that closes it. */
  isNotice?: boolean
  /** The question is closed without an answer once it no longer matters. */
  until?: Promise<unknown>
  /** The text to type before the button is enabled. */
  typed?: string
}

export class CmsConfirm extends CmsDialog<'yes' | 'instead'> {
  static override properties = { typed: { state: true } }
  declare typed: string
  question!: Question

  protected override willUpdate(): void {
    if (this.question.instead) this.shape = 'roomy'
  }

  constructor() {
    super()
    this.typed = ''
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    void this.question.until?.then(() => this.isConnected && this.close())
  }

  protected name(): string {
    return this.question.title
  }

  protected body(): TemplateResult {
    const { title, text, yes, instead, isDangerous = false, canBeUndone = !isDangerous, isNotice, typed } = this.question
    const isReady = typed === undefined || this.typed.trim() === typed.trim()
    return html`
      <form method="dialog" @submit=${this.#submit}>
        <h2>${title}</h2>
        ${typeof text === 'string' ? html`<p>${text}</p>` : text}
        ${
          typed === undefined
            ? ''
            : html`
                <label class="field">
                  ${this.t('confirm.type', { text: typed })}
                  <input
                    autofocus
                    autocomplete="off"
                    .value=${this.typed}
                    @input=${(event: InputEvent) => (this.typed = (event.target as HTMLInputElement).value)} />
                </label>
              `
        }
        <div class="foot">
          ${isNotice ? '' : html`<button type="button" ?autofocus=${typed === undefined && !canBeUndone} @click=${() => this.close()}>${this.t('cancel')}</button>`}
          ${instead ? html`<button type="button" class="danger" @click=${() => this.close('instead')}>${instead}</button>` : ''}
          <button class="main ${isDangerous ? 'danger' : ''}" ?disabled=${!isReady} ?autofocus=${typed === undefined && canBeUndone}>${yes}</button>
        </div>
      </form>
    `
  }

  readonly #submit = (event: Event) => {
    event.preventDefault()
    this.close('yes')
  }
}

define('cms-confirm', CmsConfirm)

export async function confirm(from: CmsElement, question: Question): Promise<boolean> {
  return (await choose(from, question)) === 'yes'
}

/** Resolves to the button that was pressed; undefined if the dialog was cancelled. */
export function choose(from: CmsElement, question: Question): Promise<'yes' | 'instead' | undefined> {
  return ask(from, Object.assign(document.createElement('cms-confirm') as CmsConfirm, { question }))
}
