/** A document while it is edited: what was read, what it says now, what is wrong with it. It knows no element. */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { Desk } from '../desk/desk.ts'
import type { Entity, User } from '../desk/schema.ts'
import { adopted } from './adopted.ts'
import { Baseline } from './baseline.ts'
import { CopiedRows } from './copied-rows.ts'
import { EarlierLanguages, type Left } from './earlier-languages.ts'
import { type FirstAttempts, FirstSave, type Made } from './first-save.ts'
import type { FormOptions } from './form-options.ts'
import { KeptEdits } from './kept-edits.ts'
import { MadeSlugs } from './made-slugs.ts'
import { type Conflict, type Keeps, mergeChanges } from './merge-changes.ts'
import { blamed, inLine, obstacleOf } from './obstacle.ts'
import { Pauses } from './pauses.ts'
import { StoredDocument } from './stored-document.ts'
import { Turns } from './turns.ts'
import { Unsaid } from './unsaid.ts'
import { emptyOf, type Values, withoutEmpty } from './values.ts'

/** `deleted`: while somebody was writing in it; what they typed is still here. `gone`: it was not there to begin with. */
export type Phase = 'loading' | 'idle' | 'saving' | 'deleted' | 'failed' | 'gone'

/** How often a draft is put together with what others save at the same time. */
const TRIES = 3

export class Form extends EventTarget {
  readonly desk: Desk
  readonly entity: Entity
  readonly locale: string | undefined
  /** Who opened it. Nothing that they typed is saved in somebody else's name. */
  readonly user: User['id'] | undefined
  values: Values = {}
  phase: Phase = 'loading'
  /** By dotted path; `''` for what is of no field. */
  problems: ReadonlyMap<string, string> = new Map()
  failure = ''
  /** A version of it is live: what it shows may still be a draft behind it. */
  isLive = false
  /** A draft is on its way while it is written. */
  isAutosaving = false
  /** Why what was typed is not saved yet, where something is in the way. */
  obstacle = ''
  readonly unsaid = new Unsaid()
  readonly copiedRows = new CopiedRows()
  readonly edits: KeptEdits | undefined
  readonly #baseline: Baseline
  readonly #earlier: EarlierLanguages
  readonly #pauses = new Pauses(() => void this.#turns.take(() => this.#autosave()))
  readonly #startsDraft: boolean
  readonly #stored: StoredDocument
  #first: FirstSave
  readonly #madeSlugs: MadeSlugs | undefined
  readonly #turns = new Turns()
  /** The form can't decide what to save: it waits until somebody presses a button. */
  #waitsForHand = false

  constructor(desk: Desk, entity: Entity, id: number | undefined, locale: string | undefined, options: FormOptions = {}) {
    super()
    this.desk = desk
    this.entity = entity
    this.user = desk.user?.id
    this.locale = entity.localized ? locale : undefined
    this.#baseline = new Baseline(entity.fields)
    this.#stored = new StoredDocument(desk.client, entity, id, this.locale, this.copiedRows)
    this.#earlier = new EarlierLanguages(entity.fields, options.earlier?.left ?? [])
    this.#first = this.#firstSave()
    this.#madeSlugs = this.isNew ? new MadeSlugs(entity) : undefined
    this.#startsDraft = options.startsDraft ?? false
    if (options.isKept ?? true) this.edits = new KeptEdits(this)
    this.edits?.keepUnder(id)
  }

  get isNew(): boolean {
    return this.entity.kind === 'collection' && this.id === undefined
  }

  /** As it was read. */
  get doc(): Values {
    return this.#baseline.doc
  }

  get id(): number | undefined {
    return this.#stored.id
  }

  get path(): string {
    return this.#stored.path
  }

  get isLocked(): boolean {
    const { may } = this.entity
    return this.isNew ? !may.create : !may.update
  }

