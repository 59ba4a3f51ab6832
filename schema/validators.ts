/** Model → Ajv 2020 validators. They judge form alone; what is required depends on drafts and conditions and is asked elsewhere. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { JsonSchema } from './document.ts'
import { messages } from './messages.ts'
import { type Entity, type Field, fieldsOfRow } from './model.ts'

export interface Refusal {
  field: string
  message: string
}

export type Validator = (data: unknown) => Refusal[]

export interface Validators {
  /** A whole document: its form, and everything that is required. */
  full: Validator
  /** Only what is given: its form alone. */
  partial: Validator
  /** `required` and `minRows` of a whole document. */
  required: (doc: Record<string, unknown>) => Refusal[]
}

const ajv = formats.default(
  new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    discriminator: true,
    verbose: true,
    unicodeRegExp: true,
    ownProperties: true,
  }),
  ['email', 'date-time'],
)
ajv.addFormat('slug', {
  type: 'string',
  validate: (value: string) => value === '' || /^[\p{L}\p{M}\p{N}]+([-_][\p{L}\p{M}\p{N}]+)*$/u.test(value),
})

/** Compiled at the first use of an entity: a start with thirty collections need not wait for what nobody writes. */
export function validators(entity: Entity): Validators {
  let compiled: ValidateFunction | undefined
  const partial = (data: unknown): Refusal[] => {
    compiled ??= ajv.compile(objectOf(entity.fields))
    return compiled(data) ? [] : (compiled.errors ?? []).flatMap(refusal)
  }
  const required = (doc: Record<string, unknown>) => missing(entity.fields, doc, '')
  return { partial, required, full: (doc) => [...partial(doc), ...required(doc as Record<string, unknown>)] }
}

function objectOf(fields: readonly Field[], extra: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...extra, ...Object.fromEntries(fields.map((field) => [field.name, valueSchema(field)])) },
  }
}

function valueSchema(field: Field): JsonSchema {
  const one = nullable({ ...field.type.json(field), ...bounds(field) })
  if (field.fields && field.type.name === 'group') return nullable(objectOf(field.fields))
  if (field.fields) return rows(field, objectOf(field.fields, { id: { type: 'string' } }))
  if (field.blocks)
    return rows(field, {
      type: 'object',
      discriminator: { propertyName: 'blockType' },
      required: ['blockType'],
      oneOf: field.blocks.map(blockOf),
    })
  return field.hasMany ? rows(field, field.options ? { enum: field.options.map((option) => option.value) } : field.type.json(field)) : one
}

function blockOf(block: { slug: string; fields: readonly Field[] }): JsonSchema {
  return {
    ...objectOf(block.fields, { blockType: { const: block.slug }, id: { type: 'string' } }),
    required: ['blockType'],
  }
}

function rows(field: Field, items: JsonSchema): JsonSchema {
  return { type: ['array', 'null'], items, ...(field.maxRows !== undefined && { maxItems: field.maxRows }) }
}

function bounds(field: Field): JsonSchema {
  const { minLength, maxLength, pattern, min, max } = field
  const given = { minLength, maxLength, pattern, minimum: min, maximum: max }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function nullable(schema: JsonSchema): JsonSchema {
  if (schema['enum']) return { ...schema, enum: [...schema['enum'], null] }
  return schema['type'] ? { ...schema, type: [schema['type'], 'null'] } : schema
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** `required` and `minRows`, with conditions: a field that its condition hides is not required. */
export function missing(fields: readonly Field[], data: Record<string, unknown> | null | undefined, within: string): Refusal[] {
  return fields.flatMap((field) => {
    if (field.condition && !holds(field.condition, data ?? {})) return []
    const value = data?.[field.name]
    const path = within + field.name
    if (field.required && isEmpty(value) && field.type.name !== 'group') return [{ field: path, message: messages.isRequired }]
    if (field.minRows !== undefined && Array.isArray(value) && value.length > 0 && value.length < field.minRows) {
      return [{ field: path, message: messages.atLeastRows(field.minRows) }]
    }
    if (field.minRows !== undefined && field.minRows > 0 && isEmpty(value))
      return [{ field: path, message: messages.atLeastRows(field.minRows) }]
    if (field.type.name === 'group') return missing(field.fields!, value as Record<string, unknown>, `${path}.`)
    if (!Array.isArray(value)) return []
    if (field.fields) return value.flatMap((row, index) => missing(field.fields!, row, `${path}.${index}.`))
    return value.flatMap((row, index) => missing(fieldsOfRow(field, row), row, `${path}.${index}.`))
  })
}

/** Whether a condition holds for the fields beside it. */
export function holds(condition: NonNullable<Field['condition']>, data: Record<string, unknown>): boolean {
  const value = condition.field?.split('.').reduce((at: any, part) => at?.[part], data)
  const same = (wanted: unknown) => (isEmpty(wanted) ? isEmpty(value) : Array.isArray(value) ? value.includes(wanted) : value === wanted)
  if ('equals' in condition && !same(condition.equals)) return false
  if ('not_equals' in condition && same(condition.not_equals)) return false
  if (condition.in && !condition.in.some(same)) return false
  if (condition.not_in?.some(same)) return false
  if (condition.exists !== undefined && isEmpty(value) === condition.exists) return false
  if (condition.and && !condition.and.every((one) => holds(one, data))) return false
  if (condition.or && !condition.or.some((one) => holds(one, data))) return false
  return !(condition.not && holds(condition.not, data))
}

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const FORMATS: Record<string, string> = {
  email: messages.mustBe('a valid email address'),
  'date-time': messages.mustBe('a valid date'),
  slug: messages.noPattern,
}

/** The sentences of Ajv's findings: by keyword, what it found. */
const SENTENCES: Record<string, (error: ErrorObject) => string> = {
  type: (error) => messages.mustBe(TYPES[[error.params['type']].flat()[0]] ?? 'of another type'),
  enum: (error) => messages.oneOf(error.params['allowedValues'].filter((value: unknown) => value !== null)),
  format: (error) => FORMATS[error.params['format']]!,
  minLength: (error) => messages.atLeastCharacters(error.params['limit']),
  maxLength: (error) => messages.atMostCharacters(error.params['limit']),
  minimum: (error) => messages.atLeast(error.params['limit']),
  maximum: (error) => messages.atMost(error.params['limit']),
  maxItems: (error) => messages.atMostRows(error.params['limit']),
  pattern: () => messages.noPattern,
}

function refusal(error: ErrorObject): Refusal[] {
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'discriminator' || (error.keyword === 'required' && error.params['missingProperty'] === 'blockType')) {
    const known = error.keyword === 'discriminator' ? error.parentSchema?.['oneOf'] : undefined
    const options = known?.map((block: JsonSchema) => block['properties'].blockType.const)
    return [{ field: `${field}.blockType`, message: options ? messages.oneOf(options) : messages.isRequired }]
  }
  if (error.data === '' && ['minLength', 'pattern', 'format'].includes(error.keyword)) return []
  if (error.keyword === 'type' && error.params['type']?.[0] === 'string' && error.parentSchema?.['format'] === 'date-time')
    return [{ field, message: FORMATS['date-time']! }]
  if (error.keyword === 'type' && error.params['type']?.[0] === 'integer' && typeof error.data === 'number')
    return [{ field, message: messages.mustBe('a whole number') }]
  const sentence = SENTENCES[error.keyword]
  return sentence ? [{ field, message: sentence(error) }] : []
}
