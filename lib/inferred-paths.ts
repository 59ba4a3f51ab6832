/** The paths of `{ slug, fields }` in code, for filters and sorting. Tested by test/types/types.test.ts. */
import type { BuiltInSlug, SetByGalley } from './built-in-fields.ts'
import type { Field, OwnFieldTypes } from './field-config.ts'
import type { AreKnown, FieldsOf, Scalar } from './inferred-scalars.ts'
import type { AnyTests, BooleanTests, DateTests, NumberTests, RelationTests, RowsTests, TextTests, Under } from './local/typed-where.ts'

/** What `ContentTypes` makes types from: collections and globals, by slug. */
export interface DeclaredTypes {
  declared: { collections: object; globals: object }
  locales: string
}

/** The declaration of a collection. */
export type CollectionIn<T extends DeclaredTypes, S> = T['declared']['collections'][S & keyof T['declared']['collections']]
/** The declaration of a global. */
export type DeclaredGlobalIn<T extends DeclaredTypes, S> = T['declared']['globals'][S & keyof T['declared']['globals']]

/** A filter of a collection: paths of its fields, of related documents, and any path after a second relation. */
export type WhereIn<T extends DeclaredTypes, S> = Conditions<CollectionIn<T, S>, T> & {
  and?: readonly WhereIn<T, S>[]
  or?: readonly WhereIn<T, S>[]
}

/** The same for a global, whose relations have filters. */
export type GlobalWhereIn<T extends DeclaredTypes, S> = Conditions<DeclaredGlobalIn<T, S>, T> & {
  and?: readonly GlobalWhereIn<T, S>[]
  or?: readonly GlobalWhereIn<T, S>[]
}

type Conditions<C, T extends DeclaredTypes> = OwnWhere<C, T['locales']> & Intersection<Behind<Hop<C, T['locales']>, T>> & Named<C>

/** Conditions that are not fields. */
type Named<C> = Unless<C, { drafts: true }, 'pending'> & Unless<C, { slug: 'users' }, 'invited'>

type Unless<C, Has, Name extends string> = C extends Has
  ? Name extends FieldsOf<C>[number]['name']
    ? unknown
    : { [One in Name]?: BooleanTests }
  : unknown

/** A path to sort a collection by, `-` for descending. */
export type SortIn<T extends DeclaredTypes, S> = `${'' | '-'}${SortPath<CollectionIn<T, S>, T>}`
/** The same for a global. */
export type GlobalSortIn<T extends DeclaredTypes, S> = `${'' | '-'}${SortPath<DeclaredGlobalIn<T, S>, T>}`

type SortPath<C, T extends DeclaredTypes> = OwnSort<C, T['locales']> | SortBehind<Hop<C, T['locales']>, T>

/** A path with the operators for its values. Through a list it has several values, so documents can't be sorted by it. */
type Path<Name extends string, Tests, Many> = [name: Name, tests: Tests, many: Many]

type OwnWhere<C, Locale extends string> = { [P in OwnPath<C, Locale> as P[0]]?: P[1] }
type OwnSort<C, Locale extends string> = Extract<OwnPath<C, Locale>, Path<string, unknown, false>>[0]

type OwnPath<C, Locale extends string> =
  | Path<'id', NumberTests, false>
  | Path<'createdAt' | 'updatedAt', DateTests, false>
  | (C extends { drafts: true } ? Path<'status', TextTests<'draft' | 'published'>, false> : never)
  | InFields<FieldsOf<C>, '', false, Locale>

type InFields<F extends readonly Field[], Prefix extends string, Many, Locale extends string> =
  AreKnown<F> extends false ? Path<`${Prefix}${string}`, AnyFilter, false> : InField<F[number], Prefix, Many, Locale>

type InField<F, Prefix extends string, Many, Locale extends string> = F extends Unknown
  ? never
  : F extends { name: infer Name extends string }
    ? AtPath<F, `${Prefix}${Name}` | InLocale<F, `${Prefix}${Name}`, Locale>, Many, Locale>
    : never

/** The part of a filter for a path whose field is unknown, which may be `and` or `or`. */
// biome-ignore lint/suspicious/noExplicitAny: a filter by unknown paths may hold any operators, or other filters
type AnyFilter = any

/** Filters and sorting don't know these fields. */
type Unknown = { hidden: true } | { writeOnly: true }

type InLocale<F, Name extends string, Locale extends string> = F extends { localized: true } ? `${Name}.${Locale}` : never

type AtPath<F, Name extends string, Many, Locale extends string> = F extends { type: 'relationship' | 'upload' }
  ? Path<Name, RelationTests, Several<F, Many>>
  : F extends { type: 'richText' | 'json' }
    ? never
    : F extends { type: 'array'; fields: infer Inside extends readonly Field[] }
      ? InRows<Name> | InFields<Inside, `${Name}.`, true, Locale>
      : F extends { blocks: readonly (infer Block)[]; type?: 'blocks' }
        ? InRows<Name> | InBlock<Block, Name, Locale>
        : F extends { fields: infer Inside extends readonly Field[] }
          ? InFields<Inside, `${Name}.`, Many, Locale>
          : Path<
              Name,
              F extends { type: 'date' } ? DateTests : F extends OwnType ? OwnTests<Scalar<F>> : TestsOf<Scalar<F>>,
              Several<F, Many>
            >