  /** What was changed here and in the languages before. */
  get left(): readonly Left[] {
    const here = { stored: this.#stored, opened: this.#baseline.opened, last: this.doc }
    return this.phase === 'loading' ? this.#earlier.left : [...this.#earlier.left, here]
  }

  /** Top-level fields that say something else than what was read. */
  get changed(): Values {
    return this.#baseline.changes(this.values)
  }

  get isDirty(): boolean {
    return this.unsaid.size > 0 || (this.phase !== 'loading' && Object.keys(this.changed).length > 0)
  }

  /** It says something else than when it was opened, or last saved by hand. */
  get isRevertible(): boolean {
    return this.isDirty || this.#earlier.left.length > 0 || Object.keys(this.#baseline.wayBack(this.values)).length > 0
  }

  async load(): Promise<void> {
    this.phase = 'loading'
    this.unsaid.clear()
    try {
      if (this.isNew) this.#begin(emptyOf(this.entity.fields), undefined)
      else {
        const { body, etag } = await this.#stored.read()
        this.#begin(body, etag)
        this.#baseline.opened = this.#earlier.openedAgain(this.locale, body)
        await this.#look()
      }
      this.edits?.find(this.doc)
    } catch (error) {
      this.phase = (error as ApiError).status === 404 ? 'gone' : 'failed'
      this.failure = this.desk.explain(error)
    }
    this.#tell()
  }

  set(name: string, value: unknown): void {
    this.values = { ...this.values, [name]: value }
    if (this.problems.size > 0)
      this.problems = new Map([...this.problems].filter(([path]) => path !== name && !path.startsWith(`${name}.`)))
    this.#saveSoon()
  }

  /** Nothing is saved while something that was typed is no value; without `why` it is one again. */
  cannotSay(path: string, why: string | undefined, text?: string): void {
    this.unsaid.put(path, why, text)
    this.#saveSoon()
  }

  #saveSoon(): void {
    this.edits?.keepSoon()
    if (this.#savesItself) this.#pauses.typed()
    this.#tell()
  }

  /** What a save says of what was typed. */
  get #typed(): Values {
    return this.isNew ? withoutEmpty(this.values) : this.changed
  }

  /** Saves what changed; with drafts as one, or published. Throws what the API said. */
  save(more: Values = {}): Promise<Values> {
    this.#pauses.end()
    if (this.unsaid.size > 0) {
      this.problems = this.unsaid.reasons
      this.#tell()
      return Promise.reject(this.unsaid.refusal)
    }
    Object.assign(this, { phase: 'saving', failure: '', problems: new Map() })
    this.#tell()
    return this.#turns.take(() => this.#save(more))
  }

  async #save(more: Values): Promise<Values> {
    this.phase = 'saving'
    let body: Values = {}
    try {
      const typed = this.values
      body = { ...this.#typed, ...this.#madeSlugs?.again(this.changed, this.values), ...more }
      const made = this.isNew ? await this.#sendFirst(body) : undefined
      if (made?.isEarlier) {
        this.#take(made, made.sent)
        return this.#save(more)
      }
      const { body: saved } = made ?? (await this.#stored.update(body, this.#baseline.etag))
      this.edits?.forget()
      this.#earlier.forget()
      this.#baseline.lostAnswers.end()
      this.#madeSlugs?.saved(body, saved)
      if (this.isNew) this.#isMade(saved['id'])
      await this.#readOver(typed)
      return saved
    } catch (error) {
      this.#baseline.lostAnswers.failed(error, body)
      this.phase = 'idle'
      Object.assign(this, blamed(this.desk, error))
      if (this.#savesItself && this.isDirty) this.#pauses.typed()
      this.#tell()
      throw error
    }
  }

  /** Changes what is stored in another way than a save does. What is typed meanwhile stays. `typed`: whether what was typed before stays as well. */
  change(work: () => Promise<unknown>, { typed }: { typed: 'stays' | 'goes' }): Promise<void> {
    return this.#turns.take(async () => {
      const [before, unsaid] = typed === 'stays' ? [this.doc] : [this.values, this.unsaid.all]
      await work()
      if (unsaid) this.unsaid.giveUp(unsaid)
      await this.#readOver(before)
    })
  }

