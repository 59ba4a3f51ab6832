/** The compiled, frozen model: what everybody but `schema/` reads. It knows no JSON Schema, SDL or SQL. */
import type { EntityCode, JsonSchema, SchemaDocument } from './document.ts'

export type Label = string | { en?: string; th?: string }

/** How a value is kept in its column. */
export type Kind = 'text' | 'number' | 'boolean' | 'id' | 'json'

export interface FieldType {
  name: string
  sentence: string
  /** The value's schema inside a document. */
  json(field: Partial<Field>): JsonSchema
  /** That of its texts, where JSON Schema spells the type by it. */
  format?: Format
  /** Its TypeScript, where that is more exact than the schema's. */
  typescript?(isPresent: boolean): string
  /** The scalar of the SDL; absent where a type, an enum or a union says it. */
  scalar?: string
  kind: Kind
  /** `like` and text comparison make sense. */
  text: boolean
  /** It can be filtered by, as a whole value. */
  queryable: boolean
  /** May hold several values. */
  many: boolean
  /** The words of `words.ts` that say something about it, beside those every field knows. */
  words: readonly string[]
  /** Makes what came in storable, or leaves it for the validator to refuse. */
  receive(value: unknown): unknown
  /** A value for a document of `galley/testing`; `n` is another number each time. */
  sample(field: Field, n: number, sampler: Sampler): unknown
}

export interface Format {
  name: string
  validate: RegExp | ((value: string) => boolean)
  /** What a refused value is told. */
  message: string
  /** What is no text at all is told the same. */
  isForAll?: boolean
}

