/** What features answer, folded into one: all that the core asks of them. */
import type { JsonSchema } from '../schema/document.ts'
import type { Entity, Field } from '../schema/model.ts'
import type { FieldLimits, Verb } from './access/access.ts'
import type { NamedRule } from './access/rules.ts'
import type { Caller } from './actor.ts'
import type { Happening } from './events/events.ts'
import type { Kept, Note } from './events/note.ts'
import type { Outbox, Queued } from './events/outbox.ts'
import type { OperationName } from './operations/contract.ts'
import type { Filter } from './query/filter.ts'
import type { Overlay } from './query/overlay.ts'
import type { Order } from './query/sort.ts'
import type { View } from './query/view.ts'
import type { Where } from './query/where.ts'
import type { Settings } from './settings.ts'
import type { Row } from './store/contract.ts'
import type { Doc } from './store/document.ts'

export interface OperationOption {
  sentence: string
  /** Its JSON Schema, for OpenAPI. */
  schema: JsonSchema
  /** The operations, and the entities, that it says something about. */
  on: readonly OperationName[]
  for(entity: Entity): boolean
  /** What the Local API calls it. @default its name in the query */
  local?: string
  /** Given as `true`, it shows documents that are not shown without it, to those who may see them. */
  widens?: boolean
  /** A given value → what steps get; throws what is wrong with it. */
  parse(given: unknown, settings: Settings): unknown
}

export interface Choices {
  where: Where
  /** Said of any other document. */
  refusal: string
}

export interface Attention {
  id: string
  [fact: string]: unknown
}

/** What waits to leave the house. */
export interface Leaving {
  /** Nothing where it is not set up. */
  outbox(): Outbox | undefined
  /** What its rows say beside what all of them do. */
  shown(row: Row): object
  /** What they carry: content, which admins alone may see, whatever their access rules say. */
  contents?(row: Row): object
}

export interface FeatureAnswers {
  /** Named access rules. */
  readonly rules: Readonly<Record<string, NamedRule>>
  /** Arguments of operations, by their names in the query of a request. */
  readonly options: Readonly<Record<string, OperationOption>>
  /** What they add to the Local API. */
  readonly members: readonly object[]
  /** What the request that creates a document of some collections may hold beside JSON, by content type. */
  readonly creations: Readonly<Record<string, { takes: Readonly<Record<string, JsonSchema>> }>>
  /** By the kind that admins know it as. */
  readonly queues: Readonly<Record<string, Leaving>>
  /** The columns that they own in the table of an entity. */
  columns(entity: Entity): readonly { name: string }[]
  /** The form in which a view shows an entity, or a change under it takes one. */
  form(entity: Entity, view: View, purpose: 'read' | 'change'): Entity
  /** A filter that joins every mention of an entity. */
  restrict(entity: Entity, caller: Caller, view: View): Filter
  /** Rows that are shown otherwise than their columns say; the first feature that has some decides. */
  overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined
  /** Why a repeated request for a new document can't be answered like the first one. */
  shownOnce(entity: Entity): string | undefined
  /** Whether the caller must not notice saves that leave the time of the last change alone. */
  hidesSaves(entity: Entity, caller: Caller): boolean
  /** Whom no rule of an entity can keep out. */
  admits(entity: Entity, verb: Verb, caller: Caller): boolean
  /** What is left of what a rule admits: never more than each feature leaves. A promise only where a feature gives one. */
  limit(entity: Entity, verb: Verb, caller: Caller): Filter | Promise<Filter>
  /** The fields that features take from a caller; a document is exempt where all of them say so. */
  limitFields(entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined>
  /** What a `where` may ask for beside fields; nothing where the caller may not. */
  namedFilter(name: string, entity: Entity, caller: Caller): Filter | undefined
  /** How lists of an entity are sorted that do not say so. */
  order(entity: Entity): readonly Order[]
  /** Whether a document may lack what its fields require. */
  mayLack(entity: Entity, doc: Doc): boolean
  /** What is said about the documents that a relation may point to. */
  choices(field: Field): readonly Choices[]
  /** Whether somebody who is no admin may see this view of the admin. */
  opens(view: string, caller: Caller): Promise<boolean>
  /** What is to be written for the record; nothing where nobody keeps one. */
  noted(caller: Caller, note: Note): Kept
  /** What leaves the house because of a custom event. */
  outgoing(happening: Happening): Queued[]
  /** What needs a person's attention now. */
  attention(): Promise<Attention[]>
  /** The time that retention may go by. */
  retentionTime(): Promise<Date | undefined>
}
