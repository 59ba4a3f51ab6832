/** Keeps the caret in sight while one writes: the bars that stick above the text cover a part of it, and below it
 * the line of counts in the full screen, or the actions of a form.
 * Tested by test/admin-components/writing-views.test.ts.
 */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../../element.ts'
import { focusedIn } from '../../parts/focus.ts'
import { scrollerOf } from '../../parts/scroller.ts'

/** Free lines above and below the caret, in pixels. */
const AIR = { top: 12, bottom: 28 }

export class InSight implements ReactiveController {
  /** How much of each side is covered, for what the editor itself scrolls to. */
  readonly covered = { top: 0, right: 0, bottom: 0, left: 0 }
  readonly #host: CmsElement
  /** What scrolls the text, while the focus is in it. Browsers read its padding when a key moves the caret. */
  #scroller: HTMLElement | undefined

  constructor(host: CmsElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#host.addEventListener('focusin', this.measure)
    this.#host.addEventListener('focusout', this.#leave)
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('focusin', this.measure)
    this.#host.removeEventListener('focusout', this.#leave)
    this.#leave()
  }

  /** Anew, once the bars have changed. */
  readonly measure = () => {
    this.#leave()
    const top = this.#host.querySelector<HTMLElement>('.rich > .top')
    if (!top) return
    this.covered.top = (Number.parseFloat(getComputedStyle(top).top) || 0) + top.offsetHeight + AIR.top
    this.covered.bottom = (this.barBelow()?.offsetHeight ?? 0) + AIR.bottom
    this.#host.style.setProperty('--covered', `${this.covered.top}px ${this.covered.bottom}px`)
    // The bars aren't covered themselves: the browser would scroll to what is typed into one.
    if (top.contains(focusedIn(top))) return
    this.#scroller = this.#full() ?? scrollerOf(this.#host)
    this.#scroller.style.scrollPaddingBlock = `${this.covered.top}px ${this.covered.bottom}px`
  }

  /** Scrolls up what ends below a bar that has opened at the bottom. */
  readonly liftAbove = (bar: number, end: number) => {
    const top = end + AIR.top - bar
    if (top > 0) (this.#scroller ?? scrollerOf(this.#host)).scrollBy({ top })
  }

  /** Scrolls so that what is at a height stays there, if the change moves it. */
  readonly stay = (heightOf: () => number, change: () => void) => {
    const before = heightOf()
    change()
    const top = heightOf() - before
    if (top !== 0) (this.#scroller ?? scrollerOf(this.#host)).scrollBy({ top, behavior: 'instant' })
  }

  /** What sticks to the bottom, over the text. */
  readonly barBelow = (): HTMLElement | null | undefined => {
    const full = this.#full()
    return full ? full.querySelector<HTMLElement>('cms-text-status') : this.#actions()
  }

  #full(): HTMLElement | null {
    return this.#host.querySelector<HTMLElement>('.rich.full')
  }

  /** On phones and in drawers, they stick to the bottom. */
  #actions(): HTMLElement | undefined {
    const scope = this.#host.closest('dialog') ?? (this.#host.getRootNode() as ShadowRoot)
    const bars = scope.querySelectorAll<HTMLElement>('.page-head > .reach, .foot')
    return [...bars].find((bar) => getComputedStyle(bar).position === 'sticky' && bar.offsetHeight > 0)
  }

  readonly #leave = () => {
    if (this.#scroller) this.#scroller.style.scrollPaddingBlock = ''
    this.#scroller = undefined
  }
}
