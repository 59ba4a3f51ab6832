/** `<cms-email>`: the email settings, a connection check and a test email. Tested by test/admin-components/system.test.ts. */
import { css, html, nothing, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { failureText } from './failure-text.ts'
import { SystemPage, type Tried } from './system-page.ts'

interface Found {
  configured: boolean
  name: string | null
  from: string | null
  settings: { key: string; value: string }[]
  canVerify: boolean
  prints: boolean
}

const look = css`
  .test-email input { flex: 1 1 200px; max-inline-size: 480px; }
`

class CmsEmail extends SystemPage<Found> {
  static override looks = [look]
  protected readonly heading = 'area.email'

  protected ask(): Promise<Found> {
    return this.app.client.get('/admin/email')
  }

  protected body({ configured, name, from, settings, canVerify, prints }: Found): TemplateResult {
    if (!configured)
      return html`
        <div class="empty card">
          ${icon('mail')}
          <p>${this.t('attention.no-email')}</p>
        </div>
      `
    return html`
      ${prints ? html`<p class="note warn">${this.t('attention.printed-email')}</p>` : nothing}
      <section class="card">
        <dl class="facts">
          <dt>${this.t('email.adapter')}</dt>
          <dd>${name}</dd>
          ${
            from
              ? html`
                  <dt>${this.t('email.from')}</dt>
                  <dd>${from}</dd>
                `
              : nothing
          }${settings.map(
            ({ key, value }) => html`
              <dt>${key}</dt>
              <dd>${value}</dd>
            `,
          )}
        </dl>
      </section>
      ${
        canVerify
          ? html`
              <div>
                <button ?disabled=${this.isBusy} @click=${() => this.#try('/admin/email/verify', {}, this.t('email.works'))}>
                  ${icon('check')}${this.t('email.verify')}
                </button>
              </div>
            `
          : nothing
      }
      <form class="card field test-email" @submit=${this.#test}>
        <label for="test-to">${this.t('email.to')}</label>
        <div class="row">
          <input id="test-to" type="email" name="to" required .value=${this.app.user?.email ?? ''} />
          <button ?disabled=${this.isBusy}>${icon('send')}${this.t('email.sendTest')}</button>
        </div>
      </form>
    `
  }

  readonly #test = (event: SubmitEvent) => {
    event.preventDefault()
    const { to } = Object.fromEntries(new FormData(event.target as HTMLFormElement))
    void this.#try(
      '/admin/email/test',
      { to, locale: this.app.language === 'th' ? 'th' : 'en' },
      this.t(this.app.known.printsMails ? 'users.printed' : 'email.sent', { to: String(to), email: String(to) }),
    )
  }

  #try(path: string, body: object, message: string): Promise<boolean> {
    return this.attempt(async () => {
      const tried = await this.app.client.post<Tried>(path, body)
      this.app.say(tried.ok ? message : failureText(this, tried.error), tried.ok ? 'good' : 'bad')
    })
  }
}

define('cms-email', CmsEmail)
