/** Shows what is scheduled for the open document. Tested by test/admin-components/schedule.test.ts. */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../element.ts'
import type { Form } from './form.ts'

interface PlannedHost extends CmsElement {
  readonly form: Form | undefined
}

export interface DocumentPlan {
  id: number
  action: 'publish' | 'unpublish'
  runAt: string
}

export class PlannedChanges implements ReactiveController {
  list: readonly DocumentPlan[] = []
  readonly #host: PlannedHost
  /** The document and status that the list belongs to. */
  #at: string | undefined

  constructor(host: PlannedHost) {
    this.#host = host
    host.addController(this)
  }

  hostUpdated(): void {
    const here = this.#here
    if (here !== undefined && here !== this.#at) void this.look()
  }

  get #here(): string | undefined {
    const { form } = this.#host
    const isKnown =
      form?.phase === 'idle' && !form.isNew && form.doc['status'] && form.entity.schedule && (form.may.publish || form.id !== undefined)
    return isKnown ? `${form.path} ${form.doc['status']}` : undefined
  }

  /** When the draft that is open goes live; undefined if that isn't planned, or nothing waits for it. */
  get goesLiveAt(): string | undefined {
    const { form } = this.#host
    const waits = form !== undefined && !form.isNew && (form.isPending || !form.isLive)
    return waits ? this.publication?.runAt : undefined
  }

  get publication(): DocumentPlan | undefined {
    return this.list.find(({ action }) => action === 'publish')
  }

  /** People who may not publish the document see its plans, but can't cancel them. */
  get mayCancel(): boolean {
    return this.#host.form?.may.publish === true
  }

  /** Asks whether a plan is still there. */
  async has(plan: DocumentPlan): Promise<boolean> {
    if (this.#here !== undefined) await this.look()
    return this.list.some(({ id }) => id === plan.id)
  }

  async cancel({ id }: DocumentPlan): Promise<void> {
    const { app, form } = this.#host
    await app.client.delete(`${form?.path}/schedule/${id}`).catch((error) => app.say(app.explain(error), 'bad'))
    await this.look()
  }

  /** Asks again. */
  async look(): Promise<void> {
    const here = this.#here
    if (here !== this.#at) this.list = []
    this.#at = here
    const list = here && (await this.#ask().catch(() => undefined))
    if (here !== this.#at) return
    this.list = list || []
    this.#host.requestUpdate()
  }

  async #ask(): Promise<readonly DocumentPlan[]> {
    const { app, form } = this.#host
    if (this.mayCancel) return app.client.get<DocumentPlan[]>(`${form?.path}/schedule`, { state: 'pending' })
    return app.client.get<DocumentPlan[]>('/admin/planned', { collection: form?.entity.slug, ids: form?.id })
  }
}
