/** `<cms-rich-text>`: text with headings, lists, quotes and links, kept as ProseMirror JSON. */
import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { css, html, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import type { Key } from '../texts/texts.ts'
import { isWrong, labelOf } from './editors.ts'
import { ForeignEditor } from './foreign.ts'
import { Surface } from './surface.ts'

interface Tool {
  icon: string
  key: Key
  isOn(editor: Editor): boolean
  run(editor: Editor): void
}

const TOOLS: readonly Tool[] = [
  { icon: 'bold', key: 'text.bold', isOn: (e) => e.isActive('bold'), run: (e) => void e.chain().focus().toggleBold().run() },
  { icon: 'italic', key: 'text.italic', isOn: (e) => e.isActive('italic'), run: (e) => void e.chain().focus().toggleItalic().run() },
  { icon: 'strikethrough', key: 'text.strike', isOn: (e) => e.isActive('strike'), run: (e) => void e.chain().focus().toggleStrike().run() },
  { icon: 'code', key: 'text.code', isOn: (e) => e.isActive('code'), run: (e) => void e.chain().focus().toggleCode().run() },
  {
    icon: 'heading-2',
    key: 'text.heading2',
    isOn: (e) => e.isActive('heading', { level: 2 }),
    run: (e) => void e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    icon: 'heading-3',
    key: 'text.heading3',
    isOn: (e) => e.isActive('heading', { level: 3 }),
    run: (e) => void e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { icon: 'list', key: 'text.list', isOn: (e) => e.isActive('bulletList'), run: (e) => void e.chain().focus().toggleBulletList().run() },
  {
    icon: 'list-ordered',
    key: 'text.numbers',
    isOn: (e) => e.isActive('orderedList'),
    run: (e) => void e.chain().focus().toggleOrderedList().run(),
  },
  { icon: 'quote', key: 'text.quote', isOn: (e) => e.isActive('blockquote'), run: (e) => void e.chain().focus().toggleBlockquote().run() },
  { icon: 'minus', key: 'text.rule', isOn: () => false, run: (e) => void e.chain().focus().setHorizontalRule().run() },
]

/** Where links may lead; anything else would run in who reads it. */
const SAFE = /^(https?:|mailto:|tel:|\/|#|\.)/i

export class CmsRichText extends ForeignEditor {
  static override properties = { editing: { attribute: false }, address: { state: true } }
  static override looks = [
    css`
      .rich { border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); }
      .rich:focus-within { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); }
      .rich.wrong { border-color: var(--bad); }
      .rich .tools { padding: 3px; border-block-end: 1px solid var(--line); gap: 1px; position: sticky; inset-block-start: 0; background: inherit; border-radius: var(--radius) var(--radius) 0 0; z-index: 1; }
      .rich .address { padding: var(--s2); border-block-end: 1px solid var(--line); }
    `,
  ]
  /** Of the link that is being set. */
  declare address: string | undefined
  #editor: Editor | undefined
  readonly #surface = new Surface()
  #shown = ''

  override render(): TemplateResult {
    const editor = this.#editor
    const { isLocked } = this.editing
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
                    @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && ((event.preventDefault(), this.#setLink()))} />
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

  protected open(): void {
    this.#surface.join(this.getRootNode() as ShadowRoot)
    this.#editor = new Editor({
      element: this.#surface.element,
      extensions: [StarterKit.configure({ link: { openOnClick: false, isAllowedUri: (address) => SAFE.test(address ?? '') } })],
      content: this.#given(),
      editable: !this.editing.isLocked,
      injectCSS: false,
      editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': labelOf(this, this.editing.field) } },
      onUpdate: ({ editor }) => {
        const value = editor.isEmpty ? null : editor.getJSON()
        this.#shown = JSON.stringify(value)
        this.editing.set(value)
      },
      onTransaction: () => this.requestUpdate(),
    })
    this.#shown = JSON.stringify(this.editing.value ?? null)
    this.requestUpdate()
  }

  protected override updated(): void {
    super.updated()
    const now = JSON.stringify(this.editing.value ?? null)
    this.#editor?.setEditable(!this.editing.isLocked, false)
    if (!this.#editor || now === this.#shown) return
    this.#shown = now
    this.#editor.commands.setContent(this.#given(), { emitUpdate: false })
  }

  #given() {
    return this.editing.value ?? { type: 'doc', content: [{ type: 'paragraph' }] }
  }

  readonly #startLink = () => {
    const { href } = this.#editor!.getAttributes('link') as { href?: string }
    this.address = href ?? ''
    void this.updateComplete.then(() => this.querySelector<HTMLInputElement>('.address input')?.focus())
  }

  #setLink(): void {
    const address = this.address?.trim() ?? ''
    this.address = undefined
    const chain = this.#editor!.chain().focus().extendMarkRange('link')
    if (address === '') chain.unsetLink().run()
    else chain.setLink({ href: SAFE.test(address) ? address : `https://${address}` }).run()
  }

  /** One stop for the Tab key, arrows inside. */
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
