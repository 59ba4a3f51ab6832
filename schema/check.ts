/** Checks a single document: Ajv validates it against the generated meta-schema, and errors become plain sentences. Tested by test/schema/problems.test.ts. */
import type { ErrorObject } from 'ajv/dist/2020.js'
import { withoutWrong, wrongPart } from './checkable.ts'
import type { Declaration, JsonSchema } from './document.ts'
import { lazyValidator, type Validator } from './lazy-validator.ts'
import { messages } from './messages.ts'
import type { FieldType } from './model.ts'
import { didYouMean } from './nearest.ts'
import { hintToWord } from './other-names.ts'
import { isPlainObject } from './plain-object.ts'
import { DOCUMENT_OPTIONS, precompiledFor } from './precompiled.ts'
import { metaSchema } from './prelude.ts'
import type { Problems } from './problems.ts'
import { article, oneOf } from './sentences.ts'

export type DocumentCheck = (declaration: Declaration) => Declaration | undefined

/** Returns a check for documents with these field types. The check adds errors to `problems` and returns what can be checked further. */
export function documentCheck(
  types: ReadonlyMap<string, FieldType>,
  rules: readonly string[] | undefined,
  problems: Problems,
): DocumentCheck {
  const reasons = validatorFor(types, rules)
  return (declaration) => {
    const { document, source, wrong: lost = [] } = declaration
    if (typeof document !== 'object' || document === null || Array.isArray(document)) return refuse(problems, messages.notAnObject, source)
    const own = document['x-cms']
    const isNeither = typeof own?.collection !== 'string' && typeof own?.global !== 'string'
    if (isNeither) problems.add(messages.neitherKind, source, ['x-cms'], meantKind(own))
    else if (own.collection !== undefined && own.global !== undefined) return refuse(problems, messages.bothKinds, source, ['x-cms'])
    const errors = reasons(document)
    for (const error of helpful(errors)) {
      if (isNeither && !error.instancePath.startsWith('/properties')) continue
      const path = pathOf(error)
      problems.add(sentence(error, source.wordFor ?? ((name) => name)), source, path, hint(error))
    }
    const empty = emptyRules(document)
    for (const path of empty) problems.add(messages.mustBeObject('access', 'undefined'), source, path)
    if (isNeither) return undefined
    const parts = [...errors.map((error) => pathOf(error)), ...empty].map((path) => wrongPart(path))
    if (parts.length === 0) return declaration
    const wrong = new Set([...lost, ...parts.filter((part) => part !== undefined)])
    const rest = withoutWrong(document, wrong)
    return wrong.has('collection') || wrong.has('global') || reasons(rest).length > 0
      ? undefined
      : { ...declaration, document: rest, wrong }
  }
}

/** Documents written as code may contain rules that are `undefined`, which Ajv treats as absent. */
function emptyRules(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = [...at, key]
    return at.at(-1) === 'x-cms' && key === 'access' && inner === undefined ? [path] : emptyRules(inner, path)
  })
}

const validators = new Map<string, Validator>()

/** One validator per set of field types and rules. */
function validatorFor(types: ReadonlyMap<string, FieldType>, rules: readonly string[] | undefined): Validator {
  const key = [...types.keys(), ...(rules ?? [])].join()
  let found = validators.get(key)
  if (!found) {
    const schema = metaSchema(types, rules)
    found = lazyValidator(schema, DOCUMENT_OPTIONS, undefined, precompiledFor(schema))
    validators.set(key, found)
  }
  return found
}

/** For `colection`: what was probably meant. */
const meantKind = (own: unknown): string | undefined =>
  isPlainObject(own)
    ? Object.keys(own)
        .map((key) => didYouMean(key, ['collection', 'global']))
        .find((hint) => hint !== '')
    : undefined

function refuse(problems: Problems, ...problem: Parameters<Problems['add']>): undefined {
  problems.add(...problem)
  return undefined
}

