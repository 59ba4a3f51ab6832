/** `<cms-toasts>`: brief notifications, announced to screen readers. Tested by test/admin-components/pages.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Toast } from '../app/app.ts'
import { CmsElement, define } from '../element.ts'
import { icon } from './icon.ts'
import { link } from './link.ts'

export class CmsToasts extends CmsElement {
  static override looks = [
    css`
      cms-toasts { position: fixed; inset-block-end: var(--s4); inset-inline-end: var(--s4); display: grid; gap: var(--s2); justify-items: end; z-index: 50; pointer-events: none; max-inline-size: calc(100vw - 32px); }
      .frame:has(.chosen) cms-toasts, .page:has(.chosen) ~ cms-toasts { inset-block-end: 88px; }
      /* Leaves room at the end of a page, so that they hide none of it. */
      .frame:has(.toast) .page { padding-block-end: calc(var(--s7) + var(--s7) + var(--s6)); }
      @media (max-width: 820px) { cms-toasts { inset-block-end: 80px; } }
      cms-toasts .toast { pointer-events: auto; display: flex; gap: var(--s3); align-items: center; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s2) var(--s2) var(--s2) var(--s4); animation: rise 160ms ease-out; overflow-wrap: anywhere; }
      cms-toasts .toast.good > svg { color: var(--good); }
      cms-toasts .toast.bad > svg { color: var(--bad); }
    `,
  ]

  override render(): TemplateResult {
    return html`
      <div role="status" aria-live="polite" class="stack tight">
        ${this.app.toasts.map(
          ({ id, tone, text, act }) => html`
            <div class="toast ${tone}">
              ${icon(tone === 'bad' ? 'circle-alert' : 'check')}
              <span class="grow">${text}</span>
              ${this.#act(id, act)}
              <button class="plain icon-only small" aria-label=${this.t('close')} @click=${() => this.app.hush(id)}>${icon('x')}</button>
            </div>
          `,
        )}
      </div>
    `
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
