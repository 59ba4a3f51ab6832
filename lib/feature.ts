/** The Feature contract. A feature is a folder that extends the core without being named by it; every slot except `name` is optional. */

import type { EntityConfig } from '../schema/build.ts'
import type { JsonSchema, SchemaDocument } from '../schema/document.ts'
import type { Entity, Field, Model } from '../schema/model.ts'
import type { FieldLimits, Verb } from './access/contract.ts'
import type { NamedRule } from './access/rules.ts'
import type { Caller, Identity } from './actor.ts'
import type { CliCommand } from './cli/command.ts'
import type { Engine, Operation } from './engine.ts'
import type { Happening } from './events/events.ts'
import type { Note, NoteWrites } from './events/note.ts'
import type { Outbox, Queued } from './events/outbox.ts'
import type { Attention, Choices, OperationOption } from './feature-answers.ts'
import type { Answer } from './http/answer.ts'
import type { Exchange } from './http/exchange.ts'
import type { ApiRequest, Attempt, Creatable, Creation, Sent } from './http/request.ts'
import type { Route } from './http/routes.ts'
import type { Round } from './local/jobs.ts'
import type { Members } from './local/members.ts'
import type { SlugChange } from './migrations/slugs.ts'
import type { Intent } from './operations/intent.ts'
import type { Step } from './operations/stages.ts'
import type { Options } from './options.ts'
import type { Filter } from './query/filter.ts'
import type { Overlay } from './query/overlay.ts'
import type { Order } from './query/sort.ts'
import type { View } from './query/view.ts'
import type { Where } from './query/where.ts'
import type { Settings } from './settings.ts'
import type { Connection, Row } from './store/contract.ts'
import type { Doc } from './store/document.ts'
import type { IndexSpec } from './store/index-spec.ts'
import type { ColumnSpec, TableSpec } from './store/tables.ts'

type Limit = Where | false | undefined

/** A true-or-false property of a document that is not a field. */
export interface NamedFilter {
  for(entity: Entity): boolean
  /** Whether the caller may use it; for others the name doesn't exist. */
  isOpen(caller: Caller): boolean
  /** The documents for which it is true. */
  filter: Filter
}

export interface FeatureJob {
  name: string
  /** Returns what it did, such as `{ sent, failed }`. A job never overlaps with itself, and doesn't block other jobs. */
  run(engine: Engine, round: Round): unknown
}

export interface Queue {
  /** Undefined if it is not set up. */
  outbox(engine: Engine): Outbox | undefined
  /** What its rows show in addition to the common facts. */
  shown(row: Row): object
  /** The content of its rows; only admins may see it, whatever their access rules say. */
  contents?(row: Row): object
}

type Found = Identity | null | undefined

/** Returns the caller for an identity in this request, after `onRequest` has run. */
export type CallerFor = (identity: Identity) => Caller | Promise<Caller>

export interface Site {
  /** `/admin`, relative to the mount point. */
  at: string
  answer(exchange: Exchange, engine: Engine): Answer | Promise<Answer>
}

/**
 * An extension of the CMS. The built-in features (drafts, versions, media, …) have the same shape; every slot except `name` is optional.
 *
 * @example
 * const officeHours: Feature = {
 *   name: 'office-hours',
 *   rules: { officeHours: { sentence: 'everyone, during office hours', rule: () => isOpen(new Date()) } },
 * }
 */
