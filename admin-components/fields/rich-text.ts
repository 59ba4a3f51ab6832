/** `<cms-rich-text>`: a visual editor for rich text. Its value is ProseMirror JSON. */
import { Editor } from '@tiptap/core'
import { html, nothing, type TemplateResult } from 'lit'
import { kindOf, summaryOf } from '../document/row-names.ts'
import { define } from '../element.ts'
import { loadFor } from '../parts/later.ts'
import { onReconnect } from '../parts/reconnect.ts'
import { humanized } from '../texts/texts.ts'
import { type Editing, isWrong, labelOf } from './editing.ts'
import { halfTypedNote } from './half-typed.ts'
import { pick } from './picker.ts'
import { relatedOfForm } from './related-of-form.ts'
import { enterNextBar } from './rich-text/bars.ts'
import type { CmsBlockDrawer } from './rich-text/block-drawer.ts'
import { openBlock } from './rich-text/block-drawer.ts'
import './rich-text/closed-text.ts'
import { Arrivals, mergedText } from './rich-text/arrivals.ts'
import { askForEmbed } from './rich-text/embed-dialog.ts'
import { extensionsFor } from './rich-text/extensions.ts'
import type { CmsTextFind } from './rich-text/find-bar.ts'
import { prepareForTyping } from './rich-text/first-letter.ts'
import { frameLook } from './rich-text/frame-look.ts'
import { replace } from './rich-text/from-elsewhere.ts'
import './rich-text/link-bubble.ts'
import './rich-text/table-menu.ts'
import { FullScreen } from './rich-text/full-screen.ts'
import { Targets } from './rich-text/targets.ts'
import './rich-text/find-bar.ts'
import { showKeys } from './rich-text/keys-help.ts'
import type { CmsTextLink } from './rich-text/link-dialog.ts'
import './rich-text/link-dialog.ts'
import { rectOf } from './rich-text/selection-bar.ts'
import './rich-text/selection-bar.ts'
import type { CmsTextSide } from './rich-text/side.ts'
import './rich-text/side.ts'
import './rich-text/status-bar.ts'
import type { CmsTextSuggestions } from './rich-text/suggestion-list.ts'
import './rich-text/suggestion-list.ts'
import { isReadable, StoredText } from './rich-text/stored.ts'
import './rich-text/icons.ts'
import { InSight } from './rich-text/in-sight.ts'
import { settingsOf } from './rich-text/settings.ts'
import { limitSize, measureSoon } from './rich-text/size.ts'
import { StickyTop } from './rich-text/sticky-top.ts'
import { hostOf, type TextHost } from './rich-text/text-host.ts'
import { type Merge, undoAfterArrivals } from './rich-text/undo-after-arrivals.ts'
import { Uploads } from './rich-text/uploads.ts'
import './rich-text/toolbar.ts'
import { isFindKey, locked, lockTasks } from './rich-text/locked.ts'
import type { Tool } from './rich-text/tool.ts'
import { toolsFor } from './rich-text/tools.ts'
import { unfitNote } from './rich-text/unfit-note.ts'
import { writingExtensions } from './rich-text/writing.ts'
import './rich-text/texts.ts'
import { Surface } from './surface.ts'
import { ThirdPartyEditor } from './third-party-editor.ts'
import { undoInInputs } from './undo-in-inputs.ts'

