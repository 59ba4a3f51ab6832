/** Combines the features of one CMS: asks each of them and merges their answers into one. */

import type { Entity, Field, Model } from '../schema/model.ts'
import type { FieldLimits, Verb } from './access/contract.ts'
import type { NamedRule } from './access/rules.ts'
import type { Caller } from './actor.ts'
import type { Engine, Operation } from './engine.ts'
import type { Happening } from './events/events.ts'
import type { Note, NoteWrites } from './events/note.ts'
import type { Queued } from './events/outbox.ts'
import type { Feature, NamedFilter } from './feature.ts'
import type { Attention, Choices, FeatureAnswers, Leaving, OperationOption } from './feature-answers.ts'
import type { Answer } from './http/answer.ts'
import type { ApiRequest, Attempt, Creatable, CreatingFeatures, Creation, Sent } from './http/request.ts'
import type { Job } from './local/jobs.ts'
import { addedBy } from './local/members.ts'
import type { SlugChange } from './migrations/slugs.ts'
import type { Intent } from './operations/intent.ts'
import type { Step } from './operations/stages.ts'
import { all, and, type Filter, isFilter, none } from './query/filter.ts'
import type { Overlay } from './query/overlay.ts'
import type { Order } from './query/sort.ts'
import type { View } from './query/view.ts'
import type { Where } from './query/where.ts'
import type { Settings } from './settings.ts'
import type { Connection } from './store/contract.ts'
import type { Doc } from './store/document.ts'
import type { IndexSpec } from './store/index-spec.ts'
import type { ColumnSpec, TableSpec } from './store/tables.ts'
import type { Tally } from './store/tally.ts'

/** Slots whose functions are called in every request. */
type PerRequest =
  | 'attempt'
  | 'shownOnce'
  | 'answered'
  | 'form'
  | 'restrict'
  | 'overlay'
  | 'hidesSaves'
  | 'choices'
  | 'mayLack'
  | 'received'
  | 'unsettable'
  | 'admits'
  | 'limit'
  | 'limitFields'
type Slot<K extends PerRequest> = NonNullable<Feature[K]>

export class FeatureSet implements FeatureAnswers, CreatingFeatures {
  readonly list: readonly Feature[]
  readonly steps: readonly Step[]
  readonly intents: Readonly<Record<string, Intent>>
  readonly jobs: readonly Job[]
  readonly rules: Readonly<Record<string, NamedRule>>
  readonly options: Readonly<Record<string, OperationOption>>
  readonly members: readonly object[]
  readonly creations: Readonly<Record<string, Creation>>
  readonly queues: Readonly<Record<string, Leaving>>
  readonly #engine: Engine
  readonly #attempt: readonly Slot<'attempt'>[]
  readonly #shownOnce: readonly Slot<'shownOnce'>[]
  readonly #answered: readonly Slot<'answered'>[]
  readonly #filters: Readonly<Record<string, NamedFilter>>
  readonly #form: readonly Slot<'form'>[]
  readonly #restrict: readonly Slot<'restrict'>[]
  readonly #overlay: readonly Slot<'overlay'>[]
  readonly #hidesSaves: readonly Slot<'hidesSaves'>[]
  readonly #choices: readonly Slot<'choices'>[]
  readonly #mayLack: readonly Slot<'mayLack'>[]
  readonly #received: readonly Slot<'received'>[]
  readonly #unsettable: readonly Slot<'unsettable'>[]
  readonly #admits: readonly Slot<'admits'>[]
  readonly #limit: readonly Slot<'limit'>[]
  readonly #limitFields: readonly Slot<'limitFields'>[]
  readonly #tallies = new Map<string, Tally | null>()
  readonly #orders = new Map<Entity, readonly Order[]>()

