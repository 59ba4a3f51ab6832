/** Filters by the paths of a content type. Generated types are written in these terms. Tested by test/types/types.test.ts. */
import type { Where as AnyWhere } from '../query/where.ts'
import type { CollectionSlug, Registered } from '../register.ts'

/**
 * A filter: conditions by field path, combined with `and` and `or`. With a slug, it takes only what exists there.
 *
 * @example
 * const where: Where<'posts'> = { mood: { equals: 'calm' }, or: [{ 'author.name': { like: 'Ann' } }, { stars: { gt: 4 } }] }
 */
export type WhereOf<Slug extends CollectionSlug | undefined = undefined> = Slug extends CollectionSlug
  ? Registered['collections'][Slug]['where']
  : AnyWhere

/** The filters of related documents, behind the path of the relation. */
export type Under<Prefix extends string, Where> = { [P in keyof Where & string as `${Prefix}.${P}`]?: Where[P] }

/** The operator for rows and blocks. */
export interface RowsTests {
  /** `true`: has a value; `false`: is empty. */
  exists?: boolean
}

interface Tests<Value> extends RowsTests {
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

/** Operators for texts and choices. */
export interface TextTests<Value extends string = string> extends OrderedTests<Value> {
  /** Contains the text, ignoring case. */
  like?: string
}
/** Operators for numbers. */
export interface NumberTests extends OrderedTests<number> {}
/** Operators for true and false. */
export interface BooleanTests extends Tests<boolean> {}
/** Operators for dates. */
export interface DateTests extends OrderedTests<string | Date> {}
/** Operators for relations, which compare ids. */
export interface RelationTests extends Tests<number> {}
/** Operators for paths through several relations, which generated types don't follow to their end. */
export interface AnyTests extends OrderedTests<string | number | boolean | Date> {
  like?: string
}