type Several<F, Many> = F extends { hasMany: true } ? true : Many

type InRows<Name extends string> = Path<Name, RowsTests, true> | Path<`${Name}.id`, TextTests, true>

type InBlock<B, Name extends string, Locale extends string> = B extends { slug: infer S extends string }
  ? Path<`${Name}.blockType`, TextTests<S>, true> | InFields<FieldsOf<B>, `${Name}.`, true, Locale>
  : never

type OwnType = { type: keyof OwnFieldTypes }

/** The narrower type of a value says nothing about what can be compared with it. */
type OwnTests<Value> = [Value] extends [string]
  ? TextTests
  : [Value] extends [number]
    ? NumberTests
    : [Value] extends [boolean]
      ? BooleanTests
      : AnyTests

type TestsOf<Value> = [Value] extends [string] ? TextTests<Value> : [Value] extends [number] ? NumberTests : BooleanTests

/** A path that leads to the documents of another collection. */
type Hop<C, Locale extends string> = HopsIn<FieldsOf<C>, '', false, Locale>

type HopsIn<F extends readonly Field[], Prefix extends string, Many, Locale extends string> =
  AreKnown<F> extends false ? never : HopIn<F[number], Prefix, Many, Locale>

type HopIn<F, Prefix extends string, Many, Locale extends string> = F extends Unknown
  ? never
  : F extends { name: infer Name extends string }
    ? F extends { type: 'relationship' | 'upload' }
      ? [
          path: `${Prefix}${Name}` | InLocale<F, `${Prefix}${Name}`, Locale>,
          to: F extends { to: infer To } ? To : 'media',
          many: Several<F, Many>,
        ]
      : F extends { type: 'array'; fields: infer Inside extends readonly Field[] }
        ? HopsIn<Inside, `${Prefix}${Name}.`, true, Locale>
        : F extends { blocks: readonly (infer Block)[]; type?: 'blocks' }
          ? HopsIn<FieldsOf<Block>, `${Prefix}${Name}.`, true, Locale>
          : F extends { fields: infer Inside extends readonly Field[] }
            ? HopsIn<Inside, `${Prefix}${Name}.`, Many, Locale>
            : never
    : never

type Behind<H, T extends DeclaredTypes> = H extends [
  infer Name extends string,
  infer To extends keyof T['declared']['collections'],
  unknown,
]
  ? Under<Name, OwnWhere<CollectionIn<T, To>, T['locales']>> & {
      [beyond in `${Name}.${Hop<CollectionIn<T, To>, T['locales']>[0]}.${string}`]?: AnyTests
    }
  : never

type SortBehind<H, T extends DeclaredTypes> = H extends [
  infer Name extends string,
  infer To extends keyof T['declared']['collections'],
  false,
]
  ? `${Name}.${
      | OwnSort<CollectionIn<T, To>, T['locales']>
      | `${Extract<Hop<CollectionIn<T, To>, T['locales']>, [string, unknown, false]>[0]}.${string}`}`
  : never

type Intersection<Union> = [Union] extends [never]
  ? unknown
  : (Union extends unknown ? (one: Union) => void : never) extends (one: infer All) => void
    ? All
    : never

/** The paths of numbers that `increment` changes: those that are not inside lists. */
export type NumberPath<F extends readonly Field[], Prefix extends string = ''> =
  AreKnown<F> extends false ? `${Prefix}${string}` : NumberIn<F[number], Prefix>

type NumberIn<F, Prefix extends string> = F extends SetByGalley
  ? never
  : F extends { name: infer Name extends string; type: 'number'; localized?: false }
    ? `${Prefix}${Name}`
    : F extends { name: infer Name extends string; fields: infer Inside extends readonly Field[]; type?: 'group' }
      ? NumberPath<Inside, `${Prefix}${Name}.`>
      : never

/** The names of a collection's top-level fields. Built-in collections have others too, which any text stands for. */
export type DeclaredName<C> = C extends { slug: BuiltInSlug }
  ? string
  : AreKnown<FieldsOf<C>> extends false
    ? string
    : FieldsOf<C>[number]['name'] | 'id' | 'createdAt' | 'updatedAt' | 'status' | 'createdBy'

/** The names of its texts with one value, which can be the title of a document. */
export type DeclaredTitle<C> = string extends DeclaredName<C> ? string : TitleIn<FieldsOf<C>[number]>

type TitleIn<F> = F extends Unknown | { hasMany: true } | { fields: unknown } | { blocks: unknown } | { type: Untitled }
  ? never
  : F extends { name: infer Name extends string }
    ? Name
    : never

type Untitled = Exclude<NonNullable<Field['type']>, 'text' | 'textarea' | 'email' | 'slug' | 'select' | keyof OwnFieldTypes>

/** A path to sort or index a declared collection by, `-` for descending. */
export type DeclaredSort<C> =
  string extends DeclaredName<C> ? string : `${'' | '-'}${OwnSort<C, string> | 'createdBy' | `${Hop<C, string>[0]}.${string}`}`
