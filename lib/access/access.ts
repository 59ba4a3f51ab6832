/** Evaluates access rules to yes, no or a filter for one caller. Each rule runs once per request; any error denies access.
 * Tested by test/http/matrix.test.ts.
 */
import { everyCopy, FieldSet } from '../../schema/field-set.ts'
import type { Entity, Field, RuleSource } from '../../schema/model.ts'
import { kindOf } from '../../schema/plain-object.ts'
import type { Caller } from '../actor.ts'
import { denied } from '../errors.ts'
import type { Log } from '../log.ts'
import { all, and, byId, type Filter, none, or } from '../query/filter.ts'
import type { Look } from '../query/paths.ts'
import { shows, type View } from '../query/view.ts'
import { entitiesIn, isObject, resolveWhere } from '../query/where.ts'
import type { Dialect } from '../store/contract.ts'
import { checkRuleFilter } from './rule-filter.ts'
import type { NamedRule, Rule, RuleArguments } from './rules.ts'

/** No access rule covers `publish`; only features limit it. */
export type Verb = 'read' | 'create' | 'update' | 'delete' | 'publish'

/** The fields of an entity that a caller may not read. `ask` contains those whose rule depends on the document. */
export interface Mask {
  key: string
  denied: FieldSet
  ask: FieldSet
  /** Fields that are readable in one document only; they are part of `ask`. */
  openOnlyIn?: { id: number; fields: FieldSet }
}

interface About {
  id?: number
  data?: Record<string, unknown>
}

const NOTHING: About = Object.freeze({})

type FieldAnswer = 'yes' | 'no' | 'depends'

const NO_FIELDS = new FieldSet()
const OPEN: Mask = { key: '', denied: NO_FIELDS, ask: NO_FIELDS }

export interface AccessParts {
  entity(slug: string): Entity
  /** An entity in the form that a view reads. */
  formFor(slug: string, view: View): Entity
  rules: Readonly<Record<string, NamedRule>>
  dialect: Dialect
  log: Log
  features: AccessFeatures
}

/** What features contribute to access. */
export interface AccessFeatures {
  /** A filter added to every use of an entity. */
  restrict(entity: Entity, caller: Caller, view: View): Filter
  namedFilter(name: string, entity: Entity, caller: Caller): Filter | undefined
  /** Whether the caller bypasses the rules of an entity. */
  admits(entity: Entity, verb: Verb, caller: Caller): boolean
  /** Narrows what a rule allows. */
  limit(entity: Entity, verb: Verb, caller: Caller): Filter | Promise<Filter>
  limitFields(entity: Entity, caller: Caller): undefined | Promise<FieldLimits | undefined>
}

/** Top-level fields that a feature withholds from a caller. */
export interface FieldLimits {
  hidden: readonly string[]
  readOnly: readonly string[]
  /** The id of the one document that these limits do not apply to. */
  exempt?: number
}

export class Access {
  readonly #parts: AccessParts
  readonly #fields = new WeakMap<Entity, { all: FieldSet; ruled: FieldSet }>()

  constructor(parts: AccessParts) {
    this.#parts = parts
  }

  /** The documents of an entity that the caller may access; `none` means denied. A promise only if a rule returns one. */
  filter(entity: Entity, verb: Verb, caller: Caller, about: About = NOTHING): Filter | Promise<Filter> {
    if (caller.actor.kind === 'system') return all
    if (verb !== 'read') return this.#limited(entity, verb, caller, about)
    const answers = caller.answers(entity)
    if (answers.read !== undefined) return answers.read as Filter
    const answer = this.#readable(entity, caller)
    const note = (filter: Filter) => {
      answers.read = filter
      return filter
    }
    return answer instanceof Promise ? answer.then(note) : note(answer)
  }

