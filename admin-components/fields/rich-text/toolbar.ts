/** `<cms-text-toolbar>`: the bar above the text, always one row. What doesn't fit goes into the menu at its end.
 * It is a single tab stop; arrow keys move inside it.
 * Tested by test/admin-components/writing-toolbar.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { buttonsIn, pressInBar } from '../../parts/bar-keys.ts'
import { icon } from '../../parts/icon.ts'
import '../../parts/menu.ts'
import type { Bar } from './bars.ts'
import { itemOf, press, turnMenu } from './menus.ts'
import { shortcutOf } from './shortcut.ts'
import type { Tool } from './tool.ts'

/** In the bar first, as they are what people use most. */
const FIRST = ['bold', 'italic', 'link', 'bulletList', 'image']
/** Each in its place at the end of the bar, unless it is narrow. */
const LAST = ['undo', 'redo']
/** Not worth a button in the bar: they are in its menu. */
const RARE = ['subscript', 'superscript', 'paragraph', 'blockMenu', 'toolbar']
/** Several of them have one icon, so they are in the menu, which names them. */
const isBlock = (name: string): boolean => name.startsWith('block:')
const GROUPS: readonly Tool['group'][] = ['mark', 'turn', 'insert', 'history']

class CmsTextToolbar extends CmsElement implements Bar {
  static override properties = { editor: { attribute: false }, tools: { attribute: false }, room: { state: true } }
  static override looks = [
    css`
      cms-text-toolbar { display: block; --tool: 32px; }
      .rich .tools { display: flex; flex-wrap: nowrap; gap: 2px; padding: var(--s1) 0; min-block-size: calc(var(--tool) + 8px); }
      .rich .tools > button, .rich .tools cms-menu.more > button { inline-size: var(--tool); min-block-size: var(--tool); padding: 0; flex: none; color: var(--muted); }
      .rich .tools > button[aria-pressed='true'] { color: var(--link); }
      .rich .tools > button:hover { color: var(--text); }
      .rich .tools > button[aria-disabled] { opacity: 0.4; cursor: default; }
      .rich .tools .kind > button { inline-size: 148px; min-block-size: var(--tool); padding: 0 var(--s2); justify-content: space-between; font-weight: 500; }
      .rich .tools .gap { inline-size: 1px; block-size: 18px; align-self: center; background: var(--line); flex: none; margin-inline: 3px; }
      .rich .tools > .gap:first-child { display: none; }
      .rich .tools .rest { flex: 1; }
      @container (max-width: 560px) { cms-text-toolbar { --tool: 40px; } .rich .tools .kind > button { inline-size: 104px; } }
    `,
  ]
  declare editor: Editor | undefined
  declare tools: readonly Tool[]
  /** How many buttons fit; until it has been measured, none is shown, so that none jumps. */
  declare room: number
  /** The button that the Tab key reaches. */
  #stop: HTMLElement | undefined
  readonly #changed = () => this.requestUpdate()
  readonly #sizes = new ResizeObserver(() => this.#measure())

