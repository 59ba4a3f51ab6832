/** `<cms-json>`: a JSON editor with line numbers, bracket matching and error positions. Invalid text stays visible and blocks saving. */
import '../document/action-texts.ts'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { linter } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { css, html, nothing, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { storable } from '../parts/storable-text.ts'
import { isWrong, labelOf, MOST } from './editing.ts'
import { ThirdPartyEditor } from './third-party-editor.ts'

const look = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)', fontSize: 'var(--t2)', maxHeight: '60vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content:focus-visible': { outline: 'none', boxShadow: 'none' },
  '.cm-content': { minHeight: '120px', caretColor: 'var(--text)', fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted)', borderInlineEnd: '1px solid var(--line)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--wash)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--wash)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--text)', border: '1px solid var(--line)' },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--link)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
])

export class CmsJson extends ThirdPartyEditor {
  static override properties = { editing: { attribute: false } }
  static override looks = [
    css`
      .code-frame { border: 1px solid var(--edge); border-radius: var(--radius); background: var(--surface); overflow: hidden; }
      .code-frame:focus-within { border-color: var(--link); box-shadow: 0 0 0 1px var(--link); outline: 2px solid transparent; }
      .code-frame.wrong { border-color: var(--bad); }
    `,
  ]
  /** The editor shows text that is not a valid value. */
  #isHalfWritten = false
  #view: EditorView | undefined
  readonly #lock = new Compartment()

  override render(): TemplateResult {
    const { form, path } = this.editing
    const problem = form.halfWritten.reasonAt(path)
    return html`
      <div class="code-frame ${problem || isWrong(this.editing) ? 'wrong' : ''}"></div>
      ${problem && !isWrong(this.editing) ? html`<span class="error">${problem}</span>` : nothing}
    `
  }

  protected close(): void {
    this.#view?.destroy()
    this.#view = undefined
  }

  override focus(): void {
    this.#view?.focus()
  }

  protected override updated(): void {
    super.updated()
    const { value, isLocked } = this.editing
    this.#view?.dispatch({ effects: this.#lock.reconfigure(EditorState.readOnly.of(isLocked)) })
    const text = this.#halfWritten
    if (text === undefined ? this.#isHalfWritten : text !== this.#view?.state.doc.toString()) this.receive(value)
  }

  protected receive(value: unknown): void {
    // biome-ignore lint/style/noNonNullAssertion: values are received between `open` and `close`
    const view = this.#view!
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: this.#halfWritten ?? textOf(value) } })
  }

  /** The form keeps the text, because rows are folded and moved, and tabs are closed. */
  get #halfWritten(): string | undefined {
    const { form, path } = this.editing
    return form.halfWritten.textAt(path)
  }

  protected open(value: unknown): void {
    const { field, isLocked } = this.editing
    const root = this.getRootNode() as ShadowRoot
    this.#isHalfWritten = this.#halfWritten !== undefined
    this.#view = new EditorView({
      root,
      parent: this.requireElement('.code-frame'),
      state: EditorState.create({
        doc: this.#halfWritten ?? textOf(value),
        extensions: [
          lineNumbers(),
          foldGutter(),
          history(),
          indentOnInput(),
          bracketMatching(),
          json(),
          linter((view) => (isEmpty(view.state.doc.toString()) ? [] : jsonParseLinter()(view))),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.clipboardInputFilter.of(storable),
          look,
          syntaxHighlighting(colours),
          this.#lock.of(EditorState.readOnly.of(isLocked)),
          EditorView.contentAttributes.of({ 'aria-label': labelOf(this, field) }),
          EditorView.updateListener.of(({ docChanged, state }) => docChanged && this.#typed(state.doc.toString())),
        ],
      }),
    })
  }

  #typed(text: string): void {
    const { editing } = this
    try {
      const value = isEmpty(text) ? null : JSON.parse(text)
      const at = inexactAt(value)
      if (at !== undefined) return this.#refuse(text, this.t(at === '' ? 'number.inexact' : 'json.inexact', { at, most: MOST }))
      this.#isHalfWritten = false
      editing.form.cannotSay(editing.path, undefined)
      this.say(value)
    } catch (error) {
      this.#refuse(text, this.#mistake(text, (error as Error).message))
    }
  }

  /** Browsers name the place of a mistake in their own ways, and Safari doesn't. */
  #mistake(text: string, message: string): string {
    const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
    const position = /position (\d+)/.exec(message)?.[1]
    const before = position === undefined ? undefined : text.slice(0, Number(position))
    if (/end of (JSON|data)|EOF|Unterminated/.test(message) || (before !== undefined && before.length >= text.trimEnd().length))
      return this.t('json.wrongEnd')
    if (line !== undefined && column !== undefined) return this.t('json.wrongAt', { line, column })
    if (before === undefined) return this.t('json.wrong')
    return this.t('json.wrongAt', { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') })
  }

  #refuse(text: string, problem: string): void {
    this.#isHalfWritten = true
    this.editing.form.cannotSay(this.editing.path, problem, text)
  }
}

/** The path of a number too large to be stored exactly: `items.3.price`, or `''` if it is the whole value. */
function inexactAt(value: unknown, path = ''): string | undefined {
  if (typeof value === 'number') return Math.abs(value) > MOST ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const found = inexactAt(one, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

const isEmpty = (text: string): boolean => text.trim() === ''
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2))

define('cms-json', CmsJson)
