/** `<cms-own>`: creates a custom element of the host application once and sets its properties, as described in docs/admin.md.
 * Tested by test/admin-components/embedded.test.ts.
 */
import { CmsElement, define } from '../element.ts'

export class CmsOwn extends CmsElement {
  static override properties = { tag: {}, about: { attribute: false } }
  declare tag: string
  /** The properties to set: `value`, `field`, `doc`, `readOnly`, …. It also gets `api`, `user`, `language` and `navigate`. */
  declare about: Readonly<Record<string, unknown>>
  #element: (HTMLElement & Record<string, unknown>) | undefined

  protected override updated(): void {
    super.updated()
    if (this.#element?.localName !== this.tag) this.#element = document.createElement(this.tag) as HTMLElement & Record<string, unknown>
    const { client, user, language, router } = this.app
    Object.assign(this.#element, { api: client, user, language, navigate: (to: string) => router.go(to) }, this.about)
    if (this.#element.parentNode !== this) this.replaceChildren(this.#element)
  }
}

define('cms-own', CmsOwn)
