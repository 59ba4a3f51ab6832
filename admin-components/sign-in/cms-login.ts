/** `<cms-login>`: sign-in with a password (ours or a provider's), on a provider's page, through a mailed link, or as the first admin.
 *
 * @attribute api, lang: as for `<cms-admin>`
 * @fires cms-signed-in: with the user
 * @cssproperty as for `<cms-admin>`
 * Tested by test/admin-components/outside-sign-in.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { ApiError } from '../../client/api-error.ts'
import type { SignIn, SignInProvider } from '../app/schema.ts'
import { CmsElement, define } from '../element.ts'
import { isFocusLost } from '../parts/focus.ts'
import { icon } from '../parts/icon.ts'
import type { Key } from '../texts/texts.ts'
import { back, forAnother, hasPasswordLink, isForWhoIsIn, overLink } from './mailed-link.ts'

type Step = 'sign-in' | 'credentials' | 'forgot' | 'sent' | 'set-up' | 'password'

/** The class of `<cms-login>`. */
export class CmsLogin extends CmsElement {
  static override properties = {
    step: { state: true },
    error: { state: true },
    isBusy: { state: true },
    showsPassword: { state: true },
    purpose: { state: true },
    over: { type: Boolean },
    isOver: { state: true },
    goesOn: { state: true },
    provider: { state: true },
    providers: { state: true },
  }
  declare step: Step | undefined
  declare error: string
  declare isBusy: boolean
  declare showsPassword: boolean
  /** The purpose of the mailed link. */
  declare purpose: { email: string; purpose: 'reset' | 'invite' } | undefined
  /** The mailed link no longer works. */
  declare isOver: boolean
  /** The mailed link is for another person than the one who is signed in, and is used all the same. */
  declare goesOn: boolean
  /** Shown over unsaved work after the session expired: only the same user may continue. */
  declare over: boolean
  /** The provider whose username and password are being entered. */
  declare provider: SignInProvider | undefined
  /** Providers that need no page of their own, so they can be used over unsaved work. */
  declare providers: SignInProvider[]
  #checked: string | undefined
  /** Typed in one form, and kept for the next. */
  #email = ''

  static override looks = [
    css`
      cms-login { display: block; inline-size: 100%; }
      /* The message about a password that is too short says the same. */
      .sign-in .field:has(> .error) > [autocomplete='new-password']:not(:placeholder-shown) ~ .help { display: none; }
      .sign-in .marked::after { content: '*' / ''; color: var(--bad); }
      .sign-in { max-inline-size: 380px; margin: 0 auto; display: grid; gap: var(--s5); }
      .sign-in form { display: grid; gap: var(--s4); }
      .sign-in .main { inline-size: 100%; min-block-size: 42px; }
      .sign-in > :is(h1, .stack) { order: -1; }
      /* The message of a new password says its rule. */
      .sign-in .or { display: flex; align-items: center; gap: var(--s3); color: var(--muted); font-size: var(--t2); }
      .sign-in .or::before, .sign-in .or::after { content: ''; flex: 1; border-block-start: 1px solid var(--line); }
    `,
  ]

  constructor() {
    super()
    this.error = ''
    this.isBusy = false
    this.showsPassword = false
    this.over = false
    this.isOver = false
    this.goesOn = false
    this.providers = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (!this.over) return
    this.app.client.sendAsAnyone<SignIn>('GET', '/users/init').then(
      ({ providers }) => (this.providers = providers.filter(({ kind }) => kind === 'credentials')),
      // Signing in with the password still works.
      () => undefined,
    )
  }

