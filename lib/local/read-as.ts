/** How the types of documents depend on the options of a call. Generated types are written in these terms. Tested by test/types/types.test.ts. */
import type { User, UserFields } from '../actor.ts'
import type { CollectionSlug, Depth, GlobalSlug, ReadAs, Registered, Types } from '../register.ts'

type DepthOf = `depth ${Depth}`

/** How the documents of relations were read: one level less. */
export type Deeper<R extends ReadAs> = R extends 'depth 3'
  ? 'depth 2'
  : R extends 'depth 2'
    ? 'depth 1'
    : R extends 'depth 1'
      ? 'depth 0'
      : R extends 'depth 0'
        ? never
        : R

/** A related document: its id at depth 0; `null` if it was deleted, or if the reader can't see it. */
export type One<R extends ReadAs, Document> = Target<R, Document> | null

/** Several related documents. Those that were deleted or that the reader can't see are left out. */
export type Many<R extends ReadAs, Document> = Target<R, Document>[]

type Target<R extends ReadAs, Document> = [R & DepthOf] extends [never]
  ? number | Document
  : ('depth 0' extends R ? number : never) | ([Exclude<R & DepthOf, 'depth 0'>] extends [never] ? never : Document)

/** A required value, which a draft may lack. */
export type Filled<R extends ReadAs, Value> = 'draft' extends R ? Value | null : Value

/** A required value of a block inside a rich text. A draft may lack it altogether: such blocks are stored as they were sent. */
export type FilledInText<R extends ReadAs, Value> = 'draft' extends R ? Value | null | undefined : Value

/** A localized value: that of one locale, or those of all. */
export type ByLocale<R extends ReadAs, Locale extends string, Value> = 'all locales' extends R
  ? { [L in Locale]: Value } | ('one locale' extends R ? Value : never)
  : Value

/** The input of a localized field. */
export type InputByLocale<R extends ReadAs, Locale extends string, Value> = 'all locales' extends R
  ? { [L in Locale]?: Value | null } | ('one locale' extends R ? Value : never)
  : Value

/** The input of several values. Hooks receive a list of their own. */
export type ListInput<R extends ReadAs, Value> = 'draft' extends R ? Value[] : readonly Value[]

/** `null`, which empties a list or a group. Hooks receive what it makes of it. */
export type OrNull<R extends ReadAs> = 'draft' extends R ? never : null

/** The input of a date. Hooks receive text. */
export type DateInput<R extends ReadAs> = 'draft' extends R ? string : string | Date

/**
 * The input of a row, a block or a group that depends on how it is given; values that may be left out may be `undefined`, as in what was
 * read. The compiler compares the values of such types; without it, it
 * compares their parameters, and what a hook receives would not be what it may return.
 */
export type RowInput<Row> = { [Name in keyof Row]: Row[Name] | (object extends Pick<Row, Name> ? undefined : never) }

/** The input of a group with required fields. A change keeps the values that it doesn't mention. */
export type GroupInput<R extends ReadAs, Group> = 'change' extends R ? Partial<Group> : Group

/**
 * Makes the compiler infer `O`, the options as a call gives them, and allows any. So it knows which options may be absent, while those that
 * don't exist are still reported.
 */
export type AnyGiven<O> = [O] extends [never] ? O : unknown

/** How a call reads, by its options; where they may lack the depth or the locale, it may read by the default. */
export type As<D extends Depth, Draft extends boolean, L extends string, O = object> = ReadAt<
  D | (O extends { depth: number } ? never : 1),
  Draft,
  L | (O extends { locale: string } ? never : 'default')
>

type ReadAt<D extends Depth, Draft extends boolean, Locale extends string> =
  | `depth ${D}`
  | (true extends Draft ? 'draft' : never)
  | ('all' extends Locale ? 'all locales' | ([Exclude<Locale, 'all'>] extends [never] ? never : 'one locale') : never)

/** A document, as a call returns it: all fields, or those of `select`. */
export type Read<T extends Types, S extends string, R extends ReadAs = 'depth 1', Options = object> = Selected<
  (T['collections'][S] & { as: R })['read'],
  Options
>
/** A global, as a call returns it. */
export type ReadGlobal<T extends Types, S extends string, R extends ReadAs = 'depth 1', Options = object> = Selected<
  (T['globals'][S] & { as: R })['read'],
  Options
>

/** All fields without `select`; perhaps those of a list that is only known when it runs. */
type Selected<Document, Options> = 0 extends 1 & Document
  ? Document
  : 'select' extends keyof Options
    ? Picked<Document, Exclude<Options['select'], undefined>>
    : Document

/** An empty list is one of the types that `select` takes. */
type Picked<Document, Fields> = [Exclude<Fields, readonly []>] extends [never]
  ? Pick<Document, 'id' & keyof Document>
  : PickedBy<Document, Exclude<Fields, readonly []>>

type PickedBy<Document, Fields> = Fields extends readonly (infer Name)[]
  ? number extends Fields['length']
    ? Pick<Document, 'id' & keyof Document> & Partial<Pick<Document, Name & keyof Document>>
    : Pick<Document, (Name | 'id') & keyof Document>
  : Document

/** A document as a change returns it: it may be a draft. */
export type Changed<T extends Types, S extends string, Options = object, D extends Depth = 1, Locale extends string = never> = Read<
  T,
  S,
  As<D, T['collections'][S]['drafts'], Locale, Options>,
  Options
>
/** A document as `create` returns it: a new API key has its `key`, this once. */
export type Created<T extends Types, S extends string, Options = object, D extends Depth = 1, Locale extends string = never> = Changed<
  T,
  S,
  Options,
  D,
  Locale
