/** `<cms-invitation>`: says on the page of a person that they have not accepted their invitation yet, and sends it again.
 * Tested by test/admin-components/invitation.test.ts.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { CmsElement, define } from '../element.ts'
import { icon } from '../parts/icon.ts'
import { onDate } from '../texts/texts.ts'
import { mailedText } from './mailed-links.ts'
import '../system/texts.ts'

class CmsInvitation extends CmsElement {
  static override properties = { person: { type: Number }, email: {}, expiresAt: { state: true }, isBusy: { state: true } }
  declare person: number
  declare email: string
  /** Undefined if nothing is waiting. */
  declare expiresAt: string | undefined
  declare isBusy: boolean
  #asked: number | undefined

  constructor() {
    super()
    this.isBusy = false
  }

  protected override willUpdate(): void {
    if (this.#asked === this.person) return
    this.#asked = this.person
    void this.#ask()
  }

  async #ask(): Promise<void> {
    const { person } = this
    const found = await this.app.client
      .get<{ invitation: { expiresAt: string } | null }>(`/users/${person}/password-link`)
      // What can't be loaded is not worth a message: the form works without it.
      .catch(() => undefined)
    if (person === this.person) this.expiresAt = found?.invitation?.expiresAt
  }

  override render(): TemplateResult | typeof nothing {
    const { expiresAt, app } = this
    if (expiresAt === undefined) return nothing
    const isOver = Date.parse(expiresAt) <= Date.now()
    return html`
      <div class="note warn stack tight">
        <strong>${this.t('users.waiting')}</strong>
        <span class="small">${isOver ? this.t('users.linkOver') : this.t('users.validUntil', { when: onDate(expiresAt, app.language) })}</span>
        <div><button class="small" ?disabled=${this.isBusy} @click=${this.#send}>${icon('mail')}${this.t(app.known.printsMails ? 'users.printAgain' : 'users.resend')}</button></div>
      </div>
    `
  }

  readonly #send = async () => {
    this.isBusy = true
    try {
      await this.app.client.post(`/users/${this.person}/password-link`)
      this.app.say(mailedText(this, 'invite', this.email))
      await this.#ask()
    } catch (error) {
      this.app.say(this.app.explain(error), 'bad')
    } finally {
      this.isBusy = false
    }
  }
}

define('cms-invitation', CmsInvitation)
