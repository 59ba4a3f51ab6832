/** Pictures and files of the media library inside a text. A picture has an alternative text, a caption and a width, which belong to this text.
 * Tested by test/admin-components/rich-text-media.test.ts.
 */
import { Node, type NodeViewRendererProps } from '@tiptap/core'
import { redoDepth, redoNoScroll, undoDepth, undoNoScroll } from '@tiptap/pm/history'
import type { Node as DocNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../../app/doc.ts'
import { pressInBar } from '../../parts/bar-keys.ts'
import { outOfSight } from '../../parts/out-of-sight.ts'
import { thumbnail } from '../../parts/thumbnail.ts'
import { bytes } from '../../texts/texts.ts'
import { CardView } from './card-view.ts'
import { whereKnown } from './known.ts'
import { hostOf } from './text-host.ts'
import { isRedo, isUndoOrRedo } from './undo-keys.ts'
import { newSession } from './undo-steps.ts'

/** The widths that the editor offers, in pixels. Without one, a picture is as wide as it is, at most as wide as the text. */
const WIDTHS = { small: 320, medium: 640, full: null } as const

const isMedia = (doc: Doc | null | undefined): doc is Doc => doc !== null && doc !== undefined

abstract class MediaView extends CardView {
  protected get media(): number {
    return this.node.attrs['media']
  }

  protected get file(): Doc | null | undefined {
    return this.host.targets.get('media', this.media)
  }

  protected get name(): string {
    const { file } = this
    return isMedia(file) ? String(file['originalName']) : outOfSight(this.host.element, 'media')
  }

  /** What both kinds can do. */
  protected controls(mimeTypes?: readonly string[]): TemplateResult {
    const title = this.name
    return html`
      ${this.button('text.media.replace', 'refresh-cw', () => this.#replace(mimeTypes))}
      ${isMedia(this.file) ? html`<a href=${this.file['url']} target="_blank" rel="noopener" aria-label=${this.t('text.media.open')} title=${this.t('text.media.open')}>${this.drawing('external-link')}</a>` : nothing}
      ${this.button('remove.one', 'trash-2', () => this.remove(), { title })}
    `
  }

  async #replace(mimeTypes: readonly string[] | undefined): Promise<void> {
    const doc = await this.host.pick('media', mimeTypes)
    if (!doc) return
    this.host.targets.take('media', doc)
    this.change({ media: doc.id })
  }
}

/** The text after a change of an input, and which input that was. */
interface Typed {
  doc: DocNode
  name: string
  value: unknown
  /** How many steps there are to undo, or to redo. What others write adds none. */
  depth: number
}

class PictureView extends MediaView {
  #session = newSession()
  #typed: Typed | undefined
  /** The same after an undo of it. */
  #undone: Typed | undefined

  constructor(props: NodeViewRendererProps) {
    super(props, 'figure', 'node-picture')
    this.draw()
  }

  protected face(): TemplateResult {
    const { alt, caption, width } = this.node.attrs
    const { file } = this
    this.dom.dataset['width'] = width === null ? 'full' : 'set'
    this.dom.style.inlineSize = width === null ? '' : `${width}px`
    this.#keepRoom(file)
    return html`
      <span class="frame">${this.#picture(file, alt)}</span>
      <span class="bar" role="toolbar" aria-label=${this.t('text.media.tools', { title: this.name })} @keydown=${this.#barKeys}>
        ${Object.entries(WIDTHS).map(([name, pixels]) => this.button(`text.width.${name as keyof typeof WIDTHS}`, `text-width-${name}`, () => this.change({ width: pixels }), {}, width === pixels))}
        <span class="gap"></span>
        ${this.controls(['image/*'])}
      </span>
      ${this.#input('caption', caption)} ${this.#alternative(alt)}
    `
  }

