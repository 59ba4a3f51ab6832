/** The form of a document, independent of any element: saves edits and merges others' changes. Tested by test/admin-components/writing.test.ts. */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { App } from '../app/app.ts'
import type { Entity, Field } from '../app/schema.ts'
import { adopted } from './adopted.ts'
import { EarlierLanguages, type Left } from './earlier-languages.ts'
import { Edited } from './edited.ts'
import { type FirstAttempts, FirstSave, type Made } from './first-save.ts'
import type { FormOptions } from './form-options.ts'
import { refusedOf } from './held-back.ts'
import { KeptEdits } from './kept-edits.ts'
import { MadeSlugs, madeSlugsIn } from './made-slugs.ts'
import { blamed, isGone, obstacleOf } from './obstacle.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { Pauses } from './pauses.ts'
import { topField } from './places.ts'
import { differing, emptyOf, same, type Values } from './values.ts'

/** How many times to try to save a draft while others save the same document. */
const TRIES = 3

export class Form extends Edited {
  /** A draft is being saved while the user keeps typing. */
  #isAutosaving = false
  /** Undos of all changes that are still running: other languages and changes by others are only reached asynchronously. */
  #undos = 0
  readonly edits: KeptEdits | undefined
  readonly #earlier: EarlierLanguages
  readonly #pauses = new Pauses(() => void this.#queue.take(() => this.#autosave()))
  readonly #options: FormOptions
  #first: FirstSave
  #madeSlugs: MadeSlugs | undefined
  readonly #queue = new OneAtATime()

  constructor(app: App, entity: Entity, id: number | undefined, locale: string | undefined, options: FormOptions = {}) {
    super(app, entity, id, locale, options.earlier)
    this.#earlier = new EarlierLanguages(entity.fields, options.earlier?.left ?? [])
    this.#first = this.#firstSave()
    this.#madeSlugs = this.isNew ? new MadeSlugs(entity) : undefined
    this.#options = options
    if (options.isKept ?? true) this.edits = new KeptEdits(this)
    this.edits?.keepUnder(id)
  }

  /** The changes in this language and in those that were open before. */
  get left(): readonly Left[] {
    const here = { stored: this.stored, opened: this.baseline.opened, last: this.doc }
    return this.phase === 'loading' ? this.#earlier.left : [...this.#earlier.left, here]
  }

  get isSaving(): boolean {
    return this.phase === 'saving' || this.#isAutosaving || this.#undos > 0
  }

  /** Leaving now would lose something. That includes an undo that is still running. */
  get isUnsettled(): boolean {
    return this.isDirty || this.#undos > 0 || !this.arriving.isEmpty
  }

  /** It differs from when it was opened, or from the last manual save. */
  get isRevertible(): boolean {
    return this.isDirty || this.#earlier.left.length > 0 || Object.keys(this.baseline.wayBack(this.values)).length > 0
  }

