/** `<cms-text-side>`: next to the block under the mouse, or with the caret on touch screens, a button to insert something and a grip to drag the block by.
 * The keyboard has a shortcut for each of these, so they are not tab stops.
 * Tested by test/admin-components/writing-blocks.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import { css, html, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { scrollAtEdge } from '../../parts/edge-scroll.ts'
import { icon } from '../../parts/icon.ts'
import type { CmsMenu } from '../../parts/menu.ts'
import '../../parts/menu.ts'
import { type Blocks, blockAt, type Gap, gapsFor, isItemType, moveTo, selectedBlocks } from './blocks.ts'
import { blockItems } from './menus.ts'
import { addItem } from './new-item.ts'
import { offersBlocks, type Tool } from './tool.ts'

/** What moves the caret to another block, or the block to another place. */
const CARET = ['selectionUpdate', 'update', 'focus'] as const

/** How far the mouse moves before it drags. */
const SLACK = 4

export class CmsTextSide extends CmsElement {
  static override properties = { editor: { attribute: false }, tools: { attribute: false }, blocks: { state: true } }
  static override looks = [
    css`
      cms-text-side > .side-tools { position: absolute; inset-inline-start: 0; display: flex; z-index: 2; opacity: 0; pointer-events: none; transition: opacity 120ms; }
      cms-text-side > .side-tools.shown { opacity: 1; pointer-events: auto; }
      .side-tools > button, .side-tools cms-menu > button { inline-size: 24px; min-block-size: 26px; padding: 0; color: var(--muted); border-radius: 6px; }
      .side-tools cms-menu > button { inline-size: 18px; cursor: grab; touch-action: none; }
      .side-tools svg.icon { inline-size: 16px; block-size: 16px; }
      .side-tools > button[hidden] { display: none; }
      cms-text-side > .drop { position: absolute; block-size: 3px; border-radius: 2px; background: var(--accent); z-index: 3; pointer-events: none; }
      @container (max-width: 560px) { cms-text-side > .side-tools { flex-direction: column-reverse; align-items: center; inline-size: 40px; } }
      /* As wide as the room that the text leaves for them. */
      @media (pointer: coarse) { .side-tools > button.small.icon-only, .side-tools cms-menu > button.small.icon-only { inline-size: 40px; min-block-size: 40px; } }
    `,
  ]
  declare editor: Editor | undefined
  declare tools: readonly Tool[]
  /** The block that the tools belong to. */
  declare blocks: Blocks | undefined
  #isBusy = false

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('editor')) return
    const before = changed.get('editor') as Editor | undefined
    before?.off('update', this.#hide)
    for (const name of CARET) before?.off(name, this.#follow)
    if (!this.editor) return
    this.editor.on('update', this.#hide)
    for (const name of CARET) this.editor.on(name, this.#follow)
    const dom = this.editor.view.dom
    dom.addEventListener('mousemove', this.#point)
    dom.addEventListener('keydown', this.#hide)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.parentElement?.addEventListener('mouseleave', this.#hide)
    this.parentElement?.addEventListener('mousemove', this.#point)
  }

  override render(): TemplateResult {
    const { editor } = this
    return html`
      <div class="side-tools ${this.blocks ? 'shown' : ''}" aria-hidden=${this.blocks ? 'false' : 'true'}>
        <button
          type="button"
          class="plain small icon-only"
          tabindex="-1"
          aria-label=${this.t('text.insert.below')}
          ?hidden=${!offersBlocks(this.tools)}
          title=${this.t('text.insert.below')}
          @mousedown=${keepFocus}
          @click=${this.#insert}>
          ${icon('plus')}
        </button>
        <cms-menu
          look="plain small icon-only"
          .label=${this.t('text.block.menu')}
          .face=${icon('grip-vertical')}
          .leave=${() => editor?.view.focus()}
          .items=${() => (editor ? blockItems(this, editor, this.tools) : [])}
          @mousedown=${keepFocus}
          @pointerdown=${this.#press}
          @toggle=${{ handleEvent: this.#menuToggled, capture: true }}></cms-menu>
      </div>
      <div class="drop" hidden></div>
    `
  }

  protected override updated(): void {
    super.updated()
    for (const button of this.querySelectorAll<HTMLElement>('cms-menu > button')) button.tabIndex = -1
    this.#place()
  }

  /** Opens the menu of the selected blocks. */
  async openMenu(): Promise<void> {
    const { editor } = this
    if (!editor) return
    this.blocks = selectedBlocks(editor.state.selection)
    await this.updateComplete
    this.querySelector<CmsMenu>('cms-menu')?.open()
  }

  readonly #point = ({ clientY }: MouseEvent) => {
    const { editor } = this
    if (!editor?.isEditable || this.#isBusy || !canHover()) return
    const { left, right } = editor.view.dom.getBoundingClientRect()
    const isRightToLeft = getComputedStyle(editor.view.dom).direction === 'rtl'
    const found = editor.view.posAtCoords({ left: isRightToLeft ? right - 90 : left + 90, top: clientY })
    if (!found) return
    const blocks = blockAt(
      editor.state.doc.resolve(found.inside >= 0 && editor.state.doc.nodeAt(found.inside)?.isAtom ? found.inside : found.pos),
    )
    if (blocks.to > blocks.from && (blocks.from !== this.blocks?.from || blocks.to !== this.blocks.to)) this.blocks = blocks
  }

  readonly #hide = () => {
    if (!this.#isBusy && canHover()) this.blocks = undefined
  }

  /** A finger can't point at a block, so its tools are at the block with the caret. */
  readonly #follow = () => {
    const { editor } = this
    if (!canHover() && editor?.isEditable && editor.isFocused && !this.#isBusy) this.blocks = selectedBlocks(editor.state.selection)
  }

  #place(): void {
    const { editor, blocks } = this
    if (!editor || !blocks || editor.isDestroyed || blocks.from > editor.state.doc.content.size) return
    const dom = editor.view.nodeDOM(blocks.from)
    if (!(dom instanceof HTMLElement)) return
    const tools = this.requireElement('.side-tools')
    const { lineHeight } = getComputedStyle(dom.querySelector('p') ?? dom)
    const top = dom.getBoundingClientRect().top - this.#frame().top
    tools.style.top = `${top + (Number.parseFloat(lineHeight) - 26) / 2}px`
  }

  #frame(): DOMRect {
    // biome-ignore lint/style/noNonNullAssertion: the element is drawn inside its frame
    return this.parentElement!.getBoundingClientRect()
  }

  /** Puts the caret into an empty block or item, a new one if this one isn't empty, and opens the menu of what can be inserted. */
  readonly #insert = () => {
    const { editor, blocks } = this
    if (!editor || !blocks) return
    const node = editor.state.doc.nodeAt(blocks.from)
    const isItem = node !== null && isItemType(node.type)
    const line = isItem && node.childCount === 1 ? node.firstChild : node
    const chain = editor.chain().focus()
    if (line?.isTextblock && line.content.size === 0) chain.setTextSelection(blocks.from + (isItem ? 2 : 1))
    else if (!isItem) chain.insertContentAt(blocks.to, { type: 'paragraph' })
    else chain.command(({ tr }) => addItem(tr, blocks.to, node.type))
    chain.insertContent('/').run()
  }

  readonly #menuToggled = (event: Event) => {
    this.#isBusy = (event as ToggleEvent).newState === 'open'
    const { editor, blocks } = this
    if (!this.#isBusy || !editor || !blocks) return
    const selected = selectedBlocks(editor.state.selection)
    if (selected.from === blocks.from && selected.to === blocks.to) return
    editor.view.dispatch(this.#selected(editor, blocks))
    this.requestUpdate()
  }

  /** A press that moves drags the block; one that doesn't opens its menu. */
  readonly #press = (start: PointerEvent) => {
    const { editor, blocks } = this
    const handle = start.target as HTMLElement
    if (!editor || !blocks || start.button !== 0 || handle.closest('.menu')) return
    let gap: Gap | undefined
    let isDragging = false
    const over = (event: PointerEvent) => {
      isDragging ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK
      if (!isDragging) return
      this.#isBusy = true
      scrollAtEdge(handle, event.clientY)
      gap = this.#gapAt(editor, blocks, event.clientY)
    }
    const end = (event: PointerEvent) => {
      handle.removeEventListener('pointermove', over)
      for (const name of ['pointerup', 'pointercancel'] as const) handle.removeEventListener(name, end)
      this.requireElement('.drop').hidden = true
      if (!isDragging) return
      // The click that follows would open the menu.
      window.addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
      this.#isBusy = false
      this.blocks = undefined
      if (gap && event.type === 'pointerup') editor.view.dispatch(moveTo(this.#selected(editor, blocks), blocks, gap))
      editor.commands.focus()
    }
    handle.setPointerCapture(start.pointerId)
    handle.addEventListener('pointermove', over)
    for (const name of ['pointerup', 'pointercancel'] as const) handle.addEventListener(name, end)
  }

  /** In the first words of the block. A card inside it must not be selected: commands would then concern only that card. */
  #selected(editor: Editor, { from, to }: Blocks) {
    const { tr, doc } = editor.state
    const words = doc.nodeAt(from)?.isAtom ? null : Selection.findFrom(doc.resolve(from + 1), 1, true)
    return tr.setSelection(words && words.to < to ? words : NodeSelection.create(doc, from))
  }

  /** The nearest place to drop the block, marked by a line; undefined where the block is already. */
  #gapAt({ view, state }: Editor, blocks: Blocks, y: number): Gap | undefined {
    let nearest: { gap: Gap; y: number; left: number; width: number; far: number } | undefined
    for (const gap of gapsFor(state.doc, blocks)) {
      const $gap = state.doc.resolve(gap.at)
      const after = $gap.nodeAfter && view.nodeDOM(gap.at)
      const before = $gap.nodeBefore && view.nodeDOM(gap.at - $gap.nodeBefore.nodeSize)
      const beside = (after ?? before) as HTMLElement | null
      if (!(beside instanceof HTMLElement)) continue
      const { top, bottom, left, width } = beside.getBoundingClientRect()
      const at = after ? top : bottom
      const far = Math.abs(y - at)
      // Where a list begins, its first place comes before the one in front of it.
      const isNearer = !nearest || far < nearest.far - 1 || (far < nearest.far + 1 && !gap.list)
      if (isNearer) nearest = { gap, y: at, left, width, far }
    }
    const drop = this.requireElement('.drop')
    drop.hidden = !nearest || nearest.gap.isOwn === true
    if (!nearest || drop.hidden) return undefined
    const frame = this.#frame()
    drop.style.top = `${nearest.y - frame.top - 4}px`
    drop.style.left = `${nearest.left - frame.left}px`
    drop.style.width = `${nearest.width}px`
    return nearest.gap
  }
}

const keepFocus = (event: Event) => event.preventDefault()

const canHover = (): boolean => matchMedia('(hover: hover)').matches

const stop = (event: Event) => {
  event.stopPropagation()
  event.preventDefault()
}

define('cms-text-side', CmsTextSide)
