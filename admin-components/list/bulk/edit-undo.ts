/** Takes an edit of many documents back: each gets the values that it had, unless somebody has changed it since.
 * Tested by test/admin-components/edit-undo.test.ts.
 */
import type { ApiError } from '../../../client/api-error.ts'
import type { App, ToastAct } from '../../app/app.ts'
import type { Recovered } from '../../app/deleting.ts'
import type { Entity, Field } from '../../app/schema.ts'
import { haveWords } from '../../document/known-rows.ts'
import { isTree, type Values } from '../../document/values.ts'
import type { CmsElement } from '../../element.ts'
import { stayWhile } from '../../parts/stay-while.ts'
import { forEach } from './each.ts'
import { reportFailures } from './outcome.ts'
import type { Change, Work } from './work.ts'

interface Before {
  values: Values
  /** The edit gave a live document its pending draft, which Undo discards. */
  hadNoDraft: boolean
  /** The tag of the document after the edit. */
  etag: string | undefined
}

/** As often as others are allowed to be faster before the edit goes on without remembering. */
const TRIES = 3

/** Undefined for an edit that publishes, which visitors may have seen, and for rows whose words in other languages would be lost. */
export function editUndo(app: App, entity: Entity, { action, values = {}, locale }: Work): EditUndo | undefined {
  const fields = entity.fields.filter(({ name }) => name in values)
  if (action !== 'edit' || values['status'] === 'published' || (entity.localized && haveWords(fields))) return undefined
  return new EditUndo(app, entity, values, locale)
}

export class EditUndo {
  readonly #app: App
  readonly #entity: Entity
  readonly #values: Values
  readonly #locale: string | undefined
  readonly #before = new Map<number, Before>()

  constructor(app: App, entity: Entity, values: Values, locale: string | undefined) {
    this.#app = app
    this.#entity = entity
    this.#values = values
    this.#locale = locale
  }

  readonly change: Change = async (id) => {
    for (let tries = TRIES; tries > 0; tries--) {
      try {
        return await this.#changeKnown(id)
      } catch (error) {
        if (!(error as Partial<ApiError>).has?.call(error, 'STALE')) throw error
      }
    }
    return this.#save(id, this.#values)
  }

  async #changeKnown(id: number): Promise<void> {
    const { drafts } = this.#entity
    const query = { ...this.#inLocale, depth: 0, ...(drafts && { draft: true }), ...(this.#locale && { 'fallback-locale': false }) }
    const { body, etag } = await this.#app.client.exchange<Values>('GET', this.#path(id), { query })
    const { status, ...fields } = this.#values
    const isKnown = Object.keys(fields).every((name) => name in body)
    const answered = await this.#save(id, this.#values, etag)
    if (!isKnown) return
    const values = { ...partOf(this.#entity.fields, body, fields), ...(status !== undefined && { status }) }
    this.#before.set(id, { values, hadNoDraft: status === 'draft' && body['status'] === 'published', etag: answered.etag })
  }

  #save(id: number, body: Values, etag?: string) {
    const headers = etag === undefined ? undefined : { 'if-match': etag }
    return this.#app.client.exchange<Values>('PATCH', this.#path(id), { query: this.#inLocale, body, ...(headers && { headers }) })
  }

  #path(id: number): string {
    return `/${this.#entity.slug}/${id}`
  }

  get #inLocale() {
    return { locale: this.#locale }
  }

  /** Undefined if one of the documents can't go back. */
  offer(done: readonly number[], place: () => CmsElement): ToastAct | undefined {
    if (done.length === 0 || !done.every((id) => this.#before.has(id))) return undefined
    return { label: this.#app.t('undo'), run: () => this.#run(done, place()) }
  }

  async #run(ids: readonly number[], place: CmsElement): Promise<void> {
    const { slug } = this.#entity
    const outcome = await stayWhile(() =>
      forEach(
        this.#app,
        ids,
        (id) => this.#goBack(id),
        () => undefined,
      ),
    )
    if (outcome.failed.length === 0) this.#app.say(this.#app.t('bulk.undone', { count: ids.length }), 'good')
    this.#app.dispatchEvent(new CustomEvent<Recovered>('recovered', { detail: { slug, ids: outcome.done } }))
    this.#app.changed()
    await reportFailures(place, this.#entity, { action: 'edit', slug, isInTrash: false }, outcome, { listed: [], areSelected: false })
  }

  async #goBack(id: number): Promise<void> {
    const before = this.#before.get(id)
    if (!before) return
    const { values, hadNoDraft, etag } = before
    if (!hadNoDraft) await this.#save(id, values, etag)
    else await this.#app.client.exchange('POST', `${this.#path(id)}/discard-draft`, { ...(etag && { headers: { 'if-match': etag } }) })
  }
}

/** The values that a document had for these fields. In a group, only the chosen ones. */
function partOf(fields: readonly Field[], held: Values, changes: Values): Values {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const [was, field] = [held[name], fields.find((one) => one.name === name)]
      const isPart = field?.type === 'group' && isTree(value) && isTree(was)
      return [name, isPart ? partOf(field.fields ?? [], was, value) : was]
    }),
  )
}