  override render(): TemplateResult {
    const { schema } = this.app
    if (!schema)
      return html`
        <div class="sign-in">
          ${
            this.app.failure
              ? html`
                  <p class="note bad" role="alert">${this.app.explain(this.app.failure)}</p>
                  <button class="main" @click=${() => this.app.reload()}>${this.t('again')}</button>
                `
              : html`<div class="ghost"></div>`
          }
        </div>
      `
    const step = this.step ?? this.#first()
    const message = this.error || this.#ssoSaid() || (this.#isSetUp ? this.t('setUp.done') : '')
    return html`
      <div class="sign-in">
        ${message ? html`<p class="note bad" role="alert">${message}</p>` : nothing}
        ${{ 'sign-in': () => this.#signIn(), credentials: () => this.#credentials(), forgot: () => this.#forgot(), sent: () => this.#sent(), 'set-up': () => this.#setUp(), password: () => this.#newPassword() }[step]()}
      </div>
    `
  }

  /** In the admin's page, one can type at once; in a host's page, the focus stays where it is. */
  protected override updated(): void {
    super.updated()
    if (this.#isSetUp && this.app.router.place.query.has('setupCode')) this.app.router.query({ setupCode: undefined })
    if (this.app.router.base !== undefined && isFocusLost()) this.querySelector<HTMLElement>('form input:not([type=hidden])')?.focus()
  }

  /** Over unsaved work, it asks for the password by default. */
  get #known(): SignIn {
    return this.app.known.signIn ?? { hasUsers: true, passwordReset: false, password: true, setupCode: false, providers: [] }
  }

