/** What has become of an operation: what was asked, and what the stages have made of it so far. */
import type { Entity, Field } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { EventName } from '../events/events.ts'
import type { Pace } from '../pace.ts'
import { all, type Filter } from '../query/filter.ts'
import type { Existing, Stored } from '../query/objects.ts'
import type { ShownWithRevision } from '../query/reader.ts'
import { plainView, type View } from '../query/view.ts'
import type { Doc, Meta } from '../store/document.ts'
import type { Snapshot } from '../store/snapshots.ts'
import { type WriteSet, writeSet } from '../store/write-set.ts'
import type { Asking, Effect, Listed, OperationName, RowChange } from './contract.ts'
import type { Turn } from './document-queue.ts'
import { Refusals } from './refusals.ts'

/** A read makes none of these. */
const NOTHING: Doc = Object.freeze({})
const NO_FIELDS: ReadonlySet<Field> = new Set()
const NOTHING_CHOSEN: ReadonlyMap<Field, ReadonlySet<number>> = new Map()
const NO_WRITES: WriteSet = Object.freeze(writeSet())

/** A document as a change has left it. */
export type Saved = Stored & { meta: Meta }

export class OperationState {
  readonly asking: Asking
  /** What the access rule admits. */
  filter: Filter = all
  /** Of a change: what its caller can read. */
  readable: Filter = all
  view: View
  /** The scope of a global: `null` keeps no value at all. */
  scope: string | null | undefined
  /** What came in, made storable; on update only what changes. */
  data: Doc = NOTHING
  /** The document before the change. */
  original: Existing | undefined
  /** The document after it. */
  doc: Doc = NOTHING
  /** Of a change. */
  pace: Pace | undefined
  /** What is wrong with the change so far. */
  get refusals(): Refusals {
    this.#refusals ??= new Refusals()
    return this.#refusals
  }

  #refusals: Refusals | undefined
  /** Documents that the caller of a change newly points to, by the relation that names them. */
  chosen: ReadonlyMap<Field, ReadonlySet<number>> = NOTHING_CHOSEN
  /** Slugs that were made, not written: a clash makes another one. */
  made: ReadonlySet<Field> = NO_FIELDS
  /** Slugs that are kept from other changes until this one is written. */
  reserved: string[] = []
  /** Of a change of a document that is there. */
  turn: Turn | undefined
  /** What hooks made of the data while they changed the document themselves: they need not run again for that. */
  heard: Map<string, Doc> | undefined
  /** What a first save in another locale leaves in the columns of the default one. */
  besides: Snapshot | undefined
  /** Those of them that were taken meanwhile. */
  taken: ReadonlySet<Field> = NO_FIELDS
  /** What a change writes; a read has none. */
  writes: WriteSet = NO_WRITES
  /** What is written into the row, where that is not simply what changed. */
  row: RowChange | undefined
  /** What the change is told as. @default its name */
  events: readonly EventName[] | undefined
  /** There is nothing to change: nothing is written and nobody hears of it. */
  idle = false
  /** The condition of the change doesn't hold, or no longer: it ends there and answers `null`. */
  conditionFailed = false
  /** The intent that the change turned out to have while it was decided. @default the one that was asked for */
  turnedInto: string | undefined
  /** What happens after the commit, before the steps of `settle`. */
  afterwards: Effect[] = []
  /** When the change is made. */
  now = ''
  saved: Saved | undefined
  listed: Listed | undefined
  shown: ShownWithRevision | undefined

  constructor(asking: Asking) {
    this.asking = asking
    this.view = asking.view ?? plainView
  }

  /** The document before the change, for steps that are about one that is there. */
  get existing(): Existing {
    if (!this.original) throw new Error(`'${this.name}' of ${this.entity.slug} came without its document`)
    return this.original
  }

  /** What the change has stored, for whatever comes after it. */
  get outcome(): Saved {
    if (!this.saved) throw new Error(`'${this.name}' of ${this.entity.slug} has stored nothing yet`)
    return this.saved
  }

  get name(): OperationName {
    return this.asking.name
  }

  get entity(): Entity {
    return this.asking.entity
  }

  get caller(): Caller {
    return this.asking.caller
  }

  get intentName(): string | undefined {
    return this.turnedInto ?? this.asking.intent
  }

  /** The top-level fields that the change touches. */
  get changed(): Field[] {
    return this.entity.fields.filter((field) => Object.hasOwn(this.data, field.name))
  }
}
