/** Checks options against a JSON Schema, fills in its defaults, and says what is wrong in sentences. Tested by test/config-check.test.ts. */
import type { Ajv2020, ErrorObject, Options } from 'ajv/dist/2020.js'
import { derivedFromText } from '../schema/derived.ts'
import type { JsonSchema } from '../schema/document.ts'
import { lazyValidator } from '../schema/lazy-validator.ts'
import { messages } from '../schema/messages.ts'
import { didYouMean, nearest } from '../schema/nearest.ts'
import { lostInJson } from '../schema/plain-object.ts'
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
  // Before the defaults are filled in, which would look like keys that were given.
  const lost = lostOptions(given, schema)
  const wrong = helpful(validatorFor(JSON.stringify(schema))(given))
  return [...lost, ...wrong.map((error) => ({ at: pathOf(error), says: sentence(error) }))]
}

/** Groups of options whose values aren't keys, such as a promise: without this, all of them would silently be the defaults. */
function lostOptions(given: unknown, schema: JsonSchema, at = ''): OptionProblem[] {
  if (typeof given !== 'object' || given === null || !schema['properties']) return []
  const says = lostInJson(given)
  if (says !== undefined) return [{ at, says }]
  return Object.entries<JsonSchema>(schema['properties']).flatMap(([name, inner]) =>
    Object.hasOwn(given, name) ? lostOptions((given as Record<string, unknown>)[name], inner, at === '' ? name : `${at}.${name}`) : [],
  )
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

/** For an `anyOf`, an unknown option or the errors inside of the value are the most helpful; otherwise, what the whole must be. */
function helpful(errors: ErrorObject[]): ErrorObject[] {
  const wholes = errors.filter((error) => error.keyword === 'anyOf')
  const isIn = (error: ErrorObject, whole: ErrorObject) =>
    error.schemaPath.startsWith(`${whole.schemaPath}/`) && error.instancePath.startsWith(whole.instancePath)
  const isPrecise = (error: ErrorObject, whole: ErrorObject) =>
    isIn(error, whole) && (error.keyword === 'additionalProperties' || error.instancePath.length > whole.instancePath.length)
  return errors.filter((error) => {
    if (isMeant(error, errors)) return false
    // `contains` and `pattern` say what is wrong.
    if (/\/contains\//.test(error.schemaPath) || error.keyword === 'propertyNames') return false
    if (wholes.includes(error)) return !errors.some((one) => isPrecise(one, error))
    return wholes.every((whole) => !isIn(error, whole) || isPrecise(error, whole))
  })
}

/** Whether a missing option is the one that an unknown option next to it seems to mean. */
const isMeant = ({ keyword, instancePath, params, parentSchema }: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  keyword === 'required' &&
  errors.some(
    (other) =>
      other.keyword === 'additionalProperties' &&
      other.instancePath === instancePath &&
      nearest(other.params['additionalProperty'], Object.keys((parentSchema as JsonSchema)['properties'] ?? {})) ===
        params['missingProperty'],
  )

const pathOf = ({ instancePath, propertyName }: ErrorObject): string =>
  `${instancePath}${propertyName === undefined ? '' : `/${propertyName}`}`
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')

/** The `description` of an option completes the sentence `must be …`. */
function sentence({ instancePath, keyword, params, schema, parentSchema = {}, data }: ErrorObject): string {
  const { description, properties = {} } = parentSchema as JsonSchema
  if (keyword === 'additionalProperties') return unknownOption(params['additionalProperty'], Object.keys(properties))
  if (keyword === 'required') return missingOption(params['missingProperty'], properties, data as object)
  if (keyword === 'enum') {
    const suggestion = didYouMean(String(data), params['allowedValues'])
    return oneOf(params['allowedValues']) + (suggestion === '' ? '' : `. ${suggestion}`)
  }
  if (keyword === 'contains') return "must include 'admin'"
  if (keyword === 'uniqueItems') return messages.listedTwice((data as unknown[])[params['i']])
  // A name shows which entry of a list is meant, and may be printed.
  const isName = keyword === 'pattern' && /\/name$/.test(instancePath)
  if (description !== undefined) return messages.mustBe(description) + (isName ? `; '${data}' is not` : '')
  if (keyword === 'kind') return messages.mustBe(schema === 'function' ? 'a function' : 'an object')
  const range = rangeIn(parentSchema as JsonSchema)
  if (keyword === 'type') {
    const kinds = [params['type']].flat().map((type) => (type === 'integer' ? 'a whole number' : article(type)))
    const which = range === undefined ? '' : range.startsWith('from') ? ` ${range}` : `, ${range}`
    return messages.mustBe(kinds.join(' or ') + which)
  }
  if (range !== undefined && keyword in LIMITS) return messages.mustBe(range)
  if (keyword === 'minItems' || keyword === 'minProperties' || (keyword === 'minLength' && params['limit'] === 1))
    return 'must not be empty'
  return limit(keyword, params['limit']) ?? (keyword === 'pattern' || keyword === 'not' ? messages.noPattern : messages.wrongKind)
}

/** The keywords that limit a number. */
const LIMITS = { minimum: 'at least', exclusiveMinimum: 'more than', maximum: 'at most', exclusiveMaximum: 'less than' }

/** Which numbers an option accepts, whichever limit a value exceeds; nothing if it accepts all, or takes no number. */
function rangeIn(schema: JsonSchema): string | undefined {
  if (schema['minimum'] !== undefined && schema['maximum'] !== undefined) return `from ${schema['minimum']} to ${schema['maximum']}`
  const limits = Object.entries(LIMITS).flatMap(([keyword, words]) => (schema[keyword] === undefined ? [] : `${words} ${schema[keyword]}`))
  return limits.length === 0 ? undefined : limits.join(' and ')
}

/** The messages of the keywords that limit a length. */
function limit(keyword: string, limit: number): string | undefined {
  if (keyword === 'minLength') return messages.atLeastCharacters(limit)
  if (keyword === 'maxLength') return messages.atMostCharacters(limit)
  return keyword === 'maxItems' ? messages.atMostRows(limit) : undefined
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
