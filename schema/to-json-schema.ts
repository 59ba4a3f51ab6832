/** Lowers a field's type and words to its JSON Schema. Both SDL and `{ slug, fields }` become documents here. */
import { type JsonSchema, type SchemaDocument, typeName } from './document.ts'
import type { FieldType } from './model.ts'
import { optionOf, type Place, type Word, words, wordsOn } from './words.ts'

export interface Described {
  name: string
  type: string
  required: boolean
  many: boolean
  integer: boolean
  description?: string
  relation?: string
  options?: string[]
  fields?: Described[]
  blocks?: DescribedBlock[]
  /** Rich text: slugs of block types, and its own block types. */
  textBlocks?: (string | DescribedBlock)[]
  /** By word name. */
  words: Record<string, unknown>
}

export interface DescribedBlock {
  slug: string
  /** The name of the kind in the admin. */
  label?: unknown
  fields: Described[]
  words: Record<string, unknown>
}

/** Types that JSON Schema alone can't distinguish from others. */
const NAMED = new Set(['textarea', 'richText', 'json'])

export function lowerField(field: Described, types: ReadonlyMap<string, FieldType>): JsonSchema {
  const type = types.get(field.type)
  const own: Record<string, unknown> = {}
  const schema: JsonSchema = shape(field, type, types)
  if (NAMED.has(field.type) || type?.words.includes('options')) own['type'] = field.type
  if (field.relation !== undefined && !field.many) own['relation'] = field.relation
  if (field.description !== undefined) schema['description'] = field.description
  place(field.words, 'field', schema, own)
  if (field.textBlocks) own['blocks'] = field.textBlocks.map((one) => (typeof one === 'string' ? one : blockSchema(one, types)))
  const labels = labelsOf([...(field.blocks ?? []), ...(field.textBlocks ?? [])])
  if (Object.keys(labels).length > 0) own['labels'] = labels
  if (Object.keys(own).length > 0) schema['x-cms'] = own
  return schema
}

const labelsOf = (blocks: readonly (string | DescribedBlock)[]): Record<string, unknown> =>
  Object.fromEntries(blocks.flatMap((block) => (typeof block === 'string' || block.label === undefined ? [] : [[block.slug, block.label]])))

function shape(field: Described, type: FieldType | undefined, types: ReadonlyMap<string, FieldType>): JsonSchema {
  if (field.blocks) return { type: 'array', items: { oneOf: field.blocks.map((block) => blockSchema(block, types)) } }
  if (field.type === 'array') return { type: 'array', items: objectSchema(field.fields ?? [], types) }
  if (field.type === 'group') return objectSchema(field.fields ?? [], types)
  if (field.options) return field.many ? { type: 'array', items: { enum: field.options } } : { enum: field.options }
  if (field.relation !== undefined && field.many)
    return { type: 'array', items: { type: 'integer', 'x-cms': { relation: field.relation } } }
  return type ? type.json({ integer: field.integer }) : {}
}

function objectSchema(fields: Described[], types: ReadonlyMap<string, FieldType>): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const field of fields) properties[field.name] = lowerField(field, types)
  const required = fields.filter((field) => field.required).map((field) => field.name)
  return { type: 'object', ...(required.length > 0 && { required }), properties, additionalProperties: false }
}

function blockSchema(block: DescribedBlock, types: ReadonlyMap<string, FieldType>): JsonSchema {
  const schema = objectSchema(block.fields, types)
  schema['properties'] = { blockType: { const: block.slug }, ...schema['properties'] }
  schema['required'] = ['blockType', ...(schema['required'] ?? [])]
  const own: Record<string, unknown> = {}
  place(block.words, 'block', schema, own)
  if (Object.keys(own).length > 0) schema['x-cms'] = own
  return schema
}

export function lowerEntity(
  kind: 'collection' | 'global',
  slug: string,
  given: { title?: string; description?: string | undefined; words: Record<string, unknown>; fields: Described[] },
  types: ReadonlyMap<string, FieldType>,
): SchemaDocument {
  const own: Record<string, unknown> = { [kind]: slug }
  const { title = typeName(slug), description, fields } = given
  const document: JsonSchema = { title, ...(description !== undefined && { description }), ...objectSchema(fields, types) }
  place(given.words, kind, document, own)
  document['x-cms'] = own
  return document as SchemaDocument
}

/** Puts each word where it belongs: JSON Schema keywords into the schema, the others under `x-cms`. */
function place(given: Record<string, unknown>, on: Place, schema: JsonSchema, own: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (words.some((word) => word.name === name && word.keyword && word.on.includes(on))) schema[name] = value
    else own[name] = value
  }
}

/** The word for a key of `{ slug, fields }`. */
export function wordByOption(key: string, place: Place): Word | undefined {
  return wordsOn(place).find((word) => optionOf(word) === key)
}
