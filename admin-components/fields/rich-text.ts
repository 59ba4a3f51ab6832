/** `<cms-rich-text>`: a visual editor for rich text. Its value is ProseMirror JSON. */
import { Editor } from '@tiptap/core'
import { css, html, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { isWrong, labelOf } from './editing.ts'
import './rich-text/closed-text.ts'
import { extensionsFor } from './rich-text/extensions.ts'
import { merge, replace } from './rich-text/from-elsewhere.ts'
import type { CmsTextLink } from './rich-text/link-bar.ts'
import './rich-text/link-bar.ts'
import { isReadable, StoredText } from './rich-text/stored.ts'
import './rich-text/icons.ts'
import { settingsOf } from './rich-text/settings.ts'
import type { TextHost } from './rich-text/text-host.ts'
import './rich-text/toolbar.ts'
import { type Tool, toolsFor } from './rich-text/tools.ts'
import { Surface } from './surface.ts'
import { ThirdPartyEditor } from './third-party-editor.ts'

export class CmsRichText extends ThirdPartyEditor {
  static override properties = { editing: { attribute: false }, isClosed: { state: true } }
  static override looks = [
    css`
      .rich { border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); }
      .rich:focus-within { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
      .rich.wrong { border-color: var(--bad); }
    `,
  ]
  /** The stored value cannot be opened. */
  declare isClosed: boolean
  #editor: Editor | undefined
  /** Made by the editor that `open` creates. */
  #text!: StoredText
  #tools: readonly Tool[] = []
  readonly #surface = new Surface()

  override render(): TemplateResult {
    const editor = this.#editor
    if (this.isClosed) return html`<cms-closed-text .editing=${this.editing} .replace=${this.#startAnew}></cms-closed-text>`
    return html`
      <div class="rich ${isWrong(this.editing) ? 'wrong' : ''}">
        ${
          this.editing.isLocked
            ? ''
            : html`
                <cms-text-toolbar .editor=${editor} .tools=${this.#tools}></cms-text-toolbar>
                <cms-text-link .editor=${editor}></cms-text-link>
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
    const settings = settingsOf(this.editing.field)
    this.#tools = toolsFor(settings)
    const host: TextHost = { element: this, settings, editLink: () => this.#startLink() }
    this.#editor = new Editor({
      element: this.#surface.element,
      extensions: extensionsFor(host),
      editable: !this.editing.isLocked,
      injectCSS: false,
      editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': labelOf(this, this.editing.field) } },
      onBeforeCreate: ({ editor }) => {
        this.#text = new StoredText(editor.schema)
        // biome-ignore lint/suspicious/noExplicitAny: Tiptap takes documents as well, which its type leaves out
        editor.setOptions({ content: this.#opened(value) as any })
      },
      onUpdate: ({ editor }) => this.say(this.#text.valueOf(editor.state.doc)),
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

  /** Replaces a value that cannot be opened by an empty text. */
  readonly #startAnew = async () => {
    this.say(null)
    this.receive(null, true)
    await this.updateComplete
    this.focus()
  }

  readonly #startLink = () => {
    void this.querySelector<CmsTextLink>('cms-text-link')?.start()
  }
}

define('cms-rich-text', CmsRichText)
