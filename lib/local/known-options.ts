/** Refuses misspelt options of calls, which would change what a call does without a word, and what isn't an object of options.
 * Tested by test/local/options.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { kindOf } from '../../schema/plain-object.ts'
import { badQuery, GalleyError } from '../errors.ts'
import type { FeatureAnswers } from '../feature-answers.ts'
import type { Call } from './call.ts'

/** Options that every call may have, and what the handle itself passes on. */
const OWN = [
  'where',
  'sort',
  'limit',
  'page',
  'count',
  'depth',
  'select',
  'ifMatch',
  'context',
  'showHidden',
] as const satisfies readonly (keyof Call)[]
const PASSED_ON = ['id', 'input', 'intent', 'with', 'within', 'asText', 'options'] as const satisfies readonly (keyof Call)[]

const named = derived(({ options }: FeatureAnswers): readonly string[] => [
  ...OWN,
  ...Object.entries(options).map(([name, { local = name }]) => local),
])

/** Options of reads and changes. `more`: those that only this method has. */
export function refuseUnknown(given: object, features: FeatureAnswers, more: readonly string[] = []): void {
  const known = [...named(features), ...more]
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
    unknown.map((name) => ({ message: `unknown option '${name}'. ${didYouMean(name, known)}`.trim(), field: name })),
  )
}
