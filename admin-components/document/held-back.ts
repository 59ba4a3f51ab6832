/** Finds the part of a form that is kept back while everything else is saved: fields that somebody else changed, too, inputs that aren't a value yet, and values that
 * the server refuses. Knows no form.
 * Tested by test/admin-components/held-back.test.ts.
 */
import type { ApiError } from '../../client/api-error.ts'
import type { Field } from '../app/schema.ts'
import { type Conflict, mergeChanges, type Sides } from './merge-changes.ts'
import { placeOf, topField, valueAt } from './places.ts'
import type { FieldValue, Values } from './values.ts'

export const pick = (values: Values, names: Iterable<string>): Values =>
  Object.fromEntries([...names].filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))

export const fieldsOf = (conflicts: readonly Conflict[]): string[] => [...new Set(conflicts.map(({ place }) => String(place[0])))]

/** Merges two people's changes. The fields in which they conflict stay whole as they are in `mine`; `disputed` names them. */
export function mergedExceptConflicts(fields: readonly Field[], sides: Sides): { values: Values; disputed: string[] } {
  const { values, conflicts } = mergeChanges(fields, sides)
  const disputed = fieldsOf(conflicts)
  return { values: { ...values, ...pick(sides.mine, disputed) }, disputed }
}

/** Values that the server refused, with what it said about them. */
export class RefusedValues {
  #values: Values = {}
  /** By path. */
  reasons: ReadonlyMap<string, string> = new Map()

  refuse(values: Values, problems: ReadonlyMap<string, string>): void {
    this.reasons = new Map([...this.reasons, ...problems])
    this.#values = { ...this.#values, ...pick(values, [...problems.keys()].map(topField)) }
  }

  /** The user has typed in this field. */
  forget(name: string): void {
    if (this.reasons.size > 0) this.reasons = new Map([...this.reasons].filter(([path]) => topField(path) !== name))
    delete this.#values[name]
  }

  clear(): void {
    this.#values = {}
    this.reasons = new Map()
  }

  get fields(): readonly string[] {
    return Object.keys(this.#values)
  }
}

/** The values as they can be stored: where an input isn't a value yet, the stored one stays. In a new row it is the last that was one. */
export function withoutUnfinished(values: Values, stored: Values, paths: Iterable<string>): Values {
  const finished = structuredClone(values)
  for (const path of paths) {
    const before = valueAt(placeOf(path, values), stored)
    if (before === undefined) continue
    const steps = path.split('.')
    const name = steps.pop() as string
    const inside = steps.reduce<FieldValue>((at, step) => at?.[step], finished)
    if (inside) inside[name] = structuredClone(before)
  }
  return finished
}

/** The reasons of a refusal, by path; none if one of them is about something else than values that were sent. */
export function refusedOf({ problems }: ApiError, sent: Values): ReadonlyMap<string, string> {
  const known = problems.flatMap(({ field, message }) =>
    field !== undefined && Object.hasOwn(sent, topField(field)) ? [[field, message] as const] : [],
  )
  return new Map(known.length === problems.length ? known : [])
}
