/** `<cms-preview>`: a live preview next to the form, in the widths of common devices. Tested by test/admin-components/preview.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import './action-texts.ts'
import type { Form } from './form.ts'
import type { Values } from './values.ts'

/** The key of the messages between the admin and the page; `galley/preview` is the other side. */
const KEY = 'galley:preview'

const WAIT = 350
/** A page that doesn't listen for changes is reloaded instead, but not too often. */
const RELOADS_AFTER = 1200

const WIDTHS = { phone: 390, tablet: 768, desktop: undefined } as const
type Device = keyof typeof WIDTHS
const FACES = { phone: 'smartphone', tablet: 'tablet', desktop: 'monitor' } as const

export class CmsPreview extends CmsElement {
  static override properties = { form: { attribute: false }, device: { state: true }, url: { state: true }, error: { state: true } }
  static override looks = [
    css`
      cms-preview { display: grid; grid-template-rows: auto 1fr; gap: var(--s2); position: sticky; inset-block-start: calc(2 * var(--s7)); scroll-margin-block: calc(2 * var(--s7)); block-size: calc(100dvh - 120px); min-block-size: 420px; }
      cms-preview .stage { overflow: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--tint); display: grid; justify-items: center; }
      @media (max-width: 600px) { cms-preview [aria-pressed] { display: none; } }
      /* On its side, it looks unlike a phone. */
      cms-preview .tablet svg { rotate: 90deg; }
      cms-preview iframe { border: 0; background: var(--paper); inline-size: 100%; block-size: 100%; }
    `,
  ]
  declare form: Form
  declare device: Device
  declare url: string | null | undefined
  declare error: string
  #of: Form | undefined
  #listens = false
  #doc: Values | undefined
  #sent = ''
  #timer: ReturnType<typeof setTimeout> | undefined
  #reloads: ReturnType<typeof setTimeout> | undefined

  constructor() {
    super()
    this.device = 'desktop'
    this.error = ''
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('message', this.#onMessage)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('message', this.#onMessage)
    this.#of?.removeEventListener('change', this.#typed)
    clearTimeout(this.#timer)
    clearTimeout(this.#reloads)
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
                <a class="button" href=${this.url} target="_blank" rel="noopener">
                  ${icon('external-link')}${this.t('preview.open')}
                </a>
              `
            : nothing
        }
      </div>
      <div class="stage">
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.url === null ? html`<p class="note">${this.t('preview.none')}</p>` : nothing}
        ${this.url ? html`<iframe title=${this.t('preview')} src=${this.url}></iframe>` : nothing}
      </div>
    `
  }

  get #frame(): HTMLIFrameElement | null {
    return this.querySelector('iframe')
  }

  async #ask(): Promise<void> {
    const { form, app } = this
    try {
      const { doc, url } = await app.client.post<{ doc: Values; url: string }>(
        `${form.path}/preview`,
        form.values,
        form.locale === undefined ? {} : { locale: form.locale },
      )
      this.error = ''
      this.#doc = doc
      const address = url === null ? null : new URL(url, location.href).href
      const isElsewhere = address !== null && withoutToken(address) !== withoutToken(this.url ?? '')
      if (address === null || isElsewhere || this.url === undefined) {
        this.#listens = false
        this.url = address
      } else if (this.#listens) this.#show()
      else this.#reloadSoon()
    } catch (error) {
      this.error = app.explain(error)
    }
  }

  #show(): void {
    const frame = this.#frame?.contentWindow
    if (frame && this.url) frame.postMessage({ [KEY]: 'changed', doc: this.#doc }, new URL(this.url).origin)
  }

  #reloadSoon(): void {
    clearTimeout(this.#reloads)
    this.#reloads = setTimeout(() => {
      const frame = this.#frame
      if (frame && this.url) frame.src = this.url
    }, RELOADS_AFTER)
  }

  readonly #typed = () => this.requestUpdate()

  readonly #onMessage = (event: MessageEvent) => {
    if (event.source !== this.#frame?.contentWindow || (event.data as Record<string, unknown> | null)?.[KEY] !== 'ready') return
    this.#listens = true
    this.#show()
  }
}

/** Each URL carries its own token; the page behind it is the same. */
const withoutToken = (address: string): string => address.replace(/([?&])preview=[^&]*/, '$1')

define('cms-preview', CmsPreview)
