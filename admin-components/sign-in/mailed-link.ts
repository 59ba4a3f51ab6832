/** The page of a link that can't be used at once: it is over, or for another person than the one who is signed in.
 * Tested by test/admin-components/links-while-signed-in.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import type { App } from '../app/app.ts'
import type { CmsElement } from '../element.ts'

/** Links to a password work in any browser, also for people who are signed in. */
export function hasPasswordLink({ router }: App): boolean {
  const { path, query } = router.place
  return path[0] === 'reset-password' && query.has('token')
}

/** A link to the set-up that was opened after it: the dashboard says so, and the code leaves the address. */
export async function leaveSetUp(app: App): Promise<void> {
  await app.open()
  if (!app.isIn || app.router.place.path[0] !== 'setup') return
  app.say(app.t('setUp.done'), 'plain')
  await app.router.go('', 'replace')
}

/** The link can be used at once. */
export const isForWhoIsIn = ({ user, schema }: App, email: string): boolean => !schema?.member && (!user || user.email === email)

export const forAnother = (host: CmsElement, email: string, act: { goOn(): void; stay(): void }): TemplateResult => html`
  <div class="stack tight">
    <h1>${host.t('password.other', { email })}</h1>
    <p class="muted">${whoIsIn(host)} ${host.t('password.otherWhy', { email })}</p>
  </div>
  <button class="main" @click=${act.goOn}>${host.t('password.goOn', { email })}</button>
  <button @click=${act.stay}>${host.t('password.stay')}</button>
`

export function overLink(host: CmsElement, act: { again(): void; leave(): void }): TemplateResult {
  const { user, schema } = host.app
  const isIn = user !== null || schema?.member === true
  const mayAsk = !isIn && schema?.signIn?.passwordReset === true
  return html`
    <div class="stack tight">
      <h1>${host.t('password.badLink')}</h1>
      <p class="muted">${host.t('password.badLinkWhy')} ${isIn ? whoIsIn(host) : mayAsk ? nothing : host.t('password.ask')}</p>
    </div>
    ${mayAsk ? html`<button class="main" @click=${act.again}>${host.t('password.newLink')}</button>` : nothing}
    ${back(host, act.leave)}
  `
}

export const back = (host: CmsElement, leave: () => void): TemplateResult =>
  host.app.user || host.app.schema?.member
    ? html`<button @click=${leave}>${host.t('password.stay')}</button>`
    : html`<button class="plain" @click=${leave}>${host.t('forgot.back')}</button>`

function whoIsIn({ app }: CmsElement): string {
  return app.user ? app.t('password.signedInAs', { name: app.user.name || app.user.email }) : app.t('signIn.member')
}
