/** Writing on the whole screen: the editor goes to the top layer as it is, so that neither the caret nor what is open in it changes.
 * Tested by test/admin-components/writing-views.test.ts.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'

export class FullScreen implements ReactiveController {
  isOn = false

  constructor(host: ReactiveControllerHost) {
    host.addController(this)
  }

  hostDisconnected(): void {
    this.isOn = false
    this.#letScroll(true)
  }

  toggle(frame: HTMLElement): void {
    this.isOn = !this.isOn
    // The frame would cover what was opened before it.
    for (const open of frame.querySelectorAll<HTMLElement>('[popover]:popover-open')) open.hidePopover()
    frame.classList.toggle('full', this.isOn)
    this.#letScroll(!this.isOn)
    if (this.isOn) {
      frame.popover = 'manual'
      frame.showPopover()
      return
    }
    frame.hidePopover()
    frame.popover = null
  }

  /** The page behind it stays where it is. */
  #letScroll(may: boolean): void {
    document.documentElement.style.overflow = may ? '' : 'hidden'
  }
}
