/** `<cms-text-find>`: the bar for finding and replacing (Ctrl+F in the text). Tested by test/admin-components/writing-find.test.ts. */
import type { Editor } from '@tiptap/core'
import { redoNoScroll, undoNoScroll } from '@tiptap/pm/history'
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../../element.ts'
import { icon } from '../../parts/icon.ts'
import type { Key } from '../../texts/texts.ts'
import { foundIn, replaceAll, replaceOne, search, step } from './find.ts'
import { excerptOf } from './hits.ts'
import { isRedo, isUndoOrRedo } from './undo-keys.ts'

export class CmsTextFind extends CmsElement {
  static override properties = {
    editor: { attribute: false },
    isOpen: { state: true },
    text: { state: true },
    matchCase: { state: true },
    said: { state: true },
  }
  static override looks = [
    css`
      .rich .finding { display: flex; flex-wrap: wrap; gap: var(--s2); padding: var(--s2) 0; border-block-start: 1px solid var(--line); align-items: center; }
      .rich .finding .part { display: flex; gap: 2px; align-items: center; flex: 1 1 360px; min-inline-size: 0; }
      .rich .finding input { min-block-size: 32px; padding: 2px var(--s2); flex: 1; }
      @media (pointer: coarse) { .rich .finding button { min-inline-size: 40px; } }
      .rich .finding .many { min-inline-size: 5.5em; text-align: center; font-size: var(--t2); color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
    `,
  ]
  declare editor: Editor | undefined
  declare isOpen: boolean
  declare text: string
  declare matchCase: boolean
  /** How many were replaced. */
  declare said: string
  #replacement = ''
  readonly #changed = () => this.requestUpdate()

  constructor() {
    super()
    this.isOpen = false
    this.text = ''
    this.matchCase = false
    this.said = ''
  }

  override render(): TemplateResult | typeof nothing {
    const { editor } = this
    if (!this.isOpen || !editor) return nothing
    const { hits, at } = foundIn(editor.state)
    const hit = hits[at]
    const count = hits.length === 0 ? this.t('text.find.none') : this.t('text.find.count', { place: at + 1, count: hits.length })
    return html`
      <div class="finding" role="search" aria-label=${this.t('text.find')} @keydown=${this.#keys}>
        <div class="part">
          <input
            type="text"
            class="wanted"
            autocomplete="off"
            aria-label=${this.t('text.find')}
            placeholder=${this.t('text.find')}
            .value=${this.text}
            @input=${this.#typed} />
          <span class="many" role="status">${this.said || (this.text ? count : '')}</span>
          <span class="unseen" role="status">${hit?.inCard ? excerptOf(editor.state.doc, hit).join('') : ''}</span>
          <button
            type="button"
            class="plain small"
            aria-pressed=${this.matchCase}
            aria-label=${this.t('text.find.case')}
            title=${this.t('text.find.case')}
            @click=${this.#toggleCase}>
            ${'Aa'}
          </button>
          ${this.#button('text.find.previous', 'arrow-up', () => step(editor, -1))}
          ${this.#button('text.find.next', 'arrow-down', () => step(editor, 1))}
        </div>
        <div class="part">
          ${
            editor.isEditable
              ? html`
                  <input
                    type="text"
                    class="instead"
                    autocomplete="off"
                    aria-label=${this.t('text.replace.with')}
                    placeholder=${this.t('text.replace.with')}
                    .value=${this.#replacement}
                    @input=${(event: InputEvent) => (this.#replacement = (event.target as HTMLInputElement).value)} />
                  <button type="button" class="small" @click=${() => replaceOne(editor, this.#replacement)}>${this.t('text.replace')}</button>
                  <button type="button" class="small" @click=${this.#replaceAll}>${this.t('text.replace.all')}</button>
                `
              : nothing
          }
          ${this.#button('close', 'x', () => this.close())}
        </div>
      </div>
    `
  }

  #button(label: Key, face: string, run: () => void): TemplateResult {
    const name = this.t(label)
    return html`
      <button type="button" class="plain small icon-only" aria-label=${name} title=${name} @click=${run}>${icon(face)}</button>
    `
  }

  /** Starts with the selected words. */
  async open(): Promise<void> {
    const { editor } = this
    if (!editor) return
    const { from, to, $from } = editor.state.selection
    const selected = $from.parent.isTextblock && to <= $from.end() ? editor.state.doc.textBetween(from, to) : ''
    if (selected) this.text = selected
    if (!this.isOpen) editor.on('transaction', this.#changed)
    this.isOpen = true
    this.#search()
    await this.updateComplete
    this.requireElement<HTMLInputElement>('.wanted').select()
    this.requireElement('.wanted').focus()
  }

  close(): void {
    const { editor } = this
    this.isOpen = false
    this.said = ''
    if (!editor) return
    editor.off('transaction', this.#changed)
    search(editor, { text: '', matchCase: false })
    // At once: the command `focus` waits for the next frame, and keys that are pressed until then are lost.
    editor.view.focus()
    editor.commands.scrollIntoView()
  }

  #search(): void {
    const { editor, text, matchCase } = this
    this.said = ''
    if (editor) search(editor, { text, matchCase })
  }

  readonly #typed = (event: InputEvent) => {
    this.text = (event.target as HTMLInputElement).value
    this.#search()
    if (this.editor && !event.isComposing) step(this.editor, 0)
  }

  readonly #toggleCase = () => {
    this.matchCase = !this.matchCase
    this.#search()
  }

  readonly #replaceAll = () => {
    const { editor } = this
    if (editor) this.said = this.t('text.replaced', { count: replaceAll(editor, this.#replacement) })
  }

  #goBack(editor: Editor, redoes: boolean): void {
    this.said = ''
    ;(redoes ? redoNoScroll : undoNoScroll)(editor.state, editor.view.dispatch)
  }

  readonly #keys = (event: KeyboardEvent) => {
    const { editor } = this
    if (!editor || event.isComposing) return
    const target = event.target as Element
    const isIn = (name: string) => target.classList.contains(name)
    if (event.key === 'Escape') this.close()
    else if (event.key === 'Enter' && isIn('wanted')) step(editor, event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && isIn('instead')) replaceOne(editor, this.#replacement)
    else if (event.key === 'f' && (event.ctrlKey || event.metaKey)) this.requireElement<HTMLInputElement>('.wanted').select()
    // After a press of “Replace all”, its button has the focus.
    else if (isUndoOrRedo(event) && target.localName === 'button') this.#goBack(editor, isRedo(event))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

define('cms-text-find', CmsTextFind)
