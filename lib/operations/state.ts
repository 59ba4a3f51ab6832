/** The state of an operation: what was requested, and what the stages have produced so far. Tested by test/http/matrix.test.ts. */
import { messages } from '../../schema/messages.ts'
import type { Entity, Field } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { EventName } from '../events/events.ts'
import type { Pace } from '../pace.ts'
import { all, type Filter } from '../query/filter.ts'
import type { Existing, Stored } from '../query/objects.ts'
import type { ShownWithRevision } from '../query/shown.ts'
import type { Order } from '../query/sort.ts'
import { plainView, type View } from '../query/view.ts'
import type { Row } from '../store/contract.ts'
import type { Doc, Meta } from '../store/document.ts'
import type { Snapshot } from '../store/snapshots.ts'
import { type WriteSet, writeSet } from '../store/write-set.ts'
import type { Effect, Extras, Listed, OperationName, OperationRequest, RowChange } from './contract.ts'
import type { DocumentTurn } from './document-queue.ts'
import { Refusals } from './refusals.ts'

/** Shared empty values for reads, which never fill them. */
const NOTHING: Doc = Object.freeze({})
const NO_FIELDS: ReadonlySet<Field> = new Set()
const NOTHING_CHOSEN: ReadonlyMap<Field, ReadonlySet<number>> = new Map()
const NO_NAMES: ReadonlyMap<symbol, ReadonlySet<string>> = new Map()
const NO_WRITES: WriteSet = Object.freeze(writeSet())

/** A document after a change. Its row is known if the columns hold it. */
export type Saved = Stored & { meta: Meta }

/** The values that an access rule saw, those that it did not see because they are wrong, and what it allowed. */
export interface RuleQuestion {
  data: Doc
  leftOut: readonly string[]
  filter: Filter
}

/** Contents in the whole form, the most likely first; only what the caller may see. */
export type TextSource = (pace: Pace) => AsyncIterable<Doc>

export class OperationState {
  readonly request: OperationRequest
  /** The documents that the access rule allows. */
  filter: Filter = all
  /** The order of a list without a `sort`, if it is not that of the entity's other lists. */
  order: readonly Order[] | undefined
  /** Changes only: the documents that the caller can read. */
  readable: Filter = all
  view: View
  /** The scope of a global; `null` stores no value at all. */
  scope: string | null | undefined
  /** The normalised input; for an update, only what changes. */
  data: Doc = NOTHING
  /** Whether `data` is normalised already. */
  isReceived = false
  /** Set if the access rule is code that sees the values. */
  asked: RuleQuestion | undefined
  /** The document before the change. */
  original: Existing | undefined
  /** The document after it. */
  doc: Doc = NOTHING
  /** Changes only. */
  pace: Pace | undefined
  /** The problems found with the change so far. */
  get refusals(): Refusals {
    this.#refusals ??= unfinished(this.request.with)
    return this.#refusals
  }

  #refusals: Refusals | undefined
  /** Relation targets are looked up before the write, which otherwise may check them. */
  looksUpTargets = false
  /** The write checks relation targets: if it is refused, the change must be decided again to report every problem. */
  leavesTargets = false
  /** Documents that the caller newly points to, by relation. */
  chosen: ReadonlyMap<Field, ReadonlySet<number>> = NOTHING_CHOSEN
  /** The names of the documents that the caller's texts point to, by the declaration of the field. */
  chosenInTexts: ReadonlyMap<symbol, ReadonlySet<string>> = NO_NAMES
  /** Contents that the texts of a save may come from, such as earlier versions: what they hold is accepted even if the field allows less by now. */
  textSources: TextSource[] = []
  /** Slugs that were generated, not typed: after a clash, another one is generated. */
  made: ReadonlySet<Field> = NO_FIELDS
  /** Slugs reserved by this change until it is written. */
  reserved: string[] = []
  /** Changes of an existing document only. */
  turn: DocumentTurn | undefined
  /** What hooks made of the data while they changed the document themselves, so that they need not run again. */
  hookData: Map<string, Doc> | undefined
  /** Values that a first save in another locale writes to the columns of the default one. */
  besides: Snapshot | undefined
  /** Fields whose generated slug turned out to be taken. */
  taken: ReadonlySet<Field> = NO_FIELDS
  /** The statements that the change writes; empty for a read. */
  writes: WriteSet = NO_WRITES
  /** How the row is written, if not simply with what changed. */
  row: RowChange | undefined
  /** The columns that hold the document after the change, as they are written; undefined if it is stored elsewhere. */
  written: Row | undefined
  /** The events that the change emits. @default its name */
  events: readonly EventName[] | undefined
  /** A no-op: nothing is written and no event is emitted. */
  idle = false
  /** The change's condition doesn't hold, or no longer does: the change stops and returns `null`. */
  conditionFailed = false
  /** The intent that the change turned out to have while it was decided. @default the one requested */
  turnedInto: string | undefined
  /** Effects that run after the commit, before the steps of `settle`. */
  afterwards: Effect[] = []
  /** The time of the change. */
  now = ''
  saved: Saved | undefined
  listed: Listed | undefined
  shown: ShownWithRevision | undefined

  constructor(request: OperationRequest) {
    this.request = request
    this.view = request.view ?? plainView
  }

  /** The document before the change, for steps that run only on existing documents. */
  get existing(): Existing {
    if (!this.original) throw new Error(`'${this.name}' of ${this.entity.slug} came without its document`)
    return this.original
  }

  /** The stored result of the change, for the steps that come after. */
  get outcome(): Saved {
    if (!this.saved) throw new Error(`'${this.name}' of ${this.entity.slug} has stored nothing yet`)
    return this.saved
  }

  /** The documents of a list. */
  get page(): Listed {
    if (!this.listed) throw new Error(`'${this.name}' of ${this.entity.slug} has listed nothing`)
    return this.listed
  }

  /** The document as the caller sees it, for calls that answer with one. */
  get answer(): ShownWithRevision {
    if (!this.shown) throw new Error(`'${this.name}' of ${this.entity.slug} has no document to show`)
    return this.shown
  }

  get name(): OperationName {
    return this.request.name
  }

  get entity(): Entity {
    return this.request.entity
  }

  get caller(): Caller {
    return this.request.caller
  }

  get intentName(): string | undefined {
    return this.turnedInto ?? this.request.intent
  }

  /** The top-level fields that the change touches. */
  get changed(): Field[] {
    const { data } = this
    const changed: Field[] = []
    for (const field of this.entity.fields) if (Object.hasOwn(data, field.name)) changed.push(field)
    return changed
  }
}

function unfinished(extras: Extras | undefined): Refusals {
  const refusals = new Refusals()
  for (const field of extras?.unfinished ?? []) refusals.add({ field, message: messages.unfinished })
  return refusals
}