  /** Until the picture has loaded. Inside the text, its attributes `width` and `height` have no effect (`surface.ts`). */
  #keepRoom(file: Doc | null | undefined): void {
    const { width, height } = file ?? { width: null, height: null }
    const { style } = this.dom
    style.setProperty('--picture-width', width && height ? `${width}px` : null)
    style.setProperty('--picture-shape', width && height ? `auto ${width} / ${height}` : null)
  }

  #picture(file: Doc | null | undefined, alt: string | null): TemplateResult {
    if (file === undefined) return html`<span class="ghost"></span>`
    if (file === null) return html`<span class="gone">${this.name}</span>`
    const { url, width, height } = shownIn(file)
    return html`<img src=${url} alt=${alt ?? ''} width=${width ?? nothing} height=${height ?? nothing} loading="lazy" draggable="false" />`
  }

  /** On the picture, so it says what it is even when it is filled in. */
  #alternative(value: string | null): TemplateResult | typeof nothing {
    if (!this.editor.isEditable) return nothing
    return html`<label class="alt"><span aria-hidden="true">${this.t('text.media.alt')}</span>${this.#input('alt', value)}</label>`
  }

  #input(name: 'caption' | 'alt', value: string | null): TemplateResult | typeof nothing {
    if (!this.editor.isEditable) return name === 'caption' && value ? html`<figcaption>${value}</figcaption>` : nothing
    const label = this.t(`text.media.${name}`)
    return html`
      <input
        class=${name === 'caption' ? `caption ${value ? '' : 'empty'}` : nothing}
        aria-label=${label}
        title=${label}
        placeholder=${name === 'caption' ? label : nothing}
        .value=${value ?? ''}
        @input=${({ target }: InputEvent) => this.#type(name, (target as HTMLInputElement).value)}
        @keydown=${(event: KeyboardEvent) => this.#inputKeys(event, name)} />
    `
  }

  readonly #barKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') pressInBar(event, event.currentTarget as HTMLElement, () => undefined)
  }

  /** Undo reverts everything typed into one input at once, unless the text was changed elsewhere in between. */
  #type(name: string, value: string): void {
    if (this.#typed?.name !== name || this.#typed.doc !== this.editor.state.doc) this.#session = newSession()
    this.change({ [name]: value || null }, this.#session)
    this.#typed = this.#typedIn(name, undoDepth)
  }

  #inputKeys(event: KeyboardEvent, name: string): void {
    if (event.isComposing) return
    if (event.key === 'Enter') this.leave()
    else if (isUndoOrRedo(event)) this.#goBack(name, isRedo(event))
    else return
    event.preventDefault()
  }

  /** Undo and redo of what was typed last into this input are steps of the text: the text has no empty ones later. Nothing else is undone from here. */
  #goBack(name: string, redoes: boolean): void {
    const { state, view } = this.editor
    const last = redoes ? this.#undone : this.#typed
    const depth = redoes ? redoDepth : undoDepth
    if (last?.name !== name || last.depth !== depth(state) || last.value !== this.node.attrs[name]) return
    ;(redoes ? redoNoScroll : undoNoScroll)(state, view.dispatch)
    this.#typed = redoes ? this.#typedIn(name, undoDepth) : undefined
    this.#undone = redoes ? undefined : this.#typedIn(name, redoDepth)
  }

  #typedIn(name: string, depth: (state: EditorState) => number): Typed {
    const { state } = this.editor
    return { doc: state.doc, name, value: this.node.attrs[name], depth: depth(state) }
  }
}

class FileView extends MediaView {
  constructor(props: NodeViewRendererProps) {
    super(props, 'div', 'node-card node-file')
    this.draw()
  }

  protected face(): TemplateResult {
    const { file } = this
    return html`
      ${isMedia(file) ? thumbnail(file) : this.drawing('file-text')}
      <span class="grow clip">
        ${file === undefined ? '…' : this.name}
        ${isMedia(file) && file['filesize'] ? html`<small>${bytes(file['filesize'], this.host.element.app.language)}</small>` : nothing}
      </span>
      <span class="acts">${this.controls()}</span>
    `
  }
}

/** A size of the picture that is sharp in the text, without loading more than that. */
function shownIn(file: Doc): { url: string; width?: number; height?: number } {
  const sizes = Object.values<{ url?: string; width?: number; height?: number }>(file['sizes'] ?? {})
  const isWhole = ({ width, height }: { width?: number; height?: number }) =>
    Math.abs((width ?? 0) / (height ?? 1) - file['width'] / file['height']) < 0.02
  const size = sizes.filter((one) => one.url && (one.width ?? 0) >= 640 && isWhole(one)).sort((a, b) => (a.width ?? 0) - (b.width ?? 0))[0]
  return { url: size?.url ?? file['url'], width: file['width'], height: file['height'] }
}

const isBlock = { group: 'block', atom: true, draggable: true, selectable: true } as const

export const Picture = Node.create({
  name: 'image',
  ...isBlock,
  addAttributes: () => ({
    media: { default: null },
    alt: { default: null },
    caption: { default: null },
    width: { default: null },
  }),
  parseHTML: () => [whereKnown('image')],
  renderHTML({ node }) {
    const { media, alt, caption } = node.attrs
    const src = this.editor && hostOf(this.editor).targets.get('media', media)?.['url']
    return [
      'figure',
      ['img', { alt, ...(src && { src: new URL(src, location.href).href }) }],
      ...(caption ? [['figcaption', caption]] : []),
    ]
  },
  renderText: ({ node }) => [node.attrs['alt'], node.attrs['caption']].filter(Boolean).join(' '),
  addNodeView: () => (props) => new PictureView(props),
})

export const FileOfLibrary = Node.create({
  name: 'file',
  ...isBlock,
  addAttributes: () => ({ media: { default: null } }),
  parseHTML: () => [whereKnown('file')],
  renderHTML({ node }) {
    const file = this.editor && hostOf(this.editor).targets.get('media', node.attrs['media'])
    return ['p', ['a', { href: file ? new URL(file['url'], location.href).href : null }, file?.['originalName'] ?? '']]
  },
  addNodeView: () => (props) => new FileView(props),
})
