/** `<cms-preview>`: a live preview next to the form, in the widths of common devices. Tested by test/admin-components/preview.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { formatOf } from '../texts/formats.ts'
import './action-texts.ts'
import type { Form } from './form.ts'
import type { Values } from './values.ts'

/** The key of the messages between the admin and the page; `galley/preview` is the other side. */
const KEY = 'galley:preview'

const WAIT = 350

const WIDTHS = { phone: 390, tablet: 768, desktop: undefined } as const
type Device = keyof typeof WIDTHS
const FACES = { phone: 'smartphone', tablet: 'tablet', desktop: 'monitor' } as const

export class CmsPreview extends CmsElement {
  static override properties = {
    form: { attribute: false },
    device: { state: true },
    url: { state: true },
    address: { state: true },
    error: { state: true },
    shown: { state: true },
    isLoaded: { state: true },
    listens: { state: true },
  }
  static override looks = [
    css`
      cms-preview { display: grid; grid-template-rows: auto 1fr; gap: var(--s2); position: sticky; inset-block-start: calc(var(--page-head, 96px) + var(--s2)); scroll-margin-block: var(--s7); block-size: calc(100dvh - var(--page-head, 96px) - var(--s5)); min-block-size: 420px; }
      cms-preview .old { color: var(--warn); }
      cms-preview .stage { overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--tint); display: grid; justify-items: center; }
      @media (max-width: 600px) { cms-preview [aria-pressed] { display: none; } }
      /* On its side, it looks unlike a phone. */
      cms-preview .tablet svg { rotate: 90deg; }
      cms-preview iframe { border: 0; background: var(--paper); inline-size: 100%; block-size: 100%; }
    `,
  ]
  declare form: Form
  declare device: Device
  /** The page in the frame; its token may be an older one. */
  declare url: string | null | undefined
  /** The same page, with the latest token. */
  declare address: string
  declare error: string
  /** When the stored document that the page shows was saved. */
  declare shown: string | undefined
  declare isLoaded: boolean
  /** The page follows what is typed. */
  declare listens: boolean
  #of: Form | undefined
  #doc: Values | undefined
  #sent = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #scroll: readonly [number, number] | undefined
  readonly #headSize = new ResizeObserver(([head]) => {
    if (head) this.style.setProperty('--page-head', `${Math.round(head.target.getBoundingClientRect().height)}px`)
  })

  constructor() {
    super()
    this.device = 'desktop'
    this.address = ''
    this.error = ''
    this.isLoaded = false
    this.listens = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('message', this.#onMessage)
    const head = this.closest('.document')?.querySelector('.page-head')
    if (head) this.#headSize.observe(head)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('message', this.#onMessage)
    this.#of?.removeEventListener('change', this.#typed)
    clearTimeout(this.#timer)
    this.#headSize.disconnect()
  }

  protected override willUpdate(): void {
    if (this.#of === this.form) return
    this.#of?.removeEventListener('change', this.#typed)
    this.form.addEventListener('change', this.#typed)
    this.#of = this.form
  }

  protected override updated(): void {
    super.updated()
    const frame = this.#frame
    if (frame) frame.style.maxInlineSize = WIDTHS[this.device] === undefined ? '' : `${WIDTHS[this.device]}px`
    if (this.#isOld && this.#place) void this.#reload()
    const now = JSON.stringify(this.form.values)
    if (now === this.#sent) return
    this.#sent = now
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#ask(), this.url === undefined ? 0 : WAIT)
  }

  override render(): TemplateResult {
    return html`
      <div class="row" role="group" aria-label=${this.t('preview.width')}>
        ${(Object.keys(WIDTHS) as Device[]).map(
          (device) => html`
            <button
              type="button"
              class="icon-only ${device}"
              title=${this.t(`preview.${device}`)}
              aria-pressed=${device === this.device}
              aria-label=${this.t(`preview.${device}`)}
              @click=${() => (this.device = device)}>
              ${icon(FACES[device])}
            </button>
          `,
        )}
        ${
          this.url
            ? html`
                <button type="button" class="icon-only" title=${this.t('preview.reload')} aria-label=${this.t('preview.reload')} @click=${() => this.#reload()}>
                  ${icon('refresh-cw')}
                </button>
                <a class="button" href=${this.address} target="_blank" rel="noopener">
                  ${icon('external-link')}${this.t('preview.open')}
                </a>
              `
            : nothing
        }
        ${this.#state()}
      </div>
      <div class="stage">
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.url === null ? html`<p class="note">${this.t('preview.none')}</p>` : nothing}
        ${this.url ? html`<iframe title=${this.t('preview')} src=${this.url} @load=${this.#loaded}></iframe>` : nothing}
      </div>
    `
  }

  /** A page that follows what is typed is never old. */
  #state(): TemplateResult | typeof nothing {
    if (!this.isLoaded || this.listens || this.shown === undefined) return nothing
    const time = formatOf(Intl.DateTimeFormat, this.app.language, { timeStyle: 'short' }).format(new Date(this.shown))
    return html`<span class="small ${this.#isOld ? 'old' : 'muted'}">${this.t(this.#isOld ? 'preview.old' : 'preview.state', { time })}</span>`
  }

  /** The document was saved after the page had loaded. */
  get #isOld(): boolean {
    return this.isLoaded && !this.listens && this.shown !== this.#saved
  }

  get #saved(): string | undefined {
    return this.form.doc['updatedAt']
  }

  /** Where the page is scrolled to. Browsers don't tell for pages of another origin, so a reload of theirs would go to the top. */
  get #place(): readonly [number, number] | undefined {
    try {
      const inside = this.#frame?.contentWindow
      return inside ? [inside.scrollX, inside.scrollY] : undefined
    } catch {
      return undefined
    }
  }

  get #frame(): HTMLIFrameElement | null {
    return this.querySelector('iframe')
  }

  async #ask(): Promise<void> {
    const { form, app } = this
    try {
      const { doc, url } = await app.client.post<{ doc: Values; url: string }>(
        `${form.path}/preview`,
        // A rule for updates may forbid values that the form has and does not change.
        form.unsaved,
        form.locale === undefined ? {} : { locale: form.locale },
      )
      this.error = ''
      this.#doc = doc
      const address = url === null ? null : new URL(url, location.href).href
      const isElsewhere = address !== null && withoutToken(address) !== withoutToken(this.url ?? '')
      if (address === null || isElsewhere || this.url === undefined) {
        this.listens = false
        this.isLoaded = false
        this.shown = this.#saved
        this.url = address
      } else if (this.listens) this.#show()
      this.address = address ?? ''
    } catch (error) {
      this.error = app.explain(error)
    }
  }

  #show(): void {
    const frame = this.#frame?.contentWindow
    if (frame && this.url) frame.postMessage({ [KEY]: 'changed', doc: this.#doc }, new URL(this.url).origin)
  }

  /** With a new token, since the one in the frame may have expired, and without a step in the browser's history. */
  async #reload(): Promise<void> {
    this.shown = this.#saved
    const before = this.url
    await this.#ask()
    const inside = this.#frame?.contentWindow
    if (!inside || this.url !== before || this.error) return
    this.#scroll = this.#place
    inside.location.replace(this.address)
  }

  readonly #loaded = () => {
    this.isLoaded = true
    if (this.#scroll && this.#place) this.#frame?.contentWindow?.scrollTo(...this.#scroll)
    this.#scroll = undefined
  }

  readonly #typed = () => this.requestUpdate()

  readonly #onMessage = (event: MessageEvent) => {
    if (event.source !== this.#frame?.contentWindow || (event.data as Record<string, unknown> | null)?.[KEY] !== 'ready') return
    this.listens = true
    this.#show()
  }
}

/** Each URL carries its own token; the page behind it is the same. */
const withoutToken = (address: string): string => address.replace(/([?&])preview=[^&]*/, '$1')

define('cms-preview', CmsPreview)
