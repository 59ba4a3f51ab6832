/** The Feature contract. A feature is a folder that adds to the core without being named by it; every slot but `name` may be absent. */

import type { EntityConfig } from '../schema/build.ts'
import type { JsonSchema, SchemaDocument } from '../schema/document.ts'
import type { Entity, Field, Model } from '../schema/model.ts'
import type { FieldLimits, Verb } from './access/access.ts'
import type { NamedRule } from './access/rules.ts'
import type { Caller, Identity } from './actor.ts'
import type { CliCommand } from './cli/command.ts'
import type { Engine, Operation } from './engine.ts'
import type { Happening } from './events/events.ts'
import type { Kept, Note } from './events/note.ts'
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
import type { Filter } from './query/filter.ts'
import type { Overlay } from './query/overlay.ts'
import type { Order } from './query/sort.ts'
import type { View } from './query/view.ts'
import type { Where } from './query/where.ts'
import type { Settings } from './settings.ts'
import type { Connection, Row } from './store/contract.ts'
import type { Doc } from './store/document.ts'
import type { ColumnSpec, IndexSpec, TableSpec } from './store/tables.ts'

type Limit = Where | false | undefined

/** Something that is true or false of a document, and that no field says. */
export interface NamedFilter {
  for(entity: Entity): boolean
  /** Whether the caller may ask; to others there is no such name. */
  isOpen(caller: Caller): boolean
  /** The documents of which it is true. */
  filter: Filter
}

export interface FeatureJob {
  name: string
  /** What it did, such as `{ sent, failed }`. One that is still running is not begun again, and holds up no other. */
  run(engine: Engine, round: Round): unknown
}

export interface Queue {
  /** Nothing where it is not set up. */
  outbox(engine: Engine): Outbox | undefined
  /** What its rows say beside what all of them do. */
  shown(row: Row): object
  /** What they carry: content, which admins alone may see, whatever their access rules say. */
  contents?(row: Row): object
}

type Found = Identity | null | undefined

/** The caller that somebody is in this request, once `onRequest` has been asked about them. */
export type CallerFor = (identity: Identity) => Caller | Promise<Caller>

export interface Site {
  /** `/admin`, below the mount point. */
  at: string
  answer(exchange: Exchange, engine: Engine): Answer | Promise<Answer>
}

