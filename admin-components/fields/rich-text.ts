/** `<cms-rich-text>`: text with headings, lists, quotes and links, stored as ProseMirror JSON. */
import { Editor } from '@tiptap/core'
import { css, html, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { isWrong, labelOf } from './editing.ts'
import { extensionsFor, SAFE } from './rich-text/extensions.ts'
import { merge, replace } from './rich-text/from-elsewhere.ts'
import { isReadable, StoredText } from './rich-text/stored.ts'
import { TOOLS } from './rich-text/tools.ts'
import { Surface } from './surface.ts'
import { ThirdPartyEditor } from './third-party-editor.ts'

export class CmsRichText extends ThirdPartyEditor {
  static override properties = { editing: { attribute: false }, address: { state: true }, isClosed: { state: true } }
  static override looks = [
    css`
      .rich { border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); }
      .rich:focus-within { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
      .rich.wrong { border-color: var(--bad); }
      .rich .tools { padding: 3px; border-block-end: 1px solid var(--line); gap: 1px; position: sticky; inset-block-start: 0; background: inherit; border-radius: var(--radius) var(--radius) 0 0; z-index: 1; }
      .rich .address { padding: var(--s2); border-block-end: 1px solid var(--line); }
      .rich .closed { padding: var(--s3) var(--s4); }
      .rich .closed pre { margin: 0; max-block-size: 240px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
    `,
  ]
  /** The address of the link being edited; undefined if none is. */
  declare address: string | undefined
  /** The stored value cannot be opened. It is shown as is, and replaced only after the user confirms. */
  declare isClosed: boolean
  #editor: Editor | undefined
  /** Made by the editor that `open` creates. */
  #text!: StoredText
  readonly #surface = new Surface()

  override render(): TemplateResult {
    const editor = this.#editor
    const { isLocked } = this.editing
    if (this.isClosed) return this.#closed()
    return html`
      <div class="rich ${isWrong(this.editing) ? 'wrong' : ''}">
        ${
          isLocked
            ? ''
            : html`
                <div
                  class="row tools"
                  role="toolbar"
                  aria-label=${this.t('text.tools')}
                  @keydown=${this.#arrows}
                  @mousedown=${(event: Event) => event.preventDefault()}>
                  ${TOOLS.map(
                    (tool, index) => html`
                      <button
                        type="button"
                        class="plain small icon-only"
                        tabindex=${index === 0 ? 0 : -1}
                        aria-label=${this.t(tool.key)}
                        title=${this.t(tool.key)}
                        aria-pressed=${editor ? tool.isOn(editor) : false}
                        @click=${() => editor && tool.run(editor)}>
                        ${icon(tool.icon)}
                      </button>
                    `,
                  )}
                  <button
                    type="button"
                    class="plain small icon-only"
                    tabindex="-1"
                    aria-label=${this.t('text.link')}
                    title=${this.t('text.link')}
                    aria-pressed=${editor?.isActive('link') ?? false}
                    @click=${this.#startLink}>
                    ${icon('link')}
                  </button>
                  <button
                    type="button"
                    class="plain small icon-only"
                    tabindex="-1"
                    aria-label=${this.t('text.undo')}
                    title=${this.t('text.undo')}
                    @click=${() => editor?.chain().focus().undo().run()}>
                    ${icon('undo-2')}
                  </button>
                  <button
                    type="button"
                    class="plain small icon-only"
                    tabindex="-1"
                    aria-label=${this.t('text.redo')}
                    title=${this.t('text.redo')}
                    @click=${() => editor?.chain().focus().redo().run()}>
                    ${icon('redo-2')}
                  </button>
                </div>
              `
        }
        ${
          this.address === undefined
            ? ''
            : html`
                <div class="row address">
                  <input
                    class="grow"
                    type="text"
                    inputmode="url"
                    aria-label=${this.t('text.address')}
                    placeholder="https://"
                    .value=${this.address}
                    @input=${(event: InputEvent) => (this.address = (event.target as HTMLInputElement).value)}
                    @keydown=${(event: KeyboardEvent) => this.#setLinkOnEnter(event)} />
                  <button type="button" class="small" @click=${() => this.#setLink()}>${this.t('text.setLink')}</button>
                  <button type="button" class="small plain" @click=${() => (this.address = undefined)}>${this.t('cancel')}</button>
                </div>
              `
        }
        <slot name=${this.#surface.slot}></slot>
      </div>
    `
  }

  protected close(): void {
    this.#editor?.destroy()
    this.#editor = undefined
    this.#surface.leave()
  }

  override focus(): void {
    this.#editor?.commands.focus()
  }

  protected open(value: unknown): void {
    this.#surface.join(this.getRootNode() as ShadowRoot)
    this.#editor = new Editor({
      element: this.#surface.element,
      extensions: extensionsFor({ t: (key, values) => this.t(key, values), say: (text) => this.app.say(text, 'bad') }),
      editable: !this.editing.isLocked,
      injectCSS: false,
      editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': labelOf(this, this.editing.field) } },
      onBeforeCreate: ({ editor }) => {
        this.#text = new StoredText(editor.schema)
        // biome-ignore lint/suspicious/noExplicitAny: Tiptap takes documents as well, which its type leaves out
        editor.setOptions({ content: this.#opened(value) as any })
      },
      onUpdate: ({ editor }) => this.say(this.#text.valueOf(editor.state.doc)),
      onTransaction: () => this.requestUpdate(),
    })
    this.requestUpdate()
  }

  protected receive(value: unknown, isOther: boolean): void {
    // biome-ignore lint/style/noNonNullAssertion: values are received between `open` and `close`
    const editor = this.#editor!
    const doc = this.#opened(value)
    if (isOther) replace(editor, doc)
    else merge(editor, doc)
  }

  protected override updated(): void {
    super.updated()
    const editor = this.#editor
    const isEditable = !this.editing.isLocked
    if (editor && editor.options.editable !== isEditable) editor.setEditable(isEditable, false)
  }

  /** The document for a value; an empty, hidden one if the value cannot be opened. */
  #opened(value: unknown) {
    this.isClosed = !isReadable(value)
    return this.#text.open(this.isClosed ? null : value)
  }

  #closed(): TemplateResult {
    const { value, isLocked } = this.editing
    return html`
      <div class="rich ${isWrong(this.editing) ? 'wrong' : ''}">
        <div class="closed stack tight">
          <p role="status">${this.t(typeof value === 'string' ? 'text.closed.plain' : 'text.closed.other')} ${this.t('text.closed.stays')}</p>
          <pre tabindex="0" aria-label=${labelOf(this, this.editing.field)}>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
          ${isLocked ? '' : html`<div><button type="button" @click=${this.#discard}>${this.t('text.closed.replace')}</button></div>`}
        </div>
      </div>
    `
  }

  readonly #discard = async () => {
    const isSure = await confirm(this, {
      title: this.t('text.closed.sure'),
      text: this.t('text.closed.sure.text'),
      yes: this.t('text.closed.replace'),
      isDangerous: true,
    })
    if (!isSure) return
    this.say(null)
    this.receive(null, true)
    await this.updateComplete
    this.focus()
  }

  readonly #startLink = () => {
    // biome-ignore lint/style/noNonNullAssertion: the buttons are drawn for an open editor
    const { href } = this.#editor!.getAttributes('link') as { href?: string }
    this.address = href ?? ''
    void this.updateComplete.then(() => this.querySelector<HTMLInputElement>('.address input')?.focus())
  }

  #setLinkOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    this.#setLink()
  }

  #setLink(): void {
    const address = this.address?.trim() ?? ''
    this.address = undefined
    // biome-ignore lint/style/noNonNullAssertion: the buttons are drawn for an open editor
    const chain = this.#editor!.chain().focus().extendMarkRange('link')
    if (address === '') chain.unsetLink().run()
    else chain.setLink({ href: SAFE.test(address) ? address : `https://${address}` }).run()
  }

  /** The toolbar is a single tab stop; arrow keys move inside it. */
  readonly #arrows = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')]
    const at = buttons.indexOf((this.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement)
    buttons.at((at + by) % buttons.length)?.focus()
    event.preventDefault()
  }
}

define('cms-rich-text', CmsRichText)
