/** Compiles merged documents into the frozen model. Every document has already been validated against the vocabulary.
 * Tested by test/schema/field-set.test.ts.
 */
import type { FieldCode, JsonSchema, SchemaDocument } from './document.ts'
import { group } from './field-types/group.ts'
import { formats } from './field-types.ts'
import { type Locales, localized } from './forms.ts'
import type { Merged } from './merge.ts'
import type { Block, Entity, Field, FieldType, FieldTypeDefinition, Label, Model } from './model.ts'
import { LONGEST_MATCHED } from './patterns.ts'
import { richTextOptions } from './rich-text.ts'

export interface Vocabulary {
  types: ReadonlyMap<string, FieldType>
  definitions: readonly FieldTypeDefinition[]
}

export function compile(merged: ReadonlyMap<string, Merged>, vocabulary: Vocabulary, locales?: Locales): Model {
  const entities = new Map(
    [...merged.values()].map((one) => {
      const entity = compileEntity(one, vocabulary)
      return [one.slug, locales ? localized(entity, locales, group) : entity]
    }),
  )
  const only = (kind: string) => new Map([...entities].filter(([, entity]) => entity.kind === kind))
  return Object.freeze({ entities, collections: only('collection'), globals: only('global'), types: vocabulary.types })
}

export function compileEntity({ slug, kind, document, declared, code, internal }: Merged, vocabulary: Vocabulary): Entity {
  const { collection: _, global: __, description: ___, access, ...options } = document['x-cms']
  const texts = textsInIndexes(document, vocabulary)
  const fields = compileFields(document, '', { ...vocabulary, code: code.fields ?? {}, texts })
  return Object.freeze({
    slug,
    kind,
    // biome-ignore lint/style/noNonNullAssertion: documents without a title have been given that of their slug
    title: document.title!,
    ...describedBy(document),
    fields,
    options: Object.freeze(options as Record<string, unknown>),
    access: Object.freeze({ ...(access as object), ...code.access }) as Entity['access'],
    code,
    document: declared ?? document,
    added: Object.freeze(addedTo(declared, document)),
    internal,
  })
}

const addedTo = (declared: SchemaDocument | undefined, { properties }: SchemaDocument): Record<string, JsonSchema> =>
  declared ? Object.fromEntries(Object.entries(properties).filter(([name]) => !Object.hasOwn(declared.properties, name))) : {}

interface Scope extends Vocabulary {
  code: Record<string, FieldCode>
  /** How many texts share an index with the field at a path. */
  texts: ReadonlyMap<string, number>
}

function textsInIndexes(document: JsonSchema, { types }: Vocabulary): Map<string, number> {
  const found = new Map<string, number>()
  for (const paths of (document['x-cms']['indexes'] ?? []) as string[][]) {
    const texts = paths.map((path) => path.replace(/^-/, '')).filter((path) => isFreeText(schemaAt(document, path), types))
    for (const path of texts) found.set(path, Math.max(found.get(path) ?? 0, texts.length))
  }
  return found
}

const schemaAt = (document: JsonSchema, path: string): JsonSchema | undefined =>
  path.split('.').reduce<JsonSchema | undefined>((schema, name) => schema?.['properties']?.[name], document)

const isFreeText = (schema: JsonSchema | undefined, types: Vocabulary['types']): boolean =>
  schema !== undefined && schema['enum'] === undefined && types.get(fieldTypeOf(schema) ?? '')?.text === true

function compileFields(object: JsonSchema, within: string, scope: Scope): readonly Field[] {
  const required = new Set<string>(object['required'] ?? [])
  const names = Object.keys(object['properties'] ?? {}).filter((name) => name !== 'blockType' || within === '')
  return Object.freeze(
    names.map((name) => compileField(name, object['properties'][name], required.has(name), within ? `${within}.${name}` : name, scope)),
  )
}

