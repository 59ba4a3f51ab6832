/** `<cms-text-link>`: the bar in which the address of a link is typed. Tested by test/admin-components/rich-text-arrivals.test.ts. */
import type { Editor } from '@tiptap/core'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { SAFE } from './safe-address.ts'

export class CmsTextLink extends CmsElement {
  static override properties = { editor: { attribute: false }, address: { state: true } }
  static override looks = [
    css`
      .rich .address { padding: var(--s2); border-block-end: 1px solid var(--line); }
    `,
  ]
  declare editor: Editor | undefined
  /** Undefined while no link is being edited. */
  declare address: string | undefined

  override render(): TemplateResult | typeof nothing {
    if (this.address === undefined) return nothing
    return html`
      <div class="row address">
        <input
          class="grow"
          type="text"
          inputmode="url"
          aria-label=${this.t('text.address')}
          placeholder="https://"
          .value=${this.address}
          @input=${(event: InputEvent) => (this.address = (event.target as HTMLInputElement).value)}
          @keydown=${this.#setOnEnter} />
        <button type="button" class="small" @click=${() => this.#set()}>${this.t('text.setLink')}</button>
        <button type="button" class="small plain" @click=${() => (this.address = undefined)}>${this.t('cancel')}</button>
      </div>
    `
  }

  /** Starts with the address of the link at the caret, if there is one. */
  async start(): Promise<void> {
    const { href } = (this.editor?.getAttributes('link') ?? {}) as { href?: string }
    this.address = href ?? ''
    await this.updateComplete
    this.querySelector('input')?.focus()
  }

  readonly #setOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    this.#set()
  }

  #set(): void {
    const address = this.address?.trim() ?? ''
    this.address = undefined
    const chain = this.editor?.chain().focus().extendMarkRange('link')
    if (address === '') chain?.unsetLink().run()
    else chain?.setLink({ href: SAFE.test(address) ? address : `https://${address}` }).run()
  }
}

define('cms-text-link', CmsTextLink)
