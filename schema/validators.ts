/** Compiles the model to Ajv 2020 validators. They check form; required values depend on drafts and conditions, and are checked apart. */

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isEmptyText } from '../lib/rich-text/empty.ts'
import { derived } from './derived.ts'
import type { JsonSchema } from './document.ts'
import { formats } from './field-types.ts'
import {
  childrenOf,
  type Entity,
  type Field,
  type Format,
  fieldsOfRow,
  type GroupField,
  hasRows,
  isGroup,
  isPerLocale,
  isRichText,
} from './model.ts'
import { exampleOf } from './pattern-example.ts'
import { type Because, because } from './reasons.ts'

export interface Refusal extends Because {
  field: string
}

export type Validator = (data: unknown) => Refusal[]

/** The first problems, and how many more there are. */
export interface Found {
  refusals: Refusal[]
  more: number
}

export interface Validators {
  /** Validates a whole document: its form, and everything that is required. */
  full: Validator
  /** Validates only the form of the given values. Formats at most `most` problems. */
  partial: (data: unknown, most: number) => Found
  /** Checks `required` and `minRows` of a whole document. `before`: its previous state. */
  required: (doc: Record<string, unknown>, before?: Record<string, unknown>) => Refusal[]
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  discriminator: true,
  verbose: true,
  messages: false,
  unicodeRegExp: true,
  ownProperties: true,
})
for (const { name, validate } of formats.values()) ajv.addFormat(name, { type: 'string', validate })

ajv.addKeyword({
  keyword: 'maxBytes',
  type: 'string',
  schemaType: 'number',
  errors: false,
  validate: (most: number, value: string) => Buffer.byteLength(value) <= most,
})

/** Whether a single value satisfies its field's type, such as an email address or one of some options. */
export const isValid = (value: unknown, schema: JsonSchema): boolean => ajv.validate(schema, value) as boolean

/** Compiled when an entity is first used, so that a start doesn't wait for validators it never needs. */
/** `entity`: anything with fields, such as a block. */
export function validators(entity: Pick<Entity, 'fields'>): Validators {
  let compiled: ValidateFunction | undefined
  const partial = (data: unknown, most: number): Found => {
    compiled ??= ajv.compile(objectOf(entity.fields))
    // biome-ignore lint/style/noNonNullAssertion: Ajv sets `errors` when it refuses a value
    return compiled(data) ? { refusals: [], more: 0 } : foundIn(compiled.errors!, most)
  }
  const required = (doc: Record<string, unknown>, before?: Record<string, unknown>) => missing(entity.fields, doc, before)
  return {
    partial,
    required,
    full: (doc) => [...partial(doc, Number.POSITIVE_INFINITY).refusals, ...required(doc as Record<string, unknown>)],
  }
}

function objectOf(fields: readonly Field[], extra: JsonSchema = {}): JsonSchema {
  return {
    type: 'object',
    properties: { ...extra, ...Object.fromEntries(fields.map((field) => [field.name, valueSchema(field, fields)])) },
  }
}

function valueSchema(field: Field, siblings: readonly Field[]): JsonSchema {
  const one = nullable(indexed(scalarSchema(field), field, siblings))
  if (field.fields && isGroup(field)) return nullable(objectOf(field.fields))
  if (field.fields) return rows(field, objectOf(field.fields, { id: { type: 'string' } }))
  if (field.blocks)
    return rows(field, {
      type: 'object',
      discriminator: { propertyName: 'blockType' },
      required: ['blockType'],
      oneOf: field.blocks.map(blockOf),
    })
  return field.hasMany ? rows(field, field.options ? { enum: field.options.map((option) => option.value) } : scalarSchema(field)) : one
}

/** Ids in bodies have the same bounds as ids in URLs. */
const ID_BOUNDS = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

/** Postgres stores at most 2,704 bytes per index entry; SQLite would accept more, but both must behave alike. */
export const INDEXED_BYTES = 2500
const INDEXED_TOGETHER_BYTES = 1200

function scalarSchema(field: Field): JsonSchema {
  return { ...field.type.json(field), ...bounds(field), ...(field.to !== undefined && ID_BOUNDS) }
}

function indexed(schema: JsonSchema, field: Field, siblings: readonly Field[]): JsonSchema {
  if (schema['type'] !== 'string' || !field.type.text) return schema
  if (field.uniqueWithin !== undefined || siblings.some((other) => other.uniqueWithin === field.name))
    return { ...schema, maxBytes: INDEXED_TOGETHER_BYTES }
  const texts = field.textsInIndex ?? (field.unique || field.index ? 1 : 0)
  if (texts === 0) return schema
  return { ...schema, maxBytes: texts === 1 ? INDEXED_BYTES : Math.floor((2 * INDEXED_TOGETHER_BYTES) / texts) }
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

/** Ajv checks keywords in its own order and continues after the first failure; `if` keeps a pattern away from texts that are too long. */
function bounds(field: Field): JsonSchema {
  const { minLength, maxLength, pattern, min, max } = field
  const given = { minLength, maxLength, minimum: min, maximum: max }
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(pattern !== undefined && { if: { maxLength }, then: { pattern } }),
  }
}

