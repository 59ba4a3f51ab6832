/** `<cms-crop>`: selects the part of an image to show, by mouse, finger or arrow keys. Emits `framed` in percent of the visible part.
 * Tested by test/admin-components/content.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { type Frame, WHOLE } from './frame.ts'

/** In percent. */
const SMALLEST = 2
/** Width divided by height; `0` for any shape. */
const SHAPES: readonly [name: string, shape: number][] = [
  ['1:1', 1],
  ['4:3', 4 / 3],
  ['3:2', 3 / 2],
  ['16:9', 16 / 9],
]
const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
type Corner = (typeof CORNERS)[number]

export class CmsCrop extends CmsElement {
  static override properties = { src: {}, frame: { state: true }, shape: { state: true }, natural: { state: true } }
  static override looks = [
    css`
      .stage { position: relative; display: inline-block; justify-self: center; line-height: 0; overflow: hidden; border-radius: var(--radius); touch-action: none; user-select: none; }
      .stage img { max-inline-size: 100%; max-block-size: 52vh; display: block; }
      .frame-of { position: absolute; cursor: move; outline: 2px solid var(--paper); box-shadow: 0 0 0 9999px var(--veil); }
      .crop-tools select { inline-size: auto; }
      .frame-of:focus-visible { outline: 3px solid var(--link); box-shadow: 0 0 0 9999px var(--veil); border-radius: 0; }
      .frame-of i { position: absolute; inline-size: 20px; block-size: 20px; background: var(--paper); border: 2px solid var(--paper-edge); border-radius: 50%; margin: 3px; }
      .frame-of .nw { inset: 0 auto auto 0; cursor: nwse-resize; }
      .frame-of .ne { inset: 0 0 auto auto; cursor: nesw-resize; }
      .frame-of .sw { inset: auto auto 0 0; cursor: nesw-resize; }
      .frame-of .se { inset: auto 0 0 auto; cursor: nwse-resize; }
    `,
  ]
  declare src: string
  declare frame: Frame
  declare shape: number
  declare natural: { width: number; height: number } | undefined

  constructor() {
    super()
    this.frame = WHOLE
    this.shape = 0
  }

  override render(): TemplateResult {
    return html`
      <div class="stack tight">
        <div class="stage">
          <img src=${this.src} alt="" draggable="false" @load=${this.#loaded} />
          ${this.natural ? this.#frame() : nothing}
        </div>
        <div class="row apart crop-tools">
          <select
            aria-label=${this.t('crop.shape')}
            @change=${(event: Event) => this.#choose(Number((event.target as HTMLSelectElement).value))}>
            <option value="0">${this.t('crop.any')}</option>
            ${SHAPES.map(([name, shape]) => html`<option value=${shape}>${name}</option>`)}
          </select>
          <span class="muted small" role="status">${this.#inPixels()}</span>
        </div>
        <p class="muted small" id="crop-keys">${this.t('crop.keys')}</p>
      </div>
    `
  }

  #frame(): TemplateResult {
    return html`
      <div
        class="frame-of"
        role="group"
        tabindex="0"
        aria-label=${this.t('crop.frame')}
        aria-describedby="crop-keys"
        @keydown=${this.#keys}
        @pointerdown=${(event: PointerEvent) => this.#drag(event)}>
        ${CORNERS.map((corner) => html`<i class=${corner} @pointerdown=${(event: PointerEvent) => this.#drag(event, corner)}></i>`)}
      </div>
    `
  }

  /** Sets styles through the CSSOM, which the content security policy allows, unlike `style` attributes. */
  protected override updated(): void {
    super.updated()
    const { style } = this.querySelector<HTMLElement>('.frame-of') ?? {}
    if (!style) return
    const { x, y, width, height } = this.frame
    Object.assign(style, { left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%` })
  }

  readonly #loaded = ({ target }: Event) => {
    const { naturalWidth, naturalHeight } = target as HTMLImageElement
    this.natural = { width: naturalWidth, height: naturalHeight }
    this.#choose(this.shape)
  }

  #inPixels(): string {
    if (!this.natural) return ''
    const { width, height } = this.frame
    return `${Math.round((width / 100) * this.natural.width)} × ${Math.round((height / 100) * this.natural.height)}`
  }

  /** The ratio of width to height in percentages for the selected shape. */
  get #slant(): number {
    return this.natural && this.shape > 0 ? this.shape / (this.natural.width / this.natural.height) : 0
  }

  #choose(shape: number): void {
    this.shape = shape
    if (this.#slant === 0) return
    const width = Math.min(100, 100 * this.#slant)
    const height = width / this.#slant
    this.#set({ x: (100 - width) / 2, y: (100 - height) / 2, width, height })
  }

  #set(frame: Frame): void {
    this.frame = frame
    this.dispatchEvent(new CustomEvent('framed', { detail: frame }))
  }

  #drag(start: PointerEvent, corner?: Corner): void {
    start.preventDefault()
    start.stopPropagation()
    const handle = start.currentTarget as HTMLElement
    handle.setPointerCapture(start.pointerId)
    const { width, height } = this.requireElement('.stage').getBoundingClientRect()
    const from = this.frame
    const move = (event: PointerEvent) => {
      const by = { x: ((event.clientX - start.clientX) / width) * 100, y: ((event.clientY - start.clientY) / height) * 100 }
      this.#set(corner ? this.#stretched(from, corner, by) : moved(from, by))
    }
    const end = () => handle.removeEventListener('pointermove', move)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', end, { once: true })
    handle.addEventListener('pointercancel', end, { once: true })
  }

  /** The opposite corner stays in place. */
  #stretched({ x, y, width, height }: Frame, corner: Corner, by: { x: number; y: number }): Frame {
    const isWest = corner.endsWith('w')
    const isNorth = corner.startsWith('n')
    const roomX = isWest ? x + width : 100 - x
    const roomY = isNorth ? y + height : 100 - y
    let wide = within(width + (isWest ? -by.x : by.x), SMALLEST, roomX)
    let high = within(height + (isNorth ? -by.y : by.y), SMALLEST, roomY)
    if (this.#slant > 0) {
      wide = Math.min(wide, roomY * this.#slant)
      high = wide / this.#slant
    }
    return { x: isWest ? x + width - wide : x, y: isNorth ? y + height - high : y, width: wide, height: high }
  }

  readonly #keys = (event: KeyboardEvent) => {
    const by = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } }[event.key]
    if (!by) return
    event.preventDefault()
    this.#set(event.shiftKey ? this.#stretched(this.frame, 'se', by) : moved(this.frame, by))
  }
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

const moved = ({ x, y, width, height }: Frame, by: { x: number; y: number }): Frame => ({
  x: within(x + by.x, 0, 100 - width),
  y: within(y + by.y, 0, 100 - height),
  width,
  height,
})

define('cms-crop', CmsCrop)