> &
  (S extends 'api-keys' ? { key: string } : unknown)
/** A global as a change returns it: it may be a draft. */
export type ChangedGlobal<
  T extends Types,
  S extends string,
  Options = object,
  D extends Depth = 1,
  Locale extends string = never,
> = ReadGlobal<T, S, As<D, T['globals'][S]['drafts'], Locale, Options>, Options>

/** A document with unsaved values: any value may still be missing, and a new one has no `id`. Lists and groups are there from the start. */
export type Unsaved<Values> = 0 extends 1 & Values
  ? Values
  : { [Name in keyof Values as Name extends 'id' ? never : Name]: UnsavedValue<Values[Name]> } & (Values extends { id: infer Id }
      ? { id?: Id }
      : unknown)
type UnsavedValue<Value> = null extends Value
  ? Value
  : Value extends readonly unknown[]
    ? Value
    : Value extends object
      ? Value extends { type: 'doc' }
        ? Value | null
        : Unsaved<Value>
      : Value | null

/** The same of a document that is stored: it has what galley sets. */
export type PerhapsUnsaved<Document, Id = number> = Document extends unknown
  ? 0 extends 1 & Document
    ? Document
    : null extends Id
      ? Unsaved<Document>
      : Unsaved<Document> & Pick<Document, keyof Document & ('id' | 'createdAt' | 'updatedAt')>
  : never

/** A document as `preview` returns it; with `null` as its id, a new one. */
export type PreviewOf<
  T extends Types,
  S extends string,
  Id,
  Options = object,
  D extends Depth = 1,
  Locale extends string = never,
> = PerhapsUnsaved<Read<T, S, As<D, true, Locale, Options>, Options>, Id>
/** A global as `previewGlobal` returns it. It may never have been saved. */
export type PreviewOfGlobal<
  T extends Types,
  S extends string,
  Options = object,
  D extends Depth = 1,
  Locale extends string = never,
> = Unsaved<ReadGlobal<T, S, As<D, true, Locale, Options>, Options>>
/** The content of a version, with ids in its relations. Fields that were added later are empty. */
export type VersionOf<T extends Types, S extends string, Options = object, Locale extends string = never> = PerhapsUnsaved<
  Read<T, S, As<0, true, Locale, Options & { depth: 0 }>>
>
/** The content of a version of a global. */
export type VersionOfGlobal<T extends Types, S extends string, Options = object, Locale extends string = never> = PerhapsUnsaved<
  ReadGlobal<T, S, As<0, true, Locale, Options & { depth: 0 }>>
>

/** The input of a collection. With the locale `all`, localized fields take a value for each locale. */
export type Write<T extends Types, S extends string, Locale extends string = never> = S extends unknown
  ? (T['collections'][S] & { as: ReadAt<0, false, Locale> })['write']
  : never

/** The input of a change: only the fields that it changes. */
export type WriteChange<T extends Types, S extends string, Locale extends string = never> = S extends unknown
  ? Partial<(T['collections'][S] & { as: ReadAt<0, false, Locale> | 'change' })['write']>
  : never
/** The input of a global. */
export type WriteGlobal<T extends Types, S extends string, Locale extends string = never> = S extends unknown
  ? (T['globals'][S] & { as: ReadAt<0, false, Locale> })['write']
  : never
/** The input of a change of a global: only the fields that it changes. */
export type WriteGlobalChange<T extends Types, S extends string, Locale extends string = never> = S extends unknown
  ? Partial<(T['globals'][S] & { as: ReadAt<0, false, Locale> | 'change' })['write']>
  : never

/**
 * A document of a collection or global, by its slug.
 *
 * @example
 * const lineOf = (post: DocumentOf<'posts'>) => `${post.title} by ${post.author?.name}`
 */
export type DocumentOf<S extends CollectionSlug | GlobalSlug, R extends ReadAs = 'depth 1'> = S extends CollectionSlug
  ? Read<Registered, S, R>
  : ReadGlobal<Registered, S, R>

/** What `create` takes, or `updateGlobal`. */
export type InputOf<S extends CollectionSlug | GlobalSlug> = S extends CollectionSlug ? Write<Registered, S> : WriteGlobal<Registered, S>

/** A user, with the fields of `users`; some may be hidden from the user themselves. */
export type UserOf<T extends Types> = 0 extends 1 & T['collections']['users']['read']
  ? User
  : { id: number | string; role: T['roles'] } & Partial<Omit<Read<T, 'users', 'depth 0'>, 'id' | 'role'>> & UserFields

/** The fields that `select` takes. */
export type FieldOf<T extends Types, S extends string> = keyof Read<T, S> & string
/** The fields of a global that `select` takes. */
export type GlobalFieldOf<T extends Types, S extends string> = keyof ReadGlobal<T, S> & string

/** Whether a read may ask for the trash. */
export type TrashOf<T extends Types, S extends string> = T['collections'][S]['trash']
/** Which `trash` a deletion takes. */
export type MeantTrash<T extends Types, S extends string> = true extends T['collections'][S]['trash'] ? boolean : never

/** The new owner of the documents of a deleted user; only users own documents. */
export type Heir<S extends string> = string extends S ? number | 'none' : S extends 'users' ? number | 'none' : never

/** The locales that a call takes. */
export type LocaleOf<T extends Types> = T['locales'] | ([T['locales']] extends [never] ? never : 'all')

/** An id. Routes have it as text; a literal text must be a number. */
export type Id<I extends number | string> = string extends I ? I : I extends number | `${number}` ? I : number | `${number}`
