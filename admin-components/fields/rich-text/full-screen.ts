/** Writing on the whole screen: the editor goes to the top layer as it is, so that neither the caret nor what is open in it changes.
 * Tested by test/admin-components/writing-views.test.ts.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

export class FullScreen implements ReactiveController {
  isOn = false
  #frame: HTMLElement | undefined

  constructor(host: ReactiveControllerHost) {
    host.addController(this)
  }

  hostDisconnected(): void {
    this.isOn = false
    this.#letScroll(true)
    window.visualViewport?.removeEventListener('resize', this.#fit)
  }

  toggle(frame: HTMLElement): void {
    this.isOn = !this.isOn
    // The frame would cover what was opened before it.
    for (const open of frame.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
    frame.classList.toggle('full', this.isOn)
    this.#letScroll(!this.isOn)
    this.#frame = frame
    this.#fit()
    if (this.isOn) {
      frame.popover = 'manual'
      frame.showPopover()
      window.visualViewport?.addEventListener('resize', this.#fit)
      return
    }
    frame.hidePopover()
    frame.popover = null
    window.visualViewport?.removeEventListener('resize', this.#fit)
  }

  /** Ends above a phone's keyboard. */
  readonly #fit = () => {
    const { scale, height } = window.visualViewport ?? { scale: 1, height: innerHeight }
    const isCovered = this.isOn && scale === 1 && height < innerHeight
    if (this.#frame) this.#frame.style.blockSize = isCovered ? `${height}px` : ''
  }

  /** The page behind it stays where it is. */
  #letScroll(may: boolean): void {
    document.documentElement.style.overflow = may ? '' : 'hidden'
  }
}