  /** Reads what is stored now. What was typed after `before` stays. */
  async #readOver(before: Values): Promise<void> {
    const { body: theirs, etag } = await this.#stored.read()
    const mine = this.values
    this.#begin(theirs, etag)
    this.values = mine
    this.show(mergeChanges(this.entity.fields, { before, mine, theirs }).values)
    if (this.isDirty) this.#saveSoon()
    await this.#look()
  }

  /** What somebody else saved meanwhile becomes what ours is compared with. Where both changed the same, ours is shown until somebody decides. */
  async rebase(): Promise<{ conflicts: readonly Conflict[]; decide(keepsMine: Keeps): void }> {
    const { body: theirs, etag } = await this.#stored.read()
    const [sides, { fields }] = [this.#baseline.sides(this.values, theirs), this.entity]
    const { conflicts, values } = mergeChanges(fields, sides)
    this.#waitsForHand = conflicts.length > 0
    this.obstacle = this.#waitsForHand ? this.desk.t('unsaved.clash') : ''
    this.#putUnder(theirs, etag, values)
    return { conflicts, decide: (keepsMine) => this.show(mergeChanges(fields, sides, keepsMine).values) }
  }

  /** Puts another stored document under what was typed, merged with it. */
  #putUnder(theirs: Values, etag: string | undefined, values: Values): void {
    this.#baseline.become(theirs, etag)
    this.show(values)
  }

  /** Rows may stand elsewhere now. */
  show(values: Values): void {
    this.unsaid.follow(this.values, values)
    this.values = structuredClone(values)
    this.#tell()
  }

  /** Takes back what was changed here since it was opened; a draft that was saved meanwhile follows. What others saved stays. */
  revert(): void {
    const { opened } = this.#baseline
    this.letGo()
    this.#baseline.opened = opened
    for (const [name, value] of Object.entries(this.#baseline.wayBack(this.values))) this.set(name, structuredClone(value))
    void this.#turns.take(() => this.#catchUp())
  }

  /** What others saved since the last read belongs to what an undo leaves. Without an answer, or where they changed what was typed since, the next save compares. */
  async #catchUp(): Promise<void> {
    if (this.isNew || !this.isRevertible) return
    // A save that was under way has stored what was taken back.
    if (this.isDirty) this.#saveSoon()
    await this.#earlier.undo().catch((error) => (this.failure = this.desk.explain(error)))
    const read = await this.#stored.read().catch(() => undefined)
    if (!read || read.etag === this.#baseline.etag) return
    const sides = { before: this.#baseline.opened, mine: this.values, theirs: this.#baseline.openedWith(read.body) }
    const { values, conflicts } = mergeChanges(this.entity.fields, sides)
    if (conflicts.length > 0) return
    this.#putUnder(read.body, read.etag, values)
    await this.#look().catch(() => undefined)
  }

  /** Whatever can be saved without a hand is saved now. */
  settle(): Promise<void> {
    this.#pauses.end()
    return this.#turns.take(() => this.#autosave())
  }

  /** What is not saved is given up. */
  letGo(): void {
    this.#pauses.end()
    this.unsaid.clear()
    this.edits?.forget()
    this.#begin(this.doc, this.#baseline.etag)
    this.#tell()
  }

  /** Whether to bring edits back is decided, so the draft is saved again. */
  decided(): void {
    this.obstacle = ''
    if (this.isDirty) this.#saveSoon()
    else this.#tell()
  }

  #begin(doc: Values, etag: string | undefined): void {
    this.#baseline.begin(doc, etag)
    this.values = structuredClone(doc)
    this.#waitsForHand = false
    this.obstacle = ''
    this.phase = 'idle'
    this.problems = new Map()
  }

  /** Only drafts save themselves. A person who may create but not update would lock themselves out, so they save by hand. */
  get #savesItself(): boolean {
    const { drafts, may } = this.entity
    if (!drafts || this.isLocked || this.#waitsForHand || this.desk.user?.id !== this.user) return false
    return !this.isNew || (this.#startsDraft && may.read && may.update)
  }

  get #undecided(): string | undefined {
    if (this.edits?.earlier.length) return this.desk.t('unsaved.recovered')
    return this.edits?.elsewhere.length ? this.desk.t('unsaved.elsewhere') : undefined
  }

  async #autosave(): Promise<void> {
    if (!this.#savesItself || this.phase !== 'idle' || !this.isDirty) return
    this.obstacle = this.#undecided ?? inLine(this.unsaid.reasons)
    if (this.obstacle !== '') return this.#tell()
    this.isAutosaving = true
    this.#tell()
    try {
      await this.#sendDraft()
      this.#pauses.answered()
      if (this.failure === this.desk.t('error.offline')) this.failure = ''
      if (!this.isDirty) this.edits?.forget()
    } catch (error) {
      this.#explain(error as ApiError)
    }
    this.isAutosaving = false
    this.#tell()
  }

  async #sendDraft(tries = TRIES): Promise<void> {
    const typed = this.#typed
    const sent = { ...typed, ...this.#madeSlugs?.again(this.changed, this.values) }
    try {
      const made = this.isNew ? await this.#sendFirst({ ...sent, status: 'draft' }) : undefined
      const answered = made ?? (await this.#stored.autosave(sent, this.#baseline.etag))
      this.#baseline.lostAnswers.end()
      this.#take(answered, made?.sent ?? typed, made?.sent ?? sent)
      if (made?.isEarlier && this.isDirty) await this.#sendDraft()
    } catch (error) {
      this.#baseline.lostAnswers.failed(error, sent)
      if (tries <= 1 || !(error instanceof ApiError && error.has('STALE')) || !(await this.#merge())) throw error
      if (this.isDirty) await this.#sendDraft(tries - 1)
    }
  }

  /** Somebody else saved first. What both changed is left to a person. */
  async #merge(): Promise<boolean> {
    const { body: theirs, etag } = await this.#stored.read()
    const { values, conflicts } = mergeChanges(this.entity.fields, this.#baseline.sides(this.values, theirs))
    if (conflicts.length > 0) return false
    this.#putUnder(theirs, etag, values)
    await this.#look()
    return true
  }

  /** Says why the draft is not saved. Without an answer it is retried on a timer, after a refusal with the next change. */
  #explain(error: Partial<ApiError>): void {
    const { status = 0 } = error
    this.obstacle = obstacleOf(this.desk, error)
    this.#waitsForHand = status === 401 || error.has?.call(error, 'STALE') === true
    if (status === 0 || status === 429 || status >= 500) this.#pauses.failed()
  }

  /** The network is back. */
  resume(): void {
    if (this.obstacle !== '' && this.#savesItself) void this.settle()
  }

  #firstSave(): FirstSave {
    return new FirstSave(this.desk.client, this.entity, this.#stored.query)
  }

  /** What is sent is kept with its key, so that another visit can go on with it. */
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
    Object.assign(this.#baseline, { doc, etag })
    this.values = values
    this.#madeSlugs?.saved(sent, body)
    if (this.isNew) this.#isMade(body['id'])
  }

  #isMade(id: number): void {
    this.#stored.id = id
    this.edits?.keepUnder(id)
    if (this.isDirty) this.edits?.keepSoon()
    this.dispatchEvent(new Event('made'))
  }

  /** Whether visitors see something of it. */
  async #look(): Promise<void> {
    if (this.entity.drafts) this.isLive = this.doc['status'] === 'published' || (await this.#stored.isLive())
    this.#tell()
  }

  keep(): void {
    this.edits?.keep()
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'))
  }
}
