/** What an outermost element shows around its content: the door before anybody is in, what is said in passing, and the sign-in over work that goes on. */
import { html, nothing, type TemplateResult } from 'lit'
import { type CmsElement, define } from '../element.ts'
import { CmsDialog } from '../parts/dialog.ts'
import '../parts/toasts.ts'
import type { CmsLogin } from './cms-login.ts'
import './cms-login.ts'

class CmsAgain extends CmsDialog<never> {
  protected name(): string {
    return this.t('signIn.again')
  }

  /** Whoever goes on typing must not press a button by it. */
  protected override async firstUpdated(): Promise<void> {
    super.firstUpdated()
    await this.querySelector<CmsLogin>('cms-login')!.updateComplete
    this.querySelector<HTMLInputElement>('input[type=password]')?.focus()
  }

  /** Only by signing in, or by saying that one would rather not. */
  protected override mayLeave(): boolean {
    return false
  }

  protected body(): TemplateResult {
    return html`
      <div class="inside">
        <cms-login over></cms-login>
        <button class="plain" @click=${() => this.desk.giveUp()}>${this.t('signIn.later')}</button>
      </div>
    `
  }
}

define('cms-again', CmsAgain)

export const around = ({ desk }: CmsElement): TemplateResult => html`
  <cms-toasts></cms-toasts>
  ${desk.signsInAgain ? html`<cms-again></cms-again>` : nothing}
`

/** A part by itself: for who is signed in, with what surrounds it; inside of another element it is just itself. */
export function part(host: CmsElement, content: () => TemplateResult): TemplateResult {
  if (!host.shadowRoot) return content()
  const { schema, failure, isIn } = host.desk
  if (isIn) return html`${content()}${around(host)}`
  return schema || failure ? html`<div class="page"><cms-login></cms-login></div>` : html`<div class="page"><div class="ghost"></div></div>`
}