  constructor(list: readonly Feature[], engine: Engine) {
    this.list = list
    this.#engine = engine
    this.steps = list.flatMap((feature) => feature.steps ?? [])
    this.jobs = list.flatMap((feature) => feature.jobs ?? []).map(({ name, run }) => ({ name, run: (round) => run(engine, round) }))
    this.intents = Object.assign({}, ...list.map((feature) => feature.intents))
    this.rules = Object.assign({}, ...list.map((feature) => feature.rules))
    this.options = Object.assign({}, ...list.map((feature) => feature.options))
    this.members = addedBy(list)
    this.creations = Object.assign({}, ...list.map((feature) => feature.create))
    this.queues = Object.fromEntries(
      list
        .flatMap((feature) => Object.entries(feature.queues ?? {}))
        .map(([kind, queue]) => [kind, { ...queue, outbox: () => queue.outbox(engine) }]),
    )
    this.#attempt = slot(list, 'attempt')
    this.#shownOnce = slot(list, 'shownOnce')
    this.#answered = slot(list, 'answered')
    this.#filters = Object.assign(Object.create(null), ...list.map((feature) => feature.filters))
    this.#form = slot(list, 'form')
    this.#restrict = slot(list, 'restrict')
    this.#overlay = slot(list, 'overlay')
    this.#hidesSaves = slot(list, 'hidesSaves')
    this.#choices = slot(list, 'choices')
    this.#mayLack = slot(list, 'mayLack')
    this.#received = slot(list, 'received')
    this.#unsettable = slot(list, 'unsettable')
    this.#admits = slot(list, 'admits')
    this.#limit = slot(list, 'limit')
    this.#limitFields = slot(list, 'limitFields')
  }

  /** What features find wrong in content types, and in options that name them. */
  problemsOf(model: Model, settings: Settings): string[] {
    const entities = [...model.entities.values()]
    return this.list.flatMap((feature) => [
      ...entities.flatMap((entity) => feature.checkEntity?.(entity, settings) ?? []),
      ...(feature.checkModel?.(model, settings) ?? []),
    ])
  }

  tables(settings: Settings, model: Model): TableSpec[] {
    return this.list.flatMap((feature) => feature.tables?.(settings, model) ?? []).map(({ spec }) => spec)
  }

  columns(entity: Entity): ColumnSpec[] {
    return this.list.flatMap((feature) => feature.columns?.(entity) ?? [])
  }

  leading(entity: Entity): string | undefined {
    for (const feature of this.list) {
      const column = feature.leading?.(entity)
      if (column !== undefined) return column
    }
    return undefined
  }

  /** The groups of its rows whose totals are kept. */
  tally(entity: Entity): Tally | undefined {
    const known = this.#tallies.get(entity.slug)
    if (known !== undefined) return known ?? undefined
    const leading = this.leading(entity)
    const trash = this.columns(entity).find(({ trashes }) => trashes)?.name
    const divides = entity.kind === 'collection' && (leading ?? trash) !== undefined
    const tally = divides ? { ...(leading !== undefined && { leading }), ...(trash !== undefined && { trash }) } : undefined
    this.#tallies.set(entity.slug, tally ?? null)
    return tally
  }

  indexes(entity: Entity): IndexSpec[] {
    return this.list.flatMap((feature) => feature.indexes?.(entity) ?? [])
  }

  form(entity: Entity, view: View, purpose: 'read' | 'change'): Entity {
    if (!entity.forms) return entity
    return this.#form.reduce((one, form) => form(one, view, purpose, this.#engine.settings), entity)
  }

