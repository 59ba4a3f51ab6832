/** `<cms-account>`: the user's own name, password and linked accounts, the look and language of the admin, and signing out everywhere.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/account.test.ts.
 */
import { css, html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import type { ApiError } from '../../client/api-error.ts'
import { THEMES, type Theme } from '../app/app.ts'
import { roleName } from '../app/role-name.ts'
import type { SignIn, SignInProvider } from '../app/schema.ts'
import { define } from '../element.ts'
import { confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { timeAgo } from '../parts/time-ago.ts'
import { SystemPage } from './system-page.ts'

interface Identity {
  id: number
  provider: string
  name: string | null
  email: string | null
  lastUsedAt: string | null
}

interface Found {
  identities: Identity[]
  providers: SignInProvider[]
}

const FAILURES = ['cancelled', 'expired', 'failed', 'taken'] as const

const look = css`
  .own .field { max-inline-size: 480px; }
`

class CmsAccount extends SystemPage<Found> {
  static override looks = [look]
  static override properties: PropertyDeclarations = {
    ...SystemPage.properties,
    provider: { state: true },
    typed: { state: true },
    showsPassword: { state: true },
  }
  /** The provider whose username and password are being entered, to link it. */
  declare provider: SignInProvider | undefined
  /** The name, once it was typed. */
  declare typed: string | undefined
  declare showsPassword: boolean
  protected readonly heading = 'account'

  constructor() {
    super()
    this.showsPassword = false
  }

  protected override get isUnsaved(): boolean {
    const inputs = [...this.querySelectorAll<HTMLInputElement>('#my-currentPassword, #my-password')]
    return this.#isRenamed || inputs.some(({ value }) => value !== '')
  }

  get #isRenamed(): boolean {
    return this.typed !== undefined && this.typed !== (this.app.account.name ?? '')
  }

  protected async ask(): Promise<Found> {
    const { providers } = await this.app.client.get<SignIn>('/users/init')
    const identities = providers.length > 0 ? await this.app.client.get<Identity[]>('/auth/identities') : []
    return { identities, providers }
  }

  protected body({ identities, providers }: Found): TemplateResult {
    const user = this.app.account
    return html`
      ${this.#linkOutcome()}
      <form class="card stack own" @submit=${this.#rename}>
        <dl class="facts">
          <dt>${this.t('account.email')}</dt>
          <dd>${user.email}</dd>
          <dt>${this.t('account.role')}</dt>
          <dd>${roleName(this.app, user.role)}</dd>
        </dl>
        <div class="field">
          <label for="my-name">${this.t('account.name')}</label>
          <input
            id="my-name"
            name="name"
            autocomplete="name"
            .value=${user.name ?? ''}
            @input=${(event: InputEvent) => (this.typed = (event.target as HTMLInputElement).value)} />
        </div>
        <div><button class="main" ?disabled=${this.isBusy || !this.#isRenamed}>${this.t('save')}</button></div>
      </form>
      <form class="card stack own" @submit=${this.#secure}>
        <h2>${this.t('password.title')}</h2>
        <input class="unseen" tabindex="-1" aria-hidden="true" autocomplete="username" .value=${user.email} />
        ${this.#password('currentPassword', providers.length > 0 ? this.t('account.noPassword') : '', providers.length === 0)}
        <div class="stack tight">
          ${this.#password('password', `${this.t('password.rule')} ${this.t('account.passwordEnds')}`)}
          <label class="row small">
            <input type="checkbox" .checked=${this.showsPassword} @change=${() => (this.showsPassword = !this.showsPassword)} />
            ${this.t('account.showPassword')}
          </label>
        </div>
        <div><button ?disabled=${this.isBusy}>${this.t('password.do')}</button></div>
      </form>
      ${providers.length > 0 ? this.#accounts(identities, providers) : nothing} ${this.#browser()}
      <section class="card row apart">
        <p>${this.t('account.everywhere')}</p>
        <button class="danger" @click=${this.#leave}>${icon('log-out')}${this.t('signOut')}</button>
      </section>
    `
  }

  /** As in the menu of the user: at once, without a request. */
  #browser(): TemplateResult {
    const { app } = this
    const speak = async ({ target }: Event) => {
      const select = target as HTMLSelectElement
      await app.speak(select.value)
      // Its texts may have failed to load.
      select.value = app.language
    }
    return html`
      <section class="card stack own">
        <h2>${this.t('account.browser')}</h2>
        <div class="field">
          <label for="my-language">${this.t('account.language')}</label>
          <select id="my-language" @change=${speak}>
            ${app.languages.map(({ code, name }) => html`<option value=${code} lang=${code} .selected=${code === app.language}>${name}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="my-theme">${this.t('account.theme')}</label>
          <select id="my-theme" @change=${(event: Event) => app.see((event.target as HTMLSelectElement).value as Theme)}>
            ${THEMES.map((theme) => html`<option value=${theme} .selected=${theme === app.theme}>${this.t(`theme.${theme}`)}</option>`)}
          </select>
        </div>
        <p class="muted small">${this.t('account.browser.help')}</p>
      </section>
    `
  }

  #password(name: 'currentPassword' | 'password', help: string, isRequired = true): TemplateResult {
    const isNew = name === 'password'
    return html`
      <div class="field">
        <label for="my-${name}">${this.t(isNew ? 'account.newPassword' : 'account.currentPassword')}</label>
        <input
          id="my-${name}"
          name=${name}
          type=${isNew && this.showsPassword ? 'text' : 'password'}
          minlength=${isNew ? 8 : nothing}
          ?required=${isRequired}
          autocomplete=${isNew ? 'new-password' : 'current-password'}
          aria-describedby=${help === '' ? nothing : `my-${name}-help`} />
        ${help === '' ? nothing : html`<span class="help" id="my-${name}-help">${help}</span>`}
      </div>
    `
  }

  /** The result of linking an account, shown after the provider redirects back. */
  #linkOutcome(): TemplateResult | typeof nothing {
    const outcome = this.app.router.place.query.get('sso')
    if (outcome === 'linked') return html`<p class="note good" role="status">${this.t('sso.linked')}</p>`
    const failure = FAILURES.find((one) => one === outcome)
    return failure ? html`<p class="note bad" role="alert">${this.t(`sso.${failure}`)}</p>` : nothing
  }

  #accounts(identities: Identity[], providers: Found['providers']): TemplateResult {
    return html`
      <section class="card stack tight">
        <h2>${this.t('account.linked')}</h2>
        ${identities.map(
          (one) => html`
            <div class="row apart">
              <span>
                ${providers.find(({ id }) => id === one.provider)?.name ?? one.provider} ·
                ${one.email ?? one.name}${
                  one.lastUsedAt ? html`<span class="muted small">${timeAgo(this, one.lastUsedAt)}</span>` : nothing
                }
              </span>
              <button class="small" @click=${() => this.attempt(() => this.app.client.delete(`/auth/identities/${one.id}`))}>
                ${this.t('account.unlink')}
              </button>
            </div>
          `,
        )}
        <div class="row">
          ${providers.map(
            (provider) => html`
              <button @click=${() => (provider.kind === 'credentials' ? this.#enter(provider) : this.#link(provider.id))}>
                ${icon(provider.icon ?? 'link')}${this.t('account.link', { name: provider.name })}
              </button>
            `,
          )}
        </div>
        ${this.provider ? this.#credentials(this.provider) : nothing}
      </section>
    `
  }

  async #enter(provider: SignInProvider): Promise<void> {
    this.provider = provider
    await this.updateComplete
    this.querySelector<HTMLElement>('#link-username')?.focus()
  }

  #credentials({ id, name }: SignInProvider): TemplateResult {
    return html`
      <form
        class="stack"
        @submit=${(event: SubmitEvent) => {
          event.preventDefault()
          void this.#link(id, Object.fromEntries(new FormData(event.target as HTMLFormElement)))
        }}>
        <h3>${this.t('signIn.with', { name })}</h3>
        <div class="field">
          <label for="link-username">${this.t('account.username')}</label>
          <input id="link-username" name="username" required autocomplete="username" />
        </div>
        <div class="field">
          <label for="link-password">${this.t('account.linkPassword', { name })}</label>
          <input id="link-password" name="password" type="password" required autocomplete="current-password" />
        </div>
        <div><button class="main" ?disabled=${this.isBusy}>${this.t('account.linkDo')}</button></div>
      </form>
    `
  }

  #link(provider: string, credentials?: object): Promise<boolean> {
    return this.attempt(async () => {
      const { url } = await this.app.client.post<{ url: string }>(`/auth/${provider}/link`, credentials)
      location.assign(url)
    })
  }

  readonly #rename = (event: SubmitEvent) => {
    event.preventDefault()
    const { name } = Object.fromEntries(new FormData(event.target as HTMLFormElement))
    void this.attempt(async () => {
      await this.app.client.patch(`/users/${this.app.account.id}`, { name })
      await this.app.reload()
    }, this.t('saved'))
  }

  readonly #secure = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const { currentPassword, password } = Object.fromEntries(new FormData(form))
    void this.attempt(async () => {
      if (!(await this.#isTaken(form, { password, ...(currentPassword && { currentPassword }) }))) return
      this.app.client.csrf = undefined
      this.showsPassword = false
      form.reset()
      this.app.say(this.t('account.passwordSet'))
    })
  }

  /** Otherwise the form says why not, and what to enter again has the focus. */
  async #isTaken(form: HTMLFormElement, passwords: object): Promise<boolean> {
    try {
      await this.app.client.patch(`/users/${this.app.account.id}`, passwords)
      return true
    } catch (error) {
      const messages = await import('../parts/form-messages.ts').catch(() => undefined)
      if (messages?.sayRefusal(form, error as ApiError)) return false
      throw error
    }
  }

  readonly #leave = async () => {
    if (await confirm(this, { title: this.t('signOut'), text: this.t('account.everywhere'), yes: this.t('signOut'), isDangerous: true }))
      await this.app.signOut()
  }
}

define('cms-account', CmsAccount)
