/** A rule → yes, no or a filter, for one caller. Each rule is asked once a request; whatever goes wrong denies. */
import { type Entity, everyField, type Field, type RuleSource } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import { ForbiddenError, unauthenticated } from '../errors.ts'
import type { Log } from '../log.ts'
import { all, type Filter, none } from '../query/filter.ts'
import type { Look } from '../query/paths.ts'
import { entitiesIn, isObject, resolveWhere } from '../query/where.ts'
import type { Dialect } from '../store/contract.ts'
import type { NamedRule, Rule, RuleArguments } from './rules.ts'

export type Verb = 'read' | 'create' | 'update' | 'delete'

/** Which fields of an entity a caller may not read. `ask` are those whose rule looks at the document. */
export interface Mask {
  key: string
  denied: ReadonlySet<Field>
  ask: readonly Field[]
}

const OPEN: Mask = { key: '', denied: new Set(), ask: [] }

export interface AccessParts {
  entity(slug: string): Entity
  rules: Readonly<Record<string, NamedRule>>
  dialect: Dialect
  log: Log
  /** What features add to every mention of an entity. */
  restrict(entity: Entity, caller: Caller): Filter
}

export class Access {
  readonly #parts: AccessParts
  readonly #ruled = new WeakMap<Entity, readonly Field[]>()

  constructor(parts: AccessParts) {
    this.#parts = parts
  }

  /** What of an entity the caller may reach; `none` is a denial. */
  async filter(
    entity: Entity,
    verb: Verb,
    caller: Caller,
    about: { id?: number; data?: Record<string, unknown> } = {},
  ): Promise<Filter> {
    if (caller.actor.kind === 'system') return all
    const key = `${entity.slug} ${verb} ${about.id ?? ''}`
    let answer = caller.memo.get(key) as Filter | undefined
    if (answer === undefined) {
      answer = await this.#ask(entity, verb, caller, about)
      if (about.data === undefined) caller.memo.set(key, answer)
    }
    return answer
  }

  /** Throws where the caller is denied. */
  async allow(
    entity: Entity,
    verb: Verb,
    caller: Caller,
    about: { id?: number; data?: Record<string, unknown> } = {},
  ): Promise<Filter> {
    const filter = await this.filter(entity, verb, caller, about)
    if (filter.is === 'none') throw caller.actor.user ? new ForbiddenError() : unauthenticated()
    return filter
  }

