/** One operation on its way: what was asked, and what the stages have made of it. */
import type { Entity, Field } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import type { EventName } from '../events/events.ts'
import type { Pace } from '../pace.ts'
import { all, type Filter } from '../query/filter.ts'
import type { Stored } from '../query/objects.ts'
import type { Shown, ShownWithRevision } from '../query/reader.ts'
import { plainView, type View } from '../query/view.ts'
import type { Where } from '../query/where.ts'
import type { Doc } from '../store/documents.ts'
import type { Snapshot } from '../store/snapshots.ts'
import { type Statement, type WriteSet, writeSet } from '../store/write-set.ts'
import type { Turn } from './document-queue.ts'
import { Refusals } from './refusals.ts'
import type { Intent } from './stages.ts'

export type OperationName = 'list' | 'read' | 'create' | 'update' | 'delete'

export interface ListQuery {
  where?: Where
  sort?: string | readonly string[]
  limit?: number
  page?: number
  count?: boolean
}

/** What a caller of ours adds to a change: it holds, or is written, in the same transaction. */
export interface Joined {
  /** Values that are set whatever the caller of the operation may set: facts that no request tells. */
  data?: Doc
  /** Something that the steps of a feature know what to do with, such as a file. */
  brings?: object
  /** The content that the change brings back: what the model does not know of it comes along. */
  restored?: Snapshot
  guards?: readonly Statement[]
  writes?: readonly Statement[]
  /** After the commit. */
  afterwards?: readonly Effect[]
}

export type Effect = () => void | Promise<void>

export interface Asking {
  name: OperationName
  /** Why, where an operation serves several purposes: `unpublish`, `restore`, … */
  intent?: string
  /** Looks at drafts, versions or what is planned, without changing anything yet. */
  editorial?: boolean
  entity: Entity
  /** The form of the entity that the answer to a change shows. @default the same */
  shownAs?: Entity
  caller: Caller
  id?: number
  query?: ListQuery
  /** What a list is narrowed to beside its `where`, whatever its caller may filter by. */
  within?: Filter | undefined
  select?: string | readonly string[]
  view?: View
  input?: unknown
  /** The revisions that the caller has seen: any other one is refused. */
  ifMatch?: number | readonly number[]
  /** Compare-and-set: changes nothing when it does not hold. */
  condition?: Where
  /** Reads give JSON text where they can. */
  asText?: boolean
  with?: Joined | undefined
}

export interface Listed {
  docs: Shown[]
  totalDocs: number | null
  limit: number
  page: number
  hasNextPage: boolean
}

/** What a change writes into the row. */
export interface RowChange {
  /** Top-level fields whose columns are written. */
  fields: readonly Field[]
  /** Values of columns that features own. */
  own: Readonly<Record<string, unknown>>
  /** Whether the row says that it was updated. */
  dated: boolean
  /** What the answer says for `updatedAt`. @default now */
  updatedAt?: string
  /** Every locale is written, not only that of the change. */
  whole?: boolean
  /** The document as it is now waits beside what the columns hold. */
  aside?: boolean
}

/** A read makes none of these. */
const NOTHING: Doc = Object.freeze({})
const NO_FIELDS: Set<Field> = new Set()
const NOTHING_CHOSEN: Map<Field, ReadonlySet<number>> = new Map()
const NO_WRITES: WriteSet = Object.freeze(writeSet())

export class Operation {
  readonly engine: Engine
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
  original: Stored | undefined
  /** The document after it. */
  doc: Doc = NOTHING
  /** Of a change. */
  pace: Pace | undefined
  /** What is wrong with the change so far. */
  get refusals(): Refusals {
    return (this.#refusals ??= new Refusals())
  }

  #refusals: Refusals | undefined
  /** Documents that the caller of a change newly points to, by the relation that names them. */
  chosen: Map<Field, ReadonlySet<number>> = NOTHING_CHOSEN
  /** Slugs that were made, not written: a clash makes another one. */
  made: Set<Field> = NO_FIELDS
  /** Slugs that are kept from other changes until this one is written. */
  reserved: string[] = []
  /** Of a change of a document that is there. */
  turn: Turn | undefined
  /** What hooks made of the data while they changed the document themselves: they need not run again for that. */
  heard: Map<string, Doc> | undefined
  /** What a first save in another locale leaves in the columns of the default one. */
  besides: Snapshot | undefined
  /** Those of them that were taken meanwhile. */
  taken: Set<Field> = NO_FIELDS
  /** What a change writes; a read has none. */
  writes: WriteSet = NO_WRITES
  /** What is written into the row, where that is not simply what changed. */
  row: RowChange | undefined
  /** What the change is told as. @default its name */
  events: readonly EventName[] | undefined
  /** There is nothing to change: nothing is written and nobody hears of it. */
  idle = false
  /** The intent that the change turned out to have while it was decided. @default the one that was asked for */
  turnedInto: string | undefined
  /** What happens after the commit, before the steps of `settle`. */
  afterwards: Effect[] = []
  /** When the change is made. */
  now = ''
  saved: Stored | undefined
  listed: Listed | undefined
  shown: ShownWithRevision | undefined

  constructor(engine: Engine, asking: Asking) {
    this.engine = engine
    this.asking = asking
    this.view = asking.view ?? plainView
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

  /** Why it is taken, where that is no plain save. */
  get intent(): Intent | undefined {
    const { intentName } = this
    return intentName === undefined ? undefined : this.engine.ways.intents[intentName]
  }

  /** Whether it is work on drafts, versions or what is planned. */
  get isEditorial(): boolean {
    return this.asking.editorial ?? this.intent?.editorial ?? false
  }

  /** The top-level fields that the change touches. */
  get changed(): Field[] {
    return this.entity.fields.filter((field) => Object.hasOwn(this.data, field.name))
  }
}
