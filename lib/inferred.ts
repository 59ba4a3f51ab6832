/** The types of `{ slug, fields }` in code, without a generated file. Tested by test/types/types.test.ts. */
import type { AllCollections, ConfigurationFacts, PerhapsThere, SetByGalley, WithBuiltIn } from './built-in-fields.ts'
import type { CollectionConfig, GlobalConfig } from './content-config.ts'
import type { Field } from './field-config.ts'
import type {
  CollectionIn,
  DeclaredGlobalIn,
  DeclaredTypes,
  GlobalSortIn,
  GlobalWhereIn,
  NumberPath,
  SortIn,
  WhereIn,
} from './inferred-paths.ts'
import type { AreKnown, FieldsOf, Scalar } from './inferred-scalars.ts'
import type { BlockBySlug, BlocksInText, TextOf } from './inferred-texts.ts'
import type {
  ByLocale,
  DateInput,
  Deeper,
  Filled,
  GroupInput,
  InputByLocale,
  ListInput,
  Many,
  One,
  OrNull,
  RowInput,
} from './local/read-as.ts'
import type { ContentFeature, ContentType, ReadAs } from './register.ts'

/**
 * The types of collections and globals that are declared in code.
 *
 * @example
 * declare module 'galley' {
 *   interface Register extends ContentTypes<typeof collections> {}
 * }
 */
export interface ContentTypes<
  Collections extends readonly CollectionConfig[],
  Globals extends readonly GlobalConfig[] = readonly [],
  Locale extends string = never,
  Role extends string = 'admin' | 'editor',
  Facts extends ConfigurationFacts = ConfigurationFacts,
> {
  /** The declarations that the types below are made from. */
  declared: {
    collections: AllCollections<Collections, Role, Facts>
    globals: { [One in Globals[number] as One['slug']]: One }
  }
  collections: { [S in keyof AllCollections<Collections, Role, Facts>]: Inferred<this, S> }
  globals: { [One in Globals[number] as One['slug']]: InferredGlobal<this, One['slug']> }
  locales: Locale
  roles: Role
}

/**
 * The users that rules and hooks see, from the fields declared for `users`. They are declared apart from the collection, whose rules would
 * make the compiler go round in circles.
 *
 * @example
 * declare module 'galley' {
 *   interface UserFields extends UserFieldsOf<typeof userFields> {}
 * }
 */
export type UserFieldsOf<Fields extends readonly Field[], Role extends string = 'admin' | 'editor'> = { role: Role } & Partial<
  Omit<InferredDocument<WithBuiltIn<OwnUsers<Fields>, Role, ConfigurationFacts>, 'depth 0', never, never, 'collection'>, 'id' | 'role'>
>

interface OwnUsers<Fields extends readonly Field[]> {
  slug: 'users'
  drafts: false
  fields: Fields
}

/** The types of a collection that is declared in code. */
export interface Inferred<T extends DeclaredTypes, S> extends ContentType {
  read: DocumentIn<T, S, this['as']>
  write: InputIn<T, S, this['as']>
  where: WhereIn<T, S>
  sort: SortIn<T, S>
  numbers: NumberPath<FieldsOf<CollectionIn<T, S>>>
  drafts: DraftsOf<CollectionIn<T, S>>
  trash: Has<CollectionIn<T, S>, 'trash'>
  versions: Has<CollectionIn<T, S>, 'versions'>
  schedule: Has<CollectionIn<T, S>, 'schedule'>
  orderable: Has<CollectionIn<T, S>, 'orderable'>
}

/** The types of a global that is declared in code. */
export interface InferredGlobal<T extends DeclaredTypes, S> extends ContentType {
  read: GlobalIn<T, S, this['as']>
  write: GlobalInputIn<T, S, this['as']>
  where: GlobalWhereIn<T, S>
  sort: GlobalSortIn<T, S>
  numbers: NumberPath<FieldsOf<DeclaredGlobalIn<T, S>>>
  drafts: DraftsOf<DeclaredGlobalIn<T, S>>
  trash: false
  versions: Has<DeclaredGlobalIn<T, S>, 'versions'>
  schedule: Has<DeclaredGlobalIn<T, S>, 'schedule'>
  orderable: false
}

/** A document, by the interface that knows its declaration, and its slug. The compiler shows these names instead of a screen of fields. */
export type DocumentIn<T extends DeclaredTypes, S, R extends ReadAs> = {
  [Name in keyof CollectionParts<T, S, R>]: CollectionParts<T, S, R>[Name]
}
type CollectionParts<T extends DeclaredTypes, S, R extends ReadAs> = DocumentParts<CollectionIn<T, S>, R, T, T['locales'], 'collection'>

