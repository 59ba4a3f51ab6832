/** Access to documents: evaluates their rules to yes, no or a filter for one caller. Each rule runs once per request; any error denies access.
 * Tested by test/http/matrix.test.ts.
 */
import type { Entity, RuleSource } from '../../schema/model.ts'
import { kindOf } from '../../schema/plain-object.ts'
import type { Caller } from '../actor.ts'
import { denied } from '../errors.ts'
import { all, and, byId, type Filter, none, or } from '../query/filter.ts'
import { isObject, resolveWhere } from '../query/where.ts'
import type { About, AccessParts, Verb } from './contract.ts'
import { isPromise, WatchedArguments } from './rule-call.ts'
import { checkRuleFilter, trustedLook } from './rule-filter.ts'
import { coreRules, type Rule } from './rules.ts'

const NOTHING: About = Object.freeze({})

export class DocumentAccess {
  readonly #parts: AccessParts

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
    const args = new WatchedArguments(caller, undefined)
    try {
      return (await this.#rule(entity.access[verb] ?? 'loggedIn')(args)) === false && !args.touched
    } catch {
      return false
    }
  }

  /** Whether a rule in code decides, which sees the values of the change. */
  looksAtData(entity: Entity, verb: 'create' | 'update', caller: Caller): boolean {
    return caller.actor.kind !== 'system' && !this.#isCoreRule(entity.access[verb] ?? 'loggedIn')
  }

  #isCoreRule(source: RuleSource): boolean {
    return typeof source === 'string' && Object.hasOwn(coreRules, source)
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
    return resolveWhere(where, entity, trustedLook(this.#parts))
  }

  #rule(source: RuleSource): Rule {
    if (typeof source === 'function') return source as Rule
    // biome-ignore lint/style/noNonNullAssertion: the start checks that the rules which a schema names exist
    return this.#parts.rules[source]!.rule
  }

  /** The documents of an entity that the caller may publish, as far as features limit it. */
  async publishing(entity: Entity, caller: Caller): Promise<Filter> {
    return caller.actor.kind === 'system' ? all : this.#parts.features.limit(entity, 'publish', caller)
  }
}

function admitted(filter: Filter, caller: Caller): Filter {
  if (filter.is === 'none') throw denied(caller.actor)
  return filter
}
