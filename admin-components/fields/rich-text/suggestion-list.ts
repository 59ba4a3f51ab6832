/** `<cms-text-suggestions>`: what can be chosen at the caret, after `/`, `@` or `[[`. The focus stays in the text.
 * The text is outside the shadow root, where `aria-activedescendant` can't name what is inside, so a live region reads the marked choice out.
 * Tested by test/admin-components/writing-menus.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { placeBeside } from '../../parts/beside.ts'
import { choiceList, choiceListLook, indexAfter, showMarked } from './choice-list.ts'
import type { Choice, SuggestionList } from './text-host.ts'

export class CmsTextSuggestions extends CmsElement implements SuggestionList {
  static override properties = {
    label: { state: true },
    choices: { state: true },
    at: { state: true },
    isOpen: { state: true },
    nothing: { state: true },
  }
  static override looks = [
    choiceListLook,
    css`
      .menu.suggestions { inline-size: min(320px, calc(100vw - 16px)); max-block-size: min(372px, 50vh); overflow: hidden; }
      .suggestions .choices { overflow-y: auto; min-block-size: 0; outline-offset: -2px; }
      .suggestions .none { padding: var(--s2) var(--s3); color: var(--muted); }
    `,
  ]
  declare label: string
  /** Undefined while they are being searched. */
  declare choices: readonly Choice[] | undefined
  declare at: number
  declare isOpen: boolean
  /** Shown when nothing matches. */
  declare nothing: string
  #rect: () => DOMRect | null = () => null

  constructor() {
    super()
    this.label = ''
    this.at = 0
    this.isOpen = false
    this.nothing = ''
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.close()
  }

  override render(): TemplateResult {
    const { choices, at, label } = this
    return html`
      <div class="menu suggestions" popover="manual">
        ${
          this.isOpen
            ? choices?.length
              ? choiceList({ id: 'text-suggestions', label, choices, at, point: (to) => (this.at = to), pick: (one) => this.#pick(one) })
              : html`<p class="none">${choices ? this.nothing : this.t('loading')}</p>`
            : nothing
        }
      </div>
      <span class="unseen" role="status">${this.isOpen ? this.#said() : nothing}</span>
    `
  }

  open(label: string, rect: () => DOMRect | null): void {
    Object.assign(this, { label, choices: undefined, at: 0, isOpen: true })
    this.#rect = rect
    this.requireElement('.suggestions').showPopover()
    window.addEventListener('scroll', this.#place, { capture: true, passive: true })
    window.addEventListener('resize', this.#place)
    window.visualViewport?.addEventListener('resize', this.#place)
  }

  show(choices: readonly Choice[] | undefined, nothing: string): void {
    const marked = this.choices?.[this.at]?.label
    // The results of the last search stay until the next ones arrive, so that nothing jumps. That it found nothing doesn't.
    if (choices || !this.choices?.length) this.choices = choices
    this.at = Math.max(0, this.at > 0 ? (choices?.findIndex(({ label }) => label === marked) ?? this.at) : 0)
    this.nothing = nothing
  }

  press({ key, isComposing }: KeyboardEvent): boolean {
    if (isComposing || !this.choices?.length) return false
    const to = indexAfter(key, this.at, this.choices.length)
    if (to !== undefined) {
      this.at = to
      showMarked(this)
      return true
    }
    const chosen = this.choices[this.at]
    if (!chosen || (key !== 'Enter' && key !== 'Tab')) return false
    this.#pick(chosen)
    return true
  }

  close(): void {
    this.isOpen = false
    this.choices = undefined
    window.removeEventListener('scroll', this.#place, { capture: true })
    window.removeEventListener('resize', this.#place)
    window.visualViewport?.removeEventListener('resize', this.#place)
    const popover = this.querySelector<HTMLElement>('.suggestions')
    if (popover?.matches(':popover-open')) popover.hidePopover()
  }

  protected override updated(): void {
    super.updated()
    if (this.isOpen) this.#place()
  }

  #pick(choice: Choice): void {
    choice.run()
  }

  #said(): string {
    const { choices, at } = this
    if (!choices) return ''
    const marked = choices[at]
    return marked ? this.t('text.choice', { what: marked.label, place: at + 1, count: choices.length }) : this.nothing
  }

  readonly #place = () => {
    const rect = this.#rect()
    if (rect) placeBeside(this.requireElement('.suggestions'), rect)
  }
}

define('cms-text-suggestions', CmsTextSuggestions)
