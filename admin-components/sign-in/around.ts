/** What an outermost element shows around its content: the door before anybody is in, what is said in passing, and the sign-in over work that goes on. */
import { html, nothing, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import '../parts/toasts.ts'
import './cms-again.ts'
import './cms-login.ts'

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
