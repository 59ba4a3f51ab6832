/** How far below the top of the window a bar may stick: below the admin's own bars that stick there.
 * Tested by test/admin-components/writing-toolbar.test.ts.
 */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../../element.ts'

const BARS = '.bar, .document > .page-head'

export class StickyTop implements ReactiveController {
  readonly #host: CmsElement
  readonly #sizes = new ResizeObserver(() => this.#measure())

  constructor(host: CmsElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    for (const bar of this.#bars()) this.#sizes.observe(bar)
  }

  hostDisconnected(): void {
    this.#sizes.disconnect()
  }

  #bars(): HTMLElement[] {
    const scope = this.#host.closest('dialog') ?? (this.#host.getRootNode() as ShadowRoot)
    return [...scope.querySelectorAll<HTMLElement>(BARS)]
  }

  #measure(): void {
    const heights = this.#bars()
      .filter((bar) => getComputedStyle(bar).position === 'sticky')
      .map((bar) => bar.offsetHeight)
    this.#host.style.setProperty('--sticky-top', `${heights.reduce((sum, height) => sum + height, 0)}px`)
  }
}
