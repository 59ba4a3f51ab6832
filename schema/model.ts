/** The compiled, frozen model, used by everything outside `schema/`. It knows no JSON Schema, SDL or SQL. */
import type { EmbedProvider } from '../lib/rich-text/embeds.ts'
import type { TextFeature } from '../lib/rich-text/kinds.ts'
import type { EntityCode, JsonSchema, SchemaDocument } from './document.ts'

/** A text of the admin, in one language or by language. */
export type Label = string | { en?: string; th?: string; [language: string]: string | undefined }

/** How a value is stored in its column. */
export type Kind = 'text' | 'number' | 'boolean' | 'id' | 'json'

/** The kind of value that filters and sorting work with: a date is stored as text, but it has no parts to search for. */
export type Holds = Kind | 'date'

export interface FieldType {
  name: string
  sentence: string
  /** The value's schema inside a document. */
  json(field: Partial<Field>): JsonSchema
  /** Its TypeScript type, if that is more precise than the schema's. */
  typescript?(isPresent: boolean): string
  /** The JSON Schema format that identifies the type. */
  format?: Format
  /** Its SDL scalar; absent if an SDL type, enum or union expresses it. */
  scalar?: string
  holds: Holds
  /** Follows from `holds`, as `text` does. */
  kind: Kind
  /** Supports `like` and text comparison. */
  text: boolean
  /** Supports filters on the whole value. */
  queryable: boolean
  /** May hold several values. */
  many: boolean
  /** The words of `words.ts` that apply to it, in addition to those for every field. */
  words: readonly string[]
  /** Converts input to its stored form, or leaves it for the validator to refuse. */
  receive(value: unknown): unknown
  /** A value for a document of `galley/testing`; `n` is a different number each time. */
  sample(field: Field, n: number, sampler: Sampler): unknown
}

export interface Format {
  name: string
  validate: RegExp | ((value: string) => boolean)
  /** The message for a refused value. */
  message: string
  /** The same message is used for values that are not text. */
  isForAll?: boolean
}

/** Creates what a sample value needs. */
export interface Sampler {
  make(slug: string): Promise<{ id: number }>
  /** The values of a group or row. */
  values(fields: readonly Field[], given: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** A field type of the configuration's `fieldTypes`. */
export interface FieldTypeDefinition {
  /** Its name; the SDL scalar has the same name, capitalized. */
  name: string
  /** The built-in type that determines storage and queries. @default 'text' */
  base?: 'text' | 'textarea' | 'email' | 'number' | 'boolean' | 'date' | 'json'
  /** Returns what is wrong with a value, or true. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of the value depends on `base`
  validate?(value: any, context: { options: Record<string, unknown> }): true | string | Promise<true | string>
  /** Returns what is wrong with the options of a field of this type, or undefined. */
  checkOptions?(options: Record<string, unknown>): string | undefined
  /** The elements that render it. */
  admin?: { component?: string; cell?: string }
  /** Its TypeScript type, if that is more precise than its base's. */
  typescript?: string
}

export interface Field {
  /**
   * Identifies the declaration in the schema. Every copy of a field has the same symbol, so that rules about the field apply to its copies.
   */
  declaration: symbol
  name: string
  /** Dotted, from the entity: `seo.title`, `links.url`, `layout.quote.text`. */
  path: string
  type: FieldType
  custom?: FieldTypeDefinition
  required: boolean
  localized: boolean
  /** Where its values are stored, if not at its path: `title__th`. */
  stored?: string
  /** It holds the values from before the field was localized. */
  wasPlain?: boolean
  /** The path whose values fill its empty ones. */
  fallback?: string
  /** Its copy for each locale. */
  locales?: readonly Field[]
  /** A group that represents one localized field: its locales are stored side by side, not in a separate object. */
  perLocale?: true
  hidden: boolean
  /** Accepted as input, but never stored: it has no column. It is hidden too. */
  writeOnly: boolean
  hasMany: boolean
  unique: boolean
  uniqueWithin?: string
  index: boolean
  /** It has an index that finds parts of its text. */
  indexedParts: boolean
  /** How many texts share an index with it; 1 if it is the only one in an index of several fields. */
  textsInIndex?: number
  integer: boolean
  label?: Label
  /** The admin shows it next to the field. */
  help?: Label
  /** For the API description and the types, which have one language. */
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
  validate?: (value: unknown, context: unknown) => unknown
  /** What readers see instead of the stored value. */
  shown?: (value: unknown) => unknown
  condition?: Condition
  admin: Record<string, unknown>
  renamedFrom?: string
  customOptions: Record<string, unknown>
  /** Only on groups and arrays. */
  fields?: readonly Field[]
  blocks?: readonly Block[]
  /** Only on rich text. Its blocks are attributes of nodes, not rows, so code about rows doesn't see them. */
  richText?: RichTextOptions
}

/** The options of a rich text, with all defaults filled in. */
export interface RichTextOptions {
  features: readonly TextFeature[]
  headings: readonly number[]
  blocks: readonly Block[]
  embeds: readonly EmbedProvider[]
  unknown: 'refuse' | 'keep'
}

export interface Block {
  slug: string
  label?: Label
  /** The former slug of its blocks. */
  renamedFrom?: string
  fields: readonly Field[]
}

/** The name of a rule, or in code a function. */
// biome-ignore lint/suspicious/noExplicitAny: functions of the configuration declare the arguments that they use
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
  help?: Label
  description?: string
  fields: readonly Field[]
  /** Words of the vocabulary, as declared: `drafts`, `versions`, `useAsTitle`, … */
  // biome-ignore lint/suspicious/noExplicitAny: the types differ between words; the meta-schema has checked them
  options: Readonly<Record<string, any>>
  access: Readonly<Record<string, RuleSource>>
  code: EntityCode
  /** As declared, without what features add. */
  document: SchemaDocument
  /** The fields that features add, as they could be declared. */
  added: Readonly<Record<string, JsonSchema>>
  /** Never reachable from outside, never in webhooks. */
  internal: boolean
  /** Which form this is, if fields are localized: one locale, one with another's values as a fallback, or all. */
  form?: string
  forms?: Forms
}

/** The same entity in one locale, or with every locale. */
export interface Forms {
  readonly whole: Entity
  in(locale: string, fallback: boolean): Entity
}

/** The form of an entity with every locale, from which its table is built; the entity itself if nothing is localized. */
export const wholeOf = (entity: Entity): Entity => entity.forms?.whole ?? entity

export interface Model {
  entities: ReadonlyMap<string, Entity>
  collections: ReadonlyMap<string, Entity>
  globals: ReadonlyMap<string, Entity>
  types: ReadonlyMap<string, FieldType>
}

/** Every field of a list at any depth, parents first. */
export function* everyField(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    yield field
    yield* everyField(childrenOf(field))
  }
}

