/** Takes an edit of many documents back: each gets the values that it had, unless somebody has changed it since.
 * Tested by test/admin-components/edit-undo.test.ts.
 */
import type { App, ToastAct } from '../../app/app.ts'
import type { Recovered } from '../../app/deleting.ts'
import type { Entity, Field } from '../../app/schema.ts'
import { haveWords } from '../../document/known-rows.ts'
import { isTree, type Values } from '../../document/values.ts'
import type { CmsElement } from '../../element.ts'
import { stayWhile } from '../../parts/stay-while.ts'
import { forEach, UNCHANGED } from './each.ts'
import { type Edit, editOne, pathTo, save } from './edit-one.ts'
import { reportFailures } from './outcome.ts'
import type { Change, Work } from './work.ts'

interface Before {
  values: Values
  /** The edit gave a live document its pending draft, which Undo discards. */
  hadNoDraft: boolean
  /** The tag of the document after the edit. */
  etag: string | undefined
}

/** Undefined for an edit that publishes, which visitors may have seen, and for rows whose words in other languages would be lost. */
export function editUndo(app: App, entity: Entity, { action, ...edit }: Work): EditUndo | undefined {
  const { values = {}, listEdits = {} } = edit
  const lost = entity.fields.filter(({ name }) => name in values && listEdits[name] !== 'add')
  if (action !== 'edit' || values['status'] === 'published' || (entity.localized && haveWords(lost))) return undefined
  return new EditUndo(app, entity, edit)
}

export class EditUndo {
  readonly #app: App
  readonly #entity: Entity
  readonly #edit: Edit
  readonly #before = new Map<number, Before>()

  constructor(app: App, entity: Entity, edit: Edit) {
    this.#app = app
    this.#entity = entity
    this.#edit = edit
  }

  readonly change: Change = async (id) => {
    const edited = await editOne(this.#app, this.#entity, this.#edit, id)
    if (!edited) return undefined
    if (!edited.saved) return UNCHANGED
    const { before, saved } = edited
    const { status, ...fields } = saved.values
    if (!Object.keys(fields).every((name) => name in before)) return undefined
    const values = { ...partOf(this.#entity.fields, before, fields), ...(status !== undefined && { status }) }
    this.#before.set(id, { values, hadNoDraft: status === 'draft' && before['status'] === 'published', etag: saved.etag })
    return undefined
  }

  /** Undefined if one of the documents can't go back. */
  offer(done: readonly number[], place: () => CmsElement): ToastAct | undefined {
    if (done.length === 0 || !done.every((id) => this.#before.has(id))) return undefined
    return { label: this.#app.t('undo'), run: () => this.#run(done, place()), isLasting: true }
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
    if (!hadNoDraft) await save(this.#app, this.#entity, this.#edit, id, values, etag)
    else
      await this.#app.client.exchange('POST', `${pathTo(this.#entity, id)}/discard-draft`, {
        ...(etag && { headers: { 'if-match': etag } }),
      })
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
