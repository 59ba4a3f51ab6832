/** Ajv in two steps: a fast yes/no validator, and one that reports reasons, compiled on the first failure. Tested by test/http/content.test.ts. */
import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js'
import type { JsonSchema } from './document.ts'

/** Returns the errors; empty when the value is valid. */
export type Validator = (value: unknown) => ErrorObject[]

/**
 * Otherwise most of start-up would be spent compiling unused error reporting. `precompiled`: the yes/no validator, if the build has already
 * compiled it.
 */
export function lazyValidator(
  schema: JsonSchema,
  options: Options,
  prepare: (ajv: Ajv2020) => void = () => undefined,
  precompiled?: (value: unknown) => boolean,
): Validator {
  const ajvFor = (more: Options) => {
    const ajv = new Ajv2020({ ...options, ...more, meta: false, validateSchema: false, code: { optimize: false } })
    prepare(ajv)
    return ajv
  }
  const isValid = precompiled ?? ajvFor({ messages: false }).compile(schema)
  let reasons: ReturnType<Ajv2020['compile']> | undefined
  return (value) => {
    if (isValid(value)) return []
    reasons ??= ajvFor({ allErrors: true, verbose: true }).compile(schema)
    return reasons(value) ? [] : (reasons.errors ?? [])
  }
}
