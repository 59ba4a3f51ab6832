/** Ajv in two steps: a plain validator that says yes or no, and the one that knows the reasons, compiled only once something is wrong. */
import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js'
import type { JsonSchema } from './document.ts'

/** Gives the reasons; none when the value is sound. */
export type Judge = (value: unknown) => ErrorObject[]

/** Most of a start's time would go into reasons that nobody asks for. `sound`: the plain validator, where the build has made it already. */
export function judge(
  schema: JsonSchema,
  options: Options,
  prepare: (ajv: Ajv2020) => void = () => undefined,
  sound?: (value: unknown) => boolean,
): Judge {
  const ajvFor = (more: Options) => {
    const ajv = new Ajv2020({ ...options, ...more, meta: false, validateSchema: false, code: { optimize: false } })
    prepare(ajv)
    return ajv
  }
  const isSound = sound ?? ajvFor({ messages: false }).compile(schema)
  let reasons: ReturnType<Ajv2020['compile']> | undefined
  return (value) => {
    if (isSound(value)) return []
    reasons ??= ajvFor({ allErrors: true, verbose: true }).compile(schema)
    return reasons(value) ? [] : (reasons.errors ?? [])
  }
}