/** A global, in the same terms. */
export type GlobalIn<T extends DeclaredTypes, S, R extends ReadAs> = {
  [Name in keyof GlobalParts<T, S, R>]: GlobalParts<T, S, R>[Name]
}
type GlobalParts<T extends DeclaredTypes, S, R extends ReadAs> = DocumentParts<DeclaredGlobalIn<T, S>, R, T, T['locales'], 'global'>

/** The input of a collection, in the same terms. */
export type InputIn<T extends DeclaredTypes, S, R extends ReadAs> = {
  [Name in keyof InputParts<CollectionIn<T, S>, R, T['locales']>]: InputParts<CollectionIn<T, S>, R, T['locales']>[Name]
}

/** The input of a global, in the same terms. */
export type GlobalInputIn<T extends DeclaredTypes, S, R extends ReadAs> = {
  [Name in keyof InputParts<DeclaredGlobalIn<T, S>, R, T['locales']>]: InputParts<DeclaredGlobalIn<T, S>, R, T['locales']>[Name]
}

/** `false` if the declaration doesn't have a feature. One that is typed as a `CollectionConfig` may have any. */
type Has<C, Feature extends ContentFeature> = Feature extends keyof C ? (C[Feature] extends false ? false : boolean) : false
type DraftsOf<C> = C extends { drafts: true } ? true : Has<C, 'drafts'>

type HasDrafts<C> = C extends { drafts: true } ? true : false
/** One object. The compiler shows its values; the name of a mapped type would hide them behind its parts. */
type Flat<T> = T extends unknown ? { [K in keyof T]: T[K] } : never
type Status<C, Kind> = C extends { drafts: true }
  ? { status: 'draft' | 'published' | ([C, Kind] extends [Scoped, 'global'] ? null : never) }
  : unknown

/** A `saved global` has been saved, as those in the hook `afterChange`. */
type ContentKind = 'collection' | 'global' | 'saved global'

/** A global whose scope may hold no value, not even its defaults. */
type Scoped = { mayBeNowhere: true }

/** A document of a collection or global, as it was read. */
type InferredDocument<C, R extends ReadAs, T extends DeclaredTypes, Locale extends string, Kind extends ContentKind> = Flat<
  DocumentParts<C, R, T, Locale, Kind>
>

type DocumentParts<
  C,
  R extends ReadAs,
  T extends DeclaredTypes,
  Locale extends string,
  Kind extends ContentKind,
> = (Kind extends 'collection' ? { id: number; createdAt: string } : unknown) & {
  updatedAt: Kind extends 'global' ? string | null : string
} & Status<C, Kind> &
  Values<FieldsOf<C>, R, T, Locale, Kind extends 'global' ? (C extends Scoped ? 'perhaps nowhere' : 'perhaps unsaved') : 'checked'>

/**
 * Whether required values were checked when the values were saved: not if a condition didn't hold, if a global was never saved, or if its
 * scope holds no value.
 */
type Saved = 'checked' | 'perhaps unsaved' | 'perhaps nowhere' | 'perhaps unchecked'

type Conditional = { admin: { condition: unknown } }

type SavedInside<F, S extends Saved> = F extends Conditional ? 'perhaps unchecked' : S

/** Rows exist only if they were saved. */
type SavedRows<F, S extends Saved> = SavedInside<F, S extends 'perhaps unsaved' | 'perhaps nowhere' ? 'checked' : S>

type Values<F extends readonly Field[], R extends ReadAs, T extends DeclaredTypes, Locale extends string, S extends Saved> =
  AreKnown<F> extends true
    ? {
        [One in Always<Shown<F[number], R>> as One['name']]: InLocales<One, R, T, Locale, S>
      } & {
        [One in Perhaps<Shown<F[number], R>> as One['name']]?: InLocales<One, R, T, Locale, S>
      }
    : AnyValues

type InLocales<F, R extends ReadAs, T extends DeclaredTypes, Locale extends string, S extends Saved> = F extends { localized: true }
  ? ByLocale<R, Locale, Value<F, R, T, Locale, S>>
  : Value<F, R, T, Locale, S>

/** The values of a list of fields that is declared as `Field[]`. */
// biome-ignore lint/suspicious/noExplicitAny: without the names of fields, nothing is known about their values
type AnyValues = { [name: string]: any }

type Shown<F, R extends ReadAs> = F extends { writeOnly: true }
  ? never
  : F extends { hidden: true }
    ? 'hidden fields' extends R
      ? F & { name: string }
      : never
    : F & { name: string }

/** Fields with a read rule may be absent. */
type Perhaps<F> = F extends PerhapsThere ? F : F extends { access: { read: infer Rule } } ? (Rule extends 'anyone' ? never : F) : never
type Always<F> = F extends PerhapsThere ? never : F extends { access: { read: infer Rule } } ? (Rule extends 'anyone' ? F : never) : F