/** Ajv reports each branch of an `anyOf`; a problem inside the value, or else one sentence about the whole, says more. */
function helpful(errors: ErrorObject[]): ErrorObject[] {
  const unknown = errors.filter(({ keyword }) => keyword === 'additionalProperties')
  const isIn = (error: ErrorObject, whole: ErrorObject) =>
    error.schemaPath.startsWith(`${whole.schemaPath}/`) && error.instancePath.startsWith(whole.instancePath)
  const inside = (whole: ErrorObject) => errors.filter((one) => isIn(one, whole) && one.instancePath !== whole.instancePath)
  const wholes = errors.filter((error) => error.keyword === 'anyOf')
  return errors.filter((error) => {
    if (error.keyword === 'if') return false
    // A wrong name is reported as a whole, by `propertyNames`.
    if (error.propertyName !== undefined && error.keyword !== 'propertyNames') return false
    if (error.keyword === 'anyOf') return !unknown.some((one) => isIn(one, error)) && inside(error).length === 0
    return unknown.includes(error) || !wholes.some((whole) => isIn(error, whole) && !inside(whole).includes(error))
  })
}

function pathOf(error: ErrorObject): (string | number)[] {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (error.keyword === 'additionalProperties') path.push(error.params['additionalProperty'])
  if (error.keyword === 'propertyNames') path.push(error.params['propertyName'])
  return path
}

/** `spelled` is the name of a keyword where it was written. */
function sentence(error: ErrorObject, spelled: (keyword: string) => string): string {
  const name = spelled(nameAt(error.instancePath))
  const what = name === '' ? 'the document' : `'${name}'`
  switch (error.keyword) {
    case 'additionalProperties':
      return messages.unknownWord(error.params['additionalProperty'])
    case 'propertyNames':
      return messages.badName(error.params['propertyName'])
    case 'enum':
      return messages.wrongValue(what, oneOf(error.params['allowedValues']))
    case 'const':
      return messages.wrongValue(what, `must be ${JSON.stringify(error.params['allowedValue'])}`)
    case 'type':
      return messages.wrongValue(what, `must be ${[error.params['type']].flat().map(article).join(' or ')}`)
    case 'required':
      return messages.wrongValue(what, `needs '${error.params['missingProperty']}'`)
    case 'uniqueItems':
      return messages.wrongValue(what, `names ${JSON.stringify((error.data as unknown[])[error.params['i']])} twice`)
    case 'minItems':
      return messages.wrongValue(what, 'must not be empty')
    case 'pattern': {
      const { description } = error.parentSchema ?? {}
      return messages.wrongValue(what, description ? messages.mustBe(description) : messages.noPattern)
    }
    case 'dependentRequired':
      return messages.wrongValue(what, `needs '${error.params['missingProperty']}' next to '${error.params['property']}'`)
    case 'minimum':
      return messages.wrongValue(what, messages.atLeast(error.params['limit']))
    case 'minLength':
    case 'minProperties':
      return messages.wrongValue(what, 'must not be empty')
    case 'maxLength':
      return messages.wrongValue(what, messages.atMostCharacters(error.params['limit']))
    case 'maxItems':
      return messages.wrongValue(what, messages.atMostRows(error.params['limit']))
    case 'anyOf':
      return messages.wrongValue(what, kinds(error.schema as JsonSchema[]) ?? messages.wrongKind)
    default:
      return messages.wrongValue(what, messages.wrongKind)
  }
}

/** `must be true, false or an object with 'max'`; nothing if a kind has no short name. */
function kinds(branches: readonly JsonSchema[]): string | undefined {
  const known = branches.flatMap((branch) => {
    if (branch['const'] !== undefined) return [quoted(branch['const'])]
    if (branch['enum']) return branch['enum'].map(quoted)
    if (branch['type'] === 'boolean') return ['true', 'false']
    if (branch['type'] === 'object' && branch['properties'])
      return [messages.objectWith(Object.keys(branch['properties']).map(quoted).join(', '))]
    return typeof branch['type'] === 'string' ? [article(branch['type'])] : [undefined]
  })
  if (known.includes(undefined)) return undefined
  return messages.mustBe([known.slice(0, -1).join(', '), known.at(-1)].filter((part) => part !== '').join(' or '))
}

const quoted = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** Entries of lists have the name of their list. */
const nameAt = (path: string): string =>
  path
    .replace(/(?:\/\d+)+$/, '')
    .split('/')
    .pop() ?? ''

/** A longer list of words is better looked up. */
const MOST_KNOWN = 9

function hint(error: ErrorObject): string {
  if (error.keyword === 'additionalProperties') {
    const known = Object.keys(error.parentSchema?.['properties'] ?? {})
    const near = hintToWord(error.params['additionalProperty'], known)
    return near === '' && known.length <= MOST_KNOWN ? `use one of: ${known.join(', ')}` : near
  }
  if (error.keyword === 'enum') return didYouMean(String(error.data), error.params['allowedValues'].map(String))
  return ''
}