export interface Feature {
  name: string
  /** Options of the configuration that it owns, such as `audit` or `auth.members`: the JSON Schema of each, with its default. The interface `Options` declares them. */
  config?: Readonly<Record<string, JsonSchema>>
  /** Rules between options: each problem is a line. */
  check?(settings: Settings): string[]
  /** Rules about content types, as they are once everything is merged: each problem is a line. */
  checkEntity?(entity: Entity): string[]
  /** Collections that it brings; a configuration may add to them. `internal: true` keeps one from the outside. */
  collections?(settings: Settings): readonly EntityConfig[]
  /** Fields that it adds to an entity, in the spelling of `{ slug, fields }`. */
  mixin?(document: SchemaDocument, settings: Settings): readonly EntityConfig[]
  /** Tables of its own, beside those of entities. */
  tables?(settings: Settings, model: Model): readonly TableSpec[]
  /** Columns of its own in the table of an entity; their names begin with `$`. */
  columns?(entity: Entity): readonly ColumnSpec[]
  /** Indexes of the table of an entity. */
  indexes?(entity: Entity): readonly IndexSpec[]
  /** Steps that join the stages of operations, behind the core's. */
  steps?: readonly Step[]
  /** Other reasons for which an operation is taken, and what is left out then. */
  intents?: Readonly<Record<string, Intent>>
  /** Whether a document may lack what its fields require. */
  mayLack?(entity: Entity, doc: Doc): boolean
  /** The form in which an operation takes an entity whose fields are localized. */
  form?(entity: Entity, view: View, purpose: 'read' | 'change', settings: Settings): Entity
  /** A filter that joins every mention of an entity: in lists, by id, through relations, in counts. */
  restrict?(entity: Entity, caller: Caller, view: View): Where | Filter | undefined
  /** What a `where` may ask for beside fields, by name; a field of that name comes first. */
  filters?: Readonly<Record<string, NamedFilter>>
  /** How lists of an entity are sorted that do not say so. */
  order?(entity: Entity): readonly Order[] | undefined
  /** Whether the caller must not notice saves that leave the time of the last change alone, such as those of a pending draft. */
  hidesSaves?(entity: Entity, caller: Caller): boolean
  /** Rows that are shown otherwise than their columns say. */
  overlay?(entity: Entity, caller: Caller, view: View): Overlay | undefined
  /** Named access rules. */
  rules?: Readonly<Record<string, NamedRule>>
  /** Routes under the API prefix, also those that the configuration leaves out (`routesWhere`). */
  routes?(settings: Settings): readonly Route[]
  /** Routes from the site's root; served by the standalone server alone. */
  rootRoutes?(settings: Settings): readonly Route[]
  /** What it serves outside the API prefix: everything at and below a path. */
  site?(settings: Settings): Site | undefined
  /** How documents of a collection of its own are made from a request, where that takes more than a JSON body. */
  create?: Readonly<Record<string, Creation>>
  /** Whether a request to create something may repeat an earlier one. */
  attempt?(request: ApiRequest, created: Entity | Creatable, sent: Sent): Promise<Attempt | undefined>
  /** Why a repeated request for a new document can't be answered like the first one. */
  shownOnce?(entity: Entity): string | undefined
  /** What it says about the documents that a relation may point to, beside the field's own `filterOptions`. */
  choices?(field: Field): Choices | undefined
  /** Who a request is from: somebody, nobody (`null`), or no answer (`undefined`), and the next one is asked. */
  authenticate?(exchange: Exchange, engine: Engine, callerFor: CallerFor): Found | Promise<Found>
  /** Whether a role that the configuration does not list exists nevertheless. */
  knowsRole?(engine: Engine, role: string): boolean | Promise<boolean>
  /** Whom no access rule of an entity can keep out. */
  admits?(entity: Entity, verb: Verb, caller: Caller): boolean
  /** What it leaves of what a rule admits: nothing, some documents, or all (`undefined`). It can't widen a rule. */
  limit?(engine: Engine, entity: Entity, verb: Verb, caller: Caller): Limit | Promise<Limit>
  /** Fields that it takes from a caller. */
  limitFields?(engine: Engine, entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined>
  /** Whether it opens a view of the admin, such as `status`, to somebody who is no admin. */
  opens?(engine: Engine, view: string, caller: Caller): boolean | Promise<boolean>
  /** Members that it adds to the Local API; the interface `Cms` declares them. */
  local?: Members
  /** Arguments of operations that it owns, by their names in the query of a request. Steps find them in the view. */
  options?: Readonly<Record<string, OperationOption>>
  /** Adds to what is answered to a change of a document: cookies, headers. */
  answered?(answer: Answer, request: ApiRequest, operation: Operation): void | Promise<void>
  /** Keeps what another feature notes for the record. */
  keeps?(engine: Engine, caller: Caller, note: Note): Kept | undefined
  /** What must leave the house because of a custom event: written at once, sent after the commit. */
  outgoing?(happening: Happening, engine: Engine): readonly Queued[]
  /** What waits to leave the house, by the kind that admins know it as. */
  queues?: Readonly<Record<string, Queue>>
  /** Work that is run every minute by one process or another, and with `runJobs`. */
  jobs?: readonly FeatureJob[]
  /** The time that retention may go by, asked once a round; nothing while the clock is in doubt. */
  retentionTime?(engine: Engine): Promise<Date | undefined>
  /** Commands of the CLI. */
  commands?: readonly CliCommand[]
  /** Joins the migration in which a slug changes, after what columns say of their `slugs` has moved. */
  slugChanged?(engine: Engine, change: SlugChange, connection: Connection): Promise<void>
  /** Hears what happened, after the commit. */
  hear?(happening: Happening, engine: Engine): void | Promise<void>
  /** What needs a person's attention now; shown on the status page. */
  attention?(engine: Engine): readonly Attention[] | Promise<readonly Attention[]>
  start?(engine: Engine): void | Promise<void>
  stop?(engine: Engine): void | Promise<void>
}
