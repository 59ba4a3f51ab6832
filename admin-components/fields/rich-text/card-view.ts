/** The base of nodes that the text shows as a card with controls: pictures, files, embeds, content blocks and mentions.
 * A card draws itself anew when its node, its target or the lock of the field changes.
 * Tested by test/admin-components/rich-text-media.test.ts.
 */
import type { Editor, NodeViewRendererProps } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import { html, nothing, render, type TemplateResult } from 'lit'
import { icon } from '../../parts/icon.ts'
import type { Key, Values } from '../../texts/texts.ts'
import { asKnown } from './known.ts'
import { hostOf, type TextHost } from './text-host.ts'
import { isUndoOrRedo } from './undo-keys.ts'

/** Asks a card to open its form or dialog. One that has none lets the event pass. */
export const OPEN = 'cms-open-card'

export abstract class CardView implements NodeView {
  readonly dom: HTMLElement
  readonly editor: Editor
  node: Node
  readonly #place: () => number | undefined
  readonly #draw = () => this.draw()

  constructor({ node, editor, getPos }: NodeViewRendererProps, tag: string, look: string) {
    this.node = node
    this.editor = editor
    this.#place = getPos
    this.dom = document.createElement(tag)
    this.dom.className = look
    this.#sayWhatItIs()
    this.dom.addEventListener('keydown', this.#leaveOnEscape)
    this.dom.addEventListener(OPEN, (event) => this.open() && event.preventDefault())
    this.host.targets.addEventListener('change', this.#draw)
    this.host.uploads.addEventListener('change', this.#draw)
  }

  protected abstract face(): TemplateResult

  /** Opens its form or dialog. False if it has none. */
  protected open(): boolean {
    return false
  }

  protected get host(): TextHost {
    return hostOf(this.editor)
  }

  protected t(key: Key, values?: Values): string {
    return this.host.element.t(key, values)
  }

  /** Undefined if the node has left the text. */
  protected get at(): number | undefined {
    const at = this.#place()
    return at !== undefined && this.editor.state.doc.nodeAt(at)?.type === this.node.type ? at : undefined
  }

  draw(): void {
    render(this.face(), this.dom)
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false
    const isSame = node.eq(this.node)
    this.node = node
    if (isSame) return true
    this.#sayWhatItIs()
    this.draw()
    return true
  }

  #sayWhatItIs(): void {
    const { type, attrs } = this.node
    for (const [name, value] of Object.entries(asKnown(type.name, attrs))) this.dom.setAttribute(name, value)
  }

  destroy(): void {
    this.host.targets.removeEventListener('change', this.#draw)
    this.host.uploads.removeEventListener('change', this.#draw)
  }

  /** Controls get their events; the text doesn't. Only inputs have something of their own to undo. */
  stopEvent(event: Event): boolean {
    const control = (event.target as Element).closest?.('button, input, label, select, textarea, a')
    return control != null && !(control.localName === 'button' && isUndoOrRedo(event))
  }

  ignoreMutation(): boolean {
    return true
  }

  /** Changes attributes. Changes with the same `session` are undone together. */
  protected change(attrs: Readonly<Record<string, unknown>>, session?: number, at = this.at): void {
    if (at === undefined) return
    const { tr } = this.editor.state
    tr.setNodeMarkup(at, null, { ...tr.doc.nodeAt(at)?.attrs, ...attrs })
    const { doc } = tr
    if (doc.nodeAt(at)?.isBlock && this.editor.state.selection instanceof NodeSelection && this.editor.state.selection.from === at)
      tr.setSelection(NodeSelection.create(doc, at))
    this.editor.view.dispatch(session === undefined ? tr : tr.setMeta('composition', session))
  }

  /** From its controls back to the text, where it is selected. */
  readonly #leaveOnEscape = (event: KeyboardEvent) => {
    const { at } = this
    if (event.key !== 'Escape' || event.isComposing || at === undefined) return
    event.preventDefault()
    this.select()
    this.editor.view.focus()
  }

  /** The focus comes back to it after a dialog. */
  protected select(): void {
    const { at } = this
    const { tr, doc } = this.editor.state
    if (at !== undefined) this.editor.view.dispatch(tr.setSelection(NodeSelection.create(doc, at)))
  }

  protected remove(): void {
    const { at } = this
    if (at === undefined) return
    const tr = this.editor.state.tr.delete(at, at + this.node.nodeSize)
    tr.setSelection(Selection.near(tr.doc.resolve(at), -1))
    this.editor.view.dispatch(closeHistory(tr))
    this.editor.view.focus()
  }

  /** Goes on writing after the card. */
  protected leave(): void {
    const { at } = this
    if (at === undefined) return
    const { state, view } = this.editor
    view.dispatch(state.tr.setSelection(Selection.near(state.doc.resolve(at + this.node.nodeSize))).scrollIntoView())
    // At once: what is typed next belongs into the text.
    view.focus()
  }

  protected drawing(name: string): TemplateResult {
    return icon(name)
  }

  protected button(key: Key, face: string, run: () => unknown, values?: Values, isOn?: boolean): TemplateResult {
    const label = this.t(key, values)
    return html`
      <button type="button" aria-label=${label} title=${label} aria-pressed=${isOn ?? nothing} @click=${run}>${icon(face)}</button>
    `
  }
}
