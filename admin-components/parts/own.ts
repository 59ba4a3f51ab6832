/** `<cms-own>`: an element of the host's own, made once and told what it is about; by the contract of docs/admin.md. */
import { CmsElement, define } from '../element.ts'

export class CmsOwn extends CmsElement {
  static override properties = { tag: {}, about: { attribute: false } }
  declare tag: string
  /** What is set on it: `value`, `field`, `doc`, `readOnly`, …; beside them it gets `api`, `user`, `language` and `navigate`. */
  declare about: Readonly<Record<string, unknown>>
  #element: (HTMLElement & Record<string, unknown>) | undefined

  protected override updated(): void {
    super.updated()
    if (this.#element?.localName !== this.tag) this.#element = document.createElement(this.tag) as HTMLElement & Record<string, unknown>
    const { client, user, language, router } = this.desk
    Object.assign(this.#element, { api: client, user, language, navigate: (to: string) => router.go(to) }, this.about)
    if (this.#element.parentNode !== this) this.replaceChildren(this.#element)
  }
}

define('cms-own', CmsOwn)