export class CmsRichText extends ThirdPartyEditor {
  static override properties = { editing: { attribute: false }, isClosed: { state: true } }
  static override looks = [frameLook]
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
  readonly #inSight = new InSight(this)
  readonly #arrivals = new Arrivals({
    field: () => this.editing.field,
    written: (editor) => this.#text.valueOf(editor.state.doc),
    opened: (value) => this.#opened(value),
    say: (value) => this.say(value),
    inSight: this.#inSight,
  })
  readonly #surface = new Surface()
  readonly #fullScreen = new FullScreen(this)

  constructor() {
    super()
    new StickyTop(this)
    onReconnect(this, () => this.#editor && hostOf(this.#editor).uploads.retryLost())
  }

  override render(): TemplateResult {
    const editor = this.#editor
    if (this.isClosed) return html`<cms-closed-text .editing=${this.editing} .replace=${this.#startAnew}></cms-closed-text>`
    const tools = this.#tools
    return html`
      <div class="rich ${isWrong(this.editing) ? 'wrong' : ''} ${this.editing.isLocked ? 'locked' : ''}" @keydown=${{ handleEvent: this.#keys, capture: true }}>
        <div class="paper" @click=${this.#focusBelow}>
          <slot name=${this.#surface.slot}></slot>
          ${this.editing.isLocked ? nothing : html`<cms-text-side .editor=${editor} .tools=${tools}></cms-text-side>`}
        </div>
        <div class="top">
          ${this.editing.isLocked ? nothing : html`<cms-text-toolbar .editor=${editor} .tools=${tools}></cms-text-toolbar>`}
          <cms-text-find .editor=${editor}></cms-text-find>
        </div>
        <cms-text-status .editor=${editor} .tools=${tools} .isFull=${this.#fullScreen.isOn}></cms-text-status>
        ${halfTypedNote(this.editing)} ${this.editing.isLocked ? nothing : unfitNote(this, this.editing, editor)}
        ${
          this.editing.isLocked
            ? nothing
            : html`
                <cms-text-selection .editor=${editor} .tools=${tools} .inSight=${this.#inSight}></cms-text-selection>
                <cms-text-link .editor=${editor}></cms-text-link>
                <cms-link-bubble .editor=${editor}></cms-link-bubble>
                <cms-table-menu .editor=${editor} .tools=${tools.filter(({ group }) => group === 'table')}></cms-table-menu>
              `
        }
        <cms-text-suggestions></cms-text-suggestions>
      </div>
    `
  }

  protected close(): void {
    this.#arrivals.settle()
    this.#editor?.destroy()
    this.#editor = undefined
    this.#surface.leave()
  }

  /** At once: Tiptap waits for the next frame, and the first key would go elsewhere. */
  override focus(): void {
    this.#editor?.view.focus()
    this.#editor?.commands.scrollIntoView()
  }

  protected open(value: unknown): void {
    undoInInputs()
    this.#surface.join(this.getRootNode() as ShadowRoot)
    const host = this.#host()
    this.#targets = host.targets
    this.#tools = host.tools
    this.#editor = new Editor({
      element: this.#surface.element,
      extensions: [
        ...extensionsFor(host),
        ...writingExtensions(this.app.label(this.editing.field.admin?.placeholder) || undefined),
        locked(() => this.editing.isLocked),
        undoAfterArrivals((sides) => this.#mergeUndone(sides)),
      ],
      editable: !this.editing.isLocked,
      injectCSS: false,
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': labelOf(this, this.editing.field) },
        scrollThreshold: this.#inSight.covered,
        scrollMargin: this.#inSight.covered,
      },
      onBeforeCreate: ({ editor }) => {
        this.#text = new StoredText(editor.schema)
        // biome-ignore lint/suspicious/noExplicitAny: Tiptap takes documents as well, which its type leaves out
        editor.setOptions({ content: this.#opened(value) as any })
      },
      onCreate: ({ editor }) => prepareForTyping(editor, this.#text),
      onUpdate: ({ editor }) => this.#written(editor),
    })
    this.requestUpdate()
  }

  #written({ state }: Editor): void {
    if (this.#arrivals.isWaiting) return
    const value = this.#text.valueOf(state.doc)
    this.say(value)
    limitSize(this.editing, value)
  }

  #host(): TextHost {
    const settings = settingsOf(this.editing.field)
    return {
      element: this,
      settings,
      place: () => placeOf(this.editing),
      tools: toolsFor(settings, (block) => this.app.label(block.label, humanized(block.slug))),
      targets: new Targets(this, () => relatedOfForm(this.app, this.editing.form)),
      uploads: new Uploads(this.app, (upload) => this.editing.form.arriving.add(upload)),
      lacksFiles: (count) => this.editing.form.arriving.lacks(this, count, () => this.editing.path),
      editLink: () => this.#editor && void this.#part<CmsTextLink>('cms-text-link')?.start(rectOf(this.#editor)),
      openBlockMenu: () => void this.#part<CmsTextSide>('cms-text-side')?.openMenu(),
      enterNextBar: () => this.#editor && enterNextBar(this, this.#editor),
      find: () => void this.#part<CmsTextFind>('cms-text-find')?.open(),
      toggleFullScreen: () => this.#toggleFullScreen(),
      showKeys: () => void showKeys(this, this.#tools).then(() => this.focus()),
      suggestions: {
        open: (label, rect) => this.#part<CmsTextSuggestions>('cms-text-suggestions')?.open(label, rect),
        show: (choices, nothing) => this.#part<CmsTextSuggestions>('cms-text-suggestions')?.show(choices, nothing),
        press: (event) => this.#part<CmsTextSuggestions>('cms-text-suggestions')?.press(event) ?? false,
        close: () => this.#part<CmsTextSuggestions>('cms-text-suggestions')?.close(),
      },
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
    if (!isOther) return this.#arrivals.take(editor, value, this.editing.form.isJustDecided)
    this.#arrivals.forget()
    replace(editor, this.#opened(value))
  }

  protected override updated(): void {
    super.updated()
    const editor = this.#editor
    const isEditable = !this.editing.isLocked
    if (editor && editor.options.editable !== isEditable) {
      editor.setEditable(isEditable, false)
      lockTasks(editor)
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
    measureSoon(value)
    return this.#text.open(this.isClosed ? null : value)
  }

  readonly #mergeUndone: Merge = ({ before, mine, theirs }) => {
    const [one, other, third] = [before, mine, theirs].map((doc) => this.#text.valueOf(doc))
    const { text, isWhole } = mergedText(this.editing.field, { before: one, mine: other, theirs: third }, 'theirs')
    return { doc: this.#opened(text), isWhole }
  }

  /** Replaces a value that cannot be opened by an empty text. */
  readonly #startAnew = async () => {
    this.say(null)
    this.receive(null, true)
    await this.updateComplete
    this.focus()
  }

  #part<Part extends HTMLElement>(tag: string): Part | null {
    return this.querySelector<Part>(tag)
  }

  #toggleFullScreen(): void {
    this.#fullScreen.toggle(this.requireElement('.rich'))
    this.#inSight.measure()
    this.requestUpdate()
    this.#editor?.chain().focus().scrollIntoView().run()
  }

  /** Before the editor sees the key, which it always keeps. An open menu or bar is what Escape closes first, and a card has controls to leave. */
  readonly #keys = (event: KeyboardEvent) => {
    const isInText = event.composedPath()[0] === this.#editor?.view.dom
    const findsInLocked = isInText && this.editing.isLocked && isFindKey(event)
    const isNextBar = event.key === 'F10' && event.altKey && !isInText && !this.editing.isLocked
    const isEscape = event.key === 'Escape' && !event.isComposing && isInText && !this.querySelector('.rich [popover]:popover-open')
    const isWayBack = isEscape && this.#fullScreen.isOn
    const closesDialog = isEscape && !isWayBack && this.closest('dialog') !== null
    if (!isNextBar && !isWayBack && !closesDialog && !findsInLocked) return
    event.stopPropagation()
    // The browser closes the dialog.
    if (closesDialog) return
    event.preventDefault()
    if (isWayBack) this.#toggleFullScreen()
    else if (findsInLocked) void this.#part<CmsTextFind>('cms-text-find')?.open()
    else if (this.#editor) enterNextBar(this, this.#editor)
  }

  /** A click below a short text goes to its end. */
  readonly #focusBelow = (event: Event) => {
    if (event.target === event.currentTarget) this.#editor?.commands.focus('end')
  }
}

const placeOf = ({ form: { entity, id }, path }: Editing): string => [entity.slug, id, path.replace(/\.\d+/g, '')].join('/')

define('cms-rich-text', CmsRichText)