  /** The documents a caller may read; with a pass also its document, as far as the issuer may read it. */
  #readable(entity: Entity, caller: Caller): Filter | Promise<Filter> {
    const own = this.#limited(entity, 'read', caller, NOTHING)
    const { pass } = caller.actor
    if (pass?.entity !== entity.slug) return own
    const lent = this.filter(entity, 'read', pass.issuer.again())
    return Promise.all([own, lent]).then(([mine, theirs]) => or(mine, pass.id === undefined ? theirs : and(byId(pass.id), theirs)))
  }

  /** The documents the caller may read without a preview link; only these can be changed. Throws if the caller is denied. */
  allowReading(entity: Entity, caller: Caller): Filter | Promise<Filter> {
    if (!caller.actor.pass) return this.allow(entity, 'read', caller)
    return Promise.resolve(this.#limited(entity, 'read', caller, NOTHING)).then((filter) => admitted(filter, caller))
  }

  #limited(entity: Entity, verb: Verb, caller: Caller, about: About): Filter | Promise<Filter> {
    const limit = this.#parts.features.limit(entity, verb, caller)
    return limit instanceof Promise
      ? limit.then((one) => this.#within(one, entity, verb, caller, about))
      : this.#within(limit, entity, verb, caller, about)
  }

  #within(limit: Filter, entity: Entity, verb: Verb, caller: Caller, about: About): Filter | Promise<Filter> {
    if (limit.is === 'none') return none
    const answer = this.#parts.features.admits(entity, verb, caller) ? all : this.#ask(entity, verb, caller, about)
    return answer instanceof Promise ? answer.then((filter) => and(filter, limit)) : and(answer, limit)
  }

  /** Throws if the caller is denied. */
  allow(entity: Entity, verb: Verb, caller: Caller, about: About = NOTHING): Filter | Promise<Filter> {
    const filter = this.filter(entity, verb, caller, about)
    return filter instanceof Promise ? filter.then((one) => admitted(one, caller)) : admitted(filter, caller)
  }

  /** Whether the caller is denied whatever the document contains, so that this is known before it arrives. */
  async deniesOutright(entity: Entity, verb: 'create' | 'update', caller: Caller): Promise<boolean> {
    if (caller.actor.kind === 'system') return false
    if ((await this.#parts.features.limit(entity, verb, caller)).is === 'none') return true
    if (this.#parts.features.admits(entity, verb, caller)) return false
    const args = new FieldAsking(caller, undefined)
    try {
      return (await this.#rule(entity.access[verb] ?? 'loggedIn')(args)) === false && !args.touched
    } catch {
      return false
    }
  }

  #ask(entity: Entity, verb: Verb, caller: Caller, about: About): Filter | Promise<Filter> {
    const rule = this.#rule(entity.access[verb] ?? 'loggedIn')
    const { user, member } = caller.actor
    const failed = (error: unknown) => {
      this.#parts.log.error(`the access rule '${verb}' of '${entity.slug}' failed, so access is denied`, { error })
      return none
    }
    try {
      const answer: unknown = rule({ user, context: caller.context, member, ...about })
      if (!isPromise(answer)) return this.#filterOf(answer, entity)
      return Promise.resolve(answer)
        .then((given) => this.#filterOf(given, entity))
        .catch(failed)
    } catch (error) {
      return failed(error)
    }
  }

  #filterOf(answer: unknown, entity: Entity): Filter {
    if (answer === true) return all
    if (answer === false) return none
    if (!isObject(answer)) throw new Error(`it returned ${kindOf(answer)} instead of true, false or a filter`)
    return this.ruleFilter(answer, entity)
  }

  /** A filter from code, not from a caller: it may use any field, but must not contain empty conditions. Throws otherwise. */
  ruleFilter(where: object, entity: Entity): Filter {
    checkRuleFilter(where)
    return resolveWhere(where, entity, this.trusted())
  }

  #rule(source: RuleSource): Rule {
    if (typeof source === 'function') return source as Rule
    return this.#parts.rules[source]!.rule
  }

  /** Loads what synchronous look-ups need about these entities: their read rules and masks. */
  prepare(entities: readonly Entity[], caller: Caller): void | Promise<void> {
    const waiting: Promise<unknown>[] = []
    for (const entity of entities) {
      const filter = this.filter(entity, 'read', caller)
      if (filter instanceof Promise) waiting.push(filter)
      const answers = caller.answers(entity)
      if (answers.mask !== undefined) continue
      const mask = this.#maskOf(entity, caller)
      const note = (one: Mask) => {
        answers.mask = one
      }
      if (mask instanceof Promise) waiting.push(mask.then(note))
      else note(mask)
    }
    return waiting.length === 0 ? undefined : Promise.all(waiting).then(() => undefined)
  }

  /** After `prepare`: the read rule combined with the restrictions of features. */
  reading(entity: Entity, caller: Caller, view: View): Filter {
    const restricted = this.#parts.features.restrict(entity, caller, view)
    return caller.actor.kind === 'system' ? restricted : and(caller.answers(entity).read as Filter, restricted)
  }

  /** After `prepare`. */
  mask(entity: Entity, caller: Caller): Mask {
    return caller.answers(entity).mask as Mask
  }

  /** Resolves paths given by the caller. */
  look(caller: Caller, view: View): Look {
    return {
      dialect: this.#parts.dialect,
      entity: (slug) => this.#parts.formFor(slug, view),
      rule: (entity) => this.reading(entity, caller, view),
      filter: (name, entity) => this.#parts.features.namedFilter(name, entity, caller),
      visible: (field, entity) => {
        if (!shows(view, field)) return 'unknown'
        const mask = this.mask(entity, caller)
        return mask.denied.has(field) || mask.ask.has(field) ? 'forbidden' : 'yes'
      },
    }
  }

  /** Resolves paths in a rule's filter, which the developer vouches for: no further rules apply to its hops. */
  trusted(): Look {
    return {
      dialect: this.#parts.dialect,
      entity: (slug) => this.#parts.entity(slug),
      rule: () => all,
      // Write-only fields have no column.
      visible: (field) => (field.writeOnly ? 'unknown' : 'yes'),
    }
  }

  /** Evaluates the rules of all entities that a caller's `where` and `sort` use, then resolves their paths. */
  async lookFor(where: unknown, sort: readonly string[], entity: Entity, caller: Caller, view: View): Promise<Look> {
    await this.prepare([entity, ...entitiesIn(where, sort, entity, (slug) => this.#parts.formFor(slug, view))], caller)
    return this.look(caller, view)
  }

  #maskOf(entity: Entity, caller: Caller): Mask | Promise<Mask> {
    const mask = this.#ruledMask(entity, caller)
    const limits = caller.actor.kind === 'system' ? undefined : this.#parts.features.limitFields(entity, caller)
    return limits ? Promise.all([mask, limits]).then(([one, more]) => withHidden(one, entity, more)) : mask
  }

  #ruledMask(entity: Entity, caller: Caller): Mask | Promise<Mask> {
    const { ruled } = this.#fieldsOf(entity)
    if (caller.actor.kind === 'system' || ruled.size === 0) return OPEN
    const answers = ruled.once().map((field) => this.#askField(field, 'read', caller, undefined))
    if (answers.some((answer) => answer instanceof Promise)) return Promise.all(answers).then((all) => maskOf(ruled, all))
    return maskOf(ruled, answers as FieldAnswer[])
  }

  /** Whether the caller may read, set or change a field; `depends` if the rule needs the document and none was given. */
  #askField(
    field: Field,
    verb: 'read' | 'create' | 'update',
    caller: Caller,
    about: (Required<Pick<About, 'data'>> & About) | undefined,
  ): FieldAnswer | Promise<FieldAnswer> {
    const source = ruleOf(field, verb)
    if (source === undefined) return 'yes'
    const args = new FieldAsking(caller, about)
    const failed = (error: unknown): FieldAnswer => {
      if (args.touched && !about) return 'depends'
      this.#parts.log.error(`the access rule '${verb}' of the field '${field.path}' failed, so access is denied`, { error })
      return 'no'
    }
    const verdict = (answer: unknown): FieldAnswer => (args.touched && !about ? 'depends' : answer === true ? 'yes' : 'no')
    try {
      const named = typeof source === 'string' ? this.#parts.rules[source]! : undefined
      const answer = named ? (named.field ?? named.rule)(args) : (source as Rule)(args)
      return isPromise(answer) ? Promise.resolve(answer).then(verdict, failed) : verdict(answer)
    } catch (error) {
      return failed(error)
    }
  }

  /** The documents of an entity that the caller may publish, as far as features limit it. */
  async publishing(entity: Entity, caller: Caller): Promise<Filter> {
    return caller.actor.kind === 'system' ? all : this.#parts.features.limit(entity, 'publish', caller)
  }

  /** The fields of one document that the caller may not read. */
  async unreadable(mask: Mask, caller: Caller, about: { id?: number; data: Record<string, unknown> }): Promise<FieldSet> {
    if (mask.ask.size === 0) return mask.denied
    const denied = new Set<Field>()
    const { openOnlyIn } = mask
    for (const field of mask.ask.once()) {
      const isLimited = openOnlyIn?.fields.has(field) && openOnlyIn.id !== about.id
      if (isLimited || (await this.#askField(field, 'read', caller, about)) !== 'yes') denied.add(field)
    }
    return mask.denied.and(mask.ask.filter((field) => denied.has(field)))
  }

  /** The fields of an entity that the caller may not set. */
  async unwritable(
    entity: Entity,
    verb: 'create' | 'update',
    caller: Caller,
    about: { id?: number; data: Record<string, unknown> },
  ): Promise<FieldSet> {
    if (caller.actor.kind === 'system') return NO_FIELDS
    const denied = new Set<Field>()
    const limits = await this.#parts.features.limitFields(entity, caller)
    const isExempt = limits?.exempt !== undefined && limits.exempt === about.id
    const taken = isExempt ? [] : [...(limits?.hidden ?? []), ...(limits?.readOnly ?? [])]
    const { all } = this.#fieldsOf(entity)
    for (const field of all.once()) {
      if (taken.includes(field.path) || isReserved(field, verb) || (await this.#askField(field, verb, caller, about)) === 'no')
        denied.add(field)
    }
    return all.filter((field) => denied.has(field))
  }

  #fieldsOf(entity: Entity): { all: FieldSet; ruled: FieldSet } {
    let fields = this.#fields.get(entity)
    if (!fields) {
      const all = new FieldSet(everyCopy(entity.fields))
      fields = { all, ruled: all.filter((field) => field.access.read !== undefined) }
      this.#fields.set(entity, fields)
    }
    return fields
  }
}

const ruleOf = ({ access }: Field, verb: 'read' | 'create' | 'update') => access[verb] ?? (verb === 'create' ? access.update : undefined)

/** Hidden fields without a rule can be set only by your own code. */
export const isReserved = (field: Field, verb: 'create' | 'update'): boolean =>
  field.hidden && !field.writeOnly && ruleOf(field, verb) === undefined

function admitted(filter: Filter, caller: Caller): Filter {
  if (filter.is === 'none') throw denied(caller.actor)
  return filter
}

function maskOf(ruled: FieldSet, answers: readonly FieldAnswer[]): Mask {
  const verdicts = new Map(ruled.once().map((field, index) => [field, answers[index]!]))
  return {
    key: answers.map((answer) => answer[0]).join(''),
    denied: ruled.filter((field) => verdicts.get(field) === 'no'),
    ask: ruled.filter((field) => verdicts.get(field) === 'depends'),
  }
}

/** A hidden field hides everything inside it, and the rules of inner fields are not evaluated. */
function withHidden(mask: Mask, entity: Entity, limits: FieldLimits | undefined): Mask {
  if (!limits || limits.hidden.length === 0) return mask
  const hidden = new FieldSet(everyCopy(entity.fields.filter((field) => limits.hidden.includes(field.name))))
  const denied = limits.exempt === undefined ? mask.denied.and(hidden.filter((field) => !mask.denied.has(field))) : mask.denied
  const key = `${mask.key}-${limits.hidden.join()}`
  const ask = mask.ask.filter((field) => !denied.has(field))
  if (limits.exempt === undefined) return { key, denied, ask }
  const fields = hidden.filter((field) => !denied.has(field))
  return { key, denied, ask: ask.and(fields.filter((field) => !ask.has(field))), openOnlyIn: { id: limits.exempt, fields } }
}

/** The arguments of a field's rule; they record whether the rule uses the document. */
class FieldAsking implements RuleArguments {
  readonly user: RuleArguments['user']
  readonly context: Record<string, unknown>
  readonly member: boolean
  readonly #about: About | undefined
  touched = false

  constructor({ actor, context }: Caller, about: About | undefined) {
    this.user = actor.user
    this.context = context
    this.member = actor.member
    this.#about = about
  }

  get id(): number {
    this.touched = true
    return this.#about?.id as number
  }

  get data(): Record<string, unknown> {
    this.touched = true
    return this.#about?.data as Record<string, unknown>
  }
}

/** Any thenable counts, including promises of other realms or libraries. */
const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