/** Makes what a sample value needs. */
export interface Sampler {
  make(slug: string): Promise<{ id: number }>
  /** The values of a group or row. */
  values(fields: readonly Field[], given: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** A field type of the configuration's `fieldTypes`. */
export interface FieldTypeDefinition {
  /** Its name; in SDL it is a scalar of the same name with a capital. */
  name: string
  /** The built-in type it is kept and asked like. @default 'text' */
  base?: 'text' | 'textarea' | 'email' | 'number' | 'boolean' | 'date' | 'json'
  /** Says what is wrong with a value, or true. */
  validate?(value: any, context: { options: Record<string, unknown> }): true | string | Promise<true | string>
  /** Says what is wrong with the options of a field of this type, or nothing. */
  checkOptions?(options: Record<string, unknown>): string | undefined
  /** The elements that show it. */
  admin?: { component?: string; cell?: string }
  /** Its TypeScript type, where that is more exact than its base's. */
  typescript?: string
}

export interface Field {
  /** Names the declaration in the schema. Every copy of a field carries it, so that rules about the field apply to the copy. */
  declaration: symbol
  name: string
  /** Dotted, from the entity: `seo.title`, `links.url`, `layout.quote.text`. */
  path: string
  type: FieldType
  custom?: FieldTypeDefinition
  required: boolean
  localized: boolean
  /** Where its values stand, when that is not its path: `title__th`. */
  stored?: string
  /** It holds what the field held before it was localized. */
  wasPlain?: boolean
  /** Where those stand that fill empty ones. */
  fallback?: string
  /** What it is in each locale. */
  locales?: readonly Field[]
  /** A group that stands for one localized field: its locales stand beside each other, not in an object of their own. */
  perLocale?: true
  hidden: boolean
  /** Taken, never stored: it has no column. Hidden as well. */
  writeOnly: boolean
  hasMany: boolean
  unique: boolean
  uniqueWithin?: string
  index: boolean
  integer: boolean
  label?: Label
  description?: string
  /** A value, or in code a function of `{ user, locale }`. */
  defaultValue?: unknown
  minLength?: number
  maxLength?: number
  pattern?: string
  min?: number
  max?: number
  minRows?: number
  maxRows?: number
  options?: { value: string; label?: Label }[]
  /** The source field of a slug. */
  from?: string
  /** The slug that a relationship or upload points to. */
  to?: string
  filterOptions?: unknown
  mimeTypes?: string[]
  folder?: string
  access: FieldAccess
  validate?: (value: any, context: any) => unknown
  /** What readers get in place of the stored value. */
  shown?: (value: any) => unknown
  condition?: Condition
  admin: Record<string, unknown>
  renamedFrom?: string
  customOptions: Record<string, unknown>
  /** Of a group or array. */
  fields?: readonly Field[]
  blocks?: readonly Block[]
}

export interface Block {
  slug: string
  label?: Label
  /** The slug that its blocks had. */
  renamedFrom?: string
  fields: readonly Field[]
}

/** A rule is the name of one, or in code a function. */
export type RuleSource = string | ((...args: any[]) => unknown)
export interface FieldAccess {
  read?: RuleSource
  create?: RuleSource
  update?: RuleSource
}

export interface Condition {
  field?: string
  equals?: unknown
  not_equals?: unknown
  in?: unknown[]
  not_in?: unknown[]
  exists?: boolean
  and?: Condition[]
  or?: Condition[]
  not?: Condition
}

export interface Entity {
  slug: string
  kind: 'collection' | 'global'
  /** `Post`: its name in SDL and TypeScript. */
  title: string
  description?: string
  fields: readonly Field[]
  /** Words of the vocabulary, as declared: `drafts`, `versions`, `useAsTitle`, … */
  options: Readonly<Record<string, any>>
  access: Readonly<Record<string, RuleSource>>
  code: EntityCode
  /** As it was declared, without what features add. */
  document: SchemaDocument
  /** Never reachable from outside, never in webhooks. */
  internal: boolean
  /** Which of its forms this is, where fields are localized: a locale, one with another's values in place of empty ones, or all. */
  form?: string
  forms?: Forms
}

/** The same entity, as one locale has it or with every locale. */
export interface Forms {
  readonly whole: Entity
  in(locale: string, fallback: boolean): Entity
}

/** The form of an entity that holds every locale: what its table is made of. Itself, where nothing is localized. */
export const wholeOf = (entity: Entity): Entity => entity.forms?.whole ?? entity

export interface Model {
  entities: ReadonlyMap<string, Entity>
  collections: ReadonlyMap<string, Entity>
  globals: ReadonlyMap<string, Entity>
  types: ReadonlyMap<string, FieldType>
}

/** Every field of a list and of all below it, parents first. */
export function* everyField(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    yield field
    yield* everyField(childrenOf(field))
  }
}

export function childrenOf(field: Field): readonly Field[] {
  return field.fields ?? field.blocks?.flatMap((block) => block.fields) ?? []
}

/** One that holds fields of its own in an object. */
export type GroupField = Field & { fields: readonly Field[] }
export const isGroup = (field: Field): field is GroupField => field.type.name === 'group'

/** A group that stands for one localized field. */
export const isPerLocale = (field: Field): field is GroupField & { perLocale: true } => field.perLocale === true

/** A relationship or an upload. */
export type RelationField = Field & { to: string }
export const isRelation = (field: Field): field is RelationField => field.type.kind === 'id'

/**
 * The entries a list may have where its field says nothing else. A list is stored, compared, shown and versioned as a
 * whole, so longer ones belong into a collection of their own; filters take as many values at once.
 */
export const DEFAULT_MAX_ROWS = 1000

/** Rows, blocks, or several values. */
export const isListField = (field: Field): boolean => field.hasMany || hasRows(field)

export const maxRowsOf = (field: Field): number => field.maxRows ?? DEFAULT_MAX_ROWS

/** Its values stand in rows: array or blocks. */
export const hasRows = (field: Field): boolean => field.type.name === 'array' || field.blocks !== undefined

/** The fields that one row of an array or of blocks holds; none where its kind is unknown. */
export function fieldsOfRow(field: Field, row: { blockType?: unknown } | null | undefined): readonly Field[] {
  return field.fields ?? field.blocks?.find((block) => block.slug === row?.blockType)?.fields ?? []
}

/** The block type of a stored row, which may still have its former slug; one that another type has now is that type's. */
export function blockOfStored(blocks: readonly Block[], row: { blockType?: unknown } | null | undefined): Block | undefined {
  const slug = row?.blockType
  return (
    blocks.find((block) => block.slug === slug) ?? (slug === undefined ? undefined : blocks.find((block) => block.renamedFrom === slug))
  )
}
