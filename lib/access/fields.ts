/** Access to fields: which ones a caller may not read, set or change, in any document or in one.
 * Tested by test/http/fields.test.ts.
 */
import { derived, derivedFromText } from '../../schema/derived.ts'
import { everyCopy, FieldSet } from '../../schema/field-set.ts'
import type { Entity, Field } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { About, AccessParts, FieldLimits } from './contract.ts'
import { isPromise, WatchedArguments } from './rule-call.ts'
import type { Rule } from './rules.ts'

/** The fields of an entity that a caller may not read. `ask` contains those whose rule depends on the document. */
export interface Mask {
  key: string
  denied: FieldSet
  ask: FieldSet
  /** Fields that are readable in one document only; they are part of `ask`. */
  openOnlyIn?: { id: number; fields: FieldSet }
}

type FieldAnswer = 'yes' | 'no' | 'depends'

const NO_FIELDS = new FieldSet()
const OPEN: Mask = { key: '', denied: NO_FIELDS, ask: NO_FIELDS }

export class FieldAccess {
  readonly #parts: AccessParts
  readonly #fields = derived(ruledFieldsOf)

  constructor(parts: AccessParts) {
    this.#parts = parts
  }

  /** Evaluates the read rules of an entity's fields, for `mask`. */
  prepare(entity: Entity, caller: Caller): void | Promise<void> {
    const answers = caller.answers(entity)
    if (answers.mask !== undefined) return
    const note = (mask: Mask) => {
      answers.mask = mask
    }
    const mask = this.#maskOf(entity, caller)
    return mask instanceof Promise ? mask.then(note) : note(mask)
  }

  /** After `prepare`. */
  mask(entity: Entity, caller: Caller): Mask {
    return caller.answers(entity).mask as Mask
  }

  #maskOf(entity: Entity, caller: Caller): Mask | Promise<Mask> {
    const mask = this.#ruledMask(entity, caller)
    const limits = caller.actor.kind === 'system' ? undefined : this.#parts.features.limitFields(entity, caller)
    return limits ? Promise.all([mask, limits]).then(([one, more]) => withHidden(one, entity, more)) : mask
  }

  #ruledMask(entity: Entity, caller: Caller): Mask | Promise<Mask> {
    const { ruled, maskOf } = this.#fields(entity)
    if (caller.actor.kind === 'system' || ruled.size === 0) return OPEN
    const answers = ruled.once().map((field) => this.#askField(field, 'read', caller, undefined))
    if (answers.some((answer) => answer instanceof Promise)) return Promise.all(answers).then((all) => maskOf(keyOf(all)))
    return maskOf(keyOf(answers as FieldAnswer[]))
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
    const args = new WatchedArguments(caller, about)
    const failed = (error: unknown): FieldAnswer => {
      if (args.touched && !about) return 'depends'
      this.#parts.log.error(`the access rule '${verb}' of the field '${field.path}' failed, so access is denied`, { error })
      return 'no'
    }
    const verdict = (answer: unknown): FieldAnswer => (args.touched && !about ? 'depends' : answer === true ? 'yes' : 'no')
    try {
      // biome-ignore lint/style/noNonNullAssertion: the start checks that the rules which a schema names exist
      const named = typeof source === 'string' ? this.#parts.rules[source]! : undefined
      const answer = named ? (named.field ?? named.rule)(args) : (source as Rule)(args)
      return isPromise(answer) ? Promise.resolve(answer).then(verdict, failed) : verdict(answer)
    } catch (error) {
      return failed(error)
    }
  }

  /** The fields of one document that the caller may not read. */
  async unreadable(mask: Mask, caller: Caller, about: { id?: number; data: Record<string, unknown> }): Promise<FieldSet> {
    if (mask.ask.size === 0) return mask.denied
    const denied = new Set<Field>()
    const { openOnlyIn } = mask
    for (const field of mask.ask.once()) {
      const isLimited = openOnlyIn?.fields.has(field) && openOnlyIn.id !== about.id
      const answer = isLimited ? 'no' : this.#askField(field, 'read', caller, about)
      if ((answer instanceof Promise ? await answer : answer) !== 'yes') denied.add(field)
    }
    return mask.denied.and(mask.ask.filter((field) => denied.has(field)))
  }

  /** The fields of an entity that the caller may not set. Without `data`, only those that the caller may set in no document. */
  async unwritable(entity: Entity, verb: 'create' | 'update', caller: Caller, about: About): Promise<FieldSet> {
    if (caller.actor.kind === 'system') return NO_FIELDS
    const { id, data } = about
    const known = data && { ...(id !== undefined && { id }), data }
    const denied = new Set<Field>()
    const limited = this.#parts.features.limitFields(entity, caller)
    const limits = limited && (await limited)
    const isExempt = limits?.exempt !== undefined && limits.exempt === about.id
    const taken = isExempt ? [] : [...(limits?.hidden ?? []), ...(limits?.readOnly ?? [])]
    const { all } = this.#fields(entity)
    for (const field of all.once()) {
      const answer = taken.includes(field.path) || isReserved(field, verb) ? 'no' : this.#askField(field, verb, caller, known)
      if ((answer instanceof Promise ? await answer : answer) === 'no') denied.add(field)
    }
    return denied.size === 0 ? NO_FIELDS : all.filter((field) => denied.has(field))
  }
}

/** How many masks of an entity are kept. */
const MOST_MASKS = 500

/** All fields of an entity, those with a read rule, and the masks that follow from the answers of these rules. */
function ruledFieldsOf(entity: Entity) {
  const all = new FieldSet(everyCopy(entity.fields))
  const ruled = all.filter((field) => field.access.read !== undefined)
  return { all, ruled, maskOf: derivedFromText((key) => maskFor(ruled, key), MOST_MASKS) }
}

const ruleOf = ({ access }: Field, verb: 'read' | 'create' | 'update') => access[verb] ?? (verb === 'create' ? access.update : undefined)

/** Hidden fields without a rule can be set only by your own code. */
export const isReserved = (field: Field, verb: 'create' | 'update'): boolean =>
  field.hidden && !field.writeOnly && ruleOf(field, verb) === undefined

const keyOf = (answers: readonly FieldAnswer[]): string => answers.map((answer) => answer[0]).join('')

/** `key`: the first letter of each answer. */
function maskFor(ruled: FieldSet, key: string): Mask {
  const verdicts = new Map(ruled.once().map((field, index) => [field, key[index]]))
  return {
    key,
    denied: ruled.filter((field) => verdicts.get(field) === 'n'),
    ask: ruled.filter((field) => verdicts.get(field) === 'd'),
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