function compileField(name: string, schema: JsonSchema, required: boolean, path: string, scope: Scope): Field {
  const own = schema['x-cms'] ?? {}
  const type = typeOf(schema, scope.types)
  const code = scope.code[path] ?? {}
  const custom = scope.definitions.find((definition) => definition.name === type.name)
  const many = schema['type'] === 'array' && type.many
  const blocks = schema['items']?.oneOf?.map((block: JsonSchema) => compileBlock(block, path, own['labels'] ?? {}, scope)) as
    | Block[]
    | undefined
  const inText = ((type.name === 'richText' ? own['blocks'] : undefined) ?? []) as (string | JsonSchema)[]
  // Names of unknown block types were reported already.
  const textBlocks = inText.flatMap((block) => (typeof block === 'string' ? [] : compileBlock(block, path, own['labels'] ?? {}, scope)))
  const inner = type.name === 'group' ? schema : type.name === 'array' ? schema['items'] : undefined
  const values: string[] | undefined = schema['enum'] ?? schema['items']?.enum
  return Object.freeze(
    withoutUndefined({
      declaration: Symbol(path),
      name,
      path,
      type,
      custom,
      required,
      localized: own['localized'] === true,
      hidden: own['hidden'] === true || schema['writeOnly'] === true,
      writeOnly: schema['writeOnly'] === true,
      hasMany: many,
      unique: own['unique'] === true || (type.name === 'slug' && own['uniqueWithin'] === undefined),
      uniqueWithin: own['uniqueWithin'],
      index: own['index'] === true,
      indexedParts: own['index'] === 'contains',
      textsInIndex: scope.texts.get(path),
      integer: schema['type'] === 'integer' && type.name === 'number',
      label: own['label'],
      ...describedBy(schema),
      defaultValue: code.defaultValue ?? schema['default'],
      minLength: schema['minLength'],
      maxLength: schema['maxLength'] ?? (schema['pattern'] === undefined ? undefined : LONGEST_MATCHED),
      pattern: schema['pattern'],
      min: schema['minimum'],
      max: schema['maximum'],
      minRows: schema['minItems'],
      maxRows: schema['maxItems'],
      options: values?.map((value) => withoutUndefined({ value, label: own['labels']?.[value] as Label })),
      from: own['from'],
      to: own['relation'] ?? schema['items']?.['x-cms']?.relation,
      filterOptions: code.filterOptions ?? own['filterOptions'],
      mimeTypes: own['mimeTypes'],
      folder: own['folder'],
      access: Object.freeze({ ...own['access'], ...code.access }),
      validate: code.validate as Field['validate'],
      shown: code.shown as Field['shown'],
      condition: own['admin']?.condition,
      admin: own['admin'] ?? {},
      renamedFrom: own['renamedFrom'],
      customOptions: own['options'] ?? {},
      fields: inner && compileFields(inner, path, scope),
      blocks: blocks && Object.freeze(blocks),
      richText: type.name === 'richText' ? richTextOptions(own, Object.freeze(textBlocks)) : undefined,
    }),
  ) as Field
}

/** The help of the admin, and one plain text for the API description and the types. */
function describedBy(schema: JsonSchema): { help?: Label; description?: string } {
  const help = (schema['x-cms']?.description ?? schema['description']) as Label | undefined
  if (help === undefined) return {}
  const [first] = typeof help === 'string' ? [help] : [help.en, ...Object.values(help)].filter((text) => text !== undefined)
  return { help, description: schema['description'] ?? first }
}

function compileBlock(block: JsonSchema, path: string, labels: Record<string, Label>, scope: Scope): Block {
  const slug: string = block['properties'].blockType.const
  return withoutUndefined({
    slug,
    label: labels[slug],
    renamedFrom: block['x-cms']?.renamedFrom,
    fields: compileFields(block, `${path}.${slug}`, scope),
  }) as Block
}

/** The type of a field whose document was found to be valid. */
export function typeOf(schema: JsonSchema, types: ReadonlyMap<string, FieldType>): FieldType {
  // biome-ignore lint/style/noNonNullAssertion: the meta-schema refuses fields without a known type
  return types.get(fieldTypeOf(schema)!)!
}

/** The field type that a schema declares, if any. */
export function fieldTypeOf(schema: JsonSchema): string | undefined {
  const own = schema['x-cms'] ?? {}
  if (own['type']) return own['type']
  if (schema['type'] === 'array') {
    const items = schema['items'] ?? {}
    if (items['oneOf']) return 'blocks'
    if (items['x-cms']?.relation !== undefined) return relationType(items['x-cms'].relation)
    if (items['enum']) return 'select'
    return items['properties'] ? 'array' : undefined
  }
  if (own['relation'] !== undefined) return relationType(own['relation'])
  if (schema['enum']) return 'select'
  if (schema['type'] === 'string') return formats.get(schema['format'])?.type ?? 'text'
  if (schema['type'] === 'number' || schema['type'] === 'integer') return 'number'
  if (schema['type'] === 'boolean') return 'boolean'
  return schema['type'] === 'object' && schema['properties'] ? 'group' : undefined
}

const relationType = (slug: string) => (slug === 'media' ? 'upload' : 'relationship')

function withoutUndefined<T extends object>(object: T): T {
  for (const key of Object.keys(object) as (keyof T)[]) if (object[key] === undefined) delete object[key]
  return object
}
