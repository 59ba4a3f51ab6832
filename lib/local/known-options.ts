/** Refuses misspelt options of calls, which would change what a call does without a word, and what isn't an object of options.
 * Tested by test/local/options.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { unknownOption } from '../../schema/nearest.ts'
import { kindOf } from '../../schema/plain-object.ts'
import { badQuery, GalleyError } from '../errors.ts'
import type { FeatureAnswers } from '../feature-answers.ts'
import type { OperationName } from '../operations/contract.ts'
import type { Call } from './call.ts'

/** Options of every answer, those of single operations, and what the handle itself passes on. */
const OF_ALL = ['depth', 'select', 'context', 'showHidden'] as const satisfies readonly (keyof Call)[]
const OWN: Readonly<Record<OperationName, readonly (keyof Call)[]>> = {
  list: ['where', 'sort', 'limit', 'page', 'count'],
  read: [],
  create: [],
  update: ['where', 'ifMatch', 'ifUnchanged'],
  delete: ['where', 'ifMatch', 'ifUnchanged'],
}
const OPERATIONS = Object.keys(OWN) as OperationName[]
const PASSED_ON = ['id', 'input', 'intent', 'with', 'within', 'asText', 'options'] as const satisfies readonly (keyof Call)[]

/** The options of features, by the operations that they are for. Those of reads also shape the answers to changes. */
const ofFeatures = derived(({ options }: FeatureAnswers) => {
  const forOne = (operation: OperationName) =>
    Object.entries(options).flatMap(([name, { local = name, on }]) => (on.includes('read') || on.includes(operation) ? [local] : []))
  return Object.fromEntries(OPERATIONS.map((operation) => [operation, forOne(operation)])) as Record<OperationName, string[]>
})

/** Options of an operation. `more`: those that only this method has. */
export function refuseUnknown(given: object, features: FeatureAnswers, operation: OperationName, more: readonly string[] = []): void {
  const known = [...OWN[operation], ...OF_ALL, ...ofFeatures(features)[operation], ...more]
  const isPassedOn = (name: string) => PASSED_ON.some((one) => one === name)
  refuse(
    keysOf(given, known).filter((name) => !isPassedOn(name)),
    known,
  )
}

/** For methods that take options of their own, or an object under another name. */
export function takesOnly<Given extends object>(given: Given, known: readonly (keyof Given & string)[], name = 'options'): void {
  refuse(keysOf(given, known, name), known)
}

function keysOf(given: unknown, known: readonly string[], name = 'options'): string[] {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return Object.keys(given)
  throw badQuery(`must be an object with any of ${known.join(', ')}, not ${kindOf(given)}`, name)
}

function refuse(names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new GalleyError(
    'BAD_QUERY',
    unknown.map((field) => ({ message: unknownOption(field, known), field })),
  )
}
