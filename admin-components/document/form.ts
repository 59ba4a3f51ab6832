/** A document while it is edited: what was read, what it says now, what is wrong with it. It knows no element. */
import { ApiError } from '../../client/api-error.ts'
import type { Answered } from '../../client/transport.ts'
import type { Desk } from '../desk/desk.ts'
import type { Entity } from '../desk/schema.ts'
import { adopted } from './adopted.ts'
import { FirstSave } from './first-save.ts'
import { type Kept, KeptEdits, keptTogether } from './kept-edits.ts'
import { LostAnswers } from './lost-answers.ts'
import { MadeSlugs } from './made-slugs.ts'
import { blamed, inLine, obstacleOf } from './obstacle.ts'
import { withOthersChanges } from './others-changes.ts'
import { Pauses } from './pauses.ts'
import { StoredDocument } from './stored-document.ts'
import { Unsaid } from './unsaid.ts'
import { clashing, emptyOf, isStoredAs, same, saysSame, type Values, withoutEmpty } from './values.ts'

export type Phase = 'loading' | 'idle' | 'saving' | 'failed' | 'gone'

/** How often a draft is put together with what others save at the same time. */
const TRIES = 3

export interface FormOptions {
  /** Edits survive the tab. @default true */
  isKept?: boolean
  /** A new document becomes a draft in the first pause. @default false */
  startsDraft?: boolean
}

export class Form extends EventTarget {
  readonly desk: Desk
  readonly entity: Entity
  readonly locale: string | undefined
  /** As it was read. */
  doc: Values = {}
  values: Values = {}
  etag: string | undefined
  phase: Phase = 'loading'
  /** By dotted path; `''` for what is of no field. */
  problems: ReadonlyMap<string, string> = new Map()
  failure = ''
  /** A version of it is live: what it shows may still be a draft behind it. */
  isLive = false
  /** Unsaved edits of an earlier visit. */
  recovered: Kept | undefined
  /** A draft is on its way while it is written. */
  isAutosaving = false
  /** Why what was typed is not saved yet, where something is in the way. */
  obstacle = ''
  readonly unsaid = new Unsaid()
  /** As it was opened, or last saved by hand, with what others saved since. */
  #opened: Values = {}
  readonly #pauses = new Pauses(() => void this.#inTurn(() => this.#autosave()))
  readonly #startsDraft: boolean
  readonly #isKept: boolean
  readonly #stored: StoredDocument
  readonly #first: FirstSave
  readonly #madeSlugs: MadeSlugs | undefined
  #edits: KeptEdits | undefined
  readonly #lostAnswers = new LostAnswers()
  /** One save at a time. */
  #turn: Promise<unknown> = Promise.resolve()
  /** The form can't decide what to save: it waits until somebody presses a button. */
  #waitsForHand = false

  constructor(desk: Desk, entity: Entity, id: number | undefined, locale: string | undefined, options: FormOptions = {}) {
    super()
    this.desk = desk
    this.entity = entity
    this.locale = entity.localized ? locale : undefined
    this.#stored = new StoredDocument(desk.client, entity, id, this.locale)
    this.#first = new FirstSave(desk.client, entity, this.#stored.query)
    this.#madeSlugs = this.isNew ? new MadeSlugs(entity) : undefined
    this.#isKept = options.isKept ?? true
    this.#startsDraft = options.startsDraft ?? false
    this.#keepUnderId()
  }