  constructor() {
    super()
    this.room = 0
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#sizes.observe(this)
    this.editor?.on('transaction', this.#changed)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#sizes.disconnect()
    this.editor?.off('transaction', this.#changed)
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('editor')) return
    ;(changed.get('editor') as Editor | undefined)?.off('transaction', this.#changed)
    this.editor?.on('transaction', this.#changed)
  }

  /** One drawing for all changes of a frame: fast typing makes many. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await new Promise(requestAnimationFrame)
    super.scheduleUpdate()
  }

  override render(): TemplateResult {
    const { shown, last, hidden } = this.#sorted()
    let group: Tool['group'] | undefined
    return html`
      <div
        class="tools"
        role="toolbar"
        aria-label=${this.t('text.tools')}
        @keydown=${this.#keys}
        @focusin=${this.#moveStop}
        @mousedown=${(event: Event) => event.preventDefault()}>
        ${turnMenu(this, this.editor, this.tools, 'plain small')}
        ${shown.map((tool) => {
          const isNew = tool.group !== group
          group = tool.group
          return html`${isNew ? html`<span class="gap"></span>` : nothing}${this.#button(tool)}`
        })}
        <span class="rest"></span>
        ${last.map((tool) => this.#button(tool))}
        <cms-menu
          class="more"
          look="plain small icon-only"
          .label=${this.t('text.more')}
          .face=${icon('ellipsis')}
          .leave=${() => this.editor?.view.focus()}
          .items=${() => this.#moreItems(hidden)}></cms-menu>
      </div>
    `
  }

  protected override updated(): void {
    super.updated()
    const buttons = this.#buttons()
    const stop = buttons.find((button) => button === this.#stop) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }

  readonly isShown = true

  enter(): void {
    this.#buttons()
      .find((button) => button.tabIndex === 0)
      ?.focus()
  }

  #sorted() {
    const isOneOfMany = ({ name }: Tool) => isBlock(name) && this.tools.some((other) => other.name !== name && isBlock(other.name))
    const placed = this.tools.filter((tool) => GROUPS.includes(tool.group) && !RARE.includes(tool.name) && !isOneOfMany(tool))
    const buttons = placed.filter(({ name }) => !LAST.includes(name) && !/^heading\d$/.test(name))
    const order = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
    const fitting = new Set([...buttons].sort((one, other) => order(one.name) - order(other.name)).slice(0, this.room))
    const shown = buttons.filter((tool) => fitting.has(tool))
    const isWide = this.room >= buttons.length + LAST.length
    const last = placed.filter(({ name }) => LAST.includes(name) && isWide)
    const isShown = (tool: Tool) => fitting.has(tool) || last.includes(tool)
    return { shown, last, hidden: this.tools.filter((tool) => !isShown(tool) && tool.group !== 'turn' && tool.name !== 'toolbar') }
  }

  #moreItems(hidden: readonly Tool[]) {
    const { editor } = this
    if (!editor) return []
    const isInTable = editor.isActive('table')
    const groups = [...new Set(hidden.map(({ group }) => group))].filter((group) => group !== 'table' || isInTable)
    return groups.flatMap((group, index) => [
      ...(index > 0 ? ['line' as const] : []),
      ...hidden.filter((tool) => tool.group === group).map((tool) => ({ ...itemOf(this, editor, tool), isOff: !tool.canRun(editor) })),
    ])
  }

  #button(tool: Tool): TemplateResult {
    const { editor } = this
    const name = this.t(tool.key, tool.values)
    const shortcut = shortcutOf(tool)
    const isOff = tool.group === 'insert' && editor !== undefined && !tool.canRun(editor)
    return html`
      <button
        type="button"
        class="plain small icon-only"
        tabindex="-1"
        aria-label=${name}
        aria-keyshortcuts=${tool.shortcut ? tool.shortcut.replace('Mod', 'Control').replaceAll('-', '+') : nothing}
        title=${shortcut ? `${name} (${shortcut})` : name}
        aria-pressed=${tool.group === 'history' || tool.group === 'insert' ? nothing : editor ? tool.isOn(editor) : false}
        aria-disabled=${isOff || nothing}
        @click=${() => editor && !isOff && press(editor, tool)}>
        ${icon(tool.icon)}
      </button>
    `
  }

  #buttons(): HTMLElement[] {
    return buttonsIn(this.requireElement('.tools'))
  }

  /** The width of the bar without its menus, in buttons and the gaps between their groups. */
  #measure(): void {
    const size = Number.parseFloat(getComputedStyle(this).getPropertyValue('--tool')) + 2
    const kind = size > 40 ? 106 : 150
    const all = this.clientWidth - kind - size - 3 * 10
    this.room = Math.max(0, Math.floor(all / size))
  }

  readonly #keys = (event: KeyboardEvent) => {
    pressInBar(event, event.currentTarget as HTMLElement, () => this.editor?.view.focus())
  }

  readonly #moveStop = (event: FocusEvent) => {
    const buttons = this.#buttons()
    if (!buttons.includes(event.target as HTMLElement)) return
    this.#stop = event.target as HTMLElement
    for (const button of buttons) button.tabIndex = button === this.#stop ? 0 : -1
  }
}

define('cms-text-toolbar', CmsTextToolbar)
