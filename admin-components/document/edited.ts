/** The state of a document while it is edited: what was read, the current values, and the problems. It never saves.
 * Tested by test/admin-components/undo-languages.test.ts.
 */
import type { App } from '../app/app.ts'
import type { Author } from '../app/author.ts'
import { type DocumentRights, rightsToDocument } from '../app/document-rights.ts'
import type { Entity, Field, User } from '../app/schema.ts'
import { ArrivingFiles } from './arriving-files.ts'
import { Baseline } from './baseline.ts'
import { CopiedRows, inLocale } from './copied-rows.ts'
import { addsEmptyRowsOnly } from './empty-rows.ts'
import { fieldsOf, mergedExceptConflicts, pick, RefusedValues, withoutUnfinished } from './held-back.ts'
import { readInTrash } from './in-trash.ts'
import { KnownRows } from './known-rows.ts'
import { type Conflict, type Keeps, mergeChanges, type Sides } from './merge-changes.ts'
import { hasNoAnswer } from './obstacle.ts'
import { alsoChanged, authorsOf } from './other-authors.ts'
import { withIds } from './relation-ids.ts'
import { remainingProblems } from './remaining-problems.ts'
import { StoredDocument } from './stored-document.ts'
import { loadTextMerge } from './text-merge.ts'
import { HalfWrittenInputs } from './unsaid.ts'
import { differing, emptyOf, same, type Values, withoutEmpty } from './values.ts'

/** `deleted`: while the user was editing it; their edits are still here. `gone`: it did not exist when it was opened. */
export type Phase = 'loading' | 'idle' | 'saving' | 'deleted' | 'failed' | 'gone'

/** Conflicting changes by two people, for the user to decide. */
export interface Question {
  conflicts: readonly Conflict[]
  decide(keepsMine: Keeps): void
}

export class Edited extends EventTarget {
  readonly app: App
  readonly entity: Entity
  readonly locale: string | undefined
  /** The user who opened it. Their edits are never saved in another user's name. */
  readonly user: User['id'] | undefined
  values: Values = {}
  phase: Phase = 'loading'
  /** By dotted path; `''` for problems that belong to no field. */
  problems: ReadonlyMap<string, string> = new Map()
  failure = ''
  /** A save by hand that failed. `isKnown`: it didn't happen all the same. */
  protected failed: { publishes: boolean; isKnown: boolean } | undefined
  /** A version is live; the form may show a draft of it. */
  isLive = false
  /** What others have changed, as merged since it was last cleared. */
  arrived: readonly Field[] = []
  /** Why edits are not saved yet; empty if nothing blocks them. */
  obstacle = ''
  /** The deleted document as stored in the trash, with every language; `null` if it was deleted permanently. */
  trashed: Values | null | undefined
  readonly halfWritten = new HalfWrittenInputs()
  readonly copiedRows = new CopiedRows()
  readonly arriving = new ArrivingFiles(() => this.tell())
  readonly knownRows: KnownRows
  protected readonly baseline: Baseline
  protected readonly stored: StoredDocument
  /** Nothing is saved until the user presses a button. */
  protected waitsForHand = false
  readonly refused = new RefusedValues()
  /** The fields that somebody else changed as well, as they were before both did. They stay here until the user has decided. */
  #inQuestion: Values = {}
  /** The authors of those changes, as far as they are known. */
  others: ReadonlyMap<string, Author> = new Map()
  /** The last comparison of the values with what was read. */
  #compared: { values: Values; doc: Values; changed: Values } | undefined
  /** The values when the user pressed a button to save them, until that save is over. */
  #pressed: Values | undefined
  /** The values that the user's answer to a question has led to. */
  #decided: Values | undefined
  #rights: DocumentRights = {}

