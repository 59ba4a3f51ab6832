/** Fields as code declares them: one interface per type, told apart by `type`. Tested by test/types/types.test.ts. */
import type { Condition, Label } from '../schema/model.ts'
import type { RuleName } from '../schema/word-values.ts'
import type { RuleArguments } from './access/rules.ts'
import type { User } from './actor.ts'
import type { Where } from './query/where.ts'
import type { EmbedProvider } from './rich-text/embeds.ts'
import type { TextFeature } from './rich-text/kinds.ts'

/** A field of a collection, a global, a group, a row or a block. Without `type`, it is a text. */
export type Field =
  | AlmostField
  | TextareaField
  | EmailField
  | SlugField
  | NumberField
  | BooleanField
  | DateField
  | ManySelectField
  | SelectField
  | RichTextField
  | ManyUploadField
  | UploadField
  | ManyRelationshipField
  | RelationshipField
  | GroupField
  | PlainGroupField
  | ArrayField
  | BlocksField
  | JsonField
  | OwnFields
  | TextField
  | UntypedField

/** Your own field types and their values, for TypeScript: `declare module 'galley' { interface OwnFieldTypes { color: string } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface OwnFieldTypes {}

interface AnyField<Value, Default = Value> {
  /** Letters, digits and `_`. */
  name: string
  /** The name in the admin. @default made from `name` */
  label?: Label
  /** Help in the admin, in one language or by language, and a comment in the types. */
  description?: Label
  /** Whether a published document must have a value. @default false */
  required?: boolean
  /** Never leaves the server. @default false */
  hidden?: boolean
  /** Is accepted and passed to hooks, but never stored or returned. @default false */
  writeOnly?: boolean
  /** The former name or path, from which a migration moves the values. */
  renamedFrom?: string
  /** The value of a new document that has none. */
  defaultValue?: DefaultValue<Default>
  /** Returns `true` for a valid value, or a message. */
  validate?(
    value: Value | null,
    context: { data: Record<string, unknown>; operation: 'create' | 'update' },
  ): true | string | Promise<true | string>
  /** What readers get in place of the stored value. */
  shown?(value: Value | null): unknown
  /** Rules for the callers that read or set the field. */
  access?: FieldRules
  /** How the admin presents the field. */
  admin?: FieldAdmin
}

interface Localizable {
  /** One value per locale. @default false */
  localized?: boolean
}

interface Indexed {
  /** Makes filtering and sorting fast; `contains` makes `like` fast instead. @default false */
  index?: boolean | 'contains'
}

/** Fields with one value that the database can compare. */
interface Compared extends Localizable, Indexed {
  /** No two documents may have the same value. @default false */
  unique?: boolean
  /** No two documents with the same value in that other field may have the same value. */
  uniqueWithin?: string
}

/** A value, or a function that returns one. */
export type DefaultValue<Value> =
  | Value
  | ((about: { user: User | null; locale?: string }) => Value | null | undefined | Promise<Value | null | undefined>)

export interface FieldRules<Data = Record<string, unknown>, Name = RuleName> {
  read?: FieldRule<Data, Name>
  create?: FieldRule<Data, Name>
  update?: FieldRule<Data, Name>
}

/** The name of a rule, or a function. */
type FieldRule<Data, Name> = Name | ((args: RuleArguments<Data>) => boolean | Promise<boolean>)

interface FieldAdmin {
  position?: 'sidebar'
  width?: string | number
  /** Where the field is shown; the server checks it too. */
  condition?: Condition
  /** The element that edits the field, and the one that shows it in lists. */
  component?: string
  cell?: string
  /** Whether lists have a column for it. */
  column?: boolean
  placeholder?: Label
}

/** The compiler finds the type of a field without `type` by the keys that it lacks. */
type Without<Key extends string> = { [K in Key]?: undefined }

declare const needed: unique symbol
/** What an option needs: the compiler's errors show the name of this type. */
interface NeedsType<Type extends string> {
  [needed]: Type
}

/** Options that have no effect on a field without `type`. */
interface OfOtherTypes {
  to?: NeedsType<'relationship'>
  filterOptions?: NeedsType<'relationship'>
  mimeTypes?: NeedsType<'upload'>
  folder?: NeedsType<'upload'>
  from?: NeedsType<'slug'>
  integer?: NeedsType<'number'>
  min?: NeedsType<'number'>
  max?: NeedsType<'number'>
  features?: NeedsType<'richText'>
  headings?: NeedsType<'richText'>
  embeds?: NeedsType<'richText'>
  unknown?: NeedsType<'richText'>
}
interface NoRows {
  minRows?: NeedsType<'array'>
  maxRows?: NeedsType<'array'>
}

interface WithPattern {
  minLength?: number
  maxLength?: number
  /** A regular expression that the text must match. */
  pattern?: string
}

interface WithRows {
  minRows?: number
  /** @default 1000 */
  maxRows?: number
}

