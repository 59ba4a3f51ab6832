/** `<cms-text-toolbar>`: the buttons above the text. It is a single tab stop; arrow keys move inside it.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { icon } from '../../parts/icon.ts'
import type { Tool } from './tool.ts'

class CmsTextToolbar extends CmsElement {
  static override properties = { editor: { attribute: false }, tools: { attribute: false } }
  static override looks = [
    css`
      .rich .tools { padding: 3px; border-block-end: 1px solid var(--line); gap: 1px; background: inherit; border-radius: var(--radius) var(--radius) 0 0; }
      cms-text-toolbar { display: block; position: sticky; inset-block-start: 0; background: inherit; border-radius: inherit; z-index: 1; }
    `,
  ]
  declare editor: Editor | undefined
  declare tools: readonly Tool[]
  readonly #changed = () => this.requestUpdate()

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.editor?.off('transaction', this.#changed)
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('editor')) return
    ;(changed.get('editor') as Editor | undefined)?.off('transaction', this.#changed)
    this.editor?.on('transaction', this.#changed)
  }

  override render(): TemplateResult {
    const { editor } = this
    return html`
      <div
        class="row tools"
        role="toolbar"
        aria-label=${this.t('text.tools')}
        @keydown=${this.#arrows}
        @mousedown=${(event: Event) => event.preventDefault()}>
        ${this.tools.map(
          (tool, index) => html`
            <button
              type="button"
              class="plain small icon-only"
              tabindex=${index === 0 ? 0 : -1}
              aria-label=${this.t(tool.key, tool.values)}
              title=${this.t(tool.key, tool.values)}
              aria-pressed=${tool.group === 'history' ? nothing : editor ? tool.isOn(editor) : false}
              @click=${() => editor && tool.run(editor)}>
              ${icon(tool.icon)}
            </button>
          `,
        )}
      </div>
    `
  }

  readonly #arrows = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll('button')]
    const at = buttons.indexOf((this.getRootNode() as ShadowRoot).activeElement as HTMLButtonElement)
    buttons.at((at + by) % buttons.length)?.focus()
    event.preventDefault()
  }
}

define('cms-text-toolbar', CmsTextToolbar)
