/** The form of a document, independent of any element: saves edits and merges others' changes. Tested by test/admin-components/writing.test.ts. */
import type { ApiError } from '../../client/api-error.ts'
import type { App } from '../app/app.ts'
import type { Entity, Field } from '../app/schema.ts'
import { Autosaved } from './autosaved.ts'
import { EarlierLanguages, type Left } from './earlier-languages.ts'
import type { FormOptions } from './form-options.ts'
import { withoutUnfinished } from './held-back.ts'
import { madeSlugsIn } from './made-slugs.ts'
import { blamed, isGone } from './obstacle.ts'
import { topField } from './places.ts'
import { withReason } from './remaining-problems.ts'
import { differing, emptyOf, same, type Values } from './values.ts'

export class Form extends Autosaved {
  /** Undos of all changes that are still running: other languages and changes by others are only reached asynchronously. */
  #undos = 0
  readonly #earlier: EarlierLanguages

  constructor(app: App, entity: Entity, id: number | undefined, locale: string | undefined, options: FormOptions = {}) {
    super(app, entity, id, locale, options)
    this.#earlier = new EarlierLanguages(entity.fields, options.earlier?.left ?? [])
  }

  /** The changes in this language and in those that were open before. */
  get left(): readonly Left[] {
    const here = { stored: this.stored, opened: this.baseline.opened, last: this.doc }
    return this.phase === 'loading' ? this.#earlier.left : [...this.#earlier.left, here]
  }

  get isSaving(): boolean {
    return this.phase === 'saving' || this.isAutosaving || this.#undos > 0
  }

  /** Leaving now would lose something. That includes an undo that is still running. */
  get isUnsettled(): boolean {
    return this.isDirty || this.#undos > 0 || !this.arriving.isEmpty || this.arriving.missing.size > 0
  }

  /** It differs from when it was opened, or from the last manual save. */
  get isRevertible(): boolean {
    return this.isDirty || this.#earlier.left.length > 0 || Object.keys(this.baseline.wayBack(this.values)).length > 0
  }

  async load(): Promise<void> {
    this.phase = 'loading'
    this.halfWritten.clear()
    try {
      if (this.isNew) this.begin({ ...emptyOf(this.entity.fields), ...this.options.suggested }, undefined)
      else {
        const [{ body, etag }] = await Promise.all([this.stored.read(), this.findRights()])
        this.begin(body, etag)
        this.baseline.opened = this.#earlier.openedAgain(this.locale, body)
        await this.look()
      }
      this.edits?.find(this.doc)
    } catch (error) {
      const isGone = (error as ApiError).status === 404
      if (isGone && (await this.#showLeft().catch(() => false))) return
      this.phase = isGone ? 'gone' : 'failed'
      this.failure = this.app.explain(error)
    }
    this.tell()
  }

  /** The document was deleted after an earlier visit left unsaved edits. Shows those, so that the user can decide what to do with them. */
  async #showLeft(): Promise<boolean> {
    await this.lookInTrash()
    const left = this.edits?.find({}) ?? []
    if (left.length === 0) return false
    const before = Object.assign(this.asTrashed, ...left.toReversed().map((one) => one.before))
    this.begin(before, undefined)
    this.show(Object.assign({}, before, ...left.map(({ values }) => values)))
    this.edits?.takeRest(left)
    this.becomeDeleted()
    if (this.trashed === null) this.edits?.offerLast()
    return true
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value }
    this.refused.forget(name)
    if (this.problems.size > 0) this.problems = new Map([...this.problems].filter(([path]) => topField(path) !== name))
    this.saveSoon()
  }

  /** Blocks saving while an input is not a valid value; call without `why` once it is valid again. */
  cannotSay(path: string, why: string | undefined, text?: string): void {
    if (this.halfWritten.has(path)) this.problems = withReason(this.problems, path, why)
    this.halfWritten.put(path, why, text)
    this.saveSoon()
  }

