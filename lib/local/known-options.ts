/** Refuses misspelt options of calls, which would change what a call does without a word. Tested by test/local/options.test.ts. */
import { derived } from '../../schema/derived.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { GalleyError } from '../errors.ts'
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

export function refuseUnknown(given: object, features: FeatureAnswers): void {
  const known = named(features)
  const unknown = Object.keys(given).filter((name) => !known.includes(name) && !PASSED_ON.some((one) => one === name))
  if (unknown.length === 0) return
  throw new GalleyError(
    'BAD_QUERY',
    unknown.map((name) => ({ message: `unknown option '${name}'. ${didYouMean(name, known)}`.trim(), field: name })),
  )
}