function nullable(schema: JsonSchema): JsonSchema {
  if (schema['enum']) return { ...schema, enum: [...schema['enum'], null] }
  return schema['type'] ? { ...schema, type: [schema['type'], 'null'] } : schema
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a required field has no value. */
export const isMissing = (field: Field, value: unknown): boolean => isEmpty(value) || (isRichText(field) && isEmptyText(value))

/** `required` and `minRows`, with conditions: a field hidden by its condition is not required. */
function missing(fields: readonly Field[], data: Values, before: Values): Refusal[] {
  const found: Refusal[] = []
  findMissing(fields, data, before, '', found)
  return found
}

// biome-ignore lint/suspicious/noExplicitAny: a value may have the wrong form, which `partial` reports
type Values = Record<string, any> | null | undefined

function findMissing(fields: readonly Field[], data: Values, before: Values, within: string, found: Refusal[]): void {
  for (const field of fields) {
    if (!demands(field) || (field.condition && !holds(field.condition, data ?? {}))) continue
    const [value, earlier] = [data?.[field.name], before?.[field.name]]
    const path = within + field.name
    if (field.required && isMissing(field, value) && !isGroup(field)) found.push({ field: path, ...because('required') })
    else if (field.minRows !== undefined && hasTooFew(value, field.minRows))
      found.push({ field: path, ...because('min-rows', { limit: field.minRows }) })
    else if (isGroup(field))
      findMissing(isPerLocale(field) ? askedLocales(field, value, earlier) : field.fields, value, earlier, `${path}.`, found)
    else if (hasRows(field) && Array.isArray(value)) {
      const known = new Map(Array.isArray(earlier) ? earlier.map((row) => [row?.id, row]) : [])
      for (const [index, row] of value.entries()) findMissing(fieldsOfRow(field, row), row, known.get(row?.id), `${path}.${index}.`, found)
    }
  }
}

/**
 * The locales that have values, and the default one. A document may be written in another language first, but a change can't remove the
 * default's values.
 */
function askedLocales({ fields }: GroupField, value: Values, before: Values): Field[] {
  const isSaid = ({ name }: Field) => !isEmpty(value?.[name])
  const isAnyway = ({ name, wasPlain }: Field) => wasPlain && (!fields.some(isSaid) || !isEmpty(before?.[name]))
  return fields.filter((locale) => isSaid(locale) || isAnyway(locale))
}

const hasTooFew = (value: unknown, least: number): boolean => (isEmpty(value) ? least > 0 : Array.isArray(value) && value.length < least)

/** Whether the field, or one inside it, can be missing at all: long lists of optional fields are skipped. */
const demands: (field: Field) => boolean = derived(
  (field: Field) => field.required || field.minRows !== undefined || childrenOf(field).some(demands),
)

/** Whether a condition holds for the fields next to it. */
export function holds(condition: NonNullable<Field['condition']>, data: Record<string, unknown>): boolean {
  const value = condition.field?.split('.').reduce<Values>((at, part) => at?.[part], data)
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

/** Why a value is refused, by the keyword of Ajv's error. */
const REFUSED: Record<string, (error: ErrorObject) => Because> = {
  type: ({ params }) => because('wrong-type', { type: typeOf([params['type']].flat()[0]) }),
  enum: ({ params }) => because('one-of', { options: params['allowedValues'].filter((value: unknown) => value !== null) }),
  // biome-ignore lint/style/noNonNullAssertion: Ajv knows the formats of this table only
  format: ({ params }) => wrongFormat(formats.get(params['format'])!),
  minLength: ({ params }) => because('min-length', limitIn(params)),
  maxLength: ({ params }) => because('max-length', limitIn(params)),
  minimum: ({ params }) => because('min', limitIn(params)),
  maximum: ({ params }) => because('max', limitIn(params)),
  maxBytes: ({ schema }) => because('max-bytes', { limit: schema as number }),
  maxItems: ({ params }) => because('max-rows', limitIn(params)),
  pattern: ({ params }) => wrongPattern(params['pattern']),
}

const typeOf = (type: string) => (type === 'integer' ? 'number' : type) as 'string' | 'number' | 'boolean' | 'array' | 'object'

function wrongPattern(pattern: string): Because {
  const example = exampleOf(pattern)
  return because('pattern', { pattern, ...(example !== undefined && { example }) })
}

const wrongFormat = ({ name, message }: Format): Because => because('format', { format: name }, message)

const limitIn = ({ limit }: Record<string, unknown>) => ({ limit: limit as number })

/** If Ajv finds several problems with one value, only the first is reported. */
function foundIn(errors: readonly ErrorObject[], most: number): Found {
  const refusals: Refusal[] = []
  let more = 0
  let last: string | undefined
  for (const error of errors) {
    if (refusals.length < most) refusals.push(...refusal(error))
    else if (error.instancePath !== last) more++
    last = error.instancePath
  }
  return { refusals, more }
}

function refusal(error: ErrorObject): Refusal[] {
  const field = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'discriminator' || (error.keyword === 'required' && error.params['missingProperty'] === 'blockType')) {
    const known = error.keyword === 'discriminator' ? error.parentSchema?.['oneOf'] : undefined
    const options = known?.map((block: JsonSchema) => block['properties'].blockType.const)
    return [{ field: `${field}.blockType`, ...(options ? because('one-of', { options }) : because('required')) }]
  }
  if (error.data === '' && ['minLength', 'pattern', 'format'].includes(error.keyword)) return []
  const format = error.keyword === 'type' ? formats.get(error.parentSchema?.['format']) : undefined
  if (format?.isForAll) return [{ field, ...wrongFormat(format) }]
  if (error.keyword === 'type' && error.params['type']?.[0] === 'integer' && typeof error.data === 'number')
    return [{ field, ...because('not-whole') }]
  const refused = REFUSED[error.keyword]
  return refused ? [{ field, ...refused(error) }] : []
}
