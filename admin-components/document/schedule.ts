/** `<cms-schedule>`: schedules when a document is published or unpublished, or changes that. Tested by test/admin-components/schedule.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { onDate } from '../texts/texts.ts'
import './action-texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'

const HOUR = 3_600_000

type Action = 'publish' | 'unpublish'

interface Planned {
  id: number
  action: Action
  runAt: string
  state: string
  error: string | null
}

/** As a field for date and time takes it. */
const localTime = (time: number): string => new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Its answer is what to do at once instead. */
class CmsSchedule extends CmsDialog<Action> {
  static override properties = {
    planned: { state: true },
    failed: { state: true },
    error: { state: true },
    chosen: { state: true },
    typed: { state: true },
  }
  declare planned: readonly Planned[] | undefined
  /** Failures of the last 30 days. */
  declare failed: readonly Planned[]
  declare error: string
  /** The action that the person chose; before that, it is the one that is planned next. */
  declare chosen: Action | undefined
  /** The time that the person entered; before that, it is the planned one. */
  declare typed: string | undefined
  host!: DocumentHost
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

  get #action(): Action {
    return this.chosen ?? this.planned?.[0]?.action ?? 'publish'
  }

  /** A document has at most one plan for each action. */
  #planFor(action: Action): Planned | undefined {
    return this.planned?.find((one) => one.action === action)
  }

  /** Without a plan to change: in an hour, or an hour after the document will be public. */
  #presetFor(action: Action): string {
    const plan = this.#planFor(action)
    if (plan) return localTime(Date.parse(plan.runAt))
    const live = this.form.isLive ? undefined : this.#planFor('publish')
    return localTime((live ? Date.parse(live.runAt) : Date.now()) + HOUR)
  }

  protected body(): TemplateResult {
    const action = this.#action
    const plan = this.#planFor(action)
    const at = this.typed ?? this.#presetFor(action)
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
            <select id="schedule-action" name="action" autofocus @change=${this.#choose}>
              <option value="publish" .selected=${action === 'publish'}>${this.t('publish')}</option>
              ${
                this.#willBeLive
                  ? html`<option value="unpublish" .selected=${action === 'unpublish'}>${this.t('unpublish')}</option>`
                  : nothing
              }
            </select>
          </div>
          <div class="field">
            <label for="schedule-at">${this.t('schedule.when')}</label>
            <input
              id="schedule-at"
              name="at"
              type="datetime-local"
              required
              .value=${at}
              @input=${this.#type} />
            ${
              plan && at !== this.#presetFor(action)
                ? html`<span class="help">${this.t('schedule.replaces', { when: onDate(plan.runAt, this.app.language) })}</span>`
                : nothing
            }
            <span class="help">${this.t('schedule.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}</span>
          </div>
          <div class="foot">
            <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
            <button class="main">${this.t(plan ? 'schedule.change' : 'schedule.do')}</button>
          </div>
        </form>
      </div>
    `
  }

  /** An action that is planned brings its time along. */
  readonly #choose = (event: Event) => {
    this.chosen = (event.target as HTMLSelectElement).value as Action
    if (this.#planFor(this.chosen)) this.typed = undefined
  }

  /** The value is empty while a part of the time is missing, and setting that would clear the other parts. */
  readonly #type = (event: InputEvent) => {
    this.typed = (event.target as HTMLInputElement).value || this.typed
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault()
    const given = new FormData(event.target as HTMLFormElement)
    const at = new Date(String(given.get('at')))
    const action = given.get('action') as Action
    if (at.getTime() < Date.now()) void this.#offerNow(action)
    else void this.#plan(action, at.toISOString())
  }

  async #plan(action: Action, at: string): Promise<void> {
    await this.#try(() => this.app.client.post(`${this.form.path}/schedule`, { action, at }))
    if (this.error) return
    this.app.say(this.t(`schedule.${action}`, { when: onDate(at, this.app.language) }))
    this.close()
  }

  /** A time in the past may be a slip of the pen, and the server would carry it out with its next jobs. */
  async #offerNow(action: Action): Promise<void> {
    const question = { title: this.t('schedule.past'), text: this.t('schedule.past.text'), yes: this.t(`schedule.now.${action}`) }
    if (await confirm(this, question)) this.close(action)
    else this.requireElement<HTMLInputElement>('#schedule-at').focus()
  }

  /** Fills in the action; a new schedule needs a new time. */
  #again({ action }: Planned): void {
    this.chosen = action
    this.requireElement<HTMLInputElement>('#schedule-at').focus()
  }

  /** A request that failed may still have taken effect, so the schedule is reloaded in any case, also next to the document. */
  async #try(work: () => Promise<unknown>): Promise<void> {
    const failure = await work().then(
      () => '',
      (error) => this.app.explain(error),
    )
    try {
      const plans = (state: string) => this.app.client.get<Planned[]>(`${this.form.path}/schedule`, { state })
      ;[this.planned, this.failed] = await Promise.all([plans('pending'), plans('failed')])
      this.error = failure
      await this.host.planned.look()
    } catch (error) {
      this.error = this.app.explain(error)
    }
  }
}

define('cms-schedule', CmsSchedule)

export function schedule(host: DocumentHost, form: Form): Promise<Action | undefined> {
  return ask(host, Object.assign(document.createElement('cms-schedule') as CmsSchedule, { host, form }))
}