type Value<F, R extends ReadAs, T extends DeclaredTypes, Locale extends string, S extends Saved> = F extends {
  shown: (value: never) => infer Result
}
  ? NullIfNothing<Result>
  : StoredValue<F, R, T, Locale, S>

type StoredValue<F, R extends ReadAs, T extends DeclaredTypes, Locale extends string, S extends Saved> = F extends {
  type: 'relationship'
  to: infer To extends keyof T['declared']['collections']
}
  ? Related<F, R, To, T>
  : F extends { type: 'upload' }
    ? Related<F, R, 'media', T>
    : F extends { type: 'array'; fields: infer Inside extends readonly Field[] }
      ? Flat<{ id: string } & Values<Inside, R, T, Locale, SavedRows<F, S>>>[]
      : F extends { blocks: infer Blocks extends readonly unknown[]; type?: 'blocks' }
        ? Block<Blocks[number], R, T, Locale, SavedRows<F, S>>[]
        : F extends { fields: infer Inside extends readonly Field[] }
          ? Flat<Values<Inside, R, T, Locale, SavedInside<F, S>>>
          : F extends { hasMany: true }
            ? Scalar<F>[]
            : Single<F, R, S, F extends RichTextType ? TextOf<F, BlockInText<BlocksInText<F>, R, T, Locale>> : Scalar<F>>

type RichTextType = { type: 'richText' }

type Single<F, R extends ReadAs, S extends Saved, V> = F extends { required: true; localized?: false }
  ? IsThere<F, S> extends true
    ? Filled<R, V>
    : V | null
  : V | null

/** A function that returns nothing shows `null`. */
type NullIfNothing<Result> = undefined extends Result ? Exclude<Result, undefined> | null : Result

/** A global that was never saved has its defaults, except those that functions return. */
type IsThere<F, S extends Saved> = F extends Conditional
  ? false
  : S extends 'perhaps unsaved'
    ? F extends { defaultValue: (...given: never) => unknown }
      ? false
      : F extends { defaultValue: unknown }
        ? true
        : false
    : S extends 'checked'
      ? true
      : false

type Related<F, R extends ReadAs, To, T extends DeclaredTypes> = F extends { hasMany: true }
  ? Many<R, DocumentIn<T, To, Deeper<R>>>
  : One<R, DocumentIn<T, To, Deeper<R>>>

type Block<B, R extends ReadAs, T extends DeclaredTypes, Locale extends string, S extends Saved> = B extends { slug: infer Slug }
  ? Flat<{ id: string; blockType: Slug } & Values<FieldsOf<B>, R, T, Locale, S>>
  : never

/** Blocks in a rich text are stored as they were sent, without the values that they lack. */
type BlockInText<B, R extends ReadAs, T extends DeclaredTypes, Locale extends string> = B extends { slug: infer Slug }
  ? Flat<{ id?: string; blockType: Slug } & ValuesInText<FieldsOf<B>, R, T, Locale>>
  : B extends string
    ? BlockBySlug<B>
    : never

type ValuesInText<F extends readonly Field[], R extends ReadAs, T extends DeclaredTypes, Locale extends string> =
  AreKnown<F> extends true
    ? {
        [One in SentAlways<Always<Shown<F[number], R>>> as One['name']]:
          | Value<One, R, T, Locale, 'checked'>
          | ('draft' extends R ? undefined : never)
      } & {
        [One in Exclude<Shown<F[number], R>, SentAlways<Always<Shown<F[number], R>>>> as One['name']]?: InLocales<
          One,
          R,
          T,
          Locale,
          'checked'
        >
      }
    : AnyValues

type SentAlways<F> = F extends { required: true; localized?: false } ? (F extends Conditional | { fields: unknown } ? never : F) : never

/** The input of a collection or global. */
type InferredInput<C, R extends ReadAs, Locale extends string> = Flat<InputParts<C, R, Locale>>

type InputParts<C, R extends ReadAs, Locale extends string> = (C extends { drafts: true } ? { status?: 'draft' | 'published' } : unknown) &
  Input<FieldsOf<C>, R, Locale, HasDrafts<C>>

type Input<F extends readonly Field[], R extends ReadAs, Locale extends string, Drafts> =
  AreKnown<F> extends true
    ? {
        [One in Settable<F[number]> as Needs<One, Drafts> extends true ? One['name'] : never]: Given<One, R, Locale, Drafts>
      } & {
        [One in Settable<F[number]> as Needs<One, Drafts> extends true ? never : One['name']]?: Given<One, R, Locale, Drafts>
      }
    : AnyValues

