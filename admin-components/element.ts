/** The base class of all elements. The outermost one provides the shadow root and the app, and all others render into it.
 * Tested by test/admin-components/embedded.test.ts.
 */
import { type CSSResult, LitElement } from 'lit'
import { App, recall, remember } from './app/app.ts'
import { mendPictures } from './parts/reconnect.ts'
import { plain } from './style/plain.ts'
import type { Key, Values } from './texts/texts.ts'

/** The base class of all elements: it finds the `app` above it, and follows its changes. */
export abstract class CmsElement extends LitElement {
  /** The style sheets. They are added to the shared shadow root with the first element of each class. */
  static looks: readonly CSSResult[] = []

  #app: App | undefined
  readonly #onChange = () => this.requestUpdate()

  /** Found on first use. An element without another galley element above it is the outermost. */
  get app(): App {
    this.#app ??= outermostAbove(this)?.app ?? this.#ownApp()
    return this.#app
  }

  /** An element inside this one that is always rendered. */
  protected requireElement<E extends Element = HTMLElement>(selector: string): E {
    // biome-ignore lint/style/noNonNullAssertion: callers name what their `render` always draws
    return this.querySelector<E>(selector)!
  }

  t(key: Key, values?: Values): string {
    return this.app.t(key, values)
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.app.addEventListener('change', this.#onChange)
    void this.app.open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.app.removeEventListener('change', this.#onChange)
  }

  /** Dispatches a `cms-*` event to the page. Returns false if a listener cancelled it. */
  emit(name: string, detail?: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(`cms-${name}`, { detail, bubbles: true, composed: true, cancelable: true }))
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const above = outermostAbove(this)
    const root = above?.shadowRoot ?? this.attachShadow({ mode: 'open' })
    if (!above) {
      root.addEventListener('invalid', this.#explainInvalid, true)
      mendPictures(root, this)
    }
    adopt(root, above ? [] : [plain], this.constructor as typeof CmsElement)
    return above ? this : root
  }

  /** Browsers would show a bubble of their own, in their language. */
  readonly #explainInvalid = async (event: Event) => {
    event.preventDefault()
    const input = event.target as HTMLInputElement
    const messages = await import('./parts/form-messages.ts').catch(() => undefined)
    if (messages) messages.explainInvalid(input, this.app)
    else this.app.say(this.t('error.code'), 'bad')
  }

  protected override updated(): void {
    if (!this.shadowRoot) return
    const { theme, schema, language, direction } = this.app
    this.setAttribute('lang', language)
    this.setAttribute('dir', direction)
    if (theme === 'system') this.removeAttribute('theme')
    else this.setAttribute('theme', theme)
    if (schema) remember('color', schema.site.color ?? '')
    const color = schema ? schema.site.color : recall('color')
    if (color) {
      this.style.setProperty('--cms-brand', color)
      this.style.setProperty('--cms-on-brand', inkOn(color))
    }
  }

  #ownApp(): App {
    const api = this.getAttribute('api') ?? '/api/cms'
    const base = this.getAttribute('base') ?? undefined
    const language = this.getAttribute('lang') ?? undefined
    const site = this.getAttribute('site')
    return new App({ api, ...(site && { site: JSON.parse(site) }), ...(base !== undefined && { base }), ...(language && { language }) })
  }
}

function outermostAbove(element: Element): CmsElement | undefined {
  const root = element.getRootNode()
  return root instanceof ShadowRoot && root.host instanceof CmsElement ? root.host : undefined
}

function adopt(root: ShadowRoot, first: readonly CSSResult[], { looks }: typeof CmsElement): void {
  // biome-ignore lint/style/noNonNullAssertion: Lit makes style sheets wherever a root can adopt them
  const sheets = [...first, ...looks].map((look) => look.styleSheet!).filter((sheet) => !root.adoptedStyleSheets.includes(sheet))
  if (sheets.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...sheets]
}

/** Black or white, whichever is more readable on this colour. */
function inkOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#111113' : '#ffffff'
}

/** Defines a tag unless it is defined already, since a page may load the admin twice. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element)
}