  async load(): Promise<void> {
    this.phase = 'loading'
    this.halfWritten.clear()
    try {
      if (this.isNew) this.begin({ ...emptyOf(this.entity.fields), ...this.#options.suggested }, undefined)
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
    this.#isDeleted()
    if (this.trashed === null) this.edits?.offerLast()
    return true
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value }
    this.refused.forget(name)
    if (this.problems.size > 0) this.problems = new Map([...this.problems].filter(([path]) => topField(path) !== name))
    this.#saveSoon()
  }

  /** Blocks saving while an input is not a valid value; call without `why` once it is valid again. */
  cannotSay(path: string, why: string | undefined, text?: string): void {
    this.halfWritten.put(path, why, text)
    this.#saveSoon()
  }

  #saveSoon(): void {
    this.edits?.keepSoon()
    if (this.#savesItself) this.#pauses.typed()
    this.tell()
  }

  /** Saves what changed, as a draft or published if the collection has drafts. Throws the error from the API. */
  save(more: Values = {}): Promise<Values> {
    this.#pauses.end()
    if (this.halfWritten.size > 0) {
      this.problems = this.halfWritten.reasons
      this.tell()
      return Promise.reject(this.halfWritten.refusal)
    }
    Object.assign(this, { phase: 'saving', failure: '', obstacle: '', problems: new Map() })
    this.tell()
    return this.#queue.take(() => this.#save(more))
  }

  async #save(more: Values): Promise<Values> {
    this.phase = 'saving'
    let body: Values = {}
    try {
      const typed = this.toSave
      body = { ...this.changesIn(typed), ...this.#madeSlugs?.again(this.baseline.changes(typed), typed), ...more }
      const made = this.isNew ? await this.#sendFirst(body) : undefined
      if (made?.isEarlier) {
        this.#take(made, made.sent)
        return this.#save(more)
      }
      const { body: saved, etag } = made ?? (await this.stored.update(body, this.baseline.etag))
      this.release()
      this.edits?.forget()
      this.#earlier.forget()
      this.baseline.lostAnswers.end()
      this.#madeSlugs?.saved(body, saved)
      if (this.isNew) this.#isMade(saved['id'])
      await this.#readOver(typed, (now) => now === etag)
      return saved
    } catch (error) {
      this.baseline.lostAnswers.failed(error, body)
      await this.lookAgain(error)
      this.phase = 'idle'
      Object.assign(this, blamed(this.app, error))
      if (isGone(error as Partial<ApiError>, this.id)) this.#isDeleted()
      if (this.#savesItself && this.isDirty) this.#pauses.typed()
      this.tell()
      throw error
    }
  }

  /** Runs a change that isn't a save. Edits made during it stay. `typed`: what happens to earlier edits; `offered` reloads. */
  change(work: () => Promise<unknown>, { typed }: { typed: 'stays' | 'goes' | 'offered' }): Promise<void> {
    return this.#queue.take(async () => {
      const [before, halfWritten] = typed === 'goes' ? [this.values, this.halfWritten.all] : [this.origin]
      if (typed === 'offered') this.keep()
      try {
        await work()
      } catch (error) {
        await this.lookAgain(error)
        if (this.isDirty) this.#saveSoon()
        throw error
      }
      if (typed === 'offered') return this.load()
      if (halfWritten) this.halfWritten.giveUp(halfWritten)
      await this.#readOver(before, () => typed === 'goes')
    })
  }

  /** Deletes the document. If anything is typed before the response, the form stays open with it; it also stays if the delete fails. */
  delete(work: () => Promise<unknown>): Promise<void> {
    return this.#queue.take(async () => {
      const [before, halfWritten] = [this.values, this.halfWritten.all]
      this.phase = 'saving'
      this.tell()
      try {
        await work()
        const isSince = Object.keys(differing(this.entity.fields, this.values, before)).length + this.halfWritten.since(halfWritten) > 0
        if (isSince && this.isDirty) this.#isDeleted()
        else this.letGo()
      } catch (error) {
        this.phase = 'idle'
        if (this.isDirty) this.#saveSoon()
        else this.tell()
        throw error
      }
    })
  }

  #isDeleted(): void {
    this.#pauses.end()
    Object.assign(this, { phase: 'deleted', obstacle: this.app.t('unsaved.deleted') })
    this.keep()
    this.tell()
    void this.lookInTrash().catch(() => undefined)
  }

  /** Creates a new document from the values of a deleted one, with what was typed since. */
  startAnew(): void {
    const { fields } = this.entity
    const taken: readonly Field[] =
      this.trashed === null ? [] : madeSlugsIn(this.entity).filter(({ name }) => same(this.values[name], this.doc[name]))
    const values = Object.fromEntries(fields.map((field) => [field.name, taken.includes(field) ? null : this.values[field.name]]))
    this.stored.id = undefined
    this.#first = this.#firstSave(this.trashed ?? undefined)
    this.#madeSlugs = new MadeSlugs(this.entity)
    this.#earlier.forget()
    this.begin(emptyOf(fields), undefined)
    Object.assign(this, { values, isLive: false })
    this.edits?.keepUnder(undefined)
    this.#saveSoon()
    this.dispatchEvent(new Event('made'))
  }

  async #readOver(before: Values, isOurs: (etag: string | undefined) => boolean): Promise<void> {
    await this.readOver(before, isOurs)
    if (this.isDirty) this.#saveSoon()
    await this.look()
  }

  /** Reverts to the values it was opened with; an autosaved draft follows. What others saved stays. */
  revert(): void {
    const { opened } = this.baseline
    this.letGo()
    this.baseline.opened = opened
    for (const [name, value] of Object.entries(this.baseline.wayBack(this.values))) this.set(name, structuredClone(value))
    this.#undos++
    void this.#queue
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
    if (this.isDirty) this.#saveSoon()
    await this.#earlier.undo().catch((error) => (this.failure = this.app.explain(error)))
    await this.followStored().catch(() => undefined)
  }

  /** Merges changes that were saved elsewhere into the form. */
  freshen(): Promise<void> {
    return this.#queue.take(async () => {
      if (this.isNew || this.phase !== 'idle' || this.#undos > 0 || !this.arriving.isEmpty) return
      // Without a connection, the document stays as it is.
      await this.merge().catch(() => undefined)
    })
  }

  /** Saves everything that can be saved without the user's help. */
  settle(): Promise<void> {
    this.#pauses.end()
    return this.#queue.take(() => this.#autosave())
  }

  /** Discards unsaved edits. */
  letGo(): void {
    this.#pauses.end()
    this.halfWritten.clear()
    this.edits?.forget()
    this.begin(this.doc, this.baseline.etag)
    this.tell()
  }

  /** The form is left: its edits stay in the browser, and the next visit offers them. */
  leaveKept(): void {
    this.#pauses.end()
    this.edits?.release()
  }

  /** The user has decided about earlier edits, so autosave may continue. */
  decided(): void {
    this.obstacle = ''
    if (this.isDirty) this.#saveSoon()
    else this.tell()
  }

  /** Only drafts are autosaved. A user who may create but not update would lock themselves out, so they save manually. */
  get #savesItself(): boolean {
    const { may } = this
    if (!this.entity.drafts || this.isLocked || this.waitsForHand || this.app.user?.id !== this.user) return false
    return !this.isNew || (this.#options.startsDraft === true && may.read && may.update)
  }

  async #autosave(): Promise<void> {
    if (!this.#savesItself || this.phase !== 'idle' || !this.isDirty) return
    this.obstacle = this.edits?.undecided ?? ''
    if (this.obstacle !== '') return this.tell()
    this.reconsider()
    this.#isAutosaving = true
    this.tell()
    try {
      await this.#sendDraft()
      this.#pauses.answered()
      if (this.failure === this.app.t('error.offline')) this.failure = ''
      // The fields that were not saved stay in the browser.
      this.keep()
    } catch (error) {
      this.#explain(error as ApiError)
    }
    this.#isAutosaving = false
    this.tell()
  }

  /** `kept`: fields whose values the server has just refused. */
  async #sendDraft(tries = TRIES, kept: readonly string[] = []): Promise<void> {
    if (kept.length === 0) this.refused.clear()
    const typed = this.storable(kept)
    if (!typed) return
    const sent = { ...typed, ...this.#madeSlugs?.again(typed, this.values) }
    try {
      const made = this.isNew ? await this.#sendFirst({ ...sent, status: 'draft' }) : undefined
      const answered = made ?? (await this.stored.autosave(sent, this.baseline.etag))
      this.baseline.lostAnswers.end()
      this.#take(answered, made?.sent ?? typed, made?.sent ?? sent)
      if (made?.isInTrash) return this.#isDeleted()
      if (made?.isEarlier && this.isDirty) await this.#sendDraft()
    } catch (error) {
      this.baseline.lostAnswers.failed(error, sent)
      if (!(error instanceof ApiError) || tries <= 1) throw error
      const refused = refusedOf(error, sent)
      if (error.has('STALE')) await this.merge()
      else if (refused.size > 0) this.refused.refuse(this.values, refused)
      else throw error
      if (this.isDirty) await this.#sendDraft(tries - 1, [...kept, ...refused.keys()].map(topField))
    }
  }

  /** Explains why the draft isn't saved. With no response it is retried on a timer; after a refusal, with the next change. */
  #explain(error: Partial<ApiError>): void {
    const { status = 0 } = error
    if (isGone(error, this.id)) return this.#isDeleted()
    this.obstacle = obstacleOf(this.app, error, this.entity)
    this.waitsForHand = status === 401
    if (status === 0 || status === 429 || status >= 500 || error.has?.call(error, 'STALE')) this.#pauses.failed()
  }

  /** The network is back. */
  resume(): void {
    if (this.obstacle !== '' && this.#savesItself) void this.settle()
  }

  /** `others`: a document from which the new one takes its other languages. */
  #firstSave(others?: Values): FirstSave {
    return new FirstSave(this.app.client, this.entity, this.stored.query, others)
  }

  /** Keeps the body in the browser together with its idempotency key, so that another visit can continue the save. */
  #sendFirst(body: Values): Promise<Made> {
    const made = this.#first.send(body)
    this.keep()
    return made
  }

  get first(): FirstAttempts | undefined {
    return this.isNew ? this.#first.attempts : undefined
  }

  goOnFrom(earlier: FirstAttempts): void {
    if (this.isNew) this.#first.goOnFrom(earlier)
  }

  #take({ body, etag }: Answered<Values>, typed: Values, sent = typed): void {
    const { doc, values } = adopted(this, body, typed)
    this.follow((pressed) => adopted({ entity: this.entity, doc: this.doc, values: pressed }, body, typed).values)
    Object.assign(this.baseline, { doc, etag })
    this.values = values
    this.#madeSlugs?.saved(sent, body)
    if (this.isNew) this.#isMade(body['id'])
  }

  #isMade(id: number): void {
    this.stored.id = id
    this.edits?.keepUnder(id)
    if (this.isDirty) this.edits?.keepSoon()
    this.dispatchEvent(new Event('made'))
  }

  keep(): void {
    this.edits?.keep()
  }
}