  /** Saves what changed, as a draft or published if the collection has drafts. Throws the error from the API. */
  save(more: Values = {}): Promise<Values> {
    this.pauses.end()
    if (this.halfWritten.size > 0) return this.#refuse(more)
    Object.assign(this, { phase: 'saving', failure: '', failed: undefined, obstacle: '', problems: new Map() })
    this.tell()
    return this.queue.take(() => this.#save(more))
  }

  /** Unfinished inputs can't be sent, so nothing but a draft of the rest is saved. What else the server would refuse is shown with them. */
  async #refuse(more: Values): Promise<never> {
    const { refusal, reasons } = this.halfWritten
    await this.settle()
    const others = await this.queue.take(() => this.#findProblems(more, [...reasons.keys()]))
    this.problems = new Map([...this.refused.reasons, ...others, ...this.halfWritten.reasons])
    this.tell()
    throw refusal
  }

  async #findProblems(more: Values, unfinished: readonly string[]): Promise<Map<string, string>> {
    const typed = withoutUnfinished(this.toSave, this.doc, unfinished)
    const body = { ...this.changesIn(typed), ...this.madeSlugs?.again(this.baseline.changes(typed), typed), ...more }
    this.phase = 'saving'
    this.tell()
    try {
      const found = await this.stored.problemsOf(body, unfinished)
      return new Map(found.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message]])))
    } finally {
      this.phase = 'idle'
    }
  }

  async #save(more: Values): Promise<Values> {
    this.phase = 'saving'
    let body: Values = {}
    let isSaved = false
    try {
      const typed = this.toSave
      body = { ...this.changesIn(typed), ...this.madeSlugs?.again(this.baseline.changes(typed), typed), ...more }
      const made = this.isNew ? await this.sendFirst(body) : undefined
      if (made?.isEarlier) {
        this.take(made, made.sent)
        return this.#save(more)
      }
      const { body: saved, etag } = made ?? (await this.stored.update(body, this.baseline.etag))
      isSaved = true
      this.release()
      this.edits?.forget()
      this.#earlier.forget()
      this.baseline.lostAnswers.end()
      this.madeSlugs?.saved(body, saved)
      if (this.isNew) this.isMade(saved['id'])
      await this.#readOver(typed, (now) => now === etag)
      return saved
    } catch (error) {
      this.baseline.lostAnswers.failed(error, body)
      const { etag } = this.baseline
      const hasLooked = await this.lookAgain(error)
      // A change in the meantime may be this one, whose answer was lost.
      const isKnown = hasLooked && !isSaved && this.baseline.etag === etag
      this.phase = 'idle'
      Object.assign(this, blamed(this.app, error))
      if (this.failure !== '') this.failed = { publishes: more['status'] === 'published', isKnown }
      if (isGone(error as Partial<ApiError>, this.id)) this.becomeDeleted()
      if (this.savesItself && this.isDirty) this.pauses.typed()
      this.tell()
      throw error
    }
  }

  /** Runs a change that isn't a save. Edits made during it stay. `typed`: what happens to earlier edits; `offered` reloads. */
  change(work: () => Promise<unknown>, { typed }: { typed: 'stays' | 'goes' | 'offered' }): Promise<void> {
    return this.queue.take(async () => {
      const [before, halfWritten] = typed === 'goes' ? [this.values, this.halfWritten.all] : [this.origin]
      if (typed === 'offered') this.keep()
      try {
        await work()
      } catch (error) {
        await this.lookAgain(error)
        if (this.isDirty) this.saveSoon()
        throw error
      }
      if (typed === 'offered') return this.load()
      if (halfWritten) this.halfWritten.giveUp(halfWritten)
      await this.#readOver(before, () => typed === 'goes')
    })
  }

  /** Deletes the document. If anything is typed before the response, the form stays open with it; it also stays if the delete fails. */
  delete(work: () => Promise<unknown>): Promise<void> {
    return this.queue.take(async () => {
      const [before, halfWritten] = [this.values, this.halfWritten.all]
      this.phase = 'saving'
      this.tell()
      try {
        await work()
        const isSince = Object.keys(differing(this.entity.fields, this.values, before)).length + this.halfWritten.since(halfWritten) > 0
        if (isSince && this.isDirty) this.becomeDeleted()
        else this.letGo()
      } catch (error) {
        this.phase = 'idle'
        if (this.isDirty) this.saveSoon()
        else this.tell()
        throw error
      }
    })
  }

  /** Creates a new document from the values of a deleted one, with what was typed since. */
  startAnew(): void {
    const { fields } = this.entity
    const taken: readonly Field[] =
      this.trashed === null ? [] : madeSlugsIn(this.entity).filter(({ name }) => same(this.values[name], this.doc[name]))
    const values = Object.fromEntries(fields.map((field) => [field.name, taken.includes(field) ? null : this.values[field.name]]))
    this.stored.id = undefined
    this.startFirstSave(this.trashed ?? undefined)
    this.#earlier.forget()
    this.begin(emptyOf(fields), undefined)
    Object.assign(this, { values, isLive: false })
    this.edits?.keepUnder(undefined)
    this.saveSoon()
    this.dispatchEvent(new Event('made'))
  }

  async #readOver(before: Values, isOurs: (etag: string | undefined) => boolean): Promise<void> {
    await this.readOver(before, isOurs)
    if (this.isDirty) this.saveSoon()
    await this.look()
  }

  /** Reverts to the values it was opened with; an autosaved draft follows. What others saved stays. */
  revert(): void {
    const { opened } = this.baseline
    this.letGo()
    this.baseline.opened = opened
    for (const [name, value] of Object.entries(this.baseline.wayBack(this.values))) this.set(name, structuredClone(value))
    this.#undos++
    void this.queue
      .take(() => this.#catchUp())
      .finally(() => {
        this.#undos--
        this.tell()
      })
  }

  /** Merges what others saved, so that an undo leaves it alone. Without a response, or on a conflict, the next save compares. */
  async #catchUp(): Promise<void> {
    if (this.isNew || !this.isRevertible) return
    // A save in progress may have stored the reverted changes.
    if (this.isDirty) this.saveSoon()
    await this.#earlier.undo().catch((error) => (this.failure = this.app.explain(error)))
    await this.followStored().catch(() => undefined)
  }

  /** Merges changes that were saved elsewhere into the form. */
  freshen(): Promise<void> {
    return this.queue.take(async () => {
      if (this.isNew || this.phase !== 'idle' || this.#undos > 0 || !this.arriving.isEmpty) return
      // Without a connection, the document stays as it is.
      await this.merge().catch(() => undefined)
    })
  }

  /** Discards unsaved edits. */
  letGo(): void {
    this.pauses.end()
    this.halfWritten.clear()
    this.edits?.forget()
    this.begin(this.doc, this.baseline.etag)
    this.tell()
  }

  /** The form is left: its edits stay in the browser, and the next visit offers them. */
  leaveKept(): void {
    this.pauses.end()
    this.edits?.release()
  }
}
