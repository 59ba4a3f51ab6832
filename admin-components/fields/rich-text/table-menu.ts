/** `<cms-table-menu>`: a small menu at the corner of the table in which the caret is, opened by mouse or Alt+F10.
 * Tested by test/admin-components/rich-text-tables.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { icon } from '../../parts/icon.ts'
import type { CmsMenu, Item } from '../../parts/menu.ts'
import '../../parts/menu.ts'
import type { Bar } from './bars.ts'
import { press } from './menus.ts'
import { isHeaderTool } from './table-tools.ts'
import type { Tool } from './tool.ts'

class CmsTableMenu extends CmsElement implements Bar {
  static override properties = { editor: { attribute: false }, tools: { attribute: false } }
  static override looks = [
    css`
      cms-table-menu { position: absolute; z-index: 1; }
      cms-table-menu > cms-menu > button { background: var(--raised); border-color: var(--line); box-shadow: var(--shadow); }
    `,
  ]
  declare editor: Editor | undefined
  declare tools: readonly Tool[]
  #table: HTMLElement | undefined
  readonly #changed = () => {
    const { editor } = this
    if (!editor) return
    const $from = editor.state.selection.$from
    const depth = Array.from({ length: $from.depth }, (_, at) => $from.depth - at).find((one) => $from.node(one).type.name === 'table')
    const found = depth === undefined || !editor.isEditable ? undefined : (editor.view.nodeDOM($from.before(depth)) as HTMLElement)
    if (found === this.#table && !found) return
    this.#table = found
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.editor?.off('transaction', this.#changed)
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('editor')) return
    ;(changed.get('editor') as Editor | undefined)?.off('transaction', this.#changed)
    this.editor?.on('transaction', this.#changed)
  }

  override render(): TemplateResult | typeof nothing {
    const { editor } = this
    if (!editor || !this.#table) return nothing
    return html`
      <cms-menu
        .label=${this.t('text.table.menu')}
        look="small icon-only"
        .face=${icon('ellipsis')}
        .leave=${() => editor.view.focus()}
        .items=${() => this.#items(editor)}></cms-menu>
    `
  }

  #items(editor: Editor): Item[] {
    return this.tools
      .filter((tool) => tool.canRun(editor))
      .map((tool) => ({
        label: this.t(tool.key, tool.values),
        icon: tool.icon,
        ...(isHeaderTool(tool) && { isSwitchedOn: tool.isOn(editor) }),
        run: () => press(editor, tool),
      }))
  }

  protected override updated(): void {
    super.updated()
    // Measuring lays out the whole text, which takes long in the first frame after it was opened.
    if (!this.#table || !this.parentElement) return
    const frame = this.parentElement.getBoundingClientRect()
    const table = this.#table.getBoundingClientRect()
    this.style.insetBlockStart = `${table.top - frame.top - 14}px`
    // Above the end of the first row, so that it covers no words.
    const isFromRight = this.#table && getComputedStyle(this.#table.querySelector('table') ?? this.#table).direction === 'rtl'
    this.style.left = isFromRight ? `${Math.max(4, table.left - frame.left - 10)}px` : ''
    this.style.right = isFromRight ? '' : `${Math.max(4, frame.right - table.right - 10)}px`
  }

  get isShown(): boolean {
    return this.#table !== undefined
  }

  enter(): void {
    void this.updateComplete.then(() => this.querySelector<CmsMenu>('cms-menu')?.open())
  }
}

define('cms-table-menu', CmsTableMenu)