export interface Feature {
  name: string
  /** Configuration options that it owns, such as `audit` or `auth.members`: a JSON Schema each, with a default. `Options` declares them. */
  config?: Readonly<Record<string, JsonSchema>>
  /** Checks rules that involve several options; returns one line per problem. `given` lacks the defaults. */
  check?(settings: Settings, given: Options): string[]
  /** Checks content types after everything is merged; returns one line per problem. */
  checkEntity?(entity: Entity, settings: Settings): string[]
  /** Checks options that name content types; returns one line per problem. */
  checkModel?(model: Model, settings: Settings): string[]
  /** Collections that it adds; a configuration may extend them. `internal: true` hides one from the outside. */
  collections?(settings: Settings): readonly EntityConfig[]
  /** Languages in which texts of content types, such as labels, may be. */
  languages?(settings: Settings): readonly string[]
  /** Fields that it adds to an entity, in the form of `{ slug, fields }`. */
  mixin?(document: SchemaDocument, settings: Settings): readonly EntityConfig[]
  /** Its own tables, in addition to those of entities. */
  tables?(settings: Settings, model: Model): readonly { readonly spec: TableSpec }[]
  /** Its own columns in the table of an entity; their names begin with `$`. */
  columns?(entity: Entity): readonly ColumnSpec[]
  /** Indexes on the table of an entity. */
  indexes?(entity: Entity): readonly IndexSpec[]
  /** The column for which visitors' lists always ask for the same value: each index of the schema gets a second one behind that column. */
  leading?(entity: Entity): string | undefined
  /** Steps added to the stages of operations, after the core's. */
  steps?: readonly Step[]
  /** Other intents of an operation, with the stages that they skip. */
  intents?: Readonly<Record<string, Intent>>
  /** Brings the values of a change into the form in which the feature stores them, before rules and hooks see them. */
  received?(entity: Entity, data: Doc): void
  /** Whether a document may leave required fields empty. */
  mayLack?(entity: Entity, doc: Doc): boolean
  /** Why no call can set a field that the feature sets, and what to do instead. */
  unsettable?(entity: Entity, path: string): string | undefined
  /** The form of a localized entity that an operation uses. */
  form?(entity: Entity, view: View, purpose: 'read' | 'change', settings: Settings): Entity
  /** A filter added to every use of an entity: in lists, by id, through relations, in counts. */
  restrict?(entity: Entity, caller: Caller, view: View): Where | Filter | undefined
  /** Named conditions that a `where` may use in addition to fields; a field of the same name takes precedence. */
  filters?: Readonly<Record<string, NamedFilter>>
  /** The default sort order of an entity's lists. */
  order?(entity: Entity): readonly Order[] | undefined
  /** Whether to hide from the caller saves that keep `updatedAt` unchanged, such as those of a pending draft. */
  hidesSaves?(entity: Entity, caller: Caller): boolean
  /** Rows shown with other content than their columns hold. */
  overlay?(entity: Entity, caller: Caller, view: View): Overlay | undefined
  /** Named access rules. */
  rules?: Readonly<Record<string, NamedRule>>
  /** Routes under the API prefix, including those that the configuration switches off (`routesWhere`). */
  routes?(settings: Settings): readonly Route[]
  /** Routes from the site's root; served only by the standalone server. */
  rootRoutes?(settings: Settings): readonly Route[]
  /** A site that it serves outside the API prefix: everything at and below a path. */
  site?(settings: Settings): Site | undefined
  /** Creates documents of the feature's collections from a request, where that takes more than a JSON body. */
  create?: Readonly<Record<string, Creation>>
  /** Whether a create request may repeat an earlier one. */
  attempt?(request: ApiRequest, created: Entity | Creatable, sent: Sent): Promise<Attempt | undefined>
  /** Why a repeated request for a new document can't be answered like the first one. */
  shownOnce?(entity: Entity): string | undefined
  /** Restricts the documents that a relation may point to, in addition to the field's own `filterOptions`. */
  choices?(field: Field): Choices | undefined
  /** Identifies the caller of a request: an identity, `null` for anonymous, or `undefined` to ask the next feature. */
  authenticate?(exchange: Exchange, engine: Engine, callerFor: CallerFor): Found | Promise<Found>
  /** Whether a role exists that the configuration doesn't list. */
  knowsRole?(engine: Engine, role: string): boolean | Promise<boolean>
  /** Whether the caller bypasses the access rules of an entity. */
  admits?(entity: Entity, verb: Verb, caller: Caller): boolean
  /** Narrows what a rule allows: to nothing, to some documents, or not at all (`undefined`). It can't widen a rule. */
  limit?(engine: Engine, entity: Entity, verb: Verb, caller: Caller): Limit | Promise<Limit>
  /** Fields that it withholds from a caller. */
  limitFields?(engine: Engine, entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined>
  /** Whether it opens a view of the admin, such as `status`, to a user who is not an admin. */
  opens?(engine: Engine, view: string, caller: Caller): boolean | Promise<boolean>
  /** Members that it adds to the Local API; the interface `Cms` declares them. */
  local?: Members
  /** Operation options that it owns, by their names in the query of a request. Steps find them in the view. */
  options?: Readonly<Record<string, OperationOption>>
  /** Adds cookies and headers to the response to a change. */
  answered?(answer: Answer, request: ApiRequest, operation: Operation): void | Promise<void>
  /** Stores audit entries that other features note. */
  keeps?(engine: Engine, caller: Caller, note: Note): NoteWrites | undefined
  /** Messages that a custom event sends: written in the transaction, sent after the commit. */
  outgoing?(happening: Happening, engine: Engine): readonly Queued[]
  /** Its queues of outgoing messages, by the kind shown to admins. */
  queues?: Readonly<Record<string, Queue>>
  /** Jobs that one of the processes runs every minute, and that `runJobs` runs. */
  jobs?: readonly FeatureJob[]
  /** The time that retention is based on, asked once per round; undefined while the clock is in doubt. */
  retentionTime?(engine: Engine): Promise<Date | undefined>
  /** Commands of the CLI. */
  commands?: readonly CliCommand[]
  /** Runs inside the migration that changes a slug, after the `slugs` of columns were updated. */
  slugChanged?(engine: Engine, change: SlugChange, connection: Connection): Promise<void>
  /** Receives events after the commit. */
  hear?(happening: Happening, engine: Engine): void | Promise<void>
  /** Problems that need attention now; shown on the status page. */
  attention?(engine: Engine): readonly Attention[] | Promise<readonly Attention[]>
  start?(engine: Engine): void | Promise<void>
  stop?(engine: Engine): void | Promise<void>
}
