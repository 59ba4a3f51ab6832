/** `<cms-again>`: the sign-in dialog after the session has expired mid-work. A user who is typing isn't interrupted: they see a notice,
 * and the dialog opens once they leave the text for a button. Afterwards the focus returns to where it was.
 * Tested by test/admin-components/session-ends.test.ts.
 */
import { css, html, render, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { CmsDialog } from '../parts/dialog.ts'
import { focused } from '../parts/focus.ts'
import type { CmsLogin } from './cms-login.ts'
import './cms-login.ts'

class CmsAgain extends CmsDialog<never> {
  static override looks = [
    css`
      .session-ended { position: fixed; inset-block-end: var(--s4); inset-inline: var(--s3); margin: 0 auto; max-inline-size: 560px; z-index: 60; display: flex; gap: var(--s3); align-items: center; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow); padding: var(--s2) var(--s2) var(--s2) var(--s4); }
      cms-again .later { justify-self: center; }
      @media (max-width: 820px) { .session-ended { inset-block-end: 80px; } }
      .session-ended p { flex: 1; margin: 0; }
    `,
  ]

  #notice: HTMLElement | undefined
  /** The element that had focus when the session expired, or the one typed in since. */
  #place: HTMLElement | undefined

  protected name(): string {
    return this.t('signIn.again')
  }

  protected override firstUpdated(): void {
    this.#place = focused()
    if (this.#place && isWrittenIn(this.#place)) this.#notify(this.#place)
    else void this.#open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#forgetNotice()
    const now = focused()
    if (!now || !isWrittenIn(now)) this.#place?.focus()
  }

  #notify(place: HTMLElement): void {
    const notice = document.createElement('div')
    this.#notice = notice
    notice.className = 'session-ended'
    notice.setAttribute('role', 'alert')
    // biome-ignore lint/style/noNonNullAssertion: the notice is only shown while this element is in the page
    const within = (place.closest('[slot]')?.assignedSlot ?? place).closest('dialog') ?? this.parentNode!
    within.append(notice)
    render(html`<p>${this.t('signIn.ended')}</p><button type="button" class="main">${this.t('signIn.do')}</button>`, notice)
    addEventListener('focusin', this.#follow)
    addEventListener('click', this.#turned)
  }

  #forgetNotice(): void {
    removeEventListener('focusin', this.#follow)
    removeEventListener('click', this.#turned)
    this.#notice?.remove()
  }

  readonly #follow = () => {
    const now = focused()
    if (now && isWrittenIn(now)) this.#place = now
  }

  /** Editor buttons return the focus to the text, so check after the click. */
  readonly #turned = () => {
    setTimeout(() => {
      const now = focused()
      if (this.#notice?.isConnected && !(now && isWrittenIn(now))) void this.#open()
    })
  }

  async #open(): Promise<void> {
    this.#forgetNotice()
    super.firstUpdated()
    await this.requireElement<CmsLogin>('cms-login').updateComplete
    this.querySelector<HTMLInputElement>('input[type=password]')?.focus()
  }

  /** Escape is a way of choosing not to sign in; the app takes the dialog away. */
  protected override mayLeave(): boolean {
    this.app.giveUp()
    return false
  }

  protected body(): TemplateResult {
    return html`
      <div class="inside">
        <cms-login over></cms-login>
        <button class="plain later" @click=${() => this.app.giveUp()}>${this.t('signIn.later')}</button>
      </div>
    `
  }
}

const NOT_WRITTEN_IN = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

const isWrittenIn = (one: HTMLElement): boolean =>
  one.isContentEditable || one.matches('textarea, select') || (one instanceof HTMLInputElement && !NOT_WRITTEN_IN.includes(one.type))

define('cms-again', CmsAgain)
