/** `<cms-file-view>`: a file as it looks, and for an image the point that stays visible when it is cropped, set with a click or the arrow keys.
 * Emits `pointed` with the point, or null to take it away, `cropping`, and `whole` to undo a crop. Tested by test/admin-components/library.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../app/doc.ts'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { FRAMED, focalPointOf, type Point, pointOf, visiblePart, WHOLE } from './frame.ts'

const CENTRE: Point = { x: 50, y: 50 }
/** In percent; with Shift, it goes further. */
const STEP = 1
const FURTHER = 10

export class CmsFileView extends CmsElement {
  static override properties = { doc: {}, mayPoint: { type: Boolean }, mayCrop: { type: Boolean } }
  static override looks = [
    css`
      cms-file-view { display: grid; gap: var(--s3); }
      .file-view { display: grid; place-items: center; background: var(--tint); border-radius: var(--radius); position: relative; overflow: hidden; }
      .file-view img { max-inline-size: 100%; max-block-size: 46vh; display: block; cursor: crosshair; }
      @media (max-height: 560px) { .file-view img { max-block-size: 24vh; } }
      .file-view .thumb { inline-size: 100%; block-size: 140px; }
      .file-view .focal { position: absolute; inline-size: 22px; block-size: 22px; border: 3px solid var(--paper); border-radius: 50%; box-shadow: 0 0 0 2px var(--paper-edge); transform: translate(-50%, -50%); pointer-events: none; }
      .file-view .focal:focus-visible { border-radius: 50%; outline: 3px solid var(--link); outline-offset: 2px; }
    `,
  ]
  /** With the point as it will be once it is saved. */
  declare doc: Doc
  declare mayPoint: boolean
  declare mayCrop: boolean
  #isBegun = false

  override render(): TemplateResult {
    const { doc } = this
    const isImage = doc['mimeType']?.startsWith('image/')
    return html`
      <div class="file-view">${isImage ? this.#image() : thumbnail(doc)}</div>
      ${this.mayCrop && FRAMED.includes(doc['mimeType']) ? this.#tools() : nothing}
    `
  }

  #image(): TemplateResult {
    const { doc } = this
    return html`
      <img
        src=${doc['url']}
        alt=${doc['alt'] ?? ''}
        @click=${this.mayPoint ? this.#click : nothing}
        @load=${() => this.requestUpdate()} />
      ${this.#point ? this.#marker() : nothing}
    `
  }

  #marker(): TemplateResult {
    if (!this.mayPoint) return html`<span class="focal"></span>`
    return html`
      <span
        class="focal"
        role="group"
        tabindex="0"
        aria-label=${this.t('media.focal.point')}
        aria-describedby="focal-keys"
        @keydown=${this.#keys}></span>
    `
  }

  #tools(): TemplateResult {
    const emit = (name: string) => () => this.dispatchEvent(new CustomEvent(name))
    return html`
      <div class="row">
        <button type="button" class="small" @click=${emit('cropping')}>${icon('crop')}${this.t('crop')}</button>
        ${
          visiblePart(this.doc) === WHOLE
            ? nothing
            : html`<button type="button" class="small" @click=${emit('whole')}>${icon('undo-2')}${this.t('crop.whole')}</button>`
        }
        ${this.mayPoint ? this.#pointTools() : nothing}
      </div>
    `
  }

  #pointTools(): TemplateResult {
    return html`
      ${
        this.#point
          ? html`<button type="button" class="small" @click=${() => this.#set(null)}>${icon('x')}${this.t('media.focal.remove')}</button>`
          : html`<button type="button" class="small" @click=${this.#begin}>${icon('plus')}${this.t('media.focal.set')}</button>`
      }
      <span class="muted small" id="focal-keys">${this.t('media.focal')}</span>
    `
  }

  /** Sets styles through the CSSOM, which the content security policy allows, unlike `style` attributes. */
  protected override updated(): void {
    super.updated()
    const [focal, image] = [this.querySelector<HTMLElement>('.focal'), this.querySelector<HTMLElement>('img')]
    const point = this.#point
    if (!focal || !image || !point) return
    focal.style.left = `${image.offsetLeft + (point.x / 100) * image.offsetWidth}px`
    focal.style.top = `${image.offsetTop + (point.y / 100) * image.offsetHeight}px`
    if (this.#isBegun) focal.focus()
    this.#isBegun = false
  }

  get #point(): Point | undefined {
    return focalPointOf(this.doc)
  }

  /** A point of what is visible. */
  #set(point: Point | null): void {
    const detail = point && pointOf(visiblePart(this.doc), point)
    this.dispatchEvent(new CustomEvent('pointed', { detail }))
  }

  readonly #click = (event: MouseEvent) => {
    const { left, top, width, height } = (event.target as HTMLElement).getBoundingClientRect()
    this.#set({ x: ((event.clientX - left) / width) * 100, y: ((event.clientY - top) / height) * 100 })
  }

  /** In the middle, and ready for the arrow keys. */
  readonly #begin = () => {
    this.#set(CENTRE)
    this.#isBegun = true
  }

  readonly #keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    const point = this.#point
    if (!by || !point) return
    event.preventDefault()
    const [x, y] = by.map((one) => one * (event.shiftKey ? FURTHER : STEP)) as [number, number]
    this.#set({ x: within(point.x + x), y: within(point.y + y) })
  }
}

const within = (percent: number): number => Math.min(Math.max(percent, 0), 100)

define('cms-file-view', CmsFileView)
