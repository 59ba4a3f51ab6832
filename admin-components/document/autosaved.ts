/** The part of a form that saves drafts while the user types: when it waits, what it saves, and why something isn't saved yet.
 * Tested by test/admin-components/held-back.test.ts.
 */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { App } from '../app/app.ts'
import type { Entity } from '../app/schema.ts'
import { adopted } from './adopted.ts'
import { Edited } from './edited.ts'
import { type FirstAttempts, FirstSave, type Made } from './first-save.ts'
import type { FormOptions } from './form-options.ts'
import { refusedOf } from './held-back.ts'
import { KeptEdits } from './kept-edits.ts'
import { MadeSlugs } from './made-slugs.ts'
import { isGone, obstacleOf } from './obstacle.ts'
import { OneAtATime } from './one-at-a-time.ts'
import { Pauses } from './pauses.ts'
import { topField } from './places.ts'
import type { Values } from './values.ts'

/** How many times to try to save a draft while others save the same document. */
const TRIES = 3

export abstract class Autosaved extends Edited {
  /** A draft is being saved while the user keeps typing. */
  protected isAutosaving = false
  readonly edits: KeptEdits | undefined
  protected readonly options: FormOptions
  protected readonly pauses = new Pauses(() => void this.queue.take(() => this.#autosave()))
  protected readonly queue = new OneAtATime()
  protected madeSlugs: MadeSlugs | undefined
  #first!: FirstSave

  constructor(app: App, entity: Entity, id: number | undefined, locale: string | undefined, options: FormOptions) {
    super(app, entity, id, locale, options.earlier)
    this.options = options
    this.startFirstSave()
    if (options.isKept ?? true) this.edits = new KeptEdits(this)
    this.edits?.keepUnder(id)
  }

  protected saveSoon(): void {
    this.edits?.keepSoon()
    if (this.savesItself) this.pauses.typed()
    this.tell()
  }

  /** Saves everything that can be saved without the user's help. */
  settle(): Promise<void> {
    this.pauses.end()
    return this.queue.take(() => this.#autosave())
  }

  /** The user has decided about earlier edits, so autosave may continue. */
  decided(): void {
    this.obstacle = ''
    if (this.isDirty) this.saveSoon()
    else this.tell()
  }

  /** Only drafts are autosaved. A user who may create but not update would lock themselves out, so they save manually. */
  protected get savesItself(): boolean {
    const { may } = this
    if (!this.entity.drafts || this.isLocked || this.waitsForHand || this.app.user?.id !== this.user) return false
    return !this.isNew || (this.options.startsDraft === true && may.read && may.update)
  }

  async #autosave(): Promise<void> {
    if (!this.savesItself || this.phase !== 'idle' || !this.isDirty) return
    this.obstacle = this.edits?.undecided ?? ''
    if (this.obstacle !== '') return this.tell()
    this.reconsider()
    this.isAutosaving = true
    this.tell()
    try {
      await this.#sendDraft()
      this.pauses.answered()
      if (this.failed) Object.assign(this, { failure: '', failed: { ...this.failed, isKnown: true } })
      // The fields that were not saved stay in the browser.
      this.keep()
    } catch (error) {
      this.#explain(error as ApiError)
    }
    this.isAutosaving = false
    this.tell()
  }

  /** `kept`: fields whose values the server has just refused. */
  async #sendDraft(tries = TRIES, kept: readonly string[] = []): Promise<void> {
    if (kept.length === 0) this.refused.clear()
    const typed = this.storable(kept)
    if (!typed) return
    const sent = { ...typed, ...this.madeSlugs?.again(typed, this.values) }
    try {
      const made = this.isNew ? await this.sendFirst({ ...sent, status: 'draft' }) : undefined
      const answered = made ?? (await this.stored.autosave(sent, this.baseline.etag))
      this.baseline.lostAnswers.end()
      this.take(answered, made?.sent ?? typed, made?.sent ?? sent)
      if (made?.isInTrash) return this.becomeDeleted()
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
    if (isGone(error, this.id)) return this.becomeDeleted()
    this.obstacle = obstacleOf(this.app, error, this.entity)
    this.waitsForHand = status === 401
    if (status === 0 || status === 429 || status >= 500 || error.has?.call(error, 'STALE')) this.pauses.failed()
  }

  /** The network is back. */
  resume(): void {
    if (this.obstacle !== '' && this.savesItself) void this.settle()
  }

  /** `others`: a document from which the new one takes its other languages. */
  protected startFirstSave(others?: Values): void {
    this.#first = new FirstSave(this.app.client, this.entity, this.stored.query, others)
    this.madeSlugs = this.isNew ? new MadeSlugs(this.entity) : undefined
  }

  /** Keeps the body in the browser together with its idempotency key, so that another visit can continue the save. */
  protected sendFirst(body: Values): Promise<Made> {
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

  protected take({ body, etag }: Answered<Values>, typed: Values, sent = typed): void {
    const { doc, values } = adopted(this, body, typed)
    this.follow((pressed) => adopted({ entity: this.entity, doc: this.doc, values: pressed }, body, typed).values)
    Object.assign(this.baseline, { doc, etag })
    this.values = values
    this.madeSlugs?.saved(sent, body)
    if (this.isNew) this.isMade(body['id'])
  }

  protected isMade(id: number): void {
    this.stored.id = id
    this.edits?.keepUnder(id)
    if (this.isDirty) this.edits?.keepSoon()
    this.dispatchEvent(new Event('made'))
  }

  protected becomeDeleted(): void {
    this.pauses.end()
    Object.assign(this, { phase: 'deleted', obstacle: this.app.t('unsaved.deleted') })
    this.keep()
    this.tell()
    void this.lookInTrash().catch(() => undefined)
  }

  keep(): void {
    this.edits?.keep()
  }
}
