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

type Options = readonly (keyof Call)[]

/** Options of every call, those of what it returns, and those that not all calls have. */
const OF_ALL = ['context', 'showHidden'] as const satisfies Options
const OF_ANSWERS = ['depth', 'select'] as const satisfies Options
const OF_CHANGES = ['ifMatch', 'ifUnchanged'] as const satisfies Options
const KINDS = {
  list: { operation: 'list', own: ['where', 'sort', 'limit', 'page', 'count', ...OF_ANSWERS] },
  all: { operation: 'list', own: ['where', 'sort', 'limit', ...OF_ANSWERS] },
  count: { operation: 'list', own: ['where'] },
  read: { operation: 'read', own: OF_ANSWERS },
  create: { operation: 'create', own: OF_ANSWERS },
  update: { operation: 'update', own: ['where', ...OF_CHANGES, ...OF_ANSWERS] },
  /** Any other change of a document or global. */
  change: { operation: 'update', own: [...OF_CHANGES, ...OF_ANSWERS] },
  delete: { operation: 'delete', own: [...OF_CHANGES, ...OF_ANSWERS] },
} as const satisfies Record<string, { operation: OperationName; own: Options }>

/** Methods with the same options. */
export type KindOfCall = keyof typeof KINDS

const OPERATIONS: readonly OperationName[] = ['list', 'read', 'create', 'update', 'delete']
/** Passed on by the handle itself. */
const PASSED_ON = ['id', 'input', 'intent', 'with', 'within', 'asText', 'options'] as const satisfies readonly (keyof Call)[]

/** The options of features, by the operations that they are for. Those of reads also shape the answers to changes. */
const ofFeatures = derived(({ options }: FeatureAnswers) => {
  const forOne = (operation: OperationName) =>
    Object.entries(options).flatMap(([name, { local = name, on }]) => (on.includes('read') || on.includes(operation) ? [local] : []))
  return Object.fromEntries(OPERATIONS.map((operation) => [operation, forOne(operation)])) as Record<OperationName, string[]>
})

/** `more`: options that only this method has. */
export function refuseUnknown(given: object, features: FeatureAnswers, kind: KindOfCall, more: readonly string[] = []): void {
  const { operation, own } = KINDS[kind]
  const known = [...own, ...OF_ALL, ...ofFeatures(features)[operation], ...more]
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
