/** `<cms-link-bubble>`: says where the link at the caret leads, opens, changes or removes it. For a document it shows the current title.
 * Tested by test/admin-components/rich-text-links.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { buttonsIn, pressInBar } from '../../parts/bar-keys.ts'
import { icon } from '../../parts/icon.ts'
import type { Key } from '../../texts/texts.ts'
import type { Bar } from './bars.ts'
import { linkAt, setNewTab, unlink } from './links.ts'
import { hostOf } from './text-host.ts'

const EVENTS = ['selectionUpdate', 'update', 'blur', 'focus'] as const

class CmsLinkBubble extends CmsElement implements Bar {
  static override properties = { editor: { attribute: false } }
  static override looks = [
    css`
      cms-link-bubble { position: absolute; z-index: 2; max-inline-size: calc(100% - 16px); }
      cms-link-bubble > div { display: flex; align-items: center; gap: 1px; padding: 2px 2px 2px var(--s3); background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); font-size: var(--t2); }
      cms-link-bubble .clip { max-inline-size: 280px; }
    `,
  ]
  declare editor: Editor | undefined
  readonly #changed = () => this.requestUpdate()
  #unfollow: () => void = () => undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unfollow()
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('editor')) return
    this.#unfollow()
    const { editor } = this
    if (!editor) return
    const { targets } = hostOf(editor)
    for (const event of EVENTS) editor.on(event, this.#changed)
    targets.addEventListener('change', this.#changed)
    this.#unfollow = () => {
      for (const event of EVENTS) editor.off(event, this.#changed)
      targets.removeEventListener('change', this.#changed)
    }
  }

  override render(): TemplateResult | typeof nothing {
    const { editor } = this
    const isUsed = editor?.isFocused || this.contains((this.getRootNode() as ShadowRoot).activeElement)
    const link = editor && isUsed && editor.state.selection.empty ? linkAt(editor) : undefined
    if (!editor || !link) return nothing
    const { href, collection, id, newTab } = link.attrs
    const name = collection && id ? hostOf(editor).targets.nameOf(collection, id) : (href ?? '')
    const label = this.t('text.link.to.what', { what: name })
    return html`
      <div role="toolbar" aria-label=${label} @mousedown=${(event: Event) => event.preventDefault()} @keydown=${this.#keys}>
        <span class="grow clip">${name}</span>
        ${
          collection && id
            ? this.#button('text.link.open', 'external-link', () => this.#openDocument(editor, collection, id))
            : html`<a class="button plain small icon-only" href=${href ?? ''} target="_blank" rel="noopener noreferrer" aria-label=${this.t('text.link.open')} title=${this.t('text.link.open')}>${icon('external-link')}</a>`
        }
        ${this.#button('text.link.edit', 'pencil', () => hostOf(editor).editLink())}
        ${this.#button('text.link.newTab', 'copy', () => setNewTab(editor, !newTab), newTab === true)}
        ${this.#button('text.link.remove', 'unlink', () => unlink(editor))}
      </div>
    `
  }

  protected override updated(): void {
    super.updated()
    const { editor } = this
    const link = editor && linkAt(editor)
    if (!link || !this.parentElement || !this.firstElementChild) return
    const frame = this.parentElement.getBoundingClientRect()
    const { bottom, left } = editor.view.coordsAtPos(link.from)
    const last = editor.view.coordsAtPos(link.to).bottom
    this.style.insetBlockStart = `${Math.max(bottom, last) - frame.top + 6}px`
    this.style.insetInlineStart = `${Math.max(8, Math.min(left - frame.left, frame.width - this.offsetWidth - 8))}px`
  }

  async #openDocument(editor: Editor, collection: string, id: number): Promise<void> {
    const host = hostOf(editor)
    await host.openDocument(collection, id)
    host.targets.forget(collection, id)
    editor.commands.focus()
  }

  readonly #keys = (event: KeyboardEvent) => pressInBar(event, event.currentTarget as HTMLElement, () => this.editor?.view.focus())

  get isShown(): boolean {
    return this.firstElementChild !== null
  }

  enter(): void {
    buttonsIn(this)[0]?.focus()
  }

  #button(key: Key, face: string, run: () => unknown, isOn?: boolean): TemplateResult {
    return html`
      <button type="button" class="plain small icon-only" aria-label=${this.t(key)} title=${this.t(key)} aria-pressed=${isOn ?? nothing} @click=${run}>${icon(face)}</button>
    `
  }
}

define('cms-link-bubble', CmsLinkBubble)
