/** `<cms-sso>`: the providers that people sign in with, and the addresses these must know. */
import { html, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { SystemPage } from './system-page.ts'

interface Found {
  providers: { id: string; name: string; callbackURL: string; details?: Record<string, unknown> }[]
  password: 'everyone' | 'admins'
  signUp: { domains: string[]; role?: string } | null
}

class CmsSso extends SystemPage<Found> {
  protected readonly heading = 'area.sso'

  protected ask(): Promise<Found> {
    return this.desk.client.get('/admin/sso')
  }

  protected body({ providers, password, signUp }: Found): TemplateResult {
    return html`
      <p class="muted">
        ${this.t(`sso.password.${password}`)}
        ${signUp ? this.t('sso.signUp', { domains: signUp.domains.join(', ') }) : this.t('sso.noSignUp')}
      </p>
      ${providers.map(
        ({ id, name, callbackURL }) => html`
          <section class="card stack tight">
            <h2>${name}</h2>
            <dl class="facts">
              <dt>${this.t('column.id')}</dt>
              <dd>${id}</dd>
              <dt>${this.t('sso.callback')}</dt>
              <dd><code>${callbackURL}</code></dd>
            </dl>
          </section>
        `,
      )}
    `
  }
}

define('cms-sso', CmsSso)
