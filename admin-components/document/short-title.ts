/** Shortens a long title to one line once the page is scrolled, so that the heading that stays at the top covers less of the form. What follows
 * keeps its place. Tested by test/admin-components/note-in-sight.test.ts.
 */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../element.ts'
import type { UnmovedWords } from './unmoved-words.ts'

/** A line of the title has scrolled away by then, in pixels. */
const SCROLLED = 40

export class ShortTitle implements ReactiveController {
  readonly #host: CmsElement
  readonly #words: UnmovedWords

  constructor(host: CmsElement, words: UnmovedWords) {
    this.#host = host
    this.#words = words
    host.addController(this)
  }

  hostConnected(): void {
    addEventListener('scroll', this.#scrolled, { passive: true })
  }

  hostDisconnected(): void {
    removeEventListener('scroll', this.#scrolled)
  }

  readonly #scrolled = () => {
    const head = this.#host.querySelector<HTMLElement>('.document > .page-head')
    const isScrolled = scrollY > SCROLLED
    if (!head || head.classList.contains('scrolled') === isScrolled) return
    this.#words.during(() => {
      head.style.removeProperty('--shortened')
      const before = head.offsetHeight
      head.classList.toggle('scrolled', isScrolled)
      if (isScrolled) head.style.setProperty('--shortened', `${before - head.offsetHeight}px`)
    })
  }
}

/** The whole title, where it is cut off. */
export function wholeTitle({ currentTarget }: Event): void {
  const title = currentTarget as HTMLElement
  title.title = title.scrollHeight > title.clientHeight ? title.textContent.trim() : ''
}
