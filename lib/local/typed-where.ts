/** Filters and sorting by the paths of a content type. Tested by test/types/types.test.ts. */
import type { Where as AnyWhere } from '../query/where.ts'
import type { CollectionSlug, Registered } from '../register.ts'

/** The value of a path that leads to one related document; filters compare its id. */
export interface RelationPath {
  id: number
}

/** The values of a path that goes through a list. */
export interface Each<Value> {
  each: Value
}

/** Rows or blocks themselves. */
export interface RowsPath {
  rows: true
}

/** The paths of related documents, behind the path of the relation. */
export type Under<Prefix extends string, Paths> = { [P in keyof Paths & string as `${Prefix}.${P}`]: Paths[P] }
/** The same behind a relation to several documents. */
export type UnderEach<Prefix extends string, Paths> = { [P in keyof Paths & string as `${Prefix}.${P}`]: Each<Paths[P]> }

/**
 * A filter: conditions by field path, combined with `and` and `or`. With a slug, it takes only what exists there.
 *
 * @example
 * const where: Where<'posts'> = { mood: { equals: 'calm' }, or: [{ 'author.name': { like: 'Ann' } }, { stars: { gt: 4 } }] }
 */
export type WhereOf<Slug extends CollectionSlug | undefined = undefined> = Slug extends CollectionSlug
  ? Registered['collections'][Slug]['where']
  : AnyWhere

/** Conditions by path. */
export type Conditions<Paths> = { [P in keyof Paths]?: Condition<Paths[P]> }

/** The operators for a type of values. */
type Condition<Value> =
  Value extends Each<infer One>
    ? Condition<One>
    : Value extends RowsPath
      ? Existing
      : Value extends RelationPath
        ? RelationTests
        : Value extends Date
          ? DateTests
          : Value extends string
            ? TextTests<Value>
            : Value extends number
              ? NumberTests
              : Value extends boolean
                ? BooleanTests
                : AnyTests

interface Existing {
  /** `true`: has a value; `false`: is empty. */
  exists?: boolean
}

interface Tests<Value> extends Existing {
  /** The same value; `null` matches empty ones. */
  equals?: Value | null
  /** Another value, empty ones included. */
  not_equals?: Value | null
  /** One of several values. */
  in?: readonly (Value | null)[]
  /** None of several values, empty ones included. */
  not_in?: readonly (Value | null)[]
}

interface OrderedTests<Value> extends Tests<Value> {
  gt?: Value
  gte?: Value
  lt?: Value
  lte?: Value
}

interface TextTests<Value extends string> extends OrderedTests<Value> {
  /** Contains the text, ignoring case. */
  like?: string
}
interface NumberTests extends OrderedTests<number> {}
interface BooleanTests extends Tests<boolean> {}
interface DateTests extends OrderedTests<string | Date> {}
/** By id. */
interface RelationTests extends Tests<number> {}
/** For paths that generated types don't follow to their end. */
interface AnyTests extends OrderedTests<string | number | boolean | Date> {
  like?: string
}

/** A path to sort by, `-` for descending. */
export type Sort<Paths> = SortPath<Paths> | `-${SortPath<Paths>}`

type SortPath<Paths> = keyof { [P in keyof Paths & string as Paths[P] extends Each<unknown> | RowsPath ? never : P]: P }