  /** `earlier`: the same document in the language that was open before. */
  constructor(app: App, entity: Entity, id: number | undefined, locale: string | undefined, earlier: Edited | undefined) {
    super()
    this.app = app
    this.entity = entity
    this.user = app.user?.id
    this.locale = entity.localized ? locale : undefined
    this.baseline = new Baseline(entity.fields)
    this.knownRows = earlier?.knownRows ?? new KnownRows()
    this.stored = new StoredDocument(app.client, entity, id, this.locale, this.copiedRows, this.knownRows)
    void loadTextMerge(entity.fields)
  }

  get isNew(): boolean {
    return this.entity.kind === 'collection' && this.id === undefined
  }

  /** The document as it was read. */
  get doc(): Values {
    return this.baseline.doc
  }

  /** The values that the changes are based on. */
  get origin(): Values {
    return { ...this.doc, ...this.#inQuestion }
  }

  get id(): number | undefined {
    return this.stored.id
  }

  get path(): string {
    return this.stored.path
  }

  /** The user has published it, which failed. */
  get isNotPublished(): boolean {
    const isPublic = this.doc['status'] === 'published' && !this.isDirty
    return this.failed?.publishes === true && this.failed.isKnown && !isPublic
  }

  /** Live, with changes that are not published. */
  get isPending(): boolean {
    return this.entity.drafts && this.isLive && this.doc['status'] !== 'published'
  }

  /** The user's rights to this document. */
  get may(): Entity['may'] {
    const may = { ...this.entity.may, ...this.#rights }
    return { ...may, publish: may.publish && (this.isNew || may.update) }
  }

  protected async findRights(): Promise<void> {
    this.#rights = await rightsToDocument(this.app, this.entity, this.id)
  }

  get isLocked(): boolean {
    const { may } = this
    return this.isNew ? !may.create : !may.update
  }

  /** The values of a save, without what the user types while it is under way. */
  protected get toSave(): Values {
    return this.#pressed ?? this.values
  }

  press(): void {
    this.#pressed = structuredClone(this.values)
    this.refused.clear()
  }

  release(): void {
    this.#pressed = undefined
  }

  /** The values of a running save change together with the form. */
  protected follow(change: (values: Values) => Values): void {
    if (this.#pressed) this.#pressed = structuredClone(change(this.#pressed))
  }

  /** Top-level fields whose values differ from what was read. A drawing of the form asks for it several times. */
  get changed(): Values {
    const { values, doc } = this
    if (this.#compared?.values !== values || this.#compared.doc !== doc)
      this.#compared = { values, doc, changed: this.baseline.changes(values) }
    return this.#compared.changed
  }

  /** Something would be lost without a save. */
  get isDirty(): boolean {
    return this.halfWritten.size > 0 || (this.phase !== 'loading' && !this.isBlank && Object.keys(this.changed).length > 0)
  }

  /** A new document with nothing to store. */
  get isBlank(): boolean {
    return this.isNew && addsEmptyRowsOnly(this.entity.fields, this.values)
  }

  /** Ask it before saving, so that no change by somebody else is overwritten unseen. Until then the form shows the user's own values. */
  get question(): Question | undefined {
    if (this.inQuestion.length === 0) return undefined
    const { conflicts } = mergeChanges(this.entity.fields, this.#sides)
    return conflicts.length > 0 ? { conflicts, decide: (keepsMine) => this.#decide(conflicts, keepsMine) } : undefined
  }

  get #sides(): Sides {
    return { before: this.origin, mine: this.values, theirs: this.doc }
  }

  /** What others have saved while the question was on the screen stays in question. */
  #decide(conflicts: readonly Conflict[], keepsMine: Keeps): void {
    const { fields } = this.entity
    const sides = this.#sides
    const isAnswered = (one: Conflict) => conflicts.some(({ place, theirs }) => same(place, one.place) && same(theirs, one.theirs))
    const open = fieldsOf(mergeChanges(fields, sides).conflicts.filter((one) => !isAnswered(one)))
    const answered = (mine: Values) => ({ ...mergeChanges(fields, { ...sides, mine }, keepsMine).values, ...pick(mine, open) })
    this.leaveOpen(pick(this.#inQuestion, open))
    this.follow(answered)
    this.show(answered(this.values))
    this.#decided = this.values
  }

  get isJustDecided(): boolean {
    return this.values === this.#decided
  }

  /** The fields that the user has to decide about. */
  get inQuestion(): readonly string[] {
    return Object.keys(this.#inQuestion)
  }

  protected leaveOpen(before: Values): void {
    this.#inQuestion = before
    if (this.inQuestion.length > 0) void this.#findOthers()
  }

  async #findOthers(): Promise<void> {
    const { inQuestion } = this
    this.others = await authorsOf(this, inQuestion)
    this.tell()
  }

  /** The reasons why something is kept back while everything else is saved, by path. */
  get heldBack(): ReadonlyMap<string, string> {
    const disputed = this.inQuestion.map((name) => [name, alsoChanged(this.app, this.others.get(name))] as const)
    const lacking = [...this.arriving.missing].map(([path, count]) => [path, this.app.t('unsaved.missing', { count })] as const)
    return new Map([...lacking, ...this.refused.reasons, ...this.halfWritten.reasons, ...disputed])
  }

  /** The body of a save, if the form were saved now. */
  get unsaved(): Values {
    return this.changesIn(this.values)
  }

  /** The body of a save. */
  protected changesIn(values: Values): Values {
    return this.isNew ? withoutEmpty(values) : this.baseline.changes(values)
  }

  /** The body of a draft with everything that can be stored, without what is kept back and these other fields; undefined if nothing is left. */
  protected storable(others: readonly string[] = []): Values | undefined {
    const values = withoutUnfinished(this.values, this.doc, this.halfWritten.reasons.keys())
    Object.assign(values, pick(this.doc, [...this.inQuestion, ...others]))
    const changes = this.changesIn(values)
    const isNothing = this.isNew ? addsEmptyRowsOnly(this.entity.fields, values) : Object.keys(changes).length === 0
    return isNothing ? undefined : changes
  }

  /** Everything that can be stored is. */
  get isRestStored(): boolean {
    return !this.isNew && this.heldBack.size > 0 && this.storable(this.refused.fields) === undefined
  }

  protected begin(doc: Values, etag: string | undefined): void {
    this.baseline.begin(doc, etag)
    this.values = structuredClone(doc)
    this.leaveOpen({})
    this.refused.clear()
    Object.assign(this, { waitsForHand: false, obstacle: '', failure: '', failed: undefined })
    this.phase = 'idle'
    this.problems = new Map()
  }

  /** Rows may have moved, so unfinished inputs follow them. */
  show(values: Values): void {
    const from = this.values
    const before = this.halfWritten.all
    this.halfWritten.follow(from, values)
    this.values = structuredClone(values)
    this.problems = remainingProblems(this.problems, from, values, { before, now: this.halfWritten.all })
    for (const name of this.refused.fields) if (!same(from[name], values[name])) this.refused.forget(name)
    this.tell()
  }

  /** Makes the stored document the new base of the edits. Conflicts become a question. Returns the other fields that somebody changed. */
  async rebase(): Promise<readonly Field[]> {
    const { body: theirs, etag } = await this.stored.read()
    const { toSave } = this
    const others = this.#goOnFrom(theirs, etag).filter(({ name }) => !same(theirs[name], toSave[name]))
    this.tell()
    return others
  }

  /** Returns the fields that somebody else changed, without those that become a question. */
  #goOnFrom(theirs: Values, etag: string | undefined): readonly Field[] {
    const { fields } = this.entity
    const { before, mine } = this.baseline.sides(this.values, theirs)
    const sides = { before: { ...before, ...this.#inQuestion }, mine, theirs }
    const { values, disputed } = mergedExceptConflicts(fields, sides)
    this.follow((pressed) => ({ ...mergeChanges(fields, { ...sides, mine: pressed }).values, ...pick(pressed, disputed) }))
    const news = differing(fields, theirs, before)
    this.putUnder(theirs, etag, values)
    this.leaveOpen(pick(sides.before, disputed))
    return fields.filter(({ name }) => Object.hasOwn(news, name) && !disputed.includes(name))
  }

  /** While the user decides, the form shows both people's other changes too: the answer then changes only what is in question. */
  putTogether(): void {
    const { fields } = this.entity
    const sides = this.#sides
    const together = (mine: Values) => mergeChanges(fields, { ...sides, mine }).values
    this.follow(together)
    this.show(together(this.values))
  }

  /** The user may have answered the question by typing. */
  reconsider(): void {
    if (this.inQuestion.length > 0) this.#goOnFrom(this.doc, this.baseline.etag)
  }

  /** Replaces the base with another stored document, and shows the merged values. */
  protected putUnder(theirs: Values, etag: string | undefined, values: Values): void {
    this.baseline.become(theirs, etag)
    this.show(values)
  }

  /** Merges what somebody else saved first. Conflicts become a question. */
  protected async merge(): Promise<void> {
    const { body: theirs, etag } = await this.stored.read()
    if (etag === this.baseline.etag) return
    this.arrived = this.#goOnFrom(theirs, etag)
    await this.look()
  }

  /** A change without a response may still have happened, so this merges what is stored. Resolves to whether that is known now. */
  protected async lookAgain(error: unknown): Promise<boolean> {
    if (!hasNoAnswer(error)) return true
    if (this.isNew) return false
    // Without a connection the next save finds out.
    const isMerged = await this.merge().then(
      () => true,
      () => false,
    )
    if (isMerged && this.phase === 'deleted') Object.assign(this, { phase: 'idle', obstacle: '' })
    return isMerged
  }

  /** Reads the stored document. Edits made after `before` stay; conflicts become a question unless `isOurs` knows the ETag. */
  protected async readOver(before: Values, isOurs: (etag: string | undefined) => boolean): Promise<void> {
    const { body: theirs, etag } = await this.stored.read()
    const mine = this.values
    const { fields } = this.entity
    const { values, disputed } = isOurs(etag)
      ? { ...mergeChanges(fields, { before, mine, theirs }), disputed: [] }
      : mergedExceptConflicts(fields, { before, mine, theirs })
    this.follow((pressed) => mergeChanges(fields, { before, mine: pressed, theirs }).values)
    this.begin(theirs, etag)
    this.values = mine
    this.show(values)
    this.leaveOpen(pick(before, disputed))
  }

  /** Takes over what others saved into a form that goes back to how it was opened. On a conflict, the next save compares. */
  protected async followStored(): Promise<void> {
    const { body, etag } = await this.stored.read()
    if (etag === this.baseline.etag) return
    const sides = { before: this.baseline.opened, mine: this.values, theirs: this.baseline.openedWith(body) }
    const { values, conflicts } = mergeChanges(this.entity.fields, sides)
    if (conflicts.length > 0) return
    this.putUnder(body, etag, values)
    await this.look()
  }

  /** Finds out whether visitors can see any version of it. */
  protected async look(): Promise<void> {
    if (this.entity.drafts) this.isLive = this.doc['status'] === 'published' || (await this.stored.isLive())
    this.tell()
  }

  async lookInTrash(): Promise<void> {
    const { app, entity, id, locale } = this
    if (id === undefined || (entity.trash && !entity.may.delete)) return
    const query = locale === undefined ? this.stored.query : { ...this.stored.query, locale: 'all' }
    this.trashed = (await readInTrash(app.client, entity, id, query))?.body ?? null
    this.tell()
  }

  /** In the language of the form; an empty document if the trash has none. */
  protected get asTrashed(): Values {
    const { fields } = this.entity
    if (!this.trashed) return emptyOf(fields)
    return withIds(fields, this.locale === undefined ? this.trashed : inLocale(fields, this.trashed, this.locale))
  }

  protected tell(): void {
    this.dispatchEvent(new Event('change'))
  }
}
