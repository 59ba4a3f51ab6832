/** `<cms-schedule>`: schedules when a document is published or unpublished. */
import { html, nothing, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { onDate } from '../texts/texts.ts'
import './action-texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

type Action = 'publish' | 'unpublish'

interface Planned {
  id: number
  action: Action
  runAt: string
  state: string
  error: string | null
}

/** Its answer is what to do at once instead. */
class CmsSchedule extends CmsDialog<Action> {
  static override properties = { planned: { state: true }, failed: { state: true }, error: { state: true } }
  declare planned: readonly Planned[] | undefined
  /** Failures of the last 30 days. */
  declare failed: readonly Planned[]
  declare error: string
  form!: Form

  constructor() {
    super()
    this.failed = []
    this.error = ''
  }

  protected name(): string {
    return this.t('schedule')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    void this.#try(async () => undefined)
  }

  /** Only what is public by then can be taken offline. */
  get #willBeLive(): boolean {
    return this.form.isLive || this.planned?.some(({ action }) => action === 'publish') === true
  }

  protected body(): TemplateResult {
    const soon = new Date(Date.now() + 3_600_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
    return html`
      <div class="inside">
        <div class="row apart">
          <h2>${this.t('schedule')}</h2>
          <button class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        ${this.error ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${this.failed.map(
          (one) => html`
            <div class="row apart note bad">
              <span>${this.t(`schedule.failed.${one.action}`, { when: onDate(one.runAt, this.app.language), why: one.error ?? '' })}</span>
              <button class="small" @click=${() => this.#again(one)}>${this.t('schedule.again')}</button>
            </div>
          `,
        )}
        ${this.planned?.map(
          (one) => html`
            <div class="row apart note">
              <span>${this.t(`schedule.${one.action}`, { when: onDate(one.runAt, this.app.language) })}</span>
              <button class="small" @click=${() => this.#try(() => this.app.client.delete(`${this.form.path}/schedule/${one.id}`))}>
                ${this.t('schedule.cancel')}
              </button>
            </div>
          `,
        )}
        ${this.planned?.length === 0 ? html`<p class="muted">${this.t('schedule.none')}</p>` : nothing}
        <form class="stack" @submit=${this.#submit}>
          <div class="field">
            <label for="schedule-action">${this.t('schedule.what')}</label>
            <select id="schedule-action" name="action">
              <option value="publish">${this.t('publish')}</option>
              ${this.#willBeLive ? html`<option value="unpublish">${this.t('unpublish')}</option>` : nothing}
            </select>
          </div>
          <div class="field">
            <label for="schedule-at">${this.t('schedule.when')}</label>
            <input id="schedule-at" name="at" type="datetime-local" required .value=${soon} />
            <span class="help">${this.t('schedule.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</span>
          </div>
          <div class="foot">
            <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
            <button class="main">${this.t('schedule.do')}</button>
          </div>
        </form>
      </div>
    `
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const at = new Date(String(given.get('at')))
    const action = given.get('action') as Action
    if (at.getTime() < Date.now()) void this.#offerNow(action)
    else void this.#try(() => this.app.client.post(`${this.form.path}/schedule`, { action, at: at.toISOString() }))
  }

  /** A time in the past may be a slip of the pen, and the server would carry it out with its next jobs. */
  async #offerNow(action: Action): Promise<void> {
    const question = { title: this.t('schedule.past'), text: this.t('schedule.past.text'), yes: this.t(`schedule.now.${action}`) }
    if (await confirm(this, question)) this.close(action)
    else this.requireElement<HTMLInputElement>('#schedule-at').focus()
  }

  /** Fills in the action; a new schedule needs a new time. */
  #again({ action }: Planned): void {
    this.requireElement<HTMLSelectElement>('#schedule-action').value = action
    this.requireElement<HTMLInputElement>('#schedule-at').focus()
  }

  /** A request that failed may still have taken effect, so the schedule is reloaded in any case. */
  async #try(work: () => Promise<unknown>): Promise<void> {
    const failure = await work().then(
      () => '',
      (error) => this.app.explain(error),
    )
    try {
      const plans = (state: string) => this.app.client.get<Planned[]>(`${this.form.path}/schedule`, { state })
      ;[this.planned, this.failed] = await Promise.all([plans('pending'), plans('failed')])
      this.error = failure
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }
}

define('cms-schedule', CmsSchedule)

export function schedule(host: DocumentHost, form: Form): Promise<Action | undefined> {
  return ask(host, Object.assign(document.createElement('cms-schedule') as CmsSchedule, { form }))
}
