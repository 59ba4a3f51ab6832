/** `<cms-rich-text>`: a visual editor for rich text. Its value is ProseMirror JSON. */
import { Editor } from '@tiptap/core'
import { css, html, type TemplateResult } from 'lit'
import { kindOf, summaryOf } from '../document/row-names.ts'
import { define } from '../element.ts'
import { loadFor } from '../parts/later.ts'
import { humanized } from '../texts/texts.ts'
import { isWrong, labelOf } from './editing.ts'
import { pick } from './picker.ts'
import type { CmsBlockDrawer } from './rich-text/block-drawer.ts'
import { openBlock } from './rich-text/block-drawer.ts'
import './rich-text/closed-text.ts'
import { askForEmbed } from './rich-text/embed-dialog.ts'
import { extensionsFor } from './rich-text/extensions.ts'
import { merge, replace } from './rich-text/from-elsewhere.ts'
import type { CmsTextLink } from './rich-text/link-bar.ts'
import './rich-text/icons.ts'
import './rich-text/link-bubble.ts'
import './rich-text/link-bar.ts'
import { settingsOf } from './rich-text/settings.ts'
import { isReadable, StoredText } from './rich-text/stored.ts'
import './rich-text/table-menu.ts'
import type { CmsTableMenu } from './rich-text/table-menu.ts'
import { Targets } from './rich-text/targets.ts'
import type { TextHost } from './rich-text/text-host.ts'
import { Uploads } from './rich-text/uploads.ts'
import './rich-text/toolbar.ts'
import type { Tool } from './rich-text/tool.ts'
import { toolsFor } from './rich-text/tools.ts'
import { Surface } from './surface.ts'
import { ThirdPartyEditor } from './third-party-editor.ts'

export class CmsRichText extends ThirdPartyEditor {
  static override properties = { editing: { attribute: false }, isClosed: { state: true } }
  static override looks = [
    css`
      .rich { position: relative; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); }
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
  #targets: Targets | undefined
  /** The paths of all problems of the form, to notice new ones. */
  #problems = ''
  /** The form of a content block, while it is open. */
  #drawer: CmsBlockDrawer | undefined
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
                <cms-text-toolbar .editor=${editor} .tools=${this.#tools.filter(({ group }) => group !== 'table')}></cms-text-toolbar>
                <cms-text-link .editor=${editor}></cms-text-link>
              `
        }
        <slot name=${this.#surface.slot}></slot>
        ${this.editing.isLocked ? '' : html`<cms-link-bubble .editor=${editor}></cms-link-bubble><cms-table-menu .editor=${editor} .tools=${this.#tools.filter(({ group }) => group === 'table')}></cms-table-menu>`}
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
    const host = this.#host()
    this.#targets = host.targets
    this.#tools = toolsFor(host.settings, (block) => this.app.label(block.label, humanized(block.slug)))
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

  #host(): TextHost {
    const settings = settingsOf(this.editing.field)
    return {
      element: this,
      settings,
      targets: new Targets(this.app),
      uploads: new Uploads(this.app),
      editLink: () => this.#startLink(),
      openTableMenu: () => void this.querySelector<CmsTableMenu>('cms-table-menu')?.open(),
      pick: async (collection, mimeTypes) => {
        const entity = this.app.collection(collection)
        const picked = entity && (await pick(this, entity, { hasMany: false, taken: [], mimeTypes }))
        return picked?.[0]
      },
      openDocument: async (collection, id) => {
        const drawer = await loadFor(this, () => import('../document/drawer.ts'))
        await drawer?.openDrawer(this, collection, id)
      },
      askForEmbed: (address) => askForEmbed(this, settings.embeds, address),
      editBlock: (block) => {
        const { drawer, closed } = openBlock(this, block, () => this.editing)
        this.#drawer = drawer
        void closed.then(() => {
          this.#drawer = undefined
          this.focus()
        })
      },
      nameOfBlock: (row) => {
        const { field } = this.editing
        const kind = kindOf(this, field, row)
        return kind === undefined ? undefined : { kind, summary: summaryOf(this, field, row) }
      },
      copyOfBlock: (row) => this.editing.form.copiedRows.copyOf(this.editing.field, row),
      hasProblemAt: (path) => [...this.editing.form.problems.keys()].some((one) => one.startsWith(`${this.editing.path}.${path}.`)),
    }
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
    if (editor && editor.options.editable !== isEditable) {
      editor.setEditable(isEditable, false)
      this.#cardsChanged()
    }
    const problems = [...this.editing.form.problems.keys()].join()
    if (problems !== this.#problems) this.#cardsChanged()
    this.#problems = problems
    this.#drawer?.requestUpdate()
  }

  /** Cards show the lock of the field, and what a save has refused in them. */
  #cardsChanged(): void {
    this.#targets?.dispatchEvent(new Event('change'))
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
