/** `<cms-sso>`: the sign-in providers, and the callback URLs to register with them. Tested by test/admin-components/outside-sign-in.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { SignInProvider } from '../app/schema.ts'
import { define } from '../element.ts'
import { SystemPage } from './system-page.ts'

interface Found {
  providers: { id: string; name: string; kind: SignInProvider['kind']; callbackURL: string | null }[]
  password: 'everyone' | 'admins'
  signUp: { domains: string[]; role?: string } | null
}

class CmsSso extends SystemPage<Found> {
  protected readonly heading = 'area.sso'

  protected ask(): Promise<Found> {
    return this.app.client.get('/admin/sso')
  }

  protected body({ providers, password, signUp }: Found): TemplateResult {
    return html`
      <p class="muted">
        ${this.t(`sso.password.${password}`)}
        ${signUp ? this.t('sso.signUp', { domains: signUp.domains.join(', ') }) : this.t('sso.noSignUp')}
      </p>
      ${providers.map(
        ({ id, name, kind, callbackURL }) => html`
          <section class="card stack tight">
            <h2>${name}</h2>
            <dl class="facts">
              <dt>${this.t('column.id')}</dt>
              <dd>${id}</dd>
              <dt>${this.t('sso.kind')}</dt>
              <dd>${this.t(`sso.kind.${kind}`)}</dd>
              ${
                callbackURL
                  ? html`
                      <dt>${this.t('sso.callback')}</dt>
                      <dd><code>${callbackURL}</code></dd>
                    `
                  : nothing
              }
            </dl>
          </section>
        `,
      )}
    `
  }
}

define('cms-sso', CmsSso)