type Settable<F> = F extends SetByGalley ? never : F & { name: string }

/** Whether input must have the field: if it is required, or holds a required one. */
type Needs<F, Drafts> = Drafts extends true
  ? false
  : F extends { defaultValue: unknown } | { from: string } | Conditional
    ? false
    : F extends { fields: infer Inside extends readonly Field[]; type?: 'group' }
      ? AreKnown<Inside> extends true
        ? true extends Needed<Inside[number]>
          ? true
          : false
        : false
      : F extends { required: true }
        ? true
        : false

type Needed<F> = F extends unknown ? Needs<F, false> : never
type Unchecked<F, Drafts> = F extends Conditional ? true : Drafts

type Given<F, R extends ReadAs, Locale extends string, Drafts> = F extends { localized: true }
  ? InputByLocale<R, Locale, GivenValue<F, R, Locale, Drafts>>
  : GivenValue<F, R, Locale, Drafts>

type GivenValue<F, R extends ReadAs, Locale extends string, Drafts> = F extends { type: 'relationship' | 'upload' }
  ? F extends { hasMany: true }
    ? ListInput<R, number> | Emptied<F, R, Drafts>
    : number | null
  : F extends { type: 'array'; fields: infer Inside extends readonly Field[] }
    ? Flat<{ id?: string } & Input<Inside, Whole<R>, Locale, Unchecked<F, Drafts>>>[] | Emptied<F, R, Drafts>
    : F extends { blocks: infer Blocks extends readonly unknown[]; type?: 'blocks' }
      ? GivenBlock<Blocks[number], Whole<R>, Locale, Unchecked<F, Drafts>>[] | Emptied<F, R, Drafts>
      : F extends { fields: infer Inside extends readonly Field[] }
        ? GroupInput<R, Flat<Input<Inside, R, Locale, Unchecked<F, Drafts>>>> | EmptiedGroup<F, R, Drafts>
        : F extends { hasMany: true }
          ? ListInput<R, Scalar<F>> | Emptied<F, R, Drafts>
          : F extends { required: true }
            ? Unchecked<F, Drafts> extends true
              ? GivenScalar<F, R, Locale, Drafts> | null
              : GivenScalar<F, R, Locale, Drafts>
            : GivenScalar<F, R, Locale, Drafts> | null

/** `null` empties a list, unless it is required. Hooks receive an empty list. */
type Emptied<F, R extends ReadAs, Drafts> = F extends { required: true }
  ? Unchecked<F, Drafts> extends true
    ? OrNull<R>
    : never
  : OrNull<R>

/** The same for a group, unless it holds a required value. */
type EmptiedGroup<F, R extends ReadAs, Drafts> = Needs<F, Drafts> extends true ? never : OrNull<R>

type GivenScalar<F, R extends ReadAs, Locale extends string, Drafts> = F extends { type: 'date' }
  ? DateInput<R>
  : F extends RichTextType
    ? TextOf<F, RowInput<GivenBlock<BlocksInText<F>, Whole<R>, Locale, Unchecked<F, Drafts>>>>
    : Scalar<F>

/** A change replaces rows as a whole. */
type Whole<R extends ReadAs> = Exclude<R, 'change'>

type GivenBlock<B, R extends ReadAs, Locale extends string, Drafts> = B extends { slug: infer S }
  ? Flat<{ id?: string; blockType: S } & Input<FieldsOf<B>, R, Locale, Drafts>>
  : B extends string
    ? BlockBySlug<B>
    : never

/** What hooks receive: ids in relations, in one locale or in all, as the call around them works with. */
type InHooks<C> = 'depth 0' | 'one locale' | 'all locales' | (HasDrafts<C> extends true ? 'draft' : never)

/** What hooks of a change receive: with hidden fields. */
export type HookDocument<C, Kind extends ContentKind = 'collection'> = InferredDocument<
  C,
  InHooks<C> | 'hidden fields',
  never,
  string,
  Kind
>
/** What readers are about to see. */
export type ReadHookDocument<C, Kind extends ContentKind = 'collection'> = InferredDocument<C, InHooks<C>, never, string, Kind>
/** What `preview` receives: with related documents, of which the declaration knows the id. */
export type PreviewDocument<C, Kind extends ContentKind = 'collection'> = InferredDocument<
  C,
  Exclude<InHooks<C>, 'depth 0'> | 'depth 1',
  Undeclared,
  string,
  Kind
>
interface Undeclared {
  declared: { collections: Record<string, { fields: readonly Field[] }>; globals: object }
  locales: string
}

export type HookInput<C> = InferredInput<C, 'one locale' | 'all locales' | 'change', string>
export type HookData<C> = InferredInput<C, 'one locale' | 'all locales' | 'change' | 'draft', string>
