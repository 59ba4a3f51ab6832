/** Surrounds the outermost element's content: the sign-in page, toasts, and the sign-in dialog when a session expires during work.
 * Tested by test/admin-components/embedded.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import type { CmsElement } from '../element.ts'
import { leaveRoom } from '../parts/leave-room.ts'
import '../parts/toasts.ts'
import '../sign-in/cms-again.ts'
import '../sign-in/cms-login.ts'

export const overlays = ({ app }: CmsElement): TemplateResult => html`
  <cms-toasts></cms-toasts>
  ${navigator.onLine ? nothing : html`<p class="offline" role="status">${app.t('offline')}</p>`}
  ${app.seenAs === undefined ? nothing : html`<p ${ref(leaveRoom)} class="seen-as" role="status">${app.t('seenAs', { role: app.seenAs })}<button class="small" @click=${() => app.seeAsMyself()}>${app.t('seenAs.end')}</button></p>`}
  ${app.signsInAgain ? html`<cms-again></cms-again>` : nothing}
`

/** Wraps a part that is embedded on its own and asks visitors to sign in. Inside another element it renders only its content. */
export function part(host: CmsElement, content: () => TemplateResult): TemplateResult {
  if (!host.shadowRoot) return content()
  const { schema, failure, isIn } = host.app
  if (isIn) return html`${content()}${overlays(host)}`
  return schema || failure ? html`<div class="page"><cms-login></cms-login></div>` : html`<div class="page"><div class="ghost"></div></div>`
}
