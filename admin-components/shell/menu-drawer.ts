/** The menu as a drawer over narrow pages: it behaves like a dialog with the keyboard, and for screen readers.
 * Tested by test/admin-components/menu-drawer.test.ts.
 */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../element.ts'
import { focused } from '../parts/focus.ts'

export class MenuDrawer implements ReactiveController {
  isOpen = false
  readonly #host: CmsElement
  #uncover: (() => void) | undefined

  constructor(host: CmsElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#keys)
    this.#host.app.router.addEventListener('move', this.close)
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#keys)
    this.#host.app.router.removeEventListener('move', this.close)
    this.#end()
  }

  /** The session may have ended while it was open. */
  hostUpdated(): void {
    if (this.isOpen && !this.#side) this.#end()
  }

  readonly open = async (): Promise<void> => {
    this.isOpen = true
    this.#uncover = this.#host.app.router.cover(this.close)
    this.#host.requestUpdate()
    await this.#host.updateComplete
    const bar = this.#bar
    if (bar) this.#width.observe(bar)
    const [first] = this.#stops
    ;(this.#side?.querySelector<HTMLElement>('nav [aria-current=page]') ?? first)?.focus()
  }

  /** The focus returns to the button that opened it, unless the page is wide now and has no such button. */
  readonly close = async (): Promise<void> => {
    if (!this.isOpen) return
    const hadFocus = this.#side?.contains(focused() ?? null) || focused() === undefined
    this.#end()
    await this.#host.updateComplete
    if (hadFocus && this.#isNarrow) this.#bar?.querySelector('button')?.focus()
  }

  #end(): void {
    this.isOpen = false
    this.#uncover?.()
    this.#width.disconnect()
    this.#host.requestUpdate()
  }

  /** A wide page shows the menu at its side, and must not stay inert. */
  readonly #width = new ResizeObserver(() => {
    if (!this.#isNarrow) void this.close()
  })

  readonly #keys = (event: KeyboardEvent) => {
    if (!this.isOpen || event.defaultPrevented || this.#host.renderRoot.querySelector('dialog[open]')) return
    if (event.key === 'Escape') void this.close()
    if (event.key === 'Tab') this.#turnAround(event)
  }

  /** From the last stop to the first, and back: a page that embeds the admin goes on behind it. */
  #turnAround(event: KeyboardEvent): void {
    const stops = this.#stops
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    const now = focused()
    if (now && now !== from && this.#side?.contains(now)) return
    event.preventDefault()
    to?.focus()
  }

  get #side(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('.side')
  }

  get #bar(): HTMLElement | null {
    return this.#host.renderRoot.querySelector('.bar')
  }

  get #isNarrow(): boolean {
    return this.#bar?.checkVisibility() === true
  }

  get #stops(): HTMLElement[] {
    const all = this.#side?.querySelectorAll<HTMLElement>('a[href], button, select') ?? []
    return [...all].filter((one) => one.tabIndex >= 0 && one.checkVisibility())
  }
}
