/** Code that is loaded when it is first needed. After a failure the page has to be reloaded: few browsers ask for a module twice.
 * Tested by test/admin-components/late-code.test.ts.
 */
import { css, html, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'

type Load = () => Promise<unknown>
/** How much of the page the code will take: a line, a text, one picture, or a row of them. */
export type Room = 'line' | 'text' | 'picture' | 'pictures'

/** `<cms-later>`: stands where the code will render, until it is loaded. */
class CmsLater extends CmsElement {
  static override properties = { hasFailed: { state: true } }
  static override looks = [
    css`
      cms-later { display: block; }
      cms-later .text { min-block-size: 298px; }
      cms-later .picture { min-block-size: 322px; max-inline-size: 420px; }
      cms-later .pictures { min-block-size: 246px; }
    `,
  ]
  declare hasFailed: boolean
  load!: Load
  host!: ReactiveControllerHost
  /** Waits until it is displayed, not behind a tab or in a folded section. */
  isPatient = false
  room: Room = 'line'
  readonly #displayed = new ResizeObserver(() => {
    if (this.offsetHeight > 0) void this.#try()
  })

  constructor() {
    super()
    this.hasFailed = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    window.addEventListener('online', this.#tryAgain)
    if (this.isPatient) this.#displayed.observe(this)
    else void this.#try()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    window.removeEventListener('online', this.#tryAgain)
    this.#displayed.disconnect()
  }

  override render(): TemplateResult {
    if (!this.hasFailed) return html`<div class="ghost ${this.room}"></div>`
    return html`
      <div class="note bad row apart" role="alert">
        <span>${this.t('error.code')}</span>
        <button type="button" class="small" @click=${() => location.reload()}>${this.t('error.reload')}</button>
      </div>
    `
  }

  /** For the browsers that do ask again. */
  readonly #tryAgain = () => {
    if (this.hasFailed) void this.#try()
  }

  async #try(): Promise<void> {
    this.#displayed.disconnect()
    this.hasFailed = false
    try {
      await this.load()
      this.host.requestUpdate()
    } catch {
      this.hasFailed = true
    }
  }
}

define('cms-later', CmsLater)

/** Rendered until the code is loaded; the host renders again then. */
export const later = (host: ReactiveControllerHost, load: Load): TemplateResult => html`<cms-later .host=${host} .load=${load}></cms-later>`

/** Loads the code only once the place where it will render is displayed. */
export const whenDisplayed = (host: ReactiveControllerHost, load: Load, room: Room): TemplateResult =>
  html`<cms-later .isPatient=${true} .room=${room} .host=${host} .load=${load}></cms-later>`

/** For code that an action needs: undefined if it couldn't be loaded, which the user has been told by then. */
export async function loadFor<Code>({ app }: Pick<CmsElement, 'app'>, load: () => Promise<Code>): Promise<Code | undefined> {
  try {
    return await load()
  } catch {
    app.say(app.t('error.code'), 'bad')
    return undefined
  }
}
