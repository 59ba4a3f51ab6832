/** `<cms-text-link>`: the small dialog for a link (Ctrl+K). One types a URL, or part of the title of a document.
 * Tested by test/admin-components/writing-links.test.ts.
 */
import type { ChainedCommands, Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { placeBeside } from '../../parts/beside.ts'
import { focusedIn } from '../../parts/focus.ts'
import { icon } from '../../parts/icon.ts'
import { choiceList, choiceListLook, indexAfter, showMarked } from './choice-list.ts'
import { type FoundDocument, foundDocuments, lookOf, TYPING } from './found-documents.ts'
import { addressIn } from './link-address.ts'
import type { Choice } from './text-host.ts'

interface LinkAttributes {
  href?: string | null
  collection?: string | null
  id?: number | null
  newTab?: boolean | null
}

export class CmsTextLink extends CmsElement {
  static override properties = {
    editor: { attribute: false },
    text: { state: true },
    found: { state: true },
    at: { state: true },
    link: { state: true },
    isSearching: { state: true },
    isOpen: { state: true },
  }
  static override looks = [
    choiceListLook,
    css`
      .menu.linking { inline-size: min(420px, calc(100vw - 16px)); padding: var(--s2); overflow: visible; max-block-size: none; }
      .linking .choices { max-block-size: min(260px, 40vh); overflow-y: auto; margin-block-start: var(--s2); }
      .linking .none { padding: var(--s2) var(--s3); color: var(--muted); }
      .linking .foot { display: flex; align-items: center; gap: var(--s2); padding: var(--s2) var(--s1) 0; }
      .linking .foot button { inline-size: auto; border: 1px solid var(--line); }
      .linking .foot label { flex: 1; font-size: var(--t2); }
    `,
  ]
  declare editor: Editor | undefined
  declare text: string
  declare found: readonly FoundDocument[]
  declare at: number
  declare isSearching: boolean
  declare isOpen: boolean
  /** The link at the caret when the dialog was opened. */
  declare link: LinkAttributes | undefined
  #newTab = false
  /** The text of the input when the dialog was opened. */
  #begun = ''
  /** The selection when it was opened. */
  #rect = new DOMRect()
  #timer: ReturnType<typeof setTimeout> | undefined
  #request: AbortController | undefined

  constructor() {
    super()
    this.text = ''
    this.found = []
    this.at = 0
    this.isSearching = false
    this.isOpen = false
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.visualViewport?.removeEventListener('resize', this.#place)
  }

  override render(): TemplateResult {
    return html`
      <div class="menu linking" popover role="dialog" aria-label=${this.t('text.link')} @keydown=${this.#keys} @toggle=${this.#toggled}>
        ${this.isOpen ? this.#body() : nothing}
      </div>
    `
  }

  #body(): TemplateResult {
    const choices = this.#choices()
    const { at, text } = this
    return html`
        <input
          type="text"
          inputmode="url"
          role="combobox"
          autocomplete="off"
          spellcheck="false"
          aria-expanded=${choices.length > 0}
          aria-controls="text-link-choices"
          aria-activedescendant=${choices[at] ? `text-link-choices-${at}` : nothing}
          aria-label=${this.t('text.link.to')}
          placeholder=${this.t('text.link.to')}
          .value=${text}
          @input=${this.#typed} />
        ${
          choices.length > 0
            ? choiceList({
                id: 'text-link-choices',
                isControlled: true,
                label: this.t('text.link.to'),
                choices,
                at,
                point: (to) => (this.at = to),
                pick: ({ run }) => run(),
              })
            : html`
                <div class="choices" id="text-link-choices" role="listbox" aria-label=${this.t('text.link.to')}></div>
                <p class="none" role="status">${this.#said()}</p>
              `
        }
        <div class="foot">
          <label class="inline">
            <input type="checkbox" .checked=${this.#newTab} @change=${this.#setNewTab} />
            ${this.t('text.link.newTab')}
          </label>
          ${
            this.link
              ? html`<button type="button" class="small" @click=${this.#unlink}>${icon('unlink')}${this.t('text.link.remove')}</button>`
              : nothing
          }
        </div>
    `
  }

  /** Opens it next to the selection. */
  async start(rect: DOMRect): Promise<void> {
    const { editor } = this
    if (!editor) return
    this.link = editor.isActive('link') ? (editor.getAttributes('link') as LinkAttributes) : undefined
    this.#newTab = this.link?.newTab === true
    this.#begun = this.link?.href ?? ''
    Object.assign(this, { text: this.#begun, found: [], at: 0, isSearching: false, isOpen: true })
    await this.updateComplete
    // The document may have been left before this was drawn.
    if (!this.isConnected) return
    this.#rect = rect
    this.requireElement('.linking').showPopover()
    this.#place()
    window.visualViewport?.addEventListener('resize', this.#place)
    const input = this.requireElement<HTMLInputElement>('input')
    input.focus()
    input.select()
    await this.#nameTarget()
  }

  /** A link to a document shows the document's title. */
  async #nameTarget(): Promise<void> {
    const { collection, id } = this.link ?? {}
    const entity = collection && this.app.collection(collection)
    if (!entity || !id) return
    const title = entity.title ?? 'id'
    const doc = await this.app.client
      .get<Record<string, unknown>>(`/${collection}/${id}`, { depth: 0, select: title, draft: entity.drafts || undefined })
      .catch(() => undefined)
    if (doc && this.text === '') this.text = this.#begun = String(doc[title] ?? id)
    await this.updateComplete
    this.requireElement<HTMLInputElement>('input').select()
  }

  #choices(): Choice[] {
    const address = addressIn(this.text)
    const found = this.found.map((one): Choice => {
      const { collection, id } = one
      return { label: one.title, ...lookOf(this, one), run: () => this.#set({ href: null, collection, id }) }
    })
    const typed = address
      ? [{ label: address, icon: 'globe', hint: '', run: () => this.#set({ href: address, collection: null, id: null }) }]
      : []
    return [...typed, ...found]
  }

  #said(): string {
    if (this.isSearching) return this.t('loading')
    return this.text.trim() === '' ? this.t('text.link.hint') : this.t('text.link.nothing')
  }

  #set(to: LinkAttributes): void {
    const { editor } = this
    this.#backToText()
    if (!editor) return
    const attrs = { ...to, newTab: this.#newTab || null }
    const { selection } = editor.state
    if (!selection.empty || this.link) this.#change((link) => link.setMark('link', attrs))
    else {
      const title = to.href ?? this.found.find(({ id, collection }) => id === to.id && collection === to.collection)?.title ?? ''
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: title, marks: [{ type: 'link', attrs }] })
        .unsetMark('link')
        .run()
    }
  }

  readonly #unlink = () => {
    this.#backToText()
    this.#change((link) => link.unsetMark('link'))
  }

  readonly #setNewTab = (event: Event) => {
    this.#newTab = (event.target as HTMLInputElement).checked
    if (this.link) this.#change((link) => link.updateAttributes('link', { newTab: this.#newTab || null }))
  }

  /** Changes the whole link at the caret. Its words don't stay selected: the next letter would replace them. */
  #change(change: (link: ChainedCommands) => ChainedCommands): void {
    const { editor } = this
    if (!editor) return
    const { selection } = editor.state
    const back = ({ tr }: { tr: Transaction }) => tr.setSelection(selection.map(tr.doc, tr.mapping)) !== undefined
    change(editor.chain().extendMarkRange('link')).command(back).run()
  }

  readonly #typed = (event: InputEvent) => {
    this.text = (event.target as HTMLInputElement).value
    this.at = 0
    this.isSearching = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#search(), TYPING)
  }

  async #search(): Promise<void> {
    this.#request?.abort()
    this.#request = new AbortController()
    const { signal } = this.#request
    const found = await foundDocuments(this, this.text, signal).catch(() => [])
    if (signal.aborted) return
    this.found = found
    this.isSearching = false
  }

  readonly #keys = (event: KeyboardEvent) => {
    const choices = this.#choices()
    const [isInput, isCheckbox] = ['[role=combobox]', '[type=checkbox]'].map((one) => (event.target as Element).matches(one))
    const to = isInput ? indexAfter(event.key, this.at, choices.length) : undefined
    if (event.key === 'Escape') this.#backToText()
    else if (event.key === 'Tab') this.#nextControl(event.shiftKey ? -1 : 1)
    else if (to !== undefined) {
      this.at = to
      showMarked(this)
    } else if (event.key === 'Enter' && (isInput || isCheckbox) && !event.isComposing) this.#finish(choices[this.at])
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Words that are neither a URL nor a document stay, for the user to correct them. */
  #finish(choice: Choice | undefined): void {
    if (choice) choice.run()
    else if (this.text.trim() === '' || this.text === this.#begun) this.#backToText()
  }

  /** The focus stays in the dialog. */
  #nextControl(by: -1 | 1): void {
    const controls = [...this.querySelectorAll<HTMLElement>('.linking :is(input, button)')]
    const at = controls.indexOf(focusedIn(this) as HTMLElement)
    controls.at((at + by) % controls.length)?.focus()
  }

  /** At once: what is typed next belongs into the text. */
  readonly #backToText = () => {
    this.#close()
    this.editor?.view.focus()
  }

  #close(): void {
    this.requireElement('.linking').hidePopover()
  }

  /** Also when a phone's keyboard comes up. */
  readonly #place = () => placeBeside(this.requireElement('.linking'), this.#rect)

  readonly #toggled = ({ newState }: ToggleEvent) => {
    if (newState !== 'closed') return
    this.isOpen = false
    window.visualViewport?.removeEventListener('resize', this.#place)
    this.#request?.abort()
    clearTimeout(this.#timer)
    const root = this.getRootNode() as ShadowRoot
    if (!root.activeElement) this.editor?.commands.focus()
  }
}

define('cms-text-link', CmsTextLink)
