/** `<cms-menu>`: a button that opens a menu, operated by mouse or arrow keys. Tested by test/admin-components/keyboard.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { placeBeside } from './beside.ts'
import { icon } from './icon.ts'

export interface Item {
  label: string
  /** The language of the label, if it is not that of the admin. */
  lang?: string
  icon?: string
  /** A second line that explains it. */
  about?: string | undefined
  /** Its shortcut, for example. */
  hint?: string
  /** One of several states, and whether it is the current one. */
  isOn?: boolean
  /** A switch, and whether it is on. */
  isSwitchedOn?: boolean
  /** The menu stays open, for the next choice. */
  staysOpen?: boolean
  isDangerous?: boolean
  isOff?: boolean
  run(): void
}

type Entry = Item | 'line' | { heading: string }

export class CmsMenu extends CmsElement {
  static override properties = {
    label: {},
    face: { attribute: false },
    items: { attribute: false },
    look: {},
    leave: { attribute: false },
    isOpen: { state: true },
  }
  /** The accessible name of the button. */
  declare label: string
  /** Shown on the button instead of its label. */
  declare face: TemplateResult | undefined
  /** A function is asked while the menu is open, and not with every drawing of the page. */
  declare items: readonly Entry[] | (() => readonly Entry[])
  /** CSS classes of the button. */
  declare look: string

  /** Where the focus goes when the menu is left without a choice. @default its button */
  declare leave: () => void
  declare isOpen: boolean

  constructor() {
    super()
    this.isOpen = false
    this.leave = () => this.#button.focus()
    this.items = []
    this.look = 'plain icon-only'
  }

  override render(): TemplateResult {
    const entries = this.#entries
    const hasIcons = entries.some((entry) => typeof entry === 'object' && 'icon' in entry && entry.icon !== undefined)
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
      <div class="menu" popover role="menu" aria-label=${this.label} @keydown=${this.#keys} @toggle=${this.#toggled}>
        ${entries.map((item, index) =>
          item === 'line'
            ? html`<hr />`
            : 'heading' in item
              ? html`<div class="heading" role="presentation">${item.heading}</div>`
              : html`
                <button
                  type="button"
                  role=${roleOf(item)}
                  aria-label=${item.about ? item.label : nothing}
                  aria-describedby=${item.about ? `about-${index}` : nothing}
                  aria-checked=${item.isOn ?? item.isSwitchedOn ?? nothing}
                  tabindex="-1"
                  class=${item.isDangerous ? 'danger' : ''}
                  ?disabled=${item.isOff}
                  @click=${() => this.#run(item)}>
                  ${item.icon ? icon(item.icon) : hasIcons ? html`<span class="tick"></span>` : nothing}
                  <span class="grow" lang=${item.lang ?? nothing}>
                    ${item.label}${item.about ? html`<span class="about" id="about-${index}">${item.about}</span>` : nothing}
                  </span>
                  ${item.hint ? html`<span class="hint" aria-hidden="true">${item.hint}</span>` : nothing}
                  ${tick(item)}
                </button>
              `,
        )}
      </div>
    `
  }

  get #entries(): readonly Entry[] {
    if (!this.isOpen) return []
    return typeof this.items === 'function' ? this.items() : this.items
  }

  get #menu(): HTMLElement {
    return this.requireElement('.menu')
  }

  get #button(): HTMLElement {
    return this.requireElement('button')
  }

  /** As if its button had been pressed. */
  open(): void {
    void this.#open()
  }

  readonly #open = async () => {
    this.isOpen = true
    await this.updateComplete
    if (!this.isConnected) return
    this.#menu.showPopover()
    placeBeside(this.#menu, this.#button.getBoundingClientRect())
    this.#buttons()[0]?.focus()
  }

  #buttons(): HTMLElement[] {
    return [...this.#menu.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  }

  #run(item: Item): void {
    if (item.staysOpen) return item.run()
    this.#menu.hidePopover()
    // Where the entry opens a dialog, its button is what gets the focus back.
    this.#button.focus()
    item.run()
  }

  readonly #toggled = (event: Event) => {
    this.isOpen = (event as ToggleEvent).newState === 'open'
    this.#button.setAttribute('aria-expanded', String(this.isOpen))
  }

  readonly #keys = (event: KeyboardEvent) => {
    const buttons = this.#buttons()
    const root = this.getRootNode() as ShadowRoot
    const at = buttons.indexOf(root.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      this.#menu.hidePopover()
      this.leave()
    } else if (to === undefined) return
    else buttons.at(to % buttons.length)?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
}

/** A state shows more than a color. It is at the end in every menu, with or without icons, and keeps its room while it is off. */
function tick({ isOn, isSwitchedOn }: Item): TemplateResult | typeof nothing {
  const state = isOn ?? isSwitchedOn
  if (state === undefined) return nothing
  return html`<span class="tick">${state ? icon('check') : nothing}</span>`
}

function roleOf({ isOn, isSwitchedOn }: Item): string {
  if (isOn !== undefined) return 'menuitemradio'
  return isSwitchedOn === undefined ? 'menuitem' : 'menuitemcheckbox'
}

define('cms-menu', CmsMenu)
