/** Shows what is scheduled for the open document. Tested by test/admin-components/schedule.test.ts. */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../element.ts'
import type { Form } from './form.ts'

interface PlannedHost extends CmsElement {
  readonly form: Form | undefined
}

interface Planned {
  id: number
  action: 'publish' | 'unpublish'
  runAt: string
}

export class PlannedChanges implements ReactiveController {
  list: readonly Planned[] = []
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

  /** People who may not publish the document see its plans, but can't cancel them. */
  get mayCancel(): boolean {
    return this.#host.form?.may.publish === true
  }

  async cancel({ id }: Planned): Promise<void> {
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

  async #ask(): Promise<readonly Planned[]> {
    const { app, form } = this.#host
    if (this.mayCancel) return app.client.get<Planned[]>(`${form?.path}/schedule`, { state: 'pending' })
    return app.client.get<Planned[]>('/admin/planned', { collection: form?.entity.slug, ids: form?.id })
  }
}
