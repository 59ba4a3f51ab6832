/** Checks options against a JSON Schema, fills in its defaults, and says what is wrong in sentences. Tested by test/config-check.test.ts. */
import type { Ajv2020, ErrorObject, Options } from 'ajv/dist/2020.js'
import { derivedFromText } from '../schema/derived.ts'
import type { JsonSchema } from '../schema/document.ts'
import { lazyValidator } from '../schema/lazy-validator.ts'
import { messages } from '../schema/messages.ts'
import { didYouMean } from '../schema/nearest.ts'
import { article, oneOf } from '../schema/sentences.ts'

export interface OptionProblem {
  /** The path of the option, such as `auth.roles`; empty for the options as a whole. */
  at: string
  says: string
}

/** The problem as a sentence; `within` is the path of an adapter whose options these are. */
export function sentenceOf({ at, says }: OptionProblem, within = ''): string {
  const path = [within, at].filter((one) => one !== '').join('.')
  return path === '' ? says : `${path}: ${says}`
}

export function optionProblems(given: unknown, schema: JsonSchema): OptionProblem[] {
  return helpful(validatorFor(JSON.stringify(schema))(given)).map((error) => ({ at: pathOf(error), says: sentence(error) }))
}

const MOST_VALIDATORS = 100

const validatorFor = derivedFromText((schema) => lazyValidator(JSON.parse(schema), OPTIONS, addKind), MOST_VALIDATORS)

const OPTIONS: Options = {
  useDefaults: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  unicodeRegExp: true,
}

function addKind(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: 'kind',
    validate: (kind: string, value: unknown) =>
      kind === 'function' ? typeof value === 'function' : typeof value === 'object' && value !== null,
    errors: false,
  })
}

/** For an `anyOf`, the errors of the closest branch are the most helpful. */
function helpful(errors: ErrorObject[]): ErrorObject[] {
  const branches = errors.filter((error) => error.keyword === 'anyOf').map((error) => error.schemaPath)
  const precise = errors.filter((error) => error.keyword === 'additionalProperties')
  return errors.filter((error) => {
    // `contains` itself says what is missing.
    if (/\/contains\//.test(error.schemaPath)) return false
    const branch = branches.find((path) => error.schemaPath.startsWith(`${path}/`))
    if (branch) return precise.includes(error)
    return error.keyword !== 'anyOf' || !precise.some((one) => one.schemaPath.startsWith(`${error.schemaPath}/`))
  })
}

const pathOf = ({ instancePath }: ErrorObject): string =>
  instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')

/** The `description` of an option completes the sentence `must be …`. */
function sentence({ keyword, params, schema, parentSchema = {}, data, message }: ErrorObject): string {
  const { description, properties = {} } = parentSchema as JsonSchema
  if (keyword === 'additionalProperties') return unknownOption(params['additionalProperty'], Object.keys(properties))
  if (keyword === 'required') return missingOption(params['missingProperty'], properties, data as object)
  if (keyword === 'enum') {
    const suggestion = didYouMean(String(data), params['allowedValues'])
    return oneOf(params['allowedValues']) + (suggestion === '' ? '' : `. ${suggestion}`)
  }
  if (keyword === 'contains') return "must include 'admin'"
  if (keyword === 'uniqueItems') return `${JSON.stringify((data as unknown[])[params['i']])} is listed twice`
  if (description !== undefined) return messages.mustBe(description)
  if (keyword === 'kind') return messages.mustBe(schema === 'function' ? 'a function' : 'an object')
  if (keyword === 'type') return messages.mustBe([params['type']].flat().map(article).join(' or '))
  if (keyword === 'minItems' || keyword === 'minProperties' || (keyword === 'minLength' && params['limit'] === 1))
    return 'must not be empty'
  if (keyword === 'minLength') return messages.atLeastCharacters(params['limit'])
  if (keyword === 'minimum') return messages.atLeast(params['limit'])
  if (keyword === 'maximum') return messages.atMost(params['limit'])
  return keyword === 'pattern' || keyword === 'not' ? messages.noPattern : String(message)
}

/** More names than these are better looked up. */
const MOST_NAMES = 8

function unknownOption(name: string, known: readonly string[]): string {
  const suggestion = didYouMean(name, known)
  if (suggestion !== '') return `unknown option '${name}'. ${suggestion}`
  return `unknown option '${name}'${known.length > MOST_NAMES ? '' : `; use one of: ${known.join(', ')}`}`
}

function missingOption(name: string, properties: Record<string, JsonSchema>, given: object): string {
  const { description } = properties[name] ?? {}
  const isUnset = Object.hasOwn(given, name)
  return `needs '${name}'${description === undefined ? '' : `: ${description}`}${isUnset ? '; is its environment variable set?' : ''}`
}