export interface TextareaField extends AnyField<string>, Compared, WithPattern, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'textarea'
}
export interface EmailField extends AnyField<string>, Compared, WithPattern, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'email'
}
export interface SlugField extends AnyField<string>, Compared, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'slug'
  /** The field that an empty slug is made from. */
  from?: string
  maxLength?: number
}
export interface NumberField extends AnyField<number>, Compared, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'number'
  /** Whole numbers only. @default false */
  integer?: boolean
  min?: number
  max?: number
}
export interface BooleanField extends AnyField<boolean>, Compared, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'boolean'
}
export interface DateField extends AnyField<string, string | Date>, Compared, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'date'
}
interface Choice<Value, Default> extends AnyField<Value, Default>, Without<'fields' | 'blocks'>, OfOtherTypes {
  type?: 'select'
  options: readonly (string | { value: string; label?: Label })[]
}
export interface SelectField<Option extends string = string> extends Choice<string, Option>, Compared {
  hasMany?: false
}
export interface ManySelectField<Option extends string = string>
  extends Choice<readonly string[], readonly Option[]>,
    WithRows,
    Localizable,
    Indexed {
  /** Several of the options. */
  hasMany: true
}
export interface RichTextField extends AnyField<object>, Localizable, Without<'options' | 'hasMany' | 'fields'> {
  type: 'richText'
  /** Nodes and marks that the text may contain. @default all but `embed` and `block` */
  features?: readonly TextFeature[]
  /** @default 1 to 6 */
  headings?: readonly (1 | 2 | 3 | 4 | 5 | 6)[]
  /** Blocks, or the slugs of block types of the schema. */
  blocks?: readonly (string | BlockConfig)[]
  /** The sites whose pages can be embedded. */
  embeds?: readonly EmbedProvider[]
  /** What happens to content that galley doesn't know. @default 'refuse' */
  unknown?: 'refuse' | 'keep'
}
/** A filter, or a function of the document that is edited; `true` stands for all documents, `false` for none. */
export type FilterOptions<Filter, Data = Record<string, unknown>> =
  | Filter
  | ((about: {
      id?: number
      data: Data
      user: User | null
      context: Record<string, unknown>
    }) => Filter | boolean | Promise<Filter | boolean>)

interface RelationField<Value> extends AnyField<Value>, Without<'options' | 'fields' | 'blocks'> {
  /** Only documents that match can be selected. */
  filterOptions?: FilterOptions<Where>
}
interface OneTarget extends RelationField<number>, Compared {
  hasMany?: false
}
interface ManyTargets extends RelationField<readonly number[]>, WithRows, Localizable, Indexed {
  /** Several documents. */
  hasMany: true
}
interface AnUpload {
  type: 'upload'
  to?: 'media'
  /** The file types that can be selected. */
  mimeTypes?: readonly string[]
  /** The media folder that uploads of this field go to. */
  folder?: string
}
export interface UploadField extends OneTarget, AnUpload {}
export interface ManyUploadField extends ManyTargets, AnUpload {}
interface ARelationship {
  type: 'relationship'
  /** The slug of the collection. */
  to: string
}
export interface RelationshipField extends OneTarget, ARelationship {}
export interface ManyRelationshipField extends ManyTargets, ARelationship {}
/** Localize its fields instead. */
export interface GroupField extends AnyField<object>, Without<'options' | 'hasMany' | 'blocks'> {
  type: 'group'
  fields: readonly Field[]
}
/** The same without its type. */
interface PlainGroupField extends AnyField<object>, Without<'options' | 'hasMany' | 'blocks' | keyof Compared>, OfOtherTypes, NoRows {
  type?: undefined
  fields: readonly Field[]
}
export interface ArrayField extends AnyField<readonly object[]>, WithRows, Localizable, Indexed, Without<'options' | 'hasMany' | 'blocks'> {
  type: 'array'
  fields: readonly Field[]
}
export interface BlocksField
  extends AnyField<readonly object[]>,
    WithRows,
    Localizable,
    Indexed,
    Without<'options' | 'hasMany' | 'fields'>,
    OfOtherTypes {
  type?: 'blocks'
  blocks: readonly BlockConfig[]
}
export interface JsonField extends AnyField<unknown>, Localizable, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'json'
}
/** `never` without types of your own, so that error messages don't mention them. */
type OwnFields = { [Type in keyof OwnFieldTypes]: OwnField<Type> }[keyof OwnFieldTypes]
/** A field of a type of your own, from the configuration's `fieldTypes`. */
export interface OwnField<Type extends keyof OwnFieldTypes>
  extends AnyField<OwnFieldTypes[Type]>,
    Compared,
    Without<'hasMany' | 'fields' | 'blocks'> {
  type: Type
  options?: Record<string, unknown>
}

declare const missing: unique symbol
/**
 * For editors: they offer only types for which nothing else is missing yet. No field is of this type. It comes first, in the list and by its
 * name, since the compiler explains mistakes by the last of several. It has no default, because the compiler names an option that is wrong only
 * if not every type has it.
 */
interface AlmostField extends Omit<AnyField<unknown>, 'defaultValue'>, Compared, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'select' | 'group' | 'array' | 'blocks'
  [missing]: true
}

export interface TextField extends AnyField<string>, Compared, WithPattern, Without<'options' | 'hasMany' | 'fields' | 'blocks'> {
  type: 'text'
}
/** A text. Comes last: the compiler explains a mistake in a field without `type` by the last interface that could be meant. */
interface UntypedField extends Omit<TextField, 'type'>, OfOtherTypes, NoRows {
  type?: undefined
}

/** A type of blocks. */
export interface BlockConfig {
  slug: string
  labels?: Label | { singular?: Label; plural?: Label }
  renamedFrom?: string
  fields?: readonly Field[]
}
