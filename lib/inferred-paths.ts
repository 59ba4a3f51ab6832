/** The paths of `{ slug, fields }` in code, for filters and sorting. Tested by test/types/types.test.ts. */
import type { Field } from './field-config.ts'
import type { FieldsOf, Scalar } from './inferred-scalars.ts'
import type { BooleanTests, DateTests, NumberTests, RelationTests, RowsTests, TextTests } from './local/typed-where.ts'

/** The paths of a collection, and one level into related documents. */
export type InferredPaths<C, All, Locale extends string> = {
  [Entry in InDocument<C, '', false, All, Locale> as Entry extends [infer Path extends string, unknown] ? Path : never]: Entry extends [
    unknown,
    infer Value,
  ]
    ? Value
    : never
}

export type InferredWhere<Paths> = Conditions<Paths> & { and?: readonly InferredWhere<Paths>[]; or?: readonly InferredWhere<Paths>[] }

/** The value of a path that leads to a related document. */
interface RelationPath {
  id: number
}

/** The values of a path that goes through a list. */
interface Each<Value> {
  each: Value
}

/** Rows or blocks themselves. */
interface RowsPath {
  rows: true
}

type Conditions<Paths> = { [P in keyof Paths]?: Tests<Paths[P]> }

type Tests<Value> =
  Value extends Each<infer One>
    ? Tests<One>
    : Value extends RowsPath
      ? RowsTests
      : Value extends RelationPath
        ? RelationTests
        : Value extends Date
          ? DateTests
          : Value extends string
            ? TextTests<Value>
            : Value extends number
              ? NumberTests
              : BooleanTests

/** A path to sort by, `-` for descending. */
export type InferredSort<Paths> =
  `${'' | '-'}${keyof { [P in keyof Paths & string as Paths[P] extends Each<unknown> | RowsPath ? never : P]: P }}`

/** Through a list, a path has several values. */
type Found<Path extends string, Value, Many> = [path: Path, value: Many extends true ? Each<Value> : Value]

type InDocument<C, Prefix extends string, Many, All, Locale extends string> =
  | Found<`${Prefix}id`, number, Many>
  | Found<`${Prefix}createdAt` | `${Prefix}updatedAt`, Date, Many>
  | (C extends { drafts: true } ? Found<`${Prefix}status`, 'draft' | 'published', Many> : never)
  | (C extends { slug: infer S extends keyof BuiltInPaths } ? InBuiltIn<BuiltInPaths[S], Prefix, Many> : never)
  | InFields<FieldsOf<C>, Prefix, Many, All, Locale>

interface BuiltInPaths {
  users: { email: string; name: string; role: string; active: boolean }
  media: { filename: string; mimeType: string; filesize: number; width: number; height: number; alt: string; url: string }
}
type InBuiltIn<Paths, Prefix extends string, Many> = { [P in keyof Paths & string]: Found<`${Prefix}${P}`, Paths[P], Many> }[keyof Paths &
  string]

type InFields<F extends readonly Field[], Prefix extends string, Many, All, Locale extends string> = readonly Field[] extends F
  ? never
  : InField<F[number], Prefix, Many, All, Locale>

/** `All` is `never` behind a relation, whose own relations are not followed. */
type InField<F, Prefix extends string, Many, All, Locale extends string> = F extends { name: infer Name extends string }
  ? F extends { localized: true }
    ? AtPath<F, `${Prefix}${Name}` | `${Prefix}${Name}.${Locale}`, Many, All, Locale>
    : AtPath<F, `${Prefix}${Name}`, Many, All, Locale>
  : never

type AtPath<F, Path extends string, Many, All, Locale extends string> = F extends { type: 'relationship'; to: infer To }
  ? ToDocument<F, Path, Many, Extract<All, { slug: To }>, Locale>
  : F extends { type: 'upload' }
    ? ToDocument<F, Path, Many, Extract<All, { slug: 'media' }>, Locale>
    : F extends { type: 'richText' | 'json' } | { writeOnly: true }
      ? never
      : F extends { type: 'array'; fields: infer Inside extends readonly Field[] }
        ? InRows<Path> | InFields<Inside, `${Path}.`, true, All, Locale>
        : F extends { blocks: readonly (infer Block)[]; type?: 'blocks' }
          ? InRows<Path> | InBlock<Block, Path, All, Locale>
          : F extends { fields: infer Inside extends readonly Field[] }
            ? InFields<Inside, `${Path}.`, Many, All, Locale>
            : F extends { hasMany: true }
              ? Found<Path, Scalar<F>, true>
              : Found<Path, F extends { type: 'date' } ? Date : Scalar<F>, Many>

type InRows<Path extends string> = [path: Path, value: RowsPath] | Found<`${Path}.id`, string, true>

type InBlock<B, Path extends string, All, Locale extends string> = B extends { slug: infer S }
  ? Found<`${Path}.blockType`, S, true> | InFields<FieldsOf<B>, `${Path}.`, true, All, Locale>
  : never

type ToDocument<F, Path extends string, Many, Target, Locale extends string> = F extends { hasMany: true }
  ? Found<Path, RelationPath, true> | (Target extends unknown ? InDocument<Target, `${Path}.`, true, never, Locale> : never)
  : Found<Path, RelationPath, Many> | (Target extends unknown ? InDocument<Target, `${Path}.`, Many, never, Locale> : never)

/** The paths of numbers that `increment` changes: those that are not inside lists. */
export type NumberPath<F extends readonly Field[], Prefix extends string = ''> = readonly Field[] extends F
  ? never
  : NumberIn<F[number], Prefix>

type NumberIn<F, Prefix extends string> = F extends { name: infer Name extends string; type: 'number'; localized?: false }
  ? `${Prefix}${Name}`
  : F extends { name: infer Name extends string; fields: infer Inside extends readonly Field[]; type?: 'group' }
    ? NumberPath<Inside, `${Prefix}${Name}.`>
    : never
