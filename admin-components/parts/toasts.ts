/** `<cms-toasts>`: brief notifications, announced to screen readers. The topmost dialog has its own, since nothing behind it can be read or pressed.
 * Tested by test/admin-components/toasts.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import { isLasting, type Toast } from '../app/app.ts'
import { CmsElement, define } from '../element.ts'
import { icon } from './icon.ts'
import { BARS, liftOver } from './lift.ts'
import { link } from './link.ts'

/** How often, in milliseconds, toasts look for bars that have appeared under them. */
const LOOK_EVERY = 250
const MOVES = ['scroll', 'resize'] as const

export class CmsToasts extends CmsElement {
  static override looks = [
    css`
      cms-toasts { position: fixed; inset: auto; inset-block-end: var(--lift, var(--s4)); inset-inline-end: var(--s4); display: grid; gap: var(--s2); justify-items: end; z-index: 50; pointer-events: none; max-inline-size: calc(100vw - 32px); }
      cms-toasts[popover] { margin: 0; padding: 0; border: 0; background: none; color: inherit; overflow: visible; }
      /* Leaves room at the end of a page, so that they hide none of it. */
      .frame:has(.toast) .page { --room: calc(var(--s7) + var(--s7) + var(--s6)); padding-block-end: var(--room); }
      cms-toasts .toast { pointer-events: auto; display: flex; gap: var(--s3); align-items: center; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s2) var(--s2) var(--s2) var(--s4); animation: rise 160ms ease-out; overflow-wrap: anywhere; }
      @media (max-width: 640px) {
        cms-toasts .toast { inline-size: calc(100vw - 32px); flex-wrap: wrap; justify-content: flex-end; }
        cms-toasts .toast > .grow { flex-basis: 180px; }
      }
      cms-toasts .toast.good > svg { color: var(--good); }
      cms-toasts .toast.bad > svg { color: var(--bad); }
    `,
  ]

  #looking: ReturnType<typeof setInterval> | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stopLooking()
  }

  /** The page, or the dialog over it. */
  get #layer(): ParentNode {
    return this.closest('dialog') ?? (this.getRootNode() as ParentNode)
  }

  get #isTopmost(): boolean {
    const dialog = [...(this.getRootNode() as ParentNode).querySelectorAll('dialog[open]')].at(-1)
    return (dialog ?? null) === this.closest('dialog')
  }

  protected override updated(): void {
    super.updated()
    if (!this.isConnected) return
    this.#overDialog()
    if (!this.querySelector('.toast')) return this.#stopLooking()
    this.#lift()
    if (this.#looking) return
    this.#looking = setInterval(this.#lift, LOOK_EVERY)
    for (const event of MOVES) addEventListener(event, this.#lift, { capture: true, passive: true })
  }

  /** Some dialogs scroll, and would take it along. */
  #overDialog(): void {
    if (!this.closest('dialog')?.open) return
    this.popover = 'manual'
    if (!this.matches(':popover-open')) this.showPopover()
  }

  #stopLooking(): void {
    clearInterval(this.#looking)
    this.#looking = undefined
    for (const event of MOVES) removeEventListener(event, this.#lift, { capture: true })
  }

  readonly #lift = () => {
    const bars = [...this.#layer.querySelectorAll(BARS)].map((bar) => bar.getBoundingClientRect())
    const lift = liftOver(this.getBoundingClientRect(), bars, document.documentElement.clientHeight)
    this.style.setProperty('--lift', `${lift}px`)
  }

  override render(): TemplateResult {
    return html`
      <div role="status" aria-live="polite" class="stack tight">
        ${this.#shown.map(
          ({ id, tone, text, act }) => html`
            <div class="toast ${tone}">
              ${icon(tone === 'bad' ? 'circle-alert' : 'check')}
              <span class="grow">${text}</span>
              ${this.#act(id, act)}
              <button class="plain icon-only small" aria-label=${this.t('dismiss')} @click=${() => this.app.hush(id)}>${icon('x')}</button>
            </div>
          `,
        )}
      </div>
    `
  }

  /** Those that last wait on the page, where they cover nothing that a dialog asks. */
  get #shown(): readonly Toast[] {
    if (!this.#isTopmost) return []
    return this.closest('dialog') ? this.app.toasts.filter((toast) => !isLasting(toast)) : this.app.toasts
  }

  #act(id: number, act: Toast['act']): TemplateResult | typeof nothing {
    if (!act) return nothing
    const hush = () => this.app.hush(id)
    if ('to' in act) return html`<span @click=${hush}>${link(this, act.to, act.label, 'button small')}</span>`
    if ('href' in act)
      return html`<a class="button small" href=${act.href} target="_blank" rel="noopener" @click=${hush}>${icon('external-link')}${act.label}</a>`
    const run = () => {
      hush()
      act.run()
    }
    return html`<button class="small" @click=${run}>${act.label}</button>`
  }
}

define('cms-toasts', CmsToasts)
