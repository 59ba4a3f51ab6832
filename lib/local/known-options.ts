/** Refuses misspelt options of calls, which would change what a call does without a word. Tested by test/local/options.test.ts. */
import { derived } from '../../schema/derived.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { badQuery } from '../errors.ts'
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
  for (const name of Object.keys(given))
    if (!known.includes(name) && !PASSED_ON.some((one) => one === name))
      throw badQuery(`unknown option '${name}'. ${didYouMean(name, known)}`.trim(), name)
}
