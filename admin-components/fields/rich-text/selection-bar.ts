/** `<cms-text-selection>`: the bar above selected text.
 * Touch screens already show a bar there, so this one is at the lower edge of them, above the keyboard.
 * Tested by test/admin-components/writing-toolbar.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { buttonsIn, pressInBar } from '../../parts/bar-keys.ts'
import { placeAtBottom, placeBeside } from '../../parts/beside.ts'
import { focusedIn } from '../../parts/focus.ts'
import { icon } from '../../parts/icon.ts'
import '../../parts/menu.ts'
import type { Bar } from './bars.ts'
import type { InSight } from './in-sight.ts'
import { press, turnMenu } from './menus.ts'
import { shortcutOf } from './shortcut.ts'
import type { Tool } from './tool.ts'

/** A finger that scrolls cancels its press. */
const RELEASES = ['pointerup', 'pointercancel'] as const
/** Words that are dragged can be dropped where the bar was. */
const DROPS = ['dragend', 'drop'] as const
const SHOWN = ['bold', 'italic', 'strike', 'code', 'link']

class CmsTextSelection extends CmsElement implements Bar {
  static override properties = {
    editor: { attribute: false },
    tools: { attribute: false },
    inSight: { attribute: false },
    isOpen: { state: true },
  }
  static override looks = [
    css`
      .menu.selected { min-inline-size: 0; padding: 3px; overflow: visible; max-block-size: none; }
      .menu.selected > .row { flex-wrap: nowrap; gap: 1px; }
      .menu.selected .row > button, .menu.selected .kind > button { inline-size: 30px; min-block-size: 30px; padding: 0; justify-content: center; }
      .menu.selected .kind > button { inline-size: auto; padding: 0 var(--s2); max-inline-size: 140px; }
      .menu.selected button[aria-pressed='true'] { background: var(--wash); color: var(--link); }
      @media (pointer: coarse) { .menu.selected .row > button, .menu.selected .kind > button { min-block-size: 44px; } .menu.selected .row > button { inline-size: 44px; } }
    `,
  ]
  declare editor: Editor | undefined
  declare tools: readonly Tool[]
  declare inSight: InSight
  declare isOpen: boolean
  /** While the mouse selects, the bar would be in its way. */
  #isSelecting = false
  #isDragging = false
  /** The selection at the last drawing. */
  #shown = ''
  /** Escape hides it until something else is selected. */
  #dismissed = ''
  /** The text loses the focus before the bar has it. */
  #isEntering = false