  restrict(entity: Entity, caller: Caller, view: View): Filter {
    if (this.#restrict.length === 0) return all
    return and(...this.#restrict.map((one) => this.#filter(one(entity, caller, view), entity)))
  }

  overlay(entity: Entity, caller: Caller, view: View): Overlay | undefined {
    for (const one of this.#overlay) {
      const found = one(entity, caller, view)
      if (found) return found
    }
    return undefined
  }

  hidesSaves(entity: Entity, caller: Caller): boolean {
    return this.#hidesSaves.some((one) => one(entity, caller))
  }

  admits(entity: Entity, verb: Verb, caller: Caller): boolean {
    return this.#admits.some((one) => one(entity, verb, caller))
  }

  limit(entity: Entity, verb: Verb, caller: Caller): Filter | Promise<Filter> {
    const limits = this.#limit.map((one) => one(this.#engine, entity, verb, caller)).filter((one) => one !== undefined)
    if (limits.length === 0) return all
    const together = (known: readonly (Where | false | undefined)[]) => and(...known.map((one) => this.#filter(one, entity)))
    return limits.some((one) => one instanceof Promise) ? Promise.all(limits).then(together) : together(limits as (Where | false)[])
  }

  limitFields(entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined> {
    const limits = this.#limitFields.map((one) => one(this.#engine, entity, caller)).filter((one) => one !== undefined)
    if (limits.length === 0) return undefined
    return Promise.all(limits).then((given) => {
      const known = given.filter((one) => one !== undefined)
      const exempt = known[0]?.exempt
      return {
        hidden: known.flatMap((one) => one.hidden),
        readOnly: known.flatMap((one) => one.readOnly),
        ...(exempt !== undefined && known.every((one) => one.exempt === exempt) && { exempt }),
      }
    })
  }

  namedFilter(name: string, entity: Entity, caller: Caller): Filter | undefined {
    const known = this.#filters[name]
    return known?.for(entity) && known.isOpen(caller) ? known.filter : undefined
  }

  order(entity: Entity): readonly Order[] {
    let found = this.#orders.get(entity)
    if (!found) {
      found = this.list.flatMap((feature) => feature.order?.(entity) ?? [])
      this.#orders.set(entity, found)
    }
    return found
  }

  mayLack(entity: Entity, doc: Doc): boolean {
    return this.#mayLack.some((one) => one(entity, doc))
  }

  received(entity: Entity, data: Doc): void {
    for (const one of this.#received) one(entity, data)
  }

  unsettable(entity: Entity, path: string): string | undefined {
    for (const one of this.#unsettable) {
      const reason = one(entity, path)
      if (reason !== undefined) return reason
    }
    return undefined
  }

  choices(field: Field): readonly Choices[] {
    return this.#choices.flatMap((one) => one(field) ?? [])
  }

  async opens(view: string, caller: Caller): Promise<boolean> {
    for (const feature of this.list) if (await feature.opens?.(this.#engine, view, caller)) return true
    return false
  }

  noted(caller: Caller, note: Note): NoteWrites {
    const kept = this.list.flatMap((feature) => feature.keeps?.(this.#engine, caller, note) ?? [])
    return { writes: kept.flatMap((one) => one.writes), afterwards: kept.flatMap((one) => one.afterwards) }
  }

  outgoing(happening: Happening): Queued[] {
    return this.list.flatMap((feature) => feature.outgoing?.(happening, this.#engine) ?? [])
  }

  async attention(): Promise<Attention[]> {
    return (await Promise.all(this.list.map((feature) => feature.attention?.(this.#engine) ?? []))).flat()
  }

  async retentionTime(): Promise<Date | undefined> {
    const keeper = this.list.find((feature) => feature.retentionTime)
    return keeper?.retentionTime ? keeper.retentionTime(this.#engine) : this.#engine.settings.clock.now()
  }

  /** Runs inside the migration that changes a slug. */
  async slugChanged(change: SlugChange, connection: Connection): Promise<void> {
    for (const feature of this.list) await feature.slugChanged?.(this.#engine, change, connection)
  }

  shownOnce(entity: Entity): string | undefined {
    for (const one of this.#shownOnce) {
      const found = one(entity)
      if (found) return found
    }
    return undefined
  }

  creation(slug: string): Creation | undefined {
    return this.creations[slug]
  }

  async attempt(request: ApiRequest, created: Entity | Creatable, sent: Sent): Promise<Attempt | undefined> {
    for (const one of this.#attempt) {
      const found = await one(request, created, sent)
      if (found) return found
    }
    return undefined
  }

  async answered(answer: Answer, request: ApiRequest, operation: Operation): Promise<Answer> {
    for (const one of this.#answered) await one(answer, request, operation)
    return answer
  }

  #filter(given: Where | Filter | false | undefined, entity: Entity): Filter {
    if (given === undefined) return all
    if (given === false) return none
    return isFilter(given) ? given : this.#engine.access.documents.ruleFilter(given, entity)
  }
}

/** The functions of all features in one slot, in list order. */
const slot = <K extends PerRequest>(list: readonly Feature[], name: K): Slot<K>[] =>
  list.flatMap((feature) => (feature[name]?.bind(feature) as Slot<K> | undefined) ?? [])