  get isNew(): boolean {
    return this.entity.kind === 'collection' && this.id === undefined
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

  /** Top-level fields that say something else than what was read. */
  get changed(): Values {
    return Object.fromEntries(this.#differing(this.doc).map((name) => [name, this.values[name] ?? null]))
  }

  get isDirty(): boolean {
    return this.unsaid.size > 0 || (this.phase !== 'loading' && this.#differing(this.doc).length > 0)
  }

  /** It says something else than when it was opened, or last saved by hand. */
  get isRevertible(): boolean {
    return this.isDirty || this.#differing(this.#opened).length > 0
  }

  #differing(doc: Values): string[] {
    return this.entity.fields.filter((field) => !saysSame(field, this.values[field.name], doc[field.name])).map(({ name }) => name)
  }

  async load(): Promise<void> {
    this.phase = 'loading'
    this.unsaid.clear()
    try {
      if (this.isNew) this.#begin(emptyOf(this.entity.fields), undefined)
      else {
        const { body, etag } = await this.#stored.read()
        this.#begin(body, etag)
        await this.#look()
      }
      this.recovered = this.#edits?.unlike(this.doc)
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
    this.#edits?.keepSoon()
    if (this.#savesItself) this.#pauses.typed()
    this.#tell()
  }

  /** Nothing is saved while something that was typed is no value; without `why` it is one again. */
  cannotSay(path: string, why: string | undefined, text?: string): void {
    this.unsaid.put(path, why, text)
    this.#edits?.keepSoon()
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
    this.phase = 'saving'
    this.failure = ''
    this.problems = new Map()
    this.#tell()
    return this.#inTurn(() => this.#save(more))
  }

  async #save(more: Values): Promise<Values> {
    this.phase = 'saving'
    let body: Values = {}
    try {
      const typed = this.values
      body = { ...this.#typed, ...this.#madeSlugs?.again(this.changed, this.values), ...more }
      const made = this.isNew ? await this.#first.send(body) : undefined
      if (made?.isEarlier) {
        this.#take(made, made.sent)
        return this.#save(more)
      }
      const { body: saved } = made ?? (await this.#stored.update(body, this.etag))
      this.#edits?.forget()
      this.#lostAnswers.end()
      this.#madeSlugs?.saved(body, saved)
      if (this.isNew) this.#isMade(saved['id'])
      const { body: read, etag } = await this.#stored.read()
      this.#goOn(read, etag, typed)
      await this.#look()
      this.#tell()
      return saved
    } catch (error) {
      this.#lostAnswers.failed(error, body)
      this.phase = 'idle'
      Object.assign(this, blamed(this.desk, error))
      if (this.#savesItself && this.isDirty) this.#pauses.typed()
      this.#tell()
      throw error
    }
  }

  /** What was typed while it was saved stays. */
  #goOn(doc: Values, etag: string | undefined, sent: Values): void {
    const typedSince = Object.entries(this.values).filter(([name, value]) => !same(value, sent[name]))
    this.#begin(doc, etag)
    for (const [name, value] of typedSince) this.set(name, value)
    if (this.unsaid.size > 0) this.#edits?.keepSoon()
  }

  /** What somebody else saved meanwhile becomes what ours is compared with. */
  async rebase(): Promise<{ mine: Values; theirs: Values; before: Values }> {
    const { body: theirs, etag } = await this.#stored.read()
    const { changed: mine } = this
    const before = this.#lostAnswers.before(this.doc, theirs)
    this.#putUnder(theirs, etag)
    this.#waitsForHand = clashing(mine, theirs, before).length > 0
    this.obstacle = this.#waitsForHand ? this.desk.t('unsaved.clash') : ''
    this.#tell()
    return { mine, theirs, before }
  }

  /** Puts another stored document under what was typed. */
  #putUnder(theirs: Values, etag: string | undefined): void {
    const typed = Object.entries(this.changed).filter(([name, value]) => !isStoredAs(value, theirs[name]))
    this.#opened = withOthersChanges(this.entity.fields, this.#opened, this.#lostAnswers.before(this.doc, theirs), theirs)
    this.doc = theirs
    this.etag = etag
    this.values = { ...structuredClone(theirs), ...Object.fromEntries(typed) }
  }

  /** Takes back what was changed here since it was opened; a draft that was saved meanwhile follows. What others saved stays. */
  revert(): void {
    const opened = this.#opened
    this.letGo()
    this.#opened = opened
    for (const name of this.#differing(opened)) this.set(name, structuredClone(opened[name] ?? null))
    if (this.isDirty) void this.#inTurn(() => this.#catchUp())
    this.#tell()
  }

  /** What others saved since the last read belongs to what an undo leaves. Without an answer, the next save compares. */
  async #catchUp(): Promise<void> {
    const read = await this.#stored.read().catch(() => undefined)
    if (!read || read.etag === this.etag) return
    const typed = Object.fromEntries(this.#differing(this.#opened).map((name) => [name, this.values[name]]))
    this.#putUnder(read.body, read.etag)
    this.values = { ...structuredClone(this.#opened), ...typed }
    await this.#look().catch(() => undefined)
    this.#tell()
  }

  /** Whatever can be saved without a hand is saved now. */
  async settle(): Promise<void> {
    this.#pauses.end()
    await this.#inTurn(() => this.#autosave())
  }

  /** What is not saved is given up. */
  letGo(): void {
    this.#pauses.end()
    this.unsaid.clear()
    this.#edits?.forget()
    this.#begin(this.doc, this.etag)
    this.#tell()
  }

  /** Does nothing if the tab where they were typed has saved them meanwhile. */
  takeRecovered(): void {
    if (this.recovered && this.#edits?.read()) {
      this.values = { ...this.values, ...this.recovered.values }
      this.unsaid.take(this.recovered.texts, this.values)
    }
    this.#afterRecovery()
  }

  dropRecovered(): void {
    this.#edits?.forget()
    this.#afterRecovery()
  }

  #afterRecovery(): void {
    this.recovered = undefined
    this.obstacle = ''
    if (this.#savesItself && this.isDirty) this.#pauses.typed()
    this.#tell()
  }

  #begin(doc: Values, etag: string | undefined): void {
    this.doc = doc
    this.values = structuredClone(doc)
    this.#opened = doc
    this.etag = etag
    this.#waitsForHand = false
    this.obstacle = ''
    this.phase = 'idle'
    this.problems = new Map()
  }

  /** Only drafts save themselves. A person who may create but not update would lock themselves out, so they save by hand. */
  get #savesItself(): boolean {
    const { drafts, may } = this.entity
    if (!drafts || this.isLocked || this.#waitsForHand) return false
    return !this.isNew || (this.#startsDraft && may.read && may.update)
  }

  async #autosave(): Promise<void> {
    if (!this.#savesItself || this.phase !== 'idle' || !this.isDirty) return
    this.obstacle = this.recovered ? this.desk.t('unsaved.recovered') : inLine(this.unsaid.reasons)
    if (this.obstacle !== '') return this.#tell()
    this.isAutosaving = true
    this.#tell()
    try {
      await this.#sendDraft()
      this.#pauses.answered()
      if (this.failure === this.desk.t('error.offline')) this.failure = ''
      if (!this.isDirty) this.#edits?.forget()
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
      const made = this.isNew ? await this.#first.send({ ...sent, status: 'draft' }) : undefined
      const answered = made ?? (await this.#stored.autosave(sent, this.etag))
      this.#lostAnswers.end()
      this.#take(answered, made?.sent ?? typed, made?.sent ?? sent)
      if (made?.isEarlier && this.isDirty) await this.#sendDraft()
    } catch (error) {
      this.#lostAnswers.failed(error, sent)
      if (tries <= 1 || !(error instanceof ApiError && error.has('STALE')) || !(await this.#merge())) throw error
      if (this.isDirty) await this.#sendDraft(tries - 1)
    }
  }

  /** Somebody else saved first. Changes to different fields are merged; changes to the same field are left to a person. */
  async #merge(): Promise<boolean> {
    const { body: theirs, etag } = await this.#stored.read()
    if (clashing(this.changed, theirs, this.#lostAnswers.before(this.doc, theirs)).length > 0) return false
    this.#putUnder(theirs, etag)
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

  #take({ body, etag }: Answered<Values>, typed: Values, sent = typed): void {
    Object.assign(this, adopted(this, body, typed))
    this.#madeSlugs?.saved(sent, body)
    this.etag = etag
    if (this.isNew) this.#isMade(body['id'])
  }

  #isMade(id: number): void {
    this.#edits?.forget()
    this.#stored.id = id
    this.#keepUnderId()
    if (this.isDirty) this.#edits?.keepSoon()
    this.dispatchEvent(new Event('made'))
  }

  #keepUnderId(): void {
    const edits = () => keptTogether(this.recovered, this.changed, this.unsaid.texts(this.values))
    if (this.#isKept) this.#edits = new KeptEdits(this.entity, this.id, this.locale, edits)
  }

  /** One save after the other, so that each starts from what the one before it stored. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  /** Whether visitors see something of it. */
  async #look(): Promise<void> {
    if (this.entity.drafts) this.isLive = this.doc['status'] === 'published' || (await this.#stored.isLive())
  }

  keep(): void {
    this.#edits?.keep()
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'))
  }
}
