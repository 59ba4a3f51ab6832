/** `<cms-menu>`: a button that opens a menu, operated by mouse or arrow keys. Tested by test/admin-components/keyboard.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { icon } from './icon.ts'

export interface Item {
  label: string
  icon?: string
  isDangerous?: boolean
  isOff?: boolean
  run(): void
}

export class CmsMenu extends CmsElement {
  static override properties = { label: {}, face: { attribute: false }, items: { attribute: false }, look: {} }
  /** The accessible name of the button. */
  declare label: string
  /** Shown on the button instead of its label. */
  declare face: TemplateResult | undefined
  declare items: readonly (Item | 'line')[]
  /** CSS classes of the button. */
  declare look: string

  constructor() {
    super()
    this.items = []
    this.look = 'plain icon-only'
  }

  override render(): TemplateResult {
    return html`
      <button
        type="button"
        class=${this.look}
        aria-haspopup="menu"
        aria-label=${this.face ? this.label : nothing}
        title=${this.face ? this.label : nothing}
        @click=${this.#open}>
        ${this.face ?? this.label}
      </button>
      <div class="menu" popover role="menu" @keydown=${this.#keys} @toggle=${this.#toggled}>
        ${this.items.map((item) =>
          item === 'line'
            ? html`<hr />`
            : html`
                <button
                  type="button"
                  role="menuitem"
                  tabindex="-1"
                  class=${item.isDangerous ? 'danger' : ''}
                  ?disabled=${item.isOff}
                  @click=${() => this.#run(item)}>
                  ${item.icon ? icon(item.icon) : nothing}${item.label}
                </button>
              `,
        )}
      </div>
    `
  }

  get #menu(): HTMLElement {
    return this.requireElement('.menu')
  }

  get #button(): HTMLElement {
    return this.requireElement('button')
  }

  readonly #open = () => {
    const { bottom, top, left, right } = this.#button.getBoundingClientRect()
    this.#menu.showPopover()
    const { offsetWidth: width, offsetHeight: height } = this.#menu
    const fitsBelow = bottom + 4 + height <= innerHeight
    const style = this.#menu.style
    style.top = `${fitsBelow ? bottom + 4 : Math.max(8, top - 4 - height)}px`
    style.left = `${Math.max(8, left + width + 8 > innerWidth ? right - width : left)}px`
    this.#buttons()[0]?.focus()
  }

  #buttons(): HTMLElement[] {
    return [...this.#menu.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  }

  #run(item: Item): void {
    this.#menu.hidePopover()
    item.run()
  }

  readonly #toggled = (event: Event) => {
    this.#button.setAttribute('aria-expanded', String((event as ToggleEvent).newState === 'open'))
  }

  readonly #keys = (event: KeyboardEvent) => {
    const buttons = this.#buttons()
    const root = this.getRootNode() as ShadowRoot
    const at = buttons.indexOf(root.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      this.#menu.hidePopover()
      this.#button.focus()
    } else if (to === undefined) return
    else buttons.at(to % buttons.length)?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
}

define('cms-menu', CmsMenu)
