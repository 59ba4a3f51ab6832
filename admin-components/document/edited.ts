/** A document while it is edited: what was read, what it says now, what is wrong with it. It saves nothing. */
import type { Desk } from '../desk/desk.ts'
import type { Entity, User } from '../desk/schema.ts'
import { Baseline } from './baseline.ts'
import { CopiedRows, inLocale } from './copied-rows.ts'
import { readInTrash } from './in-trash.ts'
import { type Conflict, type Keeps, mergeChanges } from './merge-changes.ts'
import { hasNoAnswer } from './obstacle.ts'
import { withIds } from './relation-ids.ts'
import { RemovedRows } from './removed-rows.ts'
import { StoredDocument } from './stored-document.ts'
import { Unsaid } from './unsaid.ts'
import { emptyOf, type Values } from './values.ts'

/** `deleted`: while somebody was writing in it; what they typed is still here. `gone`: it was not there to begin with. */
export type Phase = 'loading' | 'idle' | 'saving' | 'deleted' | 'failed' | 'gone'

/** What two people changed differently, for a person to decide. */
export interface Question {
  conflicts: readonly Conflict[]
  decide(keepsMine: Keeps): void
}

export class Edited extends EventTarget {
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
  /** Why what was typed is not saved yet, where something is in the way. */
  obstacle = ''
  /** A deleted document as it is in the trash, with every language; `null` where it is deleted permanently. */
  trashed: Values | null | undefined
  readonly unsaid = new Unsaid()
  readonly copiedRows = new CopiedRows()
  readonly removedRows: RemovedRows
  protected readonly baseline: Baseline
  protected readonly stored: StoredDocument
  /** The form can't decide what to save: it waits until somebody presses a button. */
  protected waitsForHand = false
  /** What both began with, where somebody else and the person here changed the same and nobody has decided. */
  #undecided: Values | undefined

  /** `earlier`: the same document in the language before. */
  constructor(desk: Desk, entity: Entity, id: number | undefined, locale: string | undefined, earlier: Edited | undefined) {
    super()
    this.desk = desk
    this.entity = entity
    this.user = desk.user?.id
    this.locale = entity.localized ? locale : undefined
    this.baseline = new Baseline(entity.fields)
    this.removedRows = earlier?.removedRows ?? new RemovedRows()
    this.stored = new StoredDocument(desk.client, entity, id, this.locale, this.copiedRows, this.removedRows)
  }

  get isNew(): boolean {
    return this.entity.kind === 'collection' && this.id === undefined
  }

  /** As it was read. */
  get doc(): Values {
    return this.baseline.doc
  }

  /** What the changes began with. */
  get origin(): Values {
    return this.#undecided ?? this.doc
  }

  get id(): number | undefined {
    return this.stored.id
  }

  get path(): string {
    return this.stored.path
  }

  get isLocked(): boolean {
    const { may } = this.entity
    return this.isNew ? !may.create : !may.update
  }

  /** Top-level fields that say something else than what was read. */
  get changed(): Values {
    return this.baseline.changes(this.values)
  }

  get isDirty(): boolean {
    return this.unsaid.size > 0 || (this.phase !== 'loading' && Object.keys(this.changed).length > 0)
  }

  /** To be asked before anything is saved, so that nothing of somebody else is overwritten unseen. Until then, what is typed here is shown. */
  get question(): Question | undefined {
    if (!this.#undecided) return undefined
    const { fields } = this.entity
    const sides = { before: this.#undecided, mine: this.values, theirs: this.doc }
    const { conflicts } = mergeChanges(fields, sides)
    const decide = (keepsMine: Keeps): void => {
      this.leaveOpen(undefined)
      this.show(mergeChanges(fields, sides, keepsMine).values)
    }
    return conflicts.length > 0 ? { conflicts, decide } : undefined
  }

  protected leaveOpen(before: Values | undefined): void {
    this.#undecided = before
    this.waitsForHand = before !== undefined
    this.obstacle = before ? this.desk.t('unsaved.clash') : ''
  }

  protected begin(doc: Values, etag: string | undefined): void {
    this.baseline.begin(doc, etag)
    this.values = structuredClone(doc)
    this.leaveOpen(undefined)
    this.phase = 'idle'
    this.problems = new Map()
  }

  /** Rows may stand elsewhere now. */
  show(values: Values): void {
    this.unsaid.follow(this.values, values)
    this.values = structuredClone(values)
    this.tell()
  }

  /** What somebody else saved meanwhile becomes what ours is compared with. Where both changed the same, it leaves a question. */
  async rebase(): Promise<void> {
    const { body: theirs, etag } = await this.stored.read()
    const sides = this.baseline.sides(this.values, theirs)
    const { conflicts, values } = mergeChanges(this.entity.fields, sides)
    this.putUnder(theirs, etag, values)
    this.leaveOpen(conflicts.length > 0 ? sides.before : undefined)
    this.tell()
  }

  /** Puts another stored document under what was typed, merged with it. */
  protected putUnder(theirs: Values, etag: string | undefined, values: Values): void {
    this.baseline.become(theirs, etag)
    this.show(values)
  }

  /** Somebody else saved first. What both changed is left to a person. */
  protected async merge(): Promise<boolean> {
    const { body: theirs, etag } = await this.stored.read()
    const { values, conflicts } = mergeChanges(this.entity.fields, this.baseline.sides(this.values, theirs))
    if (conflicts.length > 0) return false
    this.putUnder(theirs, etag, values)
    await this.look()
    return true
  }

  /** A change whose answer was lost may be done all the same, so this shows what is stored. What was typed stays; where that changed as well, the next save compares. */
  protected async lookAgain(error: unknown): Promise<void> {
    if (!hasNoAnswer(error) || this.isNew) return
    // Without a connection the next save finds out.
    const isMerged = await this.merge().catch(() => false)
    if (isMerged && this.phase === 'deleted') Object.assign(this, { phase: 'idle', obstacle: '' })
  }

  /** Whether visitors see something of it. */
  protected async look(): Promise<void> {
    if (this.entity.drafts) this.isLive = this.doc['status'] === 'published' || (await this.stored.isLive())
    this.tell()
  }

  async lookInTrash(): Promise<void> {
    const { desk, entity, id, locale } = this
    if (id === undefined || (entity.trash && !entity.may.delete)) return
    const query = locale === undefined ? this.stored.query : { ...this.stored.query, locale: 'all' }
    this.trashed = (await readInTrash(desk.client, entity, id, query))?.body ?? null
    this.tell()
  }

  /** In the language of the form; an empty document where nothing is in the trash. */
  protected get asTrashed(): Values {
    const { fields } = this.entity
    if (!this.trashed) return emptyOf(fields)
    return withIds(fields, this.locale === undefined ? this.trashed : inLocale(fields, this.trashed, this.locale))
  }

  protected tell(): void {
    this.dispatchEvent(new Event('change'))
  }
}
