/** Adapters whose options are wrong: the start reports them together with all other mistakes. Tested by test/adapter-options.test.ts. */
import type { JsonSchema } from '../schema/document.ts'
import { kindOf } from '../schema/plain-object.ts'
import { GalleyError } from './errors.ts'
import { type OptionProblem, optionProblems, sentenceOf } from './option-problems.ts'

/** What all kinds of adapters have. */
export interface CheckedAdapter {
  /** The problem with its options, which the start reports. Such an adapter does nothing else. */
  readonly problems?: readonly OptionProblem[]
}

/** Creates an adapter; with wrong options, or without its package, one that has nothing but problems. */
export function adapterWith<Options extends object, Adapter extends CheckedAdapter>(
  given: Options,
  schema: JsonSchema,
  create: (options: Options) => Adapter,
  more: (options: Options) => readonly OptionProblem[] = () => [],
): Adapter {
  const options = given ?? {}
  const problems = optionProblems(options, schema)
  if (problems.length === 0) problems.push(...more(options))
  try {
    if (problems.length === 0) return create(options)
  } catch (error) {
    if (!(error instanceof GalleyError && error.code === 'CONFIG')) throw error
    problems.push({ at: '', says: error.message })
  }
  return { problems } as unknown as Adapter
}

/** The problems of what somebody gave as an adapter, at a path of the configuration. `must` says what belongs there; `methods` are what every such adapter has. */
export function wrongAdapter(
  at: string,
  adapter: (CheckedAdapter & object) | null | undefined,
  methods: readonly string[],
  must: string,
): string[] {
  if (adapter?.problems !== undefined) return adapter.problems.map((problem) => sentenceOf(problem, at))
  const isOne = typeof adapter === 'object' && adapter !== null && methods.every((name) => typeof (adapter as never)?.[name] === 'function')
  return isOne ? [] : [`${at}: must be ${must}, not ${kindOf(adapter)}`]
}

/** The problem of an object without some of the methods that it must have; the schema of options reports all other values. */
export function missingMethods(at: string, object: object, methods: readonly string[]): string[] {
  if (typeof object !== 'object' || object === null) return []
  const missing = methods.filter((name) => typeof (object as never)[name] !== 'function').map((name) => `'${name}'`)
  return missing.length === 0 ? [] : [`${at}: needs the method${missing.length === 1 ? '' : 's'} ${missing.join(' and ')}`]
}
