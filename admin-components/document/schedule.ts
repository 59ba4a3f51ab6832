/** `<cms-schedule>`: schedules when a document is published or unpublished, or changes that. Tested by test/admin-components/schedule.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { define } from '../element.ts'
import { ask, CmsDialog, confirm } from '../parts/dialog.ts'
import { failureNote } from '../parts/failure.ts'
import { icon } from '../parts/icon.ts'
import { onDate, onDateInZone, zoneAt } from '../texts/texts.ts'
import './action-texts.ts'
import type { DocumentHost } from './document-host.ts'
import type { Form } from './form.ts'
import { leftOut } from './left-out.ts'
import { clockChange, localTime } from './local-time.ts'

const HOUR = 3_600_000

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
  static override properties = {
    planned: { state: true },
    failed: { state: true },
    error: { state: true },
    unloaded: { state: true },
    isBusy: { state: true },
    chosen: { state: true },
    typed: { state: true },
  }
  declare planned: readonly Planned[] | undefined
  /** Failures of the last 30 days. */
  declare failed: readonly Planned[]
  /** Why the last change failed. */
  declare error: string
  /** Why the plans couldn't be loaded. */
  declare unloaded: string
  declare isBusy: boolean
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
    this.unloaded = ''
    this.isBusy = false
  }

  protected name(): string {
    return this.t('schedule')
  }

  protected override firstUpdated(): void {
    super.firstUpdated()
    void this.#load()
    this.form.addEventListener('change', this.#formChanged)
    void this.form.settle()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.form.removeEventListener('change', this.#formChanged)
  }

  readonly #formChanged = () => this.requestUpdate()

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

  /** The time of a plan is kept to the second, and where clocks change, unless another one is entered. */
  #momentOf(action: Action, at: string): Date {
    const plan = this.#planFor(action)
    return plan && at === this.#presetFor(action) ? new Date(plan.runAt) : new Date(at)
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
        ${this.error && this.error !== this.unloaded ? html`<p class="note bad" role="alert">${this.error}</p>` : nothing}
        ${failureNote(this, this.unloaded, () => this.#load())}
        ${this.failed.map(
          (one) => html`
            <div class="row apart note bad">
              <span title=${onDateInZone(one.runAt, this.app.language)}>${this.t(`schedule.failed.${one.action}`, { when: onDate(one.runAt, this.app.language), why: one.error ?? '' })}</span>
              <button class="small" @click=${() => this.#again(one)}>${this.t('schedule.again')}</button>
            </div>
          `,
        )}
        ${this.planned?.map(
          (one) => html`
            <div class="row apart note">
              <span title=${onDateInZone(one.runAt, this.app.language)}>${this.t(`schedule.${one.action}`, { when: onDate(one.runAt, this.app.language) })}</span>
              <button class="small" @click=${() => this.#try(() => this.app.client.delete(`${this.form.path}/schedule/${one.id}`))}>
                ${this.t('schedule.cancel')}
              </button>
            </div>
          `,
        )}
        ${this.planned || this.unloaded ? nothing : html`<div class="ghost" aria-busy="true" aria-label=${this.t('loading')}></div>`}
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
              aria-describedby="schedule-zone"
              .value=${at}
              @input=${this.#type} />
            ${
              plan && at !== this.#presetFor(action)
                ? html`<span class="help">${this.t('schedule.replaces', { when: onDate(plan.runAt, this.app.language) })}</span>`
                : nothing
            }
            <span class="help" id="schedule-zone">${this.#zone(action, at)}</span>
          </div>
          ${this.#without(action)}
          <div class="foot">
            <button type="button" @click=${() => this.close()}>${this.t('cancel')}</button>
            <button class="main ${this.isBusy ? 'busy' : ''}">${this.t(plan ? 'schedule.change' : 'schedule.do')}</button>
          </div>
        </form>
      </div>
    `
  }

  /** A publication takes the values that are stored by then. */
  #without(action: Action): TemplateResult | typeof nothing {
    const what = leftOut(this.form)
    const publishes = action === 'publish' || this.#planFor('publish') !== undefined
    return what !== undefined && publishes ? html`<p class="note warn" role="status">${this.t('schedule.without', { what })}</p>` : nothing
  }

  /** In which zone the time is, and what becomes of one that clocks skip or show twice. */
  #zone(action: Action, at: string): string {
    const moment = this.#momentOf(action, at)
    if (Number.isNaN(moment.getTime())) return ''
    const { language } = this.app
    const change = moment.getTime() === new Date(at).getTime() ? clockChange(at) : undefined
    return change
      ? this.t(`schedule.${change}`, { when: onDateInZone(moment.toISOString(), language) })
      : this.t('schedule.zone', { zone: zoneAt(moment.toISOString(), language) })
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
    const action = given.get('action') as Action
    const at = this.#momentOf(action, String(given.get('at')))
    if (at.getTime() < Date.now()) void this.#offerNow(action)
    else void this.#plan(action, at.toISOString())
  }

  async #plan(action: Action, at: string): Promise<void> {
    const { app, form } = this
    const plan = async () => {
      await form.settle()
      return app.client.post(`${form.path}/schedule`, { action, at })
    }
    if (!(await this.#try(plan))) return
    const when = onDate(at, app.language)
    const what = action === 'publish' ? leftOut(form) : undefined
    app.say(what === undefined ? this.t(`schedule.${action}`, { when }) : this.t('schedule.publish.without', { when, what }))
    if (this.isConnected) this.close()
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

  /** A request that failed may still have taken effect, so the schedule is reloaded in any case, also next to the document. False if it
   * failed, or if another one is under way.
   */
  async #try(work: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false
    this.isBusy = true
    this.error = await work().then(
      () => '',
      (error) => this.app.explain(error),
    )
    await this.#load()
    this.isBusy = false
    return this.error === ''
  }

  async #load(): Promise<void> {
    this.unloaded = ''
    try {
      const plans = (state: string) => this.app.client.get<Planned[]>(`${this.form.path}/schedule`, { state })
      ;[this.planned, this.failed] = await Promise.all([plans('pending'), plans('failed')])
      await this.host.planned.look()
    } catch (error) {
      this.unloaded = this.app.explain(error)
    }
  }
}

define('cms-schedule', CmsSchedule)

export function schedule(host: DocumentHost, form: Form): Promise<Action | undefined> {
  return ask(host, Object.assign(document.createElement('cms-schedule') as CmsSchedule, { host, form }))
}
