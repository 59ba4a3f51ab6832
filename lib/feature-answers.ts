/** Everything that the core asks of features, with their answers combined. Tested by test/feature-set.test.ts. */

import type { JsonSchema } from '../schema/document.ts'
import type { Entity, Field } from '../schema/model.ts'
import type { Because } from '../schema/reasons.ts'
import type { FieldLimits, Verb } from './access/contract.ts'
import type { NamedRule } from './access/rules.ts'
import type { Caller } from './actor.ts'
import type { Happening } from './events/events.ts'
import type { Note, NoteWrites } from './events/note.ts'
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
  /** The operations and entities that it applies to. */
  on: readonly OperationName[]
  for(entity: Entity): boolean
  /** Its name in the Local API. @default its name in the query */
  local?: string
  /** If `true`, it includes documents that are otherwise hidden, for callers who may see them. */
  widens?: boolean
  /** Turns the given value into the one that steps receive; throws if it is invalid. */
  parse(given: unknown, settings: Settings): unknown
}

export interface Choices {
  where: Where
  /** Why any other document is refused. */
  refusal: Because
}

export interface Attention {
  id: string
  [fact: string]: unknown
}

/** A queue of outgoing messages. */
export interface Leaving {
  /** Undefined if it is not set up. */
  outbox(): Outbox | undefined
  /** What its rows show in addition to the common facts. */
  shown(row: Row): object
  /** The content of its rows; only admins may see it, whatever their access rules say. */
  contents?(row: Row): object
}

export interface FeatureAnswers {
  /** Named access rules. */
  readonly rules: Readonly<Record<string, NamedRule>>
  /** Operation options, by their names in the query of a request. */
  readonly options: Readonly<Record<string, OperationOption>>
  /** The members that they add to the Local API. */
  readonly members: readonly object[]
  /** By content type, for some collections: what the request that creates a document may contain in addition to JSON. */
  readonly creations: Readonly<Record<string, { takes: Readonly<Record<string, JsonSchema>> }>>
  /** By the kind shown to admins. */
  readonly queues: Readonly<Record<string, Leaving>>
  /** The columns that they own in an entity's table. */
  columns(entity: Entity): readonly { name: string; trashes?: boolean }[]
  /** The form of an entity that a view reads, or that a change under it uses. */
  form(entity: Entity, view: View, purpose: 'read' | 'change'): Entity
  /** A filter added to every use of an entity. */
  restrict(entity: Entity, caller: Caller, view: View): Filter
  /** Rows shown with other content than their columns hold; the first feature that returns an overlay wins. */
  overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined
  /** Why a repeated request for a new document can't be answered like the first one. */
  shownOnce(entity: Entity): string | undefined
  /** Whether to hide from the caller saves that keep `updatedAt` unchanged. */
  hidesSaves(entity: Entity, caller: Caller): boolean
  /** Whether the caller bypasses the rules of an entity. */
  admits(entity: Entity, verb: Verb, caller: Caller): boolean
  /** Narrows what a rule allows, to the intersection of all features' limits. Returns a promise only if a feature does. */
  limit(entity: Entity, verb: Verb, caller: Caller): Filter | Promise<Filter>
  /** The fields that features withhold from a caller; a document is exempt only if all features agree. */
  limitFields(entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined>
  /** A named condition that a `where` may use in addition to fields; undefined if the caller may not. */
  namedFilter(name: string, entity: Entity, caller: Caller): Filter | undefined
  /** The default sort order of an entity's lists. */
  order(entity: Entity): readonly Order[]
  /** Brings the values of a change into the form in which features store them, before rules and hooks see them. */
  received(entity: Entity, data: Doc): void
  /** Whether a document may leave required fields empty. */
  mayLack(entity: Entity, doc: Doc): boolean
  /** Why no call can set a field, and what to do instead. */
  unsettable(entity: Entity, path: string): string | undefined
  /** Restrictions on the documents that a relation may point to. */
  choices(field: Field): readonly Choices[]
  /** Whether a user who is not an admin may see this view of the admin. */
  opens(view: string, caller: Caller): Promise<boolean>
  /** The statements that write an entry to the audit log; empty if there is none. */
  noted(caller: Caller, note: Note): NoteWrites
  /** The messages that a custom event sends. */
  outgoing(happening: Happening): Queued[]
  /** Problems that need attention now. */
  attention(): Promise<Attention[]>
  /** The time that retention is based on. */
  retentionTime(): Promise<Date | undefined>
}