  #first(): Step {
    if (hasPasswordLink(this.app)) {
      this.#check(this.app.router.place.query.get('token') ?? '')
      return 'password'
    }
    return this.#known.hasUsers ? 'sign-in' : 'set-up'
  }

  /** The link to the set-up was opened after it. */
  get #isSetUp(): boolean {
    return this.app.router.place.path[0] === 'setup' && this.app.schema !== undefined && this.#known.hasUsers
  }

  #signIn(): TemplateResult {
    const { passwordReset } = this.#known
    const providers = this.over ? this.providers : this.#known.providers
    return html`
      <h1>${this.over ? this.t('signIn.again') : this.t('signIn.title')}</h1>
      ${this.over ? html`<p class="muted">${this.t('signIn.againWhy')}</p>` : nothing}
      <form @submit=${(event: SubmitEvent) => this.#send(event, '/users/login')}>
        ${this.#input('email', 'email', 'username', this.#email || (this.over ? (this.app.user?.email ?? '') : ''))}
        ${this.#input('password', 'password', 'current-password')} ${this.#button('signIn.do')}
      </form>
      ${
        passwordReset && !this.over
          ? html`<button class="plain" @click=${() => this.#go('forgot')}>${this.t('signIn.forgot')}</button>`
          : nothing
      }
      ${
        providers.length > 0
          ? html`
              <p class="or">${this.t('signIn.or')}</p>
              ${providers.map((provider) => this.#providerButton(provider))}
            `
          : nothing
      }
    `
  }

  #providerButton(provider: SignInProvider): TemplateResult {
    const { id, name, icon: face, kind } = provider
    const message = html`${icon(face ?? 'key')}${this.t('signIn.with', { name })}`
    if (kind === 'credentials') return html`<button @click=${() => this.#enter(provider)}>${message}</button>`
    return html`<a class="button" href=${this.app.client.address(`/auth/${id}/login`, { redirect: this.#here() })}>${message}</a>`
  }

  async #enter(provider: SignInProvider): Promise<void> {
    this.provider = provider
    this.#go('credentials')
    await this.updateComplete
    this.querySelector<HTMLElement>('input')?.focus()
  }

  #credentials(): TemplateResult {
    // biome-ignore lint/style/noNonNullAssertion: this step begins with the choice of a provider
    const { id, name } = this.provider!
    return html`
      <h1>${this.t('signIn.with', { name })}</h1>
      <form @submit=${(event: SubmitEvent) => this.#send(event, `/auth/${id}/login`)}>
        ${this.#input('username', 'text', 'username')} ${this.#input('password', 'password', 'current-password')}
        ${this.#button('signIn.do')}
      </form>
      <button class="plain" @click=${() => this.#go('sign-in')}>${this.t('signIn.otherWay')}</button>
    `
  }

  #setUp(): TemplateResult {
    const { site } = this.app.known
    return html`
      <div class="stack tight">
        <h1>${this.t('setUp.title')}</h1>
        <p class="muted">${this.t('setUp.why', { site: site.name })}</p>
      </div>
      <form @submit=${(event: SubmitEvent) => this.#send(event, '/users/first-register')}>
        ${this.#input('name', 'text', 'name', '', false)} ${this.#input('email', 'email', 'username')}
        ${this.#input('password', 'password', 'new-password')}
        ${this.#known.setupCode ? this.#input('setupCode', 'text', 'off', this.app.router.place.query.get('setupCode') ?? '') : nothing}
        ${this.#button('setUp.do')}
      </form>
    `
  }

  #forgot(): TemplateResult {
    return html`
      <div class="stack tight">
        <h1>${this.t('forgot.title')}</h1>
        <p class="muted">${this.t('forgot.why')}</p>
      </div>
      <form @submit=${(event: SubmitEvent) => this.#send(event, '/users/forgot-password', () => this.#go('sent'))}>
        ${this.#input('email', 'email', 'username', this.#email)} ${this.#button('forgot.do')}
      </form>
      <button class="plain" @click=${() => this.#go('sign-in')}>${this.t('forgot.back')}</button>
    `
  }

  #sent(): TemplateResult {
    return html`
      <div class="stack tight">
        <h1>${this.t('forgot.sent')}</h1>
        <p class="muted">${this.t('forgot.sentWhy')}</p>
      </div>
      <button class="plain" @click=${() => this.#go('sign-in')}>${this.t('forgot.back')}</button>
    `
  }

  #newPassword(): TemplateResult {
    const token = this.app.router.place.query.get('token')
    const leave = () => void this.#leave('sign-in')
    if (this.isOver) return overLink(this, { again: () => void this.#leave('forgot'), leave })
    if (!this.purpose) return this.error ? back(this, leave) : html`<div class="ghost"></div>`
    const { email } = this.purpose
    if (!this.goesOn && !isForWhoIsIn(this.app, email)) return forAnother(this, email, { goOn: () => (this.goesOn = true), stay: leave })
    const isInvited = this.purpose.purpose === 'invite'
    return html`
      <div class="stack tight">
        <h1>${this.t(isInvited ? 'password.welcome' : 'password.title')}</h1>
        <p class="muted">${email}</p>
      </div>
      <form @submit=${(event: SubmitEvent) => this.#send(event, '/users/reset-password', undefined, { token })}>
        <input type="hidden" autocomplete="username" .value=${email} />
        ${this.#input('password', 'password', 'new-password')} ${this.#button('password.do')}
      </form>
    `
  }

  #input(
    name: 'email' | 'username' | 'password' | 'name' | 'setupCode',
    type: string,
    autocomplete: string,
    value = '',
    required = true,
  ): TemplateResult {
    const isNew = autocomplete === 'new-password'
    // The other forms have no field that may stay empty.
    const isMarked = required && !this.#known.hasUsers
    const help = isNew ? this.t('password.rule') : name === 'setupCode' ? this.t('account.setupCodeHelp') : ''
    return html`
      <div class="field">
        <label for="in-${name}" class=${isMarked ? 'marked' : ''}>${this.t(`account.${name}`)}</label>
        <input
          id="in-${name}"
          name=${name}
          type=${type === 'password' && this.showsPassword ? 'text' : type}
          autocomplete=${autocomplete as 'on'}
          ?required=${required}
          minlength=${isNew ? 8 : nothing}
          placeholder=${isNew ? ' ' : nothing}
          .value=${value}
          aria-describedby=${help === '' ? nothing : `in-${name}-help`} />
        ${help === '' ? nothing : html`<span class="help" id="in-${name}-help">${help}</span>`}
        ${type === 'password' ? this.#passwordSwitch() : nothing}
      </div>
    `
  }

  #passwordSwitch(): TemplateResult {
    return html`
      <label class="inline small">
        <input type="checkbox" .checked=${this.showsPassword} @change=${() => (this.showsPassword = !this.showsPassword)} />
        ${this.t('signIn.showPassword')}
      </label>
    `
  }

  #button(key: Key): TemplateResult {
    return html`<button class="main ${this.isBusy ? 'busy' : ''}" ?disabled=${this.isBusy}>${this.t(key)}</button>`
  }

  async #send(event: SubmitEvent, path: string, then?: () => void, more: object = {}): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
    this.error = ''
    // Browsers remember what was typed as plain text.
    this.showsPassword = false
    this.isBusy = true
    try {
      const answer = await this.app.client.sendAsAnyone<{ csrfToken?: string }>('POST', path, { body: { ...given, ...more } })
      if (then) return then()
      await this.app.signedIn(answer)
      this.step = undefined
      const { path: at } = this.app.router.place
      if (!this.over && ['login', 'reset-password', 'setup'].includes(at[0] ?? '')) await this.app.router.go(this.#next(), 'replace')
      this.emit('signed-in', this.app.user)
    } catch (error) {
      if (this.#knowsBetter(error as ApiError)) return
      if ((await import('../parts/form-messages.ts').catch(() => undefined))?.sayRefusal(form, error as ApiError)) return
      this.error = this.#why(error as ApiError)
      await this.updateComplete
      // A wrong password is more likely than a wrong email.
      this.querySelector<HTMLElement>(path === '/users/login' ? '#in-password' : 'input')?.focus()
    } finally {
      this.isBusy = false
    }
  }

  /** Another tab was faster: the link is used up, or the first account is there. */
  #knowsBetter(error: ApiError): boolean {
    const known = error.problems?.find(({ reason }) => reason === 'link-over' || reason === 'set-up-done')
    if (known?.reason === 'link-over') this.isOver = true
    else if (known) {
      this.#go('sign-in')
      this.error = known.message
    }
    return known !== undefined
  }

  #go(step: Step): void {
    this.#email = this.querySelector<HTMLInputElement>('#in-email')?.value || this.#email
    this.error = ''
    this.showsPassword = false
    this.step = step
  }

  async #leave(step: Step): Promise<void> {
    this.#go(step)
    await this.app.router.go('', 'replace')
  }

  /** The place to go after signing in. */
  #next(): string {
    const next = this.app.router.place.query.get('next') ?? ''
    return /^[\w-]/.test(next) ? next : ''
  }

  /** The page that the provider redirects back to. */
  #here(): string {
    const { router } = this.app
    const { path } = router.place
    return path[0] === 'login' ? `${router.base ?? '/'}${this.#next()}` : location.pathname
  }

  #check(token: string): void {
    if (this.#checked === token) return
    this.#checked = token
    this.app.client.sendAsAnyone<NonNullable<CmsLogin['purpose']>>('GET', '/users/reset-password', { query: { token } }).then(
      (purpose) => (this.purpose = purpose),
      (error: ApiError) => {
        if (!this.#knowsBetter(error)) this.error = this.app.explain(error)
      },
    )
  }

  #why(error: ApiError): string {
    if (this.step === 'credentials' && error.status === 401) return this.t('signIn.wrong')
    return this.#ssoText(error.problems?.find(({ reason }) => reason)?.reason) || this.app.explain(error)
  }

  #ssoSaid(): string {
    return this.#ssoText(this.app.router.place.query.get('sso') ?? undefined)
  }

  #ssoText(outcome: string | undefined): string {
    const known = ['cancelled', 'expired', 'failed', 'no-account', 'link-first', 'unverified', 'inactive'] as const
    const one = known.find((one) => one === outcome)
    return one ? this.t(`sso.${one}`) : ''
  }
}

define('cms-login', CmsLogin)