  async #ask(entity: Entity, verb: Verb, caller: Caller, about: object): Promise<Filter> {
    const rule = this.#rule(entity.access[verb] ?? 'loggedIn')
    const { user, member } = caller.actor
    try {
      const answer = await rule({ user, context: caller.context, member, ...about })
      if (answer === true) return all
      if (answer === false) return none
      if (!isObject(answer)) throw new Error(`it gave ${describe(answer)} instead of true, false or a filter`)
      if (holdsUndefined(answer)) throw new Error('its filter holds undefined')
      return resolveWhere(answer, entity, this.trusted())
    } catch (error) {
      this.#parts.log.error(`the access rule '${verb}' of '${entity.slug}' failed and denies`, { error })
      return none
    }
  }

  #rule(source: RuleSource): Rule {
    if (typeof source === 'function') return source as Rule
    return this.#parts.rules[source]!.rule
  }

  /** Everything a synchronous look-up will need about these entities: their read rules and masks. */
  async prepare(entities: Iterable<Entity>, caller: Caller): Promise<void> {
    for (const entity of entities) {
      await this.filter(entity, 'read', caller)
      if (!caller.memo.has(entity)) caller.memo.set(entity, await this.#maskOf(entity, caller))
    }
  }

  /** After `prepare`: the read rule and what features restrict. */
  reading(entity: Entity, caller: Caller): Filter {
    return caller.actor.kind === 'system' ? all : (caller.memo.get(`${entity.slug} read `) as Filter)
  }

  /** After `prepare`. */
  mask(entity: Entity, caller: Caller): Mask {
    return caller.memo.get(entity) as Mask
  }

  /** How the caller's own paths are looked up. */
  look(caller: Caller, showHidden = false): Look {
    return {
      dialect: this.#parts.dialect,
      entity: (slug) => this.#parts.entity(slug),
      rule: (entity) => this.reading(entity, caller),
      visible: (field, entity) => {
        if (field.hidden && !showHidden) return 'unknown'
        const mask = this.mask(entity, caller)
        return mask.denied.has(field) || mask.ask.includes(field) ? 'forbidden' : 'yes'
      },
    }
  }

  /** Filters that rules give are the developer's word: their hops ask no further rule. */
  trusted(): Look {
    return {
      dialect: this.#parts.dialect,
      entity: (slug) => this.#parts.entity(slug),
      rule: () => all,
      visible: () => 'yes',
    }
  }

  /** A caller's `where` and `sort` mention other entities: their rules are asked first. */
  async lookFor(
    where: unknown,
    sort: readonly string[],
    entity: Entity,
    caller: Caller,
    showHidden: boolean,
  ): Promise<Look> {
    await this.prepare([entity, ...entitiesIn(where, sort, entity, (slug) => this.#parts.entity(slug))], caller)
    return this.look(caller, showHidden)
  }

  async #maskOf(entity: Entity, caller: Caller): Promise<Mask> {
    const ruled = this.#ruledFields(entity)
    if (caller.actor.kind === 'system' || ruled.length === 0) return OPEN
    const denied = new Set<Field>()
    const ask: Field[] = []
    let key = ''
    for (const field of ruled) {
      const answer = await this.#askField(field, 'read', caller, undefined)
      if (answer === 'no') denied.add(field)
      if (answer === 'depends') ask.push(field)
      key += answer[0]
    }
    return { key, denied, ask }
  }

  /** Whether the caller may read, set or change a field of one document; `depends` when that was not given but looked at. */
  async #askField(
    field: Field,
    verb: 'read' | 'create' | 'update',
    caller: Caller,
    about: { id?: number; data?: Record<string, unknown> } | undefined,
  ): Promise<'yes' | 'no' | 'depends'> {
    const source = field.access[verb] ?? (verb === 'create' ? field.access.update : undefined)
    if (source === undefined) return 'yes'
    let touched = false
    const { user, member } = caller.actor
    const asking: RuleArguments = {
      user,
      context: caller.context,
      member,
      get id() {
        touched = true
        return about?.id as number
      },
      get data() {
        touched = true
        return about?.data as Record<string, unknown>
      },
    }
    try {
      const named = typeof source === 'string' ? this.#parts.rules[source]! : undefined
      const answer = await (named ? (named.field ?? named.rule)(asking) : (source as Rule)(asking))
      if (touched && !about) return 'depends'
      return answer === true ? 'yes' : 'no'
    } catch (error) {
      if (touched && !about) return 'depends'
      this.#parts.log.error(`the access rule '${verb}' of the field '${field.path}' failed and denies`, { error })
      return 'no'
    }
  }

  async mayRead(field: Field, caller: Caller, about: { id?: number; data: Record<string, unknown> }): Promise<boolean> {
    return (await this.#askField(field, 'read', caller, about)) === 'yes'
  }

  /** The fields of an entity that the caller may not set. */
  async unwritable(
    entity: Entity,
    verb: 'create' | 'update',
    caller: Caller,
    about: { id?: number; data: Record<string, unknown> },
  ): Promise<Set<Field>> {
    const denied = new Set<Field>()
    if (caller.actor.kind === 'system') return denied
    for (const field of everyField(entity.fields)) {
      if ((await this.#askField(field, verb, caller, about)) === 'no') denied.add(field)
    }
    return denied
  }

  #ruledFields(entity: Entity): readonly Field[] {
    let fields = this.#ruled.get(entity)
    if (!fields)
      this.#ruled.set(
        entity,
        (fields = [...everyField(entity.fields)].filter((field) => field.access.read !== undefined)),
      )
    return fields
  }
}

const describe = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`)

function holdsUndefined(value: unknown): boolean {
  if (value === undefined) return true
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsUndefined)
}
