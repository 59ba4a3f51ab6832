/** `<cms-text-status>`: the line below the text: words, characters and reading time, of the selection if there is one.
 * Tested by test/admin-components/writing-views.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { icon } from '../../parts/icon.ts'
import { countsBetween, countsOf, minutesToRead } from './counts.ts'
import { shortcutOf } from './shortcut.ts'
import type { Tool } from './tool.ts'

/** Counting waits until the writer pauses, in milliseconds. */
const PAUSE = 200

class CmsTextStatus extends CmsElement {
  static override properties = { editor: { attribute: false }, tools: { attribute: false }, isFull: { type: Boolean } }
  static override looks = [
    css`
      .rich .status { display: flex; align-items: center; gap: var(--s2); padding: var(--s1) 0; color: var(--muted); font-size: var(--t1); min-block-size: 36px; }
      .rich .status .counts { flex: 1; unicode-bidi: plaintext; text-align: match-parent; font-variant-numeric: tabular-nums; }
      .rich .status button { color: var(--muted); }
    `,
  ]
  declare editor: Editor | undefined
  declare tools: readonly Tool[]
  declare isFull: boolean
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #changed = () => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.requestUpdate(), PAUSE)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
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
      <div class="status">
        <span class="counts">${editor ? this.#counts(editor) : nothing}</span>
        ${this.tools.filter(({ name }) => ['find', 'keys', 'fullScreen'].includes(name)).map((tool) => this.#button(tool))}
      </div>
    `
  }

  #counts({ state }: Editor): string {
    const { ranges, empty } = state.selection
    const selected = empty ? undefined : countsBetween(state.doc, ranges)
    // A selected picture has no words to count.
    const hasWords = selected !== undefined && selected.characters > 0
    const { words, characters } = hasWords ? selected : countsOf(state.doc)
    const said = [this.t('text.words', { count: words }), this.t('text.characters', { count: characters })].join(' · ')
    if (hasWords) return this.t('text.selected', { what: said })
    return words === 0 ? said : `${said} · ${this.t('text.reading', { count: minutesToRead({ words, characters }) })}`
  }

  #button(tool: Tool): TemplateResult {
    const isFullScreen = tool.name === 'fullScreen'
    const name = this.t(isFullScreen && this.isFull ? 'text.fullScreen.leave' : tool.key)
    return html`
      <button
        type="button"
        class="plain small icon-only"
        aria-label=${name}
        title="${name} (${shortcutOf(tool) ?? ''})"
        @click=${() => this.editor && tool.run(this.editor)}>
        ${icon(isFullScreen && this.isFull ? 'minimize-2' : tool.icon)}
      </button>
    `
  }
}

define('cms-text-status', CmsTextStatus)