  constructor() {
    super()
    this.isOpen = false
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#forget(this.editor)
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('editor')) return
    this.#forget(changed.get('editor') as Editor | undefined)
    const { editor } = this
    if (!editor) return
    editor.on('transaction', this.#look)
    editor.on('focus', this.#look)
    editor.on('blur', this.#look)
    editor.view.dom.addEventListener('pointerdown', this.#pressed)
    editor.view.dom.addEventListener('dragstart', this.#dragged)
    editor.view.dom.addEventListener('keydown', this.#keys)
    for (const name of RELEASES) window.addEventListener(name, this.#released)
    for (const name of DROPS) window.addEventListener(name, this.#dropped)
    window.addEventListener('scroll', this.#place, { capture: true, passive: true })
    window.addEventListener('resize', this.#resized)
    window.visualViewport?.addEventListener('resize', this.#resized)
  }

  #forget(editor: Editor | undefined): void {
    editor?.off('transaction', this.#look)
    editor?.off('focus', this.#look)
    editor?.off('blur', this.#look)
    for (const name of RELEASES) window.removeEventListener(name, this.#released)
    for (const name of DROPS) window.removeEventListener(name, this.#dropped)
    window.removeEventListener('scroll', this.#place, { capture: true })
    window.removeEventListener('resize', this.#resized)
    window.visualViewport?.removeEventListener('resize', this.#resized)
  }

  override render(): TemplateResult {
    const { editor, isOpen } = this
    return html`
      <div
        class="menu selected"
        popover="manual"
        role="toolbar"
        aria-label=${this.t('text.selection')}
        @mousedown=${(event: Event) => event.preventDefault()}
        @keydown=${(event: KeyboardEvent) => pressInBar(event, this.requireElement('.selected'), () => editor?.view.focus())}
        @focusout=${() => setTimeout(this.#look)}>
        ${
          isOpen && editor
            ? html`
                <div class="row">
                  ${turnMenu(this, editor, this.tools, 'plain small')}
                  ${this.tools.filter(({ name }) => SHOWN.includes(name)).map((tool) => this.#button(editor, tool))}
                </div>
              `
            : nothing
        }
      </div>
    `
  }

  #button(editor: Editor, tool: Tool): TemplateResult {
    const name = this.t(tool.key, tool.values)
    return html`
      <button
        type="button"
        class="plain small icon-only"
        tabindex="-1"
        aria-label=${name}
        title="${name} (${shortcutOf(tool) ?? ''})"
        aria-pressed=${tool.isOn(editor)}
        @click=${() => press(editor, tool)}>
        ${icon(tool.icon)}
      </button>
    `
  }

  protected override updated(): void {
    super.updated()
    const popover = this.requireElement('.selected')
    // The document may have been left before this was drawn.
    if (!this.isConnected) return
    const wasOpen = popover.matches(':popover-open')
    if (this.isOpen && !wasOpen) popover.showPopover()
    if (!this.isOpen && wasOpen) popover.hidePopover()
    const { from = 0, to = 0 } = this.editor?.state.selection ?? {}
    const isSame = wasOpen && this.#shown === `${from}-${to}`
    this.#shown = `${from}-${to}`
    if (isSame) this.#place()
    else this.#placeAndShow()
  }

  get isShown(): boolean {
    return this.isOpen
  }

  enter(): void {
    this.#isEntering = true
    buttonsIn(this.requireElement('.selected'))[0]?.focus()
    this.#isEntering = false
  }

  readonly #look = () => {
    const { editor } = this
    if (!editor || editor.isDestroyed) return
    const { selection } = editor.state
    const at = `${selection.from}-${selection.to}`
    if (this.#dismissed !== at) this.#dismissed = ''
    const isInBar = this.#isEntering || this.contains(focusedIn(this))
    this.isOpen =
      selection instanceof TextSelection &&
      !selection.empty &&
      !selection.$from.parent.type.spec.code &&
      editor.isEditable &&
      (editor.isFocused || isInBar) &&
      !editor.view.composing &&
      !this.#isSelecting &&
      !this.#isDragging &&
      this.#dismissed === ''
    if (this.isOpen) this.requestUpdate()
  }

  readonly #pressed = () => {
    this.#isSelecting = true
    this.#look()
  }

  /** The editor hears of the selection after the button is released. */
  readonly #released = () => {
    if (!this.#isSelecting) return
    this.#isSelecting = false
    setTimeout(this.#look, 30)
  }

  readonly #dragged = () => {
    this.#isDragging = true
    this.#look()
  }

  readonly #dropped = () => {
    if (!this.#isDragging) return
    this.#isDragging = false
    setTimeout(this.#look)
  }

  readonly #keys = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !this.isOpen || !this.editor) return
    const { from, to } = this.editor.state.selection
    this.#dismissed = `${from}-${to}`
    this.#look()
  }

  /** At the bottom it would cover the last lines. While one scrolls, they go where the finger takes them. */
  readonly #placeAndShow = () => {
    const { editor } = this
    this.#place()
    if (!this.isOpen || !editor || !isTouch()) return
    const { bottom } = editor.view.coordsAtPos(editor.state.selection.head)
    this.inSight.liftAbove(this.requireElement('.selected').getBoundingClientRect().top, bottom)
  }

  /** Once the full screen fits again. */
  readonly #resized = () => requestAnimationFrame(this.#placeAndShow)

  readonly #place = () => {
    const { editor } = this
    if (!this.isOpen || !editor) return
    // The actions that stick to the bottom of a phone stay in reach.
    if (isTouch()) return placeAtBottom(this.requireElement('.selected'), this.inSight.barBelow()?.getBoundingClientRect().top)
    const ceiling = this.parentElement?.querySelector('.top')?.getBoundingClientRect().bottom ?? 0
    placeBeside(this.requireElement('.selected'), rectOf(editor), { side: 'above', align: 'center', ceiling })
  }
}

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches

/** Around the selected text, as far as it is on the screen. */
export function rectOf({ view, state }: Editor): DOMRect {
  const { from, to } = state.selection
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)]
  const [top, bottom] = [Math.max(0, start.top), Math.min(innerHeight, end.bottom)]
  const isOneLine = end.top < start.bottom
  const { left, right } = view.dom.getBoundingClientRect()
  const x = isOneLine ? Math.min(start.left, end.left) : left
  return new DOMRect(x, top, isOneLine ? Math.abs(end.left - start.left) : right - left, Math.max(0, bottom - top))
}

define('cms-text-selection', CmsTextSelection)