export function childrenOf(field: Field): readonly Field[] {
  return field.fields ?? field.blocks?.flatMap((block) => block.fields) ?? []
}

/** A field that contains other fields in an object. */
export type GroupField = Field & { fields: readonly Field[] }
export const isGroup = (field: Field): field is GroupField => field.type.name === 'group'

/** A group that represents one localized field. */
export const isPerLocale = (field: Field): field is GroupField & { perLocale: true } => field.perLocale === true

export type RichTextField = Field & { richText: RichTextOptions }
export const isRichText = (field: Field): field is RichTextField => field.richText !== undefined

/** A relationship or an upload. */
export type RelationField = Field & { to: string }
export const isRelation = (field: Field): field is RelationField => field.type.kind === 'id'

/**
 * The default maximum of list entries. A list is stored, compared, shown and versioned as a whole, so longer ones belong in their own
 * collection. Filters accept the same number of values.
 */
export const DEFAULT_MAX_ROWS = 1000

/** Rows, blocks, or several values. */
export const isListField = (field: Field): boolean => field.hasMany || hasRows(field)

export const maxRowsOf = (field: Field): number => field.maxRows ?? DEFAULT_MAX_ROWS

/** Its values are rows: an array or blocks. */
export const hasRows = (field: Field): boolean => field.type.name === 'array' || field.blocks !== undefined

/** The fields of one row of an array or of blocks; empty if its type is unknown. */
export function fieldsOfRow(field: Field, row: { blockType?: unknown } | null | undefined): readonly Field[] {
  return field.fields ?? field.blocks?.find((block) => block.slug === row?.blockType)?.fields ?? []
}

/** The block type of a stored row, by its current or former slug. A slug that another type uses now belongs to that type. */
export function blockOfStored(blocks: readonly Block[], row: { blockType?: unknown } | null | undefined): Block | undefined {
  const slug = row?.blockType
  return (
    blocks.find((block) => block.slug === slug) ?? (slug === undefined ? undefined : blocks.find((block) => block.renamedFrom === slug))
  )
}
